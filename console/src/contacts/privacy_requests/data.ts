import { queryOptions } from '@tanstack/react-query'
import { muster } from '../../api.ts'

const page_size = 100

export const privacyRequestsQuery = queryOptions({
  queryKey: ['privacy_requests'],
  queryFn: async ({ signal }) => (await muster.privacy_requests.list({ limit: page_size }, { signal })).data,
})

export const contactPrivacyRequestsQuery = (contact_id: number) =>
  queryOptions({
    queryKey: ['privacy_requests', 'of', contact_id],
    queryFn: async ({ signal }) =>
      (await muster.privacy_requests.list({ contact_id, limit: page_size }, { signal })).data,
  })
