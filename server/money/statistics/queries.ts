import type { Caller } from '../../access/caller.ts'
import type { Fragment, Sql } from '../../db/sql.ts'
import type { MoneyStatistics } from './schema.ts'

export interface Span {
  from: string
  to: string
}

/** The live transactions of a span of time with the kind of their status; cancelled ones do not count. */
const counted = (sql: Sql, { group_id }: Caller, { from, to }: Span) => sql`
  select t.transaction_bundle_id, t.id, t.date, upper(t.currency) as currency, t.amount::numeric as amount,
         t.reimbursed_amount::numeric as reimbursed, t.unpaid_amount::numeric as unpaid, lower(t.payment_method_kind) as payment_method_kind,
         t.code_campaign, t.status_id, coalesce(s.name, '') as status_name, coalesce(s.kind, '') as kind
  from transactions t
  join transaction_bundles b on b.group_id = ${group_id} and b.id = t.transaction_bundle_id and b.deleted_at is null
  left join transaction_statuses s on s.group_id = ${group_id} and s.id = t.status_id
  where t.group_id = ${group_id} and t.date >= ${from} and t.date <= ${to} and coalesce(s.kind, '') <> 'cancel'`

// A payment that never arrived is unpaid as a whole, whatever was noted on it.
const sums = (sql: Sql) => sql`
  coalesce(sum(amount - reimbursed - unpaid) filter (where kind not in ('unpaid', 'bank_error', 'pending')), 0)::numeric as collected,
  coalesce(sum(amount) filter (where kind = 'pending'), 0)::numeric as pending,
  coalesce(sum(reimbursed) filter (where kind not in ('unpaid', 'bank_error', 'pending')), 0)::numeric as refunded,
  coalesce(sum(case when kind in ('unpaid', 'bank_error') then amount when kind <> 'pending' then unpaid end), 0)::numeric as unpaid`

export async function moneyStatistics(sql: Sql, caller: Caller, span: Span): Promise<MoneyStatistics> {
  const by = <Row extends object>(columns: Fragment) => sql<Row[]>`
    select ${columns}, currency, ${sums(sql)}, count(*)::bigint as transactions
    from (${counted(sql, caller, span)}) t
    group by ${columns}, currency
    order by currency, collected desc, ${columns}
    limit 1000`
  const [months, by_payment_method, by_campaign, by_status] = await Promise.all([
    monthly(sql, caller, span),
    by<MoneyStatistics['by_payment_method'][number]>(sql`payment_method_kind`),
    by<MoneyStatistics['by_campaign'][number]>(sql`code_campaign`),
    sql<MoneyStatistics['by_status']>`
      select status_id, status_name as name, kind, currency, ${sums(sql)}, count(*)::bigint as transactions
      from (${counted(sql, caller, span)}) t
      group by status_id, status_name, kind, currency
      order by currency, collected desc, status_id
      limit 1000`,
  ])
  return {
    ...span,
    months,
    by_payment_method: [...by_payment_method],
    by_campaign: [...by_campaign],
    by_status: [...by_status],
  }
}

/** Donations and memberships count in the month of the payment that brought them: the first one of their bundle that came in. */
async function monthly(sql: Sql, caller: Caller, span: Span): Promise<MoneyStatistics['months']> {
  const { group_id } = caller
  const rows = await sql<MoneyStatistics['months']>`
    with counted as materialized (${counted(sql, caller, span)}),
    first as (
      select distinct on (t.transaction_bundle_id) t.transaction_bundle_id, t.date
      from transactions t
      left join transaction_statuses s on s.group_id = ${group_id} and s.id = t.status_id
      where t.group_id = ${group_id} and t.transaction_bundle_id in (select transaction_bundle_id from counted)
        and coalesce(s.kind, '') not in ('cancel', 'unpaid', 'bank_error', 'pending')
      order by t.transaction_bundle_id, t.id
    ),
    paid as (
      select transaction_bundle_id, to_char(date at time zone 'UTC', 'YYYY-MM') as month
      from first
      where date >= ${span.from} and date <= ${span.to}
    ),
    parts as (
      select to_char(date at time zone 'UTC', 'YYYY-MM') as month, currency, amount, reimbursed, unpaid, kind,
        0::numeric as donation, 0::numeric as membership, 1 as n
      from counted
      union all
      select paid.month, upper(d.currency), 0, 0, 0, '', d.amount, 0, 0
      from paid join donations d on d.group_id = ${group_id} and d.transaction_bundle_id = paid.transaction_bundle_id
      union all
      select paid.month, upper(m.currency), 0, 0, 0, '', 0, m.amount, 0
      from paid join memberships m on m.group_id = ${group_id} and m.transaction_bundle_id = paid.transaction_bundle_id
    )
    select month, currency,
      ${sums(sql)},
      sum(n)::bigint as transactions, sum(donation)::numeric as donations, sum(membership)::numeric as memberships
    from parts
    group by month, currency
    order by month, currency
    limit 10000`
  return [...rows]
}
