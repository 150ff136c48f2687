import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { apply, checksumOf, migrate, prepareMigrations, readMigrations } from '../db/migrate.ts'
import { openSession, type Session } from '../db/sql.ts'
import { type Head, readBackup } from './contents.ts'
import { BackupError } from './file.ts'
import { copyIn, emptyTables, isEmpty, seesEverything, setSequences, type Table, tablesInOrder } from './queries.ts'

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
  const migrations = knownMigrations(head)
  const session = openSession(url)
  try {
    await session.unsafe('begin')
    if (!(await isEmpty(session)))
      throw new BackupError(
        'A backup is restored into an empty database, and this one is not. Name another place with DATA_DIR, or a new database with DATABASE_URL.',
      )
    await prepareMigrations(session)
    await apply(session, migrations)
    if (!(await seesEverything(session)))
      throw new BackupError(
        'The user of DATABASE_URL may not write rows of every space. An administrator can change that: alter role … bypassrls.',
      )
    const rows = await fill(session, file)
    await session.unsafe('commit')
    await migrate(url)
    return { taken_at: head.taken_at, rows }
  } finally {
    await session.end({ timeout: 1 })
  }
}

/** The migrations that the database had, as this version of Muster knows them. */
function knownMigrations({ migrations }: Head) {
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
  const tables = new Map((await tablesInOrder(session)).map(table => [table.name, table]))
  await emptyTables(session, [...tables.values()])
  const { rows } = await readBackup(file, {
    table: async (table, contents) => {
      if (!isSame(tables.get(table.name), table))
        throw new BackupError(`The backup has a table ${table.name} that its own Muster does not make.`)
      return load(session, table, contents)
    },
    sequences: sequences => setSequences(session, sequences),
  })
  return rows
}

const isSame = (made: Table | undefined, kept: Table) => made?.columns.join() === kept.columns.join()

async function load(session: Session, table: Table, contents: AsyncIterable<Buffer>) {
  const statement = copyIn(session, table)
  await pipeline(Readable.from(contents, { objectMode: false }), await statement)
  const [row] = await session.unsafe<[{ count: number }]>(`select count(*) as count from "${table.name}"`)
  return row.count
}
