import type { Sql } from '../../../db/sql.ts'
import { ApiError } from '../../../errors.ts'
import { msg } from '../../../messages/message.ts'

/**
 * Refuses a change of lines of these days if their month or a later one is closed: they count in the balance of each month after them. Until the
 * end of the transaction none of these months is closed.
 */
export async function checkMonthsOpen(
  sql: Sql,
  group_id: number,
  bank_account_id: number,
  days: string[],
): Promise<void> {
  const [first] = [...days].sort()
  if (first === undefined) return
  await sql`select from bank_accounts where group_id = ${group_id} and id = ${bank_account_id} for share`
  const [closed] = await sql<{ month: string }[]>`
    select to_char(month, 'YYYY-MM') as month from bank_months
    where group_id = ${group_id} and bank_account_id = ${bank_account_id} and month >= date_trunc('month', ${first}::date)::date
    order by bank_months.month
    limit 1`
  if (!closed) return
  const same_month = days.some(day => day.startsWith(closed.month))
  throw new ApiError(
    'conflict',
    same_month
      ? msg`The month ${closed.month} of this bank account is closed. Open it again to change its lines.`
      : msg`The month ${closed.month} of this bank account is closed, and its balance counts the lines before it. Open it again to change them.`,
  )
}

/** Refuses another balance before the first line if a month is closed. Expects the lock of the account. */
export async function checkOpeningBalanceFree(sql: Sql, group_id: number, bank_account_id: number): Promise<void> {
  const [closed] = await sql<{ month: string }[]>`
    select to_char(month, 'YYYY-MM') as month from bank_months
    where group_id = ${group_id} and bank_account_id = ${bank_account_id}
    order by bank_months.month
    limit 1`
  if (closed)
    throw new ApiError(
      'conflict',
      msg`This file gives another balance before the first line, which would change the closed month ${closed.month}.
        Open that month again to import it.`,
    )
}

/** Locks a bank account, so that none of its lines changes until its month is closed or opened. Returns whether there is one. */
export async function lockMonths(sql: Sql, group_id: number, bank_account_id: number): Promise<boolean> {
  const rows = await sql`
    select id from bank_accounts where group_id = ${group_id} and id = ${bank_account_id} for no key update`
  return rows.length > 0
}
