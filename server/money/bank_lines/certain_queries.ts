import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { notFound } from '../../errors.ts'

/** The next open lines of a bank account, from the oldest on, after this line. */
export const nextOpenLines = (
  sql: Sql,
  { group_id }: Caller,
  { bank_account_id, month }: { bank_account_id: number; month?: string },
  after: { date: string; id: number },
  limit: number,
) => sql<{ id: number; date: string; amount: number }[]>`
  select id, date::text as date, amount::bigint as amount from bank_lines
  where group_id = ${group_id} and bank_account_id = ${bank_account_id} and state = 'open' and (date, id) > (${after.date}::date, ${after.id}::bigint)
    ${month === undefined ? sql`` : sql`and date >= ${`${month}-01`}::date and date < ${`${month}-01`}::date + interval '1 month'`}
  order by date, id
  limit ${limit}`

/** Locks lines in the order of their ids, as every change of several lines does. */
export const lockLines = (sql: Sql, { group_id }: Caller, ids: number[]) =>
  sql`select from bank_lines where group_id = ${group_id} and id = any(${ids}::bigint[]) order by id for update`

export async function checkBankAccount(sql: Sql, { group_id }: Caller, id: number) {
  const found = await sql`select from bank_accounts where group_id = ${group_id} and id = ${id}`
  if (found.length === 0) throw notFound('bank account')
}

/** Runs the work; if it throws, what it wrote is taken back and the transaction goes on. */
export async function inSavepoint<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  await sql`savepoint accepting`
  try {
    const result = await work()
    await sql`release savepoint accepting`
    return result
  } catch (error) {
    await sql`rollback to savepoint accepting`
    throw error
  }
}
