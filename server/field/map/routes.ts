import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import { withStorage } from '../../contacts/core/storage_errors.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { member, requires } from '../../http/access.ts'
import { del, get, post, resource } from '../../http/operation.ts'
import { type ByteRange, mapFile, type RangedContents } from '../../http/ranged_format.ts'
import { data } from '../../http/response_format.ts'
import { readMapKey, readSpaceMap, removeMap, replaceMap } from './queries.ts'
import { MapParams, MapUse, type StreetMap, UploadedMap, VersionParams } from './schema.ts'
import { replaced, type ServerMap } from './server_maps.ts'
import { beginMapUpload, completeMapUpload, discardMapUpload, type MapOptions } from './upload.ts'

export const mapOf = (options: MapOptions) =>
  resource('map', 'The map with streets on which a space sees its doors.', {
    read: get('/v1/map', {
      summary: 'Read which map the space has.',
      description: 'Its own, or the one of this server, or none.',
      access: member,
      returns: data(MapUse),
      handle: ({ sql, caller }) => readMap(sql, caller, options),
    }),

    upload: post('/v1/map', {
      summary: 'Upload a map for the space, in place of the one before.',
      description:
        'The file itself is the body: a map in the format PMTiles 3 with vector tiles, in the layers of Protomaps or OpenMapTiles, up to 300 MB ' +
        'unless the operator has set another limit. It counts as a file of the space. The map before is used until the new one is complete.',
      access: requires('space:manage'),
      query: MapParams,
      upload: {
        media: 'application/vnd.pmtiles',
        any_media: true,
        file: UploadedMap,
        bytes_max: options.map_bytes_max,
        begin: ({ sql, caller, query }) => beginMapUpload(sql, caller, query.name, options),
        store: (draft, chunk) => withStorage(options, () => draft.incoming.append(chunk)),
        complete: async (_, draft) => {
          draft.stored = await withStorage(options, () => completeMapUpload(draft, options))
        },
        discard: ({ sql, caller }, draft) => discardMapUpload(sql, caller, draft),
      },
      returns: data(MapUse),
      errors: ['conflict', 'unavailable'],
      emits: { 'space.updated': ({ caller }) => caller.group_id },
      handle: async ({ sql, caller, request, draft: { name, storage_key, stored } }) => {
        if (!stored) throw new Error('the upload is not complete')
        const context = { caller, request_id: request.id }
        await replaceMap(sql, context, { ...stored, name, storage_key }, options.space_bytes_max)
        return readMap(sql, caller, options)
      },
    }),

    remove: del('/v1/map', {
      summary: 'Delete the map that the space has uploaded.',
      access: requires('space:manage'),
      returns: data({ message: Type.String() }),
      errors: ['not_found'],
      emits: { 'space.updated': ({ caller }) => caller.group_id },
      handle: async ({ sql, caller, request }) => {
        await removeMap(sql, { caller, request_id: request.id })
        return { message: 'The map was deleted.' }
      },
    }),

    download: get('/v1/map/file', {
      summary: 'Read the contents of the map.',
      description:
        'Answers `Range` with one part, as readers of PMTiles need it, and several ranges with the whole file. The contents of a version never change, ' +
        'so browsers keep them.',
      access: member,
      query: VersionParams,
      returns: mapFile,
      errors: ['not_found', 'range_not_satisfiable', 'unavailable'],
      handle: ({ sql, caller, query }) => openMap(sql, caller, query.version, options),
    }),
  })

async function readMap(sql: Sql, caller: Caller, { server_maps, map_bytes_max, space_bytes_max }: MapOptions) {
  const own = await readSpaceMap(sql, caller)
  const shared = own ? undefined : await server_maps.current()
  return { map: own ?? (shared ? describe(shared) : null), bytes_max: Math.min(map_bytes_max, space_bytes_max) }
}

const describe = ({ open, ...map }: ServerMap): StreetMap => ({
  source: 'server',
  ...map,
  created_at: null,
  user: null,
})

async function openMap(sql: Sql, caller: Caller, version: string, options: MapOptions): Promise<RangedContents> {
  const own = await readMapKey(sql, caller, version)
  if (own) return { version, bytes: own.bytes, open: range => openContents(options, own.storage_key, range) }
  const shared = await options.server_maps.ofVersion(version)
  if (shared) return shared
  throw replaced()
}

async function openContents(options: MapOptions, storage_key: string, range: ByteRange | undefined): Promise<Readable> {
  const contents = await withStorage(options, () => options.storage.read(storage_key, range))
  if (contents) return contents
  throw new ApiError('not_found', 'The contents of the map are missing from the storage. Upload the map again.')
}
