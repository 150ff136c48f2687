import { type Caller, callerWith, noCredential } from '../access/caller.ts'
import { announce } from '../db/notifications.ts'
import { refusedAs, rowOf, type Sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'

/** A job as whoever works on it sees it. `position` and `result` are its own business. */
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
  position: any
  result: any
  cancel_requested: boolean
}

/** Where a step has got to. It is written in the same transaction as what the step did. */
export interface Reached {
  position: object
  result: object
  done: number
  total: number
  over: boolean
}

/** One kind of job: a step does a bounded piece of the work, under the standpoint of whoever asked for it. */
export type Work = (step: { sql: Sql; caller: Caller; job: Job }) => Promise<Reached>

export interface Wish {
  kind: string
  subject_id: number
  unit: string
  request_id: string
}

/** Asks for a job in the transaction that makes it necessary. */
export async function queueJob(
  sql: Sql,
  caller: Caller,
  { kind, subject_id, unit, request_id }: Wish,
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
  const [row] = await sql<[{ id: number }]>`insert into jobs ${sql(rowOf(job))} returning id`
  await announce(sql, 'jobs')
  return row.id
}

/** A job whose holder has not been heard of for so long is free again. Whoever is in the middle of a step holds a lock besides. */
const silence_s_max = 10

/** Takes the oldest job that nobody holds, in a space where none is running. Spans all spaces. */
export async function claimJob(
  sql: Sql,
  holder: string,
): Promise<{ group_id: number; id: number; user_id: number } | undefined> {
  try {
    const [job] = await sql<{ group_id: number; id: number; user_id: number }[]>`
      update jobs
      set state = 'running', claimed_by = ${holder}, heartbeat_at = now(), started_at = coalesce(started_at, now()), attempts = attempts + 1
      where (group_id, id) in (
        select j.group_id, j.id
        from jobs j
        where j.next_attempt <= now()::timestamptz(3) and (
          j.state = 'running' and j.heartbeat_at < now() - make_interval(secs => ${silence_s_max})
          or j.state = 'queued' and not exists (select from jobs r where r.group_id = j.group_id and r.state = 'running'))
        order by j.next_attempt, j.id
        limit 1
        for update skip locked)
      returning group_id, id, user_id`
    return job
  } catch (error) {
    // Another process took another job of the same space at the same moment.
    if (refusedAs(error, 'unique_violation')) return undefined
    throw error
  }
}

/**
 * Does one step of a job that this holder has claimed, in the transaction that it is given. Answers whether there is more to do; also
 * not when the job was cancelled, or taken over by somebody else.
 */
export async function takeStep(
  sql: Sql,
  { group_id, id }: { group_id: number; id: number },
  holder: string,
  works: Record<string, Work>,
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
  if (!caller) throw new ApiError('forbidden', 'Whoever asked for this has left the space.')
  const { position, result, done, total, over } = await works[job.kind]!({ sql, caller, job })
  await sql`
    update jobs
    set position = ${JSON.stringify(position)}::text::json, result = ${JSON.stringify(result)}::text::json,
        done = ${done}, total = ${total}, heartbeat_at = now(), attempts = 0
    where group_id = ${group_id} and id = ${id}`
  if (over) await endJob(sql, job, 'done')
  else await announce(sql, 'progress')
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
  await announce(sql, 'progress')
  // The next job of this space may begin.
  await announce(sql, 'jobs')
}

const attempts_max = 6

/** Why a job did not go on. `final`: trying again would not help. */
export interface Trouble {
  sentence: string
  final: boolean
}

/** Gives a job back: to be gone on with at once, or later when there was trouble; gives it up when that has happened too often. */
export async function putBack(
  sql: Sql,
  { group_id, id }: { group_id: number; id: number },
  holder: string,
  trouble?: Trouble,
) {
  const [job] = await sql<{ attempts: number }[]>`
    select attempts from jobs
    where group_id = ${group_id} and id = ${id} and claimed_by = ${holder} and state = 'running'
    for update`
  if (!job) return
  if (trouble && (trouble.final || job.attempts >= attempts_max))
    return endJob(sql, { group_id, id }, 'failed', trouble.sentence)
  await sql`
    update jobs
    set state = 'queued', claimed_by = null, attempts = ${trouble ? job.attempts : 0},
        next_attempt = now() + make_interval(secs => ${trouble ? 2 ** job.attempts : 0})
    where group_id = ${group_id} and id = ${id}`
  await announce(sql, 'jobs')
}
