import type { Caller } from '../../../access/caller.ts'
import type { Fragment, Sql } from '../../../db/sql.ts'
import { inList } from '../../../db/stable_plans.ts'
import type { WaitingPayment } from '../../waiting_payments/schema.ts'
import { nameVisibleTo } from '../restricted_names.ts'
import { isReceived } from '../status_kinds.ts'

// Payments that wait for the bank: their money came in or is expected, and no bank line has brought all of it.

/** How long before the first line of a bank account a payment may have been made that it brought. */
const days_before = 90

export interface WaitingScope {
  /** Payments from this day on. */
  since: string
  /** In capitals; undefined for all. */
  currency?: string | undefined
}

/** What waits for this bank account, or for any. Undefined without bank accounts. */
export async function waitingScope(
  sql: Sql,
  group_id: number,
  bank_account_id?: number,
): Promise<WaitingScope | undefined> {
  const [row] = await sql<{ since: string | null; currency: string | null }[]>`
    select (min(coalesce(
             (select min(l.date) from bank_lines l where l.group_id = ${group_id} and l.bank_account_id = a.id), a.created_at::date))
             - ${days_before}::int)::text as since,
           min(a.currency) as currency
    from bank_accounts a
    where a.group_id = ${group_id} ${bank_account_id === undefined ? sql`` : sql`and a.id = ${bank_account_id}`}`
  if (!row?.since) return undefined
  return { since: row.since, currency: (bank_account_id !== undefined && row.currency) || undefined }
}

/**
 * Whether the money of the transaction `t` with the status `s` came in or is expected. If a line took all of it back, another line brought it before,
 * whatever the status says.
 */
export const isExpected = (sql: Sql, group_id: number): Fragment => sql`(
  coalesce(s.kind, '') = 'pending' or ${isReceived(sql, sql`coalesce(s.kind, '')`)}
  or (t.reimbursed_amount + t.unpaid_amount >= t.amount and exists (
    select from bank_matches x where x.group_id = ${group_id} and x.transaction_id = t.id and x.kind = 'reversal')))`

/**
 * The transactions that wait, as `t`, with the row of their bundle `b`, the kind of their status `s.kind` and what lines brought of it,
 * `m.amount`.
 */
export const waitingTransactions = (sql: Sql, group_id: number, { since, currency }: WaitingScope): Fragment => sql`
  from items t
  join transaction_bundles b on b.group_id = ${group_id} and b.id = t.bundle_id and b.deleted_at is null
  left join transaction_statuses s on s.group_id = ${group_id} and s.id = t.status_id
  cross join lateral (
    select coalesce(sum(x.amount), 0)::bigint as amount from bank_matches x
    where x.group_id = ${group_id} and x.transaction_id = t.id and x.kind = 'payment'
  ) m
  where t.group_id = ${group_id} and t.kind = 'transaction' and t.date >= ${since}::date
    and t.amount > m.amount and ${isExpected(sql, group_id)}
    ${currency === undefined ? sql`` : sql`and upper(t.currency) = ${currency}`}`

/** These transactions as payments that wait, whether they do or not, in the order of the ids. Without a caller, names are not hidden. */
export async function readWaitingPayments(
  sql: Sql,
  group_id: number,
  ids: number[],
  caller?: Caller,
): Promise<WaitingPayment[]> {
  if (ids.length === 0) return []
  const name = (text: Fragment) => (caller ? nameVisibleTo(sql, caller, text) : text)
  const rows = await sql<Omit<WaitingPayment, 'label'>[]>`
    select t.id as transaction_id, t.bundle_id as transaction_bundle_id,
           json_build_object('id', c.id, 'firstname', ${name(sql`c.firstname`)}, 'surname', ${name(sql`c.surname`)},
             'city', ${name(sql`c.city`)}) as contact,
           t.date, t.amount::bigint as amount, greatest(t.amount - m.amount, 0)::bigint as left, t.currency::text as currency,
           t.payment_method_kind, t.code_campaign, coalesce(s.kind, '') = 'pending' as pending,
           case when d.id is not null then json_build_object('id', d.id, 'number', d.number, 'state', d.state) end as batch
    from items t
    join contacts c on c.group_id = ${group_id} and c.id = t.contact_id
    left join transaction_statuses s on s.group_id = ${group_id} and s.id = t.status_id
    left join batched_transactions h on h.group_id = ${group_id} and h.transaction_id = t.id
    left join transaction_batches d on d.group_id = ${group_id} and d.id = h.batch_id
    cross join lateral (
      select coalesce(sum(x.amount), 0)::bigint as amount from bank_matches x
      where x.group_id = ${group_id} and x.transaction_id = t.id and x.kind = 'payment'
    ) m
    where t.group_id = ${group_id} and t.kind = 'transaction' and t.id ${inList(sql, ids)}`
  const labels = await labelsOf(sql, group_id, [...new Set(rows.map(row => row.transaction_bundle_id))])
  const known = new Map(
    rows.map(row => [row.transaction_id, { ...row, label: labels.get(row.transaction_bundle_id) ?? '' }]),
  )
  return ids.flatMap(id => known.get(id) ?? [])
}

/** What the memberships and donations of each bundle are for: the names of their prices. */
async function labelsOf(sql: Sql, group_id: number, bundle_ids: number[]): Promise<Map<number, string>> {
  if (bundle_ids.length === 0) return new Map()
  const rows = await sql<{ bundle_id: number; label: string }[]>`
    select i.bundle_id, string_agg(distinct coalesce(p.name, d.name), ', ') as label
    from items i
    left join membership_prices p on p.group_id = ${group_id} and p.id = i.membership_price_id
    left join donation_prices d on d.group_id = ${group_id} and d.id = i.donation_price_id
    where i.group_id = ${group_id} and i.bundle_id ${inList(sql, bundle_ids)} and i.kind in ('membership', 'donation')
      and coalesce(p.name, d.name) is not null
    group by i.bundle_id`
  return new Map(rows.map(({ bundle_id, label }) => [bundle_id, label]))
}
