import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { accountingYear, addDays, firstDayOf, lastDayOf, month_ends } from './src/money/ledger/accounting_years.ts'
import { filtersOf, parseLedgerSearch } from './src/money/ledger/search_params.ts'
import { type AccountValues, changeOf, wrongFields } from './src/money/ledger/settings/account_values.ts'
import { rowsOf, totalsOf } from './src/money/ledger/settings/opening_rows.ts'
import { nextPeriod } from './src/money/transaction_settings/next_period.ts'

const settings = {
  preset: 'fr_association' as const,
  siren: '',
  year_end: '12-31',
  accounts: {
    people: '411000',
    money: '512000',
    memberships: '756100',
    donations: '754110',
    refunds: '658000',
    waiting: '511000',
    fees: '627000',
    opening: '890000',
    surplus: '120000',
    deficit: '129000',
  },
  methods: { cheque: '511200', cash: '530000' },
  membership_prices: {},
  donation_prices: {},
  labels: { '411000': 'Adhérents', '512000': 'Banques' },
}
const stored = { ...settings, validated_until: null, opening_year: null, posted: true }
const values = (change: Partial<AccountValues> = {}): AccountValues => ({ ...settings, ...change })

describe('accounting years', () => {
  test('contain each of their days, and follow each other without a gap', () => {
    const days = fc.integer({ min: 0, max: 80_000 }).map(count => addDays('1900-01-01', count))
    fc.assert(
      fc.property(fc.constantFrom(...month_ends, '09-15'), days, (year_end, day) => {
        const year = accountingYear(year_end, day)
        assert.ok(firstDayOf(year_end, year) <= day && day <= lastDayOf(year_end, year))
        assert.equal(addDays(lastDayOf(year_end, year), 1), firstDayOf(year_end, year + 1))
      }),
    )
  })

  test('that end in February end on its last day', () => {
    assert.deepEqual([lastDayOf('02-29', 2024), lastDayOf('02-29', 2026)], ['2024-02-29', '2026-02-28'])
  })
})

describe('the address of the ledger', () => {
  const calendar = { today: '2026-11-17', year_end: '06-30' }

  test('shows the current accounting year, a year, all years or other days', () => {
    const spanOf = (search: Record<string, unknown>) => filtersOf(parseLedgerSearch(search), calendar)
    assert.deepEqual(spanOf({}), { from: '2026-07-01', to: '2027-06-30' })
    assert.deepEqual(spanOf({ year: 2026 }), { from: '2025-07-01', to: '2026-06-30' })
    assert.deepEqual(spanOf({ year: 'all' }), {})
    assert.deepEqual(spanOf({ year: 2026, from: '2026-01-01' }), { from: '2026-01-01' })
  })

  test('keeps accounts as text and drops what is wrong', () => {
    const wrong = { year: 'x', from: 'today', journal: 'cash', state: 'open', open: -1 }
    assert.deepEqual(filtersOf(parseLedgerSearch({ ...wrong, account: 512000, year: 'all' }), calendar), {
      account: '512000',
    })
    assert.deepEqual(filtersOf(parseLedgerSearch(wrong), calendar), filtersOf({}, calendar))
  })
})

describe('the settings of the ledger', () => {
  test('are sent as far as they changed', () => {
    assert.deepEqual(changeOf(values(), stored), {})
    assert.deepEqual(changeOf(values({ siren: '123456789' }), stored), { siren: '123456789' })
    const methods = { cash: '530000', cheque: '', card: '512100' }
    assert.deepEqual(changeOf(values({ methods }), stored), { methods: { cash: '530000', card: '512100' } })
  })

  test('do not send the accounts of the former preset with a new one', () => {
    const methods = { cash: '531000' }
    assert.deepEqual(changeOf(values({ preset: 'generic', methods }), stored), { preset: 'generic' })
  })

  test('name the fields with a wrong account', () => {
    assert.deepEqual(wrongFields(values()), [])
    const accounts = { ...settings.accounts, money: '', refunds: '65-8' }
    const methods = { cheque: '', cash: '53' }
    assert.deepEqual(wrongFields(values({ siren: '12', accounts, methods })), [
      'siren',
      'accounts.money',
      'accounts.refunds',
      'methods.cash',
    ])
    const outside = { ...values(), methods: { cheque: '912', cash: '058', card: '891' } }
    assert.deepEqual(wrongFields(outside), ['methods.cheque', 'methods.cash'])
    assert.deepEqual(wrongFields({ ...outside, preset: 'generic' }), [])
  })
})

test('opening balances are the sides of entries that are not the counterpart', () => {
  const line = (account: string, debit: number, credit: number) => ({ account, debit, credit })
  const entry = (...lines: object[]) => ({ kind: 'opening', lines }) as Parameters<typeof rowsOf>[0][number]
  const rows = rowsOf(
    [entry(line('512000', 500, 0), line('890000', 0, 500)), entry(line('890000', 500, 0), line('102000', 0, 500))],
    '890000',
  )
  assert.deepEqual(
    rows.map(({ account, debit, credit }) => [account, debit, credit]),
    [
      ['512000', 500, undefined],
      ['102000', undefined, 500],
    ],
  )
  assert.equal(totalsOf(rows).difference, 0n)
})

test('a new accounting period is the calendar year of today, and later the year after the latest period', () => {
  assert.deepEqual(nextPeriod([], '2026-11-18'), { name: '2026', start: '2026-01-01', end: '2026-12-31' })
  assert.deepEqual(nextPeriod(['2026-12-31', '', '2025-12-31'], '2026-11-18').name, '2027')
  assert.deepEqual(nextPeriod(['2026-08-31'], '2026-11-18'), {
    name: '2026-2027',
    start: '2026-09-01',
    end: '2027-08-31',
  })
  assert.deepEqual(nextPeriod(['2028-02-28'], '2028-01-01').end, '2029-02-28')
})
