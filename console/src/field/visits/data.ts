import { queryOptions } from '@tanstack/react-query'
import i18next from 'i18next'
import { type Action, ApiError, type ListedAddress, meQuery, muster, queries } from '../../api.ts'
import { turfsForUser } from '../action_addresses/own_turf.ts'
import { residentsOf } from '../action_contacts/data.ts'
import { type Door, type FieldAction, type FieldDoors, type QueuedVisit, withVisit } from './doors.ts'
import { isSignedIn } from './offline/connectivity.ts'
import {
  deleteDoors,
  deleteDoorsExcept,
  owner,
  storeActions,
  storeDoors,
  storedActions,
  storedDoors,
} from './offline/store.ts'

const page_size = 1000
const doors_max = 5000
const actions_max = 200

/** Phones that stay on beside each other learn of each other's visits. */
const doors_interval_ms = 120_000

const canAsk = () => navigator.onLine && isSignedIn()

const always = { networkMode: 'always', staleTime: 30_000, refetchOnWindowFocus: true } as const

/** The actions the user can work in: stored ones first, fresh ones when online. */
export const fieldActionsQuery = queryOptions({
  ...always,
  queryKey: ['field', 'actions'],
  queryFn: async () => {
    const kept = await storedActions()
    if (!kept) return firstLoad(loadActions)
    if (canAsk()) void loadActions().then(actions => queries.setQueryData(['field', 'actions'], actions), ignoreCut)
    return kept
  },
})

export const fieldDoorsQuery = (id: number) =>
  queryOptions({
    ...always,
    refetchInterval: doors_interval_ms,
    queryKey: ['field', 'doors', id],
    queryFn: async (): Promise<FieldDoors> => {
      const kept = await storedDoors(id)
      if (!kept) return firstLoad(() => loadDoors(id))
      if (canAsk()) void refreshDoors(id).catch(ignoreCut)
      return kept
    },
  })

/** Offline, an action that was never loaded cannot be shown. */
function firstLoad<T>(load: () => Promise<T>): Promise<T> {
  if (canAsk()) return load()
  throw new Error(i18next.t('sync.not_loaded', { ns: 'field' }))
}

export async function refreshDoors(id: number) {
  queries.setQueryData(['field', 'doors', id], await loadDoors(id))
}

// Visits this tab sent recently, for a list that was being loaded at the same time.
let sent_lately: { at: number; row: QueuedVisit }[] = []
const lately_ms = 120_000

/** Applies visits that the server confirmed to the stored doors. */
export async function applySent(id: number, rows: QueuedVisit[]) {
  const at = Date.now()
  sent_lately = [...sent_lately.filter(one => one.at > at - lately_ms), ...rows.map(row => ({ at, row }))]
  const kept = await storedDoors(id)
  if (!kept || rows.length === 0) return
  const changed = { ...kept, doors: withSent(kept.doors, rows) }
  await storeDoors(changed)
  queries.setQueryData(['field', 'doors', id], changed)
}

function withSent(doors: Door[], rows: QueuedVisit[]) {
  const byDoor = Map.groupBy(rows, ({ address_id }) => address_id)
  return doors.map(door =>
    (byDoor.get(door.id) ?? []).reduce((now, row) => (now.sent?.key === row.key ? now : withVisit(now, row)), door),
  )
}

// The connection may break at any time; what is shown stays.
function ignoreCut(error: unknown) {
  if (error instanceof ApiError && error.status !== 401) console.warn(error.message)
}

async function loadActions(): Promise<FieldAction[]> {
  // From the start of the day: an action that ends today is shown all day.
  const { data } = await muster.actions.list({ from: new Date().toISOString().slice(0, 10), limit: actions_max })
  const actions = data.ActionsAggreg.map(({ Action }) => fieldAction(Action))
  await storeActions(actions)
  await deleteDoorsExcept(actions.map(({ id }) => id))
  return actions
}

/** What the app needs of an action. */
function fieldAction({ id, name, pitch, start, end, Users, Teams, Forms }: Action): FieldAction {
  const me = queries.getQueryData(meQuery.queryKey)?.user.id
  const people = [...Users, ...Teams.flatMap(({ userswithactive }) => userswithactive)]
  return { id, name, pitch, start, end, forms: Forms, mine: people.some(person => person.id === me) }
}

async function loadDoors(id: number): Promise<FieldDoors> {
  const asked_at = Date.now()
  const [{ data }, { doors, more }, neighbours] = await Promise.all([
    muster.actions.read({ id }),
    allDoors(id),
    residentsOf(id),
  ]).catch(async error => {
    // Without access the stored copy is deleted too.
    if (error instanceof ApiError && (error.status === 404 || error.status === 403)) await deleteDoors(id)
    throw error
  })
  const since = sent_lately.filter(({ at, row }) => at >= asked_at && row.action_id === id).map(({ row }) => row)
  const loaded = {
    owner: owner(),
    action_id: id,
    action: fieldAction(data.Action),
    doors: withSent(doors, since),
    neighbours,
    turfs: turfsForUser(data.Action, queries.getQueryData(meQuery.queryKey)?.user.id),
    more,
    loaded_at: new Date().toISOString(),
  }
  await storeDoors(loaded)
  void import('./offline/streets.ts').then(({ keepStreets }) => keepStreets(loaded))
  return loaded
}

async function allDoors(id: number) {
  const doors: Door[] = []
  for (let cursor: string | undefined; ; ) {
    const { data } = await muster.action_addresses.list({ id, limit: page_size, ...(cursor && { cursor }) })
    doors.push(...data.addresses.map(doorOf))
    if (!data.next_cursor || doors.length >= doors_max) return { doors, more: data.next_cursor !== null }
    cursor = data.next_cursor
  }
}

function doorOf(address: ListedAddress): Door {
  const { id, street, city, house_number, building, addition, floor_name, door, infos, visits, last_visit } = address
  const { latitude, longitude } = address
  return {
    id,
    street,
    city,
    house_number,
    building,
    addition,
    floor_name,
    door,
    infos,
    latitude,
    longitude,
    visits,
    last_visit,
  }
}
