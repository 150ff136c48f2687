import type { Caller } from '../../access/caller.ts'
import type { Fragment, Sql } from '../../db/sql.ts'
import { dayIn, endOfDay, startOfDay } from '../../time_zone.ts'
import { isReceived, pendingOf, unpaidOf } from '../core/status_kinds.ts'
import { computedSums, storedSums } from '../core/sums.ts'
import type { MoneyStatistics } from './schema.ts'

interface Span {
  from: string
  to: string
}

interface DaySpan extends Span {
  time_zone: string
}

type Lists = Omit<MoneyStatistics, keyof Span>

/**
 * Computed from the sums of whole days, less the payments of the first and last day outside of the span. One statement, so that all four
 * lists are of the same moment.
 */
export async function moneyStatistics(sql: Sql, { group_id }: Caller, span: DaySpan): Promise<MoneyStatistics> {
  const [lists] = await sql<[Lists]>`
    with kinds as materialized (
      select id, name, kind from transaction_statuses where group_id = ${group_id}
    ), campaigns as materialized (
      select lower(code) as key, code from code_campaigns where group_id = ${group_id} and deleted_at is null
    ), parts as materialized (
      select s.*, lower(s.payment_method_kind) as method, lower(s.code_campaign) as campaign, c.code,
        coalesce(k.name, '') as name, coalesce(k.kind, '') as kind
      from (${sumsOfSpan(sql, group_id, span)}) s
      left join kinds k on k.id = s.status_id
      left join campaigns c on c.key = lower(s.code_campaign)
    )
    select
      ${jsonList(
        sql,
        sql`
          select to_char(day, 'YYYY-MM') as month, currency, ${sums(sql)}, sum(donations) as donations, sum(memberships) as memberships
          from parts
          group by 1, 2
          having ${hasMoney(sql)}
          order by 1, 2
          limit 10000`,
      )} as months,
      ${jsonList(sql, sharesBy(sql, sql`method as payment_method_kind`, sql`method`))} as by_payment_method,
      ${jsonList(sql, sharesBy(sql, sql`coalesce(min(code), min(code_campaign)) as code_campaign`, sql`campaign`))} as by_campaign,
      ${jsonList(sql, sharesBy(sql, sql`nullif(status_id, 0) as status_id, name, kind`, sql`parts.status_id, name, kind`))} as by_status`
  return { from: span.from, to: span.to, ...lists }
}

const jsonList = (sql: Sql, rows: Fragment) => sql`(select coalesce(json_agg(x), '[]') from (${rows}) x)`

const sharesBy = (sql: Sql, shown: Fragment, columns: Fragment) => sql`
  select ${shown}, currency, ${sums(sql)}
  from parts
  group by ${columns}, currency
  having ${hasMoney(sql)}
  order by currency, collected desc, ${columns}
  limit 1000`

/** Whether there are transactions, other than cancelled ones, or reversals of earlier ones. */
const hasMoney = (sql: Sql) => sql`
  (sum(transactions) filter (where kind <> 'cancel') > 0
    or sum(reimbursed) filter (where ${isReceived(sql, sql`kind`)}) <> 0 or sum(unpaid) filter (where ${isReceived(sql, sql`kind`)}) <> 0)`

const sums = (sql: Sql) => sql`
  coalesce(sum(net) filter (where ${isReceived(sql, sql`kind`)}), 0) as collected,
  sum(${pendingOf(sql, sql`kind`, sql`amount`)}) as pending,
  coalesce(sum(reimbursed) filter (where ${isReceived(sql, sql`kind`)}), 0) as refunded,
  sum(${unpaidOf(sql, sql`kind`, sql`amount`, sql`unpaid`)}) as unpaid,
  coalesce(sum(unpaid) filter (where ${isReceived(sql, sql`kind`)}), 0) as returned,
  coalesce(sum(transactions) filter (where kind <> 'cancel'), 0) as transactions`

/** The sums of the days of a span, and negative sums of payments on these days outside of the span. */
function sumsOfSpan(sql: Sql, group_id: number, { from, to, time_zone }: DaySpan) {
  const [first, last] = [dayIn(time_zone, from), dayIn(time_zone, to)]
  const [morning, night] = [startOfDay(time_zone, first), endOfDay(time_zone, last)]
  const days = storedSums(sql, group_id, sql`and day >= ${first} and day <= ${last}`)
  const early = sql`union all ${computedSums(sql, group_id, -1, sql`and date >= ${morning} and date < ${from}`)}`
  const late = sql`union all ${computedSums(sql, group_id, -1, sql`and date > ${to} and date <= ${night}`)}`
  return sql`${days} ${from > morning ? early : sql``} ${to < night ? late : sql``}`
}
