import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { msg } from '../../messages/message.ts'
import { checkMonthsOpen } from '../core/bank/closed_months.ts'
import type { BankStatement } from './schema.ts'

const columns = (sql: Sql) => sql`
  s.id, s.created_at as "CreatedAt", s.bank_account_id, s.file_name, s.format, s.reference, s.from_date::text, s.to_date::text,
  s.opening_balance, s.closing_balance, s.lines_count, s.added_count`

export async function listStatements(
  sql: Sql,
  { group_id }: Caller,
  { limit, offset, bank_account_id }: Paging & { bank_account_id?: number },
): Promise<{ rows: BankStatement[]; total: number }> {
  const ofAccount = bank_account_id === undefined ? sql`` : sql`and s.bank_account_id = ${bank_account_id}`
  const [rows, [count]] = await Promise.all([
    sql<BankStatement[]>`
      select ${columns(sql)}
      from bank_statements s
      where s.group_id = ${group_id} ${ofAccount}
      order by s.to_date desc, s.id desc
      limit ${Math.min(limit, page_size_max)} offset ${offset}`,
    sql<
      [{ total: number }]
    >`select count(*) as total from bank_statements s where s.group_id = ${group_id} ${ofAccount}`,
  ])
  return { rows: [...rows], total: count.total }
}

export async function readStatement(sql: Sql, { group_id }: Caller, id: number): Promise<BankStatement> {
  const [statement] = await sql<BankStatement[]>`
    select ${columns(sql)} from bank_statements s where s.group_id = ${group_id} and s.id = ${id}`
  if (!statement) throw notFound('bank statement')
  return statement
}

/** Deletes a statement and the lines that came with it. The lines of the account stay without a gap. */
export async function deleteStatement(sql: Sql, caller: Caller, id: number): Promise<void> {
  const { group_id } = caller
  const { bank_account_id } = await readStatement(sql, caller, id)
  await sql`select from bank_accounts where group_id = ${group_id} and id = ${bank_account_id} for no key update`
  // Another request may have deleted it meanwhile.
  const statement = await readStatement(sql, caller, id)
  const lines = await sql<{ date: string; state: string }[]>`
    select date::text, state from bank_lines where group_id = ${group_id} and statement_id = ${id} order by id for update`
  const settled = lines.find(({ state }) => state !== 'open')
  if (settled)
    throw new ApiError(
      'conflict',
      msg`The line of ${settled.date} is ${settled.state}. Undo that first, then delete the statement.`,
    )
  if (lines.length > 0) await checkIsLast(sql, caller, statement)
  const days = [...new Set(lines.map(({ date }) => date))]
  if (days.length > 0) await checkMonthsOpen(sql, group_id, bank_account_id, days)
  await sql`delete from bank_lines where group_id = ${group_id} and statement_id = ${id}`
  await sql`delete from bank_statements where group_id = ${group_id} and id = ${id}`
  // The next first statement tells the balance again.
  await sql`
    update bank_accounts a set opening_balance = 0, updated_at = now()
    where a.group_id = ${group_id} and a.id = ${bank_account_id}
      and not exists (select from bank_statements s where s.group_id = ${group_id} and s.bank_account_id = ${bank_account_id})`
}

/** Refuses if a later statement continues this one, or an overlapping one relies on its lines. */
async function checkIsLast(sql: Sql, { group_id }: Caller, { id, bank_account_id, from_date, to_date }: BankStatement) {
  const [later] = await sql<{ to_date: string; file_name: string }[]>`
    select to_date::text, file_name
    from bank_statements
    where group_id = ${group_id} and bank_account_id = ${bank_account_id} and id <> ${id}
      and ((to_date, id) > (${to_date}::date, ${id}::bigint) or (id > ${id} and from_date <= ${to_date} and to_date >= ${from_date}))
    order by to_date desc, id desc
    limit 1`
  if (later)
    throw new ApiError(
      'conflict',
      msg`The statement ${later.file_name} until ${later.to_date} continues this one. Delete that first.`,
    )
}
