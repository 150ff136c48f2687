import assert from 'node:assert/strict'
import { test } from 'node:test'
import { after, changed, type Fields, item, known, made, type Sent } from '../../../test/bundle_rules.ts'
import type { SentReversal } from '../../transaction_bundles/reversals.ts'
import type { Bundle } from '../document.ts'
import { ledgerRules } from './accounts.ts'
import { postingsOf } from './postings.ts'

// What a bundle means in the ledger, without a database. ledger.test.ts shows that it is booked.

const kinds = ['valid', 'pending', 'unpaid', 'bank_error', 'cancel']
const references = known({ currency: 'EUR', default_status_id: 100 })
for (const [index, kind] of kinds.entries()) references.statuses.set(100 + index, { archived: false, kind })
const statusOf = (kind: string) => ({ status_id: 100 + kinds.indexOf(kind) })
const rules = ledgerRules({ preset: 'generic' })
const posting = {
  rules,
  time_zone: 'UTC',
  kindOf: (id: number | null) => references.statuses.get(id ?? 0)?.kind ?? '',
}

/** The postings in short: day, accounts with the ids of people, amount. */
const posted = (bundle: Bundle | null) =>
  postingsOf(bundle, posting).map(one => {
    const side = (account: string, person: number | null) => (person === null ? account : `${account} of ${person}`)
    const debit = side(one.debit_account, one.debit_contact_id)
    const credit = side(one.credit_account, one.credit_contact_id)
    return `${one.event_date.slice(5)} ${debit} → ${credit} ${one.amount} ${one.currency}`
  })

const record = (sent: Sent) => made(sent, references)
const paidOn = (day: string, fields: Fields = {}) => item({ date: `2026-${day}T10:00:00Z`, ...fields })
const reversed = (bundle: Bundle, ...sent: { date: string; transaction_id: number; [field: string]: unknown }[]) => {
  const reversals = sent.map(
    one => ({ reason: 'x', ...one, date: `2026-${one.date}T10:00:00Z` }) as unknown as SentReversal,
  )
  return changed(bundle, { reversals }, references).bundle
}
const back = (kind: 'refund' | 'return', amount: number, date: string, transaction_id = 11) =>
  ({ kind, amount, date, transaction_id }) as const
const cancelled = (cancels: number, date: string) => ({ cancels, date, transaction_id: 11 })

const day = '01-10'
const gift = { transactions: [paidOn(day)], donations: [item()] }
const given = [`${day} 1200 of 1 → 4100 1000 EUR`, `${day} 1000 → 1200 of 1 1000 EUR`]
const dues = record({ transactions: [paidOn(day, { amount: 10_000 })], memberships: [item({ amount: 8000 })] })
const too_much = [`${day} 1200 of 1 → 4000 8000 EUR`, `${day} 1000 → 1200 of 1 10000 EUR`]

const cases: [what: string, bundle: Bundle | null, expected: string[]][] = [
  ['a deleted payment', null, []],
  ...['pending', 'unpaid', 'bank_error', 'cancel'].map((kind): [string, Bundle, string[]] => {
    return [`a payment that is ${kind}`, record({ ...gift, transactions: [paidOn(day, statusOf(kind))] }), []]
  }),
  ['money that never came', record({ ...gift, transactions: [paidOn(day, { unpaid_amount: 1000 })] }), []],
  [
    'a pending payment that comes in',
    after(record({ ...gift, transactions: [paidOn(day, statusOf('pending'))] }), {
      transactions: [{ id: 11, status_id: null }],
    }),
    given,
  ],
  [
    'instalments, which pay once for what they are for, with the first',
    record({ transactions: ['03-15', '01-15', '02-15'].map(on => paidOn(on)), memberships: [item({ amount: 3000 })] }),
    ['01-15 1200 of 1 → 4000 3000 EUR', ...['01-15', '02-15', '03-15'].map(on => `${on} 1000 → 1200 of 1 1000 EUR`)],
  ],
  [
    'what others pay for: those who pay for themselves first, then the others in order',
    record({
      transactions: [paidOn(day, { amount: 5000 }), paidOn(day, { amount: 3000, contact_id: 2 })],
      memberships: [item({ amount: 6000, contact_id: 2 })],
      donations: [item({ amount: 1000 }), item({ amount: 1000, contact_id: 2 })],
    }),
    [
      `${day} 1200 of 2 → 4000 3000 EUR`,
      `${day} 1200 of 1 → 4000 3000 EUR`,
      `${day} 1200 of 1 → 4100 1000 EUR`,
      `${day} 1200 of 1 → 4100 1000 EUR`,
      `${day} 1000 → 1200 of 1 5000 EUR`,
      `${day} 1000 → 1200 of 2 3000 EUR`,
    ],
  ],
  [
    'what is owed, as the balance of the person who paid',
    record({ transactions: [paidOn(day, { amount: 100 })], donations: [item({ amount: 350, contact_id: 2 })] }),
    [`${day} 1200 of 1 → 4100 350 EUR`, `${day} 1000 → 1200 of 1 100 EUR`],
  ],
  [
    'a return, which the person owes again, and its cancellation',
    reversed(record(gift), back('return', 1000, '01-20'), cancelled(81, '01-25')),
    [...given, '01-20 1200 of 1 → 1000 1000 EUR', '01-25 1000 → 1200 of 1 1000 EUR'],
  ],
  [
    'refunds of what was paid too much, the rest as an expense, and a cancellation, which takes back the expense first',
    reversed(dues, back('refund', 1500, '01-20'), back('refund', 700, '01-21'), cancelled(81, '01-22')),
    [
      ...too_much,
      '01-20 1200 of 1 → 1000 1500 EUR',
      '01-21 1200 of 1 → 1000 500 EUR',
      '01-21 4900 → 1000 200 EUR',
      '01-22 1000 → 1200 of 1 1300 EUR',
      '01-22 1000 → 4900 200 EUR',
    ],
  ],
  [
    'a refund of a payment for nothing',
    reversed(record({ transactions: [paidOn(day, { amount: 900 })] }), back('refund', 900, '01-20')),
    [`${day} 1000 → 1200 of 1 900 EUR`, '01-20 1200 of 1 → 1000 900 EUR'],
  ],
  [
    'a refund of a payment that took the place of one that was returned',
    reversed(
      record({ transactions: [paidOn(day), paidOn('02-10')], donations: [item()] }),
      back('return', 1000, '01-20'),
      back('refund', 300, '02-20', 1011),
    ),
    [...given, '01-20 1200 of 1 → 1000 1000 EUR', '02-10 1000 → 1200 of 1 1000 EUR', '02-20 4900 → 1000 300 EUR'],
  ],
  [
    'two currencies, each by itself',
    record({
      transactions: [paidOn(day, { currency: 'chf' }), paidOn(day, { amount: 400 })],
      donations: [item({ currency: 'chf' }), item({ amount: 400 })],
    }),
    [
      `${day} 1200 of 1 → 4100 1000 CHF`,
      `${day} 1200 of 1 → 4100 400 EUR`,
      `${day} 1000 → 1200 of 1 1000 CHF`,
      `${day} 1000 → 1200 of 1 400 EUR`,
    ],
  ],
]
for (const [what, bundle, expected] of cases)
  test(`the ledger books ${what}`, () => assert.deepEqual(posted(bundle), expected))
