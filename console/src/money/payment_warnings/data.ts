import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { muster, type PaymentFinding, type PaymentWarning } from '../../api.ts'
import { refreshPayments } from '../transaction_bundles/data.ts'

export type { PaymentFinding, PaymentWarning }

const page_size = 20

// Under the key of payments: whatever changes a payment may bring or end a warning.
/** The queue: all open warnings, newest first. */
export const queueQuery = infiniteQueryOptions({
  queryKey: ['payments', 'warnings', 'open'],
  queryFn: ({ signal, pageParam }) =>
    muster.payment_warnings.list(
      { state: 'open', limit: page_size, ...(pageParam && { cursor: pageParam }) },
      { signal },
    ),
  initialPageParam: '',
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
})

/** The open warnings about a payment, and those about others that name it. */
export const warningsOfQuery = (id: number) =>
  queryOptions({
    queryKey: ['payments', 'warnings', 'of', id],
    queryFn: async ({ signal }) =>
      (await muster.payment_warnings.list({ state: 'open', transaction_bundle_id: id, limit: 100 }, { signal })).data,
  })

export async function settleWarning(id: number, note: string) {
  await muster.payment_warnings.settle({ id, data: { note } })
  await refreshPayments()
}
