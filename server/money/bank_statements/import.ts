import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { emitEvents } from '../../events/outbox.ts'
import { msg } from '../../messages/message.ts'
import { checkMonthsOpen, checkOpeningBalanceFree } from '../core/bank/closed_months.ts'
import { fileError } from '../core/bank/files/errors.ts'
import { openBankFiles, readStatements } from '../core/bank/files/read.ts'
import type { ParsedStatement } from '../core/bank/statement.ts'
import { accountOf, givenAccount } from './accounts.ts'
import {
  accountState,
  completeLines,
  type FileAccount,
  fileAccounts,
  insertLines,
  insertStatement,
  lockAccounts,
  sameStatement,
  setOpeningBalance,
  tooLargeBalances,
} from './import_queries.ts'
import { fileCounts, type LineCounts } from './line_keys.ts'
import { mergeStatement } from './merge.ts'
import { readStatement } from './queries.ts'
import type { BankStatement } from './schema.ts'

export interface SentFile {
  bytes: Uint8Array
  name: string
  bank_account_id?: number
}

const statements_max = 1000

interface Writer {
  caller: Caller
  request_id: string
}

/** Imports all statements of a file, or none. */
export async function importFile(sql: Sql, writer: Writer, file: SentFile) {
  const { caller } = writer
  const accounts = await fileAccounts(sql, caller)
  const given = givenAccount(accounts, file.bank_account_id)
  const parsed = await readFile(file, given)
  const found = parsed.map(statement => ({ statement, account: accountOf(statement, accounts, given) }))
  const ids = [...new Set(found.map(({ account }) => account.id))]
  await lockAccounts(sql, caller, ids)
  const statements: BankStatement[] = []
  const created: number[] = []
  const countsOf = fileCounts()
  let added_count = 0
  for (const { statement, account } of found) {
    const counts = countsOf(account.id, statement)
    const imported = await importStatement(sql, caller, statement, { account, file_name: file.name, counts })
    statements.push(await readStatement(sql, caller, imported.id))
    added_count += imported.added_count
    if (imported.created) created.push(imported.id)
  }
  const [large] = await tooLargeBalances(sql, caller, ids)
  if (large) throw fileError('', msg`The balance of ${large} would be too large.`)
  if (created.length > 0) await emitEvents(sql, writer, 'bank_statement.created', created)
  return { statements, ...rowCounts(parsed), added_count }
}

/** How many lines there are, and how many rows of CSV are none. */
export const rowCounts = (statements: ParsedStatement[]) => ({
  lines_count: statements.reduce((sum, { lines }) => sum + lines.length, 0),
  left_out_count: statements.reduce((sum, { left_out_count = 0 }) => sum + left_out_count, 0),
})

/** The statements of the file, the oldest first. */
async function readFile({ bytes }: SentFile, account: FileAccount | undefined): Promise<ParsedStatement[]> {
  const mapping = account?.csv_mapping
  const files = await openBankFiles(bytes, mapping?.encoding)
  const csv = account && mapping ? { mapping, currency: account.currency } : undefined
  const statements = (await readStatements(files, csv)).map(withBothBalances)
  if (statements.length > statements_max)
    throw fileError('', msg`The file has more than ${statements_max} statements. Export a shorter period.`)
  return statements.sort((one, other) => (startOf(one) < startOf(other) ? -1 : startOf(one) > startOf(other) ? 1 : 0))
}

/** With one balance the lines give the other. */
function withBothBalances(statement: ParsedStatement): ParsedStatement {
  const { opening_balance: opening, closing_balance: closing, lines } = statement
  if ((opening === null) === (closing === null)) return statement
  const moved = lines.reduce((sum, { amount }) => sum + amount, 0)
  const opening_balance = opening ?? (closing ?? 0) - moved
  if (!Number.isSafeInteger(opening_balance)) throw fileError('', 'The opening balance would be too large.')
  return { ...statement, opening_balance, closing_balance: closing ?? opening_balance + moved }
}

const startOf = ({ from_date, to_date }: ParsedStatement) => `${from_date} ${to_date}`

async function importStatement(
  sql: Sql,
  caller: Caller,
  statement: ParsedStatement,
  { account, file_name, counts }: { account: FileAccount; file_name: string; counts: LineCounts },
) {
  const { format, reference, from_date, to_date, opening_balance, closing_balance, lines } = statement
  const state = await accountState(sql, caller, account.id, statement)
  const merged = mergeStatement(statement, state, counts)
  const added_count = merged.added.length
  const row = {
    ...{
      bank_account_id: account.id,
      file_name,
      format,
      reference,
      from_date,
      to_date,
      opening_balance,
      closing_balance,
    },
    lines_count: lines.length,
    added_count,
  }
  if (merged.completed.length > 0) await completeLines(sql, caller, merged.completed)
  const same = added_count === 0 ? await sameStatement(sql, caller, row) : undefined
  if (same) return { id: same, added_count, created: false }
  const days = [...new Set(merged.added.map(({ date }) => date))]
  if (days.length > 0) await checkMonthsOpen(sql, caller.group_id, account.id, days)
  if (merged.opening_balance !== state.opening_balance) await checkOpeningBalanceFree(sql, caller.group_id, account.id)
  await setOpeningBalance(sql, caller, account.id, merged.opening_balance)
  const id = await insertStatement(sql, caller, row)
  await insertLines(sql, caller, { statement_id: id, bank_account_id: account.id }, merged.added)
  return { id, added_count, created: true }
}
