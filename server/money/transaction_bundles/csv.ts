import { cell } from '../../csv.ts'
import type { Language } from '../../http/html.ts'
import { dayIn } from '../../time_zone.ts'
import { type ExportColumn, type ExportedItem, readableDay } from './export_columns.ts'

interface CsvStyle {
  separator: string
  bom: boolean
  /** Days in the form of this language; without one, times as the interface has them. */
  language: Language | undefined
  time_zone: string
}

/** Lines for a spreadsheet, amounts in whole units. With a semicolon as separator, as in France, decimals have a comma. */
export async function* csvOf(
  columns: ExportColumn[],
  pages: AsyncIterable<ExportedItem[]>,
  style: CsvStyle,
): AsyncIterable<string> {
  const { separator, bom } = style
  const line = (cells: string[]) => `${cells.join(separator)}\r\n`
  yield `${bom ? '\uFEFF' : ''}${line(columns.map(({ heading }) => cell(heading, separator)))}`
  for await (const items of pages)
    yield items.map(item => line(columns.map(column => cellOf(item, column, style)))).join('')
}

function cellOf(item: ExportedItem, { kind, read }: ExportColumn, { separator, language, time_zone }: CsvStyle) {
  const value = read(item)
  if (value === null || value === undefined) return ''
  if (typeof value === 'number')
    return kind === 'amount' ? inWholeUnits(value, item.currency, separator === ';' ? ',' : '.') : String(value)
  return kind === 'instant' && language ? readableDay(dayIn(time_zone, value), language) : cell(value, separator)
}

/** 1234 cents as 12.34. */
export function inWholeUnits(amount: number | bigint, currency: string, point: string) {
  const digits = digitsOf(currency.toUpperCase())
  if (digits === 0) return String(amount)
  const [sign, whole] = amount < 0 ? ['-', -amount] : ['', amount]
  const text = String(whole).padStart(digits + 1, '0')
  return `${sign}${text.slice(0, -digits)}${point}${text.slice(-digits)}`
}

// The decimals of ISO 4217; all other currencies have two. Intl has the decimals of prices, which often leave out cents.
const decimals: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}
const digits = new Map(
  Object.entries(decimals).flatMap(([count, codes]) => codes.split(' ').map(code => [code, Number(count)] as const)),
)

/** The number of decimals of a currency: two for the euro, none for the yen. */
export const digitsOf = (currency: string) => digits.get(currency) ?? 2
