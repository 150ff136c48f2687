import { type Caller, may } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { requestCancel } from '../../jobs/queue.ts'
import type { Job } from './schema.ts'

/** The jobs of the caller, or all jobs of the space with the permission contacts:write. */
const visibleJobs = (sql: Sql, caller: Caller) => sql`
  from jobs j
  join users u on u.group_id = ${caller.group_id} and u.id = j.user_id
  where j.group_id = ${caller.group_id} ${may(caller, 'contacts:write') ? sql`` : sql`and j.user_id = ${caller.id}`}`

const columns = (sql: Sql) => sql`
  j.id, j.created_at, j.started_at, j.ended_at, json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname) as user,
  j.kind, j.subject_id, j.state, j.unit, j.done, j.total, j.cancel_requested, j.error`

/** Lists jobs, newest first. */
export async function listJobs(sql: Sql, caller: Caller, { limit, offset, state }: Paging & { state?: Job['state'] }) {
  const matching = sql`${visibleJobs(sql, caller)} ${state === undefined ? sql`` : sql`and j.state = ${state}`}`
  const [rows, [count]] = await Promise.all([
    sql<Job[]>`
      select ${columns(sql)} ${matching}
      order by j.id desc
      limit ${Math.min(limit, page_size_max)} offset ${offset}`,
    sql<[{ total: number }]>`select count(*) as total ${matching}`,
  ])
  return { rows, total: count.total }
}

export async function readJob(sql: Sql, caller: Caller, id: number): Promise<Job> {
  const [job] = await sql<Job[]>`select ${columns(sql)} ${visibleJobs(sql, caller)} and j.id = ${id}`
  if (!job) throw notFound('job')
  return job
}

/** Cancels a job. A queued job ends at once; a running job ends after its current step. */
export async function cancelJob(sql: Sql, caller: Caller, id: number): Promise<Job> {
  await readJob(sql, caller, id)
  await requestCancel(sql, caller.group_id, id)
  return readJob(sql, caller, id)
}
