import { PMTiles, type RangeResponse, type Source } from 'pmtiles'
import { accessToken, refreshTokens } from '../../api.ts'
import { rereadStreetMap, type StreetMap } from './street_map.ts'
import { keptTile, placeOf } from './tile_store.ts'

const answer_ms_max = 20_000

/** Reads parts of the map of the space from the server, with the token of the user. */
class ServerSource implements Source {
  readonly #version: string

  constructor(version: string) {
    this.#version = version
  }

  getKey() {
    return this.#version
  }

  async getBytes(offset: number, length: number, signal?: AbortSignal): Promise<RangeResponse> {
    let response = await this.#ask(offset, length, signal)
    if (response.status === 401 && (await refreshTokens())) response = await this.#ask(offset, length, signal)
    if (response.status === 404) void rereadStreetMap()
    if (response.status !== 206) throw new Error(`the map answers with status ${response.status}`)
    return { data: await response.arrayBuffer() }
  }

  #ask(offset: number, length: number, signal: AbortSignal | undefined) {
    const limit = AbortSignal.timeout(answer_ms_max)
    return fetch(`/v1/map/file?version=${encodeURIComponent(this.#version)}`, {
      headers: { authorization: `Bearer ${accessToken() ?? ''}`, range: `bytes=${offset}-${offset + length - 1}` },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
  }
}

export interface TileSource {
  map: StreetMap
  /** The bytes of a tile; undefined if the map has none there. */
  read: (z: number, x: number, y: number, signal?: AbortSignal) => Promise<ArrayBuffer | undefined>
}

/** The tiles of a map: those kept in the browser first, the others from the server. */
export function tileSourceOf(map: StreetMap): TileSource {
  const file = new PMTiles(new ServerSource(map.version))
  return {
    map,
    read: async (z, x, y, signal) => {
      const kept = await keptTile(placeOf(map.version, z, x, y)).catch(() => undefined)
      return kept ?? (await file.getZxy(z, x, y, signal))?.data
    },
  }
}
