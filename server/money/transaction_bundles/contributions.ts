import { type Contributions, checkContributions } from '../core/contributions/check.ts'
import type { Bundle } from '../core/document.ts'
import type { BundleChange } from './bundle.ts'
import type { LookedUp } from './look_up_queries.ts'
import { sentPlaces } from './sent_places.ts'

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

/** Where the payment of this contact was sent, if it was. */
function locationOf(contact_id: number, before: Bundle | null, after: Bundle, sent: BundleChange) {
  const found = sentPlaces('transactions', before, after, sent).find(({ item }) => item.contact_id === contact_id)
  if (!found) return { location: 'body.data', value: null }
  return { location: `body.data.transactions.${found.index}.amount`, value: found.item.amount }
}
