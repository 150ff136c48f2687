import i18next from 'i18next'
import type { ActionForm, ListedAddress, Operations } from '../../api.ts'
import type { UserTurf } from '../action_addresses/own_turf.ts'
import { type StreetOf, streetsInOrder } from '../action_addresses/sides.ts'
import type { Resident } from '../action_contacts/data.ts'

export type Result = NonNullable<ListedAddress['last_visit']>['result']
export type SentVisit = NonNullable<Operations['visits.record']['args']['data']['visit']>

/** A visit without what the queue adds to it. */
export type VisitInput = Omit<SentVisit, 'key' | 'address' | 'date'>

/** The results with a button of their own, in the order shown. */
export const quick_results = ['talked', 'absent', 'come_back', 'refused'] as const satisfies Result[]
export type QuickResult = (typeof quick_results)[number]

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
  | 'latitude'
  | 'longitude'
  | 'visits'
  | 'last_visit'
> & {
  /** The last visit sent from this phone, and the state of the door before it. */
  sent?: { key: string; before: Pick<ListedAddress, 'visits' | 'last_visit'> }
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

/** A part of the action's area. */
/** The doors of an action as they were loaded. */
export interface FieldDoors {
  owner: string
  action_id: number
  action: FieldAction
  doors: Door[]
  neighbours: Resident[]
  /** The parts of the action's area; none if it is not divided. */
  turfs: UserTurf[]
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
  /** When the latest visit was made. */
  visited_at: string | undefined
  waiting: boolean
}

export interface Street extends StreetOf<ShownDoor> {
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
    return {
      ...door,
      result: mine?.visit.result ?? stands.last_visit?.result,
      visited_at: mine?.made_at ?? stands.last_visit?.date,
      waiting: mine !== undefined,
    }
  })
}

/** The door after a confirmed visit. */
export const withVisit = (door: Door, { key, visit, made_at }: QueuedVisit): Door => ({
  ...door,
  visits: door.visits + 1,
  last_visit: { date: visit.date ?? made_at, result: visit.result, user: null },
  sent: { key, before: { visits: door.visits, last_visit: door.last_visit } },
})

/** The streets in walking order, each with its doors in walking order. */
export const streetsOf = (doors: ShownDoor[]): Street[] =>
  streetsInOrder(doors).map(street => ({ ...street, visited: street.doors.filter(({ result }) => result).length }))

/** The number of the house and the position of the door in it. */
export const doorName = (door: Door) => [door.house_number, placeInHouse(door)].filter(Boolean).join(', ')

/** The position of the door in its house. */
export const placeInHouse = ({
  building,
  addition,
  floor_name,
  door,
}: Pick<Door, 'building' | 'addition' | 'floor_name' | 'door'>) =>
  [building, addition, floorName(floor_name), door].filter(Boolean).join(', ')

/** A bare number would not be recognised as a floor. */
function floorName(floor: string) {
  if (!/^-?\d+$/.test(floor)) return floor
  return i18next.t(Number(floor) === 0 ? 'ground_floor' : 'floor', { ns: 'field', floor })
}

/** The last visit, if another user recorded it after this moment; `me` is the user of the phone. */
export function visitOfOther({ last_visit, sent, waiting }: ShownDoor, since: string, me: number | undefined) {
  const mine = waiting || sent !== undefined || last_visit?.user?.id === me
  return !mine && last_visit && last_visit.date > since ? last_visit : undefined
}

/** A visit after which the door is worth another one. */
export const isWorthAnother = ({ result }: ShownDoor) =>
  result === 'absent' || result === 'come_back' || result === 'no_access'

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
