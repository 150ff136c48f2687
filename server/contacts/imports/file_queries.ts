import { Buffer } from 'node:buffer'
import { type FileFormat, type ReadRows, readRows } from '../../csv_reader.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { chunk_bytes } from '../../http/stream/upload.ts'
import { correctionsOf, type RowCorrections } from './cell_queries.ts'

// The uploaded file, stored in chunks.

export const storeChunk = (sql: Sql, group_id: number, import_id: number, position: number, bytes: Buffer) => sql`
  insert into import_chunks (group_id, import_id, position, bytes) values (${group_id}, ${import_id}, ${position}, ${bytes})`

export interface StoredFile extends FileFormat {
  group_id: number
  id: number
  bytes: number
}

// Enough to hold a row of the maximum length.
const chunks_at_once = 3

/** Some thousand rows from this offset. */
export async function rowsFrom(sql: Sql, file: StoredFile, start: number, rows_max: number): Promise<ReadRows> {
  if (start >= file.bytes) return { rows: [], count: 0, next: start }
  const bytes = await bytesFrom(sql, file, start, chunks_at_once)
  return readRows(bytes, start, start + bytes.length >= file.bytes, file, rows_max)
}

/** The bytes from this offset to the end of a chunk. */
export async function bytesFrom(sql: Sql, { group_id, id }: StoredFile, start: number, chunks: number) {
  const first = Math.floor(start / chunk_bytes)
  const found = await sql<{ bytes: Buffer }[]>`
    select bytes from import_chunks
    where group_id = ${group_id} and import_id = ${id} and position >= ${first} and position < ${first + chunks}
    order by position`
  if (found.length === 0) throw new ApiError('conflict', 'The file of this import was deleted; upload it again.')
  return Buffer.concat(found.map(({ bytes }) => bytes)).subarray(start - first * chunk_bytes)
}

export interface RefusedRow {
  row: number
  start: number
  length: number
  reason: string
}

export async function storeRefusals(sql: Sql, group_id: number, import_id: number, refusals: RefusedRow[]) {
  if (refusals.length === 0) return
  await sql`
    insert into import_refusals (group_id, import_id, row, start, length, reason)
    select ${group_id}::bigint, ${import_id}::bigint, r.row, r.start, r.length, r.reason
    from json_to_recordset(${JSON.stringify(refusals)}::text::json) as r (row integer, start bigint, length integer, reason text)
    returning group_id`
}

export const deleteRefusals = (sql: Sql, group_id: number, import_id: number) => sql`
  delete from import_refusals where group_id = ${group_id} and import_id = ${import_id}`

const refusals_at_once = 5000

/** Every refused row with its reason and its corrections, in the order of the file. */
export async function* refusedRows(sql: Sql, file: StoredFile) {
  for (let after = 0; ; ) {
    const refusals = await sql<RefusedRow[]>`
      select row, start, length, reason from import_refusals
      where group_id = ${file.group_id} and import_id = ${file.id} and row > ${after}
      order by row
      limit ${refusals_at_once}`
    if (refusals.length === 0) return
    const last = refusals.at(-1)?.row ?? after
    const corrections = await correctionsOf(sql, file.group_id, file.id, after + 1, last)
    const rows = await readRowsAt(sql, file, refusals)
    yield rows.map(row => ({ ...row, cells: corrected(row.cells, corrections.get(row.row)) }))
    after = last
  }
}

/** Cells with their corrections. A listed cell is in its row. */
const corrected = (cells: string[], corrections: RowCorrections | undefined) =>
  cells.map((cell, index) => corrections?.get(index) ?? cell)

/** The cells of rows whose places are known, given in the order of the file. */
export async function readRowsAt<Place extends { start: number; length: number }>(
  sql: Sql,
  file: StoredFile,
  places: Place[],
) {
  let [bytes, offset] = [Buffer.alloc(0) as Buffer, 0]
  const rows: (Place & { cells: string[] })[] = []
  for (const place of places) {
    if (place.start + place.length > offset + bytes.length) {
      bytes = await bytesFrom(sql, file, place.start, chunks_at_once)
      offset = place.start
    }
    const line = bytes.subarray(place.start - offset, place.start - offset + place.length)
    // The offset is not 0, so the reader does not look for a byte order mark.
    const { rows: read } = readRows(line, 1, true, file, 1)
    rows.push({ ...place, cells: read[0]?.cells ?? [] })
  }
  return rows
}
