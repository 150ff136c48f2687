import type { Sql } from '../../db/sql.ts'

export interface Counts {
  NbAddresses: number
  NbVisites: number
  NbContacts: number
  NbVisitesDeclared: number
}

/**
 * The counts of these actions, from the visits and addresses themselves: nothing is kept that could drift. A visit that was withdrawn counts nowhere;
 * a contact was made when people talked, or when a contact was named or made and somebody was met.
 */
export async function countsOf(sql: Sql, group_id: number, ids: number[]): Promise<Map<number, Counts>> {
  // One look-up in the index for each action: left to itself PostgreSQL would rather read the whole table.
  const rows = await sql<(Counts & { action_id: number })[]>`
    select wanted.id as action_id, doors.count as "NbAddresses",
           recorded.visits as "NbVisites", recorded.contacts as "NbContacts", declared.visits as "NbVisitesDeclared"
    from unnest(${ids}::bigint[]) as wanted (id)
    cross join lateral (
      select count(*) as visits, count(*) filter (where v.contact_made) as contacts
      from visits v
      where v.group_id = ${group_id} and v.action_id = wanted.id and v.withdrawn_at is null
    ) recorded
    cross join lateral (
      select coalesce(sum(t.count), 0)::bigint as visits
      from declared_visits t
      where t.group_id = ${group_id} and t.action_id = wanted.id and t.withdrawn_at is null
    ) declared
    cross join lateral (
      select count(*) as count from action_addresses d
      where d.group_id = ${group_id} and d.action_id = wanted.id and d.removed_at is null
    ) doors
    order by wanted.id`
  return new Map(rows.map(({ action_id, ...counts }) => [action_id, counts]))
}
