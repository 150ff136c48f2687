import { ApiError } from '../../errors.ts'
import { isFatal, refusedAs, stateOf } from '../sql.ts'

// What can be the matter with the database, and how it is told to whoever asked.

/** The session broke while it was needed. */
export class ConnectionLost extends Error {}

/** After a failover: this server has become one that only reads. In the answer to a request it is the cause. */
export const isDemoted = (error: unknown) =>
  refusedAs(error, 'read_only') || refusedAs((error as Error)?.cause, 'read_only')

/** The database could not agree with itself on a commit, and gave it up. */
export class NotCommitted extends Error {}

export const overloaded = () =>
  new ApiError('unavailable', 'Muster has more to do than it can just now; try again in a moment.', {
    headers: { 'retry-after': '1' },
  })

const broken = /^(CONNECTION_|CONNECT_TIMEOUT)/
// Classes of SQLSTATE that speak of the server and not of the statement: connection, resources, shutdown, read-only after a failover.
const ailing = /^(08|53|57P|25006|58)/

/** Whether the session is over, or about to be: after a fatal error the server hangs up, and what a system call refuses is a line that failed. */
const isBreak = (error: unknown) =>
  error instanceof ConnectionLost ||
  isFatal(error) ||
  typeof (error as NodeJS.ErrnoException | null)?.syscall === 'string' ||
  broken.test(String((error as { code?: unknown } | null)?.code ?? ''))

/** Whether the session is sure to be as good as before: it was refused something, by the database or by us. */
export const isInStep = (error: unknown) =>
  error instanceof ApiError || error instanceof NotCommitted || (stateOf(error) !== undefined && !isBreak(error))

/** Trouble of the database becomes a 503: the request may succeed later, unchanged. */
export function translated(error: unknown): unknown {
  if (error instanceof ApiError) return error
  if (refusedAs(error, 'disk_full'))
    return trouble('The disk of the database is full; nothing can be written until some space is freed.', error)
  if (refusedAs(error, 'unsafe_session'))
    return trouble('The database is not set up as Muster needs it. The log of the server says what to change.', error)
  if (isBreak(error) || ailing.test(stateOf(error) ?? '')) return away(error)
  if (refusedAs(error, 'lock_timeout'))
    return new ApiError('unavailable', 'Somebody else is changing the same thing just now; try again in a moment.', {
      headers: { 'retry-after': '1' },
    })
  if (refusedAs(error, 'query_canceled')) return tooExpensive(error)
  return error
}

/** The work was cut off because it took too long; the database is well. */
export const tooExpensive = (cause: unknown) =>
  Object.assign(
    new ApiError(
      'too_expensive',
      'This request took too long and was stopped. Ask for less at once: fewer conditions, a shorter page or a shorter period.',
    ),
    { cause },
  )

/** It does not answer at all. */
export const away = (cause?: unknown) =>
  trouble('The database cannot be reached just now; try again in a moment.', cause)

const trouble = (sentence: string, cause: unknown) =>
  Object.assign(new ApiError('unavailable', sentence, { headers: { 'retry-after': '1' } }), { cause })
