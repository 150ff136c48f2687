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

/** Whether every column is chosen without which nothing can be read. */
export const isComplete = ({ date, text, amount, debit, credit }: BankCsvMapping, signed: boolean) =>
  date !== undefined && text.length > 0 && (signed ? amount !== undefined : debit !== undefined && credit !== undefined)

/** The texts of one or several columns of a row. */
export const cellsOf = (row: string[], columns: number | number[] | undefined) =>
  (Array.isArray(columns) ? columns : columns === undefined ? [] : [columns])
    .map(index => row[index] ?? '')
    .filter(Boolean)
    .join(' ')
