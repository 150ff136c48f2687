import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type Action, muster, type Operations, queries } from '../../api.ts'
import { shownAs, writeOptimistically } from '../../components/optimistic.ts'
import { polygonsOf } from '../action_addresses/areas.ts'
import type { Phase } from './search_params.ts'

export type ActionInput = NonNullable<Operations['actions.create']['args']['data']['action']>
export type ActionChange = NonNullable<Operations['actions.update']['args']['data']['action']>
export type NewAddress = Operations['action_addresses.add']['args']['data']['addresses'][number]
export type Statistics = Operations['action_statistics.read']['response']['data']
export type ChooseResult = Operations['action_addresses.addFromContacts']['response']['data']

const list_page = 100
const address_page = 1000

const nextOffset = (size: number) => (last: unknown[], pages: unknown[][]) =>
  last.length === size ? pages.length * size : undefined

/** The server filters by days; future and past actions are told apart in the client. */
export const actionsQuery = (time: Phase, today: string) => {
  const span = {
    running: { from: today, to: today },
    coming: { from: today },
    past: { to: today },
    archived: { archived: true },
  }[time]
  return infiniteQueryOptions({
    queryKey: ['actions', 'list', time, today],
    queryFn: async ({ signal, pageParam }) =>
      (await muster.actions.list({ ...span, limit: list_page, offset: pageParam }, { signal })).data.ActionsAggreg,
    initialPageParam: 0,
    getNextPageParam: nextOffset(list_page),
  })
}

/** An action with its ETag. */
export const actionQuery = (id: number) =>
  queryOptions({
    queryKey: ['actions', id],
    queryFn: async ({ signal }) => {
      const { body, etag } = await muster.request('actions.read', { id }, { signal })
      return { action: body.data.Action, etag: etag ?? undefined }
    },
  })

export const statisticsQuery = (id: number) =>
  queryOptions({
    queryKey: ['actions', id, 'statistics'],
    queryFn: async ({ signal }) => (await muster.action_statistics.read({ id }, { signal })).data,
  })

export const addressesQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['actions', id, 'addresses'],
    queryFn: async ({ signal, pageParam }) =>
      (
        await muster.action_addresses.list(
          { id, limit: address_page, ...(pageParam && { cursor: pageParam }) },
          { signal },
        )
      ).data,
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

/** The visits at one door that the user may see, newest first. */
export const doorVisitsQuery = (id: number, address_id: number) =>
  queryOptions({
    queryKey: ['actions', id, 'visits', address_id],
    queryFn: async ({ signal }) => (await muster.visits.list({ id, address_id, limit: 100 }, { signal })).data.visits,
  })

/** The areas of other actions, to which a drawn area snaps. */
export const neighboursQuery = queryOptions({
  queryKey: ['actions', 'areas'],
  queryFn: async ({ signal }) => {
    const { data } = await muster.actions.list({ limit: 100 }, { signal })
    return data.ActionsAggreg.map(({ Action: { id, polygon } }) => ({ id, polygons: polygonsOf(polygon) })).filter(
      ({ polygons }) => polygons.length > 0,
    )
  },
  throwOnError: false,
})

/** Forms that can be asked at the door. */
export const formsQuery = queryOptions({
  queryKey: ['forms', 'at the door'],
  queryFn: async ({ signal }) =>
    (await muster.forms.list({ limit: 1000 }, { signal })).data.forms.filter(({ kind }) => kind !== 'custom_fields'),
})

export const savedFiltersQuery = queryOptions({
  queryKey: ['saved_filters'],
  queryFn: async ({ signal }) => (await muster.saved_filters.list({ limit: 1000 }, { signal })).data,
})

const stale = () => queries.invalidateQueries({ queryKey: ['actions'] })

export async function createAction(action: ActionInput) {
  const { data } = await muster.actions.create({ data: { action } })
  await stale()
  return data.Action
}

export async function changeAction(id: number, action: ActionChange, if_match?: string) {
  const { data } = await muster.actions.update({ id, data: { action } }, if_match ? { if_match } : {})
  await stale()
  return data.Action
}

export const archiveAction = (id: number) => setArchived(id, () => muster.actions.archive({ id }))

export const restoreAction = (id: number) => setArchived(id, () => muster.actions.restore({ id }), null)

/** The page shows it at once. */
async function setArchived(
  id: number,
  write: () => Promise<unknown>,
  archived_at: string | null = new Date().toISOString(),
) {
  const shown = shownAs(actionQuery(id).queryKey, (stored: { action: Action }) => ({
    ...stored,
    action: { ...stored.action, archived_at },
  }))
  await writeOptimistically(shown, write)
  await stale()
}

export async function duplicateAction(id: number, name: string) {
  const { data } = await muster.actions.duplicate({ id, data: { name } })
  await stale()
  return data.Action
}

/** Returns the doors, also those that the action already had. */
export async function addAddresses(id: number, addresses: NewAddress[]) {
  const { data } = await muster.action_addresses.add({ id, data: { addresses } })
  await stale()
  return data.addresses
}

export async function removeAddresses(id: number, address_ids: number[]) {
  await muster.action_addresses.removeMany({ id, data: { address_ids } })
  await stale()
}

/** Adds the doors of all contacts that match the action, page by page, and returns the totals. */
export async function chooseAddresses(id: number, onProgress: (sum: ChooseResult) => void): Promise<ChooseResult> {
  let sum: ChooseResult | undefined
  do {
    const cursor = sum?.next_cursor
    const { data } = await muster.action_addresses.addFromContacts({ id, ...(cursor && { cursor }) })
    sum = {
      ...data,
      matched: data.matched + (sum?.matched ?? 0),
      addresses_added: data.addresses_added + (sum?.addresses_added ?? 0),
      contacts_added: data.contacts_added + (sum?.contacts_added ?? 0),
      without_position: data.without_position + (sum?.without_position ?? 0),
    }
    onProgress(sum)
  } while (sum.next_cursor)
  await stale()
  return sum
}

export async function declareVisits(id: number, count: number, date: string) {
  const { data } = await muster.declared_visits.declare({ id, data: { count, date } })
  await stale()
  return data.id
}

export async function withdrawDeclared(id: number, declared_id: number) {
  await muster.declared_visits.withdraw({ id, declared_id })
  await stale()
}
