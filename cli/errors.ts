import { ApiError, ConnectionError } from '../sdk/errors.ts'
import { ExpectedError } from '../server/expected_error.ts'
import { CommandError, UsageError } from './command.ts'
import { muster } from './environment.ts'
import { exit_codes } from './exit_codes.ts'
import { maskControlCharacters } from './tables.ts'

/** The error as one line with a hint. Several problems in one request are listed below it. Undefined for a defect, which needs its stack. */
export function describeError(error: unknown): string | undefined {
  if (error instanceof ApiError) return describeResponse(error)
  if (error instanceof ConnectionError)
    return `${error.message} Check the address, or start the server with "npm start".`
  if (error instanceof ExpectedError) return error.message
  return isOfSystem(error) ? `${error.message} (${error.code})` : undefined
}

/** The error of the server, with the request ID for its operator. */
function describeResponse({ status, code, message, errors, request_id }: ApiError) {
  const text = asTyped(message)
  const hint = status === 401 ? `Not signed in: ${text} Run "${muster} login".` : text
  const fields = errors.length > 1 ? errors.map(({ location, message }) => `  ${asTyped(location)} ${message}`) : []
  return [`${hint} (${code}, request ${request_id || 'unknown'})`, ...fields].map(maskControlCharacters).join('\n')
}

/** Parameters of the path and the query are options here: `query.limit` at the start of a text becomes `--limit`. */
const asTyped = (text: string) => text.replace(/^(?:path|query)\.(?=\w)/, '--')

/** An error of the operating system or of PostgreSQL, such as a full disk or a lost connection. */
const isOfSystem = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && /^([A-Z_]{3,}|[0-9A-Z]{5})$/.test(String(error.code)) && !isDefect(error)

const isDefect = (error: Error) =>
  error instanceof TypeError || String((error as { code?: string }).code).startsWith('ERR_')

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exit_codes.usage
  const isTemporary = error instanceof ExpectedError && 'isTemporary' in error && error.isTemporary
  if (error instanceof ConnectionError || isTemporary) return exit_codes.unreachable
  return exit_codes.failed
}

/** What --json prints about a command that failed with a result, such as findings. */
export const dataOf = (error: unknown) => (error instanceof CommandError ? error.data : undefined)
