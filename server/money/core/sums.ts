import { lockName } from '../../db/advisory_lock.ts'
import { addToCounter, counter_total } from '../../db/counters.ts'
import type { Fragment, Sql } from '../../db/sql.ts'
import type { Transaction } from '../transaction_bundles/schema.ts'
import { movements } from './movement_queries.ts'
import { type BundleItems, filledMovements, type KindOf } from './received.ts'

// Statistics are computed from sums of each day in the time zone of the space. The event of a payment has by how much it changes them.

/**
 * What a sum is kept for: a day, a currency, and what statistics group by. PostgreSQL finds the day of the date, so that all days follow the same
 * rules, and the time zone when the sum is read or stored.
 */
interface SumKey {
  date: string
  currency: string
  payment_method_kind: string
  code_campaign: string
  status_id: number
}

const measures = ['transactions', 'amount', 'reimbursed', 'unpaid', 'net', 'donations', 'memberships'] as const
type Amounts = Record<(typeof measures)[number], bigint>

/** By how much a sum changes. Texts, because a sum can exceed the safe integers of JavaScript. */
export type SumChange = SumKey & Record<(typeof measures)[number], string>

/** How the sums change with a bundle. `before` is null for a new bundle, `after` for a deleted one. `computedSums` does the same in SQL. */
export function sumChanges(before: BundleItems | null, after: BundleItems | null, kindOf: KindOf): SumChange[] {
  const changes = new Map<string, SumKey & Amounts>()
  const add = (sign: bigint, bundle: BundleItems) => {
    for (const movement of filledMovements(bundle, kindOf)) {
      const key = { ...keyOf(movement.transaction), date: movement.date }
      const change = changes.get(JSON.stringify(key)) ?? { ...key, ...nothing }
      for (const measure of measures) change[measure] += sign * movement[measure]
      changes.set(JSON.stringify(key), change)
    }
  }
  if (before) add(-1n, before)
  if (after) add(1n, after)
  const rows = [...changes.values()].filter(change => measures.some(measure => change[measure] !== 0n))
  return rows.map(row => ({ ...row, ...textsOf(row) }))
}

const textsOf = (amounts: Amounts) =>
  Object.fromEntries(measures.map(measure => [measure, String(amounts[measure])])) as Record<keyof Amounts, string>

const nothing = Object.fromEntries(measures.map(measure => [measure, 0n])) as Amounts

const keyOf = ({ currency, payment_method_kind, code_campaign, status_id }: Transaction) => ({
  currency: currency.toUpperCase(),
  payment_method_kind,
  code_campaign,
  status_id: status_id ?? no_status,
})

const no_status = 0

const keyColumns = (sql: Sql) => sql`day, currency, payment_method_kind, code_campaign, status_id`
const measureColumns = (sql: Sql) => sql`transactions, amount, reimbursed, unpaid, net, donations, memberships`

/** The stored sums, with the changes in events that are not ordered yet. */
export const storedSums = (sql: Sql, group_id: number, within: Fragment) => sql`
  select ${keyColumns(sql)}, ${measureColumns(sql)} from sums where group_id = ${group_id} ${within}
  union all
  select ${keyColumns(sql)}, ${measureColumns(sql)} from (${sumsOfEvents(sql, group_id, sql`and e.position is null`)}) s where true ${within}`

/** The same sums computed from payments: all of them, or the movements in a span. `sign` -1 subtracts them. */
export const computedSums = (sql: Sql, group_id: number, sign: 1 | -1, span?: Fragment) => sql`
  select ${dayOf(sql, group_id, sql`date`)} as day, currency, payment_method_kind, code_campaign, status_id,
         ${listed(sql, measure => sql`${sign} * ${sql(measure)} as ${sql(measure)}`)}
  from (${movements(sql, group_id, span)}) m
  where true ${span ?? sql``}`

/** By how much the stored sums differ from those of all payments. */
export const sumDifferences = (sql: Sql, group_id: number) => sql`
  select ${keyColumns(sql)}, ${listed(sql, measure => sql`sum(${sql(measure)}) as ${sql(measure)}`)}
  from (${storedSums(sql, group_id, sql``)} union all ${computedSums(sql, group_id, -1)}) s
  group by ${keyColumns(sql)}
  having (${listed(sql, measure => sql`sum(${sql(measure)})`)}) <> (${listed(sql, () => sql`0`)})`

/** A list with an expression for each measure. */
const listed = (sql: Sql, expression: (measure: string) => Fragment) =>
  measures.slice(1).reduce((list, measure) => sql`${list}, ${expression(measure)}`, expression(measures[0]))

/**
 * Adds the changes of these events to the sums and to the number of bundles. Runs in the transaction that orders the events, so each is added once.
 */
export async function addToTotals(sql: Sql, group_id: number, event_ids: number[]) {
  await lockSums(sql, group_id)
  const added = sql`
    with changes as materialized (${sumsOfEvents(sql, group_id, sql`and e.id = any(${event_ids})`)})
    insert into sums (group_id, key, ${keyColumns(sql)}, ${measureColumns(sql)})
    select ${group_id}::bigint, sha256(convert_to(json_build_array(currency, payment_method_kind, code_campaign, status_id)::text, 'UTF8')),
           ${keyColumns(sql)}, ${listed(sql, measure => sql`sum(${sql(measure)}) as ${sql(measure)}`)}
    from changes
    group by ${keyColumns(sql)}
    order by day, currency, payment_method_kind, code_campaign, status_id
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
  select coalesce(s.day, ${dayOf(sql, group_id, sql`s.date`)}) as day, currency, payment_method_kind, code_campaign, status_id,
         ${measureColumns(sql)}
  from events e
  cross join lateral json_to_recordset(e.sums) as s (
    day date, date timestamptz, currency text, payment_method_kind text, code_campaign text, status_id bigint,
    transactions bigint, amount numeric, reimbursed numeric, unpaid numeric, net numeric, donations numeric, memberships numeric)
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
