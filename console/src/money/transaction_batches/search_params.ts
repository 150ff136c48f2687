import type { Batch } from './data.ts'

export const states = ['open', 'closed', 'deposited'] as const

export interface BatchSearch {
  state?: Batch['state'] | undefined
  open?: number | undefined
}

export function parseBatchSearch({ state, open }: Record<string, unknown>): BatchSearch {
  return {
    ...(states.includes(state as Batch['state']) && { state: state as Batch['state'] }),
    ...(Number.isSafeInteger(open) && { open: open as number }),
  }
}
