import { type Contributions, checkContributions } from '../core/contributions/check.ts'
import type { Bundle } from '../core/document.ts'
import type { BundleChange } from './bundle.ts'
import type { LookedUp } from './look_up_queries.ts'

const empty = { transactions: [], memberships: [] }

/** Throws if a write breaks a contribution rule of the space. Returns what the payers have paid elsewhere, if the write depends on it. */
export function checkedContributions(
  before: Bundle | null,
  after: Bundle | null,
  sent: BundleChange,
  { settings: { contribution_rules: rules, time_zone }, statuses, contributions }: LookedUp,
): string | null {
  if (!rules || contributions === null || after === null || before === after) return null
  const context = { rules, time_zone, statuses, contributions: JSON.parse(contributions) as Contributions }
  const locate = (contact_id: number) => locationOf(contact_id, before, after, sent)
  return checkContributions(before ?? empty, after, context, locate) ? contributions : null
}

/** Where the payment of this contact was sent, if it was. New items come last, in the order sent. */
function locationOf(contact_id: number, before: Bundle | null, after: Bundle, { transactions = [] }: BundleChange) {
  const known = before?.transactions.length ?? 0
  const added = transactions.flatMap(({ id }, index) => (before === null || id === undefined ? [index] : []))
  const places = after.transactions.map((item, index) => ({
    item,
    place: index < known ? transactions.findIndex(({ id }) => id === item.id) : (added[index - known] ?? -1),
  }))
  const found = places.find(({ item, place }) => item.contact_id === contact_id && place >= 0)
  if (!found) return { location: 'body.data', value: null }
  return { location: `body.data.transactions.${found.place}.amount`, value: found.item.amount }
}
