import { recordAudit } from '../../../access/audit.ts'
import type { Caller } from '../../../access/caller.ts'
import type { Sql } from '../../../db/sql.ts'
import { timeZoneOf } from '../../../organisation/core/spaces.ts'
import { dayIn, endOfDay } from '../../../time_zone.ts'
import type { Settings } from '../settings.ts'
import { dayBefore, isOpenDay } from './accounts.ts'
import { ledgerState, postSomeBundles } from './post.ts'
import { todayOf, validateEntries } from './validate.ts'

type Periods = Settings['open_periods']

/**
 * Validates the ledger up to the end of the closed periods, after any change of periods; also of those that were closed before. Housekeeping does it if
 * there are many bundles to post first. The settings must be locked.
 */
export async function validateClosedPeriods(
  sql: Sql,
  writer: { caller: Caller; request_id: string },
  open_periods: Periods,
) {
  const { group_id } = writer.caller
  const [time_zone, today] = [await timeZoneOf(sql, group_id), await todayOf(sql, group_id)]
  const { validated_until, validate_until } = await ledgerState(sql, group_id)
  const closed = closedUntil(open_periods, { time_zone, today })
  const until = closed !== null && isOpenDay(closed, validated_until) ? closed : null
  // What an earlier change left to housekeeping no longer counts.
  if (until !== validate_until)
    await sql`update transaction_settings set ledger_validate_until = ${until}::date where group_id = ${group_id}`
  if (until === null || !(await postSomeBundles(sql, group_id))) return
  const entries = await validateEntries(sql, group_id, until)
  await recordAudit(sql, {
    ...writer,
    kind: 'ledger.validated',
    subject: 'ledger',
    subject_id: group_id,
    details: { until, entries },
  })
}

/** The last day of the closed periods, before today and before the first open period. Null if none is closed. */
function closedUntil(periods: Periods, { time_zone, today }: { time_zone: string; today: string }): string | null {
  const closed = Object.values(periods).filter(({ open }) => !open)
  const ends = closed.map(({ end }) => lastWholeDay(time_zone, end))
  const starts = Object.values(periods).flatMap(({ open, start }) => (open ? [dayBefore(dayIn(time_zone, start))] : []))
  const last = ends.sort().at(-1)
  const [until = ''] = last === undefined ? [] : [last, dayBefore(today), ...starts].sort()
  return until >= first_day ? until : null
}

/** The first day that PostgreSQL can store and compare here. */
const first_day = '0001-01-01'
const second_ms = 1000

/** The last day that ends with this instant or before. An end is often given in whole seconds. */
function lastWholeDay(time_zone: string, end: string) {
  const day = dayIn(time_zone, end)
  return Date.parse(endOfDay(time_zone, day)) - Date.parse(end) < second_ms ? day : dayBefore(day)
}
