import { readCounter } from '../../../db/counters.ts'
import { type Fragment, type Sql, unprepared } from '../../../db/sql.ts'
import { lookUpTotal } from '../../../events/cached_totals.ts'
import { type ContactScope, countOutOfScope, isHidden } from '../../core/restriction.ts'
import { compile } from './compile.ts'
import { type Condition, onlyCondition } from './parse.ts'
import type { NormalizedQuery } from './phone_numbers.ts'
import { plannerSettings } from './planner_settings.ts'
import { idsByTagOrAnswer } from './tag_answer.ts'

/** All who do not fit one condition are everybody but those who do, and these are found by an index. */
export async function countMatches(
  sql: Sql,
  group_id: number,
  query: NormalizedQuery,
  among: ContactScope,
): Promise<number> {
  const all = async () => (await readCounter(sql, group_id, 'contacts')) - (await countOutOfScope(sql, group_id, among))
  if (query.every && query.nodes.length === 0) return all()
  const opposite = complementOf(query)
  if (opposite) return (await all()) - (await countMatches(sql, group_id, opposite, among))
  const holders = idsByTagOrAnswer(sql, group_id, query)
  if (holders) return countTagOrAnswer(sql, group_id, holders, among)
  await sql.unsafe(plannerSettings('counting'))
  const fits = sql`searched_contacts c where c.group_id = ${group_id} and ${compile(sql, group_id, query)}`
  // All who fit are often counted in an index alone, and those of them who are restricted are few.
  const others = among === 'everybody' ? sql`` : sql`- (select count(*) from ${fits} and c.restricted_at is not null)`
  const [row] = await unprepared(sql<[{ total: number }]>`select (select count(*) from ${fits}) ${others} as total`)
  return row.total
}

/** What is known of a total from before. Who is a member depends on the day, and is counted each time. */
export async function cachedTotal(sql: Sql, group_id: number, query: NormalizedQuery, among: ContactScope) {
  const ages = query.nodes.some(({ conditions }) => conditions.some(({ attribute }) => attribute.kind === 'membership'))
  return ages ? undefined : lookUpTotal<number>(sql, group_id, `contacts ${among} ${JSON.stringify(query)}`)
}

/** Nearly all tags and answers are of contacts that show. Taking off those that do not costs far less than looking each contact up. */
async function countTagOrAnswer(sql: Sql, group_id: number, ids: Fragment, among: ContactScope): Promise<number> {
  await sql.unsafe(plannerSettings('by any index'))
  const [row] = await unprepared(sql<[{ total: number }]>`
    select (select count(*) from (select distinct contact_id from (${ids}) h) holders)
         - (select count(*) from contacts c
            where c.group_id = ${group_id} and ${isHidden(sql, among)} and c.id in (${ids})) as total`)
  return row.total
}

/** The query whose answer is everybody else, where that is the easier one to count. */
function complementOf(query: NormalizedQuery): NormalizedQuery | undefined {
  const condition = onlyCondition(query)
  if (!condition) return undefined
  const { attribute, negated, test } = condition
  const turned = (one: Condition): NormalizedQuery => ({
    every: true,
    nodes: [{ every: true, conditions: [one] }],
    phones_normalized: true,
  })
  if (negated) return turned({ ...condition, negated: false })
  const no = attribute.kind === 'boolean' && test.is === 'any_of' && test.values[0] === false
  return no ? turned({ ...condition, test: { ...test, values: [true] } }) : undefined
}
