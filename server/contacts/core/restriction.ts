import { type Caller, may } from '../../access/caller.ts'
import type { Fragment, Sql } from '../../db/sql.ts'

// A restricted contact asked that their data be stored and not used. Only users who handle privacy requests see it.

export const seesRestricted = (caller: Caller) => may(caller, 'privacy:manage')

/** Which contacts a query covers. */
export type ContactScope = 'all' | 'unrestricted'

/** The contacts that the caller sees. */
export const visibleScope = (caller: Caller): ContactScope => (seesRestricted(caller) ? 'all' : 'unrestricted')

/** That `c`, a row of contacts or searched_contacts, is in the scope. Reads the row. */
export const isInScope = (sql: Sql, scope: ContactScope): Fragment =>
  scope === 'all' ? sql`true` : sql`(c.restricted_at is null)`

/** That `c`, a row of contacts, is deleted or out of scope, and may still have tags and answers. An index holds just these. */
export const isHidden = (sql: Sql, scope: ContactScope): Fragment => sql`
  (c.deleted_at is not null or c.restricted_at is not null) and c.erased_at is null
  ${scope === 'all' ? sql`and c.deleted_at is not null` : sql``}`

/** How many contacts of the space are out of scope. Reads the index of hidden contacts. */
export async function countOutOfScope(sql: Sql, group_id: number, scope: ContactScope): Promise<number> {
  if (scope === 'all') return 0
  const [row] = await sql<[{ count: number }]>`
    select count(*) as count from contacts where group_id = ${group_id} and restricted_at is not null and deleted_at is null
      and erased_at is null`
  return row.count
}

export async function isRestricted(sql: Sql, group_id: number, id: number) {
  const rows = await sql`select from contacts where group_id = ${group_id} and id = ${id} and restricted_at is not null`
  return rows.length > 0
}
