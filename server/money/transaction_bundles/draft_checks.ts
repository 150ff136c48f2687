import { checkSettingsOf, type FoundWarning } from '../core/checks/checks.ts'
import { findingOf } from '../core/checks/messages.ts'
import { type CheckOutcome, checkPayment } from '../core/checks/outcome.ts'
import type { Bundle } from '../core/document.ts'
import type { PaymentFinding } from '../payment_warnings/schema.ts'
import type { BundleChange } from './bundle.ts'
import type { LookedUp } from './look_up_queries.ts'
import { sentPlaces } from './sent_places.ts'

/** A stored document, with what checks found in the bundle. */
export interface CheckedDocument {
  document: string
  warnings: PaymentFinding[]
}

interface CheckedDraft {
  changes: unknown[]
  before: Bundle | null
  after: Bundle | null
}

/** The queue has the others. */
const findings_max = 100

/** Checks a write, and throws if it is refused. Without changes, what was open stays open. */
export function checkDraft({ changes, before, after }: CheckedDraft, sent: BundleChange, found: LookedUp) {
  const { checks, settings, statuses, membership_prices, donation_prices } = found
  const facts = { ...checks, statuses, membership_prices, donation_prices }
  const actions = checkSettingsOf(settings.payment_checks)
  const outcome: CheckOutcome =
    changes.length > 0
      ? checkPayment(before, after, facts, settings.payment_checks, warning => locationOf(warning, before, after, sent))
      : { open: checks.stored.filter(({ settled, check }) => !settled && actions[check] !== 'off'), changes: null }
  return { findings: outcome.open.slice(0, findings_max).map(findingOf), warnings: outcome.changes }
}

const tables = { transaction: 'transactions', membership: 'memberships', donation: 'donations' } as const

/** Where the item was sent, if it was. A warning about another bundle is caused by an item of this one. */
function locationOf(
  { kind, target_id, other_id }: FoundWarning,
  before: Bundle | null,
  after: Bundle | null,
  sent: BundleChange,
) {
  if (kind === 'transaction_bundle') return 'body.data'
  const places = sentPlaces(tables[kind], before, after, sent)
  const place = places.find(({ item }) => item.id === target_id) ?? places.find(({ item }) => item.id === other_id)
  return place ? `body.data.${tables[kind]}.${place.index}` : 'body.data'
}
