import type { Language } from '../../http/html.ts'
import { dayIn } from '../../time_zone.ts'
import { type Cell, xlsxOf } from '../../xlsx.ts'
import { digitsOf, inWholeUnits } from '../core/amounts.ts'
import { type ExportColumn, type ExportedItem, fileTitle, spreadsheetDays } from './export_columns.ts'

interface SpreadsheetStyle {
  language: Language
  time_zone: string
}

const widths: Record<ExportColumn['kind'], number> = { text: 20, number: 12, amount: 14, instant: 12 }

/** Payments as a spreadsheet with real days and numbers. */
export const spreadsheetOf = (
  columns: ExportColumn[],
  pages: AsyncIterable<ExportedItem[]>,
  { language, time_zone }: SpreadsheetStyle,
) =>
  xlsxOf(
    {
      name: fileTitle[language],
      columns: columns.map(({ heading, kind }) => ({ heading, width: Math.max(widths[kind], heading.length + 4) })),
      day_format: spreadsheetDays[language],
    },
    rowsOf(columns, pages, time_zone),
  )

async function* rowsOf(columns: ExportColumn[], pages: AsyncIterable<ExportedItem[]>, time_zone: string) {
  for await (const items of pages) yield items.map(item => columns.map(column => cellOf(item, column, time_zone)))
}

function cellOf(item: ExportedItem, { kind, read }: ExportColumn, time_zone: string): Cell {
  const value = read(item)
  if (value === null || value === undefined) return undefined
  if (typeof value === 'string') return kind === 'instant' ? { day: dayIn(time_zone, value) } : value
  if (kind !== 'amount') return value
  return { amount: inWholeUnits(value, item.currency, '.'), decimals: digitsOf(item.currency.toUpperCase()) }
}
