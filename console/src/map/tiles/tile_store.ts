import type { DBSchema } from 'idb'
import { meQuery, type Operations, queries } from '../../api.ts'
import { deviceDatabase } from '../../components/device_database.ts'
import { mayStore, SignedOutError } from '../../components/device_storage.ts'

// Tiles that are kept in the browser for use without network, of the user who signed in here last.

/** The map with streets that the space has. */
export type StreetMap = NonNullable<Operations['map.read']['response']['data']['map']>

interface TileDatabase extends DBSchema {
  maps: { key: string; value: { owner: string; map: StreetMap } }
  tiles: {
    key: [owner: string, name: string, place: string]
    value: { owner: string; name: string; place: string; data: ArrayBuffer }
    indexes: { place: [string, string] }
  }
}

const database = deviceDatabase<TileDatabase>('muster-map', created => {
  created.createObjectStore('maps', { keyPath: 'owner' })
  const tiles = created.createObjectStore('tiles', { keyPath: ['owner', 'name', 'place'] })
  tiles.createIndex('place', ['owner', 'place'])
})

/** Refused once the user has signed out: opening would create the database again. */
async function open() {
  if (!mayStore()) throw new SignedOutError()
  return database.open()
}

/** The user and the space; what is kept for one is never shown to another. Without either, the user who was here last. */
function owner(): string | undefined {
  const me = queries.getQueryData(meQuery.queryKey)
  return me && `${me.user.id}@${me.space.id}`
}

/** A tile by the version of its map, its zoom, column and row. */
export const placeOf = (version: string, z: number, x: number, y: number) => `${version}/${z}/${x}/${y}`

export async function keptTile(place: string): Promise<ArrayBuffer | undefined> {
  const mine = owner()
  if (!mine || !(await database.exists())) return undefined
  return (await (await open()).getFromIndex('tiles', 'place', [mine, place]))?.data
}

export async function keptMap(): Promise<StreetMap | undefined> {
  const mine = owner()
  if (!mine || !(await database.exists())) return undefined
  return (await (await open()).get('maps', mine))?.map
}

/** Prepares to keep tiles of this map. Removes those of other users and of other versions. */
export async function beginKeeping(map: StreetMap) {
  const mine = owner()
  if (!mine) return
  const transaction = (await open()).transaction(['maps', 'tiles'], 'readwrite')
  const [maps, tiles] = [transaction.objectStore('maps'), transaction.objectStore('tiles')]
  for (const key of await maps.getAllKeys()) if (key !== mine) await maps.delete(key)
  for (const key of await tiles.getAllKeys())
    if (key[0] !== mine || !key[2].startsWith(`${map.version}/`)) await tiles.delete(key)
  await maps.put({ owner: mine, map })
  await transaction.done
}

/** The places of the tiles that are kept under a name, and how much room all of them take. */
export async function keptPlaces(kept: string): Promise<{ places: Set<string>; count: number; bytes: number }> {
  const mine = owner()
  const places = new Set<string>()
  let [count, bytes] = [0, 0]
  if (!mine) return { places, count, bytes }
  for (let row = await (await open()).transaction('tiles').store.openCursor(); row; row = await row.continue()) {
    count++
    bytes += row.value.data.byteLength
    if (row.value.owner === mine && row.value.name === kept) places.add(row.value.place)
  }
  return { places, count, bytes }
}

export async function keepTile(kept: string, place: string, data: ArrayBuffer) {
  const mine = owner()
  if (!mine) return
  const opened = await open()
  // The user may have signed out while it was opened.
  if (!mayStore()) throw new SignedOutError()
  await opened.put('tiles', { owner: mine, name: kept, place, data })
}

export async function forgetKept(kept: string) {
  const mine = owner()
  if (!mine || !(await database.exists())) return
  await (await open()).delete('tiles', IDBKeyRange.bound([mine, kept], [mine, kept, []]))
}

/** Deletes all kept tiles, at sign-out. */
export const deleteKeptTiles = database.remove
