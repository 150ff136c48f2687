import { readCounter } from '../../../db/counters.ts'
import { type Fragment, type Sql, unprepared } from '../../../db/sql.ts'
import { lookUpTotal } from '../../../events/cached_totals.ts'
import { type ContactScope, countOutOfScope, isHidden } from '../../core/restriction.ts'
import { compileQuery } from './compile.ts'
import { onlyCondition, type SearchCondition } from './parse.ts'
import type { NormalizedQuery } from './phone_numbers.ts'
import { plannerSettings } from './planner_settings.ts'
import { idsByTagOrAnswer } from './tag_answer.ts'

/** Counts the matches. Where the condition is negated, subtracts the matches of its opposite, which an index finds, from the number of contacts. */
export async function countMatches(
  sql: Sql,
  group_id: number,
  query: NormalizedQuery,
  scope: ContactScope,
): Promise<number> {
  const all = async () => (await readCounter(sql, group_id, 'contacts')) - (await countOutOfScope(sql, group_id, scope))
  if (query.every && query.nodes.length === 0) return all()
  const complement = complementOf(query)
  if (complement) return (await all()) - (await countMatches(sql, group_id, complement, scope))
  const ids = idsByTagOrAnswer(sql, group_id, query)
  if (ids) return countTagOrAnswer(sql, group_id, ids, scope)
  await sql.unsafe(plannerSettings('counting'))
  const matches = sql`searched_contacts c where c.group_id = ${group_id} and ${compileQuery(sql, group_id, query)}`
  // An index alone often counts all matches, and the restricted ones among them are few.
  const others = scope === 'all' ? sql`` : sql`- (select count(*) from ${matches} and c.restricted_at is not null)`
  const [row] = await unprepared(sql<[{ total: number }]>`select (select count(*) from ${matches}) ${others} as total`)
  return row.total
}

/** The total of an earlier search for the same query. Membership depends on the day, so such totals are not cached. */
export async function cachedSearchTotal(sql: Sql, group_id: number, query: NormalizedQuery, scope: ContactScope) {
  const depends_on_date = query.nodes.some(({ conditions }) =>
    conditions.some(({ attribute }) => attribute.kind === 'membership'),
  )
  return depends_on_date ? undefined : lookUpTotal<number>(sql, group_id, `contacts ${scope} ${JSON.stringify(query)}`)
}

/** Nearly all tags and answers belong to visible contacts. Subtracting the hidden ones costs far less than looking each contact up. */
async function countTagOrAnswer(sql: Sql, group_id: number, ids: Fragment, scope: ContactScope): Promise<number> {
  await sql.unsafe(plannerSettings('by any index'))
  const [row] = await unprepared(sql<[{ total: number }]>`
    select (select count(*) from (select distinct contact_id from (${ids}) h) holders)
         - (select count(*) from contacts c
            where c.group_id = ${group_id} and ${isHidden(sql, scope)} and c.id in (${ids})) as total`)
  return row.total
}

/** The query that matches all other contacts, where that one is easier to count. */
function complementOf(query: NormalizedQuery): NormalizedQuery | undefined {
  const condition = onlyCondition(query)
  if (!condition) return undefined
  const { attribute, negated, test } = condition
  const only = (one: SearchCondition): NormalizedQuery => ({
    every: true,
    nodes: [{ every: true, conditions: [one] }],
    phones_normalized: true,
  })
  if (negated) return only({ ...condition, negated: false })
  const no = attribute.kind === 'boolean' && test.is === 'any_of' && test.values[0] === false
  return no ? only({ ...condition, test: { ...test, values: [true] } }) : undefined
}
