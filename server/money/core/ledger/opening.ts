import type { Sql } from '../../../db/sql.ts'
import { ApiError } from '../../../errors.ts'
import { msg } from '../../../messages/message.ts'
import { firstDayOf, isOpenDay, type LedgerRules } from './accounts.ts'
import { bookedEntries, replaceEntries } from './entries.ts'
import { opening_bundle_id } from './labels.ts'

/**
 * Moves the provisional opening balances to the first day of their year and to the account for opening balances, after a change of either. The ledger
 * must be locked.
 */
export async function moveOpeningBalances(
  sql: Sql,
  group_id: number,
  { old, now, validated_until }: { old: LedgerRules; now: LedgerRules; validated_until: string | null },
) {
  const booked = (await bookedEntries(sql, group_id, [opening_bundle_id])).get(opening_bundle_id) ?? []
  const accountOf = (account: string) => (account === old.accounts.opening ? now.accounts.opening : account)
  const moved = booked
    .filter(({ validated }) => !validated)
    .map(({ validated, ...entry }) => {
      const date = firstDayOf(now.year_end, entry.item_id)
      const [debit_account, credit_account] = [accountOf(entry.debit_account), accountOf(entry.credit_account)]
      if (!isOpenDay(date, validated_until))
        throw new ApiError(
          'conflict',
          msg`The opening balances of ${entry.item_id} would be booked on ${date}, and the ledger is validated until ${validated_until}.
            Remove them first.`,
        )
      if (debit_account === credit_account)
        throw new ApiError(
          'conflict',
          msg`The account ${debit_account} has an opening balance in ${entry.item_id}, so it cannot be their counterpart.`,
        )
      return { ...entry, date, event_date: date, debit_account, credit_account }
    })
  if (moved.length > 0) await replaceEntries(sql, group_id, new Map([[opening_bundle_id, moved]]))
}
