import { BackupError } from '../server/backup/file.ts'
import { ConfigError, readConfig } from '../server/config.ts'
import { DatabaseError } from '../server/db/connect.ts'
import { EmbeddedError } from '../server/db/embedded.ts'
import { MigrationError } from '../server/db/migrate.ts'
import { ApiError } from '../server/errors.ts'
import { CommandError } from './command.ts'
import { perform } from './commands.ts'

try {
  const output = await perform(process.argv.slice(2), readConfig)
  if (output) process.stdout.write(`${output}\n`)
} catch (error) {
  if (
    ![BackupError, CommandError, ConfigError, DatabaseError, EmbeddedError, MigrationError, ApiError].some(
      kind => error instanceof kind,
    )
  )
    throw error
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
