import i18next from 'i18next'
import type { ActionForm, ListedAddress, Operations } from '../../api.ts'

export type Result = NonNullable<ListedAddress['last_visit']>['result']
export type SentVisit = NonNullable<Operations['visits.record']['args']['data']['visit']>

/** A visit without what the queue adds to it. */
export type VisitInput = Omit<SentVisit, 'key' | 'address' | 'date'>

/** The results with a button of their own, in the order shown. */
export const quick_results = ['absent', 'talked', 'refused', 'come_back'] as const satisfies Result[]

/** What the app needs of an address. */
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
  /** The last visit sent from this phone, and the state of the door before it. */
  sent?: { key: string; before: Pick<ListedAddress, 'visits' | 'last_visit'> }
}

/** A contact known to live at a door. */
export interface Resident {
  id: number
  name: string
  address_id: number | null
  left_alone: boolean
}

/** An action as stored on the phone. */
export interface FieldAction {
  id: number
  name: string
  pitch: string
  start: string | null
  end: string | null
  /** Whether the user is in the action, by name or through a team. */
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
  /** Whether the action has more doors than are stored. */
  more: boolean
}

/** A visit that the server has not confirmed yet. */
export interface QueuedVisit {
  key: string
  owner: string
  action_id: number
  address_id: number
  /** The address as text, for when its list is no longer stored. */
  label: string
  made_at: string
  visit: SentVisit
  /** It may have reached the server. */
  attempted?: boolean
  /** Undone after it may have reached the server: it is sent again, then withdrawn. */
  undone?: boolean
  /** Why the server refused it. It stays until the user decides. */
  refusal?: string | undefined
}

/** A door with its latest result, sent or queued. */
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

/** The doors with queued visits applied. */
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

/** The door after a confirmed visit. */
export const withVisit = (door: Door, { key, visit, made_at }: QueuedVisit): Door => ({
  ...door,
  visits: door.visits + 1,
  last_visit: { date: visit.date ?? made_at, result: visit.result },
  sent: { key, before: { visits: door.visits, last_visit: door.last_visit } },
})

/** Groups doors by street, in the order of the server, which is the walking order. */
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

/** The number of the house and the position of the door in it. */
export const doorName = ({ house_number, building, addition, floor_name, door }: Door) =>
  [house_number, building, addition, floorName(floor_name), door].filter(Boolean).join(', ')

/** A bare number would not be recognised as a floor. */
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
