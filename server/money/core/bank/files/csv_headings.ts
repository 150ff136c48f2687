import type { CsvRow } from '../../../../csv_reader.ts'
import type { CsvMapping } from '../../../bank_accounts/schema.ts'
import type { CsvGuess } from './csv_guess.ts'
import { type CsvLayout, csv_layouts, type LayoutColumn } from './csv_layouts.ts'
import { dateFormatOf, decimalOf, valuesOf } from './csv_values.ts'

const text_columns_max = 5

/** The layout that has these column names; undefined if none is known. */
export function headingsLayout(skip_rows: number, headings: string[], data: CsvRow[]): CsvGuess | undefined {
  const known = new Set(headings)
  const layout = csv_layouts.find(one => one.headings.every(heading => known.has(heading)))
  const mapping = layout && mappingOf(layout, headings, data)
  return mapping && { mapping: { ...mapping, skip_rows }, layout: layout.name }
}

function mappingOf(layout: CsvLayout, headings: string[], data: CsvRow[]): CsvMapping | undefined {
  const first = (names: string[]) => names.map(name => headings.indexOf(name)).find(column => column >= 0)
  const columns: Partial<Record<LayoutColumn, number>> = {}
  for (const [field, names] of Object.entries(layout.columns) as [LayoutColumn, string[]][]) {
    const column = first(names)
    if (column !== undefined) columns[field] = column
  }
  const { date, amount, debit, credit } = columns
  const text = layout.text.map(name => headings.indexOf(name)).filter(column => column >= 0)
  if (date === undefined || text.length === 0 || (amount ?? debit) === undefined) return undefined
  const only = layout.only?.find(({ column }) => headings.includes(column))
  return {
    encoding: 'auto',
    separator: 'auto',
    skip_rows: 0,
    date_format: dateFormatOf(valuesOf(data, date), layout.date_format),
    decimal: decimalOf([amount, debit, credit].flatMap(column => valuesOf(data, column))),
    ...columns,
    date,
    text: text.slice(0, text_columns_max),
    ...(only && { only: { column: headings.indexOf(only.column), values: only.values } }),
  }
}
