import type { Sql } from '../../db/sql.ts'
import type { BankMonth } from './schema.ts'

// What the months of a bank account are computed from: a few sums for all of them.

export interface MonthlyAccount {
  id: number
  name: string
  iban: string
  number: string
  currency: string
  ledger_account: string
  opening_balance: number
}

export async function accountOf(sql: Sql, group_id: number, id: number): Promise<MonthlyAccount | undefined> {
  const [row] = await sql<MonthlyAccount[]>`
    select id, name, iban, number, upper(currency) as currency, ledger_account, opening_balance::bigint as opening_balance
    from bank_accounts where group_id = ${group_id} and id = ${id}`
  return row
}

/** A sum of a month. `segment` is how often the balances of the ledger began anew until then. */
interface MonthlySum {
  month: string
  segment: number
  amount: number
}

export interface LineSum extends MonthlySum {
  state: 'open' | 'matched' | 'ignored'
  count: number
}

export interface EntrySum extends MonthlySum {
  /** `line`: entries of the lines of the account, by the day of the entry. `line_event`: the same by the day of the line. */
  source: 'opening' | 'line' | 'line_event' | 'other'
}

export async function lineSums(sql: Sql, group_id: number, { id }: MonthlyAccount, days: string[]): Promise<LineSum[]> {
  return sql<LineSum[]>`
    select to_char(l.date, 'YYYY-MM') as month, ${segment(sql, sql`l.date`, days)} as segment, l.state, count(*)::integer as count,
           sum(l.amount)::bigint as amount
    from bank_lines l
    where l.group_id = ${group_id} and l.bank_account_id = ${id}
    group by 1, 2, 3
    order by 1, 2, 3`
}

export async function entrySums(
  sql: Sql,
  group_id: number,
  { id, currency, ledger_account }: MonthlyAccount,
  days: string[],
): Promise<EntrySum[]> {
  return sql<EntrySum[]>`
    with booked as (
      select e.date, e.event_date, case when e.debit_account = ${ledger_account} then e.amount else -e.amount end as amount,
             case when e.journal = 'opening' then 'opening' when l.id is not null then 'line' else 'other' end as source
      from ledger_entries e
      left join bank_lines l on l.group_id = ${group_id} and e.journal = 'bank' and l.id = -e.bundle_id and l.bank_account_id = ${id}
      where e.group_id = ${group_id} and e.currency = ${currency} and e.debit_account <> e.credit_account
        and (e.debit_account = ${ledger_account} or e.credit_account = ${ledger_account})
    )
    select to_char(date, 'YYYY-MM') as month, ${segment(sql, sql`date`, days)} as segment, source, sum(amount)::bigint as amount
    from booked group by 1, 2, 3
    union all
    select to_char(event_date, 'YYYY-MM'), ${segment(sql, sql`event_date`, days)}, 'line_event', sum(amount)::bigint
    from booked where source = 'line' group by 1, 2
    order by 1, 2, 3`
}

const segment = (sql: Sql, day: ReturnType<Sql>, days: string[]) =>
  days.length === 0 ? sql`0` : sql`width_bucket(${day}, ${days}::text[]::date[])`

export type ClosedMonth = Pick<BankMonth, 'month' | 'closed_at' | 'closed_by' | 'bank_balance' | 'book_balance'>

/** With the balances at that time. */
export async function closedMonths(sql: Sql, group_id: number, bank_account_id: number): Promise<ClosedMonth[]> {
  return sql<ClosedMonth[]>`
    select to_char(m.month, 'YYYY-MM') as month, m.closed_at, m.bank_balance::bigint as bank_balance, m.book_balance::bigint as book_balance,
           case when u.id is not null then json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname) end as closed_by
    from bank_months m
    left join users u on u.group_id = ${group_id} and u.id = m.closed_by
    where m.group_id = ${group_id} and m.bank_account_id = ${bank_account_id}
    order by m.month`
}
