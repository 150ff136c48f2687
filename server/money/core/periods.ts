import { ApiError } from '../../errors.ts'
import type { Settings } from './settings.ts'

type OpenPeriods = Settings['open_periods']

export function checkOpen(periods: OpenPeriods, date: string, what: string) {
  if (isOpen(periods, date)) return
  throw new ApiError(
    'period_closed',
    `${what} is dated ${date.slice(0, 10)}, and that period is closed. Use a date in an open period, or ask a treasurer to open this one.`,
  )
}

/** A membership is dated by its start. One that starts in the future is in no closed month: next year's is sold before that year opens. */
export function checkStart(periods: OpenPeriods, start_date: string, now: string, what: string) {
  if (start_date <= now) checkOpen(periods, start_date, what)
}

/** Whether something of that instant may still be written. Instants are compared, in the one form in which we keep them. */
function isOpen(periods: OpenPeriods, date: string) {
  const all = Object.values(periods)
  return all.length === 0 || all.some(({ start, end, open }) => open && start <= date && date <= end)
}
