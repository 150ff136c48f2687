import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { inWholeUnits } from '../../server/money/core/amounts.ts'
import { amountOf, type DateOrder, type Decimal, dateOf, endOf } from './cells.ts'

describe('an amount', () => {
  const right: [text: string, currency: string, cents: number, decimal?: Decimal][] = [
    ['12', 'EUR', 1200],
    ['12.5', 'EUR', 1250],
    ['1,234.50', 'EUR', 123450],
    ['1 234,50 €', 'EUR', 123450],
    ['1\u202f234,50\u00a0€', 'EUR', 123450],
    ['1.234.567,89', 'EUR', 123456789],
    ["CHF 1'234.50", 'CHF', 123450],
    ['$25.00', 'USD', 2500],
    ['US$25', 'USD', 2500],
    ['£0.99', 'GBP', 99],
    ['12.3400', 'EUR', 1234],
    ['0,500', 'EUR', 50],
    ['1,234', 'JPY', 1234],
    ['1234 jpy', 'JPY', 1234],
    ['1000.00', 'JPY', 1000],
    ['1,000.00', 'JPY', 1000],
    ['1 000,0', 'JPY', 1000],
    ['1,000', 'JPY', 1000],
    ['1.000', 'JPY', 1000],
    ['1,234', 'EUR', 123400, 'point'],
    ['1.234', 'EUR', 123400, 'comma'],
    ['1,230', 'EUR', 123, 'comma'],
    ['0.29', 'EUR', 29],
    ['90071992547409.91', 'EUR', Number.MAX_SAFE_INTEGER],
    ['0', 'EUR', 0],
  ]
  for (const [text, currency, cents, decimal] of right)
    test(`${text} in ${currency} is ${cents}`, () => assert.equal(amountOf(text, currency, decimal), cents))

  const wrong: [text: string, currency: string, why: RegExp, decimal?: Decimal][] = [
    ['(12.00)', 'EUR', /negative/],
    ['-12', 'EUR', /negative/],
    ['€ -12', 'EUR', /negative/],
    ['12-', 'EUR', /negative/],
    ['1,234', 'EUR', /--decimal/],
    ['1.230', 'EUR', /--decimal/],
    ['12.345', 'EUR', /--decimal/],
    ['12.345', 'EUR', /more decimals/, 'point'],
    ['1,23,456', 'EUR', /not an amount/],
    ['1,234.50', 'EUR', /not an amount/, 'comma'],
    ['12.5', 'JPY', /not an amount/],
    ['1000.01', 'JPY', /not an amount/],
    ['$12', 'EUR', /not an amount in EUR/],
    ['12 EUR', 'USD', /not an amount in USD/],
    ['12 34', 'EUR', /not an amount/],
    ['12€50', 'EUR', /not an amount/],
    ['12 EUR 50', 'EUR', /not an amount/],
    ['1e3', 'EUR', /not an amount/],
    ['', 'EUR', /not an amount/],
    ['twelve', 'EUR', /not an amount/],
    ['90071992547409.92', 'EUR', /too large/],
  ]
  for (const [text, currency, why, decimal] of wrong)
    test(`“${text}” in ${currency} is refused`, () => assert.throws(() => amountOf(text, currency, decimal), why))

  test('is parsed exactly', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.constantFrom('EUR', 'JPY', 'TND'), (cents, currency) => {
        assert.equal(amountOf(inWholeUnits(cents, currency, '.'), currency, 'point'), cents)
        assert.equal(amountOf(inWholeUnits(cents, currency, ','), currency, 'comma'), cents)
      }),
    )
  })
})

describe('a date', () => {
  const now = new Date('2026-06-01T00:00:00Z')
  const right: [text: string, instant: string, order?: DateOrder][] = [
    ['2026-03-04', '2026-03-04T00:00:00.000Z'],
    ['2026-03-04 10:11:12', '2026-03-04T10:11:12.000Z'],
    ['2026-03-04T10:11', '2026-03-04T10:11:00.000Z'],
    ['2026-03-04 10:11:12 UTC', '2026-03-04T10:11:12.000Z'],
    ['2026-03-04T10:11:12.5-0500', '2026-03-04T15:11:12.500Z'],
    ['03/04/2026', '2026-03-04T00:00:00.000Z', 'month-first'],
    ['3/4/2026 1:05 PM', '2026-03-04T13:05:00.000Z', 'month-first'],
    ['3/4/2026, 12:05:06 AM', '2026-03-04T00:05:06.000Z', 'month-first'],
    ['03/04/2026', '2026-04-03T00:00:00.000Z', 'day-first'],
    ['04.03.2026 18:30', '2026-03-04T18:30:00.000Z'],
  ]
  for (const [text, instant, order] of right)
    test(`${text} is ${instant}`, () => assert.equal(dateOf(text, order, 'UTC', now), instant))

  const wrong: [text: string, why: RegExp, order?: DateOrder][] = [
    ['03/04/2026', /--dates/],
    ['13/04/2026', /not a valid/, 'month-first'],
    ['2026-02-30', /not a valid/],
    ['2026-03-04 25:00', /not a valid/],
    ['3/4/2026 13:05 PM', /not a valid/, 'month-first'],
    ['2206-01-01', /out of range/],
    ['0026-01-01', /out of range/],
    ['yesterday', /not a date/],
    ['3/4/26', /not a date/, 'month-first'],
  ]
  for (const [text, why, order] of wrong)
    test(`“${text}” is refused`, () => assert.throws(() => dateOf(text, order, 'UTC', now), why))

  test('a day is that of the time zone of the space, and of UTC', () => {
    assert.equal(dateOf('01/01/2026', 'day-first', 'America/Toronto', now), '2026-01-01T05:00:00.000Z')
    assert.equal(dateOf('2026-01-01', undefined, 'Europe/Paris', now), '2026-01-01T00:00:00.000Z')
    assert.equal(dateOf('2026-01-01 00:00', undefined, 'America/Toronto', now), '2026-01-01T00:00:00.000Z')
  })

  test('the end of a membership may be ten years away, and is the end of its day', () => {
    assert.equal(endOf('31/12/2029', 'day-first', 'UTC', now), '2029-12-31T23:59:59.999Z')
    assert.equal(endOf('31/12/2029', 'day-first', 'Europe/Paris', now), '2029-12-31T22:59:59.999Z')
    assert.equal(endOf('2036-03-04 12:00', undefined, 'UTC', now), '2036-03-04T12:00:00.000Z')
    assert.throws(() => endOf('2099-12-31', undefined, 'UTC', now), /for life/)
    assert.throws(() => endOf('2029-02-30', undefined, 'UTC', now), /not a valid/)
  })
})
