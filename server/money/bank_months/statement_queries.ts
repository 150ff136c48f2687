import type { Sql } from '../../db/sql.ts'
import type { MonthlyAccount } from './balances_queries.ts'

export interface StatementLine {
  day: string
  text: string
  counterparty: string
  reason: string
  amount: number
}

/** How many lines of a kind a statement lists. */
export const listed_max = 500

interface Span {
  from: string | null
  to: string
}

/** The open or ignored lines of some days, oldest first. */
export async function linesBetween(
  sql: Sql,
  group_id: number,
  { id }: MonthlyAccount,
  { from, to }: Span,
  state: 'open' | 'ignored',
): Promise<StatementLine[]> {
  return sql<StatementLine[]>`
    select l.date::text as day, l.text, l.counterparty, l.ignored_reason as reason, l.amount::bigint as amount
    from bank_lines l
    where l.group_id = ${group_id} and l.bank_account_id = ${id} and l.state = ${state} and l.date <= ${to}::date
      ${from === null ? sql`` : sql`and l.date >= ${from}::date`}
    order by l.date, l.position, l.id
    limit ${listed_max}`
}

export interface AccountMovement {
  account: string
  received: number
  paid: number
}

const movements_max = 200

/** What the matched lines of some days brought to and took from each account of the ledger. */
export async function movementsBetween(
  sql: Sql,
  group_id: number,
  { id, ledger_account }: MonthlyAccount,
  { from, to }: Span,
): Promise<AccountMovement[]> {
  return sql<AccountMovement[]>`
    select b.account, sum(greatest(b.amount, 0))::bigint as received, sum(greatest(-b.amount, 0))::bigint as paid
    from (
      select e.bundle_id, case when e.debit_account = ${ledger_account} then e.credit_account else e.debit_account end as account,
             sum(case when e.debit_account = ${ledger_account} then e.amount else -e.amount end) as amount
      from bank_lines l
      join ledger_entries e on e.group_id = ${group_id} and e.bundle_id = -l.id and e.kind = 'bank_line'
      where l.group_id = ${group_id} and l.bank_account_id = ${id} and l.date >= ${from}::date and l.date <= ${to}::date
      group by 1, 2
    ) b
    group by b.account
    having sum(b.amount) <> 0 or sum(abs(b.amount)) <> 0
    order by b.account
    limit ${movements_max}`
}
