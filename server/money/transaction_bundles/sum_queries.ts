import type { Caller } from '../../access/caller.ts'
import type { Fragment, Sql } from '../../db/sql.ts'
import { isReceived } from '../core/status_kinds.ts'
import { storedSums } from '../core/sums.ts'
import { joined, matchingBundles, resolvedFilters, statusKinds, transactionConditions } from './list_queries.ts'
import type { Filters, PaymentSum } from './schema.ts'

/** The amounts of the matching transactions by currency, and what has come in of them. */
export async function sumBundles(sql: Sql, caller: Caller, sent: Filters): Promise<PaymentSum[]> {
  const of_days = isOfDays(sent)
  const rows = of_days
    ? sumsOfDays(sql, caller, sent)
    : sumsOfTransactions(sql, caller, await resolvedFilters(sql, caller, sent))
  // As JSON: a sum may exceed the safe integers of JavaScript.
  const [answer] = await sql<[{ sums: PaymentSum[] }]>`
    select coalesce(json_agg(x), '[]') as sums
    from (
      select currency, sum(amount) as amount, sum(transactions) as transactions,
             case when ${of_days} then coalesce(sum(net) filter (where ${isReceived(sql, sql`coalesce(s.kind, '')`)}), 0) end as collected
      from (${rows}) part
      left join transaction_statuses s on s.group_id = ${caller.group_id} and s.id = part.status_id
      group by currency
      having sum(transactions) <> 0
      order by currency
      limit 1000
    ) x`
  return answer.sums
}

const isDay = (value: string | undefined) => value === undefined || /^\d{4}-\d{2}-\d{2}$/.test(value)

/** Whether the sums kept for each day answer it: they know day, status, method and campaign. */
const isOfDays = ({ date_from, date_to, updated_since, contact_id, origin, batch_id }: Filters) =>
  isDay(date_from) &&
  isDay(date_to) &&
  [updated_since, contact_id, origin, batch_id].every(value => value === undefined)

function sumsOfDays(sql: Sql, { group_id }: Caller, filters: Filters): Fragment {
  const { status_id, state, payment_method_kind, code_campaign, date_from, date_to } = filters
  const parts = []
  if (status_id !== undefined) parts.push(sql`and status_id = ${status_id}`)
  if (state !== undefined) {
    parts.push(sql`and status_id in (
      select id from transaction_statuses where group_id = ${group_id} and kind = any(${statusKinds[state]}))`)
  }
  if (payment_method_kind !== undefined) parts.push(sql`and lower(payment_method_kind) = lower(${payment_method_kind})`)
  if (code_campaign !== undefined) parts.push(sql`and lower(code_campaign) = lower(${code_campaign})`)
  if (date_from !== undefined) parts.push(sql`and day >= ${date_from}`)
  if (date_to !== undefined) parts.push(sql`and day <= ${date_to}`)
  return storedSums(sql, group_id, joined(sql, parts))
}

/** For filters that match few bundles. */
const sumsOfTransactions = (sql: Sql, caller: Caller, filters: Filters) => sql`
  select upper(t.currency) as currency, t.amount, 1 as transactions, t.status_id, 0 as net
  from transactions t
  where t.group_id = ${caller.group_id} ${joined(sql, transactionConditions(sql, caller.group_id, filters))}
    and t.transaction_bundle_id in (select b.id ${matchingBundles(sql, caller, filters)})`
