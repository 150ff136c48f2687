import i18next from 'i18next'
import type { ActionForm, ListedAddress, Operations } from '../../api.ts'

export type Result = NonNullable<ListedAddress['last_visit']>['result']
export type SentVisit = NonNullable<Operations['visits.record']['args']['data']['visit']>

/** A visit without what the queue adds to it. */
export type VisitInput = Omit<SentVisit, 'key' | 'address' | 'date'>

/** The four quick_results of a door, in the order of the hand. */
export const quick_results = ['absent', 'talked', 'refused', 'come_back'] as const satisfies Result[]

/** As much of a door as one needs in front of it. */
export type Door = Pick<
  ListedAddress,
  | 'id'
  | 'street'
  | 'city'
  | 'house_number'
  | 'building'
  | 'addition'
  | 'floor_name'
  | 'door'
  | 'infos'
  | 'visits'
  | 'last_visit'
> & {
  /** The visit that was sent from here last, and how the door stood before it. */
  sent?: { key: string; before: Pick<ListedAddress, 'visits' | 'last_visit'> }
}

/** Somebody who is known to live behind a door: a name, and whether they want to be left alone. */
export interface Resident {
  id: number
  name: string
  address_id: number | null
  left_alone: boolean
}

/** An action as it is kept on the phone. */
export interface FieldAction {
  id: number
  name: string
  pitch: string
  start: string | null
  end: string | null
  /** Whether the person is in it, by name or through a team. */
  mine: boolean
  forms: ActionForm[]
}

/** The doors of an action as they were loaded. */
export interface FieldDoors {
  owner: string
  action_id: number
  action: FieldAction
  doors: Door[]
  neighbours: Resident[]
  loaded_at: string
  /** Whether there are more doors than a phone takes. */
  more: boolean
}

/** A visit that the server has not confirmed yet. */
export interface QueuedVisit {
  key: string
  owner: string
  action_id: number
  address_id: number
  /** The door in words, for when its list is no longer here. */
  label: string
  made_at: string
  visit: SentVisit
  /** It may have reached the server. */
  attempted?: boolean
  /** Taken back when it may have reached the server: it is sent again, and then withdrawn. */
  undone?: boolean
  /** What the server had against it. It stays here until the person decides. */
  refusal?: string | undefined
}

/** A door with what came of it, sent or not. */
export interface ShownDoor extends Door {
  result: Result | undefined
  waiting: boolean
}

export interface Street {
  name: string
  city: string
  doors: ShownDoor[]
  visited: number
}

/** The doors as they stand when what waits is counted too. */
export function doorsWithQueued(doors: Door[], waiting: QueuedVisit[]): ShownDoor[] {
  const last = new Map<number, QueuedVisit>()
  const undone = new Set<string>()
  for (const one of waiting) {
    if (one.undone) undone.add(one.key)
    else if (!one.refusal) last.set(one.address_id, one)
  }
  return doors.map(door => {
    const mine = last.get(door.id)
    const stands = door.sent && undone.has(door.sent.key) ? door.sent.before : door
    return { ...door, result: mine?.visit.result ?? stands.last_visit?.result, waiting: mine !== undefined }
  })
}

/** The door after the server has confirmed a visit to it. */
export const withVisit = (door: Door, { key, visit, made_at }: QueuedVisit): Door => ({
  ...door,
  visits: door.visits + 1,
  last_visit: { date: visit.date ?? made_at, result: visit.result },
  sent: { key, before: { visits: door.visits, last_visit: door.last_visit } },
})

/** Street by street, in the order in which the server gave them: the one in which one walks. */
export function streetsOf(doors: ShownDoor[]): Street[] {
  const streets = new Map<string, Street>()
  for (const door of doors) {
    const key = `${door.street}\n${door.city}`
    const street = streets.get(key) ?? { name: door.street, city: door.city, doors: [], visited: 0 }
    street.doors.push(door)
    if (door.result) street.visited++
    streets.set(key, street)
  }
  return [...streets.values()]
}

/** What is written beside a door: its number, and how to find it in the house. */
export const doorName = ({ house_number, building, addition, floor_name, door }: Door) =>
  [house_number, building, addition, floorName(floor_name), door].filter(Boolean).join(', ')

/** A floor that is only a number would be taken for anything. */
function floorName(floor: string) {
  if (!/^-?\d+$/.test(floor)) return floor
  return i18next.t(Number(floor) === 0 ? 'ground_floor' : 'floor', { ns: 'field', floor })
}

export const isDone = ({ result }: ShownDoor) =>
  result !== undefined && result !== 'absent' && result !== 'come_back' && result !== 'no_access'

export interface VisitCounts {
  doors: number
  visited: number
  share: number
  results: { result: Result; doors: number }[]
}

export function countVisits(doors: ShownDoor[]): VisitCounts {
  const results = new Map<Result, number>()
  for (const { result } of doors) if (result) results.set(result, (results.get(result) ?? 0) + 1)
  const visited = doors.filter(({ result }) => result).length
  return {
    doors: doors.length,
    visited,
    share: doors.length > 0 ? visited / doors.length : 0,
    results: [...results].map(([result, doors]) => ({ result, doors })).sort((a, b) => b.doors - a.doors),
  }
}
