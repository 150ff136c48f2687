import type { Sql } from '../../db/sql.ts'
import type { Entry } from './history.ts'
import type { Contact } from './schema.ts'

export async function nextBundleIds(sql: Sql, group_id: number, after: number, limit: number) {
  const rows = await sql<{ id: number }[]>`
    select id from transaction_bundles where group_id = ${group_id} and id > ${after} order by id limit ${limit}`
  return rows.map(({ id }) => id)
}

export async function historyOf(sql: Sql, group_id: number, ids: number[]): Promise<Entry[]> {
  return [
    ...(await sql<Entry[]>`
    select group_id, transaction_bundle_id, position, created_at, kind, target_id, old, new, user_id, source, hash
    from bundle_history
    where group_id = ${group_id} and transaction_bundle_id = any(${ids})
    order by transaction_bundle_id, position`),
  ]
}

/** The contacts that these bundles name, as their documents show them. */
export async function contactsOf(sql: Sql, group_id: number, ids: number[]) {
  const rows = await sql<Contact[]>`
    select id, firstname, surname, group_id, membership_code, coalesce(membership_number, 0)::bigint as membership_number
    from contacts
    where group_id = ${group_id} and id in (
      select contact_id from memberships where group_id = ${group_id} and transaction_bundle_id = any(${ids})
      union select contact_id from donations where group_id = ${group_id} and transaction_bundle_id = any(${ids}))`
  return new Map(rows.map(row => [row.id, row]))
}
