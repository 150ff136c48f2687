import { ApiError } from '../../errors.ts'
import { msg, type Text } from '../../messages/message.ts'
import { dayIn } from '../../time_zone.ts'
import type { Settings } from './settings.ts'

type OpenPeriods = Settings['open_periods']

export function checkOpen(periods: OpenPeriods, date: string, what: Text, time_zone: string) {
  if (isOpen(periods, date)) return
  throw new ApiError(
    'period_closed',
    msg`${what} is dated ${dayIn(time_zone, date)}, and that period is closed. Use a date in an open period, or ask a treasurer to open this one.`,
  )
}

/** A membership counts for the period it starts in. One that starts in the future is allowed: next year's is sold before that year opens. */
export function checkStart(periods: OpenPeriods, start_date: string, now: string, what: Text, time_zone: string) {
  if (start_date <= now) checkOpen(periods, start_date, what, time_zone)
}

/** Instants are stored in one format, so they can be compared as texts. */
function isOpen(periods: OpenPeriods, date: string) {
  const all = Object.values(periods)
  return all.length === 0 || all.some(({ start, end, open }) => open && start <= date && date <= end)
}
