import { openSession, type Session } from '../db/sql.ts'
import { BackupError, BackupReader, first_line, writeBackup } from './file.ts'
import {
  type Applied,
  copyOut,
  isEmpty,
  migrationsIn,
  postgresOf,
  type Sequence,
  seesEverything,
  sequencesOf,
  type Table,
  tablesInOrder,
} from './queries.ts'

/** What a backup tells about itself, before its rows. */
export interface Head {
  taken_at: string
  postgres: string
  migrations: Applied[]
}

export interface Taken {
  file: string
  tables: number
  rows: number
  bytes: number
}

const newline = 10

/** Writes everything that is in the database, as it is at this moment, into one file. The server may go on working. */
export async function takeBackup(url: string, file: string): Promise<Taken> {
  const session = openSession(url)
  const counted = { tables: 0, rows: 0 }
  try {
    await session.unsafe('begin isolation level repeatable read read only')
    if (await isEmpty(session)) throw new BackupError('There is nothing to back up: the database is empty.')
    if (!(await seesEverything(session)))
      throw new BackupError(
        'The user of DATABASE_URL sees only a part of the rows, so a backup would not be whole. An administrator can change that: alter role … bypassrls.',
      )
    const bytes = await writeBackup(file, pieces(session, counted))
    return { file, bytes, ...counted }
  } finally {
    await session.end({ timeout: 1 })
  }
}

async function* pieces(session: Session, counted: { tables: number; rows: number }) {
  const head: Head = {
    taken_at: new Date().toISOString(),
    postgres: await postgresOf(session),
    migrations: await migrationsIn(session),
  }
  yield `${JSON.stringify(head)}\n`
  for (const table of await tablesInOrder(session)) {
    yield `table ${JSON.stringify(table)}\n`
    let rows = 0
    for await (const bytes of copyOut(session, table)) {
      rows += newlinesIn(bytes)
      yield `block ${bytes.length}\n`
      yield bytes
    }
    yield `rows ${rows}\n`
    counted.tables++
    counted.rows += rows
  }
  yield `sequences ${JSON.stringify(await sequencesOf(session))}\n`
}

// A row is a line: breaks within it are written as \n.
function newlinesIn(bytes: Buffer) {
  let count = 0
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) count++
  return count
}

/** Whoever is told what a backup holds, in its order. What has to be written of a table is read from `rows`, or else skipped. */
export interface Receiver {
  head?: (head: Head) => Promise<void> | void
  table?: (table: Table, rows: AsyncIterable<Buffer>) => Promise<number>
  sequences?: (sequences: Sequence[]) => Promise<void>
}

/** Goes through a backup from its first line to its checksum. */
export async function readBackup(
  file: string,
  { head, table, sequences }: Receiver,
): Promise<{ head: Head; rows: number }> {
  const reader = new BackupReader(file)
  const damaged = () => new BackupError(`${file} is not a backup that this version of Muster can read.`)
  if ((await reader.line()) !== first_line) throw damaged()
  const told = parsed<Head>(await reader.line()) ?? fail(damaged())
  await head?.(told)
  let rows = 0
  for (;;) {
    const [word = '', rest = ''] = cut(await reader.line())
    if (word === 'sha256') return { head: told, rows }
    if (word === 'sequences') await sequences?.(parsed<Sequence[]>(rest) ?? fail(damaged()))
    else if (word === 'table') {
      const contents = rowsOf(reader)
      const count = await (table ?? skip)(parsed<Table>(rest) ?? fail(damaged()), contents.blocks())
      if (count !== contents.count()) throw damaged()
      rows += count
    } else throw damaged()
  }
}

/** The blocks of one table, until the line that tells how many rows they had. */
function rowsOf(reader: BackupReader) {
  let told = -1
  async function* blocks() {
    for (;;) {
      const [word, rest = ''] = cut(await reader.line())
      if (word === 'block') yield* reader.block(Number(rest))
      else {
        told = word === 'rows' ? Number(rest) : -1
        return
      }
    }
  }
  return { blocks, count: () => told }
}

async function skip(_: Table, rows: AsyncIterable<Buffer>) {
  let count = 0
  for await (const bytes of rows) count += newlinesIn(bytes)
  return count
}

function cut(line: string): [string, string?] {
  const space = line.indexOf(' ')
  return space < 0 ? [line] : [line.slice(0, space), line.slice(space + 1)]
}

function parsed<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T
  } catch {
    return undefined
  }
}

function fail(error: Error): never {
  throw error
}
