import { recordAudit } from '../../access/audit.ts'
import type { Caller } from '../../access/caller.ts'
import type { WriteContext } from '../../access/write_context.ts'
import { onlyRow, type Sql } from '../../db/sql.ts'
import { ApiError, invalid, notFound } from '../../errors.ts'
import { page_size_max, validInstant } from '../../fields.ts'
import { cursorOf } from '../../http/cursor.ts'
import { msg } from '../../messages/message.ts'
import { publishContacts } from '../core/search_index.ts'
import { erasePerson } from './erasure_queries.ts'
import type {
  CompletedRequest,
  NewPrivacyRequest,
  PrivacyRequest,
  PrivacyRequestChange,
  PrivacyRequestFilters,
} from './schema.ts'

const selectRequests = (sql: Sql, { group_id }: Caller) => sql`
  select r.id, r.created_at, r.updated_at, r.contact_id, btrim(c.firstname || ' ' || c.surname) as contact_name, r.kind, r.state, r.received_at, r.due_at,
         r.state = 'open' and r.due_at < now() as overdue, r.answered_at, r.created_by, r.answered_by, r.notes
  from privacy_requests r
  join contacts c on c.group_id = ${group_id} and c.id = r.contact_id
  where r.group_id = ${group_id}`

export const requestCursor = cursorOf('time', 'id')

/** Lists requests, the earliest due date first. */
export async function listRequests(
  sql: Sql,
  caller: Caller,
  query: PrivacyRequestFilters & { limit: number; cursor?: string },
) {
  const { limit, cursor, kind, state, contact_id } = query
  const page_size = Math.min(limit, page_size_max)
  const after = requestCursor.read(cursor)
  const rows = await sql<PrivacyRequest[]>`
    ${selectRequests(sql, caller)}
      ${kind === undefined ? sql`` : sql`and r.kind = ${kind}`}
      ${state === undefined ? sql`` : sql`and r.state = ${state}`}
      ${contact_id === undefined ? sql`` : sql`and r.contact_id = ${contact_id}`}
      ${after ? sql`and (r.due_at, r.id) > (${after[0]}, ${after[1]})` : sql``}
    order by r.due_at, r.id
    limit ${page_size}`
  const last = rows.length === page_size ? rows.at(-1) : undefined
  return { rows: [...rows], next_cursor: last ? requestCursor.write(last.due_at, last.id) : null }
}

export async function readRequest(sql: Sql, caller: Caller, id: number): Promise<PrivacyRequest> {
  const [row] = await sql<PrivacyRequest[]>`${selectRequests(sql, caller)} and r.id = ${id}`
  if (!row) throw notFound('privacy request')
  return row
}

export async function lockRequest(sql: Sql, caller: Caller, id: number) {
  await sql`select from privacy_requests where group_id = ${caller.group_id} and id = ${id} for update`
  return readRequest(sql, caller, id)
}

/** Records a request. Also for a deleted contact, whose data exists until it is erased. */
export async function createRequest(
  sql: Sql,
  writer: WriteContext,
  { contact_id, kind, received_at, notes }: NewPrivacyRequest,
) {
  const { group_id, id: created_by } = writer.caller
  const [contact] = await sql<{ merged_into: number | null }[]>`
    select merged_into from contacts where group_id = ${group_id} and id = ${contact_id} and erased_at is null for share`
  if (!contact) throw invalid('body.data.contact_id', 'is not a contact of your space', contact_id)
  if (contact.merged_into)
    throw invalid('body.data.contact_id', msg`was merged into contact ${contact.merged_into}`, contact_id)
  const since = received_at === undefined ? new Date().toISOString() : validInstant(received_at)
  const rows = await sql<{ id: number }[]>`
    insert into privacy_requests (group_id, created_by, contact_id, kind, state, received_at, due_at, notes)
    select ${group_id}::bigint, ${created_by}::bigint, ${contact_id}::bigint, ${kind}, 'open', ${since}::timestamptz,
           ${since}::timestamptz + interval '1 month', ${notes}
    returning id`
  const { id } = onlyRow(rows)
  await auditRequest(sql, writer, `privacy.${kind}_asked`, contact_id, id)
  return readRequest(sql, writer.caller, id)
}

export async function changeRequest(sql: Sql, caller: Caller, id: number, { notes, due_at }: PrivacyRequestChange) {
  const before = await lockOpenRequest(sql, caller, id)
  const until = due_at === undefined ? before.due_at : validInstant(due_at)
  const [latest] = await sql<[{ at: string }]>`select ${before.received_at}::timestamptz + interval '3 months' as at`
  if (until > latest.at || until < before.received_at)
    throw invalid('body.data.due_at', msg`must be between ${before.received_at} and ${latest.at}`, due_at)
  await sql`
    update privacy_requests set notes = ${notes ?? before.notes}, due_at = ${until}, updated_at = now()
    where group_id = ${caller.group_id} and id = ${id}`
  return readRequest(sql, caller, id)
}

/** Carries out an erasure or a restriction and closes the request. Other requests are only closed. */
export async function completeRequest(
  sql: Sql,
  writer: WriteContext,
  id: number,
  { confirm_contact_id }: { confirm_contact_id?: number },
): Promise<CompletedRequest> {
  const { kind, contact_id } = await lockOpenRequest(sql, writer.caller, id)
  let still_known_as: CompletedRequest['still_known_as'] = []
  if (kind === 'erasure') {
    if (confirm_contact_id !== contact_id)
      throw invalid(
        'body.data.confirm_contact_id',
        msg`must be ${contact_id}, because an erasure cannot be undone`,
        confirm_contact_id,
      )
    still_known_as = await erasePerson(sql, writer, contact_id)
  }
  if (kind === 'restriction') await setRestricted(sql, writer, contact_id, true)
  return { ...(await closeRequest(sql, writer, id, 'done')), still_known_as }
}

export async function refuseRequest(sql: Sql, writer: WriteContext, id: number, notes: string) {
  await lockOpenRequest(sql, writer.caller, id)
  await sql`update privacy_requests set notes = ${notes} where group_id = ${writer.caller.group_id} and id = ${id}`
  return closeRequest(sql, writer, id, 'refused')
}

/** Lifts a restriction. The contact stays restricted while another restriction is in force. */
export async function liftRestriction(sql: Sql, writer: WriteContext, id: number) {
  const { kind, state, contact_id } = await lockRequest(sql, writer.caller, id)
  if (kind !== 'restriction' || state !== 'done')
    throw new ApiError('conflict', 'Only a restriction in force can be lifted.')
  const lifted = await closeRequest(sql, writer, id, 'lifted')
  const others = await sql`
    select from privacy_requests
    where group_id = ${writer.caller.group_id} and contact_id = ${contact_id} and kind = 'restriction' and state = 'done'`
  if (others.length === 0) await setRestricted(sql, writer, contact_id, false)
  return lifted
}

async function lockOpenRequest(sql: Sql, caller: Caller, id: number) {
  const request = await lockRequest(sql, caller, id)
  if (request.state !== 'open') throw new ApiError('conflict', msg`This request is already ${request.state}.`)
  return request
}

/** Restricts a contact or ends its restriction. The event makes clients read it again, and those without permission get a 404. */
async function setRestricted(sql: Sql, writer: WriteContext, id: number, restricted: boolean) {
  const { group_id } = writer.caller
  const restricted_at = restricted ? new Date().toISOString() : null
  await sql`
    update contacts set restricted_at = ${restricted_at}, updated_at = now(), changed_by = ${writer.caller.id}, version = version + 1
    where group_id = ${group_id} and id = ${id}`
  await publishContacts(sql, writer, 'contact.updated', [id])
}

async function closeRequest(sql: Sql, writer: WriteContext, id: number, state: PrivacyRequest['state']) {
  const { caller } = writer
  await sql`
    update privacy_requests set state = ${state}, answered_at = now(), answered_by = ${caller.id}, updated_at = now()
    where group_id = ${caller.group_id} and id = ${id}`
  const request = await readRequest(sql, caller, id)
  await auditRequest(sql, writer, `privacy.${request.kind}_${state}`, request.contact_id, id)
  return request
}

const auditRequest = (
  sql: Sql,
  { caller, request_id }: WriteContext,
  kind: string,
  contact_id: number,
  request: number,
) =>
  recordAudit(sql, {
    caller,
    request_id,
    kind,
    subject: 'contact',
    subject_id: contact_id,
    details: { privacy_request_id: request },
  })
