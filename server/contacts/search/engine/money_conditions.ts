import type { Fragment, Sql } from '../../../db/sql.ts'
import type { Span, Test } from './operators.ts'
import type { Condition } from './parse.ts'

// What the books say about a contact. A payment that was deleted, or of which every part was cancelled, says nothing.
const countsInBooks = (sql: Sql, group_id: number) => sql`
  exists (
    select from transaction_bundles b
    join transactions t on t.group_id = ${group_id} and t.transaction_bundle_id = b.id
    left join transaction_statuses s on s.group_id = ${group_id} and s.id = t.status_id
    where b.group_id = ${group_id} and b.id = i.transaction_bundle_id and b.deleted_at is null and coalesce(s.kind, '') <> 'cancel')`

/** Whether all who fit are to be found, or one contact after the other is tested. */
export type EvaluationMode = 'all' | 'each'

type Table = 'memberships' | 'donations'

/** That the contact has such a membership, or made such a donation. */
const hasItem = (sql: Sql, group_id: number, table: Table, which: Fragment) => sql`
  exists (
    select from ${sql(table)} i where i.group_id = ${group_id} and i.contact_id = c.id and ${which} and ${countsInBooks(sql, group_id)})`

const endDate = (sql: Sql) => sql`coalesce(i.end_date, 'infinity')`

/** A member has a membership that has not ended; a lapsed one had some; the others never had any. */
export function membershipCondition(sql: Sql, group_id: number, test: Test): Fragment {
  const states = new Set(test.is === 'any_of' ? test.values : [])
  const current = hasItem(sql, group_id, 'memberships', sql`${endDate(sql)} >= now()`)
  const ever = hasItem(sql, group_id, 'memberships', sql`true`)
  const lapsed = sql`(${ever} and not ${current})`
  const key = ['member', 'lapsed', 'never'].map(state => (states.has(state) ? '1' : '0')).join('')
  const answers: Record<string, Fragment> = {
    '000': sql`false`,
    '100': sql`(${current})`,
    '010': lapsed,
    '001': sql`(not ${ever})`,
    '110': sql`(${ever})`,
    '101': sql`(not ${lapsed})`,
    '011': sql`(not ${current})`,
    '111': sql`true`,
  }
  return answers[key]!
}

/** Of the membership that lasts longest. One without an end has no end date, and is after every date. */
export function membershipDateCondition(
  sql: Sql,
  group_id: number,
  column: 'start_date' | 'end_date',
  test: Test,
  way: EvaluationMode,
) {
  const date = column === 'end_date' ? endDate(sql) : sql`i.start_date`
  const having = (which: Fragment) => hasItem(sql, group_id, 'memberships', which)
  if (test.is === 'range') return latestInSpan(sql, group_id, 'memberships', date, test.span, way)
  return sql`(${having(sql`true`)} and not ${having(sql`${date} = 'infinity'`)})`
}

/** That the latest of the dates is within: one of them is, and none is later. Where nearly all have one that is, all are put together at once. */
function latestInSpan(
  sql: Sql,
  group_id: number,
  table: Table,
  date: Fragment,
  span: Span,
  way: EvaluationMode,
  meant: Fragment = sql``,
): Fragment {
  if (way === 'all' && span.from === undefined)
    return sql`(${inGroupsHaving(sql, group_id, table, sql`and ${countsInBooks(sql, group_id)} ${meant}`, inBounds(sql, sql`max(${date})`, span))})`
  const having = (which: Fragment) => hasItem(sql, group_id, table, sql`${which} ${meant}`)
  const one = having(inBounds(sql, date, span))
  return span.to === undefined ? sql`(${one})` : sql`(${one} and not ${having(sql`${date} > ${span.to}`)})`
}

/** That the contact is among those of whom something holds for all that they paid together. */
const inGroupsHaving = (sql: Sql, group_id: number, table: Table, which: Fragment, that: Fragment) => sql`
  exists (
    select from (
      select i.contact_id from ${sql(table)} i where i.group_id = ${group_id} ${which} group by i.contact_id having ${that}
    ) d where d.contact_id = c.id)`

/** Who gave nothing has given 0, zero times. */
export function donationCondition(
  sql: Sql,
  group_id: number,
  measure: 'sum' | 'count' | 'last',
  { test, currency }: Condition,
  way: EvaluationMode,
): Fragment {
  const own = sql`(select upper(s.currency) from transaction_settings s where s.group_id = ${group_id})`
  const meant = currency
    ? sql`and upper(i.currency) = ${currency}`
    : measure === 'sum'
      ? sql`and upper(i.currency) = ${own}`
      : sql``
  const having = (which: Fragment) => hasItem(sql, group_id, 'donations', sql`${which} ${meant}`)
  const value = measure === 'sum' ? sql`sum(i.amount)` : sql`count(*)`
  // Whether a payment counts is dear to tell, and nearly all do: where it can, it is only asked of those who would fit if all of them did.
  const donors = (that: Fragment, loosely?: Fragment) => {
    const each = sql`
      exists (
        select from donations i where i.group_id = ${group_id} and i.contact_id = c.id and ${countsInBooks(sql, group_id)} ${meant}
        group by i.contact_id having ${that})`
    if (way === 'each') return each
    if (loosely) return sql`(${inGroupsHaving(sql, group_id, 'donations', meant, loosely)} and ${each})`
    return inGroupsHaving(sql, group_id, 'donations', sql`and ${countsInBooks(sql, group_id)} ${meant}`, that)
  }
  if (test.is === 'ext') return sql`(${having(measure === 'sum' ? sql`i.amount > 0` : sql`true`)})`
  const span: Span =
    test.is === 'range'
      ? test.span
      : test.is === 'any_of'
        ? { from: test.values[0] as number, to: test.values[0] as number }
        : {}
  if (measure === 'last') return latestInSpan(sql, group_id, 'donations', sql`i.date`, span, way, meant)
  const [from, to] = [Number(span.from ?? Number.NEGATIVE_INFINITY), Number(span.to ?? Number.POSITIVE_INFINITY)]
  const nothingFits = from <= 0 && to >= 0
  const fits = inBounds(sql, value, span)
  if (nothingFits) return sql`(not ${donors(sql`not (${fits})`)})`
  // No payment is less than nothing, so that what does not count only adds to what does.
  return sql`(${donors(fits, span.from === undefined ? undefined : sql`${value} >= ${span.from}`)})`
}

function inBounds(sql: Sql, value: Fragment, { from, to }: Span): Fragment {
  if (from !== undefined && to !== undefined) return sql`(${value} >= ${from} and ${value} <= ${to})`
  return from !== undefined ? sql`${value} >= ${from}` : sql`${value} <= ${to!}`
}
