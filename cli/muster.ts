import { ConnectionError, ApiError as ErrorResponse } from '../sdk/client.ts'
import { BackupError } from '../server/backup/file.ts'
import { ConfigError, readConfig } from '../server/config.ts'
import { DatabaseError } from '../server/db/connect.ts'
import { EmbeddedError } from '../server/db/embedded/server.ts'
import { MigrationError } from '../server/db/migrate.ts'
import { ApiError } from '../server/errors.ts'
import { CommandError, UsageError } from './command.ts'
import { runCommand } from './commands.ts'
import { maskControlCharacters } from './tables.ts'

const expected = [
  BackupError,
  CommandError,
  ConfigError,
  DatabaseError,
  EmbeddedError,
  MigrationError,
  ApiError,
  ErrorResponse,
  ConnectionError,
]

try {
  const output = await runCommand(process.argv.slice(2), readConfig)
  if (output) process.stdout.write(`${output}\n`)
} catch (error) {
  if (!expected.some(kind => error instanceof kind)) throw error
  process.stderr.write(`${sentences(error as Error)}\n`)
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
