import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import type { CsvMapping } from '../bank_accounts/schema.ts'
import { csvRows, isHeadings } from '../core/bank/files/csv.ts'
import { guessMapping, isDated, sampleRows } from '../core/bank/files/csv_guess.ts'
import { fileError } from '../core/bank/files/errors.ts'
import { type BankFile, openBankFiles, readStatements } from '../core/bank/files/read.ts'
import { cleanText } from '../core/bank/files/values.ts'
import { findAccount, givenAccount } from './accounts.ts'
import { rowCounts, type SentFile } from './import.ts'
import { fileAccounts } from './import_queries.ts'
import type { BankFilePreview } from './schema.ts'

const shown_rows = 20
const shown_columns = 200

/** What a file looks like. Nothing is stored. */
export async function previewFile(sql: Sql, caller: Caller, file: SentFile): Promise<BankFilePreview> {
  const accounts = await fileAccounts(sql, caller)
  const given = givenAccount(accounts, file.bank_account_id)
  const files = await openBankFiles(file.bytes, given?.csv_mapping?.encoding)
  const [first] = files
  if (first?.kind === 'csv')
    return {
      ...(await previewCsv(files, first, given?.csv_mapping ?? null, given?.currency)),
      bank_account_id: given?.id ?? null,
    }
  const statements = await readStatements(files)
  const [statement] = statements
  const account = given ?? (statement && findAccount(statement, accounts))
  return {
    format: statement?.format ?? 'camt.053',
    iban: statement?.iban ?? '',
    bank_account_id: account?.id ?? null,
    ...rowCounts(statements),
    layout: null,
    has_headings: false,
    headings_doubtful: false,
    columns: [],
    rows: [],
    csv_mapping: null,
  }
}

/** The saved mapping if the file can be read with it, else a guess. */
async function previewCsv(
  files: BankFile[],
  { text }: BankFile,
  saved: CsvMapping | null,
  currency: string | undefined,
) {
  const sample = sampleRows(text)
  const guess = guessMapping(sample)
  let [mapping, read] = [saved ?? guess?.mapping ?? null, nothing]
  for (const candidate of [saved, guess?.mapping]) {
    if (!candidate || read.lines_count > 0) continue
    read = await readWith(files, candidate, currency)
    if (read.lines_count > 0) mapping = candidate
  }
  if (!guess && read.lines_count === 0 && !sample.some(isDated))
    throw fileError('', 'This file is not a bank statement: none of its rows has a date and an amount.')
  return {
    format: 'csv' as const,
    iban: '',
    ...read,
    layout: guess?.layout ?? null,
    ...firstRows(text, mapping),
    csv_mapping: mapping,
  }
}

/** The first rows, and whether the first of them is taken for column names. */
function firstRows(text: string, mapping: CsvMapping | null) {
  const skip_rows = mapping?.skip_rows ?? 0
  const rows = csvRows(text, mapping?.separator ?? 'auto', shown_rows + skip_rows + 1).filter(
    ({ index }) => index >= skip_rows,
  )
  const [top] = rows
  const dated = top !== undefined && isDated(top)
  const has_headings = top !== undefined && (mapping ? isHeadings(top, mapping) : !dated)
  const cells = rows.map(({ cells }) => cells.slice(0, shown_columns).map(cell => cleanText(cell, 200)))
  const [names = []] = cells
  return {
    has_headings,
    headings_doubtful: dated && mapping?.has_headings === undefined,
    columns: has_headings ? names : names.map(() => ''),
    rows: cells.slice(has_headings ? 1 : 0).slice(0, shown_rows),
  }
}

const nothing = { lines_count: 0, left_out_count: 0 }

/** How many lines there are with a mapping. Without an account, rows in any currency count. */
async function readWith(files: BankFile[], mapping: CsvMapping, currency: string | undefined) {
  const { currency: _, ...any_currency } = mapping
  const settings = currency ? { mapping, currency } : { mapping: any_currency, currency: 'EUR' }
  try {
    return rowCounts(await readStatements(files, settings))
  } catch (error) {
    if (error instanceof ApiError) return nothing
    throw error
  }
}
