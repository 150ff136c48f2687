import type { EvaluationMode, ValueSpan } from '../../contacts/core/search_conditions.ts'
import type { Fragment, Sql } from '../../db/sql.ts'

// Conditions on the memberships and donations of a contact `c`, for the search of contacts.

/** A condition on all memberships or donations `i` of a contact together. */
export interface ItemCondition {
  kind: 'membership' | 'donation'
  /** An aggregate that is never null. */
  holds: Fragment
  /** Whether it holds for a contact without such items. */
  holds_without: boolean
}

/**
 * The source of a query of memberships or donations `i`, with its first conditions: payments that are not deleted, and of whose transactions not all
 * are cancelled. `offset 0` makes PostgreSQL test each cancelled transaction, of which it expects too many.
 */
export const countedItems = (sql: Sql, group_id: number, kind: ItemCondition['kind']) => sql`
  items i
  where i.group_id = ${group_id} and i.kind = ${kind}::item_kind
    and not exists (
      select from transaction_bundles b where b.group_id = ${group_id} and b.id = i.bundle_id and b.deleted_at is not null)
    and not exists (
      select from transaction_statuses s
      join items t on t.group_id = ${group_id} and t.kind = 'transaction' and t.status_id = s.id
      where s.group_id = ${group_id} and s.kind = 'cancel' and t.bundle_id = i.bundle_id
        and not exists (
          select from items o
          left join transaction_statuses k on k.group_id = ${group_id} and k.id = o.status_id
          where o.group_id = ${group_id} and o.bundle_id = t.bundle_id and o.kind = 'transaction' and k.kind is distinct from 'cancel'
          offset 0))`

/**
 * Compiles the condition. The ids of the matching contacts are an array, so that PostgreSQL looks each up in an index, also where other conditions are
 * alternatives.
 */
export function compileItemCondition(
  sql: Sql,
  group_id: number,
  { kind, holds, holds_without }: ItemCondition,
  mode: EvaluationMode,
): Fragment {
  const items = countedItems(sql, group_id, kind)
  if (mode === 'each') return sql`(select ${holds} from ${items} and i.contact_id = c.id)`
  if (!holds_without)
    return sql`(c.id = any(array(select i.contact_id from ${items} group by i.contact_id having ${holds})))`
  return sql`
    (not exists (
      select from (select i.contact_id from ${items} group by i.contact_id having not ${holds}) p where p.contact_id = c.id))`
}

export const negateItemCondition = (sql: Sql, { kind, holds, holds_without }: ItemCondition): ItemCondition => ({
  kind,
  holds: sql`(not ${holds})`,
  holds_without: !holds_without,
})

/** A member has a membership that has not ended; a lapsed one had some; the others never had any. */
export function membershipCondition(sql: Sql, states: ReadonlySet<unknown>): ItemCondition {
  const current = sql`count(*) filter (where ${endDate(sql)} >= now())`
  const property = {
    member: sql`${current} > 0`,
    lapsed: sql`${current} = 0 and count(*) > 0`,
    never: sql`count(*) = 0`,
  }
  const holds = (['member', 'lapsed', 'never'] as const)
    .filter(state => states.has(state))
    .reduce((any, state) => sql`${any} or ${property[state]}`, sql`count(*) < 0`)
  return { kind: 'membership', holds: sql`(${holds})`, holds_without: states.has('never') }
}

/** Without an end a membership ends after every date. */
const endDate = (sql: Sql) => sql`coalesce(i.end_date, 'infinity')`

/** Compares the latest such date of the memberships, or without a span tests that there is one. */
export function membershipDateCondition(
  sql: Sql,
  column: 'start_date' | 'end_date',
  span: ValueSpan | undefined,
): ItemCondition {
  const latest = column === 'end_date' ? sql`max(${endDate(sql)})` : sql`max(i.date)`
  const holds = span ? inBounds(sql, latest, span) : sql`${latest} < 'infinity'`
  return { kind: 'membership', holds: sql`coalesce(${holds}, false)`, holds_without: false }
}

export type DonationMeasure = 'sum' | 'count' | 'last'

/** Compares donations, or without a span tests that there are any. A contact without donations has given 0, zero times. */
export function donationCondition(
  sql: Sql,
  group_id: number,
  measure: DonationMeasure,
  span: ValueSpan | undefined,
  currency: string | undefined,
): ItemCondition {
  const counted = currencyFilter(sql, group_id, measure, currency)
  const value = { sum: sql`sum(i.amount)`, count: sql`count(*)`, last: sql`max(i.date)` }[measure]
  if (measure === 'last') {
    const holds = span ? inBounds(sql, sql`${value} ${counted}`, span) : sql`count(*) ${counted} > 0`
    return { kind: 'donation', holds: sql`coalesce(${holds}, false)`, holds_without: false }
  }
  const number = sql`coalesce(${value} ${counted}, 0)`
  if (!span) return { kind: 'donation', holds: sql`(${number} > 0)`, holds_without: false }
  return { kind: 'donation', holds: inBounds(sql, number, span), holds_without: includesZero(span) }
}

/**
 * Sums are of one currency: the one sent, else that of the space. A filter of the aggregate instead of a condition on the items, of which nearly all have
 * this currency: PostgreSQL would expect few.
 */
function currencyFilter(sql: Sql, group_id: number, measure: DonationMeasure, currency: string | undefined) {
  if (currency) return sql`filter (where upper(i.currency) = ${currency})`
  if (measure !== 'sum') return sql``
  return sql`filter (where upper(i.currency) = (select upper(s.currency) from transaction_settings s where s.group_id = ${group_id}))`
}

const includesZero = ({ from, to }: ValueSpan) =>
  Number(from ?? Number.NEGATIVE_INFINITY) <= 0 && Number(to ?? Number.POSITIVE_INFINITY) >= 0

function inBounds(sql: Sql, value: Fragment, { from, to }: ValueSpan): Fragment {
  if (from === undefined) return sql`(${value} <= ${to ?? null})`
  return to === undefined ? sql`(${value} >= ${from})` : sql`(${value} between ${from} and ${to})`
}
