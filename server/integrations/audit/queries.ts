import type { Caller } from '../../access/caller.ts'
import type { Fragment, Sql } from '../../db/sql.ts'
import { page_size_max, validInstant, validLastInstant } from '../../fields.ts'
import { cursorOf } from '../../http/cursor.ts'
import type { AuditEntry, AuditFilters } from './schema.ts'

export const auditCursor = cursorOf('time', 'id')

/** Lists audit entries, newest first. Each filter has an index in that order, so that every page is an index range. */
export async function listAudit(
  sql: Sql,
  { group_id }: Caller,
  query: AuditFilters & { limit: number; cursor?: string },
) {
  const { limit, cursor, ...filters } = query
  const page_size = Math.min(limit, page_size_max)
  const after = auditCursor.read(cursor)
  const rows = await sql<AuditEntry[]>`
    select a.id, a.created_at, a.token_id, a.request, a.kind, a.subject, a.subject_id, a.details,
           case when u.id is not null then json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname) end as user
    from audit_log a
    left join users u on u.group_id = ${group_id} and u.id = a.user_id
    where a.group_id = ${group_id} ${conditions(sql, filters)}
      ${after ? sql`and (a.created_at, a.id) < (${after[0]}, ${after[1]})` : sql``}
    order by a.created_at desc, a.id desc
    limit ${page_size}`
  const last = rows.length === page_size ? rows.at(-1) : undefined
  return { rows: [...rows], next_cursor: last ? auditCursor.write(last.created_at, last.id) : null }
}

function conditions(sql: Sql, { user_id, kind, subject, subject_id, from, to }: AuditFilters): Fragment {
  const parts: Fragment[] = []
  if (user_id !== undefined) parts.push(sql`and a.user_id = ${user_id}`)
  if (kind !== undefined) parts.push(sql`and a.kind = ${kind}`)
  if (subject !== undefined) parts.push(sql`and a.subject = ${subject}`)
  if (subject_id !== undefined) parts.push(sql`and a.subject_id = ${subject_id}`)
  if (from !== undefined) parts.push(sql`and a.created_at >= ${validInstant(from)}`)
  if (to !== undefined) parts.push(sql`and a.created_at <= ${validLastInstant(to)}`)
  return parts.reduce((all, part) => sql`${all} ${part}`, sql``)
}
