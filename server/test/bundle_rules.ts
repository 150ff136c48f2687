import assert from 'node:assert/strict'
import { ApiError } from '../errors.ts'
import type { Bundle } from '../money/core/document.ts'
import { type BundleChange, changedBundle, newBundle } from '../money/transaction_bundles/bundle.ts'
import type { PaymentSettings, ReferencedContact, References } from '../money/transaction_bundles/items.ts'
import type { NewBundle, SentBundle } from '../money/transaction_bundles/schema.ts'

// Tries the rules of a bundle without a database.

export const now = '2026-05-01T08:00:00.000Z'
export const later = '2026-06-01T09:00:00.000Z'

export type Fields = Record<string, unknown>
export type Sent = Partial<Record<(typeof lists)[number], Fields[]>>
export const lists = ['transactions', 'memberships', 'donations'] as const

export const contact = (id: number, more: Partial<ReferencedContact> = {}) =>
  [id, { id, deleted: false, restricted: false, merged_into: null, ...more } as ReferencedContact] as const
export const price = (kind: string, duration = '') => ({
  kind,
  duration,
  season_start: null,
  next_season_from: null,
  amount: 1,
  currency: 'EUR',
  allow_custom_amount: true,
})

/** What the items may refer to. Contacts 1 and 2 can be named; status 6 is archived. */
export const known = (settings: Partial<PaymentSettings> = {}): References => ({
  settings: {
    currency: 'CHF',
    default_status_id: 5,
    default_membership_price_id: null,
    default_donation_price_id: null,
    payment_method_kinds: ['Card'],
    open_periods: {},
    time_zone: 'UTC',
    ...settings,
  } as PaymentSettings,
  contacts: new Map([
    contact(1),
    contact(2),
    contact(7, { deleted: true }),
    contact(8, { deleted: true, merged_into: 2 }),
    contact(9, { restricted: true }),
  ]),
  sees_restricted: false,
  statuses: new Map([
    [5, { archived: false, kind: 'valid' }],
    [6, { archived: true, kind: 'valid' }],
    [4, { archived: false, kind: 'reimbursed' }],
    [3, { archived: false, kind: 'bank_error' }],
  ]),
  membership_prices: new Map([
    [1, price('calendar_year')],
    [2, price('rolling_year')],
    [3, price('rolling_year', 'P6M')],
    [4, price('lifetime')],
  ]),
  donation_prices: new Map([[1, price('')]]),
  payment_method_kinds: new Set(['card']),
})

/** Ids for the new items of a write: 11, 21, 31 and 41 are the first of each kind, 51, 61 … those of a change. */
const idsFrom = (first: number) => {
  const ids = (start: number) => Array.from({ length: 600 }, (_, index) => start + index * 1000)
  return {
    transactions: ids(first),
    memberships: ids(first + 10),
    donations: ids(first + 20),
    reversals: ids(first + 30),
  }
}
export const item = (fields: Fields = {}) => ({ amount: 1000, contact_id: 1, ...fields })

export const made = (sent: Sent, references = known()): Bundle =>
  newBundle(
    { transactions: [item()], ...sent } as NewBundle,
    { id: 70, group_id: 3, now, ids: idsFrom(11) },
    references,
  ).bundle
export const changed = (before: Bundle, sent: BundleChange | Sent, references = known()) =>
  changedBundle(before, sent as SentBundle, { now: later, ids: idsFrom(51) }, references)
export const after = (before: Bundle, sent: Sent, references = known()) => changed(before, sent, references).bundle

/** Asserts that it is refused at exactly these places, in these words. */
export const assertInvalid = (work: () => unknown, places: string[], words?: RegExp) =>
  assert.deepEqual(refusalOf(work, words), ['invalid_request', ...places])

/** Asserts that it is refused because of a closed period, in these words. */
export const assertClosed = (work: () => unknown, words?: RegExp) =>
  assert.deepEqual(refusalOf(work, words), ['period_closed'])

function refusalOf(work: () => unknown, words = /./): string[] {
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error))
    assert.match(error.message, words)
    return [error.code, ...(error.faults ?? []).map(({ location }) => location.replace('body.data.', ''))]
  }
  return assert.fail('nothing was refused')
}
