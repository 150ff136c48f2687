import type { CsvRow } from '../../../../csv_reader.ts'
import { type DateFormat, type Decimal, date_formats, dayNumber } from './csv_cells.ts'

/** How much of a file is looked at to guess how it is written. */
export const looked_at = {
  /** How many rows may stand above the column names. */
  rows_above: 30,
  cells: 200,
  values: 20,
}

/** The first values of a column that are not empty. */
export const valuesOf = (rows: CsvRow[], column: number | undefined) =>
  column === undefined
    ? []
    : rows
        .slice(0, looked_at.values)
        .map(({ cells }) => (cells[column] ?? '').trim())
        .filter(cell => cell !== '')

/**
 * The format in which most values are days. Where several are, the expected one is taken or, for files of any country, the first that puts the days in
 * order.
 */
export function dateFormatOf(values: string[], expected?: DateFormat): DateFormat {
  const read = date_formats.map(format => ({
    format,
    days: values.map(value => dayNumber(value, format)).filter(day => day !== undefined),
  }))
  const most = Math.max(...read.map(({ days }) => days.length))
  const best = read.filter(({ days }) => days.length === most)
  const chosen = best.find(({ format }) => format === expected) ?? best.find(({ days }) => isInOrder(days)) ?? best[0]
  return chosen?.format ?? 'YYYY-MM-DD'
}

/** At least three days that only rise or only fall. */
function isInOrder(days: number[]) {
  const steps = days.slice(1).map((day, index) => day - (days[index] ?? day))
  return new Set(days).size >= 3 && (steps.every(step => step >= 0) || steps.every(step => step <= 0))
}

export function decimalOf(values: string[]): Decimal {
  const ending = (sign: RegExp) => values.filter(value => sign.test(value.slice(-20))).length
  return ending(/\.\d{1,2}\D{0,5}$/) > ending(/,\d{1,2}\D{0,5}$/) ? '.' : ','
}
