import { Buffer } from 'node:buffer'
import { type CsvRow, readRows, row_bytes_max } from '../../../../csv_reader.ts'
import { msg, type Text } from '../../../../messages/message.ts'
import type { CsvMapping } from '../../../bank_accounts/schema.ts'
import type { ParsedStatement, StatementLine } from '../statement.ts'
import { csvAmount, csvDay, isCsvAmount, isWrittenAsDay } from './csv_cells.ts'
import { fileError } from './errors.ts'
import { lines_max, tooManyLines } from './limits.ts'
import { returnReasonIn } from './return_reason.ts'
import { mapInTurns, Turns } from './turns.ts'
import { cleanIban, cleanName, cleanReference, formatUnits, joinTexts, plainWords } from './values.ts'

/** The first rows of a CSV file; blank rows are left out, and `index` counts them. */
export function csvRows(text: string, separator: CsvMapping['separator'], rows_max: number): CsvRow[] {
  const bytes = Buffer.from(text.slice(0, row_bytes_max))
  return readRows(bytes, 0, text.length <= row_bytes_max, styleOf(bytes, separator), rows_max).rows
}

/** All rows of a CSV file. They are read part by part, so that other requests are served in between. */
async function allRows(text: string, separator: CsvMapping['separator']): Promise<CsvRow[]> {
  const bytes = Buffer.from(text)
  const style = styleOf(bytes, separator)
  const turns = new Turns()
  const rows: CsvRow[] = []
  let [at, count, length] = [0, 0, part_bytes]
  while (at < bytes.length && rows.length < rows_max) {
    const end = at + length
    const read = readRows(bytes.subarray(at, end), at, end >= bytes.length, style, rows_max - rows.length)
    for (const row of read.rows) rows.push({ ...row, index: count + row.index })
    count += read.count
    // A row that does not end in the part is read again with more.
    length = read.next === at ? length * 2 : part_bytes
    at = read.next
    if (turns.isDue()) await turns.give()
  }
  return rows
}

const rows_max = lines_max + 200
/** How much is read at once; blank lines take as long as rows. */
const part_bytes = 32 * 1024

const styleOf = (bytes: Buffer, separator: CsvMapping['separator']) => ({
  encoding: 'utf-8' as const,
  separator: separator === 'auto' ? separatorOf(bytes) : separator,
})

/** The separator that most rows have equally often. Rows above the column names may have others, and decimal commas are no separators. */
export function separatorOf(bytes: Buffer): string {
  const beginning = bytes.subarray(0, 64 * 1024)
  let best = { separator: ';', score: 0 }
  for (const separator of [';', '\t', '|', ',']) {
    const { rows } = readRows(beginning, 0, true, { encoding: 'utf-8', separator }, 100)
    const divided = Map.groupBy(
      rows.filter(({ cells }) => cells.length > 1),
      ({ cells }) => cells.length,
    )
    const [width, equal] = [...divided].reduce(
      (most, group) => (group[1].length > most[1].length ? group : most),
      [1, []],
    )
    const score = equal.length * (width - 1)
    if (score > best.score) best = { separator, score }
  }
  return best.separator
}

interface ReadLine extends StatementLine {
  row: number
  /** After the line. */
  balance: number | undefined
}

/** Whether a row, the first that is not skipped, has the column names. Unless the mapping says it, a row with a day or an amount is a line. */
export const isHeadings = ({ cells }: CsvRow, { date, amount, debit, credit, has_headings }: CsvMapping) =>
  has_headings ??
  !(
    isWrittenAsDay(cells[date] ?? '') ||
    [amount, debit, credit].some(column => column !== undefined && isCsvAmount(cells[column] ?? ''))
  )

/** The statement in a CSV file of a bank. */
export async function readCsv(text: string, mapping: CsvMapping, currency: string): Promise<ParsedStatement> {
  const all = await allRows(text, mapping.separator)
  const rows = all.filter(({ index }) => index >= mapping.skip_rows)
  const [top] = rows
  if (!top) throw fileError('', 'The file has no rows.')
  const width = 1 + Math.max(...columnsOf(mapping))
  if (top.cells.length < width)
    throw fileError(
      msg`Row ${top.index + 1}`,
      msg`it has ${top.cells.length} columns, but the mapping of the account uses column ${width}. Change the mapping or choose another file.`,
    )
  const data = isHeadings(top, mapping) ? rows.slice(1) : rows
  if (data.length > lines_max) throw tooManyLines()
  const reading = { mapping, currency, width, counts: rowFilter(mapping, currency) }
  const lines = await mapInTurns(data, row => lineOf(row, reading))
  const [first] = lines
  if (!first) throw noLines(data, mapping, currency)
  const { ordered, opening_balance, closing_balance } = inOrder(lines, currency)
  const dates = ordered.map(({ date }) => date).sort()
  return {
    format: 'csv',
    iban: '',
    number: '',
    currency,
    reference: '',
    from_date: dates[0] ?? first.date,
    to_date: dates.at(-1) ?? first.date,
    opening_balance,
    closing_balance,
    lines: ordered.map(({ row, balance, ...line }) => line),
    left_out_count: data.length - lines.length + skippedDays(all, mapping),
  }
}

/** How many rows above the column names have a day: lines that a mapping for files with more rows above would lose. */
const skippedDays = (rows: CsvRow[], { skip_rows, date }: CsvMapping) =>
  rows.slice(0, skip_rows).filter(({ index, cells }) => index < skip_rows && isWrittenAsDay(cells[date] ?? '')).length

const currencyOfRow = ({ cells }: CsvRow, column: number) => (cells[column] ?? '').trim().toUpperCase()

/** Whether a row counts: its status is one that the mapping names, and its currency that of the account. */
function rowFilter({ only, currency: column }: CsvMapping, currency: string) {
  const values = new Set(only?.values.map(plainWords))
  return (row: CsvRow) =>
    (only === undefined || values.has(plainWords(row.cells[only.column] ?? ''))) &&
    (column === undefined || ['', currency].includes(currencyOfRow(row, column)))
}

function noLines(rows: CsvRow[], { currency: column }: CsvMapping, currency: string) {
  const other = column === undefined ? undefined : rows.map(row => currencyOfRow(row, column)).find(Boolean)
  return other && other !== currency
    ? fileError('', msg`The file is in ${other}, but the account is in ${currency}. Choose the account of this file.`)
    : fileError('', 'The file has no lines with an amount. Check the mapping of the account.')
}

const columnsOf = ({ text, ...mapping }: CsvMapping) =>
  [
    ...text,
    ...[mapping.date, mapping.value_date, mapping.amount, mapping.debit, mapping.credit, mapping.counterparty],
    ...[mapping.counterparty_iban, mapping.reference, mapping.balance, mapping.currency, mapping.only?.column],
  ].filter(column => column !== undefined)

interface Reading {
  mapping: CsvMapping
  currency: string
  width: number
  counts: (row: CsvRow) => boolean
}

/** Undefined for a row that does not count or has no amount, such as a total under the lines. */
function lineOf(row: CsvRow, { mapping, currency, width, counts }: Reading): ReadLine | undefined {
  const where = msg`Row ${row.index + 1}`
  const cell = (column: number | undefined) => (column === undefined ? '' : (row.cells[column] ?? '').trim())
  if (row.broken) throw fileError(where, 'a quote is not closed. The file may be incomplete: download it again.')
  if (cell(mapping.date) === '') return undefined
  if (row.cells.length < width && !isFooter(row.cells, mapping))
    throw fileError(where, msg`it has ${row.cells.length} columns in place of ${width}. The file may be incomplete.`)
  const amount = counts(row) ? amountOf(cell, mapping, currency, where) : undefined
  if (!amount) return undefined
  const date = csvDay(cell(mapping.date), mapping.date_format, where)
  const value_date = cell(mapping.value_date)
  const text = joinTexts(...mapping.text.map(cell))
  return {
    row: row.index + 1,
    balance:
      mapping.balance === undefined ? undefined : csvAmount(cell(mapping.balance), mapping.decimal, currency, where),
    amount,
    date,
    value_date: value_date ? csvDay(value_date, mapping.date_format, where) : date,
    text,
    counterparty: cleanName(cell(mapping.counterparty)),
    counterparty_iban: cleanIban(cell(mapping.counterparty_iban)),
    end_to_end_id: '',
    mandate_id: '',
    bank_reference: cleanReference(cell(mapping.reference)),
    return_reason: amount < 0 ? returnReasonIn(text) : '',
    details: [],
  }
}

/** A short row whose first cell is not a day, such as “Solde au 31/10/2026”. */
const isFooter = (cells: string[], { date }: CsvMapping) => !/^\d/.test((cells[date] ?? '').trim())

function amountOf(cell: (column?: number) => string, mapping: CsvMapping, currency: string, where: Text) {
  const read = (column: number | undefined) => csvAmount(cell(column), mapping.decimal, currency, where)
  if (mapping.amount !== undefined) return read(mapping.amount)
  const [debit, credit] = [read(mapping.debit) ?? 0, read(mapping.credit) ?? 0]
  if (debit !== 0 && credit !== 0) throw fileError(where, 'it has both a debit and a credit.')
  // Some banks write debits with a minus in their column.
  return debit === 0 ? credit : -Math.abs(debit)
}

/** The lines from the oldest to the newest. The column of balances, if there is one, says where the file begins and ends. */
function inOrder(lines: ReadLine[], currency: string) {
  const [first, last] = [lines[0], lines.at(-1)]
  const without = { opening_balance: null, closing_balance: null }
  const newest_first = first && last && first.date > last.date
  if (!lines.some(({ balance }) => balance !== undefined))
    return { ordered: newest_first ? lines.toReversed() : lines, ...without }
  // Some banks write the balance only after the last line of a day; between, lines add up.
  const orders = newest_first
    ? [lines.toReversed()]
    : first?.date === last?.date
      ? [lines, lines.toReversed()]
      : [lines]
  const faults = orders.map(firstFault)
  const ordered = orders[faults.indexOf(undefined)]
  if (!ordered) {
    const [fault] = faults
    throw fileError(
      msg`Row ${fault?.row}`,
      msg`the balance ${fault ? formatUnits(fault.written, currency) : ''} does not follow from the line before, which gives
        ${fault ? formatUnits(fault.computed, currency) : ''}. A line may be missing.`,
    )
  }
  const index = ordered.findIndex(({ balance }) => balance !== undefined)
  const total = (part: ReadLine[]) => part.reduce((sum, { amount }) => sum + amount, 0)
  const opening_balance = (ordered[index]?.balance ?? 0) - total(ordered.slice(0, index + 1))
  return { ordered, opening_balance, closing_balance: opening_balance + total(ordered) }
}

function firstFault(lines: ReadLine[]) {
  let running: number | undefined
  for (const { amount, balance, row } of lines) {
    if (running !== undefined) running += amount
    if (balance === undefined) continue
    if (running !== undefined && running !== balance) return { row, written: balance, computed: running }
    running = balance
  }
  return undefined
}
