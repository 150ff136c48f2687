import { clearSpace, setRlsContext } from '../db/rls_context.ts'
import type { Sql } from '../db/sql.ts'
import type { Caller } from './caller.ts'

/** What must be accounted for: somebody saw, took out or changed something sensitive. */
export interface AuditEntry {
  caller: Pick<Caller, 'id' | 'group_id' | 'token'>
  request_id: string
  /** What was done, such as `contact.read` or `contacts.exported`. */
  kind: string
  subject: string
  subject_id?: number | null
  details?: object
}

/** Writes the deed into the audit log, in the transaction that does it. Several subjects make several entries. */
export const recordAudit = (
  sql: Sql,
  { caller, request_id, kind, subject, subject_id = null, details = {} }: AuditEntry,
) => sql`
  insert into audit_log (group_id, user_id, token_id, request, kind, subject, subject_id, details)
  values (${caller.group_id}, ${caller.id}, ${caller.token.id || null}, ${request_id}, ${kind}, ${subject}, ${subject_id},
          ${JSON.stringify(details)}::text::json)`

/** Several deeds of one transaction, each of its own kind. */
export const recordAudits = (sql: Sql, deeds: AuditEntry[]): Promise<unknown> =>
  deeds.length === 1
    ? recordAudit(sql, deeds[0]!)
    : sql`
      insert into audit_log (group_id, user_id, token_id, request, kind, subject, subject_id, details)
      select * from json_to_recordset(${JSON.stringify(deeds.map(auditRow))}::text::json)
        as deed (group_id bigint, user_id bigint, token_id bigint, request text, kind text, subject text, subject_id bigint, details json)`

const auditRow = ({ caller, request_id, kind, subject, subject_id = null, details = {} }: AuditEntry) => ({
  group_id: caller.group_id,
  user_id: caller.id,
  token_id: caller.token.id || null,
  request: request_id,
  kind,
  subject,
  subject_id,
  details,
})

/** The same deed done to each of these, an entry for each. */
export const recordAuditOfEach = (
  sql: Sql,
  { caller, request_id, kind, subject, details = {} }: Omit<AuditEntry, 'subject_id'>,
  subject_ids: number[],
) => sql`
  insert into audit_log (group_id, user_id, token_id, request, kind, subject, subject_id, details)
  select ${caller.group_id}::bigint, ${caller.id}::bigint, ${caller.token.id || null}::bigint, ${request_id}, ${kind}, ${subject}, id,
         ${JSON.stringify(details)}::text::json
  from unnest(${subject_ids}::bigint[]) as id`

/** What happened to an account, which concerns every space that its owner has accepted or opened; not those that only added them. */
export interface AccountAuditEntry {
  account_id: number
  request_id: string
  kind: string
  details?: object
  /** Whether they did it themselves; a wrong password may be anybody's. */
  by_owner?: boolean
  /** The one space that it concerns; the others have no business with it. */
  only_in?: number
}

/** Writes it into the audit log of each space of the person. The transaction must act for them, and for no space. */
export async function recordAccountAudit(
  sql: Sql,
  { account_id, request_id, kind, details = {}, by_owner = true, only_in }: AccountAuditEntry,
) {
  const spaces = await sql<{ group_id: number }[]>`
    select group_id from users
    where id = ${account_id} and deleted_at is null and pending_since is null
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
