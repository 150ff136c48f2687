import type { Sql } from '../../db/sql.ts'

export interface Counts {
  NbAddresses: number
  NbVisites: number
  NbContacts: number
  NbVisitesDeclared: number
}

export const no_counts: Counts = { NbAddresses: 0, NbVisites: 0, NbContacts: 0, NbVisitesDeclared: 0 }

/**
 * The counts of these actions, computed from visits and addresses. Withdrawn visits do not count. A contact was made when the result is
 * talked, or when the visit has a contact and a result that means that a person was met.
 */
export async function countsOf(sql: Sql, group_id: number, ids: number[]): Promise<Map<number, Counts>> {
  const rows = await countsQuery(sql, group_id, ids)
  return new Map(rows.map(({ action_id, ...counts }) => [action_id, counts]))
}

/** One index lookup for each action; with a plain group by, PostgreSQL reads the whole table. */
export const countsQuery = (sql: Sql, group_id: number, ids: number[]) =>
  sql<(Counts & { action_id: number })[]>`
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
