import { instantOf } from '../../server/fields.ts'
import { digitsOf } from '../../server/money/transaction_bundles/csv.ts'

/** A cell that cannot be what it should. The message goes on from what stands in it. */
export class RowError extends Error {}

export type Decimal = 'point' | 'comma'
export type DateOrder = 'day-first' | 'month-first'

/** An amount in minor units, exactly: never by way of a fraction. */
export function amountOf(text: string, currency: string, decimal?: Decimal): number {
  const bare = withoutCurrency(text.trim(), currency)
  if (/^\(.*\)$|^[-−–]|[-−–]$/.test(bare))
    throw new RowError('is less than nothing; money given back is the status of its payment, not a payment')
  const digits = digitsOf(currency)
  const [whole, fraction] = splitAmount(bare, digits, decimal)
  if (/[1-9]/.test(fraction.slice(digits))) throw new RowError(`has more decimals than ${currency}`)
  const amount = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'))
  if (!Number.isSafeInteger(amount)) throw new RowError('is more than there is')
  return amount
}

// Thousands are divided by the other sign, a blank or an apostrophe, and then all of them are.
const spellings: Record<Decimal, RegExp> = {
  point: /^([1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?:[\s'’]\d{3})+|\d+)(?:\.(\d+))?$/,
  comma: /^([1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d{0,2}(?:[\s'’]\d{3})+|\d+)(?:,(\d+))?$/,
}

/** The digits before and after the decimal sign, whichever it is; where it could be either, somebody has to say. */
function splitAmount(text: string, digits: number, decimal: Decimal | undefined): [whole: string, fraction: string] {
  const readings = (decimal ? [decimal] : (['point', 'comma'] as const)).flatMap(sign => {
    const [found, whole = '', fraction = ''] = spellings[sign].exec(text) ?? []
    // Some programs write two noughts behind every amount, also where the currency knows no cents.
    const isPossible = found !== undefined && (digits > 0 || /^0*$/.test(fraction))
    return isPossible ? [[whole.replace(/\D/g, ''), fraction] as [string, string]] : []
  })
  // Where there are no cents, 1,000 is a thousand.
  const likely = digits > 0 ? readings : readings.toSorted((a, b) => a[1].length - b[1].length).slice(0, 1)
  const [first, other] = likely
  if (!first) throw new RowError('is no amount, such as 1234.50')
  if (other && other.join('.') !== first.join('.'))
    throw new RowError('could be thousands or a fraction; say --decimal point or --decimal comma')
  return first
}

/** What is written in another currency than it should be is another amount. */
function withoutCurrency(text: string, currency: string) {
  const sign = text.match(/[\p{Sc}\p{L}]+/gu) ?? []
  if (sign.length === 0) return text
  if (sign.length > 1 || !signsOf(currency).includes(sign[0]!.toUpperCase()))
    throw new RowError(`is no amount in ${currency}`)
  // In 12€50 it stands for the comma.
  if (/\d\s*[\p{Sc}\p{L}]+\s*\d/u.test(text)) throw new RowError('is no amount, such as 1234.50')
  return text.replace(sign[0]!, '').trim()
}

/** Its code, and the signs that it goes by at home and abroad, such as $ and US$. */
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

/** The instant of a date. One without a zone is of UTC, as the days of the books are; so it stays on its day. */
export function dateOf(text: string, order: DateOrder | undefined, now = new Date()): string {
  const date = parseDate(text, order)
  if (!isWithin(date, now, years_ahead_max)) throw new RowError('is a date of another time')
  return date
}

/** When a membership ends: some are paid for years ahead; those for life have a price of that kind, and no end. A day is over at its end. */
export function endOf(text: string, order: DateOrder | undefined, now = new Date()): string {
  const date = parseDate(text, order)
  if (!isWithin(date, now, membership_years_max))
    throw new RowError(
      `is more than ${membership_years_max} years away; leave the end of a membership for life empty, and give it a price of that kind`,
    )
  return text.includes(':') ? date : `${date.slice(0, 10)}T23:59:59.999Z`
}

function parseDate(text: string, order: DateOrder | undefined) {
  const date = instantOf(isoOf(text.trim(), order))
  if (!date) throw new RowError('is a date that never was')
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
  if (!parts) throw new RowError('is no date, such as 2026-12-31')
  const [, first = '', sign, second = '', year, hour = '0', minute = '00', seconds = '00', half] = parts
  // With dots nobody writes the month first.
  const meant = sign === '.' ? 'day-first' : order
  if (!meant) throw new RowError('begins with a day or a month; say --dates day-first or --dates month-first')
  const [day, month] = meant === 'day-first' ? [first, second] : [second, first]
  const two = (number: string | number) => String(number).padStart(2, '0')
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour)
  if (half && (Number(hour) < 1 || Number(hour) > 12)) throw new RowError('is a time that never was')
  return `${year}-${two(month)}-${two(day)}T${two(hours)}:${minute}:${seconds}Z`
}
