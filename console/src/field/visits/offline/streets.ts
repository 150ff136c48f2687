import { type Bounds, forgetTiles, keepTiles } from '../../../map/tiles/offline_tiles.ts'
import { isPlaced } from '../../action_addresses/sides.ts'
import type { Door, FieldDoors } from '../doors.ts'

type Kept = Pick<FieldDoors, 'owner' | 'action_id'>

const nameOf = ({ owner, action_id }: Kept) => `${owner} action ${action_id}`

// What this tab kept already: doors are loaded often, and their streets stay the same.
const kept = new Map<string, string>()

/** Keeps the streets around the doors of an action on the phone. The doors do not wait for it. */
export function keepStreets(doors: Kept & Pick<FieldDoors, 'doors'>) {
  const bounds = boundsOf(doors.doors)
  const [name, text] = [nameOf(doors), JSON.stringify(bounds)]
  if (!bounds || kept.get(name) === text) return
  kept.set(name, text)
  keepTiles(name, bounds).catch(error => {
    kept.delete(name)
    console.warn(error)
  })
}

export async function forgetStreets(doors: Kept) {
  kept.delete(nameOf(doors))
  await forgetTiles(nameOf(doors)).catch(error => console.warn(error))
}

function boundsOf(doors: Door[]): Bounds | undefined {
  const placed = doors.filter(isPlaced)
  if (placed.length === 0) return undefined
  const bounds = { west: 180, south: 90, east: -180, north: -90 }
  for (const door of placed) {
    const [latitude, longitude] = [Number(door.latitude), Number(door.longitude)]
    bounds.west = Math.min(bounds.west, longitude)
    bounds.east = Math.max(bounds.east, longitude)
    bounds.south = Math.min(bounds.south, latitude)
    bounds.north = Math.max(bounds.north, latitude)
  }
  return bounds
}
