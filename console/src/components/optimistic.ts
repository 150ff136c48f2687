import type { QueryKey } from '@tanstack/react-query'
import { queries } from '../api.ts'

/** A stored answer that shows a value before the server has confirmed it. */
export interface OptimisticChange {
  queryKey: QueryKey
  apply: (stored: never) => unknown
}

export const shownAs = <Stored>(queryKey: QueryKey, apply: (stored: Stored) => Stored): OptimisticChange => ({
  queryKey,
  apply,
})

/**
 * Shows a change at once and writes it. If the write fails, what was shown before is shown again, and the error is thrown. Not for money: what a
 * treasurer sees was written.
 */
export async function writeOptimistically<Result>(change: OptimisticChange, write: () => Promise<Result>) {
  const { queryKey, apply } = change
  // A read that began before would bring the old value back.
  await queries.cancelQueries({ queryKey, exact: true })
  const before = queries.getQueryData(queryKey)
  if (before !== undefined) queries.setQueryData(queryKey, apply(before as never))
  try {
    return await write()
  } catch (error) {
    if (before !== undefined) queries.setQueryData(queryKey, before)
    void queries.invalidateQueries({ queryKey, exact: true })
    throw error
  }
}
