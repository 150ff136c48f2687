import { checkSettingsOf } from '../core/checks/checks.ts'
import { findingOf } from '../core/checks/messages.ts'
import { type CheckOutcome, checkPayment } from '../core/checks/outcome.ts'
import type { Bundle } from '../core/document.ts'
import type { PaymentFinding } from '../payment_warnings/schema.ts'
import type { LookedUp } from './look_up_queries.ts'

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

/** Checks a write, and throws if it is refused. Without changes, what was open stays open. */
export function checkDraft({ changes, before, after }: CheckedDraft, found: LookedUp) {
  const { checks, settings, statuses, membership_prices, donation_prices } = found
  const facts = { ...checks, statuses, membership_prices, donation_prices }
  const actions = checkSettingsOf(settings.payment_checks)
  const outcome: CheckOutcome =
    changes.length > 0
      ? checkPayment(before, after, facts, settings.payment_checks)
      : { open: checks.stored.filter(({ settled, check }) => !settled && actions[check] !== 'off'), changes: null }
  return { findings: outcome.open.map(findingOf), warnings: outcome.changes }
}
