import { development_backup, isOfDevelopmentVersion } from '../db/development_version.ts'
import {
  applyMigrations,
  checksumOf,
  holdMigrations,
  migrate,
  prepareMigrations,
  readMigrations,
} from '../db/migrate.ts'
import { openSession, type Session } from '../db/sql.ts'
import { type BackupHeader, readBackup } from './contents.ts'
import { BackupError } from './file.ts'
import {
  configureSession,
  copyIn,
  countRows,
  emptyTables,
  forgetInstanceId,
  forgetRunningUploads,
  isEmpty,
  migrationsIn,
  resetOutgoingEvents,
  seesAllRows,
  setSequences,
  type Table,
  tablesInOrder,
} from './queries.ts'
import { type RestoreTarget, restoreFile } from './stored_files.ts'

export interface RestoreSummary {
  taken_at: string
  rows: number
  files: number
  /** Files whose contents are missing from the backup, or damaged. */
  missing_files: number
}

/**
 * Restores a backup into an empty database and the contents of its files into the storage, completely or not at all. The file is
 * verified before anything is written. Then the database is migrated to the version of the backup, filled in one transaction, and migrated
 * to the current version.
 */
export async function restoreBackup(
  url: string,
  file: string,
  target?: RestoreTarget,
  onProgress: (rows: number) => void = () => {},
): Promise<RestoreSummary> {
  const { head } = await readBackup(file, {})
  const totals = await restoreRows(url, file, knownMigrations(head), target, onProgress)
  try {
    await migrate(url)
  } catch (error) {
    throw new BackupError(
      `The backup was restored, but the database could not be migrated: ${(error as Error).message}. The next start tries again.`,
    )
  }
  return { taken_at: head.taken_at, ...totals }
}

async function restoreRows(
  url: string,
  file: string,
  migrations: ReturnType<typeof knownMigrations>,
  target: RestoreTarget | undefined,
  onProgress: (rows: number) => void,
) {
  const session = await openSession(url)
  try {
    await configureSession(session)
    if (!(await seesAllRows(session)))
      throw new BackupError(
        'The user of DATABASE_URL cannot write the rows of every space. An administrator can change that: alter role … bypassrls.',
      )
    // PostgreSQL before version 17 cannot use a value that a migration adds to an enum until the migration is committed.
    await inTransaction(session, async () => {
      await prepareMigrations(session)
      await checkNotNewer(session, migrations)
      await applyMigrations(session, migrations)
    })
    const totals = await inTransaction(session, () => fill(session, file, target, onProgress))
    // The planner has no statistics about the new rows yet.
    await session.unsafe('analyze')
    return totals
  } finally {
    await session.end({ timeout: 1 })
  }
}

const only_empty = 'A backup can only be restored into an empty database'
const use_another = 'Set DATA_DIR to another folder, or DATABASE_URL to a new database.'

async function inTransaction<T>(session: Session, work: () => Promise<T>): Promise<T> {
  await session.unsafe('begin')
  await holdMigrations(session)
  if (!(await isEmpty(session))) throw new BackupError(`${only_empty}, and this one has data. ${use_another}`)
  const value = await work()
  await session.unsafe('commit')
  return value
}

/** A database without rows may have been migrated before, but not further than the backup. */
async function checkNotNewer(session: Session, migrations: ReturnType<typeof knownMigrations>) {
  const of_backup = new Set(migrations.map(({ name }) => name))
  const newer = (await migrationsIn(session)).find(({ name }) => !of_backup.has(name))
  if (newer)
    throw new BackupError(
      `${only_empty}, and this one has tables of a newer version than the backup (${newer.name}). ${use_another}`,
    )
}

/** The migrations that the backup lists, with their texts. */
export function knownMigrations({ migrations }: BackupHeader) {
  if (isOfDevelopmentVersion(migrations)) throw new BackupError(development_backup)
  const known = new Map(readMigrations().map(migration => [migration.name, migration]))
  return migrations.map(({ name, checksum }) => {
    const migration = known.get(name)
    if (!migration)
      throw new BackupError(
        `The backup was taken by a newer version of Muster (migration ${name}). Restore it with that version.`,
      )
    if (checksumOf(migration.text) !== checksum)
      throw new BackupError(`The backup was taken by a modified Muster: its ${name} differs.`)
    return migration
  })
}

async function fill(
  session: Session,
  file: string,
  target: RestoreTarget | undefined,
  onProgress: (rows: number) => void,
) {
  let restored = 0
  const totals = { files: 0, missing_files: 0 }
  const tables = await tablesInOrder(session)
  const missing = new Map(tables.map(table => [table.name, table]))
  await emptyTables(session, tables)
  const { rows } = await readBackup(file, {
    table: async (table, contents) => {
      checkShape(missing.get(table.name), table)
      missing.delete(table.name)
      const rows = await load(session, table, contents)
      restored += rows
      onProgress(restored)
      return rows
    },
    sequences: sequences => setSequences(session, sequences),
    ...(target && {
      file: async (line, contents) => {
        totals.files++
        if (!(await restoreFile(line, contents, target))) totals.missing_files++
      },
    }),
  })
  if (missing.size > 0) throw new BackupError(`The backup lacks ${[...missing.keys()].join(', ')}.`)
  await resetOutgoingEvents(session)
  await forgetInstanceId(session)
  if (tables.some(({ name }) => name === 'file_removals')) await forgetRunningUploads(session)
  return { rows, ...totals }
}

function checkShape(made: Table | undefined, { name, columns }: Table) {
  if (!made) throw new BackupError(`The backup has a table ${name} that its migrations do not create.`)
  const other =
    columns.find(column => !made.columns.includes(column)) ?? made.columns.find(one => !columns.includes(one))
  if (other) throw new BackupError(`The table ${name} of the backup differs in its column ${other}.`)
}

async function load(session: Session, table: Table, contents: AsyncIterable<Buffer>) {
  await copyIn(session, table, contents)
  return countRows(session, table)
}
