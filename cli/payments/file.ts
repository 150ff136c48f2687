import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cell, withoutApostrophe } from '../../server/csv.ts'
import { type Encoding, readRows, separatorOf } from '../../server/csv_reader.ts'
import { CommandError, UsageError } from '../command.ts'

export interface FileRow {
  /** Row number in a spreadsheet. The column names are row 1. */
  row: number
  cells: string[]
  broken?: boolean
  /** Cells beyond the last column: an unquoted separator has split a cell. */
  surplus?: string[]
}

export interface PaymentFile {
  /** Identifies content and source of the file. Marks its payments, for undo. */
  label: string
  headers: string[]
  separator: string
  lines: FileRow[]
}

const file_bytes_max = 100 * 1024 * 1024

export function readPayments(path: string, source: string, { apostrophes = false } = {}): PaymentFile {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch {
    throw new UsageError(`${path} cannot be read.`)
  }
  if (bytes.length > file_bytes_max)
    throw new CommandError('The file is larger than 100 MB. Split it, for example by year.')
  if (bytes.includes(0)) throw new CommandError('The file is not CSV in UTF-8 or Windows-1252. Save it as CSV UTF-8.')
  const encoding = encodingOf(bytes)
  const separator = separatorOf(bytes.subarray(0, 1024 * 1024), bytes.length <= 1024 * 1024, encoding)
  const [header, ...rows] = readRows(bytes, 0, true, { encoding, separator }, Number.POSITIVE_INFINITY).rows
  if (!header || header.broken) throw new CommandError('The file has no row of column names.')
  return {
    label: `payments-${createHash('sha256').update(`${source}\0`).update(bytes).digest('hex').slice(0, 12)}`,
    headers: header.cells.map(text => text.trim()),
    separator,
    lines: rows.map(({ index, cells, broken }) => ({
      row: index + 1,
      cells: cells.map(text => (apostrophes ? text.trim().replace(/^'/, '') : withoutApostrophe(text.trim()))),
      ...(broken && { broken }),
      ...surplusIn(cells.slice(header.cells.length)),
    })),
  }
}

const surplusIn = (surplus: string[]) => (surplus.some(text => text.trim() !== '') ? { surplus } : {})

function encodingOf(bytes: Buffer): Encoding {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

export interface RefusedRow {
  line: FileRow
  reason: string
}

/** Writes the refused rows next to the file, for correction. Never overwrites an existing file, which may have been edited. */
export function writeRefused(path: string, { headers, separator }: PaymentFile, refused: RefusedRow[]): string {
  const line = (cells: string[]) => `${cells.map(text => cell(text, separator)).join(separator)}\r\n`
  const text = `\uFEFF${line([...headers, 'row', 'reason'])}${refused
    .map(({ line: { row, cells, surplus = [] }, reason }) =>
      line([...headers.map((_, index) => cells[index] ?? ''), String(row), reason, ...surplus]),
    )
    .join('')}`
  for (let number = 1; ; number++) {
    const refused_path = `${path.replace(/\.csv$/i, '')}.refused${number > 1 ? `-${number}` : ''}.csv`
    if (existsSync(refused_path)) {
      if (readFileSync(refused_path, 'utf8') !== text) continue
      return refused_path
    }
    try {
      writeFileSync(refused_path, text, { mode: 0o600, flag: 'wx' })
      return refused_path
    } catch (error) {
      throw new CommandError(`The refused rows cannot be written to ${refused_path}: ${(error as Error).message}`)
    }
  }
}
