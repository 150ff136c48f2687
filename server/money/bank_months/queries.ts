import { recordAudit } from '../../access/audit.ts'
import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { msg, type Text } from '../../messages/message.ts'
import { lockMonths } from '../core/bank/closed_months.ts'
import { lastDayOf, monthsOf } from './months.ts'
import type { BankMonth } from './schema.ts'

interface MonthWriter {
  caller: Caller
  request_id: string
}

interface Selection {
  bank_account_id: number
  month: string
}

/** Newest first. */
export async function listMonths(
  sql: Sql,
  caller: Caller,
  { bank_account_id, limit, offset }: Paging & { bank_account_id: number },
): Promise<{ rows: BankMonth[]; total: number }> {
  const { months } = await monthsOf(sql, caller, bank_account_id)
  const rows = months.toReversed().slice(offset, offset + Math.min(limit, page_size_max))
  return { rows, total: months.length }
}

export async function closeMonth(sql: Sql, writer: MonthWriter, { bank_account_id, month }: Selection) {
  const { caller } = writer
  if (!(await lockMonths(sql, caller.group_id, bank_account_id))) throw notFound('bank account')
  const { months, today } = await monthsOf(sql, caller, bank_account_id)
  const row = checkedMonth(months, month, today)
  await sql`
    insert into bank_months (group_id, bank_account_id, month, closed_at, closed_by, bank_balance, book_balance)
    values (${caller.group_id}, ${bank_account_id}, ${`${month}-01`}::date, now(), ${caller.id}, ${row.bank_balance}, ${row.book_balance})`
  await audit(sql, writer, 'closed', { bank_account_id, month })
  return readMonth(sql, caller, { bank_account_id, month })
}

/** Opens a month, and those after it: a closed month follows closed ones only. */
export async function openMonth(sql: Sql, writer: MonthWriter, { bank_account_id, month }: Selection) {
  const { caller } = writer
  if (!(await lockMonths(sql, caller.group_id, bank_account_id))) throw notFound('bank account')
  const { months } = await monthsOf(sql, caller, bank_account_id)
  if (!months.find(row => row.month === month)?.closed_at) throw refused(msg`The month ${month} is not closed.`)
  await sql`
    delete from bank_months
    where group_id = ${caller.group_id} and bank_account_id = ${bank_account_id} and month >= ${`${month}-01`}::date`
  await audit(sql, writer, 'opened', { bank_account_id, month })
  return readMonth(sql, caller, { bank_account_id, month })
}

async function readMonth(sql: Sql, caller: Caller, { bank_account_id, month }: Selection): Promise<BankMonth> {
  const { months } = await monthsOf(sql, caller, bank_account_id)
  const row = months.find(each => each.month === month)
  if (!row) throw notFound('month')
  return row
}

/** The month, if it can be closed. */
function checkedMonth(months: BankMonth[], month: string, today: string): BankMonth {
  const row = months.find(each => each.month === month)
  if (lastDayOf(month) >= today) throw refused(msg`The month ${month} has not ended yet.`)
  if (!row) throw refused(msg`The month ${month} is before the first line of this bank account.`)
  if (row.closed_at) throw refused(msg`The month ${month} is closed already.`)
  const until = months.filter(each => each.month <= month)
  const open_count = until.reduce((sum, each) => sum + each.open_count, 0)
  if (open_count > 0)
    throw refused(
      open_count === 1
        ? msg`One line until the end of ${month} is open. Match or ignore it first.`
        : msg`${open_count} lines until the end of ${month} are open. Match or ignore them first.`,
    )
  const earlier = until.find(each => each.month < month && !each.closed_at && each.lines_count > 0)
  if (earlier) throw refused(msg`The month ${earlier.month} is not closed. Close it first.`)
  return row
}

const refused = (detail: Text) => new ApiError('conflict', detail)

const audit = (sql: Sql, writer: MonthWriter, done: 'closed' | 'opened', { bank_account_id, month }: Selection) =>
  recordAudit(sql, {
    ...writer,
    kind: `bank_month.${done}`,
    subject: 'bank_account',
    subject_id: bank_account_id,
    details: { month },
  })
