import type { Sql } from '../../../db/sql.ts'
import { ApiError } from '../../../errors.ts'

/** Refuses a change of lines of these days if their month is closed. Until the end of the transaction none of them is closed. */
export async function checkMonthsOpen(
  sql: Sql,
  group_id: number,
  bank_account_id: number,
  days: string[],
): Promise<void> {
  const [first] = [...days].sort()
  if (first === undefined) return
  await sql`select from bank_accounts where group_id = ${group_id} and id = ${bank_account_id} for share`
  const months = new Set(days.map(monthOf))
  // Months are closed in their order, so all after the first open one are open.
  const rows = await sql<{ month: string }[]>`
    select to_char(month, 'YYYY-MM') as month from bank_months
    where group_id = ${group_id} and bank_account_id = ${bank_account_id} and month >= date_trunc('month', ${first}::date)::date
    order by bank_months.month`
  const closed = rows.find(({ month }) => months.has(month))
  if (closed)
    throw new ApiError(
      'conflict',
      `The month ${closed.month} of this bank account is closed. Open it again to change its lines.`,
    )
}

const monthOf = (day: string) => day.slice(0, 'YYYY-MM'.length)

/** Locks a bank account, so that none of its lines changes until its month is closed or opened. Returns whether there is one. */
export async function lockMonths(sql: Sql, group_id: number, bank_account_id: number): Promise<boolean> {
  const rows = await sql`
    select id from bank_accounts where group_id = ${group_id} and id = ${bank_account_id} for no key update`
  return rows.length > 0
}
