import { databaseTime } from '../../../db/clock.ts'
import type { Sql } from '../../../db/sql.ts'
import { invalid } from '../../../errors.ts'
import { timeZoneOf } from '../../../organisation/core/spaces.ts'
import { dayIn } from '../../../time_zone.ts'
import { type LedgerRules, ledgerRules } from '../ledger/accounts.ts'
import { ledgerState, lockLedger, postAllAgain } from '../ledger/post.ts'
import { bundlesOfLines, linesOfBundles, postLineEntries } from './line_entries.ts'

/**
 * Posts these lines again, after a change of what they are, and the other lines of their payments. The ledger must be held or locked, and the payments
 * be written.
 */
export async function postLines(sql: Sql, group_id: number, line_ids: number[]): Promise<void> {
  if (line_ids.length === 0) return
  const others = await linesOfBundles(sql, group_id, await bundlesOfLines(sql, group_id, line_ids))
  const { stored, validated_until } = await ledgerState(sql, group_id)
  const today = dayIn(await timeZoneOf(sql, group_id), await databaseTime(sql))
  await postLineEntries(sql, group_id, { rules: ledgerRules(stored), days: { today, validated_until } }, [
    ...line_ids,
    ...others,
  ])
}

/** Books payments to money in transit in place of the accounts of banks, after a bank account was added, changed or deleted. */
export async function bankAccountsChanged(sql: Sql, group_id: number): Promise<void> {
  const { stored } = await lockLedger(sql, group_id)
  const rows = await sql<{ ledger_account: string }[]>`
    select ledger_account from bank_accounts where group_id = ${group_id} order by ledger_account`
  const bank_accounts = rows.map(({ ledger_account }) => ledger_account)
  checkBankAccounts(ledgerRules(stored), bank_accounts)
  if (bank_accounts.join() === (stored.bank_accounts ?? []).join()) return
  const ledger = JSON.stringify({ ...stored, bank_accounts })
  await sql`update transaction_settings set ledger = ${ledger}::text::json where group_id = ${group_id}`
  await postAllAgain(sql, group_id)
}

/** The account of a bank has the money at the bank, and nothing else. */
function checkBankAccounts({ accounts, membership_prices, donation_prices }: LedgerRules, bank_accounts: string[]) {
  const { money, ...others } = accounts
  const used = [...Object.values(others), ...Object.values(membership_prices), ...Object.values(donation_prices)]
  const shared = bank_accounts.find(account => used.includes(account))
  if (shared !== undefined)
    throw invalid('body.data.ledger_account', 'is used for something else in the settings of the ledger', shared)
}
