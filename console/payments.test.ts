import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Operations } from '../sdk/operations.ts'
import { collectedPoints } from './src/home/collected.ts'
import { missingColumns } from './src/money/bank/import/mapping.ts'
import { changeOf, draftOf, isComplete } from './src/money/contribution_rules/rules_draft.ts'
import { searchOfView, viewFiltersOf } from './src/money/payment_views/saved_views.ts'
import { comparisonSpan, parseSums, spanOfSums } from './src/money/statistics/comparison.ts'
import { growthOf, monthlyTotals, type Sums } from './src/money/statistics/months.ts'
import {
  allocationOf,
  checkedPaymentOf,
  emptyDraft,
  type PaymentDraft,
  paymentOf,
} from './src/money/transaction_bundles/entry/allocation.ts'
import { isPlausibleDay, periodOf, periods, spanOf } from './src/money/transaction_bundles/periods.ts'
import { filtersOf, type Payment, parsePaymentSearch, payerOf } from './src/money/transaction_bundles/search_params.ts'
import { validatedDays } from './src/money/transaction_settings/validated_days.ts'

type Rules = Operations['contribution_rules.read']['response']['data']

const draft = (values: Partial<PaymentDraft>) => ({ ...emptyDraft, ...values })
const kept = { method: 'cheque', date: '2026-05-01', campaign: '', batch: undefined }

describe('a payment that is typed', () => {
  for (const [what, values, expected] of [
    ['is a donation', { amount: 5000 }, [0, 5000, 0]],
    ['gives what the membership leaves as a donation', { amount: 5000, membership: 2000 }, [2000, 3000, 0]],
    ['is only the membership', { amount: 5000, membership: 5000 }, [5000, 0, 0]],
    ['leaves a rest beside a typed donation', { amount: 5000, membership: 2000, donation: 1000 }, [2000, 1000, 2000]],
    ['has no negative donation', { amount: 1000, membership: 2000 }, [2000, 0, -1000]],
    ['without an amount has no parts', {}, [0, 0, 0]],
  ] as const)
    test(what, () => assert.deepEqual(Object.values(allocationOf(draft(values))), expected))

  test('is sent with its parts, and not before it has a contact and an amount', () => {
    assert.equal(paymentOf(draft({ amount: 5000 }), kept, 'EUR'), undefined)
    assert.equal(paymentOf(draft({ contact: 7 }), kept, 'EUR'), undefined)
    const whole = draft({ contact: 7, amount: 5000, membership: 2000, membership_price: 3, donation_price: 4 })
    const part = { contact_id: 7, currency: 'EUR' }
    assert.deepEqual(paymentOf(whole, { ...kept, campaign: 'SPRING' }, 'EUR'), {
      transactions: [
        { ...part, amount: 5000, payment_method_kind: 'cheque', date: '2026-05-01', code_campaign: 'SPRING' },
      ],
      memberships: [{ ...part, amount: 2000, membership_price_id: 3 }],
      donations: [{ ...part, amount: 3000, date: '2026-05-01', donation_price_id: 4 }],
    })
    const later = paymentOf({ ...whole, term: { end: '2027-08-31' } }, kept, 'EUR')
    assert.deepEqual(later?.memberships, [{ ...part, amount: 2000, membership_price_id: 3, end_date: '2027-08-31' }])
    const free = paymentOf(draft({ contact: 7, amount: 0, membership_price: 3 }), kept, 'EUR')
    assert.deepEqual([free?.memberships?.length, free?.donations], [1, undefined], 'a price of nothing is a membership')
    const gift = paymentOf(draft({ contact: 7, amount: 100 }), kept, 'EUR')
    assert.deepEqual([gift?.memberships, gift?.donations?.[0]?.donation_price_id], [undefined, null])
    assert.ok(!('code_campaign' in (gift?.transactions[0] ?? {})))
  })

  test('is a membership for the contribution rules only if all of it is', () => {
    const kind = (values: object) => checkedPaymentOf(draft({ contact: 7, ...values }), kept)?.kind
    assert.deepEqual([{ amount: 2000, membership: 2000 }, { amount: 2001, membership: 2000 }, {}].map(kind), [
      'membership',
      'donation',
      'donation',
    ])
    assert.equal(checkedPaymentOf(emptyDraft, kept), undefined)
  })

  test('is of a day from 1900 to a year ahead', () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const tried = ['0026-05-01', '1899-12-31', '1900-01-01', day(0), day(365), day(368)]
    assert.deepEqual(tried.map(isPlausibleDay), [false, false, true, true, true, false])
  })
})

describe('the list of payments', () => {
  test('drops what is wrong in its address', () => {
    const right = { view: 'unpaid', from: '2026-01-01', status: 3, method: 'cash', open: 9, sort: 'amount' }
    assert.deepEqual(parsePaymentSearch(right), right)
    const wrong = {
      view: 'none',
      from: '1.1.2026',
      status: -1,
      contact: 1.5,
      open: '9',
      sort: '-date',
      warnings: 'yes',
    }
    assert.deepEqual(parsePaymentSearch(wrong), {})
  })

  test('shows what waits at first, and all that match a filter', () => {
    assert.deepEqual(filtersOf({}), { state: 'pending' })
    assert.deepEqual(filtersOf({ method: 'cash', to: '2026-01-31' }), {
      payment_method_kind: 'cash',
      date_to: '2026-01-31',
    })
    assert.deepEqual(filtersOf({ view: 'unpaid', contact: 4 }), { state: 'unpaid', contact_id: 4 })
  })

  test('keeps periods that move in a saved view, and chosen days as days; the contact is left out', () => {
    const dayAfter = (day = '') => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
    for (const span of ['month', 'year'] as const)
      assert.equal(dayAfter(spanOf(`last_${span}`).to), spanOf(`this_${span}`).from)
    for (const period of periods.filter(one => one !== 'custom')) {
      assert.equal(periodOf(spanOf(period)), period)
      const filters = viewFiltersOf({ view: 'all', contact: 4, ...spanOf(period) })
      assert.deepEqual(filters, { period })
      assert.deepEqual(searchOfView({ id: 2, filters } as never), { saved: 2, view: 'all', ...spanOf(period) })
    }
    const days = { from: '2020-02-03', to: '2020-02-05' }
    assert.deepEqual(viewFiltersOf({ view: 'check', ...days }), {
      state: 'pending',
      date_from: days.from,
      date_to: days.to,
    })
    assert.equal(periodOf({}), undefined)
  })

  test('names the payer as an item of the payment does', () => {
    const contact = { id: 2, firstname: 'Rosa', surname: '', membership_code: 'M-1' }
    const other = { ...contact, id: 3, firstname: 'Malik' }
    const items = { transactions: [{ contact_id: 2 }], memberships: [{ contact: other }], donations: [{ contact }] }
    assert.deepEqual(payerOf(items as unknown as Payment), { id: 2, name: 'Rosa', code: 'M-1' })
  })
})

describe('sums', () => {
  const month = (name: string, collected: number) => ({ month: name, currency: 'EUR', collected, donations: collected })
  const sums = (from: string, to: string, ...months: object[]) => ({ from, to, months }) as unknown as Sums
  const year = (number: number, ...months: object[]) =>
    sums(`${number}-01-01T00:00:00.000Z`, `${number}-12-31T23:59:59.999Z`, ...months)

  test('grow from a period that has payments in its first quarter', () => {
    const grown = (before: object[]) => growthOf(year(2026, month('2026-03', 300)), year(2025, ...before), 12, 'EUR')
    assert.equal(grown([month('2025-02', 100), month('2025-08', 100)]), 0.5)
    assert.equal(grown([month('2025-04', 200)]), undefined)
    assert.equal(grown([month('2025-01', -5)]), undefined)
  })

  test('have every month of the period', () => {
    const totals = monthlyTotals(year(2026, month('2026-03', 300)), 'EUR')
    assert.deepEqual([totals.length, totals[1]?.donations, totals[2]?.donations], [12, 0, 300])
  })

  test('of the year end today, beside those of the year before on the same day and later', () => {
    const before = year(2025, month('2025-01', 10), month('2025-03', 5), month('2025-12', 1))
    const now = sums('2026-01-01T00:00:00.000Z', '2026-02-10T12:00:00.000Z', month('2026-01', 7), month('2026-02', 2))
    const points = collectedPoints(now, year(2025, month('2025-01', 10)), before, 'EUR')
    const told = points.map(({ day, now, before }) => `${day.slice(5)} ${now} ${before}`)
    assert.deepEqual(told.slice(0, 4), ['01-01 0 0', '01-31 7 10', '02-10 9 10', '02-28 undefined 10'])
    assert.deepEqual([told.length, told.at(-1), points.at(-1)?.x], [14, '12-31 undefined 16', 1])
  })
})

test('closed periods validate the ledger until before today and before each open one, once they are changed', () => {
  const period = (key: number, start: string, end: string, open: boolean) => ({ key, name: `${key}`, start, end, open })
  const [past, current] = [period(1, '2025-01-01', '2025-12-31', false), period(2, '2026-01-01', '2026-12-31', false)]
  const days = (
    periods: (typeof past)[],
    validated_until = '',
    stored = [period(1, '2025-01-01', '2025-12-31', true)],
  ) => [...validatedDays(periods, { stored, today: '2026-05-10', validated_until }).values()]
  assert.deepEqual(days([past]), ['2025-12-31'])
  assert.deepEqual(days([past], '', [past]), [], 'nothing changed')
  assert.deepEqual(days([past], '2025-12-31'), [], 'validated already')
  assert.deepEqual(days([past, current]), ['2025-12-31', '2026-05-09'])
  assert.deepEqual(days([past, period(3, '2025-07-01', '2025-09-30', true)]), ['2025-06-30'])
  assert.deepEqual(days([{ ...past, end: '' }]), [])
})

test('contribution rules are sent as far as they changed, and limits only with rules of their own', () => {
  const stored = {
    ...{ preset: 'none', cash_kinds: ['cash'], yearly_cap: null, campaign_cap: null, cash_limit: 15_000 },
    ...{ campaign_caps: { SPRING: 100 }, countries: ['FR'], legal_persons: false, exempt_elected_dues: false },
    ...{ legal_person_tag: null, elected_tag: 'elected', exempt_tag: null, currency: 'EUR' },
  } as unknown as Rules
  const start = draftOf(stored)
  assert.deepEqual([changeOf(start, stored), start.countries, start.exempt_tag], [{}, 'FR', ''])
  assert.deepEqual(changeOf({ ...start, elected_tag: ' ', yearly_cap: 5 }, stored), { elected_tag: null })
  assert.deepEqual(changeOf({ ...start, preset: 'fr_party' }, stored), { preset: 'fr_party' })
  const own = { ...start, preset: 'custom' as const, cash_limit: null, countries: 'FR, BE;\nCH' }
  assert.deepEqual(changeOf(own, stored), { cash_limit: null, countries: ['FR', 'BE', 'CH'] })
  const caps = (code: string, amount: number | null | undefined) => ({
    ...own,
    campaign_caps: [{ key: 0, code, amount }],
  })
  assert.deepEqual(
    [
      own,
      { ...own, yearly_cap: undefined },
      { ...start, preset: 'fr_party' as const, yearly_cap: undefined },
      caps('A', 1),
      caps(' ', 1),
      caps('A', null),
    ].map(isComplete),
    [true, false, true, true, false, false],
  )
})

test('a bank file is read once its columns are chosen, with one amount or two', () => {
  const mapping = { date: 0, text: [1], amount: 2 } as never
  assert.deepEqual(missingColumns(mapping, true), [])
  assert.deepEqual(missingColumns(mapping, false), ['debit', 'credit'])
  assert.deepEqual(missingColumns({ text: [] } as never, true), ['date', 'amount', 'text'])
})

const now = new Date('2026-05-20T10:00:00.000Z')
const daysOf = (span: { from: Date; to: Date } | undefined) =>
  span && [span.from.toISOString().slice(0, 10), span.to.toISOString().slice(0, 10)]
const both = (sums: string, how: 'year_before' | 'span_before', at = now) => {
  const span = spanOfSums(sums, at)
  return [daysOf(span), daysOf(comparisonSpan(span, how))]
}

describe('sums are compared', () => {
  test('with the same days of the year before, also for a period that is not over', () => {
    assert.deepEqual(both('twelve_months', 'year_before'), [
      ['2025-06-01', '2026-05-20'],
      ['2024-06-01', '2025-05-20'],
    ])
    assert.deepEqual(both('last_year', 'year_before'), [
      ['2025-01-01', '2025-12-31'],
      ['2024-01-01', '2024-12-31'],
    ])
  })

  test('with the period before, up to the same day', () => {
    assert.deepEqual(both('this_quarter', 'span_before'), [
      ['2026-04-01', '2026-05-20'],
      ['2026-01-01', '2026-02-20'],
    ])
    assert.deepEqual(both('last_month', 'span_before'), [
      ['2026-04-01', '2026-04-30'],
      ['2026-03-01', '2026-03-31'],
    ])
    assert.deepEqual(both('this_month', 'span_before', new Date('2026-03-30T10:00:00.000Z')), [
      ['2026-03-01', '2026-03-30'],
      ['2026-02-01', '2026-02-28'],
    ])
  })

  test('over chosen months of any year', () => {
    assert.deepEqual(both('2023-11..2024-02', 'span_before'), [
      ['2023-11-01', '2024-02-29'],
      ['2023-07-01', '2023-10-31'],
    ])
    assert.deepEqual(both('2023-11..2024-02', 'year_before'), [
      ['2023-11-01', '2024-02-29'],
      ['2022-11-01', '2023-02-28'],
    ])
  })

  test('as the URL says, when its values are valid', () => {
    assert.deepEqual(parseSums({ sums: '2023-11..2024-02', with: 'nothing' }), {
      sums: '2023-11..2024-02',
      with: 'nothing',
    })
    assert.deepEqual(parseSums({ sums: 'twelve_months', with: 'year_before' }), {})
    for (const sums of ['2024-02..2023-11', '2024-13..2025-01', '1990-01..2024-01', 'ever', 5, null])
      assert.deepEqual(parseSums({ sums, with: 'x' }), {})
    assert.equal(comparisonSpan(spanOfSums('this_year', now), 'nothing'), undefined)
  })
})
