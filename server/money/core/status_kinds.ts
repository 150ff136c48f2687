import type { Fragment, Sql } from '../../db/sql.ts'

// What the kind of its status says of a transaction. One without a status has the kind ''.
//
// pending    the money is expected
// unpaid     it is owed: it never came, or came and was returned by the bank
// collected  what came in, less what was refunded and returned
// refunded   what came in and was paid back
// returned   what came in and was taken back by the bank: a part of what is unpaid

/** The kinds which mean that the money is owed, because it never came. */
const never_came = ['unpaid', 'bank_error']
/** The kinds which mean that the money has not come in. */
const not_received = ['pending', ...never_came, 'cancel']

/** Whether the money of a transaction has come in, by the kind of its status. */
export const isReceivedKind = (kind: string) => !not_received.includes(kind)

/** The same in SQL. The kind must not be null. */
export const isReceived = (sql: Sql, kind: Fragment) => sql`${kind} <> all(${not_received})`

/** What is pending and what is unpaid, by the kind, and the amount of a transaction or sum and what was returned of it. */
export const pendingOf = (sql: Sql, kind: Fragment, amount: Fragment) =>
  sql`case when ${kind} = 'pending' then ${amount} else 0 end`
export const unpaidOf = (sql: Sql, kind: Fragment, amount: Fragment, returned: Fragment) =>
  sql`case when ${kind} = any(${never_came}) then ${amount} when ${isReceived(sql, kind)} then ${returned} else 0 end`

/** What is unpaid, by the kind, and the amount and what was returned of it. */
export function unpaidPart(kind: string, amount: bigint, returned: bigint) {
  if (never_came.includes(kind)) return amount
  return isReceivedKind(kind) ? returned : 0n
}

/** The days on which something must have happened. */
export interface DateSpan {
  date_from?: string | undefined
  date_to?: string | undefined
}

const inSpan = (sql: Sql, date: Fragment, { date_from, date_to }: DateSpan) => sql`(
  ${date_from === undefined ? sql`true` : sql`${date} >= ${date_from}`} and ${date_to === undefined ? sql`true` : sql`${date} <= ${date_to}`})`

const ofKinds = (sql: Sql, group_id: number, kinds: string[]) => sql`array(
  select id from transaction_statuses where group_id = ${group_id} and kind = any(${kinds}))`

const isOpen = ({ date_from, date_to }: DateSpan) => date_from === undefined && date_to === undefined

/** What became unpaid of the transaction `t` in a span, and still is: on its own day if it never came, else on the days of its returns. */
export const unpaidIn = (sql: Sql, group_id: number, span: DateSpan) => sql`
  case when t.status_id = any(${ofKinds(sql, group_id, never_came)}) then case when ${inSpan(sql, sql`t.date`, span)} then t.amount::bigint else 0 end
       when t.status_id = any(${ofKinds(sql, group_id, not_received)}) then 0
       else ${isOpen(span) ? sql`t.unpaid_amount::bigint` : returnedIn(sql, group_id, span)} end`

const returnedIn = (sql: Sql, group_id: number, span: DateSpan) => sql`
  least(t.unpaid_amount::bigint, (
         select coalesce(sum(r.signed) filter (where ${inSpan(sql, sql`r.date`, span)}), 0)
                -- What was returned before returns had dates counts on the day of the payment.
                + case when ${inSpan(sql, sql`t.date`, span)} then t.unpaid_amount::bigint - coalesce(sum(r.signed), 0) else 0 end
         from (
           select date, case reversal_kind when 'return' then amount::bigint else -amount::bigint end as signed from items
           where group_id = ${group_id} and bundle_id = t.transaction_bundle_id and kind = 'reversal' and transaction_id = t.id
             and reversal_kind in ('return', 'return_cancelled')
         ) r))`

const isUnpaid = (sql: Sql, group_id: number) => sql`(
  t.amount > 0 and t.status_id = any(${ofKinds(sql, group_id, never_came)})
  or t.unpaid_amount > 0 and (t.status_id is null or t.status_id <> all(${ofKinds(sql, group_id, not_received)})))`

/** Whether the transaction `t` is of these days and pending, or became unpaid on one of them. */
export const states = {
  pending: (sql: Sql, group_id: number, span: DateSpan) =>
    sql`t.status_id = any(${ofKinds(sql, group_id, ['pending'])}) and ${inSpan(sql, sql`t.date`, span)}`,
  unpaid: (sql: Sql, group_id: number, span: DateSpan) =>
    isOpen(span) ? isUnpaid(sql, group_id) : sql`${isUnpaid(sql, group_id)} and ${unpaidIn(sql, group_id, span)} > 0`,
}

/** Whether the transaction `t` is of these days. */
export const isOfSpan = (sql: Sql, span: DateSpan) => inSpan(sql, sql`t.date`, span)
