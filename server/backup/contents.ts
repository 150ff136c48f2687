import { Ajv } from 'ajv'
import { type Static, type TSchema, Type } from 'typebox'
import { openSession, type Session } from '../db/sql.ts'
import type { FileStorage } from '../file_storage/storage.ts'
import { BackupError, BackupReader, damagedFileError, first_line, newline, writeBackup } from './file.ts'
import {
  canReadSequences,
  configureSession,
  copyOut,
  hasNoTables,
  lockTables,
  migrationsIn,
  postgresVersion,
  type Sequence,
  seesAllRows,
  sequencesOf,
  type Table,
  tablesInOrder,
} from './queries.ts'
import { FileLine, type FileTotals, fileLines, type OnUnreadable } from './stored_files.ts'

/** The header of a backup, before its rows. */
const BackupHeader = Type.Object({
  taken_at: Type.String(),
  postgres: Type.String(),
  migrations: Type.Array(Type.Object({ name: Type.String(), checksum: Type.String() }), { minItems: 1 }),
})
export type BackupHeader = Static<typeof BackupHeader>

const TableLine = Type.Object({ name: Type.String(), columns: Type.Array(Type.String(), { minItems: 1 }) })
const Sequences = Type.Array(Type.Object({ name: Type.String(), last: Type.Union([Type.String(), Type.Null()]) }))

export interface BackupSummary extends FileTotals {
  file: string
  tables: number
  rows: number
  bytes: number
  /** Maps with streets that spaces have uploaded. Their contents are not in the backup. */
  maps: number
}

const attempts_max = 5

interface BackupObserver {
  onUnreadable?: OnUnreadable | undefined
  /** Called often, with what is in the file so far. */
  onProgress?: (totals: { rows: number; files: number }) => void
}

/** Writes a snapshot of all tables, and the contents of the files in `storage`, into one file. The server can keep running. */
export async function takeBackup(
  url: string,
  file: string,
  storage?: FileStorage,
  { onUnreadable = () => {}, onProgress = () => {} }: BackupObserver = {},
): Promise<BackupSummary> {
  const session = await openSession(url)
  try {
    await configureSession(session)
    if (await hasNoTables(session)) throw new BackupError('There is nothing to back up: the database is empty.')
    if (!(await seesAllRows(session)) || !(await canReadSequences(session)))
      throw new BackupError(
        'The user of DATABASE_URL sees only a part of the data, so the backup would be incomplete. An administrator can change that: ' +
          'alter role … bypassrls, and grant select on all tables and sequences.',
      )
    const tables = await lockedTables(session)
    const totals = { tables: tables.length, rows: 0, files: 0, missing_files: 0, maps: 0 }
    const lines = backupLines(session, tables, totals, storage && { storage, onUnreadable })
    const bytes = await writeBackup(
      file,
      observed(lines, () => onProgress(totals)),
    )
    return { file, bytes, ...totals }
  } finally {
    await session.end({ timeout: 1 })
  }
}

async function* observed<T>(parts: AsyncIterable<T>, onPart: () => void) {
  for await (const part of parts) {
    onPart()
    yield part
  }
}

/** Begins a snapshot and locks the tables against changes of their shape. Retries if a migration changed them in between. */
async function lockedTables(session: Session): Promise<Table[]> {
  for (let attempt = 1; attempt <= attempts_max; attempt++) {
    const before = await tablesInOrder(session)
    await session.unsafe('begin isolation level repeatable read read only')
    await lockTables(session, before)
    const tables = await tablesInOrder(session)
    if (JSON.stringify(tables) === JSON.stringify(before)) return tables
    await session.unsafe('rollback')
  }
  throw new BackupError('A new version of Muster is migrating the database. Try again when it has started.')
}

async function* backupLines(
  session: Session,
  tables: Table[],
  totals: { rows: number; maps: number } & FileTotals,
  files: { storage: FileStorage; onUnreadable: OnUnreadable } | undefined,
) {
  const head: BackupHeader = {
    taken_at: new Date().toISOString(),
    postgres: await postgresVersion(session),
    migrations: await migrationsIn(session),
  }
  yield `${JSON.stringify(head)}\n`
  for (const table of tables) {
    yield `table ${JSON.stringify(table)}\n`
    let rows = 0
    for await (const bytes of copyOut(session, table)) {
      const more = newlinesIn(bytes)
      rows += more
      totals.rows += more
      yield `block ${bytes.length}\n`
      yield bytes
    }
    yield `rows ${rows}\n`
    if (table.name === 'space_maps') totals.maps = rows
  }
  yield `sequences ${JSON.stringify(await sequencesOf(session))}\n`
  if (files) yield* fileLines(session, tables, files, totals)
}

// A row is one line: COPY writes line breaks of a value as \n.
function newlinesIn(bytes: Buffer) {
  let count = 0
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) count++
  return count
}

/** Called with the parts of a backup in order. `table` reads `rows` and answers how many there were; without it rows are skipped. */
export interface BackupVisitor {
  table?: (table: Table, rows: AsyncIterable<Buffer>) => Promise<number>
  sequences?: (sequences: Sequence[]) => Promise<void>
  /** Reads the contents of a file to their end. */
  file?: (file: FileLine, contents: AsyncIterable<Buffer>) => Promise<void>
}

/** Reads the header only. */
export async function readHeader(file: string): Promise<BackupHeader> {
  const reader = new BackupReader(file)
  try {
    return await readHeaderLine(reader, file)
  } finally {
    reader.close()
  }
}

async function readHeaderLine(reader: BackupReader, file: string): Promise<BackupHeader> {
  if ((await reader.line()) !== first_line)
    throw new BackupError(`${file} is not a backup that this version of Muster can read.`)
  return parseLine(BackupHeader, await reader.line(), file)
}

/** Reads a backup from its first line to its checksum. */
export async function readBackup(file: string, receiver: BackupVisitor): Promise<{ head: BackupHeader; rows: number }> {
  const reader = new BackupReader(file)
  try {
    return await readParts(reader, file, receiver)
  } finally {
    reader.close()
  }
}

async function readParts(reader: BackupReader, file: string, visitor: BackupVisitor) {
  const head = await readHeaderLine(reader, file)
  const seen = new Set<string>()
  let rows = 0
  let has_sequences = false
  for (;;) {
    const [word, rest] = splitWord(await reader.line())
    if (word === 'sha256' && has_sequences) return { head, rows }
    if (word === 'sequences' && !has_sequences) {
      has_sequences = true
      await visitor.sequences?.(parseLine(Sequences, rest, file))
    } else if (word === 'table') {
      const next = parseLine(TableLine, rest, file)
      rows += await readTablePart(reader, next, seen, visitor)
    } else if (word === 'file' && has_sequences) await readFilePart(reader, parseLine(FileLine, rest, file), visitor)
    else throw damagedFileError(file)
  }
}

async function readTablePart(
  reader: BackupReader,
  next: Table,
  seen: Set<string>,
  { table: visit = skip }: BackupVisitor,
) {
  const contents = blocksOf(reader)
  const count = await visit(next, contents.blocks())
  if (contents.end() !== `rows ${count}` || seen.has(next.name)) throw damagedFileError(reader.file)
  seen.add(next.name)
  return count
}

async function readFilePart(reader: BackupReader, line: FileLine, { file: visit = skipFile }: BackupVisitor) {
  const contents = blocksOf(reader)
  await visit(line, contents.blocks())
  if (!['end', 'missing'].includes(contents.end())) throw damagedFileError(reader.file)
}

/** The blocks of a table or a file, up to the line after the last of them. */
function blocksOf(reader: BackupReader) {
  let end = ''
  async function* blocks() {
    for (;;) {
      const line = await reader.line()
      const [word, rest] = splitWord(line)
      if (word === 'block') yield* reader.block(Number(rest))
      else {
        end = line
        return
      }
    }
  }
  return { blocks, end: () => end }
}

async function skip(_: Table, rows: AsyncIterable<Buffer>) {
  let count = 0
  for await (const bytes of rows) count += newlinesIn(bytes)
  return count
}

async function skipFile(_: FileLine, contents: AsyncIterable<Buffer>) {
  for await (const _ of contents);
}

function splitWord(line: string): [string, string] {
  const space = line.indexOf(' ')
  return space < 0 ? [line, ''] : [line.slice(0, space), line.slice(space + 1)]
}

const ajv = new Ajv({ strict: false })

function parseLine<Shape extends TSchema>(shape: Shape, text: string, file: string): Static<Shape> {
  try {
    const value: unknown = JSON.parse(text)
    if (ajv.validate(shape, value)) return value as Static<Shape>
  } catch {
    // Invalid JSON is damage, too.
  }
  throw damagedFileError(file)
}
