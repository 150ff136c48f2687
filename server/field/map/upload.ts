import { open } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Caller } from '../../access/caller.ts'
import { countUploads, dropUpload, expectContents, readUsage } from '../../contacts/core/stored_files.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, invalid } from '../../errors.ts'
import { IncomingFile } from '../../file_storage/incoming.ts'
import { type FileStorage, type LocalFile, newStorageKey } from '../../file_storage/storage.ts'
import { type MapContents, MapProblem, readMapContents } from './pmtiles.ts'
import { spaceIsFull } from './queries.ts'
import type { ServerMaps } from './server_maps.ts'

/** Where maps are, and how large one of a space may be. */
export interface MapOptions {
  storage: FileStorage
  incoming_folder: string
  map_bytes_max: number
  space_bytes_max: number
  server_maps: Pick<ServerMaps, 'current' | 'ofVersion'>
  log: Pick<FastifyBaseLogger, 'error'>
}

/** A map that arrives. */
export interface MapDraft {
  name: string
  storage_key: string
  incoming: IncomingFile
  stored: (LocalFile & MapContents) | undefined
}

/** Uploads of a space that may run at once, so that arriving maps do not fill the disk. */
const uploads_max = 5
const name_length_max = 200

/** Refuses before the map arrives what would be refused afterwards. */
export async function beginMapUpload(
  sql: Sql,
  { group_id }: Caller,
  sent: string,
  { incoming_folder, space_bytes_max }: MapOptions,
): Promise<MapDraft> {
  const name = (sent.split(/[/\\]/).at(-1) ?? '').replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim()
  if (!/.\.pmtiles$/i.test(name)) throw invalid('query.name', 'must end in .pmtiles', sent)
  if ((await readUsage(sql, group_id)) >= space_bytes_max) throw spaceIsFull(space_bytes_max)
  if ((await countUploads(sql, group_id)) >= uploads_max)
    throw new ApiError('rate_limited', 'Your space is uploading other files. Wait until one has arrived.')
  const storage_key = newStorageKey(group_id)
  await expectContents(sql, group_id, storage_key)
  const shortened = name.length > name_length_max ? `${name.slice(0, name_length_max - 8)}.pmtiles` : name
  return { name: shortened, storage_key, incoming: new IncomingFile(incoming_folder), stored: undefined }
}

/** Checks that the file is a map, and stores it. */
export async function completeMapUpload({ storage_key, incoming }: MapDraft, { storage }: MapOptions) {
  if (incoming.bytes === 0) throw invalid('body', 'is empty; send the contents of the file', null)
  const local = await incoming.complete()
  try {
    const contents = await contentsOf(local)
    await storage.put(storage_key, local)
    return { ...local, ...contents }
  } finally {
    // A storage on another machine copies the file.
    await incoming.discard()
  }
}

export async function discardMapUpload(sql: Sql, { group_id }: Caller, { storage_key, incoming }: MapDraft) {
  await incoming.discard()
  await dropUpload(sql, group_id, storage_key)
}

async function contentsOf({ path, bytes }: LocalFile) {
  const file = await open(path, 'r')
  try {
    return await readMapContents(async (offset, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
      return buffer.subarray(0, bytesRead)
    }, bytes)
  } catch (error) {
    throw error instanceof MapProblem ? invalid('body', error.text, null) : error
  } finally {
    await file.close()
  }
}
