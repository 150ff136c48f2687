import type { Caller } from '../../access/caller.ts'
import { isInScope, visibleScope } from '../../contacts/core/restriction.ts'
import { cell } from '../../csv.ts'
import { directionOf } from '../../db/sort_direction.ts'
import type { Fragment, Sql } from '../../db/sql.ts'
import { page_size_max, validInstant, validLastInstant } from '../../fields.ts'
import { cursorOf } from '../../http/cursor.ts'
import { parseSorting, type Sorting, sortParam } from '../../http/sorting.ts'
import type { AuditEntry, AuditFilters } from './schema.ts'

export const auditCursor = cursorOf('time', 'id')

const newest_first = '-created_at'
export const AuditSort = sortParam(['created_at'], newest_first, 'By the time of the entry; newest first by default.')

interface AuditPage extends AuditFilters {
  limit: number
  sort: Sorting<'created_at'>
  cursor?: string
}

/** Lists audit entries by time. Each filter has an index in that order, so that every page is an index range. */
export async function listAudit(sql: Sql, caller: Caller, { limit, sort, cursor, ...filters }: AuditPage) {
  const { group_id } = caller
  const page_size = Math.min(limit, page_size_max)
  const after = auditCursor.read(cursor)
  const { words, beyond } = directionOf(sql, parseSorting(sort).descending)
  const rows = await sql<AuditEntry[]>`
    select a.id, a.created_at, a.token_id, a.request, a.kind, a.subject, a.subject_id, a.details,
           case when u.id is not null then json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname) end as user,
           coalesce(btrim(s.firstname || ' ' || s.surname), btrim(c.firstname || ' ' || c.surname), ${namedSubject(sql, group_id)}, '') as subject_name
    from audit_log a
    left join users u on u.group_id = ${group_id} and u.id = a.user_id
    left join users s on s.group_id = ${group_id} and s.id = a.subject_id and a.subject = 'user'
    left join contacts c on c.group_id = ${group_id} and c.id = a.subject_id and a.subject = 'contact' and ${isInScope(sql, visibleScope(caller))}
    where a.group_id = ${group_id} ${conditions(sql, filters)}
      ${after ? sql`and (a.created_at, a.id) ${beyond} (${after[0]}, ${after[1]})` : sql``}
    order by a.created_at ${words}, a.id ${words}
    limit ${page_size}`
  const last = rows.length === page_size ? rows.at(-1) : undefined
  return { rows: [...rows], next_cursor: last ? auditCursor.write(last.created_at, last.id) : null }
}

/** The present name of a record that an administrator set up, or the one it had then. */
const namedSubject = (sql: Sql, group_id: number) => sql`
  case when a.subject in ('role', 'token', 'integration', 'webhook', 'bank_account', 'identity_provider') then coalesce(
    case a.subject
      when 'role' then (select name from roles where group_id = ${group_id} and id = a.subject_id)
      when 'integration' then (select name from integrations where group_id = ${group_id} and id = a.subject_id)
      when 'webhook' then (select name from webhooks where group_id = ${group_id} and id = a.subject_id)
      when 'bank_account' then (select name from bank_accounts where group_id = ${group_id} and id = a.subject_id)
    end, a.details ->> 'name', a.details ->> 'domain') end`

function conditions(sql: Sql, { user_id, kind, subject, subject_id, changes_only, from, to }: AuditFilters): Fragment {
  const parts: Fragment[] = []
  if (user_id !== undefined) parts.push(sql`and a.user_id = ${user_id}`)
  if (kind !== undefined) parts.push(sql`and a.kind = ${kind}`)
  if (subject !== undefined) parts.push(sql`and a.subject = ${subject}`)
  if (subject_id !== undefined) parts.push(sql`and a.subject_id = ${subject_id}`)
  // The condition of the index audit_log_changes.
  if (changes_only)
    parts.push(sql`and a.kind !~ '(read|listed|searched|exported|downloaded|signed_in|sign_in_failed)$'`)
  if (from !== undefined) parts.push(sql`and a.created_at >= ${validInstant(from)}`)
  if (to !== undefined) parts.push(sql`and a.created_at <= ${validLastInstant(to)}`)
  return parts.reduce((all, part) => sql`${all} ${part}`, sql``)
}

const exported_at_once = 1000
const csv_columns = ['created_at', 'user', 'kind', 'subject', 'subject_id', 'subject_name', 'request', 'details']

/** The matching entries as a CSV file, newest first. */
export async function* auditCsv(
  sql: Sql,
  caller: Caller,
  filters: AuditFilters,
  separator: string,
): AsyncIterable<string> {
  const line = (cells: string[]) => `${cells.map(text => cell(text, separator)).join(separator)}\r\n`
  yield line(csv_columns)
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await listAudit(sql, caller, {
      ...filters,
      sort: newest_first,
      limit: exported_at_once,
      ...(cursor && { cursor }),
    })
    yield page.rows.map(entry => line(csvCells(entry))).join('')
    cursor = page.next_cursor
  }
}

const csvCells = ({ created_at, user, kind, subject, subject_id, subject_name, request, details }: AuditEntry) => [
  created_at,
  user ? `${user.firstname} ${user.surname}`.trim() : '',
  kind,
  subject,
  subject_id === null ? '' : String(subject_id),
  subject_name,
  request,
  JSON.stringify(details),
]
