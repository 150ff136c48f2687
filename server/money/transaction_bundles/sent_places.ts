import type { Bundle } from '../core/document.ts'
import type { BundleChange } from './bundle.ts'

export type SentTable = 'transactions' | 'memberships' | 'donations'

/** The items of a bundle that were sent, each with its index in the request. New items come last in the bundle, in the order sent. */
export function sentPlaces<Table extends SentTable>(
  table: Table,
  before: Bundle | null,
  after: Bundle | null,
  sent: BundleChange,
): { item: Bundle[Table][number]; index: number }[] {
  const list = sent[table] ?? []
  const known = before?.[table].length ?? 0
  const added = list.flatMap(({ id }, index) => (before === null || id === undefined ? [index] : []))
  const items: Bundle[Table][number][] = after?.[table] ?? []
  return items
    .map((item, position) => ({
      item,
      index: position < known ? list.findIndex(({ id }) => id === item.id) : (added[position - known] ?? -1),
    }))
    .filter(({ index }) => index >= 0)
}
