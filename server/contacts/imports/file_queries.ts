import { Buffer } from 'node:buffer'
import { type FileFormat, type ReadRows, readRows } from '../../csv_reader.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { chunk_bytes } from '../../http/stream/upload.ts'

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

/** Every refused row with its reason, in the order of the file. */
export async function* refusedRows(sql: Sql, file: StoredFile) {
  for (let after = 0; ; ) {
    const refusals = await sql<RefusedRow[]>`
      select row, start, length, reason from import_refusals
      where group_id = ${file.group_id} and import_id = ${file.id} and row > ${after}
      order by row
      limit ${refusals_at_once}`
    if (refusals.length === 0) return
    yield await withCells(sql, file, refusals)
    after = refusals.at(-1)?.row ?? after
  }
}

async function withCells(sql: Sql, file: StoredFile, refusals: RefusedRow[]) {
  let [bytes, offset] = [Buffer.alloc(0) as Buffer, 0]
  const rows: (RefusedRow & { cells: string[] })[] = []
  for (const refusal of refusals) {
    if (refusal.start + refusal.length > offset + bytes.length) {
      bytes = await bytesFrom(sql, file, refusal.start, chunks_at_once)
      offset = refusal.start
    }
    const line = bytes.subarray(refusal.start - offset, refusal.start - offset + refusal.length)
    // The offset is not 0, so the reader does not look for a byte order mark.
    const { rows: read } = readRows(line, 1, true, file, 1)
    rows.push({ ...refusal, cells: read[0]?.cells ?? [] })
  }
  return rows
}
