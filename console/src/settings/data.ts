import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { muster, queries } from '../api.ts'

const page_size = 100
const everybody = 1000

export const usersQuery = queryOptions({
  queryKey: ['users', 'all'],
  queryFn: async ({ signal }) => (await muster.users.list({ limit: everybody }, { signal })).data.users,
})

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: async ({ signal }) => (await muster.roles.list({}, { signal })).data.roles,
})

export const suspensionsQuery = queryOptions({
  queryKey: ['suspensions'],
  queryFn: async ({ signal }) => (await muster.suspensions.list({}, { signal })).data,
})

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: async ({ signal }) => (await muster.invitations.list({ limit: everybody }, { signal })).data.invitations,
})

export const spaceQuery = (id: number) =>
  queryOptions({
    queryKey: ['spaces', id],
    queryFn: async ({ signal }) => (await muster.spaces.read({ id }, { signal })).data,
  })

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: async ({ signal }) => (await muster.tokens.list({}, { signal })).data,
})

export const integrationsQuery = queryOptions({
  queryKey: ['integrations'],
  queryFn: async ({ signal }) => (await muster.integrations.list({}, { signal })).data,
})

export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: async ({ signal }) => (await muster.jobs.list({ limit: page_size }, { signal })).data,
  refetchInterval: 5000,
})

export const privacyQuery = queryOptions({
  queryKey: ['privacy_requests'],
  queryFn: async ({ signal }) => (await muster.privacy_requests.list({ limit: page_size }, { signal })).data,
})

export const auditQuery = (kind: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['audit', kind],
    queryFn: ({ pageParam, signal }) =>
      muster.audit.list(
        { limit: page_size, ...(kind && { kind }), ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: last => last.next_cursor ?? undefined,
  })

/** Runs a write and has whatever depends on it read again. */
export async function change<T>(keys: string[], write: Promise<T>): Promise<T> {
  const done = await write
  await Promise.all(keys.map(key => queries.invalidateQueries({ queryKey: [key] })))
  return done
}
