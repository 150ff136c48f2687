import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { digitsOf, hasTooManyDecimals, parseExactly, parseMoney, sumOf, wholeUnits } from './src/components/amounts.ts'
import { chartScale, stackOf } from './src/components/chart_scale.ts'
import { type Duration, dayAfter, daysIn, isoDuration, readDuration } from './src/components/durations.ts'
import { writtenNumber } from './src/components/intl_formats.ts'
import { formatPhone } from './src/components/phones.ts'
import { wholePercents, wholeShare } from './src/components/shares.ts'
import { setSpaceTimeZone, spaceDay } from './src/components/space_day.ts'
import { timeText } from './src/components/times.ts'
import { regionFor } from './src/translations/region.ts'

const evening = new Date('2026-11-08T20:53:00Z')
const day = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
const moment = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const
/** No-break and narrow spaces differ between versions of the tables of languages. */
const plain = (text: string) => text.replace(/\s/gu, ' ')

describe('dates and numbers', () => {
  // The language of the page, what the browser prefers, and a day as it is then written.
  for (const [language, preferred, region, written] of [
    ['en', ['en-GB', 'en'], 'en-GB', '8 Nov 2026'],
    ['en', ['en-US', 'en'], 'en-US', 'Nov 8, 2026'],
    ['en', ['en-IE'], 'en-IE', '8 Nov 2026'],
    ['en', ['de-DE', 'de'], 'en-DE', '8 Nov 2026'],
    ['en', ['de'], 'en-DE', '8 Nov 2026'],
    ['en', ['fr-FR', 'en-GB'], 'en-GB', '8 Nov 2026'],
    ['fr', ['fr-FR', 'fr'], 'fr-FR', '8 nov. 2026'],
    ['fr', ['fr'], 'fr', '8 nov. 2026'],
    ['fr', ['en-GB'], 'fr-GB', '8 nov. 2026'],
  ] as const)
    test(`of a page in ${language} are those of ${region} in a browser that prefers ${preferred.join(', ')}`, () => {
      assert.equal(regionFor(language, preferred), region)
      assert.equal(plain(timeText(region, day, evening)), written)
    })

  test('have the language of the page where the browser says nothing that is known', () => {
    for (const preferred of [[], ['not a language']]) assert.equal(regionFor('en', preferred), 'en')
  })

  test('have French hours in French', () => {
    assert.equal(plain(timeText('fr-FR', moment, evening)), '8 nov. 2026, 20 h 53')
    assert.equal(plain(timeText('en-GB', moment, evening)), '8 Nov 2026, 20:53')
    assert.equal(plain(timeText('fr-FR', { ...moment, timeStyle: 'medium' }, evening)), '8 nov. 2026, 20:53:00')
  })

  test('have a true minus sign below zero', () => {
    const pounds = { style: 'currency', currency: 'GBP' } as const
    for (const [region, written] of [
      ['en-GB', '−£12.34'],
      ['fr-FR', '−12,34 £GB'],
    ] as const)
      assert.equal(plain(writtenNumber(region, -12.34, pounds)), written)
    assert.equal(writtenNumber('en-GB', -0.07, { style: 'percent' }), '−7%')
    assert.equal(writtenNumber('en-GB', -1234), '−1,234')
  })
})

test('payments have their day in the time zone of the space, and a bare date stays as it is', () => {
  setSpaceTimeZone('Europe/Paris')
  assert.equal(spaceDay('2026-10-21T23:52:00.000Z'), '2026-10-22')
  assert.equal(spaceDay('2026-10-21T00:00:00.000Z'), '2026-10-21')
  setSpaceTimeZone('America/Toronto')
  assert.equal(spaceDay('2027-01-01T04:59:59.999Z'), '2026-12-31')
  assert.equal(spaceDay('2026-10-21'), '2026-10-21')
})

const most = Number.MAX_SAFE_INTEGER
const shown = (amount: number | bigint, currency: string, language = 'en') =>
  new Intl.NumberFormat(language, {
    minimumFractionDigits: digitsOf(currency),
    useGrouping: false,
  }).format(wholeUnits(amount, digitsOf(currency)))

describe('money', () => {
  test('is formatted exactly, whatever the amount', () => {
    const cases: [number | bigint, string, string][] = [
      [9_007_199_254_740_893, 'EUR', '90071992547408.93'],
      [most, 'eur', '90071992547409.91'],
      [BigInt(most) * 2n, 'EUR', '180143985094819.82'],
      [5, 'EUR', '0.05'],
      [0, 'EUR', '0.00'],
      [-1234, 'EUR', '-12.34'],
      [1234, 'JPY', '1234'],
      [1234, 'TND', '1.234'],
      [1249.5, 'EUR', '12.495'],
    ]
    for (const [amount, currency, text] of cases) assert.equal(shown(amount, currency), text)
  })

  test('a formatted amount parses back to the same amount', () => {
    for (const language of ['en', 'fr'])
      for (const currency of ['EUR', 'JPY', 'TND', 'CLF'])
        for (const amount of [0, 5, 1234, 1_234_567, 9_007_199_254_740_893, most - 1, most])
          assert.equal(parseMoney(shown(amount, currency, language), currency), amount, `${language} ${currency}`)
  })

  test('is parsed with either decimal separator, and refused when ambiguous or too large', () => {
    const cases: [string, string, number | undefined][] = [
      ['1,234.50 €', 'EUR', 123_450],
      ['1 234,50', 'EUR', 123_450],
      ['1.234', 'EUR', 123_400],
      ['1.234.567', 'TND', 1_234_567_000],
      ['1,234.567', 'TND', 1_234_567],
      ['1,234.567', 'EUR', undefined],
      ['12.345', 'JPY', 12_345],
      ['12.5', 'JPY', undefined],
      ['90071992547409.92', 'EUR', undefined],
      ['-5', 'EUR', undefined],
      ['', 'EUR', undefined],
    ]
    for (const [text, currency, amount] of cases)
      assert.equal(parseMoney(text, currency), amount, `${text} ${currency}`)
  })

  test('is refused with more decimals than the currency has, as the user writes them', () => {
    assert.equal(parseMoney('1,005', 'EUR', ','), undefined)
    assert.equal(parseMoney('1,005', 'EUR', '.'), 100_500)
    assert.equal(parseMoney('1.005', 'EUR', '.'), undefined)
    assert.equal(parseMoney('1.005,50', 'EUR', ','), 100_550)
  })

  test('says when only its decimals are too many', () => {
    const tooMany = [
      ['12,345', ','],
      ['1.005,505', ','],
      ['30.505', '.'],
    ] as const
    for (const [text, decimal] of tooMany) assert.ok(hasTooManyDecimals(text, 'EUR', decimal), text)
    const others = [
      ['12,34', ','],
      ['12.345', ','],
      ['x,345', ','],
      ['12,3a5', ','],
    ] as const
    for (const [text, decimal] of others) assert.ok(!hasTooManyDecimals(text, 'EUR', decimal), text)
  })

  test('is added exactly', () => {
    assert.equal(sumOf([most, 2, most]), BigInt(most) * 2n + 2n)
    assert.equal(sumOf([]), 0n)
  })
  test('is read from a response to the cent, however much it is', () => {
    const text = '{"sums":[5,9007199254740993,-9007199254740993],"share":0.5,"large":1e300,"name":"9007199254740993"}'
    assert.deepEqual(parseExactly(text), {
      sums: [5, 9_007_199_254_740_993n, -9_007_199_254_740_993n],
      share: 0.5,
      large: 1e300,
      name: '9007199254740993',
    })
  })
})

const dayOf = (text: string) => new Date(`${text}T00:00:00Z`)

test('durations are read as ISO 8601 and as words, and written back as ISO 8601', () => {
  const known: [text: string, read: Duration, iso: string][] = [
    ['P1Y', { count: 1, unit: 'year' }, 'P1Y'],
    ['P6M', { count: 6, unit: 'month' }, 'P6M'],
    ['P1Y6M', { count: 18, unit: 'month' }, 'P18M'],
    ['P30D', { count: 30, unit: 'day' }, 'P30D'],
    ['P2W', { count: 2, unit: 'week' }, 'P2W'],
    ['P1W3D', { count: 10, unit: 'day' }, 'P10D'],
    ['18 months', { count: 18, unit: 'month' }, 'P18M'],
    ['1 Year', { count: 1, unit: 'year' }, 'P1Y'],
  ]
  for (const [text, read, iso] of known) {
    assert.deepEqual(readDuration(text), read, text)
    assert.equal(isoDuration(read), iso)
  }
  for (const text of ['', 'P', 'P0D', 'a while', 'P1M3D', 'PT5H', '2592000'])
    assert.equal(readDuration(text), undefined, text)
})

test('months end on the last day of a month that is too short', () => {
  const after = (from: string, duration: Duration) => dayAfter(dayOf(from), duration).toISOString().slice(0, 10)
  assert.equal(after('2026-01-31', { count: 1, unit: 'month' }), '2026-02-28')
  assert.equal(after('2024-02-29', { count: 1, unit: 'year' }), '2025-02-28')
  assert.equal(after('2026-11-18', { count: 3, unit: 'month' }), '2027-02-18')
  assert.equal(daysIn({ count: 1, unit: 'year' }, dayOf('2026-11-18')), 365)
  assert.equal(daysIn({ count: 2, unit: 'week' }, dayOf('2026-11-18')), 14)
})

test('a telephone number is read in one form, however it was typed', () => {
  for (const typed of ['0639980657', '06.39.98.06.57', '06 39 98 06 57'])
    assert.equal(formatPhone(typed), '06 39 98 06 57')
  for (const typed of ['+33639980657', '+33 (0)6 39 98 06 57', '0033 6 39 98 06 57'])
    assert.equal(formatPhone(typed), '+33 6 39 98 06 57')
  assert.equal(formatPhone('07700-900123'), '07700 900123')
  assert.equal(formatPhone('+44 7700 900123'), '+44 7700 900123')
  assert.equal(formatPhone('06 39 98'), '06 39 98')
  assert.equal(formatPhone(''), '')
})

describe('shares', () => {
  test('are 100 % only of everything, and 0 % only of nothing', () => {
    const shares = [0, 0.001, 0.004, 0.496, 0.996, 0.9999, 1, 1.2]
    assert.deepEqual(shares.map(wholeShare), [0, 0.01, 0.01, 0.5, 0.99, 0.99, 1, 1.2])
  })

  test('of a whole add up to 100 %, also where some are small', () => {
    const percents = [[1, 1, 1], [1, 299, 0], [1, 1, 1, 997], [5], [0, 0]].map(wholePercents)
    assert.deepEqual(percents, [[34, 33, 33], [1, 99, 0], [1, 1, 1, 97], [100], [0, 0]])
  })
})

const scaleOf = (...bars: number[][]) => chartScale(bars.map(values => ({ values, comparison: 0 })))

describe('the scale of a chart', () => {
  test('begins at zero where nothing is negative', () => {
    const { ticks, share } = scaleOf([300, 500], [100, 0])
    assert.deepEqual(ticks, [0, 200, 400, 600, 800])
    assert.deepEqual([share(0), share(400), share(800)], [0, 0.5, 1])
  })

  test('shows a month in which more was paid back than came in below zero', () => {
    const { ticks, share } = scaleOf([800, 0], [-150, 0])
    assert.deepEqual(ticks, [-250, 0, 250, 500, 750, 1000])
    assert.equal(share(0), 0.2)
    assert.ok(share(-150) < share(0) && share(-150) >= 0)
  })

  test('has an axis where there is nothing, or only what is negative', () => {
    assert.deepEqual(scaleOf([0, 0]).ticks, [0, 1])
    const { ticks, share } = scaleOf([-400])
    assert.ok(ticks.includes(0) && ticks.includes(-400))
    assert.ok([share(-400), share(0)].every(place => place >= 0 && place <= 1))
  })

  test('includes what a bar is compared with', () => {
    const { ticks } = chartScale([{ values: [100], comparison: -300 }])
    assert.ok(Math.min(...ticks) <= -300)
  })
})

test('positive parts of a bar are stacked above zero, negative ones below', () => {
  assert.deepEqual(stackOf([300, -100, 200, -50]), [
    { from: 0, to: 300 },
    { from: 0, to: -100 },
    { from: 300, to: 500 },
    { from: -100, to: -150 },
  ])
})
