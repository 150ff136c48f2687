import { type Caller, may } from '../../access/caller.ts'
import type { Database } from '../../db/pool/options.ts'
import { onlyRow, type Sql } from '../../db/sql.ts'
import { formSight } from './form_visibility.ts'
import { absentContact } from './merged.ts'
import { seesRestricted } from './restriction.ts'
import { writeContacts } from './stored_contact.ts'

/** Which contacts of the space a caller with `contacts:read` sees, about the contact row `c`. */
export const isVisible = (sql: Sql, caller: Caller) =>
  seesRestricted(caller) ? sql`c.deleted_at is null` : sql`c.deleted_at is null and c.restricted_at is null`

/** Throws not_found when the caller sees no such contact; the error says where a merged one went. */
export async function checkVisible(sql: Sql, caller: Caller, id: number) {
  const [row] = await sql`
    select from contacts c where c.group_id = ${caller.group_id} and c.id = ${id} and ${isVisible(sql, caller)}`
  if (!row) throw await absentContact(sql, caller.group_id, id)
}

/**
 * What the caller sees of contacts, in the order of the parameters of the functions. Without `contacts:sensitive`, tags and answers are empty; answers
 * to forms that the caller does not see are left out.
 */
export const contactSight = (sql: Sql, caller: Caller) => sql`
  ${seesRestricted(caller)}, ${may(caller, 'contacts:sensitive')}, ${may(caller, 'actions:read')}, ${may(caller, 'actions:write')},
  ${formSight(sql, caller)}`

/** The contacts with these ids that the caller sees, in this order, as the JSON that is sent, joined with commas. */
export async function readContacts(sql: Sql, caller: Caller, ids: number[]) {
  const { group_id, id: user_id } = caller
  const rows = await sql`
    select contacts, answers, tags, actions from read_contacts(${group_id}, ${user_id}, ${ids}, ${contactSight(sql, caller)}, false)`.raw()
  return writeContacts(onlyRow(rows), ids)
}

/** A contact as the JSON that is sent. */
export async function readContact(sql: Sql, caller: Caller, id: number): Promise<string> {
  const { documents, count } = await readContacts(sql, caller, [id])
  if (count === 0) throw await absentContact(sql, caller.group_id, id)
  return documents.toString()
}

/** The same in one call, with the entry in the audit log. */
export async function fetchContact(db: Database, caller: Caller, id: number, request_id: string): Promise<string> {
  const { group_id, id: user_id, token } = caller
  const rows = await db.call(sql =>
    sql`
      select contacts, answers, tags, actions
      from read_contact(${group_id}, ${user_id}, ${id}, ${contactSight(sql, caller)}, ${token.id || null}, ${request_id})`.raw(),
  )
  const { documents, count } = writeContacts(onlyRow(rows), [id])
  if (count === 0) throw await db.transaction(sql => absentContact(sql, group_id, id))
  return documents.toString()
}
