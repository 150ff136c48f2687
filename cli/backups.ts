import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readHeader, takeBackup } from '../server/backup/contents.ts'
import { backupFolder, backupName } from '../server/backup/folder.ts'
import { knownMigrations, restoreBackup } from '../server/backup/restore.ts'
import { backedUpStorage } from '../server/backup/schedule.ts'
import type { Config } from '../server/config.ts'
import { incomingFolder } from '../server/file_storage/incoming.ts'
import { openStorage } from '../server/file_storage/open.ts'
import { CommandError, type ParsedArgs } from './command.ts'
import { withDatabase } from './database.ts'
import { muster, startedIn } from './environment.ts'
import { whenInterrupted } from './interruption.ts'
import type { Output } from './output.ts'
import type { Terminal } from './terminal.ts'

export async function backup({ argument }: ParsedArgs, config: Config, terminal: Terminal): Promise<Output> {
  if (!config.DATABASE_URL && !existsSync(join(config.DATA_DIR, 'postgres')))
    throw new CommandError(`There is no database in ${config.DATA_DIR}. Set DATA_DIR to the right folder.`)
  const file = backupPath(argument, config)
  if (existsSync(file)) throw new CommandError(`${file} already exists. Choose another file name.`)
  const storage = await backedUpStorage(config)
  whenInterrupted(() => 'No backup was written. The database is unchanged.')
  const onProgress = ({ rows, files }: { rows: number; files: number }) =>
    terminal.progress(`${rows} rows${files > 0 ? ` and ${files} files` : ''} written`)
  const summary = await withDatabase(config, ({ owner_url }) => takeBackup(owner_url, file, storage, { onProgress }), {
    state: 'as it is',
  })
  const { rows, tables, bytes, files, missing_files, maps } = summary
  const text = [
    file,
    `${rows} rows of ${tables} tables${storage ? ` and ${files} files` : ', without files'}, ${(bytes / 1e6).toFixed(1)} MB. ` +
      'Copy it to another machine and protect it: it contains personal data and keys.',
    mapsLeftOut(maps),
    ...(missing_files > 0
      ? [`The contents of ${missing_files} files could not be read from ${storage?.location}. See "${muster} verify".`]
      : []),
  ].join('\n')
  return { text, data: { file, rows, tables, files, missing_files, maps, bytes } }
}

/** Maps can be had again, and would make every backup hundreds of megabytes larger. */
const mapsLeftOut = (maps: number) =>
  maps > 0
    ? `Not included: the maps with streets, of which spaces have uploaded ${maps}. Keep their .pmtiles files: after a restore into ` +
      'another storage, upload them again.'
    : 'Maps with streets are not included. Keep their .pmtiles files.'

/** The given file, a new file in the given folder, or a new file in the backup folder. */
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
  if (!existsSync(folder)) throw new CommandError(`The folder ${folder} does not exist.`)
  return isFolder ? join(given, name) : given
}

export async function restore({ argument = '' }: ParsedArgs, config: Config, terminal: Terminal): Promise<Output> {
  const file = resolve(startedIn(), argument)
  // Checks the file before a database is created for it.
  knownMigrations(await readHeader(file))
  const target = { storage: await openStorage(config), incoming_folder: incomingFolder(config) }
  whenInterrupted(() => 'No data was restored. Run the command again.')
  terminal.progress(`Checking ${file}`)
  const onProgress = (rows: number) => terminal.progress(`${rows} rows restored`)
  const { rows, taken_at, files, missing_files } = await withDatabase(
    config,
    ({ owner_url }) => restoreBackup(owner_url, file, target, onProgress),
    { state: 'as it is' },
  )
  const missing = missing_files > 0 ? ` The backup lacks the contents of ${missing_files} files.` : ''
  return {
    text:
      `${rows} rows and ${files} files restored, as of ${taken_at}.${missing} "${muster} verify" checks payments and files. ` +
      'Maps with streets are not in backups: upload them again where they are missing.',
    data: { rows, files, missing_files, taken_at },
  }
}
