import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { isNotFound, muster, type Operations, queries, type TransactionBatch } from '../../api.ts'
import { parseExactly, type Sum } from '../../components/amounts.ts'
import { refreshPayments } from '../transaction_bundles/data.ts'
import { type BatchSearch, default_sort } from './search_params.ts'

export type Batch = TransactionBatch
export type NewBatch = Operations['transaction_batches.create']['args']['data']

const page_size = 100

export const batchesQuery = ({ state, sort = default_sort }: BatchSearch) =>
  infiniteQueryOptions({
    queryKey: ['batches', 'list', state, sort],
    queryFn: ({ signal, pageParam }) =>
      muster.transaction_batches.list(
        { limit: page_size, sort, ...(state && { state }), ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

/** The sums of the transactions in matching batches by currency. */
export const batchSumsQuery = (state: Batch['state'] | undefined) =>
  queryOptions({
    queryKey: ['batches', 'sum', state],
    queryFn: async ({ signal }) => {
      const { data } = await muster.transaction_batches.sum(state ? { state } : {}, { signal, parse: parseExactly })
      return data.map(({ currency, amount }): [string, Sum] => [currency, amount])
    },
    throwOnError: false,
  })

export const openBatchesQuery = queryOptions({
  queryKey: ['batches', 'open'],
  queryFn: async ({ signal }) =>
    (await muster.transaction_batches.list({ limit: page_size, state: 'open' }, { signal })).data,
})

/** The batches that a payment is in: one for each of its transactions at most. */
export const batchesOfPaymentQuery = (transaction_bundle_id: number) =>
  queryOptions({
    queryKey: ['batches', 'of_payment', transaction_bundle_id],
    queryFn: async ({ signal }) =>
      (await muster.transaction_batches.list({ limit: page_size, transaction_bundle_id }, { signal })).data,
    throwOnError: false,
  })

/** A batch with its ETag. */
export const batchQuery = (id: number) =>
  queryOptions({
    queryKey: ['batches', 'one', id],
    queryFn: async ({ signal }) => {
      const { body, etag } = await muster.request('transaction_batches.read', { id }, { signal })
      return { batch: body.data, etag: etag ?? undefined }
    },
  })

/** As it is on the server now. */
export const readBatch = (id: number) => queries.fetchQuery({ ...batchQuery(id), staleTime: 0 })

/** Refreshes batches and payments. */
const refreshBatches = () => Promise.all([queries.invalidateQueries({ queryKey: ['batches'] }), refreshPayments()])

async function afterwards(batch: Batch) {
  await refreshBatches()
  return batch
}

export const openBatch = async (data: NewBatch) => afterwards((await muster.transaction_batches.create({ data })).data)

export const changeBatch = async (
  id: number,
  data: Operations['transaction_batches.update']['args']['data'],
  if_match?: string,
) => afterwards((await muster.transaction_batches.update({ id, data }, if_match ? { if_match } : {})).data)

/** Adds those that are in no other batch and in the currency of the batch. */
export const addToBatch = async (id: number, transaction_ids: number[]) =>
  afterwards(
    (await muster.transaction_batches.addTransactions({ id, data: { transaction_ids, only_free: true } })).data,
  )

/** One by one, as the server takes them. Those that another user has removed meanwhile are left out. */
export async function removeFromBatch(id: number, transaction_ids: number[]) {
  try {
    for (const transaction_id of transaction_ids)
      await muster.transaction_batches.removeTransaction({ id, transaction_id }).catch(error => {
        if (!isNotFound(error)) throw error
      })
  } finally {
    await refreshBatches()
  }
}

const moves = {
  close: muster.transaction_batches.close,
  reopen: muster.transaction_batches.reopen,
  deposit: muster.transaction_batches.deposit,
}
export type BatchMove = keyof typeof moves

export const moveBatch = async (id: number, move: BatchMove) => afterwards((await moves[move]({ id })).data)
