import { queries } from '../../api.ts'
import { project } from '../projection.ts'
import { streetMapQuery } from './street_map.ts'
import { type TileSource, tileSourceOf } from './tile_source.ts'
import { beginKeeping, forgetKept, keepTile, keptPlaces, placeOf } from './tile_store.ts'

/** West, south, east and north in degrees. */
export type Bounds = { west: number; south: number; east: number; north: number }

/** All kept tiles together. */
const [tiles_max, bytes_max] = [2000, 30 * 2 ** 20]
/** About 300 metres around the area. */
const margin_degrees = 0.003
const first_zoom = 10
const at_once = 4

/** Keeps the streets of an area in the browser, so that they show without network. Returns the number of tiles kept. */
export async function keepTiles(name: string, bounds: Bounds): Promise<number> {
  const { map } = await queries.fetchQuery(streetMapQuery)
  if (!map || !('indexedDB' in globalThis)) return 0
  await beginKeeping(map)
  const known = await keptPlaces(name)
  const source = tileSourceOf(map)
  const wanted = tilesOf(bounds, source).filter(({ z, x, y }) => !known.places.has(placeOf(map.version, z, x, y)))
  let [count, bytes, kept] = [known.count, known.bytes, known.places.size]
  const keepNext = async () => {
    for (let tile = wanted.shift(); tile && count < tiles_max && bytes < bytes_max; tile = wanted.shift()) {
      const { z, x, y } = tile
      const data = await source.read(z, x, y)
      if (!data) continue
      count++
      bytes += data.byteLength
      await keepTile(name, placeOf(map.version, z, x, y), data)
      kept++
    }
  }
  await Promise.all(Array.from({ length: at_once }, keepNext))
  return kept
}

/** Forgets the tiles kept under a name. */
export const forgetTiles = (name: string): Promise<void> => forgetKept(name)

/** The tiles of an area and its surroundings, the overview first. The highest zooms are left out if there would be too many. */
function tilesOf({ west, south, east, north }: Bounds, { map }: TileSource) {
  const first = project({ longitude: west - margin_degrees, latitude: north + margin_degrees })
  const last = project({ longitude: east + margin_degrees, latitude: south - margin_degrees })
  const tiles: { z: number; x: number; y: number }[] = []
  for (let z = Math.max(map.zoom_min, Math.min(first_zoom, map.zoom_max)); z <= map.zoom_max; z++) {
    const at = (value: number) => Math.max(0, Math.min(2 ** z - 1, Math.floor(value * 2 ** z)))
    const [columns, rows] = [at(last.x) - at(first.x) + 1, at(last.y) - at(first.y) + 1]
    if (tiles.length + columns * rows > tiles_max) break
    for (let index = 0; index < columns * rows; index++)
      tiles.push({ z, x: at(first.x) + (index % columns), y: at(first.y) + Math.floor(index / columns) })
  }
  return tiles
}
