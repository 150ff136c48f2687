import type { Sql } from '../db/sql.ts'

export interface Counts {
  NbVisites: number
  NbContacts: number
  NbVisitesDeclared: number
}

/**
 * The three counts of these actions, from the visits themselves: nothing is kept that could drift. A visit that was withdrawn counts nowhere;
 * a contact was made when people talked, or when a contact was named or made and somebody was met.
 */
export async function countsOf(sql: Sql, group_id: number, ids: number[]): Promise<Map<number, Counts>> {
  const rows = await sql<(Counts & { action_id: number })[]>`
    select action_id, sum(visits)::bigint as "NbVisites", sum(contacts)::bigint as "NbContacts", sum(declared)::bigint as "NbVisitesDeclared"
    from (
      select action_id, count(*) as visits, count(*) filter (where contact_made) as contacts, 0 as declared
      from visits
      where group_id = ${group_id} and action_id = any(${ids}) and withdrawn_at is null
      group by action_id
      union all
      select action_id, 0, 0, sum(count)
      from declared_visits
      where group_id = ${group_id} and action_id = any(${ids}) and withdrawn_at is null
      group by action_id
    ) counted
    group by action_id
    order by action_id`
  return new Map(rows.map(({ action_id, ...counts }) => [action_id, counts]))
}

export const none: Counts = { NbVisites: 0, NbContacts: 0, NbVisitesDeclared: 0 }
