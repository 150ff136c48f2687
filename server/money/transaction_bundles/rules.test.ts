import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  after,
  assertClosed,
  assertInvalid,
  changed,
  contact,
  type Fields,
  item,
  known,
  later,
  lists,
  made,
  now,
  price,
  type Sent,
} from '../../test/bundle_rules.ts'
import { pick } from '../../test/pick.ts'
import type { Bundle } from '../core/document.ts'
import type { PaymentSettings } from './items.ts'
import type { SentReversal } from './reversals.ts'

// The rules of a bundle, without a database. Other tests of this folder show that each operation applies them.

const most = Number.MAX_SAFE_INTEGER

describe('refunded and unpaid amounts are parts of an amount', () => {
  const paid = (amount: number, reimbursed_amount: number, unpaid_amount: number) =>
    item({ amount, reimbursed_amount, unpaid_amount })

  for (const [amount, back, unpaid, ...parts] of [
    [100, 60, 41, 'reimbursed_amount'],
    [100, 100, 1, 'reimbursed_amount'],
    [100, 1, 100, 'reimbursed_amount'],
    [1, 1, 1, 'reimbursed_amount'],
    [most, most, 1, 'reimbursed_amount'],
    [most, most, most, 'reimbursed_amount'],
    [100, 101, 0, 'reimbursed_amount'],
    [100, 0, 101, 'unpaid_amount'],
    [100, 101, 101, 'reimbursed_amount', 'unpaid_amount'],
    [100, 60, 40],
    [100, 100, 0],
    [100, 0, 100],
    [0, 0, 0],
    [most, most - 1, 1],
  ] as [number, number, number, ...string[]][])
    test(`${back} and ${unpaid} of ${amount} are ${parts.length > 0 ? 'refused' : 'accepted'}`, () => {
      const record = () => made({ transactions: [paid(5, 2, 3), paid(amount, back, unpaid)] })
      if (parts.length === 0) return assert.equal(record().transactions[1]?.reimbursed_amount, back)
      assertInvalid(
        record,
        parts.map(part => `transactions.1.${part}`),
      )
    })

  test('after a change of one of the three, which is named', () => {
    const before = made({ transactions: [paid(100, 40, 30)] })
    const change = (fields: Fields) => () => after(before, { transactions: [{ id: 11, ...fields }] })
    for (const [part, value, named, words] of [
      ['reimbursed_amount', 71, 'reimbursed_amount', /more than 70,/],
      ['reimbursed_amount', 101, 'reimbursed_amount', /more than the amount, 100/],
      ['unpaid_amount', 61, 'unpaid_amount', /more than 60,/],
      ['amount', 69, 'amount', /less than .* 40 and 30/],
      ['amount', 39, 'reimbursed_amount', /more than the amount, 39/],
    ] as const)
      assertInvalid(change({ [part]: value }), [`transactions.0.${named}`], words)
    assert.equal(change({ amount: 70 })().transactions[0]?.amount, 70)
    assert.equal(change({ amount: 50, unpaid_amount: 10 })().transactions[0]?.amount, 50)
  })
})

describe('omitted fields have defaults', () => {
  test('a payment is dated now, with the currency and status of the settings, and otherwise empty', () => {
    assert.deepEqual(made({}).transactions[0], {
      ...{ id: 11, CreatedAt: now, UpdatedAt: now, group_id: 3, transaction_bundle_id: 70, contact_id: 1, date: now },
      ...{ amount: 1000, currency: 'CHF', reimbursed_amount: 0, unpaid_amount: 0, status_id: 5 },
      ...{ payment_method_kind: '', payment_method: {}, external_transaction_id: null, extra_json: {} },
      ...{ code_campaign: '', delivered_at: null, delivery_token: '', comment: '', comment_date: null },
    })
    assert.equal(made({}, known({ default_status_id: 6 })).transactions[0]?.status_id, null, 'not an archived status')
    assert.equal(made({ transactions: [item({ status_id: null })] }).transactions[0]?.status_id, null)
  })

  test('memberships and donations have the currency of the settings and the date of the payment', () => {
    const { memberships, donations } = made({
      transactions: [item({ date: '2025-04-05T06:07:08Z' })],
      memberships: [item()],
      donations: [item()],
    })
    const [membership, donation] = [memberships[0]!, donations[0]!]
    assert.deepEqual([membership.start_date, donation.date], Array(2).fill('2025-04-05T06:07:08.000Z'))
    assert.deepEqual([membership.currency, donation.currency], ['CHF', 'CHF'])
    assert.deepEqual([membership.comment, donation.comment, donation.affectation], ['', '', ''])
    assert.equal(membership.rolling_year, false)
  })

  test('what is added later has the date of its own payment, or of the one that was sent, or of the first', () => {
    const first = made({ transactions: [item({ date: '2025-02-03' })] })
    const renewal = { memberships: [item({ membership_price_id: 1 })], donations: [item()] }
    const second = after(first, {
      ...renewal,
      transactions: [{ id: 11, comment: 'back' }, item({ date: '2026-01-20' })],
    })
    const dates = ({ memberships, donations }: Bundle) => [
      ...[memberships.at(-1)?.start_date, memberships.at(-1)?.end_date, donations.at(-1)?.date].map(date =>
        date?.slice(0, 10),
      ),
    ]
    assert.deepEqual(dates(second), ['2026-01-20', '2026-12-31', '2026-01-20'])
    const named = after(second, { ...renewal, transactions: [{ id: 51, comment: 'this one' }] })
    assert.deepEqual(dates(named), ['2026-01-20', '2026-12-31', '2026-01-20'])
    assert.deepEqual(dates(after(second, renewal)), ['2025-02-03', '2025-12-31', '2025-02-03'])
  })

  test('the initial amount is the amount, unless it is sent, under either of its names', () => {
    const initial = (membership: Fields, donation: Fields) => {
      const { memberships, donations } = made({ memberships: [item(membership)], donations: [item(donation)] })
      return [memberships[0]?.amount_initial, donations[0]?.initial_amount, donations[0]?.amount_initial]
    }
    assert.deepEqual(initial({ amount: 30 }, { amount: 40 }), [30, 40, 40])
    assert.deepEqual(initial({ amount_initial: 50 }, { initial_amount: 60 }), [50, 60, 60])
    assert.deepEqual(initial({}, { amount: 40, amount_initial: 70 }), [1000, 70, 70])
  })

  test('prices are those of the settings, and null without a default or when null is sent', () => {
    const prices = (settings: Partial<PaymentSettings>, sent: Fields = {}) => {
      const { memberships, donations } = made({ memberships: [item(sent)], donations: [item(sent)] }, known(settings))
      return [memberships[0]?.membership_price_id, donations[0]?.donation_price_id]
    }
    const defaults = { default_membership_price_id: 2, default_donation_price_id: 1 }
    assert.deepEqual(prices({}), [null, null])
    assert.deepEqual(prices(defaults), [2, 1])
    assert.deepEqual(prices(defaults, { membership_price_id: null, donation_price_id: null }), [null, null])
    assert.deepEqual(prices(defaults, { membership_price_id: 1, donation_price_id: 1 }), [1, 1])
  })

  const zone = { time_zone: 'America/Toronto' }
  const ends: [what: string, sent: Fields, end: string | null, settings?: Partial<PaymentSettings>][] = [
    ['its price', { membership_price_id: 1 }, '2024-12-31T23:59:59.999Z'],
    ['a rolling year that is sent', { membership_price_id: 1, rolling_year: true }, '2025-02-28T09:00:00.000Z'],
    ['a price with a duration', { membership_price_id: 3 }, '2024-08-29T09:00:00.000Z'],
    ['the default price', {}, '2024-08-29T09:00:00.000Z', { default_membership_price_id: 3 }],
    ['no end of its price', { membership_price_id: 4 }, null],
    ['the end that is sent', { membership_price_id: 4, end_date: '2030-01-01' }, '2030-01-01T00:00:00.000Z'],
    ['no end, as was sent', { membership_price_id: 1, end_date: null }, null],
    [
      'an end at its start',
      { start_date: '2026-01-01T09:30:00+11:00', end_date: '2025-12-31T22:30:00Z' },
      '2025-12-31T22:30:00.000Z',
    ],
    ['the year in the time zone of the space', { start_date: '2026-01-01' }, '2027-01-01T04:59:59.999Z', zone],
  ]
  for (const [what, sent, end, settings] of ends)
    test(`a membership has ${what}`, () => {
      const start = { start_date: '2024-02-29T10:00:00+01:00' }
      assert.equal(made({ memberships: [item({ ...start, ...sent })] }, known(settings)).memberships[0]?.end_date, end)
    })

  test('a date without a time is that day in the time zone of the space, and in UTC as well', () => {
    const dated = {
      transactions: [item({ date: '2026-01-01', delivered_at: '2026-02-01' })],
      donations: [item({ date: '2026-01-01' })],
    }
    for (const [time_zone, day] of [
      ['America/Toronto', '2026-01-01T05:00:00.000Z'],
      ['UTC', '2026-01-01T00:00:00.000Z'],
      ['Europe/Paris', '2026-01-01T00:00:00.000Z'],
    ] as const) {
      const { transactions, donations } = made(dated, known({ time_zone }))
      assert.deepEqual([transactions[0]?.date, donations[0]?.date], [day, day], time_zone)
      assert.match(transactions[0]?.delivered_at ?? '', /^2026-02-01T0[05]:00/)
    }
  })
})

describe('a change', () => {
  const bundle = made({
    transactions: [item({ date: '2026-01-01T10:00:00Z' }), item({ comment: 'two' })],
    memberships: [item({ end_date: '2026-12-31' })],
    donations: [item({ initial_amount: 1500 })],
  })

  for (const [what, sent] of [
    ['nothing', {}],
    ['an empty list', { transactions: [] }],
    ['an id alone', { transactions: [{ id: 11 }] }],
    [
      'all that was read',
      { transactions: bundle.transactions, donations: bundle.donations, memberships: bundle.memberships },
    ],
    ['the same instant in another spelling', { transactions: [{ id: 11, date: '2026-01-01T12:00:00+02:00' }] }],
  ] as [string, Sent][])
    test(`of ${what} is none`, () => assert.deepEqual(changed(bundle, sent), { bundle, changes: [] }))

  test('of the initial amount counts under both of its names, also in a donation that was read', () => {
    const initial = (fields: Fields) => {
      const [donation] = after(bundle, { donations: [fields] }).donations
      return [donation?.amount, donation?.initial_amount, donation?.amount_initial]
    }
    for (const name of ['initial_amount', 'amount_initial'])
      for (const read of [{ id: 31 }, bundle.donations[0]])
        assert.deepEqual(initial({ ...read, [name]: 1600 }), [1000, 1600, 1600], name)
    assert.deepEqual(initial({ id: 31, amount: 200 }), [200, 1500, 1500])
  })

  const wrong: [what: string, sent: Sent, ...places: string[]][] = [
    [
      'items that the bundle does not have',
      { transactions: [{ id: 11 }, { id: 31 }], memberships: [{ id: 12 }], donations: [{ id: 32 }, { id: 9 }] },
      'transactions.1.id',
      'memberships.0.id',
      'donations.0.id',
      'donations.1.id',
    ],
    [
      'new items without amount and contact',
      { transactions: [{ comment: 'bare' }], memberships: [{ amount: 5 }], donations: [{}] },
      'transactions.0.amount',
      'transactions.0.contact_id',
      'memberships.0.contact_id',
      'donations.0.amount',
      'donations.0.contact_id',
    ],
    ['a start behind the end', { memberships: [{ id: 21, start_date: '2027-01-01' }] }, 'memberships.0.end_date'],
    ['an end before the start', { memberships: [{ id: 21, end_date: '2026-01-01' }] }, 'memberships.0.end_date'],
    [
      'an end before the start, as an instant',
      { memberships: [{ id: 21, start_date: '2026-01-01T00:30:00+02:00', end_date: '2026-01-01T03:29:00+05:00' }] },
      'memberships.0.end_date',
    ],
  ]
  for (const [what, sent, ...places] of wrong)
    test(`to ${what} is refused`, () => assertInvalid(() => changed(bundle, sent), places))
})

describe('references', () => {
  test('say why a contact, a status or a method cannot be named', () => {
    for (const [field, value, words, seen] of [
      ['contact_id', 4, /is not a contact of your space/],
      ['contact_id', 7, /is not a contact of your space/],
      ['contact_id', 8, /was merged into contact 2/],
      ['contact_id', 9, /is not a contact of your space/],
      ['contact_id', 9, /restricted; lift the restriction first/, { sees_restricted: true }],
      ['status_id', 9, /is not a transaction status of your space/],
      ['status_id', 6, /is archived/],
      ['payment_method_kind', 'goat', /payment_method_kind must be one of Card/],
    ] as [string, unknown, RegExp, object?][]) {
      const references = { ...known(), ...seen }
      const record = () => made({ transactions: [item({ [field]: value })] }, references)
      assertInvalid(record, [`transactions.0.${field}`], words)
    }
  })

  test('stay where they were, also when they cannot be chosen any more', () => {
    const full = { ...known(), payment_method_kinds: new Set(['barter']) }
    full.statuses.set(6, { archived: false, kind: 'valid' })
    full.contacts = new Map([...full.contacts, contact(7), contact(9)])
    full.membership_prices.set(9, price('lifetime'))
    full.donation_prices.set(9, price(''))
    const before = made(
      {
        transactions: [item({ contact_id: 7, status_id: 6, payment_method_kind: 'barter' })],
        memberships: [item({ contact_id: 9, membership_price_id: 9 })],
        donations: [item({ contact_id: 7, donation_price_id: 9 })],
      },
      full,
    )
    const back = Object.fromEntries(lists.map(list => [list, before[list].map(one => ({ ...one, comment: 'kept' }))]))
    const next = after(before, back)
    for (const list of lists) assert.deepEqual(next[list], [{ ...before[list][0], comment: 'kept', UpdatedAt: later }])
    const again = { transactions: [{ ...before.transactions[0], id: undefined }] }
    const places = ['contact_id', 'status_id', 'payment_method_kind'].map(field => `transactions.0.${field}`)
    assertInvalid(() => after(before, again), places)
  })
})

describe('a refund or return', () => {
  const paid = made({ transactions: [item({ amount: 6400, date: '2025-12-05T10:00:00Z' }), item()] })
  const back = (fields: Fields) =>
    ({ transaction_id: 11, kind: 'refund', reason: 'x', ...fields }) as unknown as SentReversal
  const take = (bundle: Bundle, reversals: SentReversal[], references = known()) =>
    changed(bundle, { reversals }, references).bundle
  const shown = ({ reversals }: Bundle) => pick(reversals, 'kind', 'amount', 'date', 'transaction_id').map(String)

  test('is refused with what is wrong: the amount, the date, the method, the period', () => {
    const part = take(paid, [back({ amount: 6000 })])
    const closed = known({ open_periods: { '2025': { start: '2025-01-01', end: '2026-01-01', open: false } } })
    for (const kind of ['refund', 'return']) {
      for (const [field, value, words] of [
        ['amount', 401, /^body\.data\.amount must not be more than 400, which is what is left of the payment/],
        ['date', '2025-12-01', /date must not be before the payment, 2025-12-05T10/],
        ['payment_method_kind', 'gold', /payment_method_kind must be one of Card/],
      ] as const)
        assertInvalid(() => take(part, [back({ kind, amount: 1, [field]: value })]), [field], words)
      const late = back({ kind, amount: 1, date: '2025-12-20T10:00:00Z' })
      assertClosed(() => take(part, [late], closed), /^The (refund|return) is dated 2025-12-20, and that/)
      const all = take(part, [back({ kind, amount: 400 })])
      assertInvalid(() => take(all, [back({ amount: 1 })]), ['amount'], /nothing is left of the payment/)
    }
  })

  test('is cancelled once, by its own payment, and a cancellation is not', () => {
    const cancel = (cancels: number, more: Fields = {}) => back({ cancels, ...more })
    const sent = [back({ amount: 900 }), cancel(81)]
    assert.deepEqual(shown(take(paid, sent)), [`refund,900,${later},11`, `refund_cancelled,900,${later},11`])
    const twice = { code: 'conflict', message: /Reversal 81 is cancelled already/ }
    assert.throws(() => take(paid, [...sent, cancel(81)]), twice)
    for (const other of [cancel(1081), cancel(81, { transaction_id: 1011 })])
      assert.throws(() => take(paid, [...sent, other]), { code: 'not_found' })
  })

  test('follows what a change says was refunded or unpaid, dated now, and in a new payment like the payment', () => {
    const parts = { reimbursed_amount: 400, unpaid_amount: 50 }
    const refunded = take(paid, [back({ amount: 1000, date: later })])
    const less = after(refunded, { transactions: [{ id: 11, ...parts }] })
    const expected = [`refund,1000,${later},11`, `refund_cancelled,600,${later},11`, `return,50,${later},11`]
    assert.deepEqual(shown(less), expected)
    const date = '2025-12-05T10:00:00.000Z'
    const fresh = made({ transactions: [item({ date, ...parts })] })
    assert.deepEqual(shown(fresh), [`refund,400,${date},11`, `return,50,${date},11`])
  })
})

describe('a bundle has at least one payment, and at most five hundred items', () => {
  const many = (count: number) => Array.from({ length: count }, () => item())
  test('when it is created and when it is changed', () => {
    for (const sent of [{ transactions: [] }, { transactions: undefined }])
      assertInvalid(() => made(sent as Sent), ['transactions'])
    const full = made({ transactions: many(498), memberships: many(1), donations: many(1) })
    assert.equal(full.transactions.length, 498)
    const sentence = /^body\.data\.transactions would give the bundle more than 500 items/
    for (const sent of [{ transactions: many(499), donations: many(2) }, { transactions: many(501) }])
      assertInvalid(() => made(sent), ['transactions'], sentence)
    for (const list of lists) assertInvalid(() => after(full, { [list]: many(1) }), ['transactions'], sentence)
    const refund = { transactions: [{ id: 11, reimbursed_amount: 1 }] }
    assertInvalid(() => after(full, refund), ['transactions'], sentence)
  })
})
