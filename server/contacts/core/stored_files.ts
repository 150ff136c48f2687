import { databaseTime, secondsAfter } from '../../db/clock.ts'
import { notifyAll } from '../../db/notifications.ts'
import type { Fragment, Sql } from '../../db/sql.ts'

// Rows of files, the bytes that a space uses, and which contents are to be deleted. See the migration of files.

/** Longer than an upload may take. */
const upload_s_max = 3600

/** Lists contents for deletion before they are stored, in case that the upload is interrupted. */
export async function expectContents(sql: Sql, group_id: number, storage_key: string) {
  const due = secondsAfter(await databaseTime(sql), upload_s_max)
  await sql`
    insert into file_removals (group_id, storage_key, kind, next_attempt) values (${group_id}, ${storage_key}, 'upload', ${due})`
}

export async function countUploads(sql: Sql, group_id: number) {
  const [row] = await sql<[{ count: number }]>`
    select count(*) as count from file_removals where group_id = ${group_id} and kind = 'upload' and attempts = 0`
  return row.count
}

/** Keeps contents that were stored. False if they are being deleted, because the upload took too long. */
export async function keepContents(sql: Sql, group_id: number, storage_key: string): Promise<boolean> {
  const rows = await sql`
    delete from file_removals where group_id = ${group_id} and storage_key = ${storage_key} and attempts = 0 returning storage_key`
  return rows.length > 0
}

/** Deletes contents that no file refers to, after the commit. */
export async function dropContents(sql: Sql, group_id: number, storage_keys: string[]) {
  const now = await databaseTime(sql)
  for (const key of storage_keys)
    await sql`
      insert into file_removals (group_id, storage_key, kind, next_attempt) values (${group_id}, ${key}, 'deletion', ${now})
      on conflict (group_id, storage_key) do update set kind = excluded.kind, next_attempt = excluded.next_attempt`
  if (storage_keys.length > 0) await notifyAll(sql, 'files')
}

/**
 * Deletes the contents of an upload, unless a file or a map refers to them: its commit may have succeeded without a reply. The update waits
 * for such a commit, so the query after it sees the file.
 */
export async function dropUpload(sql: Sql, group_id: number, storage_key: string) {
  const now = await databaseTime(sql)
  const expected = await sql`
    update file_removals set kind = 'deletion', next_attempt = ${now}
    where group_id = ${group_id} and storage_key = ${storage_key}
    returning storage_key`
  if (expected.length > 0) return notifyAll(sql, 'files')
  // The commit succeeded, or the upload took so long that its row is gone.
  const files =
    await sql`select id from files where group_id = ${group_id} and storage_key = ${storage_key} order by id limit 1`
  const maps = await sql`select group_id from space_maps where group_id = ${group_id} and storage_key = ${storage_key}`
  if (files.length + maps.length === 0) await dropContents(sql, group_id, [storage_key])
}

/** Counts the bytes of a new file. False if the space has not so much left. */
export async function addToUsage(sql: Sql, group_id: number, bytes: number, bytes_max: number): Promise<boolean> {
  if (bytes > bytes_max) return false
  const rows = await sql`
    insert into file_usage (group_id, bytes) values (${group_id}, ${bytes})
    on conflict (group_id) do update set bytes = file_usage.bytes + excluded.bytes
    where file_usage.bytes + excluded.bytes <= ${bytes_max}
    returning group_id`
  return rows.length > 0
}

/** Gives back the bytes of files that are deleted. */
export const takeFromUsage = (sql: Sql, group_id: number, bytes: number) =>
  sql`update file_usage set bytes = bytes - ${bytes} where group_id = ${group_id}`

export async function readUsage(sql: Sql, group_id: number): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`select bytes from file_usage where group_id = ${group_id}`
  return row?.bytes ?? 0
}

/** Deletes the files `f` that match, and their contents after the commit. Returns their ids. */
export async function deleteFiles(sql: Sql, group_id: number, matching: Fragment): Promise<number[]> {
  const rows = await sql<{ id: number; bytes: number; storage_key: string }[]>`
    delete from files f where f.group_id = ${group_id} and ${matching} returning f.id, f.bytes, f.storage_key`
  if (rows.length === 0) return []
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0)
  await takeFromUsage(sql, group_id, bytes)
  await dropContents(
    sql,
    group_id,
    rows.map(({ storage_key }) => storage_key),
  )
  return rows.map(({ id }) => id)
}

const page_size = 500

/** The contents that a space must have, by file, after this id. */
export async function listContents(sql: Sql, group_id: number, after: number) {
  return [
    ...(await sql<{ id: number; storage_key: string; bytes: number }[]>`
      select id, storage_key, bytes from files where group_id = ${group_id} and id > ${after} order by id limit ${page_size}`),
  ]
}

/** The contents of the map with streets that the space has uploaded. */
export async function readMapContents(sql: Sql, group_id: number) {
  const [row] = await sql<{ name: string; storage_key: string; bytes: number }[]>`
    select name, storage_key, bytes from space_maps where group_id = ${group_id}`
  return row
}
