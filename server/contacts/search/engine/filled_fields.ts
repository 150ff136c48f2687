import { readCounter } from '../../../db/counters.ts'
import { type Fragment, type Sql, unprepared } from '../../../db/sql.ts'
import { filledBit } from './attributes.ts'
import { onlyCondition, type Query } from './parse.ts'
import { plannerSettings } from './planner_settings.ts'

// Who has a text, or who lacks it. Contacts are alike in what is known of them: which patterns there are is told by an index in one step for each,
// however many contacts have it, and by the same index who has one of those that fit.

/** In a smaller space all are soon looked at; and where contacts have more patterns than this, it is no longer quicker to go through these. */
const contacts_min = 10_000
const patterns_max = 300

/** Whether that is all that is asked, and pays here. Among other conditions the patterns would be gone through for each, and then for each contact. */
export async function isFoundByFilledPatterns(sql: Sql, group_id: number, query: Query): Promise<boolean> {
  if (!onlyFilledCondition(query) || (await readCounter(sql, group_id, 'contacts')) < contacts_min) return false
  await sql.unsafe(plannerSettings('in order'))
  const [{ count }] = await unprepared(
    sql<
      [{ count: number }]
    >`select count(p.known) as count from (${distinctPatterns(sql, group_id, patterns_max + 1)}) p`,
  )
  return count <= patterns_max
}

/** They are read again in the statement that uses them: somebody may just be getting a new one. */
export function filledPatternsCondition(sql: Sql, group_id: number, query: Query): Fragment {
  const { mark, negated } = onlyFilledCondition(query)!
  const fitting = sql`p.known & ${mark}::int = ${negated ? 0 : mark}::int`
  return sql`c.known = any(array(select p.known from (${distinctPatterns(sql, group_id)}) p where ${fitting}))`
}

function onlyFilledCondition(query: Query) {
  const condition = onlyCondition(query)
  if (condition?.test.is !== 'ext') return undefined
  const { attribute, negated } = condition
  // What is sorted and empty stands together in its own index.
  if (attribute.kind !== 'text' || (attribute.sorted && negated)) return undefined
  const mark = filledBit(attribute.column)
  return mark === undefined ? undefined : { mark, negated }
}

/** All of them, or so many; the last one is null when there are no more. */
function distinctPatterns(sql: Sql, group_id: number, most?: number): Fragment {
  const bound = most === undefined ? sql`` : sql`and p.nth < ${most}`
  const next = (behind: Fragment) => sql`
    (select s.known from searched_contacts s where s.group_id = ${group_id} ${behind} order by s.known limit 1)`
  return sql`
    with recursive patterns as (
      select ${next(sql``)} as known, 1 as nth
      union all
      select ${next(sql`and s.known > p.known`)}, p.nth + 1 from patterns p where p.known is not null ${bound})
    select known from patterns`
}
