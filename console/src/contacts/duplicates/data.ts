import { infiniteQueryOptions } from '@tanstack/react-query'
import { type Merge, muster, type Operations, queries } from '../../api.ts'
import { refreshLists } from '../contacts/data.ts'
import { mergeable_fields, withFirst } from '../field_lists.ts'

type MergeFields = NonNullable<Operations['merges.merge']['args']['data']['fields']>
export type MergeField = keyof MergeFields
export type Choices = Partial<Record<MergeField, 'survivor' | 'gone'>>

/** The fields that can differ between two contacts. */
export const merge_fields = withFirst<MergeField>(
  ['firstname', 'surname', 'married_name', 'gender', 'birthdate', 'mail', 'mobile', 'phone', 'address'],
  mergeable_fields,
)

const page_size = 20

export const duplicatesQuery = infiniteQueryOptions({
  queryKey: ['duplicates', 'list'],
  queryFn: async ({ signal, pageParam }) =>
    muster.duplicates.list({ limit: page_size, ...(pageParam && { cursor: pageParam }) }, { signal }),
  initialPageParam: '',
  getNextPageParam: page => page.next_cursor ?? undefined,
})

export const mergesQuery = infiniteQueryOptions({
  queryKey: ['duplicates', 'merges'],
  queryFn: async ({ signal, pageParam }) =>
    muster.merges.list({ limit: page_size, ...(pageParam && { cursor: pageParam }) }, { signal }),
  initialPageParam: '',
  getNextPageParam: page => page.next_cursor ?? undefined,
})

export async function mergeContacts(survivor: number, gone: number, fields: Choices): Promise<Merge> {
  const { data } = await muster.merges.merge({ id: survivor, data: { contact_id: gone, fields } })
  await refreshPair(survivor, gone)
  return data
}

export async function undoMerge({ id, survivor_id, gone_id }: Merge): Promise<Merge> {
  const { data } = await muster.merges.undo({ id })
  await refreshPair(survivor_id, gone_id)
  return data
}

export async function markNotDuplicates(contact_ids: number[]) {
  await muster.duplicates.markNotDuplicates({ data: { contact_ids } })
  await refreshHints()
}

/** Removes the mark that these contacts are different, for each pair. */
export async function unmarkNotDuplicates(ids: number[]) {
  for (const [place, one] of ids.entries())
    for (const other of ids.slice(place + 1)) await muster.duplicates.unmarkNotDuplicates({ one, other })
  await refreshHints()
}

const refreshHints = () => queries.invalidateQueries({ queryKey: ['duplicates', 'of'] })

async function refreshPair(...ids: number[]) {
  await Promise.all([
    refreshLists(),
    refreshHints(),
    queries.invalidateQueries({ queryKey: ['duplicates', 'merges'] }),
    ...ids.map(id => queries.invalidateQueries({ queryKey: ['contacts', id] })),
  ])
}
