import type { Sql } from '../../db/sql.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import type { CellCorrection, CellEffect } from './cell_schema.ts'

// The cells of a file that do not fit their field, and their corrections.

export interface StoredCell {
  row: number
  column_index: number
  start: number
  length: number
  person: string
  /** The cell in the file. */
  value: string
  reason: string
  effect: CellEffect
}

export interface ListedCell extends Omit<StoredCell, 'reason' | 'effect'> {
  correction: string | null
  reason: string | null
  effect: CellEffect | null
}

/** Lists wrong cells. One that is listed already keeps its correction and what stands in the file. */
export async function storeCells(sql: Sql, group_id: number, import_id: number, cells: StoredCell[]) {
  if (cells.length === 0) return
  await sql`
    insert into import_cells (group_id, import_id, row, column_index, start, length, person, value, reason, effect)
    select ${group_id}::bigint, ${import_id}::bigint, r.row, r.column_index, r.start, r.length, r.person, r.value, r.reason, r.effect
    from json_to_recordset(${JSON.stringify(cells)}::text::json)
      as r (row integer, column_index integer, start bigint, length integer, person text, value text, reason text, effect text)
    on conflict (group_id, import_id, row, column_index) do update
    set person = excluded.person, reason = excluded.reason, effect = excluded.effect`
}

/** Prepares a new dry run or run: only corrections stay. */
export async function resetCells(sql: Sql, group_id: number, import_id: number) {
  await sql`delete from import_cells where group_id = ${group_id} and import_id = ${import_id} and correction is null`
  await sql`
    update import_cells set reason = null, effect = null
    where group_id = ${group_id} and import_id = ${import_id} and reason is not null`
}

/** Deletes the corrections too: the columns of the file are others now. */
export const deleteCells = (sql: Sql, group_id: number, import_id: number) => sql`
  delete from import_cells where group_id = ${group_id} and import_id = ${import_id}`

/** The corrected cells of a range of rows: by row, then by column. */
export async function correctionsOf(sql: Sql, group_id: number, import_id: number, first: number, last: number) {
  const found = await sql<{ row: number; column_index: number; correction: string }[]>`
    select row, column_index, correction from import_cells
    where group_id = ${group_id} and import_id = ${import_id} and row between ${first} and ${last} and correction is not null
    order by row, column_index`
  return byRow(found)
}

export type RowCorrections = Map<number, string>

function byRow(cells: { row: number; column_index: number; correction: string | null }[]) {
  const rows = new Map<number, RowCorrections>()
  for (const { row, column_index, correction } of cells) {
    if (correction === null) continue
    const corrections = rows.get(row) ?? new Map<number, string>()
    rows.set(row, corrections.set(column_index, correction))
  }
  return rows
}

/** All listed cells of these rows, in the order of the file. */
export const cellsOfRows = (sql: Sql, group_id: number, import_id: number, rows: number[]) => sql<ListedCell[]>`
  select row, column_index, start, length, person, value, correction, reason, effect from import_cells
  where group_id = ${group_id} and import_id = ${import_id} and row = any(${rows}::bigint[])
  order by row, column_index`

/** Stores corrections. The cells are listed. */
export const storeCorrections = (sql: Sql, group_id: number, import_id: number, cells: CellCorrection[]) => sql`
  update import_cells c
  set correction = r.value
  from json_to_recordset(${JSON.stringify(cells)}::text::json) as r (row integer, "column" integer, value text)
  where c.group_id = ${group_id} and c.import_id = ${import_id} and c.row = r.row and c.column_index = r.column`

/** Marks the cells of these rows as right. They are corrected. */
export const clearReasons = (
  sql: Sql,
  group_id: number,
  import_id: number,
  cells: { row: number; column_index: number }[],
) => sql`
  update import_cells c
  set reason = null, effect = null
  from json_to_recordset(${JSON.stringify(cells.map(({ row, column_index }) => ({ row, column_index })))}::text::json)
    as r (row integer, column_index integer)
  where c.group_id = ${group_id} and c.import_id = ${import_id} and c.row = r.row and c.column_index = r.column_index`

/** That the run leaves cell `c` out, and imports its row. */
const isLeftOut = (sql: Sql, group_id: number, import_id: number) => sql`
  c.effect = 'left_out' and not exists (
    select from import_cells o
    where o.group_id = ${group_id} and o.import_id = ${import_id} and o.row = c.row and o.effect = 'row_refused')`

export async function countCells(sql: Sql, group_id: number, import_id: number) {
  const [count] = await sql<[{ wrong: number; left_out: number; corrected: number }]>`
    select count(*) filter (where reason is not null) as wrong, count(*) filter (where correction is not null) as corrected,
           (select count(*) from import_cells c
            where c.group_id = ${group_id} and c.import_id = ${import_id} and ${isLeftOut(sql, group_id, import_id)}) as left_out
    from import_cells
    where group_id = ${group_id} and import_id = ${import_id}`
  return count
}

export type CellFilter = Paging & { include_corrected: boolean; effect?: CellEffect }

/** A page of the cells that are wrong, in the order of the file; also of those that were corrected, if wanted. */
export async function listCells(
  sql: Sql,
  group_id: number,
  import_id: number,
  { limit, offset, include_corrected, effect }: CellFilter,
) {
  const wanted = effect
    ? sql`and ${effect === 'left_out' ? isLeftOut(sql, group_id, import_id) : sql`c.effect = ${effect}`}`
    : include_corrected
      ? sql``
      : sql`and c.reason is not null`
  const [rows, [count]] = await Promise.all([
    sql<ListedCell[]>`
      select row, column_index, start, length, person, value, correction, reason, effect from import_cells c
      where c.group_id = ${group_id} and c.import_id = ${import_id} ${wanted}
      order by row, column_index
      limit ${Math.min(limit, page_size_max)} offset ${offset}`,
    sql<[{ total: number }]>`
      select count(*) as total from import_cells c
      where c.group_id = ${group_id} and c.import_id = ${import_id} ${wanted}`,
  ])
  return { rows, total: count.total }
}
