import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { apply, checksumOf, holdMigrations, migrate, prepareMigrations, readMigrations } from '../db/migrate.ts'
import { openSession, type Session } from '../db/sql.ts'
import { type Head, readBackup } from './contents.ts'
import { BackupError } from './file.ts'
import {
  copyIn,
  countRows,
  emptyTables,
  isEmpty,
  leaveThePast,
  seesEverything,
  setSequences,
  settleDown,
  type Table,
  tablesInOrder,
} from './queries.ts'

export interface Restored {
  taken_at: string
  rows: number
}

/**
 * Fills an empty database with what a backup holds, whole or not at all. The file is read to its end before anything is written; then the
 * database is brought to where it was when the backup was taken, filled, and brought up to date.
 */
export async function restoreBackup(url: string, file: string): Promise<Restored> {
  const { head } = await readBackup(file, {})
  const rows = await refill(url, file, knownMigrations(head))
  try {
    await migrate(url)
  } catch (error) {
    throw new BackupError(
      `Everything is back, but could not be brought up to date: ${(error as Error).message}. The next start tries again.`,
    )
  }
  return { taken_at: head.taken_at, rows }
}

async function refill(url: string, file: string, migrations: ReturnType<typeof knownMigrations>) {
  const session = openSession(url)
  try {
    await settleDown(session)
    if (!(await seesEverything(session)))
      throw new BackupError(
        'The user of DATABASE_URL may not write rows of every space. An administrator can change that: alter role … bypassrls.',
      )
    await session.unsafe('begin')
    await holdMigrations(session)
    if (!(await isEmpty(session)))
      throw new BackupError(
        'A backup is restored into an empty database, and this one is not. Name another place with DATA_DIR, or a new database with DATABASE_URL.',
      )
    await prepareMigrations(session)
    await apply(session, migrations)
    const rows = await fill(session, file)
    await session.unsafe('commit')
    // Nobody has looked at these rows yet, and whoever plans a query should not have to guess.
    await session.unsafe('analyze')
    return rows
  } finally {
    await session.end({ timeout: 1 })
  }
}

/** The migrations that the database had, as this version of Muster knows them. */
export function knownMigrations({ migrations }: Head) {
  const known = new Map(readMigrations().map(migration => [migration.name, migration]))
  return migrations.map(({ name, checksum }) => {
    const migration = known.get(name)
    if (!migration)
      throw new BackupError(`The backup was taken by a newer Muster (it knows ${name}). Restore it with that version.`)
    if (checksumOf(migration.text) !== checksum)
      throw new BackupError(`The backup was taken by another Muster than this one: its ${name} differs.`)
    return migration
  })
}

async function fill(session: Session, file: string) {
  const tables = await tablesInOrder(session)
  const missing = new Map(tables.map(table => [table.name, table]))
  await emptyTables(session, tables)
  const { rows } = await readBackup(file, {
    table: async (table, contents) => {
      checkShape(missing.get(table.name), table)
      missing.delete(table.name)
      return load(session, table, contents)
    },
    sequences: sequences => setSequences(session, sequences),
  })
  if (missing.size > 0) throw new BackupError(`The backup lacks ${[...missing.keys()].join(', ')}.`)
  await leaveThePast(session, tables)
  return rows
}

function checkShape(made: Table | undefined, { name, columns }: Table) {
  if (!made) throw new BackupError(`The backup has a table ${name} that its own Muster does not make.`)
  const other =
    columns.find(column => !made.columns.includes(column)) ?? made.columns.find(one => !columns.includes(one))
  if (other) throw new BackupError(`The table ${name} of the backup differs from ours in its column ${other}.`)
}

async function load(session: Session, table: Table, contents: AsyncIterable<Buffer>) {
  const rows = await copyIn(session, table)
  await pipeline(Readable.from(contents, { objectMode: false }), rows)
  return countRows(session, table)
}
