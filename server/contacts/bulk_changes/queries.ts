import { recordAudit } from '../../access/audit.ts'
import { type Caller, may } from '../../access/caller.ts'
import type { WriteContext } from '../../access/write_context.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, invalid, notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { queueJob, requestCancel } from '../../jobs/queue.ts'
import type { Language } from '../../messages/language.ts'
import { msg } from '../../messages/message.ts'
import { readStored } from '../../messages/stored.ts'
import { expireOldestChanges } from '../core/bulk_change_retention.ts'
import { seesFormOf } from '../core/form_visibility.ts'
import { visibleScope } from '../core/restriction.ts'
import { findContacts } from '../search/engine/find.ts'
import { parseQuery, permittedQuery } from '../search/engine/parse.ts'
import { checkedContent, checkOneKind } from './content.ts'
import { checkMayChange, formOf, isSensitive, kindOf } from './permissions.ts'
import { type KeptCode, keptSentence, type RefusalCode, refusalSentence, shownKept, shownRefusal } from './reasons.ts'
import { type BulkChange, type BulkChangeContent, contacts_max, type Kind, type NewBulkChange } from './schema.ts'

/** So many changes of a space can be in progress. They run one after the other. */
const in_progress_max = 20

/** Fixes the selection and queues the job, in one transaction. */
export async function startBulkChange(
  sql: Sql,
  writer: WriteContext,
  sent: NewBulkChange,
  language: Language,
): Promise<BulkChange> {
  const { caller, request_id } = writer
  const { group_id } = caller
  checkOneKind(sent.change)
  checkMayChange(caller, sent.change)
  const change = await checkedContent(sql, writer, sent.change)
  await checkQueue(sql, group_id)
  const ids = await selectedContacts(sql, caller, sent.contacts)
  await expireOldestChanges(sql, group_id)
  const kind = kindOf(change)
  const [row] = await sql<[{ id: number }]>`
    insert into bulk_changes (group_id, user_id, kind, change, form_id, sensitive, total)
    values (${group_id}, ${caller.id}, ${kind}, ${JSON.stringify(change)}::text::json, ${formOf(change) ?? null}, ${isSensitive(kind)}, ${ids.length})
    returning id`
  await sql`
    insert into bulk_change_contacts (group_id, bulk_change_id, contact_id)
    select ${group_id}::bigint, ${row.id}::bigint, id from unnest(${ids}::bigint[]) as id
    returning group_id`
  const job_id = await queueJob(sql, caller, { kind: 'bulk_change', subject_id: row.id, unit: 'contacts', request_id })
  await sql`update bulk_changes set job_id = ${job_id} where group_id = ${group_id} and id = ${row.id}`
  const details = { change: kind, contacts: ids.length }
  await recordAudit(sql, {
    ...writer,
    kind: 'contacts.changed_in_bulk',
    subject: 'bulk_change',
    subject_id: row.id,
    details,
  })
  return readBulkChange(sql, caller, row.id, language)
}

async function checkQueue(sql: Sql, group_id: number) {
  const [row] = await sql<[{ waiting: number }]>`
    select count(*) as waiting from jobs where group_id = ${group_id} and state in ('queued', 'running')`
  if (row.waiting >= in_progress_max)
    throw new ApiError(
      'conflict',
      msg`${in_progress_max} jobs of this space are in progress. Wait until one has ended.`,
    )
}

/** The ids, each once. Contacts that the caller cannot see are refused one by one when the job reaches them. */
async function selectedContacts(sql: Sql, caller: Caller, { ids, query: sent }: NewBulkChange['contacts']) {
  if ((ids === undefined) === (sent === undefined))
    throw invalid('body.data.contacts', 'must have either ids or query', null)
  if (ids) return [...new Set(ids)]
  const location = 'body.data.contacts.query'
  const query = await permittedQuery(sql, caller, parseQuery(sent, location))
  const search = { query, sort_attr: 'id', sort_asc: true, limit: contacts_max + 1, offset: 0, total: 'none' as const }
  const found = await findContacts(sql, caller.group_id, search, visibleScope(caller))
  if (found.ids.length > contacts_max)
    throw invalid(location, msg`matches more than ${contacts_max} contacts; add conditions to make it smaller`, null)
  if (found.ids.length === 0) throw invalid(location, 'matches no contact', null)
  return found.ids
}

interface StoredChange {
  id: number
  kind: Kind
  change: BulkChangeContent
  total: number
}

/** The change as a job needs it. */
export async function loadBulkChange(sql: Sql, group_id: number, id: number): Promise<StoredChange> {
  const [row] = await sql<StoredChange[]>`
    select id, kind, change, total from bulk_changes where group_id = ${group_id} and id = ${id}`
  if (!row) throw notFound('bulk change')
  return row
}

interface Row extends Omit<BulkChange, 'undo' | 'refusals' | 'changed' | 'unchanged' | 'refused'> {
  result: { changed?: number; unchanged?: number; refused?: number; reasons?: Partial<Record<RefusalCode, number>> }
  undo_job_id: number | null
  undo_done: number
  undo_total: number
  undo_result: { restored?: number; kept?: number; reasons?: Partial<Record<KeptCode, number>> } | null
}

const inProgress = (sql: Sql, job: 'j' | 'u') => sql`${sql(job)}.state in ('queued', 'running')`

/**
 * The caller's own changes, and all of the space with contacts:write. Those of tags and answers need contacts:sensitive, and the caller must see the form.
 */
const isVisible = (sql: Sql, caller: Caller) => sql`
  ${may(caller, 'contacts:write') ? sql`true` : sql`b.user_id = ${caller.id}`}
  ${may(caller, 'contacts:sensitive') ? sql`` : sql`and not b.sensitive`}
  and (b.form_id is null or ${seesFormOf(sql, caller, sql`b.form_id`)})`

const withJobs = (sql: Sql, caller: Caller) => sql`
  from bulk_changes b
  join users p on p.group_id = ${caller.group_id} and p.id = b.user_id
  join jobs j on j.group_id = ${caller.group_id} and j.id = b.job_id
  left join jobs u on u.group_id = ${caller.group_id} and u.id = b.undo_job_id`

const columns = (sql: Sql) => sql`
  b.id, b.created_at, json_build_object('id', p.id, 'firstname', p.firstname, 'surname', p.surname) as user, b.kind, b.change, b.job_id,
  case when ${inProgress(sql, 'u')} then 'undoing' when u.state = 'done' then 'undone' else j.state end as state,
  case when u.state = 'failed' then u.error else j.error end as error, j.done, b.total, j.result, b.undo_job_id, u.done as undo_done,
  u.total as undo_total, u.result as undo_result,
  case when b.expired_at is null and not ${inProgress(sql, 'j')} and coalesce(u.state in ('failed', 'cancelled'), true)
            and (j.result ->> 'changed')::bigint > 0
       then b.created_at + interval '30 days' end as undo_until`

type ListParams = Paging & { in_progress?: boolean | undefined; mine: boolean }

/** Newest first. */
export async function listBulkChanges(
  sql: Sql,
  caller: Caller,
  { limit, offset, in_progress, mine }: ListParams,
  language: Language,
) {
  const { group_id } = caller
  const started = sql`
    b.id in (
      select j.subject_id from jobs j
      where j.group_id = ${group_id} and j.state in ('queued', 'running') and j.kind in ('bulk_change', 'bulk_change_undo'))`
  const wanted = sql`
    ${isVisible(sql, caller)} ${mine ? sql`and b.user_id = ${caller.id}` : sql``}
    ${in_progress === undefined ? sql`` : in_progress ? sql`and ${started}` : sql`and not ${started}`}`
  const [rows, [count]] = await Promise.all([
    sql<Row[]>`
      select ${columns(sql)} ${withJobs(sql, caller)}
      where b.group_id = ${group_id} and ${wanted}
      order by b.id desc
      limit ${Math.min(limit, page_size_max)} offset ${offset}`,
    sql<[{ total: number }]>`select count(*) as total from bulk_changes b where b.group_id = ${group_id} and ${wanted}`,
  ])
  return { rows: rows.map(row => wireOf(caller, row, language)), total: count.total }
}

export async function readBulkChange(sql: Sql, caller: Caller, id: number, language: Language): Promise<BulkChange> {
  const [row] = await sql<
    Row[]
  >`select ${columns(sql)} ${withJobs(sql, caller)} where b.group_id = ${caller.group_id} and b.id = ${id} and ${isVisible(sql, caller)}`
  if (!row) throw notFound('bulk change')
  return wireOf(caller, row, language)
}

function wireOf(caller: Caller, row: Row, language: Language): BulkChange {
  const { result, undo_job_id, undo_done: _, undo_total: __, undo_result: ___, ...others } = row
  const { changed = 0, unchanged = 0, refused = 0, reasons = {} } = result
  return {
    ...others,
    error: readStored(others.error, language),
    change: contentOf(others.change),
    changed,
    unchanged,
    refused,
    refusals: reasonList(
      reasons,
      code => shownRefusal(caller, code),
      code => refusalSentence(code, language),
    ),
    undo: undo_job_id === null ? null : undoOf(caller, row, undo_job_id, language),
  }
}

function contentOf({ answer, ...others }: BulkChange['change']): BulkChange['change'] {
  if (!answer) return others
  const { form_id, form_ref_id, data } = answer
  return { answer: { form_id, form_ref_id, data } }
}

function undoOf(
  caller: Caller,
  { undo_done: done, undo_total: total, undo_result }: Row,
  job_id: number,
  language: Language,
) {
  const { restored = 0, kept = 0, reasons = {} } = undo_result ?? {}
  return {
    job_id,
    done,
    total,
    restored,
    kept,
    reasons: reasonList(
      reasons,
      code => shownKept(caller, code),
      code => keptSentence(code, language),
    ),
  }
}

/** Reasons that the caller sees as the same one are counted together. */
function reasonList<Code extends string>(
  counts: Partial<Record<Code, number>>,
  shown: (code: Code) => Code,
  sentence: (code: Code) => string,
) {
  const sums = new Map<Code, number>()
  for (const [code, contacts] of Object.entries(counts) as [Code, number][])
    sums.set(shown(code), (sums.get(shown(code)) ?? 0) + contacts)
  return [...sums].map(([code, contacts]) => ({ code, reason: sentence(code), contacts }))
}

export async function cancelBulkChange(sql: Sql, caller: Caller, id: number, language: Language): Promise<BulkChange> {
  const change = await readBulkChange(sql, caller, id, language)
  checkMayEnd(caller, change)
  await requestCancel(
    sql,
    caller.group_id,
    change.state === 'undoing' && change.undo ? change.undo.job_id : change.job_id,
  )
  return readBulkChange(sql, caller, id, language)
}

/** Queues the undo. What it cannot restore is kept and listed. */
export async function undoBulkChange(
  sql: Sql,
  writer: WriteContext,
  id: number,
  language: Language,
): Promise<BulkChange> {
  const { caller, request_id } = writer
  const { group_id } = caller
  await sql`select from bulk_changes where group_id = ${group_id} and id = ${id} for update`
  const change = await readBulkChange(sql, caller, id, language)
  checkMayEnd(caller, change)
  if (change.undo_until === null) throw new ApiError('conflict', notUndoable(change))
  await checkQueue(sql, group_id)
  const job_id = await queueJob(sql, caller, { kind: 'bulk_change_undo', subject_id: id, unit: 'contacts', request_id })
  await sql`update bulk_changes set undo_job_id = ${job_id} where group_id = ${group_id} and id = ${id}`
  await recordAudit(sql, { ...writer, kind: 'contacts.bulk_change_undone', subject: 'bulk_change', subject_id: id })
  return readBulkChange(sql, caller, id, language)
}

function checkMayEnd(caller: Caller, { kind }: BulkChange) {
  checkMayChange(caller, { [kind]: {} } as BulkChangeContent)
}

function notUndoable({ state, changed }: BulkChange) {
  if (state === 'queued' || state === 'running') return 'This bulk change has not ended. Cancel it first, or wait.'
  if (state === 'undoing') return 'This bulk change is being undone.'
  if (state === 'undone') return 'This bulk change was already undone.'
  if (changed === 0) return 'This bulk change has changed no contact; there is nothing to undo.'
  return 'A bulk change can be undone for 30 days. This one is older.'
}
