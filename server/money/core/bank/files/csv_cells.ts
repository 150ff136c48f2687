import { msg, type Text } from '../../../../messages/message.ts'
import type { CsvMapping } from '../../../bank_accounts/schema.ts'
import { fileError, quoted } from './errors.ts'
import { dayOf, minorUnits } from './values.ts'

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
}

export const date_formats = Object.keys(date_patterns) as DateFormat[]

/** The day of a cell. */
export function csvDay(cell: string, format: DateFormat, where: Text) {
  const { pattern, order } = date_patterns[format]
  const text = cell.trim()
  const [, first, second, third] = (text.length <= 40 && pattern.exec(text)) || []
  if (!first) throw fileError(where, msg`${quoted(cell)} is not a day written as ${format}.`, cell)
  const [one, two, three] = [Number(first), Number(second), Number(third)]
  const year = order === 'ymd' ? one : three < 100 ? 2000 + three : three
  const [month, day] = order === 'ymd' ? [two, three] : order === 'dmy' ? [two, one] : [one, two]
  return dayOf(year, month, day, where, text)
}

/** Whether a cell is a day in this format. */
export function isCsvDay(cell: string, format: DateFormat) {
  try {
    csvDay(cell, format, '')
    return true
  } catch {
    return false
  }
}

const numbers: Record<Decimal, RegExp> = {
  ',': /^(\d+|\d{1,3}(?:[ .'’]\d{3})+)?(?:,(\d*))?$/,
  '.': /^(\d+|\d{1,3}(?:[ ,'’]\d{3})+)?(?:\.(\d*))?$/,
}

/**
 * The amount of a cell; undefined for an empty one. A minus may stand in front or behind, parentheses and the letters D and S mean a
 * debit. Separators of thousands must divide groups of three: a cell with the other decimal sign is refused, and not read as 100 times as much.
 */
export function csvAmount(cell: string, decimal: Decimal, currency: string, where: Text): number | undefined {
  const compact = cell
    .slice(0, 80)
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim()
  if (compact === '') return undefined
  const [, sign_before, opened, , sign_inside, number, closed, mark] =
    /^([-−+]?) ?(\(?)(\p{Sc}|[A-Z]{3})? ?([-−+]?) ?([\d .,'’]*?) ?(?:\p{Sc}|EUR|CHF|GBP|USD)? ?(\)?) ?([-−+]|[DS]|CR?|H|DR|DB)?$/u.exec(
      compact,
    ) ?? []
  const parts = number === undefined ? undefined : numbers[decimal].exec(number)
  if (!parts || (parts[1] ?? '') + (parts[2] ?? '') === '')
    throw fileError(where, msg`${quoted(cell)} is not an amount with “${decimal}” before the cents.`, cell)
  const units = minorUnits(`${(parts[1] ?? '').replace(/\D/g, '')}.${parts[2] ?? ''}`, currency, where)
  const signs = [sign_before, sign_inside, mark].filter(sign => sign && /^([-−]|D[RB]?|S)$/.test(sign)).length
  const negative = opened === '(' && closed === ')' ? true : signs % 2 === 1
  return negative && units !== 0 ? -units : units
}

/** Whether a cell is an amount with either decimal sign. */
export const isCsvAmount = (cell: string) =>
  cell.trim() !== '' &&
  ([',', '.'] as const).some(decimal => {
    try {
      return csvAmount(cell, decimal, 'EUR', '') !== undefined
    } catch {
      return false
    }
  })
