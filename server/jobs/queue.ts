import { type Caller, callerWith, noCredential } from '../access/caller.ts'
import { notifyAll } from '../db/notifications.ts'
import type { WorkOverSpaces } from '../db/pool/options.ts'
import type { Pool } from '../db/pool/pool.ts'
import { hasSqlstate, onlyRow, rowOf, type Sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'

/** A job as its steps see it. Only the steps of its kind interpret `position` and `result`. */
export interface Job {
  group_id: number
  id: number
  user_id: number
  token_id: number
  scopes: string[] | null
  request: string
  kind: string
  subject_id: number
  done: number
  total: number
  // biome-ignore lint/suspicious/noExplicitAny: each kind of job stores its own shape
  position: any
  // biome-ignore lint/suspicious/noExplicitAny: each kind of job stores its own shape
  result: any
  cancel_requested: boolean
}

/** The progress after a step, saved in the transaction of the step. */
export interface StepResult {
  position: object
  result: object
  done: number
  total: number
  over: boolean
}

/** Does a bounded part of a job, as the user who queued it. */
export type JobStep = (step: { sql: Sql; caller: Caller; job: Job }) => Promise<StepResult>

export interface NewJob {
  kind: string
  subject_id: number
  unit: string
  request_id: string
}

/** Queues a job in the transaction that makes it necessary. */
export async function queueJob(
  sql: Sql,
  caller: Caller,
  { kind, subject_id, unit, request_id }: NewJob,
): Promise<number> {
  const job = {
    group_id: caller.group_id,
    user_id: caller.id,
    token_id: caller.token.id,
    scopes: caller.scopes ? [...caller.scopes] : null,
    request: request_id,
    kind,
    subject_id,
    unit,
  }
  const { id } = onlyRow(await sql<{ id: number }[]>`insert into jobs ${sql(rowOf(job))} returning id`)
  await notifyAll(sql, 'jobs')
  return id
}

/** A running job without a heartbeat for this long can be claimed again. A step that still runs holds a row lock as well. */
const heartbeat_age_s_max = 10

export interface ClaimedJob {
  group_id: number
  id: number
  user_id: number
}

const candidates_max = 100

/** Claims the oldest free job of all spaces; a space runs one job at a time. */
export async function claimJob(worker: Pool, holder: string): Promise<ClaimedJob | undefined> {
  for (const job of await worker.readReachableSpaces(freeJobs)) {
    const claimed = await worker.write({}, sql => claimIfFree(sql, holder, job)).catch(ifSpaceIsBusy)
    if (claimed) return claimed
  }
  return undefined
}

const isAbandoned = (sql: Sql) => sql`
  state = 'running' and heartbeat_at < now() - make_interval(secs => ${heartbeat_age_s_max})`

const freeJobs: WorkOverSpaces<{ group_id: number; id: number }[]> = async (sql, isReachable) =>
  sql`
    select group_id, id
    from jobs j
    where ${isReachable('j.group_id')} and next_attempt <= now()::timestamptz(3) and (
      ${isAbandoned(sql)}
      or state = 'queued' and not exists (
        select from jobs r where r.group_id = j.group_id and ${isReachable('r.group_id')} and r.state = 'running'))
    order by next_attempt, id
    limit ${candidates_max}`

async function claimIfFree(sql: Sql, holder: string, { group_id, id }: { group_id: number; id: number }) {
  const [free] = await sql<{ started_at: string | null; now: string }[]>`
    select started_at, now() as now from jobs
    where group_id = ${group_id} and id = ${id} and next_attempt <= now()::timestamptz(3) and (state = 'queued' or ${isAbandoned(sql)})
    for update skip locked`
  if (!free) return undefined
  const [job] = await sql<ClaimedJob[]>`
    update jobs
    set state = 'running', claimed_by = ${holder}, heartbeat_at = ${free.now}, started_at = ${free.started_at ?? free.now},
        attempts = attempts + 1
    where group_id = ${group_id} and id = ${id}
    returning group_id, id, user_id`
  return job
}

/** Another process claimed another job of the same space at the same time. */
function ifSpaceIsBusy(error: unknown): undefined {
  if (!hasSqlstate(error, 'unique_violation')) throw error
}

/**
 * Runs one step of a job that this holder has claimed, in the given transaction. Answers whether there is more to do: false also if the job
 * was cancelled, or claimed by another process.
 */
export async function runStep(
  sql: Sql,
  { group_id, id }: { group_id: number; id: number },
  holder: string,
  steps: Record<string, JobStep>,
): Promise<boolean> {
  const [job] = await sql<Job[]>`
    select group_id, id, user_id, token_id, scopes, request, kind, subject_id, done, total, position, result, cancel_requested
    from jobs
    where group_id = ${group_id} and id = ${id} and claimed_by = ${holder} and state = 'running'
    for update`
  if (!job) return false
  if (job.cancel_requested) {
    await endJob(sql, job, 'cancelled')
    return false
  }
  const caller = await callerWith(sql, {
    ...noCredential,
    id: job.token_id,
    user_id: job.user_id,
    group_id,
    scopes: job.scopes,
  })
  if (!caller) throw new ApiError('forbidden', 'The user who started this job has left the space.')
  const step = steps[job.kind]
  if (!step) throw new Error(`there is no job of the kind ${job.kind}`)
  const { position, result, done, total, over } = await step({ sql, caller, job })
  await sql`
    update jobs
    set position = ${JSON.stringify(position)}::text::json, result = ${JSON.stringify(result)}::text::json,
        done = ${done}, total = ${total}, heartbeat_at = now(), attempts = 0
    where group_id = ${group_id} and id = ${id}`
  if (over) await endJob(sql, job, 'done')
  else await notifyAll(sql, 'progress')
  return !over
}

export async function endJob(
  sql: Sql,
  { group_id, id }: { group_id: number; id: number },
  state: 'done' | 'failed' | 'cancelled',
  error = '',
) {
  await sql`
    update jobs
    set state = ${state}, error = ${error}, ended_at = now(), claimed_by = null
    where group_id = ${group_id} and id = ${id} and state in ('queued', 'running')`
  await notifyAll(sql, 'progress')
  // The next job of this space may begin.
  await notifyAll(sql, 'jobs')
}

/** Cancels a job: a queued one at once, a running one after its current step. Throws a conflict for one that has ended. */
export async function requestCancel(sql: Sql, group_id: number, id: number) {
  const { state } = onlyRow(
    await sql<{ state: string }[]>`
      select state from jobs where group_id = ${group_id} and id = ${id} for update`,
  )
  if (state !== 'queued' && state !== 'running')
    throw new ApiError('conflict', 'This job has already ended and cannot be cancelled.')
  await sql`update jobs set cancel_requested = true where group_id = ${group_id} and id = ${id}`
  if (state === 'queued') await endJob(sql, { group_id, id }, 'cancelled')
  else await notifyAll(sql, 'progress')
}

const attempts_max = 6

/** Why a step failed. `final`: a retry would fail again. */
export interface JobFailure {
  /** As it is stored. */
  reason: string
  final: boolean
}

/** Puts a job back into the queue: at once, or with a delay after a failure. After too many failures the job fails. */
export async function releaseJob(
  sql: Sql,
  { group_id, id }: { group_id: number; id: number },
  holder: string,
  failure?: JobFailure,
) {
  const [job] = await sql<{ attempts: number }[]>`
    select attempts from jobs
    where group_id = ${group_id} and id = ${id} and claimed_by = ${holder} and state = 'running'
    for update`
  if (!job) return
  if (failure && (failure.final || job.attempts >= attempts_max))
    return endJob(sql, { group_id, id }, 'failed', failure.reason)
  await sql`
    update jobs
    set state = 'queued', claimed_by = null, attempts = ${failure ? job.attempts : 0},
        next_attempt = now() + make_interval(secs => ${failure ? 2 ** job.attempts : 0})
    where group_id = ${group_id} and id = ${id}`
  await notifyAll(sql, 'jobs')
}
