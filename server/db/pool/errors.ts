import { ApiError } from '../../errors.ts'
import { hasSqlstate, isFatal, sqlstateOf } from '../sql.ts'

// Classifies database errors and translates them into API errors.

/** The connection broke during a transaction. */
export class ConnectionLost extends Error {}

/** The work took longer than it may, and its connection was closed. */
export class TookTooLong extends ConnectionLost {}

/** Whether the server has become read-only, as after a failover. An API error has this error as its cause. */
export const isDemoted = (error: unknown) =>
  hasSqlstate(error, 'read_only') || hasSqlstate((error as Error)?.cause, 'read_only')

/** A call on a distributed database needs a session of its own. Nothing was sent. */
export class SessionShared extends Error {}

const connection_failure = /^(CONNECTION_|CONNECT_TIMEOUT)/
// SQLSTATE classes that concern the server and not the statement: connection, resources, shutdown, read-only after a failover.
const server_failure = /^(08|53|57P|25006|58)/

/** Whether the connection is lost. The server closes it after a fatal error; a failed system call means that the socket failed. */
const isConnectionLost = (error: unknown) =>
  error instanceof ConnectionLost ||
  isFatal(error) ||
  typeof (error as NodeJS.ErrnoException | null)?.syscall === 'string' ||
  connection_failure.test(String((error as { code?: unknown } | null)?.code ?? ''))

/** Whether the session can be used after this error: the database or our own code refused a statement. */
export const isSessionUsable = (error: unknown) =>
  error instanceof ApiError ||
  error instanceof SessionShared ||
  (sqlstateOf(error) !== undefined && !isConnectionLost(error))

/**
 * Whether the coordinator of a distributed database lost its connection to another node. The session itself is alive. Citus reports a connection that
 * breaks during a statement as an internal error of the function that reads the results of nodes.
 */
const isNodeLost = (error: unknown) =>
  !isConnectionLost(error) &&
  (sqlstateOf(error)?.startsWith('08') ||
    (hasSqlstate(error, 'internal_error') && (error as { routine?: string }).routine === 'ReportResultError'))

/** Failures of the database become a 503: the same request may succeed later. */
export function databaseApiError(error: unknown): unknown {
  if (error instanceof ApiError) return error
  if (hasSqlstate(error, 'disk_full'))
    return databaseFailure('The disk of the database is full. Nothing can be written until space is freed.', error)
  if (hasSqlstate(error, 'too_many_connections'))
    return databaseFailure('The database has no free connection. Try again in a moment.', error)
  if (hasSqlstate(error, 'unsafe_session'))
    return databaseFailure(
      'The database is not configured as Muster needs it. The server log says what to change.',
      error,
    )
  if (isNodeLost(error)) return nodeUnreachable(error)
  if (isConnectionLost(error) || server_failure.test(sqlstateOf(error) ?? '')) return unreachable(error)
  if (hasSqlstate(error, 'lock_timeout'))
    return new ApiError('unavailable', 'Another request is changing the same record. Try again in a moment.', {
      headers: { 'retry-after': '1' },
    })
  if (hasSqlstate(error, 'query_canceled')) return tooExpensive(error)
  return error
}

/** The transaction was stopped because it took too long; the database is reachable. */
export const tooExpensive = (cause: unknown) =>
  Object.assign(
    new ApiError(
      'too_expensive',
      'This request took too long and was stopped. Ask for less at once: fewer conditions, a shorter page or a shorter period.',
    ),
    { cause },
  )

export const unreachable = (cause?: unknown) =>
  databaseFailure('The database cannot be reached. Try again in a moment.', cause)

/** A node of a distributed database that the request needs is down. */
export const nodeUnreachable = (cause?: unknown) =>
  databaseFailure('A part of the database that this request needs cannot be reached. Try again in a moment.', cause)

const databaseFailure = (sentence: string, cause: unknown) =>
  Object.assign(new ApiError('unavailable', sentence, { headers: { 'retry-after': '1' } }), { cause })
