import { type Duration, durationOf } from '../../fields.ts'

interface Terms {
  rolling_year: boolean
  price: { kind: string; duration: string } | undefined
}

const a_year: Duration = { months: 12, days: 0 }
const end_of_time = '9999-12-31T23:59:59.999Z'

/** When a membership that starts then ends, as its price has it: with the calendar year, after a length of time, or never. */
export function membershipEnd(start: string, { rolling_year, price }: Terms): string | null {
  if (price?.kind === 'lifetime') return null
  if (rolling_year || price?.kind === 'rolling_year')
    return addDuration(start, durationOf(price?.duration ?? '') ?? a_year)
  return `${start.slice(0, 4)}-12-31T23:59:59.999Z`
}

/** The same instant that much later; the 31st of a shorter month is its last day. */
function addDuration(start: string, { months, days }: Duration) {
  const date = new Date(start)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last) + days)
  return date.getUTCFullYear() <= 9999 ? date.toISOString() : end_of_time
}
