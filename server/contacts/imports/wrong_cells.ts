import type { CsvRow } from '../../csv_reader.ts'
import type { StoredCell } from './cell_queries.ts'
import { countReason, type ImportCounts } from './outcome.ts'
import { storedReasons } from './refusal_reasons.ts'
import type { StagedRow } from './rows.ts'
import type { ImportColumn } from './schema.ts'

/** How many cells an import lists. All of them are counted. */
const cells_max = 100_000
const value_max = 500
const person_max = 200

/** The cells of these rows that do not fit, to be listed. Adds to `counts`. */
export function wrongCellsIn(staged: StagedRow[], counts: ImportCounts): StoredCell[] {
  const cells = staged.flatMap(row => wrongCellsOf(row, isRefusedAsWhole(row)))
  for (const row of staged) if (row.reasons.length === 0) countCells(row, counts)
  const listed = cells.slice(0, Math.max(cells_max - counts.cells_listed, 0))
  counts.cells_listed += listed.length
  return listed
}

/** Whether a row is refused for more than single cells, such as for the person that it is about. */
export const isRefusedAsWhole = ({ reasons, cells }: StagedRow) =>
  reasons.length > cells.filter(({ effect }) => effect === 'row_refused').length

/** The wrong cells of one row as they are stored. A row that is refused as a whole takes all of its cells with it. */
export const wrongCellsOf = (staged: StagedRow, refused: boolean): StoredCell[] =>
  staged.cells.map(({ column, value, reason, effect }) => ({
    row: staged.row,
    column_index: column,
    start: staged.start,
    length: staged.length,
    person: personIn(staged),
    value: storable(value, value_max),
    reason: storedReasons([reason]),
    effect: refused ? 'row_refused' : effect,
  }))

function countCells({ cells }: StagedRow, counts: ImportCounts) {
  for (const { column, reason, effect } of cells) {
    countReason(counts.cell_reasons, counts.cell_reason_codes, reason)
    if (effect === 'kept') counts.cells_kept++
    else {
      counts.cells_left_out++
      counts.left_out_by_column[column] = (counts.left_out_by_column[column] ?? 0) + 1
    }
  }
}

/** Counts the cells that are not empty, by column, to compare with those that are left out. */
export function countFilled(rows: CsvRow[], columns: ImportColumn[], filled: Record<string, number>) {
  for (const [index, { field }] of columns.entries()) {
    if (field === null) continue
    const count = rows.filter(({ cells }) => (cells[index] ?? '').trim() !== '').length
    filled[index] = (filled[index] ?? 0) + count
  }
}

/** Whom the row is about, for the person who corrects it. */
function personIn({ patch: { firstname, surname, mail, mobile, phone, external_id } }: StagedRow) {
  const name = [firstname, surname].filter(Boolean).join(' ')
  return storable(name || mail || mobile || phone || external_id || '', person_max)
}

/** PostgreSQL stores no NUL. */
const storable = (text: string, max: number) => text.replaceAll('\0', '\uFFFD').slice(0, max).toWellFormed()
