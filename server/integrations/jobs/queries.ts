import { type Caller, may } from '../../access/caller.ts'
import { seesFormOf } from '../../contacts/core/form_visibility.ts'
import type { Sql } from '../../db/sql.ts'
import { notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { requestCancel } from '../../jobs/queue.ts'
import type { Language } from '../../messages/language.ts'
import { readStored } from '../../messages/stored.ts'
import type { Job } from './schema.ts'

/** The jobs of the caller, or all jobs of the space with the permission contacts:write. */
const visibleJobs = (sql: Sql, caller: Caller) => sql`
  from jobs j
  where j.group_id = ${caller.group_id} ${may(caller, 'contacts:write') ? sql`` : sql`and j.user_id = ${caller.id}`}
    and (j.kind not in ('bulk_change', 'bulk_change_undo') or j.subject_id not in (${hiddenBulkChanges(sql, caller)}))`

/** Bulk changes of tags and answers that the caller may not see. */
const hiddenBulkChanges = (sql: Sql, caller: Caller) => sql`
  select b.id from bulk_changes b
  where b.group_id = ${caller.group_id} and (
    ${may(caller, 'contacts:sensitive') ? sql`false` : sql`b.sensitive`}
    or (b.form_id is not null and not ${seesFormOf(sql, caller, sql`b.form_id`)}))`

const columns = (sql: Sql, caller: Caller) => sql`
  j.id, j.created_at, j.started_at, j.ended_at,
  (select json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname)
   from users u where u.group_id = ${caller.group_id} and u.id = j.user_id) as user,
  j.kind, j.subject_id, j.state, j.unit, j.done, j.total, j.cancel_requested, j.error`

/** Lists jobs, newest first. */
export async function listJobs(
  sql: Sql,
  caller: Caller,
  { limit, offset, state }: Paging & { state?: Job['state'] },
  language: Language,
) {
  const matching = sql`${visibleJobs(sql, caller)} ${state === undefined ? sql`` : sql`and j.state = ${state}`}`
  const [rows, [count]] = await Promise.all([
    sql<Job[]>`
      select ${columns(sql, caller)} ${matching}
      order by j.id desc
      limit ${Math.min(limit, page_size_max)} offset ${offset}`,
    sql<[{ total: number }]>`select count(*) as total ${matching}`,
  ])
  return { rows: rows.map(job => withError(job, language)), total: count.total }
}

export async function readJob(sql: Sql, caller: Caller, id: number, language: Language): Promise<Job> {
  const [job] = await sql<Job[]>`select ${columns(sql, caller)} ${visibleJobs(sql, caller)} and j.id = ${id}`
  if (!job) throw notFound('job')
  return withError(job, language)
}

/** The job with its error in the language of the reader. */
const withError = (job: Job, language: Language): Job => ({ ...job, error: readStored(job.error, language) })

/** Cancels a job. A queued job ends at once; a running job ends after its current step. */
export async function cancelJob(sql: Sql, caller: Caller, id: number, language: Language): Promise<Job> {
  await readJob(sql, caller, id, language)
  await requestCancel(sql, caller.group_id, id)
  return readJob(sql, caller, id, language)
}
