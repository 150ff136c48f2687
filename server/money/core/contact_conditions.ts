import type { EvaluationMode, ValueSpan } from '../../contacts/core/search_conditions.ts'
import type { Fragment, Sql } from '../../db/sql.ts'

// Conditions on the memberships and donations of a contact `c`, for the search of contacts.

/**
 * That the payment of item `i` counts: it is not deleted, and not all of its transactions are cancelled. `offset 0` makes it a lookup for each
 * item: as a join of items with themselves it would need table statistics.
 */
const countsInBooks = (sql: Sql, group_id: number) => sql`
  exists (
    select from transaction_bundles b
    join transactions t on t.group_id = ${group_id} and t.transaction_bundle_id = b.id
    left join transaction_statuses s on s.group_id = ${group_id} and s.id = t.status_id
    where b.group_id = ${group_id} and b.id = i.transaction_bundle_id and b.deleted_at is null and coalesce(s.kind, '') <> 'cancel'
    offset 0)`

type Table = 'memberships' | 'donations'

/** That the contact has such a membership or donation. A lookup for each contact, whatever the table statistics are. */
const hasItem = (sql: Sql, group_id: number, table: Table, which: Fragment) => sql`
  exists (
    select from ${sql(table)} i where i.group_id = ${group_id} and i.contact_id = c.id and ${which} and ${countsInBooks(sql, group_id)}
    offset 0)`

const endDate = (sql: Sql) => sql`coalesce(i.end_date, 'infinity')`

/** A member has a membership that has not ended; a lapsed one had some; the others never had any. */
export function membershipCondition(sql: Sql, group_id: number, states: ReadonlySet<unknown>): Fragment {
  const current = hasItem(sql, group_id, 'memberships', sql`${endDate(sql)} >= now()`)
  const ever = hasItem(sql, group_id, 'memberships', sql`true`)
  const lapsed = sql`(${ever} and not ${current})`
  const [member, gone, never] = (['member', 'lapsed', 'never'] as const).map(state => states.has(state))
  if (member && gone) return never ? sql`true` : sql`(${ever})`
  if (member) return never ? sql`(not ${lapsed})` : sql`(${current})`
  if (gone) return never ? sql`(not ${current})` : lapsed
  return never ? sql`(not ${ever})` : sql`false`
}

/** Compares a date of the membership that lasts longest, or without a span tests that it has one. Without an end it is after every date. */
export function membershipDateCondition(
  sql: Sql,
  group_id: number,
  column: 'start_date' | 'end_date',
  span: ValueSpan | undefined,
  mode: EvaluationMode,
) {
  const date = column === 'end_date' ? endDate(sql) : sql`i.start_date`
  const having = (which: Fragment) => hasItem(sql, group_id, 'memberships', which)
  if (span) return latestInSpan(sql, group_id, 'memberships', date, span, mode)
  return sql`(${having(sql`true`)} and not ${having(sql`${date} = 'infinity'`)})`
}

/**
 * That the latest of the dates is in the span: one of them is, and none is later. Without a lower bound nearly every contact has such a date, and
 * grouping all items once is faster.
 */
function latestInSpan(
  sql: Sql,
  group_id: number,
  table: Table,
  date: Fragment,
  span: ValueSpan,
  mode: EvaluationMode,
  counted: Fragment = sql``,
): Fragment {
  if (mode === 'all' && span.from === undefined)
    return sql`(${inGroupsHaving(sql, group_id, table, sql`and ${countsInBooks(sql, group_id)} ${counted}`, inBounds(sql, sql`max(${date})`, span))})`
  const having = (which: Fragment) => hasItem(sql, group_id, table, sql`${which} ${counted}`)
  const one = having(inBounds(sql, date, span))
  return span.to === undefined ? sql`(${one})` : sql`(${one} and not ${having(sql`${date} > ${span.to}`)})`
}

/** That the contact is in a group of items that has this property. Materialized: without table statistics it would be computed for each contact. */
const inGroupsHaving = (sql: Sql, group_id: number, table: Table, which: Fragment, that: Fragment) => sql`
  c.id in (
    with d as materialized (
      select i.contact_id from ${sql(table)} i where i.group_id = ${group_id} ${which} group by i.contact_id having ${that})
    select d.contact_id from d)`

export type DonationMeasure = 'sum' | 'count' | 'last'

/** Compares donations, or without a span tests that there are any. A contact without donations has given 0, zero times. */
export function donationCondition(
  sql: Sql,
  group_id: number,
  measure: DonationMeasure,
  span: ValueSpan | undefined,
  currency: string | undefined,
  mode: EvaluationMode,
): Fragment {
  const counted = currencyCondition(sql, group_id, measure, currency)
  if (!span) {
    const which = measure === 'sum' ? sql`i.amount > 0` : sql`true`
    return sql`(${hasItem(sql, group_id, 'donations', sql`${which} ${counted}`)})`
  }
  if (measure === 'last') return latestInSpan(sql, group_id, 'donations', sql`i.date`, span, mode, counted)
  const value = measure === 'sum' ? sql`sum(i.amount)` : sql`count(*)`
  const matches = inBounds(sql, value, span)
  if (includesZero(span)) return sql`(not ${donorsHaving(sql, group_id, counted, mode, sql`not (${matches})`)})`
  // Amounts are never negative, so payments that do not count can only add to the value.
  const upper = span.from === undefined ? undefined : sql`${value} >= ${span.from}`
  return sql`(${donorsHaving(sql, group_id, counted, mode, matches, upper)})`
}

/** Sums are of one currency: the one sent, else that of the space. */
function currencyCondition(sql: Sql, group_id: number, measure: DonationMeasure, currency: string | undefined) {
  if (currency) return sql`and upper(i.currency) = ${currency}`
  if (measure !== 'sum') return sql``
  return sql`and upper(i.currency) = (select upper(s.currency) from transaction_settings s where s.group_id = ${group_id})`
}

const includesZero = ({ from, to }: ValueSpan) =>
  Number(from ?? Number.NEGATIVE_INFINITY) <= 0 && Number(to ?? Number.POSITIVE_INFINITY) >= 0

/**
 * That the donations of the contact have this property. Whether a payment counts is expensive to test and true of nearly all, so `upper`, a
 * property of all payments that every match has, narrows the contacts down first.
 */
function donorsHaving(
  sql: Sql,
  group_id: number,
  counted: Fragment,
  mode: EvaluationMode,
  property: Fragment,
  upper?: Fragment,
): Fragment {
  const each = sql`
    exists (
      select from donations i where i.group_id = ${group_id} and i.contact_id = c.id and ${countsInBooks(sql, group_id)} ${counted}
      group by i.contact_id having ${property})`
  if (mode === 'each') return each
  if (upper) return sql`(${inGroupsHaving(sql, group_id, 'donations', counted, upper)} and ${each})`
  return inGroupsHaving(sql, group_id, 'donations', sql`and ${countsInBooks(sql, group_id)} ${counted}`, property)
}

function inBounds(sql: Sql, value: Fragment, { from, to }: ValueSpan): Fragment {
  if (from !== undefined && to !== undefined) return sql`(${value} >= ${from} and ${value} <= ${to})`
  if (from !== undefined) return sql`${value} >= ${from}`
  return to === undefined ? sql`true` : sql`${value} <= ${to}`
}
