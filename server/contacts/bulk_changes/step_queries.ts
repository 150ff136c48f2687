import type { Sql } from '../../db/sql.ts'
import { columnNames } from '../core/columns.ts'
import type { LockedContact } from './kind.ts'

/** The next contacts that the change has not reached. */
export async function waitingContacts(sql: Sql, group_id: number, id: number, after: number, limit: number) {
  const rows = await sql<{ contact_id: number }[]>`
    select contact_id from bulk_change_contacts
    where group_id = ${group_id} and bulk_change_id = ${id} and contact_id > ${after} and outcome is null
    order by contact_id
    limit ${limit}`
  return rows.map(({ contact_id }) => contact_id)
}

/** The next contacts that changed and that the undo has not reached. */
export const contactsToUndo = (sql: Sql, group_id: number, id: number, after: number, limit: number) => sql<
  { contact_id: number; undo: object | null }[]
>`
  select contact_id, undo::json as undo from bulk_change_contacts
  where group_id = ${group_id} and bulk_change_id = ${id} and contact_id > ${after} and outcome = 'changed' and undone is null
  order by contact_id
  limit ${limit}`

export async function countToUndo(sql: Sql, group_id: number, id: number) {
  const [row] = await sql<[{ total: number }]>`
    select count(*) as total from bulk_change_contacts
    where group_id = ${group_id} and bulk_change_id = ${id} and outcome = 'changed' and undone is null`
  return row.total
}

/** Locks contacts until the end of the transaction, in the order of their ids, which avoids deadlocks. */
export async function lockContacts(sql: Sql, group_id: number, ids: number[]) {
  const rows = await sql<LockedContact[]>`
    select id, group_id, version, membership_code, coalesce(membership_number, 0)::bigint as membership_number,
           deleted_at is not null as deleted, erased_at is not null as erased, restricted_at is not null as restricted,
           merged_into is not null as merged, ${sql(columnNames)}
    from contacts
    where group_id = ${group_id} and id = any(${ids})
    order by id
    for no key update`
  return new Map(rows.map(row => [row.id, row]))
}

export interface RecordedOutcome {
  contact_id: number
  outcome: 'changed' | 'unchanged' | 'refused'
  reason: string
  undo: object | null
}

export const recordOutcomes = (sql: Sql, group_id: number, id: number, outcomes: RecordedOutcome[]) => sql`
  update bulk_change_contacts b
  set outcome = o.outcome, reason = o.reason, undo = o.undo
  from json_to_recordset(${JSON.stringify(outcomes)}::text::json) as o (contact_id bigint, outcome text, reason text, undo jsonb)
  where b.group_id = ${group_id} and b.bulk_change_id = ${id} and b.contact_id = o.contact_id`

export const recordUndone = (
  sql: Sql,
  group_id: number,
  id: number,
  outcomes: { contact_id: number; undone: 'restored' | 'kept'; kept_because: string }[],
) => sql`
  update bulk_change_contacts b
  set undone = o.undone, kept_because = o.kept_because
  from json_to_recordset(${JSON.stringify(outcomes)}::text::json) as o (contact_id bigint, undone text, kept_because text)
  where b.group_id = ${group_id} and b.bulk_change_id = ${id} and b.contact_id = o.contact_id`

/** After an undo, the old values are not needed. */
export const deleteUndoValues = (sql: Sql, group_id: number, id: number) => sql`
  update bulk_change_contacts set undo = null
  where group_id = ${group_id} and bulk_change_id = ${id} and undone is not null and undo is not null`

/** The current time, fresh address ids, and the language of the space. */
export async function reserveIds(sql: Sql, group_id: number, addresses: number) {
  const [row] = await sql<[{ now: string; addresses: number[]; locale: string }]>`
    select date_trunc('milliseconds', clock_timestamp()) as now,
           array(select nextval('contact_addresses_id_seq') from generate_series(1, ${addresses}::int)) as addresses,
           (select locale from spaces where id = ${group_id}) as locale`
  return row
}
