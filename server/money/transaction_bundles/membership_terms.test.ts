import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { membershipEnd } from './membership_terms.ts'

const calendar = { kind: 'calendar_year', duration: '' }
const rolling = (duration = '') => ({ kind: 'rolling_year', duration })
const lifetime = { kind: 'lifetime', duration: 'P1Y' }
const patron = { kind: 'patron', duration: '' }
type Price = typeof calendar | undefined

const endOf = (start: string, price: Price, { rolling_year = false, time_zone = 'UTC' } = {}) =>
  membershipEnd(start, { rolling_year, price, time_zone })

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
