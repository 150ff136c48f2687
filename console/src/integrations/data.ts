import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { muster } from '../api.ts'

const page_size = 100

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
