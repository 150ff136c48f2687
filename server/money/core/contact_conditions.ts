import type { EvaluationMode, ValueSpan } from '../../contacts/core/search_conditions.ts'
import type { Fragment, Sql } from '../../db/sql.ts'

// Conditions on the memberships and donations of a contact `c`, for the search of contacts.

/** A condition on all items `i` of a contact together: an aggregate. */
interface ItemCondition {
  kind: 'membership' | 'donation'
  /** Which of the items are compared. */
  which?: Fragment
  holds: Fragment
  /** Whether it holds for a contact without items. */
  holds_without: boolean
}

/** Memberships and donations count whose payment is not deleted, and of whose transactions not all are cancelled. */
function itemCondition(
  sql: Sql,
  group_id: number,
  { kind, which = sql`true`, holds, holds_without }: ItemCondition,
  mode: EvaluationMode,
): Fragment {
  const cancelled = sql`array(select s.id from transaction_statuses s where s.group_id = ${group_id} and s.kind = 'cancel')`
  const items = sql`
    items i
    where i.group_id = ${group_id} and i.kind = ${kind}::item_kind and ${which}
      and not exists (
        select from transaction_bundles b where b.group_id = ${group_id} and b.id = i.bundle_id and b.deleted_at is not null)
      and not exists (
        select from items t
        where t.group_id = ${group_id} and t.bundle_id = i.bundle_id and t.kind = 'transaction' and t.status_id = any(${cancelled})
          and not exists (
            select from items o
            where o.group_id = ${group_id} and o.bundle_id = t.bundle_id and o.kind = 'transaction'
              and (o.status_id = any(${cancelled})) is not true))`
  if (mode === 'each') return sql`(select coalesce(${holds}, false) from ${items} and i.contact_id = c.id)`
  const having = (property: Fragment) => sql`
    exists (
      select from (select i.contact_id from ${items} group by i.contact_id having coalesce(${property}, false)) p where p.contact_id = c.id)`
  return holds_without ? sql`(not ${having(sql`not ${holds}`)})` : having(holds)
}

/** A member has a membership that has not ended; a lapsed one had some; the others never had any. */
export function membershipCondition(
  sql: Sql,
  group_id: number,
  states: ReadonlySet<unknown>,
  mode: EvaluationMode,
): Fragment {
  if (states.size === 0) return sql`false`
  const is_current = sql`bool_or(${endDate(sql)} >= now())`
  const property = { member: is_current, lapsed: sql`not ${is_current}`, never: sql`count(*) = 0` }
  const holds = (['member', 'lapsed', 'never'] as const)
    .filter(state => states.has(state))
    .reduce((any, state) => sql`${any} or coalesce(${property[state]}, false)`, sql`false`)
  return itemCondition(
    sql,
    group_id,
    { kind: 'membership', holds: sql`(${holds})`, holds_without: states.has('never') },
    mode,
  )
}

/** Without an end a membership ends after every date. */
const endDate = (sql: Sql) => sql`coalesce(i.end_date, 'infinity')`

/** Compares the latest such date of the memberships, or without a span tests that there is one. */
export function membershipDateCondition(
  sql: Sql,
  group_id: number,
  column: 'start_date' | 'end_date',
  span: ValueSpan | undefined,
  mode: EvaluationMode,
): Fragment {
  const latest = column === 'end_date' ? sql`max(${endDate(sql)})` : sql`max(i.date)`
  const holds = span ? inBounds(sql, latest, span) : sql`(${latest} < 'infinity')`
  return itemCondition(sql, group_id, { kind: 'membership', holds, holds_without: false }, mode)
}

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
  const value = { sum: sql`coalesce(sum(i.amount), 0)`, count: sql`count(*)`, last: sql`max(i.date)` }[measure]
  const given = measure === 'sum' ? sql`(${value} > 0)` : sql`(count(*) > 0)`
  const holds = span ? inBounds(sql, value, span) : given
  const holds_without = span !== undefined && measure !== 'last' && includesZero(span)
  const which = currencyCondition(sql, group_id, measure, currency)
  return itemCondition(sql, group_id, { kind: 'donation', which, holds, holds_without }, mode)
}

/** Sums are of one currency: the one sent, else that of the space. */
function currencyCondition(sql: Sql, group_id: number, measure: DonationMeasure, currency: string | undefined) {
  if (currency) return sql`upper(i.currency) = ${currency}`
  if (measure !== 'sum') return sql`true`
  return sql`upper(i.currency) = (select upper(s.currency) from transaction_settings s where s.group_id = ${group_id})`
}

const includesZero = ({ from, to }: ValueSpan) =>
  Number(from ?? Number.NEGATIVE_INFINITY) <= 0 && Number(to ?? Number.POSITIVE_INFINITY) >= 0

function inBounds(sql: Sql, value: Fragment, { from, to }: ValueSpan): Fragment {
  if (from === undefined) return sql`(${value} <= ${to ?? null})`
  return to === undefined ? sql`(${value} >= ${from})` : sql`(${value} between ${from} and ${to})`
}
