import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { muster, type Operations } from '../api.ts'
import { saveBlob } from '../components/save_file.ts'
import { language } from '../translations/index.ts'

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

export type AuditFilters = Omit<Operations['audit.list']['args'], 'limit' | 'cursor'>

/** Downloads the matching entries. Spreadsheets recognise UTF-8 by the byte order mark, and French ones expect semicolons. */
export async function downloadAudit(filters: AuditFilters) {
  const text = await muster.audit.export({ ...filters, separator: language() === 'fr' ? ';' : ',' })
  saveBlob(
    `audit-${new Date().toISOString().slice(0, 10)}.csv`,
    new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }),
  )
}

export const auditQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['audit', filters],
    queryFn: ({ pageParam, signal }) =>
      muster.audit.list({ limit: page_size, ...filters, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: last => last.next_cursor ?? undefined,
  })
