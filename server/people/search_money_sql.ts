import type { Fragment, Sql } from '../db/sql.ts'
import type { Condition } from './search_language.ts'
import type { Span, Test } from './search_tests.ts'

// What the books say about a contact. A payment that was deleted, or of which every part was cancelled, says nothing.
const counted = (sql: Sql, group_id: number) => sql`
  exists (
    select from transaction_bundles b
    join transactions t on t.group_id = ${group_id} and t.transaction_bundle_id = b.id
    left join transaction_statuses s on s.group_id = ${group_id} and s.id = t.status_id
    where b.group_id = ${group_id} and b.id = i.transaction_bundle_id and b.deleted_at is null and coalesce(s.kind, '') <> 'cancel')`

const members = (sql: Sql, group_id: number, having: Fragment) => sql`
  c.id in (
    select i.contact_id from memberships i
    where i.group_id = ${group_id} and ${counted(sql, group_id)}
    group by i.contact_id
    having ${having})`

const lastEnd = (sql: Sql) => sql`max(coalesce(i.end_date, 'infinity'))`

/** A member has a membership that has not ended; a lapsed one had some; the others never had any. */
export function membershipCondition(sql: Sql, group_id: number, test: Test): Fragment {
  const states = new Set(test.is === 'any_of' ? test.values : [])
  const current = sql`(${members(sql, group_id, sql`${lastEnd(sql)} >= now()`)})`
  const ever = sql`(${members(sql, group_id, sql`true`)})`
  const lapsed = sql`(${members(sql, group_id, sql`${lastEnd(sql)} < now()`)})`
  const key = ['member', 'lapsed', 'never'].map(state => (states.has(state) ? '1' : '0')).join('')
  const answers: Record<string, Fragment> = {
    '000': sql`false`,
    '100': current,
    '010': lapsed,
    '001': sql`(not ${ever})`,
    '110': ever,
    '101': sql`(not ${lapsed})`,
    '011': sql`(not ${current})`,
    '111': sql`true`,
  }
  return answers[key]!
}

/** Of the membership that lasts longest. One without an end has no end date, and is after every date. */
export function membershipDateCondition(sql: Sql, group_id: number, column: 'start_date' | 'end_date', test: Test) {
  const date = column === 'end_date' ? lastEnd(sql) : sql`max(i.start_date)`
  if (test.is === 'range') return sql`(${members(sql, group_id, within(sql, date, test.span))})`
  return sql`(${members(sql, group_id, sql`${date} < 'infinity'`)})`
}

/** Who gave nothing has given 0, zero times. */
export function donationCondition(
  sql: Sql,
  group_id: number,
  measure: 'sum' | 'count' | 'last',
  { test, currency }: Condition,
): Fragment {
  const own = sql`(select upper(s.currency) from transaction_settings s where s.group_id = ${group_id})`
  const meant = currency
    ? sql`and upper(i.currency) = ${currency}`
    : measure === 'sum'
      ? sql`and upper(i.currency) = ${own}`
      : sql``
  const donors = (having: Fragment) => sql`
    c.id in (
      select i.contact_id from donations i
      where i.group_id = ${group_id} and ${counted(sql, group_id)} ${meant}
      group by i.contact_id
      having ${having})`
  if (test.is === 'ext') return sql`(${donors(measure === 'sum' ? sql`sum(i.amount) > 0` : sql`true`)})`
  const value = { sum: sql`sum(i.amount)`, count: sql`count(*)`, last: sql`max(i.date)` }[measure]
  const span: Span =
    test.is === 'range'
      ? test.span
      : test.is === 'any_of'
        ? { from: test.values[0] as number, to: test.values[0] as number }
        : {}
  if (measure === 'last') return sql`(${donors(within(sql, value, span))})`
  const [from, to] = [Number(span.from ?? Number.NEGATIVE_INFINITY), Number(span.to ?? Number.POSITIVE_INFINITY)]
  const nothingFits = from <= 0 && to >= 0
  const fits = within(sql, value, span)
  return nothingFits ? sql`(not ${donors(sql`not (${fits})`)})` : sql`(${donors(fits)})`
}

function within(sql: Sql, value: Fragment, { from, to }: Span): Fragment {
  if (from !== undefined && to !== undefined) return sql`(${value} >= ${from} and ${value} <= ${to})`
  return from !== undefined ? sql`${value} >= ${from}` : sql`${value} <= ${to!}`
}
