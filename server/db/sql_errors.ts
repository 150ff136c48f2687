import postgres from 'postgres'
import { not_writable, stale_session, unsafe_session } from './pool/session_setup.ts'

/** The SQLSTATE codes that the code handles, by name. */
export const sqlstate = {
  unique_violation: '23505',
  serialization_failure: '40001',
  deadlock: '40P01',
  failed_transaction: '25P02',
  lock_timeout: '55P03',
  query_canceled: '57014',
  disk_full: '53100',
  read_only: '25006',
  internal_error: 'XX000',
  not_supported: '0A000',
  unsafe_session,
  stale_session,
  not_writable,
  too_many_connections: '53300',
} as const

export const sqlstateOf = (error: unknown) => (error instanceof postgres.PostgresError ? error.code : undefined)

export const isFatal = (error: unknown) => error instanceof postgres.PostgresError && /FATAL|PANIC/.test(error.severity)

/** Whether the error has one of these SQLSTATE codes. */
export const hasSqlstate = (error: unknown, ...names: (keyof typeof sqlstate)[]) =>
  names.some(name => sqlstateOf(error) === sqlstate[name])

// The types declare the message as the argument, but the class takes the fields of the error.
const fatal = (code: string, message: string) =>
  new postgres.PostgresError({ message, code, severity: 'FATAL' } as unknown as string)

/** A session that cannot be used safely. */
export const unsafeSession = (message: string) => fatal(unsafe_session, message)

export const staleSession = () => fatal(stale_session, 'The session was opened before the tables were distributed.')

/** None of the hosts can be written to. */
export const notWritable = { code: not_writable, error: (message: string) => fatal(not_writable, message) }
