import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dayIn } from '../../time_zone.ts'
import { membershipTerm, type SentTerm, type TermPrice } from './membership_terms.ts'

const price = (kind: string, more: Partial<TermPrice> = {}): TermPrice => ({
  ...{ kind, duration: '', season_start: null, next_season_from: null },
  ...more,
})
const calendar = price('calendar_year')
const rolling = (duration = '') => price('rolling_year', { duration })
const lifetime = price('lifetime', { duration: 'P1Y' })
const patron = price('patron')
type Price = TermPrice | undefined

const endOf = (start_date: string, price: Price, { rolling_year = false, time_zone = 'UTC' } = {}) =>
  membershipTerm(start_date, {}, { rolling_year, price, time_zone }).end_date

const asked = { rolling_year: true }
const paris = { time_zone: 'Europe/Paris' }
const toronto = { time_zone: 'America/Toronto' }
const may = '2026-05-01T10:00:00.000Z'
const silvester = '2026-12-31T23:59:59.999Z'

const cases: [what: string, start: string, price: Price, end: string | null, options?: object][] = [
  ['a calendar year ends with the last millisecond of the year in which it starts', may, calendar, silvester],
  ['also from its first millisecond', '2026-01-01T00:00:00.000Z', calendar, silvester],
  ['also from its last millisecond', silvester, calendar, silvester],
  ['also without a price', may, undefined, silvester],
  ['also with a price of an unknown kind', may, patron, silvester],
  [
    'a rolling year ends at the same instant of the next year',
    '2026-05-01T10:20:30.456Z',
    rolling(),
    '2027-05-01T10:20:30.456Z',
  ],
  ['a rolling year may be asked for', '2026-05-01T10:20:30.456Z', calendar, '2027-05-01T10:20:30.456Z', asked],
  ['also without a price', '2026-05-01T00:00:00.000Z', undefined, '2027-05-01T00:00:00.000Z', asked],
  ['a start on 29 February ends on the 28th', '2024-02-29T08:00:00.000Z', rolling(), '2025-02-28T08:00:00.000Z'],
  ['or on the 29th in a leap year', '2024-02-29T08:00:00.000Z', rolling('P4Y'), '2028-02-29T08:00:00.000Z'],
  ['a 29 February there', '2024-02-28T23:30:00.000Z', rolling(), '2025-02-27T23:30:00.000Z', paris],
  ['a 1 March there', '2024-02-29T23:30:00.000Z', rolling(), '2025-02-28T23:30:00.000Z', paris],
  ['a 31st ends on the last day of February', '2026-01-31T00:00:00.000Z', rolling('P1M'), '2026-02-28T00:00:00.000Z'],
  ['and of September', '2026-08-31T00:00:00.000Z', rolling('P1M'), '2026-09-30T00:00:00.000Z'],
  ['and in the next year', '2025-12-31T00:00:00.000Z', rolling('P2M'), '2026-02-28T00:00:00.000Z'],
  ['a duration in months', may, rolling('P6M'), '2026-11-01T10:00:00.000Z'],
  ['in English words', may, rolling('18 months'), '2027-11-01T10:00:00.000Z'],
  ['in French words', may, rolling('2 ans'), '2028-05-01T10:00:00.000Z'],
  ['in weeks', may, rolling('P2W'), '2026-05-15T10:00:00.000Z'],
  ['in days', may, rolling('P10D'), '2026-05-11T10:00:00.000Z'],
  ['in years, months and days', may, rolling('P1Y2M3D'), '2027-07-04T10:00:00.000Z'],
  ['a membership for life has no end', may, lifetime, null],
  ['not even when it asks for a rolling year', may, lifetime, null, asked],
  ['the calendar ends with the year 9999', '9999-05-01T10:00:00.000Z', rolling(), '9999-12-31T23:59:59.999Z'],
  ['and not a year before', '9998-05-01T10:00:00.000Z', rolling(), '9999-05-01T10:00:00.000Z'],
  ['a year begins at midnight of the space', '2025-12-31T23:30:00.000Z', calendar, '2026-12-31T22:59:59.999Z', paris],
  ['and not a moment before', '2025-12-31T22:59:59.999Z', calendar, '2025-12-31T22:59:59.999Z', paris],
  ['also in the west', '2026-01-01T05:00:00.000Z', calendar, '2027-01-01T04:59:59.999Z', toronto],
  ['and not a moment before', '2026-01-01T04:59:59.999Z', calendar, '2026-01-01T04:59:59.999Z', toronto],
  [
    'a duration keeps the time of day into summer',
    '2026-01-15T11:00:00.000Z',
    rolling('P6M'),
    '2026-07-15T10:00:00.000Z',
    paris,
  ],
  ['and into winter', '2026-07-15T10:00:00.000Z', rolling('P180D'), '2027-01-11T11:00:00.000Z', paris],
  [
    'an end that the clocks skip is later',
    '2026-02-28T01:30:00.000Z',
    rolling('P29D'),
    '2026-03-29T01:30:00.000Z',
    paris,
  ],
  [
    'of two ends at the same time the second counts',
    '2026-09-25T00:30:00.000Z',
    rolling('P1M'),
    '2026-10-25T01:30:00.000Z',
    paris,
  ],
]
test('the end of a membership follows from its start, its price and the time zone of the space', () => {
  for (const [what, start, price, end, options] of cases) assert.equal(endOf(start, price, options), end, what)
})

test('for any start, the end is not before it, and a rolling one keeps the time of day', () => {
  const starts = fc.date({ min: new Date('1900-01-01'), max: new Date('9000-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(starts, fc.constantFrom('', 'P1M', 'P6M', '18 months', 'P3Y', 'P45D'), (date, duration) => {
      const start = date.toISOString()
      const end = endOf(start, rolling(duration))!
      assert.ok(end > start)
      assert.equal(end.slice(10), start.slice(10))
      assert.ok(endOf(start, calendar)! >= start)
    }),
    { seed: 3, numRuns: 500 },
  )
})

const season = price('calendar_year', { season_start: '09-01' })
const from_june = price('calendar_year', { season_start: '09-01', next_season_from: 6 })
const from_october = price('calendar_year', { next_season_from: 10 })
const october = '2026-10-12T08:00:00.000Z'
const [first_of_2027, last_of_2027] = ['2026-12-31T23:00:00.000Z', '2027-12-31T22:59:59.999Z']

type TermCase = [what: string, paid_at: string, price: Price, start: string, end: string | null, sent?: SentTerm]

// In Europe/Paris.
const terms: TermCase[] = [
  ['a season ends with the day before the next', october, season, october, '2027-08-31T21:59:59.999Z'],
  [
    'one that is paid late in it too',
    '2026-08-31T21:59:59.999Z',
    season,
    '2026-08-31T21:59:59.999Z',
    '2026-08-31T21:59:59.999Z',
  ],
  [
    'it begins at midnight of the space',
    '2026-08-31T22:00:00.000Z',
    season,
    '2026-08-31T22:00:00.000Z',
    '2027-08-31T21:59:59.999Z',
  ],
  [
    'from June a payment is for September',
    '2026-05-31T22:00:00.000Z',
    from_june,
    '2026-08-31T22:00:00.000Z',
    '2027-08-31T21:59:59.999Z',
  ],
  [
    'not a moment before',
    '2026-05-31T21:59:59.999Z',
    from_june,
    '2026-05-31T21:59:59.999Z',
    '2026-08-31T21:59:59.999Z',
  ],
  [
    'until the season begins',
    '2026-08-31T21:59:59.999Z',
    from_june,
    '2026-08-31T22:00:00.000Z',
    '2027-08-31T21:59:59.999Z',
  ],
  [
    'then it is for the season that began',
    '2026-09-01T08:00:00.000Z',
    from_june,
    '2026-09-01T08:00:00.000Z',
    '2027-08-31T21:59:59.999Z',
  ],
  [
    'also after the turn of the year',
    '2027-01-15T08:00:00.000Z',
    from_june,
    '2027-01-15T08:00:00.000Z',
    '2027-08-31T21:59:59.999Z',
  ],
  ['from October a payment is for next year', october, from_october, first_of_2027, last_of_2027],
  ['from midnight of the space', '2026-09-30T22:00:00.000Z', from_october, first_of_2027, last_of_2027],
  [
    'not a moment before',
    '2026-09-30T21:59:59.999Z',
    from_october,
    '2026-09-30T21:59:59.999Z',
    '2026-12-31T22:59:59.999Z',
  ],
  ['until the year ends there', '2026-12-31T22:59:59.999Z', from_october, first_of_2027, last_of_2027],
  ['then it is for the year that began', first_of_2027, from_october, first_of_2027, last_of_2027],
  [
    'a season may end on 29 February',
    '2028-02-29T11:00:00.000Z',
    price('', { season_start: '03-01' }),
    '2028-02-29T11:00:00.000Z',
    '2028-02-29T22:59:59.999Z',
  ],
  [
    'or on the 28th',
    '2027-02-20T11:00:00.000Z',
    price('', { season_start: '03-01' }),
    '2027-02-20T11:00:00.000Z',
    '2027-02-28T22:59:59.999Z',
  ],
  [
    'months may turn the year',
    '2027-01-05T11:00:00.000Z',
    price('', { season_start: '04-01', next_season_from: 12 }),
    '2027-03-31T22:00:00.000Z',
    '2028-03-31T21:59:59.999Z',
  ],
  [
    'a month may begin before its season',
    '2026-09-05T08:00:00.000Z',
    price('', { season_start: '09-15', next_season_from: 9 }),
    '2026-09-14T22:00:00.000Z',
    '2027-09-14T21:59:59.999Z',
  ],
  [
    'the month that begins with its season is in it',
    '2026-10-12T08:00:00.000Z',
    price('', { season_start: '09-01', next_season_from: 9 }),
    october,
    '2027-08-31T21:59:59.999Z',
  ],
  [
    'a rolling year has no season',
    october,
    price('rolling_year', { season_start: '09-01', next_season_from: 10 }),
    october,
    '2027-10-12T08:00:00.000Z',
  ],
  ['nor has one for life', october, price('lifetime', { season_start: '09-01', next_season_from: 10 }), october, null],
  [
    'a start that is sent counts',
    october,
    from_october,
    '2026-11-02T09:00:00.000Z',
    '2026-12-31T22:59:59.999Z',
    { start_date: '2026-11-02T09:00:00.000Z' },
  ],
  [
    'an end that is sent counts',
    october,
    from_october,
    first_of_2027,
    '2027-06-30T21:59:59.999Z',
    { end_date: '2027-06-30T21:59:59.999Z' },
  ],
  [
    'one in the current season begins it now',
    october,
    from_october,
    october,
    '2026-11-30T22:59:59.999Z',
    { end_date: '2026-11-30T22:59:59.999Z' },
  ],
  ['no end that is sent counts', october, from_october, first_of_2027, null, { end_date: null }],
  [
    'both that are sent count',
    october,
    from_october,
    '2020-01-01T00:00:00.000Z',
    '2020-02-01T00:00:00.000Z',
    { start_date: '2020-01-01T00:00:00.000Z', end_date: '2020-02-01T00:00:00.000Z' },
  ],
  [
    'the last season ends with the year 9999',
    '9999-10-12T08:00:00.000Z',
    season,
    '9999-10-12T08:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
  ],
]
test('a season begins on its day in the time zone of the space, and what is sent counts before the price', () => {
  for (const [what, paid_at, price, start_date, end_date, sent = {}] of terms)
    assert.deepEqual(
      membershipTerm(paid_at, sent, { rolling_year: false, price, time_zone: 'Europe/Paris' }),
      { start_date, end_date },
      what,
    )
})

test('for any payment and price, the term includes the payment or begins after it, lasts a year at most and ends as a season', () => {
  const paid = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  const month = fc.option(fc.integer({ min: 1, max: 12 }))
  fc.assert(
    fc.property(
      paid,
      fc.constantFrom('01-01', '02-28', '03-01', '09-01', '12-31'),
      month,
      (date, season_start, next_season_from) => {
        const terms = {
          rolling_year: false,
          price: price('', { season_start, next_season_from }),
          time_zone: 'Pacific/Auckland',
        }
        const { start_date, end_date } = membershipTerm(date.toISOString(), {}, terms)
        assert.ok(end_date && start_date >= date.toISOString() && end_date >= start_date)
        assert.ok(Date.parse(end_date) - Date.parse(start_date) < 367 * 86_400_000)
        assert.equal(dayIn(terms.time_zone, new Date(Date.parse(end_date) + 1).toISOString()).slice(5), season_start)
      },
    ),
    { seed: 4, numRuns: 300 },
  )
})
