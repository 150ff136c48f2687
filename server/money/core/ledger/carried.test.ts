import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type LedgerRules, ledgerRules, type StoredLedgerSettings } from './accounts.ts'
import { beginningsOf, carriedForward, openYears, sumsBefore, type YearSum } from './carried.ts'

// What opens an accounting year, without a database. ../../ledger/carried.test.ts shows that it is booked.

const generic = ledgerRules({ preset: 'generic' })
const french = ledgerRules({ preset: 'fr_association' })

/** What a year brought to an account, such as `2025 1000 500` or `2025 1200/7 -500 CHF`. */
function sum(text: string): YearSum {
  const [year, place = '', amount = '', currency = 'EUR'] = text.split(' ')
  const [account = '', contact] = place.split('/')
  return { year: Number(year), account, contact_id: contact ? Number(contact) : null, currency, amount: BigInt(amount) }
}

/** The entries in short: day, debit, credit, amount, and whose year it is. */
const told = (sums: string[], year: number, rules: LedgerRules) =>
  carriedForward(sums.map(sum), year, rules).map(entry => {
    const { date, kind, item_id, debit_account, debit_contact_id, credit_account, credit_contact_id } = entry
    const side = (account: string, person: number | null) => (person === null ? account : `${account}/${person}`)
    const sides = `${side(debit_account, debit_contact_id)} → ${side(credit_account, credit_contact_id)}`
    return `${date} ${sides} ${entry.amount} ${entry.currency} ${kind} ${item_id}`
  })

const cases: [what: string, sums: string[], expected: string[], stored?: Partial<StoredLedgerSettings>][] = [
  ['nothing', [], []],
  [
    'accounts that came to zero',
    ['2024 1000 500', '2024 4100 -500', '2025 1000 -500', '2025 4100 500'],
    ['2026-01-01 3000 → 3100 500 EUR carried_forward 2026', '2026-01-01 3100 → 3000 500 EUR result 2025'],
  ],
  [
    'a surplus',
    ['2025 1000 500', '2025 4100 -500'],
    ['2026-01-01 1000 → 3000 500 EUR carried_forward 2026', '2026-01-01 3000 → 3100 500 EUR result 2025'],
  ],
  [
    'a deficit, on its own account',
    ['2025 512000 -30', '2025 627000 30'],
    ['2026-01-01 890000 → 512000 30 EUR carried_forward 2026', '2026-01-01 129000 → 890000 30 EUR result 2025'],
    { preset: 'fr_association' },
  ],
  [
    'a surplus after a deficit',
    ['2024 512000 -30', '2024 627000 30', '2025 512000 80', '2025 756100 -80'],
    [
      '2026-01-01 129000 → 890000 30 EUR carried_forward 2026',
      '2026-01-01 512000 → 890000 50 EUR carried_forward 2026',
      '2026-01-01 890000 → 120000 80 EUR result 2025',
    ],
    { preset: 'fr_association' },
  ],
  [
    'two currencies',
    ['2025 1000 500', '2025 4100 -500', '2025 1000 7 CHF', '2025 4100 -7 CHF'],
    [
      '2026-01-01 1000 → 3000 7 CHF carried_forward 2026',
      '2026-01-01 1000 → 3000 500 EUR carried_forward 2026',
      '2026-01-01 3000 → 3100 7 CHF result 2025',
      '2026-01-01 3000 → 3100 500 EUR result 2025',
    ],
  ],
  [
    'people, each apart',
    ['2025 1200/7 500', '2025 1200/8 -300', '2025 1200/9 0', '2025 1000 -200'],
    [
      '2026-01-01 3000 → 1000 200 EUR carried_forward 2026',
      '2026-01-01 1200/7 → 3000 500 EUR carried_forward 2026',
      '2026-01-01 3000 → 1200/8 300 EUR carried_forward 2026',
    ],
  ],
  [
    'opening balances of the year before',
    ['2025 1000 900', '2025 2000 -900', '2025 3000 0'],
    ['2026-01-01 1000 → 3000 900 EUR carried_forward 2026', '2026-01-01 3000 → 2000 900 EUR carried_forward 2026'],
  ],
  [
    'an accounting year from September',
    ['2025 1000 500', '2025 4100 -500'],
    ['2025-09-01 1000 → 3000 500 EUR carried_forward 2026', '2025-09-01 3000 → 3100 500 EUR result 2025'],
    { year_end: '08-31' },
  ],
  [
    'money on an account of another class, and income on one of the balance sheet',
    ['2025 5120 500', '2025 2500 -500'],
    ['2026-01-01 5120 → 3000 500 EUR carried_forward 2026', '2026-01-01 3000 → 3100 500 EUR result 2025'],
    { methods: { card: '5120' }, accounts: { donations: '2500' } },
  ],
  [
    'gifts that are held for others',
    ['2025 512000 500', '2025 467000 -500'],
    [
      '2026-01-01 890000 → 467000 500 EUR carried_forward 2026',
      '2026-01-01 512000 → 890000 500 EUR carried_forward 2026',
    ],
    { preset: 'fr_association', donation_prices: { 1: '467000' } },
  ],
]

describe('a year opens with', () => {
  for (const [what, sums, expected, stored] of cases)
    test(what, () => {
      assert.deepEqual(told(sums, 2026, ledgerRules({ preset: 'generic', ...stored })), expected)
    })

  test('a balance that is more than an entry can have, in parts', () => {
    const most = Number.MAX_SAFE_INTEGER
    const amounts = carriedForward([sum(`2025 1000 ${BigInt(most) + 5n}`)], 2026, generic).map(({ amount }) => amount)
    assert.deepEqual(amounts, [most, 5])
  })
})

const account = fc.constantFrom('512000', '411000/1', '411000/2', '530000', '754110', '627000', '890000')
const amount = fc.integer({ min: -1000, max: 1000 })
const movement = fc.record({ year: fc.integer({ min: 2022, max: 2025 }), debit: account, credit: account, amount })

test('what opens a year is balanced, has what each account had, and is the same if earlier years were carried forward one by one', () => {
  fc.assert(
    fc.property(fc.array(movement, { maxLength: 12 }), movements => {
      const sums = movements.flatMap(({ year, debit, credit, amount }) => [
        sum(`${year} ${debit} ${amount}`),
        sum(`${year} ${credit} ${-amount}`),
      ])
      const at_once = carriedForward(sums, 2026, french)
      let opened: YearSum[] = []
      for (const year of [2023, 2024, 2025, 2026]) {
        const before = [...opened, ...sums.filter(one => one.year === year - 1)]
        const entries = carriedForward(before, year, french)
        if (year === 2026) assert.deepEqual(entries, at_once)
        opened = asSums(entries, year)
      }
      assert.equal(balanceOf(opened, '890000'), 0n)
      for (const name of ['512000', '411000', '530000']) assert.equal(balanceOf(opened, name), balanceOf(sums, name))
      const spent = ['754110', '627000', '890000'].map(name => balanceOf(sums, name))
      const result = balanceOf(opened, '120000') + balanceOf(opened, '129000')
      assert.equal(
        result,
        spent.reduce((total, one) => total + one, 0n),
      )
    }),
  )
})

const balanceOf = (sums: YearSum[], account: string) =>
  sums.filter(one => one.account === account).reduce((total, one) => total + one.amount, 0n)

/** What the entries that open a year bring to it. */
const asSums = (entries: ReturnType<typeof carriedForward>, year: number): YearSum[] =>
  entries.flatMap(({ currency, amount, ...entry }) => [
    { year, currency, account: entry.debit_account, contact_id: entry.debit_contact_id, amount: BigInt(amount) },
    { year, currency, account: entry.credit_account, contact_id: entry.credit_contact_id, amount: -BigInt(amount) },
  ])

describe('balances begin anew', () => {
  const openings = [
    { currency: 'EUR', day: '2023-01-01', by_hand: true },
    { currency: 'CHF', day: '2024-01-01', by_hand: false },
    { currency: 'EUR', day: '2025-01-01', by_hand: true },
  ]

  test('with opening balances by hand in their currency, and with fixed entries in all', () => {
    assert.deepEqual(beginningsOf(openings, 'EUR'), ['2023-01-01', '2024-01-01', '2025-01-01'])
    assert.deepEqual(beginningsOf(openings, 'CHF'), ['2024-01-01'])
  })

  test('so that a year opens with what came since, and with nothing where it has opening balances by hand', () => {
    const sums = [2022, 2023, 2024, 2025].flatMap(year => [
      sum(`${year} 1000 ${year}`),
      sum(`${year} 1000 ${year} CHF`),
    ])
    const opened = (year: number) => sumsBefore(sums, year, generic, openings).map(one => `${one.year} ${one.currency}`)
    assert.deepEqual(opened(2023), ['2022 CHF'])
    assert.deepEqual(opened(2024), [])
    assert.deepEqual(opened(2025), ['2024 CHF'])
    assert.deepEqual(opened(2026), ['2025 EUR', '2024 CHF', '2025 CHF'])
  })
})

test('entries are drawn up for the years after the first that are not validated to their end', () => {
  const years = (first_day: string, validated_until: string | null, until: string) =>
    openYears(generic, { first_day, validated_until, until })
  assert.deepEqual(years('2024-05-05', null, '2026-02-02'), [2025, 2026])
  assert.deepEqual(years('2024-05-05', '2025-12-30', '2026-02-02'), [2025, 2026])
  assert.deepEqual(years('2024-05-05', '2025-12-31', '2026-02-02'), [2026])
  assert.deepEqual(years('2026-01-01', null, '2026-02-02'), [])
})
