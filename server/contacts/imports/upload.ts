import type { Buffer } from 'node:buffer'
import type { Caller } from '../../access/caller.ts'
import { may } from '../../access/caller.ts'
import { type Encoding, type FileFormat, readRows, separatorOf } from '../../csv_reader.ts'
import type { Sql } from '../../db/sql.ts'
import { invalid } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import { reserveIds } from './change_queries.ts'
import { guessByValues } from './column_values.ts'
import { bytesFrom, storeChunk } from './file_queries.ts'
import { type ColumnGuess, guessColumns, guessMatch, normalizeWords, unmappedColumn } from './headers.ts'
import { beginImport, openForms } from './queries.ts'
import { columns_max, type ImportColumn, type ImportSettings } from './schema.ts'
import { isMonthFirst } from './systems.ts'

/** An upload in progress. */
export interface UploadDraft {
  id: number
  bytes: number
  /** Whether all that has arrived is UTF-8. */
  utf8: boolean
  decoder: InstanceType<typeof TextDecoder>
  chunks: number
}

export async function beginUpload(sql: Sql, caller: Caller, name: string): Promise<UploadDraft> {
  const id = await beginImport(sql, caller, name)
  return { id, bytes: 0, utf8: true, decoder: new TextDecoder('utf-8', { fatal: true }), chunks: 0 }
}

export async function storeUploaded(
  sql: Sql,
  { group_id }: Caller,
  draft: UploadDraft,
  chunk: Buffer,
  position: number,
) {
  await storeChunk(sql, group_id, draft.id, position, chunk)
  // A retried transaction stores a chunk again; it counts once.
  if (position < draft.chunks) return
  draft.chunks = position + 1
  draft.bytes += chunk.length
  try {
    if (draft.utf8) draft.decoder.decode(chunk, { stream: true })
  } catch {
    draft.utf8 = false
  }
}

export function encodingOf(draft: UploadDraft): Encoding {
  try {
    if (draft.utf8) draft.decoder.decode()
    return draft.utf8 ? 'utf-8' : 'windows-1252'
  } catch {
    return 'windows-1252'
  }
}

export interface InspectedFile extends FileFormat {
  data_start: number
  first_row: number
  settings: ImportSettings
}

const looked_at_rows = 200
const samples_each = 3

/** Inspects the beginning of a file: its format, the headers, and the fields they seem to mean. */
export async function inspectFile(
  sql: Sql,
  caller: Caller,
  file: { id: number; bytes: number; encoding: Encoding; separator?: string },
): Promise<InspectedFile> {
  const { encoding } = file
  if (file.bytes === 0) throw invalid('body', 'is an empty file', '')
  const stored = { ...file, group_id: caller.group_id, separator: ',' }
  const bytes = await bytesFrom(sql, stored, 0, 4)
  if (bytes.includes(0)) throw invalid('body', 'is not a CSV file in UTF-8 or Windows-1252; save it as CSV UTF-8', '')
  const last = bytes.length >= file.bytes
  const separator = file.separator ?? separatorOf(bytes, last, encoding)
  const { rows } = readRows(bytes, 0, last, { encoding, separator }, looked_at_rows)
  const [header, second] = rows
  if (!header || header.broken) throw invalid('body', 'needs a first row with the names of the columns', '')
  if (header.cells.length > columns_max)
    throw invalid('body', msg`has more than ${columns_max} columns`, header.cells.length)
  // Reading one row yields the offset of the next.
  const { next, count } = readRows(
    bytes.subarray(0, second?.start ?? bytes.length),
    0,
    true,
    { encoding, separator },
    1,
  )
  const names = header.cells.map(cell => cell.trim().slice(0, 200))
  const sensitive = may(caller, 'contacts:sensitive')
  const forms = sensitive ? await openForms(sql, caller) : []
  const values = names.map((_, index) => rows.slice(1).map(({ cells }) => cells[index] ?? ''))
  const context = { forms, sensitive, ...(await reserveIds(sql, caller.group_id, 0)) }
  const settings = guessSettings(names, values, context)
  return { encoding, separator, data_start: next, first_row: count + 1, settings }
}

/** How a file with these headers, and these values below each of them, is read unless its settings are changed. */
export function guessSettings(
  names: string[],
  values: string[][],
  { forms, sensitive, ...context }: GuessContext,
): ImportSettings {
  const byHeader = guessColumns(names, forms).map(guess => (sensitive ? guess : withoutTags(guess)))
  const guesses = withValues(names, byHeader, values, context)
  const columns: ImportColumn[] = names.map((name, index) => ({
    header: name,
    ...(guesses[index] ?? unmappedColumn),
    value_separator: '',
    samples: samplesOf(values[index] ?? []),
  }))
  return {
    match: guessMatch(columns.map(({ field }) => field)),
    mode: 'create_and_update',
    empty_cells: 'leave',
    date_order: isMonthFirst(names.map(normalizeWords)) ? 'month_first' : 'day_first',
    tags: [],
    split_street: true,
    columns,
  }
}

interface GuessContext {
  forms: { id: number; label: string }[]
  /** Whether the caller may write tags and answers. */
  sensitive: boolean
  today: string
  /** The language of the space. */
  locale: string
}

/** The guesses, with those by the values of columns whose headers mean nothing. */
function withValues(
  names: string[],
  guesses: ColumnGuess[],
  values: string[][],
  context: { today: string; locale: string },
) {
  const taken = new Set<string>(guesses.flatMap(({ field }) => field ?? []))
  return guesses.map((guess, index) => {
    if (guess.recognised_by !== null) return guess.field === null ? unmappedColumn : guess
    const found = guessByValues(names[index] ?? '', values[index] ?? [], taken, context)
    if (found?.field) taken.add(found.field)
    return found ?? guess
  })
}

/** The meaning of a column for a caller who may not write tags. */
function withoutTags(guess: ColumnGuess): ColumnGuess {
  if (guess.field === 'deceased') return { ...guess, field: 'black_list' }
  return guess.field === 'tags' || guess.field === 'organisation'
    ? { ...unmappedColumn, recognised_by: 'header' }
    : guess
}

const samplesOf = (cells: string[]) =>
  [...new Set(cells.map(cell => cell.trim().slice(0, 100)).filter(cell => cell !== ''))].slice(0, samples_each)
