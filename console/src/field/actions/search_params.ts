import type { ActionAggregate } from '../../api.ts'

export type ActionRow = ActionAggregate & { id: number }

export const phases = ['running', 'coming', 'past', 'archived'] as const
export type Phase = (typeof phases)[number]

/** The list, as it stands in the address. */
export interface ActionsSearch {
  when?: Exclude<Phase, 'running'> | undefined
  q?: string | undefined
  open?: 'new' | undefined
  /** As a list when it is not said, and what of the map is looked at. */
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

/** One action, as it stands in the address. */
export interface ActionSearch {
  tab?: Exclude<Tab, 'overview'> | undefined
  visited?: boolean | undefined
  by?: Grouping | undefined
  open?: 'edit' | 'choose' | 'address' | 'declare' | 'area' | undefined
  at?: string | undefined
}

const dialogs = ['edit', 'choose', 'address', 'declare', 'area'] as const

export function parseActionSearch({ tab, visited, by, open, at }: Record<string, unknown>): ActionSearch {
  const found = tabs.find(one => one === tab)
  const grouping = groupings.find(one => one === by)
  const dialog = dialogs.find(one => one === open)
  return {
    ...(found && found !== 'overview' && { tab: found }),
    ...(typeof visited === 'boolean' && { visited }),
    ...(grouping && grouping !== 'by_day' && { by: grouping }),
    ...(dialog && { open: dialog }),
    ...placeIn(at),
  }
}

/** Whether an action is on, to come or over on a day such as 2026-05-01. One without dates is always on; the last day belongs to it. */
export function phaseOf({ start, end, archived_at }: ActionAggregate['Action'], today: string): Phase {
  if (archived_at) return 'archived'
  if (start && start.slice(0, 10) > today) return 'coming'
  return end && end.slice(0, 10) < today ? 'past' : 'running'
}
