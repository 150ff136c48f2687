import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readHeader, takeBackup } from '../server/backup/contents.ts'
import { knownMigrations, restoreBackup } from '../server/backup/restore.ts'
import { backupFolder, backupName } from '../server/backup/schedule.ts'
import { type Config, startedIn } from '../server/config.ts'
import { type Command, CommandError, withDatabase } from './command.ts'

export const backup: Command = {
  about: 'Writes everything into one file, while the server runs or while it does not.',
  argument: 'file',
  run: async ({ argument }, config) => {
    if (!config.DATABASE_URL && !existsSync(join(config.DATA_DIR, 'postgres')))
      throw new CommandError(`There is no database in ${config.DATA_DIR}. Name the right place with DATA_DIR.`)
    const file = backupPath(argument, config)
    if (existsSync(file)) throw new CommandError(`${file} is there already. Name another file.`)
    const { rows, tables, bytes } = await withDatabase(
      config,
      ({ owner_url }) => takeBackup(owner_url, file),
      'as it is',
    )
    return [
      file,
      `${rows} rows of ${tables} tables, ${(bytes / 1e6).toFixed(1)} MB. Keep a copy on another machine, and keep it secret: ` +
        'it holds personal data and keys.',
    ].join('\n')
  },
}

/** Where it was said, in the folder that was named, or beside the others. */
function backupPath(argument: string | undefined, config: Config) {
  const name = backupName(new Date())
  if (argument === undefined) {
    const folder = resolve(backupFolder(config) ?? startedIn())
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return join(folder, name)
  }
  const given = resolve(startedIn(), argument)
  const isFolder = existsSync(given) && statSync(given).isDirectory()
  const folder = isFolder || argument.endsWith('/') ? given : dirname(given)
  if (!existsSync(folder)) throw new CommandError(`There is no folder ${folder}.`)
  return isFolder ? join(given, name) : given
}

export const restore: Command = {
  about: 'Fills an empty database with what a backup holds. Anything but an empty one is refused.',
  argument: 'file',
  run: async ({ argument }, config) => {
    if (!argument) throw new CommandError('muster restore needs the file of a backup.')
    const file = resolve(startedIn(), argument)
    // Before a place for it is made: is this a backup, and one of ours?
    knownMigrations(await readHeader(file))
    const { rows, taken_at } = await withDatabase(config, ({ owner_url }) => restoreBackup(owner_url, file), 'as it is')
    return `${rows} rows are back, as they were on ${taken_at}. "muster verify" checks the books.`
  },
}
