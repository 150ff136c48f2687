import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  amountOfItem,
  correctableItems,
  correctionOf,
  draftOf,
  pathsOf,
  restAfter,
} from './src/money/transaction_bundles/correction.ts'
import { isOwed, reversalDate, reversedOf } from './src/money/transaction_bundles/reversals.ts'
import type { Payment } from './src/money/transaction_bundles/search_params.ts'

const [rosa, malik] = [11, 12]
const date = '2026-03-05T10:00:00.000Z'
const common = { contact_id: rosa, currency: 'EUR' }

interface Parts {
  transactions?: object[]
  memberships?: object[]
  donations?: object[]
  reversals?: object[]
}

// Only the fields that corrections and reversals read.
const aPayment = ({ transactions = [{}], memberships = [], donations = [], reversals = [] }: Parts) =>
  ({
    id: 1,
    transactions: transactions.map((fields, index) => ({
      ...{ id: 20 + index, ...common, date, amount: 8000, payment_method_kind: 'cheque' },
      ...{ reimbursed_amount: 0, unpaid_amount: 0, ...fields },
    })),
    memberships: memberships.map((fields, index) => ({
      ...{ id: 30 + index, ...common, start_date: date, end_date: null },
      ...fields,
    })),
    donations: donations.map((fields, index) => ({ id: 40 + index, ...common, date, ...fields })),
    reversals: reversals.map((fields, index) => ({ id: 50 + index, transaction_id: 20, cancels: null, ...fields })),
  }) as unknown as Payment

const amounts = (amount: number) => ({ amount, amount_initial: amount })

function correct(payment: Payment, change: object) {
  const [transaction] = payment.transactions
  assert.ok(transaction)
  const draft = { ...draftOf(transaction), reason: ' Swapped digits ', ...change }
  return { ...correctionOf(payment, transaction, draft), rest: restAfter(payment, transaction, draft) }
}

describe('a correction', () => {
  const both = aPayment({ memberships: [amounts(2400)], donations: [amounts(5600)] })

  test('sends only what differs, with its reason, and can be undone', () => {
    const { change, undo, rest } = correct(both, { amount: 9000, items: { 'donations 40': 6600 } })
    assert.deepEqual(change, {
      transactions: [{ id: 20, amount: 9000 }],
      donations: [{ id: 40, ...amounts(6600) }],
      memberships: [],
      reason: 'Swapped digits',
    })
    assert.deepEqual(undo, {
      transactions: [{ id: 20, amount: 8000 }],
      donations: [{ id: 40, ...amounts(5600) }],
      memberships: [],
    })
    assert.equal(rest, 0)
    assert.equal(correct(both, {}).change, undefined)
  })

  test('shows what is left to allocate, or what is too much', () => {
    assert.equal(correct(both, { amount: 9000 }).rest, 1000)
    assert.equal(correct(both, { amount: 7000 }).rest, -1000)
  })

  test('moves items of the payer to another payer, and leaves those of other people', () => {
    const payment = aPayment({ memberships: [amounts(2400), { ...amounts(2400), contact_id: 99 }] })
    const { change } = correct(payment, { contact: malik })
    assert.deepEqual(change?.transactions, [{ id: 20, contact_id: malik }])
    assert.deepEqual(change?.memberships, [{ id: 30, contact_id: malik }])
  })

  test('moves donations of the day to another day; memberships keep their term', () => {
    const payment = aPayment({
      memberships: [amounts(2400)],
      donations: [amounts(5000), { ...amounts(600), date: '2026-01-01T00:00:00.000Z' }],
    })
    const { change } = correct(payment, { day: '2026-03-15' })
    assert.deepEqual(change?.transactions, [{ id: 20, date: '2026-03-15' }])
    assert.deepEqual(change?.donations, [{ id: 40, date: '2026-03-15' }])
    assert.deepEqual(change?.memberships, [])
  })

  test('changes the days of a term that differ, and undoes them to the moment', () => {
    const end_date = '2026-12-31T23:59:59.999Z'
    const payment = aPayment({
      memberships: [
        { ...amounts(8000), end_date },
        { ...amounts(0), end_date: null },
      ],
    })
    const { change, undo } = correct(payment, {
      terms: { 30: { start: '2026-03-05', end: '2027-08-31' }, 31: { start: '2026-04-01', end: '' } },
    })
    assert.deepEqual(change?.memberships, [
      { id: 30, end_date: '2027-08-31' },
      { id: 31, start_date: '2026-04-01' },
    ])
    assert.deepEqual(undo?.memberships, [
      { id: 30, end_date },
      { id: 31, start_date: date },
    ])
    assert.deepEqual(pathsOf(change)['memberships 31 start_date'], 'memberships.1.start_date')
    assert.equal(correct(payment, { terms: { 30: { end: '2026-12-31' } } }).change, undefined)
  })

  test('lets the only item follow the amount, until it is typed itself', () => {
    const payment = aPayment({ donations: [amounts(8000)] })
    assert.deepEqual(correct(payment, { amount: 6400 }).change?.donations, [{ id: 40, ...amounts(6400) }])
    const typed = correct(payment, { amount: 6400, items: { 'donations 40': 5000 } })
    assert.deepEqual([typed.change?.donations, typed.rest], [[{ id: 40, ...amounts(5000) }], 1400])
  })

  test('leaves amounts in another currency alone', () => {
    const payment = aPayment({ donations: [{ ...amounts(900), currency: 'CHF' }, amounts(8000)] })
    const [transaction] = payment.transactions
    assert.ok(transaction)
    const items = correctableItems(payment, transaction)
    assert.deepEqual(
      items.map(one => [one.item.id, amountOfItem(payment, transaction, draftOf(transaction), one)]),
      [[41, 8000]],
    )
  })
})

describe('a payment', () => {
  const [valid, pending, unpaid] = [1, 2, 3]
  const statuses = [
    { id: valid, kind: 'valid' },
    { id: pending, kind: 'pending' },
    { id: unpaid, kind: 'unpaid' },
  ]
  const refunded = (amount: number) => ({ reimbursed_amount: amount })
  const returned = (amount: number) => ({
    transactions: [{ unpaid_amount: amount }],
    reversals: [{ kind: 'return', amount }],
  })
  const part = (what: string, ...kept: [currency: string, amount: bigint][]) => ({ what, whole: false, kept })
  const whole = (what: string) => ({ what, whole: true, kept: [] })
  const both = { transactions: [{ reimbursed_amount: 5000, unpaid_amount: 3000 }] }
  const cancelled = [
    { kind: 'return', amount: 600 },
    { kind: 'return_cancelled', amount: 600, cancels: 50 },
  ]
  const cases: [string, Parts, object | undefined][] = [
    ['without a reversal', {}, undefined],
    ['partly refunded', { transactions: [refunded(1600)] }, part('refunded', ['EUR', 6400n])],
    ['refunded', { transactions: [refunded(8000)] }, whole('refunded')],
    ['partly returned', returned(600), part('returned', ['EUR', 7400n])],
    ['returned', returned(8000), whole('returned')],
    ['unpaid and never returned by the bank', { transactions: [{ unpaid_amount: 8000 }] }, undefined],
    ['with a return that was cancelled', { reversals: cancelled }, undefined],
    [
      'refunded and returned',
      { ...both, reversals: [{ kind: 'return', amount: 3000 }] },
      whole('refunded_and_returned'),
    ],
    ['of two transactions, one refunded', { transactions: [refunded(8000), {}] }, part('refunded', ['EUR', 8000n])],
    [
      'refunded in one currency and kept in another',
      { transactions: [refunded(8000), { currency: 'CHF' }] },
      part('refunded', ['CHF', 8000n]),
    ],
    [
      'refunded in its second currency',
      { transactions: [{}, { currency: 'CHF', ...refunded(3000) }] },
      part('refunded', ['CHF', 5000n], ['EUR', 8000n]),
    ],
    [
      'refunded of one cheque while another is awaited',
      { transactions: [{ status_id: valid, ...refunded(1600) }, { status_id: pending }] },
      part('refunded', ['EUR', 6400n]),
    ],
    [
      'refunded of all that came in while the rest is awaited',
      { transactions: [refunded(8000), { status_id: pending, currency: 'CHF' }] },
      part('refunded'),
    ],
    [
      'refunded of all that came in while the rest was never paid',
      { transactions: [refunded(8000), { status_id: unpaid }] },
      whole('refunded'),
    ],
    [
      'refunded in part before it counted as unpaid',
      { transactions: [{ status_id: unpaid, ...refunded(1600) }] },
      part('refunded'),
    ],
    [
      'received in one currency and never paid in another',
      { transactions: [{ ...refunded(1600) }, { status_id: unpaid, currency: 'CHF' }] },
      part('refunded', ['EUR', 6400n]),
    ],
  ]
  for (const [name, parts, expected] of cases)
    test(`${name} is told as such`, () => assert.deepEqual(reversedOf(aPayment(parts), statuses), expected))

  test('is owed while it is unpaid, also after the bank returned it', () => {
    const owedAs = (status_id: number) =>
      isOwed(aPayment({ ...returned(8000), transactions: [{ status_id }] }), statuses)
    assert.deepEqual([valid, pending, unpaid].map(owedAs), [false, false, true])
  })

  test('is not refunded before its time on its own day', () => {
    const [transaction] = aPayment({}).transactions
    assert.ok(transaction)
    assert.equal(reversalDate('2026-03-05', transaction), date)
    assert.equal(reversalDate('2026-03-06', transaction), '2026-03-06')
  })
})
