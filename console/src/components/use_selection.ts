import { useState } from 'react'

const none: ReadonlySet<number> = new Set()

/** The selected rows of a list. Another list, such as one with other filters, has none selected. */
export function useSelection(list: unknown) {
  const key = JSON.stringify(list)
  const [kept, keep] = useState({ key, ids: none })
  const selected = kept.key === key ? kept.ids : none
  return [selected, (ids: ReadonlySet<number>) => keep({ key, ids })] as const
}
