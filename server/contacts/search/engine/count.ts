import { countOf } from '../../../db/counters.ts'
import { type Fragment, type Sql, unkept } from '../../../db/sql.ts'
import { recall } from '../../../events/cached_totals.ts'
import { type Among, countOthers, isOutOfSight } from '../../core/restriction.ts'
import { compile } from './compile.ts'
import { type Condition, onlyCondition } from './parse.ts'
import type { DialledQuery } from './phone_numbers.ts'
import { scanning } from './planner_settings.ts'
import { idsOfHolders } from './tag_answer.ts'

/** All who do not fit one condition are everybody but those who do, and these are found by an index. */
export async function counted(sql: Sql, group_id: number, query: DialledQuery, among: Among): Promise<number> {
  const all = async () => (await countOf(sql, group_id, 'contacts')) - (await countOthers(sql, group_id, among))
  if (query.every && query.nodes.length === 0) return all()
  const opposite = oppositeOf(query)
  if (opposite) return (await all()) - (await counted(sql, group_id, opposite, among))
  const holders = idsOfHolders(sql, group_id, query)
  if (holders) return countedHolders(sql, group_id, holders, among)
  await sql.unsafe(scanning('counting'))
  const fits = sql`searched_contacts c where c.group_id = ${group_id} and ${compile(sql, group_id, query)}`
  // All who fit are often counted in an index alone, and those of them who are restricted are few.
  const others = among === 'everybody' ? sql`` : sql`- (select count(*) from ${fits} and c.restricted_at is not null)`
  const [row] = await unkept(sql<[{ total: number }]>`select (select count(*) from ${fits}) ${others} as total`)
  return row.total
}

/** What is known of a total from before. Who is a member depends on the day, and is counted each time. */
export async function recallTotal(sql: Sql, group_id: number, query: DialledQuery, among: Among) {
  const ages = query.nodes.some(({ conditions }) => conditions.some(({ attribute }) => attribute.kind === 'membership'))
  return ages ? undefined : recall<number>(sql, group_id, `contacts ${among} ${JSON.stringify(query)}`)
}

/** Nearly all tags and answers are of contacts that show. Taking off those that do not costs far less than looking each contact up. */
async function countedHolders(sql: Sql, group_id: number, ids: Fragment, among: Among): Promise<number> {
  await sql.unsafe(scanning('by any index'))
  const [row] = await unkept(sql<[{ total: number }]>`
    select (select count(*) from (select distinct contact_id from (${ids}) h) holders)
         - (select count(*) from contacts c
            where c.group_id = ${group_id} and ${isOutOfSight(sql, among)} and c.id in (${ids})) as total`)
  return row.total
}

/** The query whose answer is everybody else, where that is the easier one to count. */
function oppositeOf(query: DialledQuery): DialledQuery | undefined {
  const condition = onlyCondition(query)
  if (!condition) return undefined
  const { attribute, negated, test } = condition
  const turned = (one: Condition): DialledQuery => ({
    every: true,
    nodes: [{ every: true, conditions: [one] }],
    dialled: true,
  })
  if (negated) return turned({ ...condition, negated: false })
  const no = attribute.kind === 'boolean' && test.is === 'any_of' && test.values[0] === false
  return no ? turned({ ...condition, test: { ...test, values: [true] } }) : undefined
}
