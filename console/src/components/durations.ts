import { region } from '../translations/index.ts'

export const duration_units = ['day', 'week', 'month', 'year'] as const
export type DurationUnit = (typeof duration_units)[number]

/** A length of time in calendar units. */
export interface Duration {
  count: number
  unit: DurationUnit
}

const iso = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?$/i
const words = /^(\d+) (day|week|month|year)s?$/i
const months_per_year = 12
const days_per_week = 7

/** Reads P3M or "3 months"; undefined for anything else, and for months together with days. */
export function readDuration(text: string): Duration | undefined {
  const named = words.exec(text.trim())
  if (named) return { count: Number(named[1]), unit: named[2]?.toLowerCase() as DurationUnit }
  const [years, months, weeks, days] = (iso.exec(text.trim()) ?? []).slice(1).map(part => Number(part ?? 0))
  if (years === undefined || months === undefined || weeks === undefined || days === undefined) return undefined
  const [long, short] = [years * months_per_year + months, weeks * days_per_week + days]
  if (long > 0 === short > 0) return undefined
  if (long > 0) return months === 0 ? { count: years, unit: 'year' } : { count: long, unit: 'month' }
  return days === 0 ? { count: weeks, unit: 'week' } : { count: short, unit: 'day' }
}

/** As ISO 8601 writes it. */
export const isoDuration = ({ count, unit }: Duration) => `P${count}${unit.charAt(0).toUpperCase()}`

/** In words: "3 months". */
export const formatDuration = ({ count, unit }: Duration) =>
  new Intl.NumberFormat(region(), { style: 'unit', unit, unitDisplay: 'long' }).format(count)

/** The name of a unit after this number. */
export const unitName = ({ count, unit }: Duration) =>
  new Intl.NumberFormat(region(), { style: 'unit', unit, unitDisplay: 'long' })
    .formatToParts(count)
    .filter(({ type }) => type === 'unit')
    .map(({ value }) => value)
    .join('')

/** The day after this time, counted from a day. The last day of a shorter month stands for a day that it does not have. */
export function dayAfter(from: Date, { count, unit }: Duration) {
  const [year, month, day] = [from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate()]
  if (unit === 'day' || unit === 'week')
    return new Date(Date.UTC(year, month, day + count * (unit === 'week' ? days_per_week : 1)))
  const end = month + count * (unit === 'year' ? months_per_year : 1)
  const last = new Date(Date.UTC(year, end + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, end, Math.min(day, last)))
}

const day_ms = 86_400_000

/** The number of days of this time, counted from a day. */
export const daysIn = (duration: Duration, from = new Date()) =>
  Math.round((dayAfter(from, duration).getTime() - dayAfter(from, { count: 0, unit: 'day' }).getTime()) / day_ms)
