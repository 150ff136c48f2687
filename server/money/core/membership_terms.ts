import { type Duration, durationOf, type Instant } from '../../fields.ts'
import { addDuration, dayIn, endOfSeason, instantAfter } from '../../time_zone.ts'

/** What a price says about the term of its memberships. */
export interface TermPrice {
  kind: string
  duration: string
  season_start: string | null
  next_season_from: number | null
}

interface Terms {
  rolling_year: boolean
  price: TermPrice | undefined
  /** Of the space. */
  time_zone: string
}

/** What is sent of a term. An `end_date` of null is no end. */
export interface SentTerm {
  start_date?: Instant | undefined
  end_date?: Instant | null | undefined
}

export interface Term {
  start_date: Instant
  end_date: Instant | null
}

const a_year: Duration = { months: 12, days: 0 }
const calendar_year = '01-01'

/** The term of a membership that is paid at an instant: what is sent, and the rest from its price. */
export function membershipTerm(paid_at: Instant, sent: SentTerm, terms: Terms): Term {
  const start_date = sent.start_date ?? startOf(paid_at, sent.end_date, terms)
  return { start_date, end_date: sent.end_date === undefined ? endOf(start_date, terms) : sent.end_date }
}

/** A membership starts when it is paid, or with the next season if the payment counts for that. */
function startOf(paid_at: Instant, end_date: SentTerm['end_date'], terms: Terms): Instant {
  if (!countsForNext(paid_at, terms)) return paid_at
  const next = instantAfter(endOfSeason(terms.time_zone, paid_at, seasonStart(terms)))
  return end_date && end_date < next ? paid_at : next
}

/** The end of the season, after a duration, or none. */
function endOf(start: Instant, terms: Terms): Instant | null {
  const { price, time_zone } = terms
  if (price?.kind === 'lifetime') return null
  if (isRolling(terms)) return addDuration(time_zone, start, durationOf(price?.duration ?? '') ?? a_year)
  return endOfSeason(time_zone, start, seasonStart(terms))
}

const isRolling = ({ rolling_year, price }: Terms) => rolling_year || price?.kind === 'rolling_year'

const seasonStart = ({ price }: Terms) => price?.season_start ?? calendar_year

/** Whether a season is in the months that count for the next one. The month that begins with the season is not. */
function countsForNext(paid_at: Instant, terms: Terms) {
  const month = terms.price?.next_season_from ?? null
  if (month === null || isRolling(terms) || terms.price?.kind === 'lifetime') return false
  const [first, from] = [seasonStart(terms), `${String(month).padStart(2, '0')}-01`]
  // Days of the season in its order: those of the year after it began come last.
  const placeOf = (day: string) => (day < first ? `1 ${day}` : `0 ${day}`)
  const paid = dayIn(terms.time_zone, paid_at).slice('YYYY-'.length)
  return from !== first && placeOf(paid) >= placeOf(from)
}
