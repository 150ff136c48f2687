import type { BankCsvMapping } from '../../../api.ts'
import type { FilePreview } from '../files.ts'

export const optional_columns = ['value_date', 'counterparty', 'counterparty_iban', 'reference', 'balance'] as const

export type ColumnName = 'date' | 'amount' | 'debit' | 'credit' | (typeof optional_columns)[number]

/** What the server guessed, else the first columns. */
export const startMapping = ({ csv_mapping, columns }: FilePreview): BankCsvMapping =>
  csv_mapping ?? {
    encoding: 'auto',
    separator: 'auto',
    skip_rows: 0,
    date_format: 'DD/MM/YYYY',
    decimal: ',',
    date: 0,
    text: columns.length > 1 ? [1] : [],
  }

/** The columns without which nothing can be read and that are not chosen yet. */
export const missingColumns = (mapping: BankCsvMapping, signed: boolean) =>
  (signed ? (['date', 'amount', 'text'] as const) : (['date', 'debit', 'credit', 'text'] as const)).filter(name =>
    name === 'text' ? mapping.text.length === 0 : mapping[name] === undefined,
  )

/** The texts of one or several columns of a row. */
export const cellsOf = (row: string[], columns: number | number[] | undefined) =>
  (Array.isArray(columns) ? columns : columns === undefined ? [] : [columns])
    .map(index => row[index] ?? '')
    .filter(Boolean)
    .join(' ')

/** The column names and the rows, if the first row is taken for a heading or for a line. */
export function asRead({ has_headings, columns, rows }: FilePreview, heading: boolean) {
  if (heading === has_headings) return { columns, rows }
  const [first = [], ...others] = rows
  return heading ? { columns: first, rows: others } : { columns: columns.map(() => ''), rows: [columns, ...rows] }
}
