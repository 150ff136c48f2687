import { type Sum, sumOf } from '../components/amounts.ts'
import { collectedIn, type Sums } from '../money/statistics/months.ts'

const months_of_year = 12
const day_ms = 86_400_000

export interface CollectedPoint {
  /** The last day that is counted, such as 2026-03-31. */
  day: string
  /** How much of the year is over. */
  x: number
  now: Sum | undefined
  before: Sum
}

/**
 * What was collected since the first day of the year: up to the end of each month and up to today, this year and in the year before. `sameDay` has the
 * sums of the year before up to the day of today.
 */
export function collectedPoints(now: Sums, sameDay: Sums, before: Sums, currency: string): CollectedPoint[] {
  const today = now.to.slice(0, 'YYYY-MM-DD'.length)
  const year = Number(today.slice(0, 4))
  const share = (day: string) =>
    (Date.parse(day) - Date.UTC(year, 0, 1) + day_ms) / (Date.UTC(year + 1, 0, 1) - Date.UTC(year, 0, 1))
  const upTo = (sums: Sums, month: number) =>
    sumOf(
      sums.months
        .filter(one => one.currency === currency && Number(one.month.slice(5)) <= month)
        .map(({ collected }) => collected),
    )
  const ends = Array.from({ length: months_of_year }, (_, index): CollectedPoint => {
    const day = new Date(Date.UTC(year, index + 1, 0)).toISOString().slice(0, 'YYYY-MM-DD'.length)
    return { day, x: share(day), now: day < today ? upTo(now, index + 1) : undefined, before: upTo(before, index + 1) }
  })
  const present = {
    day: today,
    x: share(today),
    now: collectedIn(now, currency),
    before: collectedIn(sameDay, currency),
  }
  const start = { day: `${year}-01-01`, x: 0, now: 0, before: 0 }
  return [start, ...ends.filter(({ day }) => day < today), present, ...ends.filter(({ day }) => day > today)]
}
