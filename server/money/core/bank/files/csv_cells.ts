import { msg, type Text } from '../../../../messages/message.ts'
import type { CsvMapping } from '../../../bank_accounts/schema.ts'
import { fileError, quoted } from './errors.ts'
import { monthOf } from './month_names.ts'
import { dayOf, isDay, minorUnits } from './values.ts'

export type DateFormat = CsvMapping['date_format']
export type Decimal = CsvMapping['decimal']

/** The order of the parts of a day, and how many digits the year has. */
const date_patterns: Record<DateFormat, { pattern: RegExp; order: 'ymd' | 'dmy' | 'mdy' }> = {
  'YYYY-MM-DD': { pattern: /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/, order: 'ymd' },
  YYYYMMDD: { pattern: /^(\d{4})(\d\d)(\d\d)$/, order: 'ymd' },
  'DD/MM/YYYY': { pattern: /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?: .*)?$/, order: 'dmy' },
  'DD.MM.YYYY': { pattern: /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)(?: .*)?$/, order: 'dmy' },
  'DD/MM/YY': { pattern: /^(\d{1,2})[-/.](\d{1,2})[-/.](\d\d)(?: .*)?$/, order: 'dmy' },
  'MM/DD/YYYY': { pattern: /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?: .*)?$/, order: 'mdy' },
  'DD MMM YYYY': {
    pattern: /^(\d{1,2})(?:er)?[ ./-]?([\p{L}\p{M}]{3,10})\.?[ ./-]?(\d{4}|\d\d)(?: .*)?$/u,
    order: 'dmy',
  },
}

export const date_formats = Object.keys(date_patterns) as DateFormat[]

/** The year, month and day of a cell in this format, which may be no day, such as 31 February. */
function dayParts(cell: string, format: DateFormat): [number, number, number] | undefined {
  const { pattern, order } = date_patterns[format]
  const text = cell.trim()
  const [, first, second = '', third] = (text.length <= 40 && pattern.exec(text)) || []
  if (!first) return undefined
  const [one, two, three] = [Number(first), /^\d/.test(second) ? Number(second) : monthOf(second), Number(third)]
  if (two === undefined) return undefined
  if (order === 'ymd') return [one, two, three]
  const year = three < 100 ? 2000 + three : three
  return order === 'dmy' ? [year, two, one] : [year, one, two]
}

/** The day of a cell. */
export function csvDay(cell: string, format: DateFormat, where: Text) {
  const parts = dayParts(cell, format)
  if (!parts) throw fileError(where, msg`${quoted(cell)} is not a day written as ${format}.`, cell)
  return dayOf(...parts, where, cell.trim())
}

/** The day of a cell as a number that grows with it; undefined if it is no day in this format. */
export function dayNumber(cell: string, format: DateFormat): number | undefined {
  const parts = dayParts(cell, format)
  return parts && isDay(...parts) ? Date.UTC(parts[0], parts[1] - 1, parts[2]) : undefined
}

/** Whether a cell is a day in any format. */
export const isAnyDay = (cell: string) => date_formats.some(format => dayNumber(cell, format) !== undefined)

/** Whether a cell is written as a day, although there may be no such day. */
export const isWrittenAsDay = (cell: string) => date_formats.some(format => dayParts(cell, format) !== undefined)

const numbers: Record<Decimal, RegExp> = {
  ',': /^(\d+|\d{1,3}(?:[ .'’]\d{3})+)?(?:,(\d*))?$/,
  '.': /^(\d+|\d{1,3}(?:[ ,'’]\d{3})+)?(?:\.(\d*))?$/,
}
const signed_number =
  /^([-−+]?) ?(\(?)(\p{Sc}|[A-Z]{3})? ?([-−+]?) ?([\d .,'’]*?) ?(?:\p{Sc}|EUR|CHF|GBP|USD)? ?(\)?) ?([-−+]|[DS]|CR?|H|DR|DB)?$/u

/** The digits of an amount, and whether it is a debit. */
function amountParts(cell: string, decimal: Decimal) {
  const compact = cell
    .slice(0, 80)
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim()
  const [, sign_before, opened, , sign_inside, number, closed, mark] = signed_number.exec(compact) ?? []
  const parts = number === undefined ? undefined : numbers[decimal].exec(number)
  if (!parts || (parts[1] ?? '') + (parts[2] ?? '') === '') return undefined
  const signs = [sign_before, sign_inside, mark].filter(sign => sign && /^([-−]|D[RB]?|S)$/.test(sign)).length
  const negative = opened === '(' && closed === ')' ? true : signs % 2 === 1
  return { whole: (parts[1] ?? '').replace(/\D/g, ''), fraction: parts[2] ?? '', negative }
}

/**
 * The amount of a cell; undefined for an empty one. A minus may stand in front or behind, parentheses and the letters D and S mean a
 * debit. Separators of thousands must divide groups of three: a cell with the other decimal sign is refused, and not read as 100 times as much.
 */
export function csvAmount(cell: string, decimal: Decimal, currency: string, where: Text): number | undefined {
  if (cell.trim() === '') return undefined
  const parts = amountParts(cell, decimal)
  if (!parts) throw fileError(where, msg`${quoted(cell)} is not an amount with “${decimal}” before the cents.`, cell)
  const units = minorUnits(`${parts.whole}.${parts.fraction}`, currency, where)
  return parts.negative && units !== 0 ? -units : units
}

/** An amount in thousandths, to compare amounts before their currency is known; undefined if the cell is none, as an exchange rate. */
export function thousandths(cell: string, decimal: Decimal): number | undefined {
  const parts = amountParts(cell, decimal)
  const digits = parts?.fraction.replace(/0+$/, '') ?? ''
  if (!parts || digits.length > 3 || parts.whole.length > 12) return undefined
  const value = Number(parts.whole + digits.padEnd(3, '0'))
  return parts.negative ? -value : value
}

/** Whether a cell is an amount with either decimal sign. */
export const isCsvAmount = (cell: string) =>
  thousandths(cell, ',') !== undefined || thousandths(cell, '.') !== undefined
