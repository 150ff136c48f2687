import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { csvRows } from '../core/bank/files/csv.ts'
import { guessMapping, hasDatedAmount } from '../core/bank/files/csv_guess.ts'
import { fileError } from '../core/bank/files/errors.ts'
import { type BankFile, type CsvSettings, openBankFiles, readStatements } from '../core/bank/files/read.ts'
import { cleanText } from '../core/bank/files/values.ts'
import { findAccount, givenAccount } from './accounts.ts'
import type { SentFile } from './import.ts'
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
  if (first?.kind === 'csv') {
    const currency = given?.currency ?? 'EUR'
    return {
      ...(await previewCsv(files, first, given?.csv_mapping ?? null, currency)),
      bank_account_id: given?.id ?? null,
    }
  }
  const statements = await readStatements(files)
  const [statement] = statements
  const account = given ?? (statement && findAccount(statement, accounts))
  return {
    format: statement?.format ?? 'camt.053',
    iban: statement?.iban ?? '',
    bank_account_id: account?.id ?? null,
    lines_count: statements.reduce((sum, { lines }) => sum + lines.length, 0),
    columns: [],
    rows: [],
    csv_mapping: null,
  }
}

/** The saved mapping if the file can be read with it, else a guess. */
async function previewCsv(
  files: BankFile[],
  { text }: BankFile,
  saved: CsvSettings['mapping'] | null,
  currency: string,
) {
  const guess = guessMapping(text) ?? null
  let [mapping, lines_count] = [saved ?? guess, 0]
  for (const candidate of [saved, guess]) {
    if (!candidate || lines_count > 0) continue
    lines_count = await linesWith(files, { mapping: candidate, currency })
    if (lines_count > 0) mapping = candidate
  }
  if (!guess && lines_count === 0 && !hasDatedAmount(text))
    throw fileError('', 'This file is not a bank statement: none of its rows has a date and an amount.')
  const rows = csvRows(text, mapping?.separator ?? 'auto', shown_rows + (mapping?.skip_rows ?? 0) + 1)
  const cells = rows
    .filter(({ index }) => index >= (mapping?.skip_rows ?? 0))
    .map(({ cells }) => cells.slice(0, shown_columns).map(cell => cleanText(cell, 200)))
  const [columns = [], ...data] = cells
  return {
    format: 'csv' as const,
    iban: '',
    lines_count,
    columns,
    rows: data.slice(0, shown_rows),
    csv_mapping: mapping,
  }
}

async function linesWith(files: BankFile[], settings: CsvSettings) {
  try {
    return (await readStatements(files, settings)).reduce((sum, { lines }) => sum + lines.length, 0)
  } catch (error) {
    if (error instanceof ApiError) return 0
    throw error
  }
}
