import { recordAudit } from '../../access/audit.ts'
import type { Caller } from '../../access/caller.ts'
import type { WriteContext } from '../../access/write_context.ts'
import { addToUsage, dropContents, keepContents, takeFromUsage } from '../../contacts/core/stored_files.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, notFound } from '../../errors.ts'
import type { LocalFile } from '../../file_storage/storage.ts'
import { msg } from '../../messages/message.ts'
import type { MapContents } from './pmtiles.ts'
import type { StreetMap } from './schema.ts'

/** The map that the space has uploaded. */
export async function readSpaceMap(sql: Sql, { group_id }: Caller): Promise<StreetMap | undefined> {
  const [row] = await sql<StreetMap[]>`
    select 'space' as source, m.name, m.sha256 as version, m.bytes, m.west, m.south, m.east, m.north, m.zoom_min, m.zoom_max,
      m.attribution, m.created_at, json_build_object('id', a.id, 'firstname', a.firstname, 'surname', a.surname) as user
    from space_maps m
    join users a on a.group_id = ${group_id} and a.id = m.user_id
    where m.group_id = ${group_id}`
  return row
}

/** Where the contents of the map of the space are, if it has this version. */
export async function readMapKey(sql: Sql, { group_id }: Caller, version: string) {
  const [row] = await sql<{ storage_key: string; bytes: number }[]>`
    select storage_key, bytes from space_maps where group_id = ${group_id} and sha256 = ${version}`
  return row
}

/** Contents that were stored, their name, and what they say about themselves. */
export interface StoredMap extends Pick<LocalFile, 'bytes' | 'sha256'>, MapContents {
  name: string
  storage_key: string
}

/** Puts a map in the place of the one before. */
export async function replaceMap(
  sql: Sql,
  { caller, request_id }: WriteContext,
  { name, bytes, sha256, storage_key, west, south, east, north, zoom_min, zoom_max, attribution }: StoredMap,
  space_bytes_max: number,
) {
  const { group_id } = caller
  // Two uploads at once: the second waits here for the first, and replaces it.
  if (!(await addToUsage(sql, group_id, 0, space_bytes_max))) throw spaceIsFull(space_bytes_max)
  await forgetMap(sql, group_id)
  if (!(await addToUsage(sql, group_id, bytes, space_bytes_max))) throw spaceIsFull(space_bytes_max)
  if (!(await keepContents(sql, group_id, storage_key)))
    throw new ApiError('conflict', 'The upload took longer than an hour. Send the file again.')
  await sql`
    insert into space_maps
      (group_id, user_id, name, bytes, sha256, storage_key, west, south, east, north, zoom_min, zoom_max, attribution)
    values (${group_id}, ${caller.id}, ${name}, ${bytes}, ${sha256}, ${storage_key}, ${west}, ${south}, ${east}, ${north},
            ${zoom_min}, ${zoom_max}, ${attribution})`
  const details = { name, bytes }
  await recordAudit(sql, {
    caller,
    request_id,
    kind: 'space.map_uploaded',
    subject: 'space',
    subject_id: group_id,
    details,
  })
}

export async function removeMap(sql: Sql, { caller, request_id }: WriteContext) {
  const { group_id } = caller
  if (!(await forgetMap(sql, group_id))) throw notFound('map')
  await recordAudit(sql, { caller, request_id, kind: 'space.map_deleted', subject: 'space', subject_id: group_id })
}

/** Deletes the map, and its contents after the commit. False if there is none. */
async function forgetMap(sql: Sql, group_id: number) {
  const [gone] = await sql<{ bytes: number; storage_key: string }[]>`
    delete from space_maps where group_id = ${group_id} returning bytes, storage_key`
  if (!gone) return false
  await takeFromUsage(sql, group_id, gone.bytes)
  await dropContents(sql, group_id, [gone.storage_key])
  return true
}

export const spaceIsFull = (bytes_max: number) =>
  new ApiError(
    'conflict',
    msg`The files of your space may have ${bytes_max / 2 ** 20} MB together, and this map does not fit. Delete files, or send a smaller region.`,
  )
