import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { changed, type Fields, item, known, made, type Sent } from '../../test/bundle_rules.ts'
import type { SentReversal } from '../transaction_bundles/reversals.ts'
import type { Bundle } from './document.ts'
import { filledMovements, receiptsOf } from './received.ts'

// What memberships and donations received of the money of their bundle, without a database.

const kinds = ['valid', 'pending', 'unpaid', 'bank_error', 'cancel']
const references = known({ currency: 'EUR', default_status_id: 100 })
for (const [index, kind] of kinds.entries()) references.statuses.set(100 + index, { archived: false, kind })
const statusOf = (kind: string) => ({ status_id: 100 + kinds.indexOf(kind) })
const kindOf = (id: number | null) => references.statuses.get(id ?? 0)?.kind ?? ''

const paidOn = (day: string, amount: number, fields: Fields = {}) =>
  item({ amount, date: `2026-${day}T10:00:00.000Z`, ...fields })
const dues = (amount: number, fields: Fields = {}) => item({ amount, ...fields })
const record = (sent: Sent) => made(sent, references)
const reversed = (bundle: Bundle, ...sent: [kind: 'refund' | 'return' | number, amount: number, day: string][]) => {
  const reversals = sent.map(([kind, amount, day]): SentReversal => {
    const own = { transaction_id: 11, date: `2026-${day}T10:00:00.000Z`, reason: 'x' }
    return typeof kind === 'number' ? { ...own, cancels: kind } : { ...own, kind, amount }
  })
  return changed(bundle, { reversals }, references).bundle
}

/** What each item received, with the day since when it is paid. */
const received = (bundle: Bundle) =>
  [...receiptsOf(bundle, kindOf).values()].map(({ received_amount, received_at }) =>
    received_at ? `${received_amount} on ${received_at.slice(5, 10)}` : String(received_amount),
  )

const member = (status: string, amount = 2500) =>
  record({
    transactions: [paidOn('01-10', amount, statusOf(status))],
    memberships: [dues(2500)],
    donations: [dues(500)],
  })

const cases: [what: string, bundle: Bundle, expected: string[]][] = [
  ['a payment fills the membership first', member('valid', 2600), ['2500 on 01-10', '100 on 01-10']],
  ['and the donation with the rest', member('valid', 3000), ['2500 on 01-10', '500 on 01-10']],
  ['a part does not pay a membership', member('valid', 2499), ['2499', '0']],
  ...['pending', 'unpaid', 'bank_error'].map((kind): [string, Bundle, string[]] => [
    `a payment that is ${kind} fills nothing`,
    member(kind, 3000),
    ['0', '0'],
  ]),
  ['a cancelled payment does not count at all', member('cancel', 3000), []],
  [
    'instalments pay with the last one that is needed',
    record({
      transactions: ['03-15', '01-15', '02-15'].map(day => paidOn(day, 1000)),
      memberships: [dues(2500)],
      donations: [dues(500)],
    }),
    ['2500 on 03-15', '500 on 03-15'],
  ],
  [
    'a refund takes the donation first',
    reversed(member('valid', 3000), ['refund', 500, '02-01']),
    ['2500 on 01-10', '0'],
  ],
  ['and then the membership', reversed(member('valid', 3000), ['refund', 501, '02-01']), ['2499', '0']],
  ['a return of the whole leaves nothing', reversed(member('valid', 3000), ['return', 3000, '02-01']), ['0', '0']],
  [
    'a return that is cancelled pays again, from then on',
    reversed(member('valid', 3000), ['return', 3000, '02-01'], [81, 3000, '02-03']),
    ['2500 on 02-03', '500 on 02-03'],
  ],
  [
    'memberships in their order',
    record({ transactions: [paidOn('01-10', 3000)], memberships: [dues(2000), dues(2000, { contact_id: 2 })] }),
    ['2000 on 01-10', '1000'],
  ],
  [
    'each currency by itself, in any case',
    record({
      transactions: [paidOn('01-10', 2000, { currency: 'chf' })],
      memberships: [dues(2000), dues(500, { currency: 'CHF' })],
    }),
    ['0', '500 on 01-10'],
  ],
  [
    'a membership that costs nothing is paid, a gift of nothing is none',
    record({
      transactions: [paidOn('01-10', 2000, statusOf('pending'))],
      memberships: [dues(0)],
      donations: [dues(0)],
    }),
    ['0 on 01-10', '0'],
  ],
  [
    'a cancelled payment beside a valid one',
    record({
      transactions: [paidOn('01-10', 2000, statusOf('cancel')), paidOn('01-12', 2000)],
      memberships: [dues(2000)],
    }),
    ['2000 on 01-12'],
  ],
]

describe('what memberships and donations received', () => {
  for (const [what, bundle, expected] of cases) test(what, () => assert.deepEqual(received(bundle), expected))

  test('is what statistics count on the days on which it came and went', () => {
    const bundle = reversed(member('valid', 3000), ['refund', 1000, '02-01'], [81, 1000, '02-03'])
    const days = filledMovements(bundle, kindOf).map(one => [
      one.date.slice(5, 10),
      Number(one.net),
      Number(one.memberships),
      Number(one.donations),
    ])
    assert.deepEqual(days, [
      ['01-10', 3000, 2500, 500],
      ['02-01', -1000, -500, -500],
      ['02-03', 1000, 500, 500],
    ])
  })
})

const amount = fc.nat(50)
const currency = fc.constantFrom('EUR', 'eur', 'CHF')
const part = fc.record({ amount, currency, contact_id: fc.constant(1) })
const day = fc.integer({ min: 1, max: 28 }).map(number => `2026-01-${String(number).padStart(2, '0')}T10:00:00.000Z`)
const transaction = fc
  .record({ amount, currency, date: day, kind: fc.constantFrom(...kinds), shares: fc.array(amount, { maxLength: 3 }) })
  .map(({ kind, shares, ...rest }) => ({ sent: { ...rest, contact_id: 1, ...statusOf(kind) }, shares }))

test('is never more than was received, and all of it where that is enough', () => {
  const bundles = fc.record({
    transactions: fc.array(transaction, { minLength: 1, maxLength: 4 }),
    memberships: fc.array(part, { maxLength: 3 }),
    donations: fc.array(part, { maxLength: 3 }),
  })
  fc.assert(
    fc.property(bundles, ({ transactions, memberships, donations }) => {
      let bundle = record({ transactions: transactions.map(({ sent }) => sent), memberships, donations })
      for (const [index, { shares }] of transactions.entries())
        for (const share of shares) {
          const { id, amount, date, reimbursed_amount: gone } = bundle.transactions[index] ?? assert.fail()
          const back: SentReversal = {
            transaction_id: id,
            kind: 'refund',
            amount: Math.min(share, amount - gone),
            date,
            reason: '',
          }
          if (back.amount > 0) bundle = changed(bundle, { reversals: [back] }, references).bundle
        }
      const receipts = receiptsOf(bundle, kindOf)
      const movements = filledMovements(bundle, kindOf)
      for (const one of ['EUR', 'CHF']) {
        const isOne = (sent: { currency: string }) => sent.currency.toUpperCase() === one
        const kept = bundle.transactions
          .filter(sent => isOne(sent) && kindOf(sent.status_id) === 'valid')
          .reduce((sum, { amount, reimbursed_amount }) => sum + amount - reimbursed_amount, 0)
        const items = [...bundle.memberships.filter(isOne), ...bundle.donations.filter(isOne)]
        const cost = items.reduce((sum, { amount }) => sum + amount, 0)
        const counts = receipts.size > 0 ? Math.min(kept, cost) : 0
        const filled = [...bundle.memberships, ...bundle.donations]
          .map((sent, index) => (isOne(sent) ? ([...receipts.values()][index]?.received_amount ?? 0) : 0))
          .reduce((sum, amount) => sum + amount, 0)
        assert.equal(filled, counts)
        const own = movements.filter(({ currency }) => currency === one)
        assert.equal(
          own.reduce((sum, { memberships, donations }) => sum + Number(memberships + donations), 0),
          counts,
        )
      }
    }),
    { numRuns: 200 },
  )
})
