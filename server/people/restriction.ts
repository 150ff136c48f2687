import { type Caller, may } from '../access/caller.ts'
import type { Sql } from '../db/sql.ts'

// Whoever asked that their data be kept and not used is shown to those who answer such requests, and to nobody else.

export const seesRestricted = (caller: Caller) => may(caller, 'privacy:manage')

/** All of them in the space. Few ask for it, so they can be left out one by one. */
export async function restrictedContacts(sql: Sql, group_id: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from contacts where group_id = ${group_id} and restricted_at is not null and deleted_at is null order by id`
  return rows.map(({ id }) => id)
}

/** Those whom this caller does not see. */
export const withheldFrom = async (sql: Sql, caller: Caller): Promise<number[]> =>
  seesRestricted(caller) ? [] : restrictedContacts(sql, caller.group_id)

export async function isRestricted(sql: Sql, group_id: number, id: number) {
  const rows = await sql`select from contacts where group_id = ${group_id} and id = ${id} and restricted_at is not null`
  return rows.length > 0
}
