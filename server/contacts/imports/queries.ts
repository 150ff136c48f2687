import { recordAudit } from '../../access/audit.ts'
import { type Caller, may } from '../../access/caller.ts'
import { databaseTime } from '../../db/clock.ts'
import { rowOf, type Sql } from '../../db/sql.ts'
import { ApiError, forbidden, notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { queueJob } from '../../jobs/queue.ts'
import { hiddenForms, seesForm } from '../core/form_visibility.ts'
import { deleteOldestFiles } from '../core/import_retention.ts'
import type { StoredFile } from './file_queries.ts'
import { emptyImportCounts, outcomeOf } from './outcome.ts'
import {
  formsIn,
  type Import,
  type ImportSettings,
  type ImportSummary,
  isSensitive,
  type separatorNames,
} from './schema.ts'

export async function beginImport(sql: Sql, caller: Caller, name: string) {
  await deleteOldestFiles(sql, caller.group_id)
  const [row] = await sql<[{ id: number }]>`
    insert into imports (group_id, user_id, name) values (${caller.group_id}, ${caller.id}, ${name}) returning id`
  return row.id
}

/** Deletes an upload that did not become an import. */
export async function discardImport(sql: Sql, { group_id }: Caller, id: number) {
  await sql`
    delete from import_chunks
    where group_id = ${group_id} and import_id in (select id from imports where group_id = ${group_id} and id = ${id} and ready_at is null)`
  await sql`delete from imports where group_id = ${group_id} and id = ${id} and ready_at is null`
}

/** The forms that an import of this caller can answer. */
export const openForms = (sql: Sql, caller: Caller) => sql<{ id: number; label: string }[]>`
  select f.id, f.label from forms f
  where f.group_id = ${caller.group_id} and f.archived_at is null and ${seesForm(sql, caller)}
  order by f.id limit 1000`

interface StoredImport extends StoredFile {
  data_start: number
  first_row: number
  settings: ImportSettings
}

/** Saves the file and settings of an import, which is listed from then on. An earlier dry run no longer applies. */
export async function saveImport(
  sql: Sql,
  { group_id }: Caller,
  id: number,
  kept: Partial<Omit<StoredImport, 'group_id' | 'id'>> & { name?: string },
) {
  await sql`
    update imports
    set ${sql(rowOf(kept))}, check_job_id = null, ready_at = coalesce(ready_at, ${await databaseTime(sql)}), updated_at = now()
    where group_id = ${group_id} and id = ${id}`
}

/** Marks the import as changed, which begins its retention again. */
export const touchImport = (sql: Sql, { group_id }: Caller, id: number) => sql`
  update imports set updated_at = now() where group_id = ${group_id} and id = ${id}`

const stateOf = (sql: Sql) => sql`
  case
    when un.state in ('queued', 'running') then 'undoing'
    when un.state = 'done' then 'undone'
    when ru.state in ('queued', 'running') then 'running'
    when ru.state = 'done' then 'done'
    when ru.state is not null then 'stopped'
    when ch.state in ('queued', 'running') then 'checking'
    when ch.state = 'done' then 'checked'
    else 'ready'
  end`

interface Row extends Omit<ImportSummary, 'check' | 'run' | 'undo'> {
  check: object | null
  run: object | null
  undo: object | null
  encoding: Import['encoding']
  separator: string
  settings: ImportSettings
}

const rows = (sql: Sql, { group_id }: Caller, more = sql``) => sql`
  select i.id, i.created_at, i.updated_at, json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname) as user, i.name, i.bytes,
         ${stateOf(sql)} as state, i.forgotten_at, i.check_job_id, i.run_job_id, i.undo_job_id, i.encoding, i.separator, i.settings,
         case when ch.done > 0 then ch.result end as check, case when ru.done > 0 then ru.result end as run,
         case when un.id is not null then un.result end as undo
  from imports i
  join users u on u.group_id = ${group_id} and u.id = i.user_id
  left join jobs ch on ch.group_id = ${group_id} and ch.id = i.check_job_id
  left join jobs ru on ru.group_id = ${group_id} and ru.id = i.run_job_id
  left join jobs un on un.group_id = ${group_id} and un.id = i.undo_job_id
  where i.group_id = ${group_id} and i.ready_at is not null ${more}`

/** Newest first. */
export async function listImports(sql: Sql, caller: Caller, { limit, offset }: Paging) {
  const [found, [count]] = await Promise.all([
    sql<Row[]>`${rows(sql, caller)} order by i.id desc limit ${Math.min(limit, page_size_max)} offset ${offset}`,
    sql<[{ total: number }]>`
      select count(*) as total from imports where group_id = ${caller.group_id} and ready_at is not null`,
  ])
  return { rows: found.map(row => summaryOf(row, false)), total: count.total }
}

export async function readImport(sql: Sql, caller: Caller, id: number): Promise<Import> {
  const row = await findRow(sql, caller, id)
  const { match, mode, empty_cells, date_order, tags, split_street = false, columns } = row.settings
  const sees_rows = await maySeeRows(sql, caller, row)
  return {
    ...summaryOf(row, sees_rows),
    encoding: row.encoding,
    separator: separatorName(row.separator),
    match,
    mode,
    empty_cells,
    date_order,
    tags,
    split_street,
    columns: columns.map(({ samples, recognised_by = null, ...column }, index) => ({
      index,
      ...column,
      samples: sees_rows ? samples : [],
      recognised_by,
    })),
  }
}

async function findRow(sql: Sql, caller: Caller, id: number) {
  const [row] = await sql<Row[]>`${rows(sql, caller, sql`and i.id = ${id}`)}`
  if (!row) throw notFound('import')
  return row
}

export const separatorName = (separator: string) =>
  (separator === '\t' ? 'tab' : separator) as (typeof separatorNames)[number]

function summaryOf(
  { encoding: _, separator: __, settings, check, run, undo, ...about }: Row,
  samples: boolean,
): ImportSummary {
  const outcome = (result: object | null) =>
    result && outcomeOf({ ...emptyImportCounts(), ...result }, settings.columns, samples)
  return {
    ...about,
    check: outcome(check),
    run: outcome(run),
    undo: undo && { restored: 0, deleted: 0, kept: 0, ...undo },
  }
}

/** The content of a file is visible to the user who uploaded it, and with `contacts:sensitive`; not if it answers a form that the caller does not see. */
async function maySeeRows(
  sql: Sql,
  caller: Caller,
  { user, settings }: { user: { id: number }; settings: ImportSettings },
) {
  if (await hasHiddenForm(sql, caller, settings)) return false
  return (
    may(caller, 'contacts:sensitive') ||
    (may(caller, 'contacts:read') && user.id === caller.id && !isSensitive(settings))
  )
}

async function hasHiddenForm(sql: Sql, caller: Caller, settings: ImportSettings) {
  const form_ids = formsIn(settings)
  if (form_ids.length === 0) return false
  const hidden = await hiddenForms(sql, caller)
  return form_ids.some(id => hidden.has(id))
}

export function checkMayImport(caller: Caller, settings: ImportSettings) {
  if (!may(caller, 'contacts:write')) throw forbidden('Your role or token lacks the permission contacts:write.')
  if (isSensitive(settings) && !may(caller, 'contacts:sensitive'))
    throw forbidden('Your role or token lacks the permission contacts:sensitive, which tags and answers need.')
}

/** The import as a job needs it. */
export async function loadImport(sql: Sql, group_id: number, id: number): Promise<StoredImport> {
  const [row] = await sql<StoredImport[]>`
    select group_id, id, bytes, encoding, separator, data_start, first_row, settings
    from imports
    where group_id = ${group_id} and id = ${id}`
  if (!row) throw notFound('import')
  return row
}

/** The same, to read its rows; refused unless the caller may see them. */
export async function readableFile(sql: Sql, caller: Caller, id: number): Promise<StoredImport> {
  const row = await findRow(sql, caller, id)
  if (!(await maySeeRows(sql, caller, row)))
    throw forbidden(
      'The content of this file is visible to the user who uploaded it, and with the permission contacts:sensitive.',
    )
  return loadImport(sql, caller.group_id, id)
}

/** The language of the caller. */
export async function localeOf(sql: Sql, { group_id, id }: Caller): Promise<string> {
  const [row] = await sql<{ locale: string }[]>`select locale from users where group_id = ${group_id} and id = ${id}`
  return row?.locale ?? 'en'
}

/** Locks the import; throws a conflict unless it is in one of these states. */
export async function lockImport(sql: Sql, caller: Caller, id: number, states: Import['state'][], otherwise: string) {
  await sql`select from imports where group_id = ${caller.group_id} and id = ${id} for update`
  const row = await findRow(sql, caller, id)
  if (!states.includes(row.state) || row.forgotten_at) {
    const detail = row.forgotten_at ? 'The file of this import was deleted after a month; upload it again.' : otherwise
    throw new ApiError('conflict', detail)
  }
  checkMayImport(caller, row.settings)
  if (await hasHiddenForm(sql, caller, row.settings))
    throw forbidden('This import answers a form that is not visible to you.')
  return row
}

const jobs = {
  check: { kind: 'import_check', column: 'check_job_id', unit: 'bytes', audit: undefined },
  run: { kind: 'import_run', column: 'run_job_id', unit: 'bytes', audit: 'contacts.imported' },
  undo: { kind: 'import_undo', column: 'undo_job_id', unit: 'contacts', audit: 'contacts.import_undone' },
} as const

/** Queues a job for the import, which must be locked. */
export async function startImportJob(
  sql: Sql,
  caller: Caller,
  id: number,
  what: keyof typeof jobs,
  request_id: string,
) {
  const { kind, column, unit, audit } = jobs[what]
  const job_id = await queueJob(sql, caller, { kind, subject_id: id, unit, request_id })
  await sql`update imports set ${sql({ [column]: job_id })}, updated_at = now() where group_id = ${caller.group_id} and id = ${id}`
  if (audit) await recordAudit(sql, { caller, request_id, kind: audit, subject: 'import', subject_id: id })
  return readImport(sql, caller, id)
}
