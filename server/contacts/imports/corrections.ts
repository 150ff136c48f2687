import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { invalid } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import { loadForms } from '../core/answers.ts'
import {
  type CellFilter,
  cellsOfRows,
  clearReasons,
  countCells,
  type ListedCell,
  listCells,
  storeCells,
  storeCorrections,
} from './cell_queries.ts'
import { type CellCorrection, corrections_max, type ImportCell } from './cell_schema.ts'
import { reserveIds } from './change_queries.ts'
import { readRowsAt } from './file_queries.ts'
import { lockImport, readableFile, touchImport } from './queries.ts'
import { codeOf, sentencesOf } from './refusal_reasons.ts'
import { refusesRow, rowParser } from './rows.ts'
import { formsIn, type ImportColumn, type ImportSettings } from './schema.ts'
import { isRefusedAsWhole, wrongCellsOf } from './wrong_cells.ts'

type StoredImport = Awaited<ReturnType<typeof readableFile>>

/** The cells of an import that are wrong. */
export async function wrongCells(sql: Sql, caller: Caller, id: number, query: CellFilter, locale: string) {
  const { settings } = await readableFile(sql, caller, id)
  const { rows, total } = await listCells(sql, caller.group_id, id, query)
  return { rows: rows.map(cell => shownCell(cell, settings.columns, locale)), total }
}

/** Corrects cells that a dry run listed, and checks them at once. */
export async function correctCells(sql: Sql, caller: Caller, id: number, sent: CellCorrection[], locale: string) {
  const { group_id } = caller
  await lockImport(sql, caller, id, ['checked'], 'Cells can be corrected after a check and before the import runs.')
  const file = await readableFile(sql, caller, id)
  const rows = [...new Set(sent.map(({ row }) => row))]
  await checkListed(sql, caller, id, sent, await cellsOfRows(sql, group_id, id, rows))
  await storeCorrections(sql, group_id, id, sent)
  await recheck(sql, file, await cellsOfRows(sql, group_id, id, rows))
  await touchImport(sql, caller, id)
  const changed = new Set(sent.map(placeOf))
  const cells = (await cellsOfRows(sql, group_id, id, rows)).filter(cell => changed.has(placeOfListed(cell)))
  const { wrong, left_out } = await countCells(sql, group_id, id)
  return {
    cells: cells.map(cell => shownCell(cell, file.settings.columns, locale)),
    cells_left: wrong,
    cells_left_out: left_out,
  }
}

const placeOf = ({ row, column }: Pick<CellCorrection, 'row' | 'column'>) => `${row} ${column}`
const placeOfListed = ({ row, column_index }: ListedCell) => placeOf({ row, column: column_index })

async function checkListed(sql: Sql, { group_id }: Caller, id: number, sent: CellCorrection[], listed: ListedCell[]) {
  const known = new Map(listed.map(cell => [placeOfListed(cell), cell]))
  const seen = new Set<string>()
  for (const [index, cell] of sent.entries()) {
    const location = `body.data.cells.${index}`
    const place = placeOf(cell)
    if (seen.has(place)) throw invalid(location, 'names a cell that is already in the list; send it once', place)
    seen.add(place)
    if (!known.has(place))
      throw invalid(
        location,
        msg`is row ${cell.row}, column ${cell.column}, which the check did not list as wrong; correct it in the file and upload it again`,
        place,
      )
  }
  const { corrected } = await countCells(sql, group_id, id)
  const added = sent.filter(cell => known.get(placeOf(cell))?.correction === null).length
  if (corrected + added > corrections_max)
    throw invalid(
      'body.data.cells',
      msg`would be more than ${corrections_max} corrections of this import; correct the file and upload it again`,
      corrected + added,
    )
}

/** Reads the rows of these cells again, and records which cells are still wrong. */
async function recheck(sql: Sql, file: StoredImport, listed: ListedCell[]) {
  const { group_id, id, settings } = file
  const [forms, now] = [await loadForms(sql, group_id, formsIn(settings)), await reserveIds(sql, group_id, 0)]
  const parse = rowParser(settings, forms, now)
  const byRow = Map.groupBy(listed, ({ row }) => row)
  const places = [...byRow.values()].flatMap(([cell]) => (cell ? [cell] : []))
  const wrong = (await readRowsAt(sql, file, places)).flatMap(({ row, start, length, cells }) => {
    const before = byRow.get(row) ?? []
    const corrections = new Map(
      before.flatMap(({ column_index, correction }) => (correction === null ? [] : [[column_index, correction]])),
    )
    const staged = parse({ index: 0, start, length, cells }, row, corrections)
    const places = new Set(before.map(({ column_index }) => column_index))
    const refused = isRefusedAsWhole(staged) || before.some(cell => wentWithRow(cell, settings))
    return wrongCellsOf(staged, refused).filter(cell => places.has(cell.column_index))
  })
  await storeCells(sql, group_id, id, wrong)
  const still = new Set(wrong.map(({ row, column_index }) => placeOf({ row, column: column_index })))
  await clearReasons(
    sql,
    group_id,
    id,
    listed.filter(cell => cell.correction !== null && !still.has(placeOfListed(cell))),
  )
}

/** Whether the check refused the row of this cell for another reason than its cells. Only the next check finds out whether that still holds. */
const wentWithRow = ({ effect, column_index }: ListedCell, settings: ImportSettings) => {
  const column = settings.columns[column_index]
  return effect === 'row_refused' && column !== undefined && !refusesRow(column, settings)
}

function shownCell(cell: ListedCell, columns: ImportColumn[], locale: string): ImportCell {
  const { row, column_index, person, value, correction, reason, effect } = cell
  return {
    row,
    column: column_index,
    header: columns[column_index]?.header ?? '',
    person,
    value: correction ?? value,
    file_value: value,
    corrected: correction !== null,
    reason: reason === null ? null : sentencesOf(reason, locale),
    ...codeOf(reason),
    effect,
  }
}
