import { type Duration, durationOf } from '../../fields.ts'
import { addDuration, endOfYear } from '../../time_zone.ts'

interface Terms {
  rolling_year: boolean
  price: { kind: string; duration: string } | undefined
  /** Of the space. */
  time_zone: string
}

const a_year: Duration = { months: 12, days: 0 }

/** The end of a membership, from its price: the end of the calendar year, after a duration, or none. */
export function membershipEnd(start: string, { rolling_year, price, time_zone }: Terms): string | null {
  if (price?.kind === 'lifetime') return null
  if (rolling_year || price?.kind === 'rolling_year')
    return addDuration(time_zone, start, durationOf(price?.duration ?? '') ?? a_year)
  return endOfYear(time_zone, start)
}
