import { readCounter } from '../../../db/counters.ts'
import { type Fragment, type Sql, unprepared } from '../../../db/sql.ts'
import { filledBit } from './attributes.ts'
import { onlyCondition, type SearchQuery } from './parse.ts'
import { plannerSettings } from './planner_settings.ts'

// Finds contacts that have a text, or lack it. `searched_contacts.known` is a bit pattern of the filled fields. A space has few distinct patterns; an
// index lists them in one step each, and finds the contacts with the patterns that match.

/** Below this number of contacts, or above this number of patterns, another strategy is faster. */
const contacts_min = 10_000
const patterns_max = 300

/** Whether the query is only about a filled or empty text, and patterns are the fastest way. Beside other conditions they would be listed repeatedly. */
export async function isFoundByFilledPatterns(sql: Sql, group_id: number, query: SearchQuery): Promise<boolean> {
  if (!onlyFilledCondition(query) || (await readCounter(sql, group_id, 'contacts')) < contacts_min) return false
  await sql.unsafe(plannerSettings('in order'))
  const [{ count }] = await unprepared(
    sql<
      [{ count: number }]
    >`select count(p.known) as count from (${distinctPatterns(sql, group_id, patterns_max + 1)}) p`,
  )
  return count <= patterns_max
}

/** Lists the patterns again in the statement that uses them, since a concurrent write may add one. */
export function filledPatternsCondition(sql: Sql, group_id: number, query: SearchQuery): Fragment {
  const condition = onlyFilledCondition(query)
  if (!condition) throw new Error('the query is not only about a filled field')
  const { mark, negated } = condition
  const matching = sql`p.known & ${mark}::int = ${negated ? 0 : mark}::int`
  return sql`c.known = any(array(select p.known from (${distinctPatterns(sql, group_id)}) p where ${matching}))`
}

function onlyFilledCondition(query: SearchQuery) {
  const condition = onlyCondition(query)
  if (condition?.test.is !== 'ext') return undefined
  const { attribute, negated } = condition
  // Empty sorted texts stand together in their own index.
  if (attribute.kind !== 'text' || (attribute.sorted && negated)) return undefined
  const mark = filledBit(attribute.column)
  return mark === undefined ? undefined : { mark, negated }
}

/** The distinct patterns of a space, at most so many. The last row is null when there are no more. */
function distinctPatterns(sql: Sql, group_id: number, rows_max?: number): Fragment {
  const bound = rows_max === undefined ? sql`` : sql`and p.nth < ${rows_max}`
  const next = (behind: Fragment) => sql`
    (select s.known from searched_contacts s where s.group_id = ${group_id} ${behind} order by s.known limit 1)`
  return sql`
    with recursive patterns as (
      select ${next(sql``)} as known, 1 as nth
      union all
      select ${next(sql`and s.known > p.known`)}, p.nth + 1 from patterns p where p.known is not null ${bound})
    select known from patterns`
}
