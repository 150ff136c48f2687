import { addDays } from '../ledger/accounting_years.ts'

/** A year after the latest period, or the calendar year of today. */
export function nextPeriod(ends: string[], today: string) {
  const last = ends.filter(Boolean).sort().at(-1)
  const start = last ? addDays(last, 1) : `${today.slice(0, 4)}-01-01`
  const [year, rest] = [Number(start.slice(0, 4)), start.slice(4)]
  const end = addDays(`${year + 1}${rest === '-02-29' ? '-03-01' : rest}`, -1)
  const years = [...new Set([start, end].map(day => day.slice(0, 4)))]
  return { name: years.join('-'), start, end }
}
