import { instantOf } from '../../server/fields.ts'
import { digitsOf } from '../../server/money/core/amounts.ts'
import { instantIn, rangeEnd } from '../../server/time_zone.ts'
import { RowError } from './reasons.ts'

export type Decimal = 'point' | 'comma'
export type DateOrder = 'day-first' | 'month-first'

/** Parses an amount into minor units, without floating point. */
export function amountOf(text: string, currency: string, decimal?: Decimal): number {
  const bare = withoutCurrency(text.trim(), currency)
  if (/^\(.*\)$|^[-−–]|[-−–]$/.test(bare)) throw new RowError('negative')
  const digits = digitsOf(currency)
  const [whole, fraction] = splitAmount(bare, digits, decimal)
  if (/[1-9]/.test(fraction.slice(digits))) throw new RowError('too_many_decimals', { currency })
  const amount = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'))
  if (!Number.isSafeInteger(amount)) throw new RowError('too_large')
  return amount
}

// Thousands are separated by the other sign, a space or an apostrophe, consistently.
const spellings: Record<Decimal, RegExp> = {
  point: /^([1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?:[\s'’]\d{3})+|\d+)(?:\.(\d+))?$/,
  comma: /^([1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d{0,2}(?:[\s'’]\d{3})+|\d+)(?:,(\d+))?$/,
}

/** The digits before and after the decimal sign. Ambiguous amounts need --decimal. */
function splitAmount(text: string, digits: number, decimal: Decimal | undefined): [whole: string, fraction: string] {
  const readings = (decimal ? [decimal] : (['point', 'comma'] as const)).flatMap(sign => {
    const [found, whole = '', fraction = ''] = spellings[sign].exec(text) ?? []
    // Some programs write two zeros after every amount, also in currencies without decimals.
    const isPossible = found !== undefined && (digits > 0 || /^0*$/.test(fraction))
    return isPossible ? [[whole.replace(/\D/g, ''), fraction] as [string, string]] : []
  })
  // In a currency without decimals, 1,000 is a thousand.
  const likely = digits > 0 ? readings : readings.toSorted((a, b) => a[1].length - b[1].length).slice(0, 1)
  const [first, other] = likely
  if (!first) throw new RowError('not_an_amount')
  if (other && other.join('.') !== first.join('.')) throw new RowError('ambiguous_amount')
  return first
}

/** Removes the currency sign. Refuses the sign of another currency. */
function withoutCurrency(text: string, currency: string) {
  const [sign, ...others] = text.match(/[\p{Sc}\p{L}]+/gu) ?? []
  if (sign === undefined) return text
  if (others.length > 0 || !signsOf(currency).includes(sign.toUpperCase()))
    throw new RowError('other_currency', { currency })
  // 12€50
  if (/\d\s*[\p{Sc}\p{L}]+\s*\d/u.test(text)) throw new RowError('not_an_amount')
  return text.replace(sign, '').trim()
}

/** The code and the symbols of a currency, such as $ and US$. */
const signsOf = (currency: string) => [
  currency,
  ...['en', 'en-CA'].flatMap(locale =>
    (['symbol', 'narrowSymbol'] as const).flatMap(
      currencyDisplay =>
        new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
          .formatToParts(0)
          .find(({ type }) => type === 'currency')?.value ?? [],
    ),
  ),
]

const iso = /^\d{4}-\d\d-\d\d$/
const isoTime = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(\.\d+)? ?(Z|UTC|[+-]\d\d:?\d\d)?$/i
const numbers = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?:,? +(\d{1,2}):(\d\d)(?::(\d\d))? ?([ap]m)?)?$/i
const years_ahead_max = 1
const membership_years_max = 10

/** Parses a date. A day is that of the time zone of the space. A time without an offset is UTC. */
export function dateOf(text: string, order: DateOrder | undefined, time_zone: string, now = new Date()): string {
  const date = instantIn(time_zone, parseDate(text, order))
  if (!isWithin(date, now, years_ahead_max)) throw new RowError('date_out_of_range')
  return date
}

/** Parses the end of a membership. A day ends at its last millisecond. A lifetime membership has no end. */
export function endOf(text: string, order: DateOrder | undefined, time_zone: string, now = new Date()): string {
  const date = parseDate(text, order)
  if (!isWithin(date, now, membership_years_max)) throw new RowError('end_too_late', { years: membership_years_max })
  return rangeEnd(time_zone, date)
}

function parseDate(text: string, order: DateOrder | undefined) {
  const date = isoOf(text.trim(), order)
  if (!instantOf(date)) throw new RowError('invalid_date')
  return date
}

function isWithin(date: string, now: Date, years_ahead: number) {
  const year = Number(date.slice(0, 4))
  return year >= 1900 && year <= now.getUTCFullYear() + years_ahead
}

function isoOf(text: string, order: DateOrder | undefined): string {
  if (iso.test(text)) return text
  const timed = isoTime.exec(text)
  if (timed) {
    const [, day, time, seconds = ':00', fraction = '', zone = 'Z'] = timed
    const offset = /^(z|utc)$/i.test(zone) ? 'Z' : zone.replace(/(\d\d):?(\d\d)$/, '$1:$2')
    return `${day}T${time}${seconds}${fraction}${offset}`
  }
  const parts = numbers.exec(text)
  if (!parts) throw new RowError('not_a_date')
  const [, first = '', sign, second = '', year, hour, minute = '00', seconds = '00', half] = parts
  // Dates with dots always start with the day.
  const meant = sign === '.' ? 'day-first' : order
  if (!meant) throw new RowError('ambiguous_date')
  const [day, month] = meant === 'day-first' ? [first, second] : [second, first]
  const two = (number: string | number) => String(number).padStart(2, '0')
  const iso_day = `${year}-${two(month)}-${two(day)}`
  if (hour === undefined) return iso_day
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour)
  if (half && (Number(hour) < 1 || Number(hour) > 12)) throw new RowError('invalid_time')
  return `${iso_day}T${two(hours)}:${minute}:${seconds}Z`
}
