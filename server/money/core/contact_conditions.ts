import {
  type EvaluationMode,
  type MembershipState,
  membership_states,
  type ValueSpan,
} from '../../contacts/core/search_conditions.ts'
import type { Fragment, Sql } from '../../db/sql.ts'
import { wholeUnitsIn } from './amounts.ts'

// Conditions on the memberships and donations of a contact `c`, for the search of contacts.

/** A condition on all memberships or donations `i` of a contact together. */
export interface ItemCondition {
  kind: 'membership' | 'donation'
  /** An aggregate that is never null. */
  holds: Fragment
  /** Whether it holds for a contact without such items. */
  holds_without: boolean
}

/** The source of a query of the memberships or donations `i` that count, with its first conditions: see `receiptsOf` in received.ts. */
export const countedItems = (sql: Sql, group_id: number, kind: ItemCondition['kind']) => sql`
  items i where i.group_id = ${group_id} and i.kind = ${kind}::item_kind and i.received_amount is not null`

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

/** Without an end a membership ends after every date. */
const end_date = `coalesce(i.end_date, 'infinity')`

/** Whether the membership `i` is paid as a whole, or the donation `i` in part. */
const is_paid = 'i.received_at <= now()'

const rankOf = (state: MembershipState) => membership_states.indexOf(state)

/**
 * The place in `membership_states` of the state that a membership `i` gives. A membership counts from its start to its end once it is paid. While it
 * is not, it is due, and before its start it is to come. One that ended without being paid says nothing.
 */
export const membership_rank = `
  case when i.date > now() then ${rankOf('to_come')}
       when ${end_date} < now() then case when ${is_paid} then ${rankOf('lapsed')} else ${rankOf('never')} end
       when ${is_paid} then ${rankOf('member')}
       else ${rankOf('due')} end`

/** The membership `i` with the rank `i.rank` that decides the state comes first. */
export const by_rank = `i.rank, case when i.date > now() then i.date end, ${end_date} desc, i.id desc`

/** The membership that decides the state of contact `c`, as `m`, to join: a text, because COPY takes no parameters. */
export const joinDecidingMembership = (group_id: number) => `
  left join lateral (
    select i.*, p.name as price
    from (
      select i.*, ${membership_rank} as rank from items i
      where i.group_id = ${group_id} and i.contact_id = c.id and i.kind = 'membership' and i.received_amount is not null
    ) i
    left join membership_prices p on p.group_id = ${group_id} and p.id = i.membership_price_id
    where i.rank < ${rankOf('never')}
    order by ${by_rank}
    limit 1) m on true`

/** What an export of contacts has of that membership, by column. */
export const membershipCells = (group_id: number) => {
  const dayOf = (instant: string) =>
    `coalesce((${instant} at time zone (select z.time_zone from spaces z where z.id = ${group_id}))::date::text, '')`
  const amountOf = (amount: string) => `coalesce(${wholeUnitsIn(amount, 'm.currency')}, '')`
  return {
    membership: `('{${membership_states.join()}}'::text[])[coalesce(m.rank, ${rankOf('never')}) + 1]`,
    membership_start_date: dayOf('m.date'),
    membership_end_date: dayOf('m.end_date'),
    membership_price: `coalesce(m.price, '')`,
    membership_amount: amountOf('m.amount'),
    membership_received: amountOf('m.received_amount'),
  }
}

/** Of the states that the memberships of a person give, the first in the list holds. */
export function membershipCondition(sql: Sql, states: ReadonlySet<unknown>): ItemCondition {
  const ranks = membership_states.flatMap((state, rank) => (states.has(state) ? [rank] : []))
  return {
    kind: 'membership',
    holds: sql`(coalesce(min(${sql.unsafe(membership_rank)}), ${rankOf('never')}::bigint) = any(${ranks}::bigint[]))`,
    holds_without: states.has('never'),
  }
}

/** Compares the latest such date of the memberships that are paid, or without a span tests that there is one. */
export function membershipDateCondition(
  sql: Sql,
  column: 'start_date' | 'end_date',
  span: ValueSpan | undefined,
): ItemCondition {
  const latest = sql`max(${column === 'end_date' ? sql.unsafe(end_date) : sql`i.date`}) filter (where ${sql.unsafe(is_paid)})`
  const holds = span ? inBounds(sql, latest, span) : sql`${latest} < 'infinity'`
  return { kind: 'membership', holds: sql`coalesce(${holds}, false)`, holds_without: false }
}

export type DonationMeasure = 'sum' | 'count' | 'last'

/** Compares what donations received, or without a span tests that there is any. A contact without donations has given 0, zero times. */
export function donationCondition(
  sql: Sql,
  group_id: number,
  measure: DonationMeasure,
  span: ValueSpan | undefined,
  currency: string | undefined,
): ItemCondition {
  const counted = paidFilter(sql, group_id, measure, currency)
  const value = { sum: sql`sum(i.received_amount)`, count: sql`count(*)`, last: sql`max(i.date)` }[measure]
  if (measure === 'last') {
    const holds = span ? inBounds(sql, sql`${value} ${counted}`, span) : sql`count(*) ${counted} > 0`
    return { kind: 'donation', holds: sql`coalesce(${holds}, false)`, holds_without: false }
  }
  const number = sql`coalesce(${value} ${counted}, 0)`
  if (!span) return { kind: 'donation', holds: sql`(${number} > 0)`, holds_without: false }
  return { kind: 'donation', holds: inBounds(sql, number, span), holds_without: includesZero(span) }
}

/**
 * Of one currency: the one sent; for sums else that of the space. A filter of the aggregate instead of a condition on the items, of which nearly all
 * have this currency: PostgreSQL would expect few.
 */
function paidFilter(sql: Sql, group_id: number, measure: DonationMeasure, currency: string | undefined) {
  if (currency) return sql`filter (where ${sql.unsafe(is_paid)} and upper(i.currency) = ${currency})`
  if (measure !== 'sum') return sql`filter (where ${sql.unsafe(is_paid)})`
  return sql`filter (where ${sql.unsafe(is_paid)}
    and upper(i.currency) = (select upper(s.currency) from transaction_settings s where s.group_id = ${group_id}))`
}

const includesZero = ({ from, to }: ValueSpan) =>
  Number(from ?? Number.NEGATIVE_INFINITY) <= 0 && Number(to ?? Number.POSITIVE_INFINITY) >= 0

function inBounds(sql: Sql, value: Fragment, { from, to }: ValueSpan): Fragment {
  if (from === undefined) return sql`(${value} <= ${to ?? null})`
  return to === undefined ? sql`(${value} >= ${from})` : sql`(${value} between ${from} and ${to})`
}
