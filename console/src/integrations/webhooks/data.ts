import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { muster, queries, type Webhook, type WebhookDelivery } from '../../api.ts'

const webhooks_max = 100
const log_page = 50
const look_ms = 3000

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'all'],
  queryFn: async ({ signal }) => (await muster.webhooks.list({ limit: webhooks_max }, { signal })).data,
})

/** Polled while it is open, so that new deliveries appear. */
export const webhookQuery = (id: number) =>
  queryOptions({
    queryKey: ['webhooks', id],
    queryFn: async ({ signal }) => (await muster.webhooks.read({ id }, { signal })).data,
    initialData: () => queries.getQueryData<Webhook[]>(webhooksQuery.queryKey)?.find(one => one.id === id),
    initialDataUpdatedAt: () => queries.getQueryState(webhooksQuery.queryKey)?.dataUpdatedAt,
    refetchInterval: look_ms,
  })

export const deliveriesQuery = (id: number, state: WebhookDelivery['state'] | undefined) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', id, 'deliveries', state],
    queryFn: ({ pageParam, signal }) =>
      muster.webhooks.listDeliveries(
        { id, limit: log_page, ...(state && { state }), ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: last => last.next_cursor ?? undefined,
    refetchInterval: look_ms,
  })

/** Waits for a write only, not for the refresh: the secret is shown at once, and nowhere else. */
export async function refreshInBackground<T>(write: Promise<T>): Promise<T> {
  const done = await write
  void queries.invalidateQueries({ queryKey: ['webhooks'] })
  return done
}

export const setEnabled = (id: number, enabled: boolean) =>
  refreshInBackground(muster.webhooks.update({ id, data: { enabled } }))
