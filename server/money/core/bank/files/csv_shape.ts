import type { CsvRow } from '../../../../csv_reader.ts'
import type { CsvMapping } from '../../../bank_accounts/schema.ts'
import { isAnyDay, isCsvAmount, thousandths } from './csv_cells.ts'
import type { CsvGuess } from './csv_guess.ts'
import { headless_layouts } from './csv_layouts.ts'
import { dateFormatOf, decimalOf, looked_at, valuesOf } from './csv_values.ts'
import { plainWords } from './values.ts'

type Kind = 'day' | 'amount' | 'text' | 'empty'

/** What the columns mean, by what is in them: for a file without column names, or with names that are unknown. */
export function guessByValues(rows: CsvRow[]): CsvGuess | undefined {
  const sample = usualRows(rows)
  const date = dayColumn(sample)
  if (date === undefined) return undefined
  const lines = sample.filter(({ cells }) => isAnyDay(cells[date] ?? ''))
  const kinds = kindsOf(lines)
  const amounts = amountColumns(kinds, lines)
  const texts = columnsOfKind(kinds, 'text').slice(0, 5)
  if (!amounts || texts.length === 0) return undefined
  // A row with a day is a line, even if it is shorter than the others.
  const first = rows.findIndex(({ cells }) => isAnyDay(cells[date] ?? ''))
  const [above, top] = [rows[first - 1], rows[first]]
  if (!top) return undefined
  const [value_date] = columnsOfKind(kinds, 'day').filter(column => column !== date)
  const mapping: CsvMapping = {
    encoding: 'auto',
    separator: 'auto',
    skip_rows: above && isTitles(above, kinds.length) ? above.index : top.index,
    date_format: dateFormatOf(valuesOf(lines, date), 'DD/MM/YYYY'),
    date,
    text: texts,
    ...(value_date !== undefined && { value_date }),
    ...amounts,
  }
  return withLayout(mapping, kinds, above)
}

/** The first rows with the number of cells that most rows have. */
function usualRows(rows: CsvRow[]) {
  const groups = [...Map.groupBy(rows, ({ cells }) => cells.length).values()]
  return groups.reduce((most, group) => (group.length > most.length ? group : most), []).slice(0, looked_at.values)
}

/** The column with the most days: at least half of its values. */
function dayColumn(rows: CsvRow[]) {
  const width = Math.min(rows[0]?.cells.length ?? 0, looked_at.cells)
  const counts = Array.from(
    { length: width },
    (_, column) => rows.filter(({ cells }) => isAnyDay(cells[column] ?? '')).length,
  )
  const most = Math.max(0, ...counts)
  return most > 0 && most * 2 >= rows.length ? counts.indexOf(most) : undefined
}

function kindsOf(lines: CsvRow[]): Kind[] {
  const width = Math.min(lines[0]?.cells.length ?? 0, looked_at.cells)
  return Array.from({ length: width }, (_, column) => {
    const values = valuesOf(lines, column)
    if (values.length === 0) return 'empty'
    if (values.every(isAnyDay)) return 'day'
    // Numbers without cents may be references.
    return values.every(isCsvAmount) && values.some(value => /[.,]\d{1,2}\D{0,5}$/.test(value.slice(-20)))
      ? 'amount'
      : 'text'
  })
}

const columnsOfKind = (kinds: Kind[], kind: Kind) => [...kinds.keys()].filter(column => kinds[column] === kind)

/** The column of amounts and, if each value of another follows from it, that of balances; undefined if it may be one of several. */
function amountColumns(kinds: Kind[], lines: CsvRow[]): Pick<CsvMapping, 'decimal' | 'amount' | 'balance'> | undefined {
  const columns = columnsOfKind(kinds, 'amount')
  const decimal = decimalOf(columns.flatMap(column => valuesOf(lines, column)))
  const [amount, ...others] = columns
  if (amount === undefined) return undefined
  if (others.length === 0) return { decimal, amount }
  const numbers = (column: number) => lines.map(({ cells }) => thousandths((cells[column] ?? '').trim(), decimal))
  const pairs = columns.flatMap(one =>
    columns
      .filter(other => other !== one && follows(numbers(one), numbers(other)))
      .map(balance => ({ amount: one, balance })),
  )
  const [pair] = pairs
  return pair && pairs.length === 1 ? { decimal, ...pair } : undefined
}

/** Whether each balance is the one before and the amount, in this order of lines or in the other. */
function follows(amounts: (number | undefined)[], balances: (number | undefined)[]) {
  const steps = balances.slice(1).map((balance, index) => (balance ?? Number.NaN) - (balances[index] ?? Number.NaN))
  return (
    steps.length > 0 &&
    (steps.every((step, index) => step === amounts[index + 1]) ||
      steps.every((step, index) => -step === amounts[index]))
  )
}

/** Whether the row above the lines names their columns. */
const isTitles = ({ cells }: CsvRow, width: number) =>
  cells.length >= width && cells.slice(0, width).every(cell => cell.trim() !== '' && !/\d/.test(cell))

/** The mapping with what is known of a bank that writes such columns. */
function withLayout(mapping: CsvMapping, kinds: Kind[], above: CsvRow | undefined): CsvGuess {
  const said = plainWords((above?.cells ?? []).slice(0, looked_at.cells).join(' '))
  const named = mapping.date_format === 'DD/MM/YYYY' && above?.index !== mapping.skip_rows
  const layout = headless_layouts.find(
    one =>
      named &&
      one.columns === kinds.join(' ') &&
      one.decimal === mapping.decimal &&
      (one.above ? one.above.test(said) : above === undefined),
  )
  if (!layout) return { mapping, layout: null }
  return {
    mapping: { ...mapping, text: layout.text, ...(layout.above && { has_headings: false }) },
    layout: layout.name,
  }
}
