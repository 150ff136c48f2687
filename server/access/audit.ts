import type { Sql } from '../db/sql.ts'
import type { Caller } from './caller.ts'

/** What must be accounted for: somebody saw, took out or changed something sensitive. */
export interface Deed {
  caller: Caller
  request_id: string
  /** What was done, such as `contact.read` or `contacts.exported`. */
  kind: string
  subject: string
  subject_id?: number | null
  details?: object
}

/** Writes the deed into the audit log, in the transaction that does it. Several subjects make several entries. */
export const recordDeed = (
  sql: Sql,
  { caller, request_id, kind, subject, subject_id = null, details = {} }: Deed,
) => sql`
  insert into audit_log (group_id, user_id, token_id, request, kind, subject, subject_id, details)
  values (${caller.group_id}, ${caller.id}, ${caller.token.id || null}, ${request_id}, ${kind}, ${subject}, ${subject_id},
          ${JSON.stringify(details)}::text::json)`
