import { queryOptions } from '@tanstack/react-query'
import { type BulkChange, muster, type Operations, queries } from '../../api.ts'
import { watch } from './watched.ts'

export type NewBulkChange = Operations['bulk_changes.create']['args']['data']
export type Content = NewBulkChange['change']
export type Selection = NewBulkChange['contacts']

const page_size = 100
const poll_ms = 1000

export const state_colors: Record<BulkChange['state'], string> = {
  queued: 'gray',
  running: 'blue',
  done: 'moss',
  failed: 'red',
  cancelled: 'gray',
  undoing: 'blue',
  undone: 'gray',
}

export const isInProgress = ({ state }: BulkChange) => ['queued', 'running', 'undoing'].includes(state)

/** The newest changes; read again every second while one is in progress. */
export const bulkChangesQuery = queryOptions({
  queryKey: ['bulk_changes', 'list'],
  queryFn: async ({ signal }) => (await muster.bulk_changes.list({ limit: page_size }, { signal })).data,
  refetchInterval: ({ state }) => (state.data?.some(isInProgress) ? poll_ms : false),
})

export const bulkChangeQuery = (id: number) =>
  queryOptions({
    queryKey: ['bulk_changes', id],
    queryFn: async ({ signal }) => (await muster.bulk_changes.read({ id }, { signal })).data,
    refetchInterval: ({ state }) => (!state.data || isInProgress(state.data) ? poll_ms : false),
  })

export type ListedOutcome = 'refused' | 'kept'

/** The first contacts with this outcome. */
export const contactsOfQuery = (id: number, outcome: ListedOutcome) =>
  queryOptions({
    queryKey: ['bulk_changes', id, 'contacts', outcome],
    queryFn: async ({ signal }) =>
      (await muster.bulk_changes.listContacts({ id, outcome, limit: page_size }, { signal })).data,
  })

export const actionsQuery = queryOptions({
  queryKey: ['actions', 'to_choose_from'],
  queryFn: async ({ signal }) => (await muster.actions.list({ limit: 200 }, { signal })).data.ActionsAggreg,
})

/** Starts the change, whose progress the shell shows from then on. */
export async function startBulkChange(contacts: Selection, change: Content) {
  const { data } = await muster.bulk_changes.create({ data: { contacts, change } })
  await show(data)
}

export const undoBulkChange = async (id: number) => show((await muster.bulk_changes.undo({ id })).data)

export const cancelBulkChange = async (id: number) => show((await muster.bulk_changes.cancel({ id })).data)

async function show(change: BulkChange) {
  queries.setQueryData(bulkChangeQuery(change.id).queryKey, change)
  watch(change.id)
  await refreshChanges()
}

export const refreshChanges = () => queries.invalidateQueries({ queryKey: ['bulk_changes'] })
