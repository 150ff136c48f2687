import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type Contact, muster, type Operations, queries, type SavedFilter } from '../../api.ts'
import { savedViewStore } from '../../components/saved_view_store.ts'
import { inOrder } from '../forms/data.ts'
import { queryOf } from '../search/query.ts'
import { type ContactSearch, sortOf } from './search_params.ts'

export type ContactInput = Operations['contacts.create']['args']['data']['contact']
type PatchArgs = Extract<Operations['contacts.replace']['args']['data'], { contact: { address?: unknown } }>
/** A partial contact: null clears a field, absent fields stay. */
export type ContactChange = PatchArgs['contact']

const page_size = 100

/** The matching contacts, page by page. */
export const contactsQuery = (search: ContactSearch) => {
  const { by, up } = sortOf(search)
  const query = queryOf(search)
  return infiniteQueryOptions({
    queryKey: ['contacts', 'list', query, by, up],
    queryFn: async ({ signal, pageParam }) => {
      const { data } = await muster.search.search(
        {
          data: {
            advanced_search: {
              query: searchQuery(query),
              sort_attr: by,
              sort_asc: up,
              per_page: page_size,
              total: pageParam ? 'none' : 'capped',
              ...(pageParam && { cursor: pageParam }),
            },
          },
        },
        { signal },
      )
      return data
    },
    initialPageParam: '',
    getNextPageParam: page => page.next_cursor ?? undefined,
  })
}

/** How many contacts match. */
export const contactCountQuery = (query: object) =>
  queryOptions({
    queryKey: ['contacts', 'list', 'count', query],
    queryFn: async ({ signal }) =>
      (await muster.search.count({ data: { advanced_search: { query: searchQuery(query) } } }, { signal })).data.total,
  })

/** A saved view uses an empty object for every contact; the search takes no query. */
export const searchQuery = (query: object) => (Object.keys(query).length > 0 ? query : undefined)

/** A contact with its ETag. */
export const contactQuery = (id: number) =>
  queryOptions({
    queryKey: ['contacts', id],
    queryFn: async ({ signal }) => {
      const { body, etag } = await muster.request('contacts.read', { id }, { signal })
      return { contact: body.data.contact, etag: etag ?? undefined }
    },
  })

const timeline_page = 50

export type TimelineTopic = NonNullable<Operations['contacts.readTimeline']['args']['about']>

/** The story of a contact, or what is in it about one topic. */
export const timelineQuery = (id: number, about?: TimelineTopic) =>
  infiniteQueryOptions({
    queryKey: ['contacts', id, 'timeline', about ?? 'all'],
    queryFn: async ({ signal, pageParam }) => {
      const position = { ...(about && { about }), ...(pageParam && { cursor: pageParam }) }
      return (await muster.contacts.readTimeline({ id, limit: timeline_page, ...position }, { signal })).data
    },
    initialPageParam: '',
    getNextPageParam: page => page.next_cursor ?? undefined,
    throwOnError: false,
  })

/** Membership, payments, last conversation and consents. */
export const summaryQuery = (id: number) =>
  queryOptions({
    queryKey: ['contacts', id, 'summary'],
    queryFn: async ({ signal }) => (await muster.contacts.readSummary({ id }, { signal })).data,
    throwOnError: false,
  })

/** The contact as a loaded list shows it, until it is read. */
export function listedContact(id: number) {
  const lists = queries.getQueriesData<InfiniteData<{ contacts: Contact[] }>>({ queryKey: ['contacts', 'list'] })
  for (const [, list] of lists)
    for (const page of list?.pages ?? []) {
      const contact = page.contacts.find(one => one.id === id)
      if (contact) return { contact, etag: undefined }
    }
  return undefined
}

export const consentsQuery = (id: number) =>
  queryOptions({
    queryKey: ['contacts', id, 'consents'],
    queryFn: async ({ signal }) => (await muster.contacts.listConsents({ id, limit: 100 }, { signal })).data.consents,
  })

export const paymentsQuery = (contact_id: number) =>
  queryOptions({
    queryKey: ['contacts', contact_id, 'payments'],
    queryFn: async ({ signal }) => muster.transaction_bundles.list({ contact_id, limit: 100 }, { signal }),
  })

export const formsQuery = queryOptions({
  queryKey: ['forms'],
  queryFn: async ({ signal }) => inOrder((await muster.forms.list({ limit: 1000 }, { signal })).data.forms),
  staleTime: 60_000,
})

export const savedViewsQuery = queryOptions({
  queryKey: ['saved_filters'],
  queryFn: async ({ signal }) => (await muster.saved_filters.list({ limit: 100 }, { signal })).data,
  staleTime: 60_000,
})

export const contactViewStore = savedViewStore<Pick<SavedFilter, 'query' | 'sort_attr' | 'sort_asc'>>(
  muster.saved_filters,
  savedViewsQuery.queryKey,
)

export const currencyQuery = queryOptions({
  queryKey: ['transaction_settings', 'currency'],
  queryFn: async ({ signal }) => (await muster.transaction_settings.read({}, { signal })).data.currency,
  staleTime: 600_000,
})

export async function createContact(contact: ContactInput) {
  const { data } = await muster.contacts.create({ data: { contact } })
  await refreshLists()
  return data.contact
}

/** Changes the given fields, unless another user changed the contact meanwhile. */
export async function changeContact(id: number, contact: ContactChange, if_match: string | undefined) {
  const { body, etag } = await muster.request(
    'contacts.replace',
    { id, data: { contact } },
    { merge: true, ...(if_match && { if_match }) },
  )
  queries.setQueryData(contactQuery(id).queryKey, { contact: body.data.contact, etag: etag ?? undefined })
  await Promise.all([
    refreshLists(),
    ...['timeline', 'consents', 'summary'].map(past => queries.invalidateQueries({ queryKey: ['contacts', id, past] })),
  ])
  return body.data.contact
}

export async function removeContact(id: number) {
  await muster.contacts.remove({ id })
  await Promise.all([refreshLists(), queries.invalidateQueries({ queryKey: deletedContactsQuery.queryKey })])
}

export const deletedContactsQuery = infiniteQueryOptions({
  queryKey: ['contacts', 'deleted'],
  queryFn: async ({ signal, pageParam }) =>
    muster.contacts.listDeleted({ limit: page_size, ...(pageParam && { cursor: pageParam }) }, { signal }),
  initialPageParam: '',
  getNextPageParam: page => page.next_cursor ?? undefined,
})

export async function restoreContact(id: number) {
  await muster.contacts.restore({ id })
  await queries.invalidateQueries({ queryKey: ['contacts'] })
}

export const refreshLists = () => queries.invalidateQueries({ queryKey: ['contacts', 'list'] })

export const nameOf = ({ firstname, surname, mail, id }: Pick<Contact, 'firstname' | 'surname' | 'mail' | 'id'>) =>
  `${firstname} ${surname}`.trim() || mail || `#${id}`
