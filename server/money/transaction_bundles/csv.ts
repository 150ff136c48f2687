import { cell } from '../../csv.ts'
import type { Language } from '../../http/html.ts'
import { dayIn } from '../../time_zone.ts'
import { inWholeUnits } from '../core/amounts.ts'
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
