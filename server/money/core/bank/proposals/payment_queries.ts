import type { Fragment, Sql } from '../../../../db/sql.ts'
import { isExpected } from '../payments.ts'

// The payments that lines may be.

/** By which a payment may be found. Days are as 2026-10-31. */
export interface PaymentSearch {
  currency: string
  from: string
  to: string
  /** Amounts within the days. */
  amounts: number[]
  /** Contacts, whose payments within the days are candidates. */
  contact_ids: number[]
  /** Numbers that may be ids of transactions or bundles, or external ids. */
  numbers: number[]
  /** Digests of the names that payments may have in other books. */
  origin_keys: string[]
  /** Methods of which all payments within the days are candidates, in lower case. */
  methods: string[]
  /** Transactions that are wanted anyway. */
  transaction_ids: number[]
  /** Amounts that left the account: payments of these amounts are candidates although their money came. */
  returned: number[]
  time_zone: string
}

export interface PaymentRow {
  transaction_id: number
  transaction_bundle_id: number
  contact_id: number
  firstname: string
  surname: string
  married_name: string
  city: string
  membership_number: number | null
  membership_code: string
  date: string
  day: string
  amount: number
  matched: number
  currency: string
  payment_method_kind: string
  code_campaign: string
  pending: boolean
  reimbursed_amount: number
  unpaid_amount: number
  external_transaction_id: number | null
  origin_key: string | null
  payment_method: object | null
  batch_id: number | null
  batch_number: string | null
  batch_state: string | null
}

/** Candidates that are loaded. A space with more of them gets proposals from the newest. */
const candidates_max = 60_000

export function candidatePayments(sql: Sql, group_id: number, search: PaymentSearch) {
  const { currency, returned, transaction_ids, time_zone } = search
  return sql<PaymentRow[]>`
    with found as materialized (${candidateIds(sql, group_id, search)})
    select t.id as transaction_id, t.bundle_id as transaction_bundle_id, t.contact_id, c.firstname, c.surname, c.married_name, c.city,
           c.membership_number, c.membership_code, t.date, (t.date at time zone ${time_zone})::date::text as day, t.amount::bigint as amount,
           m.amount as matched, upper(t.currency) as currency, t.payment_method_kind, t.code_campaign, coalesce(s.kind, '') = 'pending' as pending,
           t.reimbursed_amount::bigint as reimbursed_amount, t.unpaid_amount::bigint as unpaid_amount, t.external_transaction_id, b.origin_key,
           case when strpos(b.document, '"payment_method":{"') > 0 then (
             select x.value -> 'payment_method' from json_array_elements(b.document::json -> 'transactions') as x (value)
             where x.value ->> 'id' = t.id::text limit 1) end as payment_method,
           d.id as batch_id, d.number as batch_number, d.state as batch_state
    from found f
    join items t on t.group_id = ${group_id} and t.kind = 'transaction' and t.id = f.id
    join transaction_bundles b on b.group_id = ${group_id} and b.id = t.bundle_id and b.deleted_at is null
    join contacts c on c.group_id = ${group_id} and c.id = t.contact_id
    left join transaction_statuses s on s.group_id = ${group_id} and s.id = t.status_id
    left join batched_transactions h on h.group_id = ${group_id} and h.transaction_id = t.id
    left join transaction_batches d on d.group_id = ${group_id} and d.id = h.batch_id
    cross join lateral (
      select coalesce(sum(x.amount), 0)::bigint as amount from bank_matches x
      where x.group_id = ${group_id} and x.transaction_id = t.id and x.kind = 'payment') m
    where upper(t.currency) = ${currency}
      and ${isExpected(sql, group_id)}
      and (t.amount > m.amount or t.amount = any(${returned}::bigint[]) or t.id = any(${transaction_ids}::bigint[]))
    order by t.id desc
    limit ${candidates_max}`
}

function candidateIds(sql: Sql, group_id: number, search: PaymentSearch): Fragment {
  const { from, to, amounts, contact_ids, numbers, origin_keys, methods, transaction_ids } = search
  const transactions = sql`select id from items where group_id = ${group_id} and kind = 'transaction'`
  const inDays = sql`date >= ${from}::date and date < ${to}::date + 1`
  return sql`
    ${transactions} and ${inDays} and (amount = any(${amounts}::bigint[]) or kind_key = any(${methods}::text[]))
    union ${transactions} and ${inDays} and contact_id = any(${contact_ids}::bigint[])
    union ${transactions} and id = any(${numbers}::bigint[])
    union ${transactions} and bundle_id = any(${numbers}::bigint[])
    union ${transactions} and external_transaction_id = any(${numbers}::bigint[])
    union ${transactions} and id = any(${transaction_ids}::bigint[])
    union ${transactions} and bundle_id in (
      select id from transaction_bundles where group_id = ${group_id} and origin_key = any(${origin_keys}::text[]) and deleted_at is null)`
}

export interface ReversalRow {
  id: number
  transaction_id: number
  kind: string
  amount: number
  matched: boolean
}

/** Refunds and returns of these amounts, with their cancellations, and whether a line brought them. */
export const reversalsOf = (sql: Sql, group_id: number, amounts: number[], from: string) => sql<ReversalRow[]>`
  select r.id, r.transaction_id, r.reversal_kind as kind, r.amount::bigint as amount,
         exists (select from bank_matches m where m.group_id = ${group_id} and m.transaction_id = r.transaction_id and m.reversal_id = r.id) as matched
  from items r
  where r.group_id = ${group_id} and r.kind = 'reversal' and r.transaction_id is not null and r.date >= ${from}::date
    and r.amount = any(${amounts}::bigint[])
  order by r.id
  limit 20000`

/** What the memberships and donations of these bundles are for: the names of their prices. */
export const labelsOf = (sql: Sql, group_id: number, bundle_ids: number[]) => sql<
  { bundle_id: number; label: string }[]
>`
  select i.bundle_id, string_agg(distinct coalesce(p.name, d.name), ', ') as label
  from items i
  left join membership_prices p on p.group_id = ${group_id} and p.id = i.membership_price_id
  left join donation_prices d on d.group_id = ${group_id} and d.id = i.donation_price_id
  where i.group_id = ${group_id} and i.bundle_id = any(${bundle_ids}::bigint[]) and i.kind in ('membership', 'donation')
    and coalesce(p.name, d.name) is not null
  group by i.bundle_id`
