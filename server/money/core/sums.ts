import { lockName } from '../../db/advisory_lock.ts'
import { addToCounter, counter_total } from '../../db/counters.ts'
import type { Fragment, Sql } from '../../db/sql.ts'
import type { Donation, Membership, Reversal, Transaction } from '../transaction_bundles/schema.ts'
import { partOf, signOf } from './reversal_kinds.ts'

// Statistics are computed from sums of each day in the time zone of the space. The event of a payment has by how much it changes them.

/**
 * What a sum is kept for: a day, a currency, and what statistics group by. `unless`: statuses of earlier transactions of the bundle. PostgreSQL
 * finds the day of the date, so that all days follow the same rules, and the time zone when the sum is read or stored.
 */
interface SumKey {
  date: string
  currency: string
  payment_method_kind: string
  code_campaign: string
  status_id: number
  unless: number[]
}

const measures = ['transactions', 'amount', 'reimbursed', 'unpaid', 'net', 'parts', 'donations', 'memberships'] as const
type Amounts = Record<(typeof measures)[number], bigint>

interface BundleItems {
  transactions: Transaction[]
  memberships: Membership[]
  donations: Donation[]
  reversals: Reversal[]
}

/** By how much a sum changes. Texts, because a sum can exceed the safe integers of JavaScript. */
export type SumChange = SumKey & Record<(typeof measures)[number], string>

/** How the sums change with a bundle. `before` is null for a new bundle, `after` for a deleted one. */
export function sumChanges(before: BundleItems | null, after: BundleItems | null): SumChange[] {
  const changes = new Map<string, SumKey & Amounts>()
  const add = (sign: bigint) => (kind: SumKey, amounts: Partial<Amounts>) => {
    const name = JSON.stringify(kind)
    const change = changes.get(name) ?? { ...kind, ...nothing }
    for (const measure of measures) change[measure] += sign * (amounts[measure] ?? 0n)
    changes.set(name, change)
  }
  if (before) contribute(before, add(-1n))
  if (after) contribute(after, add(1n))
  const rows = [...changes.values()].filter(change => measures.some(measure => change[measure] !== 0n))
  return rows.map(row => ({ ...row, ...textsOf(row) }))
}

const textsOf = (amounts: Amounts) =>
  Object.fromEntries(measures.map(measure => [measure, String(amounts[measure])])) as Record<keyof Amounts, string>

const nothing = Object.fromEntries(measures.map(measure => [measure, 0n])) as Amounts

/** Adds the amounts of a bundle to the sums. `computedSums` does the same in SQL. */
function contribute(
  { transactions, memberships, donations, reversals }: BundleItems,
  add: (kind: SumKey, amounts: Partial<Amounts>) => void,
) {
  for (const item of transactions) {
    const amount = BigInt(item.amount)
    let [reimbursed, unpaid] = [BigInt(item.reimbursed_amount), BigInt(item.unpaid_amount)]
    for (const reversal of reversals.filter(({ transaction_id }) => transaction_id === item.id)) {
      const taken = reversedAmounts(reversal)
      const net = -taken.reimbursed - taken.unpaid
      add({ ...keyOf(item), date: reversal.date, unless: [] }, { ...taken, net })
      reimbursed -= taken.reimbursed
      unpaid -= taken.unpaid
    }
    // What was reversed before reversals had dates counts on the day of the payment.
    const net = amount - reimbursed - unpaid
    add({ ...keyOf(item), unless: [] }, { transactions: 1n, amount, reimbursed, unpaid, net })
  }
  for (const candidate of firstOfEachStatus(transactions)) {
    const place = (currency: string) => ({ ...candidate, currency: currency.toUpperCase() })
    for (const { currency, amount } of donations) add(place(currency), { parts: 1n, donations: BigInt(amount) })
    for (const { currency, amount } of memberships) add(place(currency), { parts: 1n, memberships: BigInt(amount) })
  }
}

function reversedAmounts({ kind, amount }: Reversal) {
  const signed = BigInt(signOf(kind) * amount)
  return partOf(kind) === 'reimbursed_amount' ? { reimbursed: signed, unpaid: 0n } : { reimbursed: 0n, unpaid: signed }
}

const keyOf = ({ date, currency, payment_method_kind, code_campaign, status_id }: Transaction) => ({
  date,
  currency: currency.toUpperCase(),
  payment_method_kind,
  code_campaign,
  status_id: status_id ?? no_status,
})

const no_status = 0

/**
 * The transactions that may turn out to be the first received, which depends on what their statuses mean: the first of each status. One
 * without a status is always received, so none after it can be the first.
 */
function firstOfEachStatus(transactions: Transaction[]): SumKey[] {
  const keys: SumKey[] = []
  for (const item of transactions) {
    const unless = keys.map(({ status_id }) => status_id)
    if (unless.includes(no_status)) break
    const key = keyOf(item)
    if (!unless.includes(key.status_id)) keys.push({ ...key, unless })
  }
  return keys
}

const keyColumns = (sql: Sql) => sql`day, currency, payment_method_kind, code_campaign, status_id, unless`
const measureColumns = (sql: Sql) => sql`transactions, amount, reimbursed, unpaid, net, parts, donations, memberships`

/** The stored sums, with the changes in events that are not ordered yet. */
export const storedSums = (sql: Sql, group_id: number, within: Fragment) => sql`
  select ${keyColumns(sql)}, ${measureColumns(sql)} from sums where group_id = ${group_id} ${within}
  union all
  select ${keyColumns(sql)}, ${measureColumns(sql)} from (${sumsOfEvents(sql, group_id, sql`and e.position is null`)}) s where true ${within}`

/** The same sums computed from payments: all of them, or those in a span. `sign` -1 subtracts them. */
export const computedSums = (sql: Sql, group_id: number, sign: 1 | -1, span?: Fragment) => sql`
  select day, currency, payment_method_kind, code_campaign, status_id, '{}'::bigint[] as unless, ${sign}::bigint as transactions, ${sign} * amount,
         ${sign} * undated_reimbursed, ${sign} * undated_unpaid, ${sign} * (amount - undated_reimbursed - undated_unpaid), 0::bigint, 0::numeric, 0::numeric
  from (${withUndatedParts(sql, group_id, liveTransactions(sql, group_id, span))}) t
  where true ${span ?? sql``}
  union all
  select ${dayOf(sql, group_id, sql`r.date`)}, t.currency, t.payment_method_kind, t.code_campaign, t.status_id, '{}', 0, 0,
         ${sign} * r.reimbursed, ${sign} * r.unpaid, ${-sign} * (r.reimbursed + r.unpaid), 0, 0, 0
  from (select * from (${reversals(sql, group_id)}) r where true ${span ?? sql``}) r
  join (${liveTransactions(sql, group_id)}) t on t.id = r.transaction_id
  union all
  select c.day, p.currency, c.payment_method_kind, c.code_campaign, c.status_id, c.unless, 0, 0, 0, 0, 0, ${sign}, ${sign} * p.donation, ${sign} * p.membership
  from (
    select f.*, coalesce(array_agg(f.status_id) over earlier, '{}') as unless
    from (
      select distinct on (transaction_bundle_id, status_id) *
      from (${liveTransactions(sql, group_id, span)}) t
      order by transaction_bundle_id, status_id, id
    ) f
    window earlier as (partition by f.transaction_bundle_id order by f.id rows between unbounded preceding and 1 preceding)
  ) c
  ${span ? lateralContributions(sql, group_id) : joinContributions(sql, group_id)}
  where 0 <> all (c.unless) ${span ?? sql``}`

/** Donations and memberships. In a span there are few, and they are looked up bundle by bundle. */
const contributions = (sql: Sql, group_id: number, which: Fragment) => sql`
  select transaction_bundle_id, upper(currency) as currency, amount::numeric as donation, 0::numeric as membership
  from donations where group_id = ${group_id} ${which}
  union all
  select transaction_bundle_id, upper(currency), 0, amount::numeric from memberships where group_id = ${group_id} ${which}`

const lateralContributions = (sql: Sql, group_id: number) =>
  sql`cross join lateral (${contributions(sql, group_id, sql`and transaction_bundle_id = c.transaction_bundle_id`)}) p`

const joinContributions = (sql: Sql, group_id: number) =>
  sql`join (${contributions(sql, group_id, sql``)}) p on p.transaction_bundle_id = c.transaction_bundle_id`

/** The reversals of transactions, with the signed amounts that they take back. */
const reversals = (sql: Sql, group_id: number) => sql`
  select bundle_id, transaction_id, date,
         case reversal_kind when 'refund' then amount::numeric when 'refund_cancelled' then -amount::numeric else 0 end as reimbursed,
         case reversal_kind when 'return' then amount::numeric when 'return_cancelled' then -amount::numeric else 0 end as unpaid
  from items where group_id = ${group_id} and transaction_id is not null`

/** Transactions with what was reversed of them before reversals had dates. */
const withUndatedParts = (sql: Sql, group_id: number, transactions: Fragment) => sql`
  select t.*, t.reimbursed - coalesce(r.reimbursed, 0) as undated_reimbursed, t.unpaid - coalesce(r.unpaid, 0) as undated_unpaid
  from (${transactions}) t
  left join (
    select transaction_id, sum(reimbursed) as reimbursed, sum(unpaid) as unpaid from (${reversals(sql, group_id)}) r group by transaction_id
  ) r on r.transaction_id = t.id`

/** By how much the stored sums differ from those of all payments. */
export const sumDifferences = (sql: Sql, group_id: number) => sql`
  select ${keyColumns(sql)}, ${listed(sql, measure => sql`sum(${sql(measure)}) as ${sql(measure)}`)}
  from (${storedSums(sql, group_id, sql``)} union all ${computedSums(sql, group_id, -1)}) s
  group by ${keyColumns(sql)}
  having (${listed(sql, measure => sql`sum(${sql(measure)})`)}) <> (${listed(sql, () => sql`0`)})`

/** A list with an expression for each measure. */
const listed = (sql: Sql, expression: (measure: string) => Fragment) =>
  measures.slice(1).reduce((list, measure) => sql`${list}, ${expression(measure)}`, expression(measures[0]))

/** The transactions of bundles that are not deleted; with a span, of bundles with one in it. */
const liveTransactions = (sql: Sql, group_id: number, span?: Fragment) => sql`
  select t.transaction_bundle_id, t.id, t.date, ${dayOf(sql, group_id, sql`t.date`)} as day, upper(t.currency) as currency, t.payment_method_kind,
         t.code_campaign, coalesce(t.status_id, ${no_status}) as status_id, t.amount::numeric as amount, t.reimbursed_amount::numeric as reimbursed,
         t.unpaid_amount::numeric as unpaid
  from transactions t
  join transaction_bundles b on b.group_id = ${group_id} and b.id = t.transaction_bundle_id and b.deleted_at is null
  where t.group_id = ${group_id} ${
    span
      ? sql`and t.transaction_bundle_id in (select transaction_bundle_id from transactions where group_id = ${group_id} ${span})`
      : sql``
  }`

/**
 * Adds the changes of these events to the sums and to the number of bundles. Runs in the transaction that orders the events, so each is added once.
 */
export async function addToTotals(sql: Sql, group_id: number, event_ids: number[]) {
  await lockSums(sql, group_id)
  const added = sql`
    with changes as materialized (${sumsOfEvents(sql, group_id, sql`and e.id = any(${event_ids})`)})
    insert into sums (group_id, key, ${keyColumns(sql)}, ${measureColumns(sql)})
    select ${group_id}::bigint, sha256(convert_to(json_build_array(currency, payment_method_kind, code_campaign, status_id, unless)::text, 'UTF8')),
           ${keyColumns(sql)}, ${listed(sql, measure => sql`sum(${sql(measure)}) as ${sql(measure)}`)}
    from changes
    group by ${keyColumns(sql)}
    order by day, currency, payment_method_kind, code_campaign, status_id, unless
    on conflict (group_id, day, key) do update set
      ${listed(sql, measure => sql`${sql(measure)} = sums.${sql(measure)} + excluded.${sql(measure)}`)}`
  const counted = sql<[{ change: number }]>`
    select coalesce(sum(count_change), 0)::bigint as change from events where group_id = ${group_id} and id = any(${event_ids})`
  const [, [{ change }]] = await Promise.all([added, counted])
  if (change !== 0) await addToCounter(sql, group_id, 'transaction_bundles', change)
}

/** Until the end of the transaction the days of stored sums stay: neither the sums nor the time zone change. */
export const lockSums = (sql: Sql, group_id: number) => lockName(sql, `sums ${group_id}`)

/** The day of an instant in the time zone of the space. */
const dayOf = (sql: Sql, group_id: number, instant: Fragment) =>
  sql`(${instant} at time zone (select time_zone from spaces where id = ${group_id}))::date`

/** The changes of sums in events. Those that a change of the time zone moves have a day in place of a date. */
const sumsOfEvents = (sql: Sql, group_id: number, which: Fragment) => sql`
  select coalesce(s.day, ${dayOf(sql, group_id, sql`s.date`)}) as day, currency, payment_method_kind, code_campaign, status_id, unless,
         ${measureColumns(sql)}
  from events e
  cross join lateral json_to_recordset(e.sums) as s (
    day date, date timestamptz, currency text, payment_method_kind text, code_campaign text, status_id bigint, unless bigint[],
    transactions bigint, amount numeric, reimbursed numeric, unpaid numeric, net numeric, parts bigint, donations numeric, memberships numeric)
  where e.group_id = ${group_id} ${which}`

/** The number of bundles: the counter, and what events change that are not ordered yet. */
export async function countAllBundles(sql: Sql, group_id: number) {
  const [{ total }] = await sql<[{ total: number }]>`
    select (
      coalesce((select sum(delta) from counters where group_id = ${group_id} and name = 'transaction_bundles'), 0)
      + coalesce((select sum(count_change) from events where group_id = ${group_id} and position is null), 0))::bigint as total`
  return total
}

/** The same in a function of the database. */
export const bundle_total = `${counter_total('transaction_bundles')}
    + coalesce((select sum(e.count_change) from events e where e.group_id = space and e.position is null), 0)`
