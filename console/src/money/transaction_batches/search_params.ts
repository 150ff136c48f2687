import type { Operations, TransactionBatch } from '../../api.ts'
import { parseSort } from '../../components/sort.ts'

export const states = ['open', 'closed', 'deposited'] as const

export type BatchSort = NonNullable<Operations['transaction_batches.list']['args']['sort']>
const sorts = ['number', '-number', 'name', '-name'] as const satisfies BatchSort[]
export const default_sort: BatchSort = '-number'

export interface BatchSearch {
  state?: TransactionBatch['state'] | undefined
  open?: number | undefined
  sort?: BatchSort | undefined
}

export function parseBatchSearch({ state, open, sort }: Record<string, unknown>): BatchSearch {
  return {
    ...(states.includes(state as TransactionBatch['state']) && { state: state as TransactionBatch['state'] }),
    ...(Number.isSafeInteger(open) && { open: open as number }),
    ...parseSort(sorts, default_sort, sort),
  }
}
