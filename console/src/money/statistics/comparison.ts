// The period of the sums, and the period they are compared with.

export const span_names = [
  'twelve_months',
  'this_month',
  'last_month',
  'this_quarter',
  'last_quarter',
  'this_year',
  'last_year',
] as const
export type SpanName = (typeof span_names)[number]

export const comparisons = ['year_before', 'span_before', 'nothing'] as const
export type Comparison = (typeof comparisons)[number]

/** The period: a relative one, or months such as 2024-01..2024-12. */
export interface SumSearch {
  sums?: string | undefined
  with?: Comparison | undefined
}

export interface Span {
  from: Date
  /** Now, if the period is not over. */
  to: Date
  months: number
}

export const defaults: { sums: SpanName; with: Comparison } = { sums: 'twelve_months', with: 'year_before' }
const chosen_months = /^(\d{4}-(?:0[1-9]|1[0-2]))\.\.(\d{4}-(?:0[1-9]|1[0-2]))$/
const months_max = 60

export function parseSums(given: Record<string, unknown>): SumSearch {
  const { sums, with: compared } = given
  const known = typeof sums === 'string' && (isSpanName(sums) || chosenMonths(sums) !== undefined)
  return {
    ...(known && sums !== defaults.sums && { sums }),
    ...(comparisons.includes(compared as Comparison) && compared !== defaults.with && { with: compared as Comparison }),
  }
}

export const isSpanName = (text: string): text is SpanName => (span_names as readonly string[]).includes(text)

/** The first and last month of a chosen period. */
export function chosenMonths(text: string): { first: string; last: string } | undefined {
  const [, first = '', last = ''] = chosen_months.exec(text) ?? []
  return first && first <= last && between(first, last) <= months_max ? { first, last } : undefined
}

const numberOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
const between = (first: string, last: string) => numberOf(last) - numberOf(first) + 1

export function spanOfSums(sums: string, now: Date): Span {
  const chosen = chosenMonths(sums)
  if (chosen) return spanFrom(numberOf(chosen.first), between(chosen.first, chosen.last), now)
  const present = now.getUTCFullYear() * 12 + now.getUTCMonth()
  const [quarter, year] = [present - (present % 3), present - (present % 12)]
  const spans: Record<SpanName, [first: number, months: number]> = {
    twelve_months: [present - 11, 12],
    this_month: [present, 1],
    last_month: [present - 1, 1],
    this_quarter: [quarter, 3],
    last_quarter: [quarter - 3, 3],
    this_year: [year, 12],
    last_year: [year - 12, 12],
  }
  return spanFrom(...spans[isSpanName(sums) ? sums : defaults.sums], now)
}

const startOf = (month: number) => new Date(Date.UTC(Math.floor(month / 12), month % 12, 1))

function spanFrom(first: number, months: number, now: Date): Span {
  const end = new Date(startOf(first + months).getTime() - 1)
  return { from: startOf(first), to: now < end && now >= startOf(first) ? now : end, months }
}

/** The period to compare with. A period that is not over is compared up to the same day. */
export function comparisonSpan({ from, to, months }: Span, how: Comparison): Span | undefined {
  if (how === 'nothing') return undefined
  const back = how === 'year_before' ? 12 : months
  return { from: monthsEarlier(from, back), to: monthsEarlier(to, back), months }
}

/** The same day some months earlier, or the last day of a shorter month. */
function monthsEarlier(date: Date, months: number) {
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth() - months
  const [days, wasLast] = [daysIn(month), date.getUTCDate() === daysIn(month + months)]
  const earlier = startOf(month)
  earlier.setUTCDate(wasLast ? days : Math.min(date.getUTCDate(), days))
  earlier.setUTCHours(date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds(), date.getUTCMilliseconds())
  return earlier
}

const daysIn = (month: number) => new Date(startOf(month + 1).getTime() - 1).getUTCDate()
