import type { Fragment, Sql } from '../../db/sql.ts'
import { isReceived } from './status_kinds.ts'

// The movements of bundles that are not deleted, as `filledMovements` of received.ts has them.

/** With a span, those of bundles with a movement in it. A transaction without a status has 0. */
export const movements = (sql: Sql, group_id: number, span?: Fragment) => sql`
  select m.date, m.currency, m.payment_method_kind, m.code_campaign, m.status_id, m.transactions, m.amount, m.reimbursed, m.unpaid, m.net,
         least(greatest(m.received, 0), coalesce(p.memberships, 0)) - least(greatest(m.received_before, 0), coalesce(p.memberships, 0)) as memberships,
         least(greatest(m.received - coalesce(p.memberships, 0), 0), coalesce(p.donations, 0))
           - least(greatest(m.received_before - coalesce(p.memberships, 0), 0), coalesce(p.donations, 0)) as donations
  from (
    select o.*, sum(o.came_in) over earlier as received, sum(o.came_in) over earlier - o.came_in as received_before
    from (${ownMovements(sql, group_id, span)}) o
    window earlier as (partition by o.bundle_id, o.currency order by o.date, o.transaction_id, o.reversal_id rows unbounded preceding)
  ) m
  left join (${recordedItems(sql, group_id, span)}) p on p.bundle_id = m.bundle_id and p.currency = m.currency`

/**
 * The same without what they changed in memberships and donations. What was reversed before reversals had dates counts on the day of the payment.
 */
export const ownMovements = (sql: Sql, group_id: number, span?: Fragment) => sql`
  select w.*, case when ${isReceived(sql, sql`coalesce(k.kind, '')`)} then w.net else 0 end as came_in,
         ${isReceived(sql, sql`coalesce(k.kind, '')`)} as is_received
  from (
    select t.bundle_id, t.id as transaction_id, t.contact_id, 0::bigint as reversal_id, t.date, t.currency, t.payment_method_kind, t.code_campaign, t.status_id,
           1::bigint as transactions, t.amount, t.reimbursed, t.unpaid, t.amount - t.reimbursed - t.unpaid as net
    from (${undatedTransactions(sql, group_id, span)}) t
    union all
    select r.bundle_id, r.transaction_id, t.contact_id, r.id, r.date, upper(t.currency), t.payment_method_kind, t.code_campaign, coalesce(t.status_id, 0),
           0, 0, r.reimbursed, r.unpaid, -r.reimbursed - r.unpaid
    from (${reversals(sql, group_id, span)}) r
    join items t on t.group_id = ${group_id} and t.bundle_id = r.bundle_id and t.kind = 'transaction' and t.id = r.transaction_id
    join transaction_bundles b on b.group_id = ${group_id} and b.id = r.bundle_id and b.deleted_at is null
  ) w
  left join transaction_statuses k on k.group_id = ${group_id} and k.id = w.status_id`

const undatedTransactions = (sql: Sql, group_id: number, span?: Fragment) => sql`
  select t.bundle_id, t.id, t.contact_id, t.date, upper(t.currency) as currency, t.payment_method_kind, t.code_campaign, coalesce(t.status_id, 0) as status_id,
         t.amount::numeric as amount, t.reimbursed_amount::numeric - coalesce(r.reimbursed, 0) as reimbursed,
         t.unpaid_amount::numeric - coalesce(r.unpaid, 0) as unpaid
  from items t
  join transaction_bundles b on b.group_id = ${group_id} and b.id = t.bundle_id and b.deleted_at is null
  left join (
    select bundle_id, transaction_id, sum(reimbursed) as reimbursed, sum(unpaid) as unpaid
    from (${reversals(sql, group_id, span)}) r
    group by bundle_id, transaction_id
  ) r on r.bundle_id = t.bundle_id and r.transaction_id = t.id
  where t.group_id = ${group_id} and t.kind = 'transaction' ${moved(sql, group_id, sql`t.bundle_id`, span)}`

/** The reversals of transactions, with the signed amounts that they take back. */
const reversals = (sql: Sql, group_id: number, span?: Fragment) => sql`
  select bundle_id, transaction_id, id, date,
         case reversal_kind when 'refund' then amount::numeric when 'refund_cancelled' then -amount::numeric else 0 end as reimbursed,
         case reversal_kind when 'return' then amount::numeric when 'return_cancelled' then -amount::numeric else 0 end as unpaid
  from items where group_id = ${group_id} and transaction_id is not null ${moved(sql, group_id, sql`bundle_id`, span)}`

/** What memberships and donations cost together. */
const recordedItems = (sql: Sql, group_id: number, span?: Fragment) => sql`
  select bundle_id, upper(currency) as currency, coalesce(sum(amount::numeric) filter (where kind = 'membership'), 0) as memberships,
         coalesce(sum(amount::numeric) filter (where kind = 'donation'), 0) as donations
  from items
  where group_id = ${group_id} and kind in ('membership', 'donation') ${moved(sql, group_id, sql`bundle_id`, span)}
  group by bundle_id, upper(currency)`

const moved = (sql: Sql, group_id: number, bundle_id: Fragment, span?: Fragment) =>
  span
    ? sql`and ${bundle_id} in (
        select bundle_id from items where group_id = ${group_id} and kind = 'transaction' ${span}
        union select bundle_id from items where group_id = ${group_id} and transaction_id is not null ${span})`
    : sql``
