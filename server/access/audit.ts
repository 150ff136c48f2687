import { clearSpace, setRlsContext } from '../db/rls_context.ts'
import type { Fragment, Sql } from '../db/sql.ts'
import type { Caller } from './caller.ts'

/** An access to, an export of, or a change of sensitive data. */
export interface AuditEntry {
  caller: Pick<Caller, 'id' | 'group_id' | 'token'>
  request_id: string
  /** What was done, such as `contact.read` or `contacts.exported`. */
  kind: string
  subject: string
  subject_id?: number | null
  details?: object
}

/** Writes an entry in the transaction that does the work. */
export const recordAudit = (
  sql: Sql,
  { caller, request_id, kind, subject, subject_id = null, details = {} }: AuditEntry,
) => sql`
  insert into audit_log (group_id, user_id, token_id, request, kind, subject, subject_id, details)
  values (${caller.group_id}, ${caller.id}, ${caller.token.id || null}, ${request_id}, ${kind}, ${subject}, ${subject_id},
          ${JSON.stringify(details)}::text::json)`

/** The same for what housekeeping does later, without a user and a request. */
export const recordHousekeeping = (
  sql: Sql,
  {
    group_id,
    kind,
    subject,
    subject_id,
    details,
  }: { group_id: number; kind: string; subject: string; subject_id: number; details: object },
) => sql`
  insert into audit_log (group_id, request, kind, subject, subject_id, details)
  values (${group_id}, '', ${kind}, ${subject}, ${subject_id}, ${JSON.stringify(details)}::text::json)`

/**
 * The same in a function of the database that reads, with the parameters `token` and `request_id`. The entry does not wait for the disk, so that the
 * call is as fast as a read; a power failure loses the entries of the last moments. `subject_id` and `details` are SQL.
 */
export const auditOfRead = (
  { kind, subject }: Pick<AuditEntry, 'kind' | 'subject'>,
  { subject_id = 'null', details = "'{}'" },
) => `
    set local synchronous_commit = off;
    insert into audit_log (group_id, user_id, token_id, request, kind, subject, subject_id, details)
    values (space, acting_user, token, request_id, '${kind}', '${subject}', ${subject_id}, ${details});`

/** Writes one entry for each of these subjects. */
export const recordAuditOfEach = (
  sql: Sql,
  { caller, request_id, kind, subject, details = {} }: Omit<AuditEntry, 'subject_id'>,
  subject_ids: number[],
) => sql`
  insert into audit_log (group_id, user_id, token_id, request, kind, subject, subject_id, details)
  select ${caller.group_id}::bigint, ${caller.id}::bigint, ${caller.token.id || null}::bigint, ${request_id}, ${kind}, ${subject}, id,
         ${JSON.stringify(details)}::text::json
  from unnest(${subject_ids}::bigint[]) as id
  returning group_id`

/** An event of an account. It concerns every space that its owner has joined; not those where the membership is pending. */
export interface AccountAuditEntry {
  account_id: number
  request_id: string
  kind: string
  details?: object
  /** Whether the owner did it; a wrong password may come from anyone. */
  by_owner?: boolean
  /** The only space that it concerns. */
  only_in?: number
}

/**
 * Writes an entry in the audit log of each space of the account. The transaction must have the user in its context, and no space. With
 * `isReachable`, spaces on a lost node of a distributed database do not get the entry, so that their members can still sign in and out.
 */
export async function recordAccountAudit(
  sql: Sql,
  { account_id, request_id, kind, details = {}, by_owner = true, only_in }: AccountAuditEntry,
  isReachable: (column: string) => Fragment = () => sql`true`,
) {
  const spaces = await sql<{ group_id: number }[]>`
    select group_id from users
    where id = ${account_id} and deleted_at is null and pending_since is null and ${isReachable('group_id')}
    order by group_id`
  for (const { group_id } of spaces.filter(space => only_in === undefined || space.group_id === only_in)) {
    await setRlsContext(sql, { group_id })
    await sql`
      insert into audit_log (group_id, user_id, request, kind, subject, subject_id, details)
      values (${group_id}, ${by_owner ? account_id : null}, ${request_id}, ${kind}, 'user', ${account_id},
              ${JSON.stringify(details)}::text::json)`
  }
  await clearSpace(sql)
}
