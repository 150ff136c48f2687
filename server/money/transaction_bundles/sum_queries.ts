import type { Caller } from '../../access/caller.ts'
import type { Fragment, Sql } from '../../db/sql.ts'
import { isReceived, unpaidIn, unpaidOf } from '../core/status_kinds.ts'
import { storedSums } from '../core/sums.ts'
import { joined, matchingBundles, resolvedFilters, transactionConditions } from './list_queries.ts'
import type { Filters, PaymentSum } from './schema.ts'

/** The amounts of the matching transactions by currency, and what of them has come in and is unpaid. */
export async function sumBundles(sql: Sql, caller: Caller, sent: Filters): Promise<PaymentSum[]> {
  const of_days = isOfDays(sent)
  const rows = of_days
    ? sumsOfDays(sql, caller, sent)
    : sumsOfTransactions(sql, caller, await resolvedFilters(sql, caller, sent))
  const kind = sql`coalesce(s.kind, '')`
  // As JSON: a sum may exceed the safe integers of JavaScript.
  const [answer] = await sql<[{ sums: PaymentSum[] }]>`
    select coalesce(json_agg(x), '[]') as sums
    from (
      select currency, sum(amount) as amount, sum(transactions) as transactions,
             case when ${of_days} then coalesce(sum(net) filter (where ${isReceived(sql, kind)}), 0) end as collected,
             sum(coalesce(owed, ${unpaidOf(sql, kind, sql`amount`, sql`unpaid`)})) as unpaid
      from (${rows}) part
      left join transaction_statuses s on s.group_id = ${caller.group_id} and s.id = part.status_id
      group by currency
      having sum(transactions) <> 0 or sum(net) <> 0
      order by currency
      limit 1000
    ) x`
  return answer.sums
}

const isDay = (value: string | undefined) => value === undefined || /^\d{4}-\d{2}-\d{2}$/.test(value)

/** Whether the sums kept for each day answer it: they know day, status, method and campaign. Returns have a day of their own. */
const isOfDays = ({ state, date_from, date_to, updated_since, contact_id, origin, batch_id }: Filters) =>
  state === undefined &&
  isDay(date_from) &&
  isDay(date_to) &&
  [updated_since, contact_id, origin, batch_id].every(value => value === undefined)

function sumsOfDays(sql: Sql, { group_id }: Caller, filters: Filters): Fragment {
  const { status_id, payment_method_kind, code_campaign, date_from, date_to } = filters
  const parts = []
  if (status_id !== undefined) parts.push(sql`and status_id = ${status_id}`)
  if (payment_method_kind !== undefined) parts.push(sql`and lower(payment_method_kind) = lower(${payment_method_kind})`)
  if (code_campaign !== undefined) parts.push(sql`and lower(code_campaign) = lower(${code_campaign})`)
  if (date_from !== undefined) parts.push(sql`and day >= ${date_from}`)
  if (date_to !== undefined) parts.push(sql`and day <= ${date_to}`)
  return sql`
    select currency, amount, transactions, status_id, net, null::bigint as owed, unpaid from (${storedSums(sql, group_id, joined(sql, parts))}) d`
}

/** For filters that match few bundles. Of what is unpaid (`owed`), with `state=unpaid` what became so in the span of the filters. */
function sumsOfTransactions(sql: Sql, caller: Caller, filters: Filters) {
  const { group_id } = caller
  const owed = unpaidIn(sql, group_id, filters.state === 'unpaid' ? filters : {})
  return sql`
    select upper(t.currency) as currency, t.amount, 1 as transactions, t.status_id, 0 as net, ${owed} as owed, 0 as unpaid
    from transactions t
    where t.group_id = ${group_id} ${joined(sql, transactionConditions(sql, group_id, filters))}
      and t.transaction_bundle_id in (select b.id ${matchingBundles(sql, caller, filters)})`
}
