import type { Action, ActionAggregate } from '../../api.ts'
import { type DoorState, door_states } from '../../map/door_states.ts'
import { type Side, sides } from '../action_addresses/sides.ts'

export type ActionRow = ActionAggregate & { id: number }

export const phases = ['running', 'coming', 'past', 'archived'] as const
export type Phase = (typeof phases)[number]

/** The search parameters of the list. */
export interface ActionsSearch {
  when?: Exclude<Phase, 'running'> | undefined
  q?: string | undefined
  open?: 'new' | undefined
  /** The list when absent. `at` is the view of the map. */
  view?: 'map' | undefined
  at?: string | undefined
}

export function parseActionsSearch({ when, q, open, view, at }: Record<string, unknown>): ActionsSearch {
  const time = phases.find(time => time === when)
  return {
    ...(time && time !== 'running' && { when: time }),
    ...(typeof q === 'string' && q && { q }),
    ...(open === 'new' && { open }),
    ...(view === 'map' && { view }),
    ...placeIn(at),
  }
}

const placeIn = (at: unknown) => (typeof at === 'string' && at ? { at } : {})

export const tabs = ['overview', 'map', 'addresses', 'people', 'results'] as const
export type Tab = (typeof tabs)[number]

export const groupings = ['by_day', 'by_team', 'by_person', 'by_street', 'by_result'] as const
export type Grouping = (typeof groupings)[number]

/** The search parameters of one action. */
export interface ActionSearch {
  tab?: Exclude<Tab, 'overview'> | undefined
  /** The doors on the map and in the list. */
  state?: DoorState | undefined
  /** In the list of doors: words of the address, a side of the street, those without a position, and a turf by its place in the list of turfs. */
  q?: string | undefined
  side?: Side | undefined
  position?: 'none' | undefined
  turf?: number | 'outside' | undefined
  by?: Grouping | undefined
  /** A dialog, or the door whose record is open. */
  open?: (typeof dialogs)[number] | number | undefined
  at?: string | undefined
}

/** What every tab of an action gets. */
export interface ActionTabProps {
  action: Action
  writable: boolean
  search: ActionSearch
  onSearch: (change: ActionSearch, replace?: boolean) => void
  onClose: () => void
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0

const dialogs = ['edit', 'choose', 'address', 'declare', 'area'] as const

export function parseActionSearch(params: Record<string, unknown>): ActionSearch {
  const { tab, state, q, side, position, turf, by, open, at } = params
  const found = tabs.find(one => one === tab)
  const shown = door_states.find(one => one === state)
  const street_side = sides.find(one => one === side)
  const grouping = groupings.find(one => one === by)
  const dialog = dialogs.find(one => one === open)
  return {
    ...(found && found !== 'overview' && { tab: found }),
    ...(shown && { state: shown }),
    ...(typeof q === 'string' && q && { q }),
    ...(street_side && { side: street_side }),
    ...(position === 'none' && { position }),
    ...((turf === 'outside' || isCount(turf)) && { turf }),
    ...(grouping && grouping !== 'by_day' && { by: grouping }),
    ...(dialog && { open: dialog }),
    ...(isCount(open) && { open }),
    ...placeIn(at),
  }
}

/** The phase of an action on a day such as 2026-05-01. An action without dates is always running; its last day is included. */
export function phaseOf({ start, end, archived_at }: ActionAggregate['Action'], today: string): Phase {
  if (archived_at) return 'archived'
  if (start && start.slice(0, 10) > today) return 'coming'
  return end && end.slice(0, 10) < today ? 'past' : 'running'
}

/** The search parameters of the sheets to print: the doors to do, or all. */
export interface SheetSearch {
  show?: 'all' | undefined
}

export const parseSheetSearch = ({ show }: Record<string, unknown>): SheetSearch => (show === 'all' ? { show } : {})
