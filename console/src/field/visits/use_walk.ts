import { useCallback, useMemo, useState } from 'react'
import { meQuery, queries } from '../../api.ts'
import { startTurf } from '../action_addresses/own_turf.ts'
import { turfIndexOf } from '../action_addresses/turfs.ts'
import {
  type Door,
  type FieldDoors,
  isWorthAnother,
  type ShownDoor,
  type Street,
  streetsOf,
  visitOfOther,
} from './doors.ts'
import { doorsAhead, firstDoor } from './walk.ts'
import { storedWalk, storeWalk, type WalkPlace } from './walk_memory.ts'

/** A door that another user visited while it was on the screen. */
export interface Overtaken {
  door: ShownDoor
  visit: NonNullable<Door['last_visit']>
}

export interface Walk {
  /** The turf that is walked; undefined for the whole action. */
  turf: number | undefined
  onTurf: (turf: number | undefined) => void
  /** The doors of the turf, and its streets in walking order. */
  doors: ShownDoor[]
  streets: Street[]
  /** The door on the screen; undefined when no door is left. */
  door: ShownDoor | undefined
  /** Another value each time the door on the screen changed without the user. */
  changed: unknown
  /** The door that was on the screen, and gave way to the next one because another user has visited it. */
  gave_way: Overtaken | undefined
  /** The visit of another user to the door at which this user has begun to record one. */
  overtaken_by: Overtaken['visit'] | undefined
  /** The doors to do, the next one first. */
  ahead: ShownDoor[]
  /** Doors where nobody was home, or where somebody asked to come back. */
  worth_another: ShownDoor[]
  open: (id: number) => void
  skip: (id: number) => void
  /** Moves on after visits at these doors. */
  moveOn: (ids: number[]) => void
  /** Visits the doors worth another visit, once each. */
  startAgain: () => void
}

/** The door on the screen, and when it was visited last before it came there. */
const seenOf = (door: ShownDoor | undefined) => door && { id: door.id, visited_at: door.last_visit?.date ?? '' }

interface Opened {
  /** The door that a link opened. */
  opened: number | undefined
  /** The door at which the user has begun to record a visit. */
  begun: number | undefined
}

/** The walk through the doors of an action: which door is next, and what comes after it. */
export function useWalk({ action_id, turfs }: FieldDoors, all: ShownDoor[], { opened, begun }: Opened): Walk {
  const [turf, setTurf] = useState(() =>
    startTurf(
      turfs,
      all.filter(({ result }) => !result),
    ),
  )
  const [place, setPlace] = useState<WalkPlace>(() => storedWalk(action_id))
  // When the second round began: only visits before it are repeated.
  const [again, setAgain] = useState<string>()
  const doors = useMemo(
    () => (turf === undefined ? all : all.filter(door => turfIndexOf(turfs, door) === turf)),
    [all, turf, turfs],
  )
  const streets = useMemo(() => streetsOf(doors), [doors])
  const order = useMemo(() => streets.flatMap(street => street.doors), [streets])
  const isToDo = useCallback(
    (door: ShownDoor) => (again ? isWorthAnother(door) && (door.visited_at ?? '') < again : !door.result),
    [again],
  )
  const ahead = useMemo(() => doorsAhead(order, place, isToDo), [order, place, isToDo])
  const [current, setCurrent] = useState(() => opened ?? firstDoor(order, place, isToDo)?.id)
  const door = all.find(({ id }) => id === current) ?? ahead[0]

  // The list may be replaced by a fresh one at any time.
  const [seen, setSeen] = useState(() => seenOf(door))
  const [gave_way, setGaveWay] = useState<Overtaken>()
  const [changed, setChanged] = useState<object>()
  const before = all.find(({ id }) => id === seen?.id)
  const visit = before && seen && visitOfOther(before, seen.visited_at, queries.getQueryData(meQuery.queryKey)?.user.id)
  if (before && visit && begun !== before.id) {
    const next = doorsAhead(order, { ...place, last: before.id }, one => isToDo(one) && one.id !== before.id)[0]
    if (door?.id === before.id) setCurrent(next?.id)
    setSeen(seenOf(door?.id === before.id ? next : door))
    setGaveWay({ door: before, visit })
    setChanged({})
  } else if (door?.id !== seen?.id || door?.id !== current) {
    // Its door is no longer in the list.
    if (seen && !before) setChanged({})
    setSeen(seenOf(door))
    setCurrent(door?.id)
  }

  const go = (next: WalkPlace, isLeft: (door: ShownDoor) => boolean) => {
    setPlace(next)
    storeWalk(action_id, next)
    setCurrent(doorsAhead(order, next, isLeft)[0]?.id)
  }
  return {
    turf,
    onTurf: index => {
      setTurf(index)
      setCurrent(undefined)
    },
    doors,
    streets,
    door,
    changed,
    gave_way,
    overtaken_by: visit,
    ahead: ahead.filter(({ id }) => id !== door?.id),
    worth_another: doors.filter(isWorthAnother),
    open: setCurrent,
    skip: id => go({ ...place, skipped: [...place.skipped.filter(one => one !== id), id] }, isToDo),
    moveOn: ids =>
      go(
        { last: ids.at(-1), skipped: place.skipped.filter(id => !ids.includes(id)) },
        one => isToDo(one) && !ids.includes(one.id),
      ),
    startAgain: () => {
      setAgain(new Date().toISOString())
      setPlace({ skipped: [] })
      setCurrent(undefined)
    },
  }
}
