import { ConnectionError, ApiError as ErrorResponse } from '../sdk/client.ts'
import { ExpectedError } from '../server/expected_error.ts'
import { UsageError } from './command.ts'
import { runCommand } from './commands.ts'
import { maskControlCharacters } from './tables.ts'

try {
  const output = await runCommand(process.argv.slice(2), async () => (await import('../server/config.ts')).readConfig())
  if (output) process.stdout.write(`${output}\n`)
} catch (error) {
  if (!(error instanceof ExpectedError || error instanceof ErrorResponse || error instanceof ConnectionError))
    throw error
  process.stderr.write(`${sentences(error)}\n`)
  process.exit(error instanceof UsageError ? 2 : error instanceof ConnectionError ? 3 : 1)
}

/** The error of the server, field by field, with the request ID for its operator. */
function sentences(error: Error) {
  if (!(error instanceof ErrorResponse)) return error.message
  const fields = error.errors.length > 1 ? error.errors.map(({ location, message }) => `  ${location} ${message}`) : []
  return [error.message, ...fields, `(${error.code}, request ${error.request_id || 'unknown'})`]
    .map(maskControlCharacters)
    .join('\n')
}
