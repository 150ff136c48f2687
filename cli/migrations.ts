import type { Config } from '../server/config.ts'
import { withSession } from '../server/db/sql.ts'
import type { ParsedArgs } from './command.ts'
import { withDatabase } from './database.ts'
import { whenInterrupted } from './interruption.ts'
import { message, type Output } from './output.ts'
import type { Terminal } from './terminal.ts'

export function applyPending(_: ParsedArgs, config: Config, terminal: Terminal): Promise<Output> {
  const applied: string[] = []
  whenInterrupted(() => 'Migrations are applied all together or not at all. Run the command again.')
  const onMigration = (name: string) => {
    applied.push(name)
    terminal.progress(`Applying ${name}`)
  }
  return withDatabase(
    config,
    async ({ owner_url }) => {
      const [row] = await withSession(
        owner_url,
        owner => owner<[{ name: string }]>`select max(name) as name from migrations`,
      )
      return message(`The database is up to date (${row.name}).`, { version: row.name, applied })
    },
    { onMigration },
  )
}
