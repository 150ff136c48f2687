import { isPlaced, nearestTo, sideOf, streetKey } from '../action_addresses/sides.ts'
import type { ShownDoor } from './doors.ts'
import type { WalkPlace } from './walk_memory.ts'

/**
 * The doors to do, the next one first: those after the door of the last visit, in walking order, then those before it, and skipped doors
 * at the end. `order` has all doors, in walking order.
 */
export function doorsAhead(order: ShownDoor[], { last, skipped }: WalkPlace, isToDo: (door: ShownDoor) => boolean) {
  const place = order.findIndex(({ id }) => id === last)
  const turned = place < 0 ? order : [...order.slice(place + 1), ...order.slice(0, place + 1)]
  const ahead = turned.filter(isToDo)
  return [
    ...ahead.filter(({ id }) => !skipped.includes(id)),
    ...skipped.flatMap(id => ahead.filter(door => door.id === id)),
  ]
}

/** The door to open the app at: the next one on the side of the last visit, else the nearest one to it, else the first. */
export function firstDoor(order: ShownDoor[], place: WalkPlace, isToDo: (door: ShownDoor) => boolean) {
  const ahead = doorsAhead(order, place, isToDo)
  const last = order.find(({ id }) => id === place.last)
  if (!last) return ahead[0]
  const waiting = ahead.filter(({ id }) => !place.skipped.includes(id))
  const onSide = waiting.find(door => streetKey(door) === streetKey(last) && sideOf(door) === sideOf(last))
  if (onSide || !isPlaced(last)) return onSide ?? ahead[0]
  return nearestTo(last, waiting, door => (isPlaced(door) ? door : undefined)) ?? ahead[0]
}
