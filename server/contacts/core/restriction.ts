import { type Caller, may } from '../../access/caller.ts'
import type { Fragment, Sql } from '../../db/sql.ts'

// Whoever asked that their data be kept and not used is shown to those who answer such requests, and to nobody else.

export const seesRestricted = (caller: Caller) => may(caller, 'privacy:manage')

/** Of whom something is asked: of all, or of those who have not asked to be left alone. */
export type ContactScope = 'everybody' | 'unrestricted'

/** Whom this caller sees. */
export const visibleScope = (caller: Caller): ContactScope => (seesRestricted(caller) ? 'everybody' : 'unrestricted')

/** That `c`, a row of contacts or searched_contacts, is among them. The row tells by itself, however many are restricted. */
export const isInScope = (sql: Sql, among: ContactScope): Fragment =>
  among === 'everybody' ? sql`true` : sql`(c.restricted_at is null)`

/** The same told by the index of the few who are not, for whoever has not read the row. */
export const isInScopeById = (sql: Sql, group_id: number, among: ContactScope): Fragment =>
  among === 'everybody'
    ? sql`true`
    : sql`(not exists (
        select from searched_contacts r where r.group_id = ${group_id} and r.id = c.id and r.restricted_at is not null))`

/** That `c`, a row of contacts, is not shown to whoever asks about these, and may still have tags and answers. An index holds nobody else. */
export const isHidden = (sql: Sql, among: ContactScope): Fragment => sql`
  (c.deleted_at is not null or c.restricted_at is not null) and c.erased_at is null
  ${among === 'everybody' ? sql`and c.deleted_at is not null` : sql``}`

/** How many of the space are not among them, told by the index that holds nobody else. */
export async function countOutOfScope(sql: Sql, group_id: number, among: ContactScope): Promise<number> {
  if (among === 'everybody') return 0
  const [row] = await sql<[{ count: number }]>`
    select count(*) as count from contacts where group_id = ${group_id} and restricted_at is not null and deleted_at is null`
  return row.count
}

export async function isRestricted(sql: Sql, group_id: number, id: number) {
  const rows = await sql`select from contacts where group_id = ${group_id} and id = ${id} and restricted_at is not null`
  return rows.length > 0
}
