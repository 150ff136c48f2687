import { Ajv } from 'ajv'
import { type Static, type TSchema, Type } from 'typebox'
import { openSession, type Session } from '../db/sql.ts'
import { BackupError, BackupReader, damaged, first_line, newline, writeBackup } from './file.ts'
import {
  copyOut,
  isEmpty,
  keepShape,
  mayReadSequences,
  migrationsIn,
  postgresOf,
  type Sequence,
  seesEverything,
  sequencesOf,
  settleDown,
  type Table,
  tablesInOrder,
} from './queries.ts'

/** What a backup tells about itself, before its rows. */
const Head = Type.Object({
  taken_at: Type.String(),
  postgres: Type.String(),
  migrations: Type.Array(Type.Object({ name: Type.String(), checksum: Type.String() }), { minItems: 1 }),
})
export type Head = Static<typeof Head>

const KeptTable = Type.Object({ name: Type.String(), columns: Type.Array(Type.String(), { minItems: 1 }) })
const Sequences = Type.Array(Type.Object({ name: Type.String(), last: Type.Union([Type.String(), Type.Null()]) }))

export interface Taken {
  file: string
  tables: number
  rows: number
  bytes: number
}

const attempts_max = 5

/** Writes everything that is in the database, as it is at this moment, into one file. The server may go on working. */
export async function takeBackup(url: string, file: string): Promise<Taken> {
  const session = openSession(url)
  try {
    await settleDown(session)
    if (await isEmpty(session)) throw new BackupError('There is nothing to back up: the database is empty.')
    if (!(await seesEverything(session)) || !(await mayReadSequences(session)))
      throw new BackupError(
        'The user of DATABASE_URL sees only a part of what is there, so a backup would not be whole. An administrator can change that: ' +
          'alter role … bypassrls, and grant select on all tables and sequences.',
      )
    const tables = await heldTables(session)
    const counted = { tables: tables.length, rows: 0 }
    const bytes = await writeBackup(file, pieces(session, tables, counted))
    return { file, bytes, ...counted }
  } finally {
    await session.end({ timeout: 1 })
  }
}

/** Begins to look at one moment, in which the tables are those that we hold. */
async function heldTables(session: Session): Promise<Table[]> {
  for (let attempt = 1; attempt <= attempts_max; attempt++) {
    const before = await tablesInOrder(session)
    await session.unsafe('begin isolation level repeatable read read only')
    await keepShape(session, before)
    const tables = await tablesInOrder(session)
    if (JSON.stringify(tables) === JSON.stringify(before)) return tables
    await session.unsafe('rollback')
  }
  throw new BackupError('The database is being changed by a new version of Muster. Try again when it has started.')
}

async function* pieces(session: Session, tables: Table[], counted: { rows: number }) {
  const head: Head = {
    taken_at: new Date().toISOString(),
    postgres: await postgresOf(session),
    migrations: await migrationsIn(session),
  }
  yield `${JSON.stringify(head)}\n`
  for (const table of tables) {
    yield `table ${JSON.stringify(table)}\n`
    let rows = 0
    for await (const bytes of copyOut(session, table)) {
      rows += newlinesIn(bytes)
      yield `block ${bytes.length}\n`
      yield bytes
    }
    yield `rows ${rows}\n`
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
  table?: (table: Table, rows: AsyncIterable<Buffer>) => Promise<number>
  sequences?: (sequences: Sequence[]) => Promise<void>
}

/** What a backup tells about itself, for whoever wants to know before anything else is done. */
export async function readHead(file: string): Promise<Head> {
  const reader = new BackupReader(file)
  try {
    return await headIn(reader, file)
  } finally {
    reader.close()
  }
}

async function headIn(reader: BackupReader, file: string): Promise<Head> {
  if ((await reader.line()) !== first_line)
    throw new BackupError(`${file} is not a backup that this version of Muster can read.`)
  return shaped(Head, await reader.line(), file)
}

/** Goes through a backup from its first line to its checksum. */
export async function readBackup(file: string, receiver: Receiver): Promise<{ head: Head; rows: number }> {
  const reader = new BackupReader(file)
  try {
    return await readThrough(reader, file, receiver)
  } finally {
    reader.close()
  }
}

async function readThrough(reader: BackupReader, file: string, { table = skip, sequences }: Receiver) {
  const head = await headIn(reader, file)
  const seen = new Set<string>()
  let rows = 0
  let numbered = false
  for (;;) {
    const [word, rest = ''] = cut(await reader.line())
    if (word === 'sha256' && numbered) return { head, rows }
    if (word === 'sequences' && !numbered) {
      numbered = true
      await sequences?.(shaped(Sequences, rest, file))
    } else if (word === 'table') {
      const next = shaped(KeptTable, rest, file)
      const contents = rowsOf(reader)
      const count = await table(next, contents.blocks())
      if (count !== contents.count() || seen.has(next.name)) throw damaged(file)
      seen.add(next.name)
      rows += count
    } else throw damaged(file)
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

const shapes = new Ajv({ strict: false })

function shaped<Shape extends TSchema>(shape: Shape, text: string, file: string): Static<Shape> {
  try {
    const value: unknown = JSON.parse(text)
    if (shapes.validate(shape, value)) return value as Static<Shape>
  } catch {
    // It is no better than one of another shape.
  }
  throw damaged(file)
}
