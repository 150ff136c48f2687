import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { membershipEnd as endOf } from './membership_terms.ts'

type Terms = Parameters<typeof endOf>[1]

const membershipEnd = (start: string, terms: Omit<Terms, 'time_zone'>, time_zone = 'UTC') =>
  endOf(start, { ...terms, time_zone })
const calendar = { rolling_year: false, price: { kind: 'calendar_year', duration: '' } }
const rolling = (duration = '') => ({ rolling_year: false, price: { kind: 'rolling_year', duration } })
const lifetime = { rolling_year: false, price: { kind: 'lifetime', duration: 'P1Y' } }

describe('the end of a membership', () => {
  test('a calendar year ends with the last millisecond of the year in which it starts', () => {
    for (const start of ['2026-01-01T00:00:00.000Z', '2026-06-15T12:00:00.000Z', '2026-12-31T23:59:59.999Z'])
      assert.equal(membershipEnd(start, calendar), '2026-12-31T23:59:59.999Z')
  })

  test('without a price a membership lasts for the calendar year', () => {
    const end = membershipEnd('2026-05-01T10:00:00.000Z', { rolling_year: false, price: undefined })
    assert.equal(end, '2026-12-31T23:59:59.999Z')
  })

  test('a price of an unknown kind lasts for the calendar year', () => {
    const price = { kind: 'patron', duration: '' }
    assert.equal(membershipEnd('2026-05-01T10:00:00.000Z', { rolling_year: false, price }), '2026-12-31T23:59:59.999Z')
  })

  test('a rolling year ends at the same instant of the next year', () => {
    assert.equal(membershipEnd('2026-05-01T10:20:30.456Z', rolling()), '2027-05-01T10:20:30.456Z')
    const flagged = { ...calendar, rolling_year: true }
    assert.equal(membershipEnd('2026-05-01T10:20:30.456Z', flagged), '2027-05-01T10:20:30.456Z')
    assert.equal(
      membershipEnd('2026-05-01T00:00:00.000Z', { rolling_year: true, price: undefined }),
      '2027-05-01T00:00:00.000Z',
    )
  })

  test('a start on the 29th of February ends on the 28th, or on the 29th in a leap year', () => {
    assert.equal(membershipEnd('2024-02-29T08:00:00.000Z', rolling()), '2025-02-28T08:00:00.000Z')
    assert.equal(membershipEnd('2024-02-29T08:00:00.000Z', rolling('P4Y')), '2028-02-29T08:00:00.000Z')
  })

  test('a start on a 31st ends on the last day of a shorter month', () => {
    assert.equal(membershipEnd('2026-01-31T00:00:00.000Z', rolling('P1M')), '2026-02-28T00:00:00.000Z')
    assert.equal(membershipEnd('2026-08-31T00:00:00.000Z', rolling('P1M')), '2026-09-30T00:00:00.000Z')
    assert.equal(membershipEnd('2025-12-31T00:00:00.000Z', rolling('P2M')), '2026-02-28T00:00:00.000Z')
  })

  test('a price may have a duration, in any notation', () => {
    const ends: Record<string, string> = {
      P6M: '2026-11-01T10:00:00.000Z',
      '18 months': '2027-11-01T10:00:00.000Z',
      '2 ans': '2028-05-01T10:00:00.000Z',
      P2W: '2026-05-15T10:00:00.000Z',
      P10D: '2026-05-11T10:00:00.000Z',
      P1Y2M3D: '2027-07-04T10:00:00.000Z',
    }
    for (const [duration, end] of Object.entries(ends))
      assert.equal(membershipEnd('2026-05-01T10:00:00.000Z', rolling(duration)), end, duration)
  })

  test('a membership for life has no end, not even when it asks for a rolling year', () => {
    assert.equal(membershipEnd('2026-05-01T10:00:00.000Z', lifetime), null)
    assert.equal(membershipEnd('2026-05-01T10:00:00.000Z', { ...lifetime, rolling_year: true }), null)
  })

  test('the calendar ends with the year 9999, and so does a membership that would end later', () => {
    assert.equal(membershipEnd('9999-05-01T10:00:00.000Z', rolling()), '9999-12-31T23:59:59.999Z')
    assert.equal(membershipEnd('9998-05-01T10:00:00.000Z', rolling()), '9999-05-01T10:00:00.000Z')
  })

  test('for any start, the end is not before it, and a rolling one keeps the time of day', () => {
    const starts = fc.date({ min: new Date('1900-01-01'), max: new Date('9000-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(starts, fc.constantFrom('', 'P1M', 'P6M', '18 months', 'P3Y', 'P45D'), (date, duration) => {
        const start = date.toISOString()
        const end = membershipEnd(start, rolling(duration))!
        assert.ok(end > start)
        assert.equal(end.slice(10), start.slice(10))
        assert.ok(membershipEnd(start, calendar)! >= start)
      }),
      { seed: 3, numRuns: 500 },
    )
  })
})

describe('the end of a membership in the time zone of the space', () => {
  test('a membership paid on 1 January at 00:30 in Paris lasts until the end of that year there', () => {
    assert.equal(membershipEnd('2025-12-31T23:30:00.000Z', calendar, 'Europe/Paris'), '2026-12-31T22:59:59.999Z')
    assert.equal(membershipEnd('2025-12-31T22:59:59.999Z', calendar, 'Europe/Paris'), '2025-12-31T22:59:59.999Z')
    assert.equal(membershipEnd('2026-01-01T04:59:59.999Z', calendar, 'America/Toronto'), '2026-01-01T04:59:59.999Z')
    assert.equal(membershipEnd('2026-01-01T05:00:00.000Z', calendar, 'America/Toronto'), '2027-01-01T04:59:59.999Z')
  })

  test('a duration keeps the time of day there, in summer and in winter', () => {
    assert.equal(membershipEnd('2026-01-15T11:00:00.000Z', rolling('P6M'), 'Europe/Paris'), '2026-07-15T10:00:00.000Z')
    assert.equal(
      membershipEnd('2026-07-15T10:00:00.000Z', rolling('P180D'), 'Europe/Paris'),
      '2027-01-11T11:00:00.000Z',
    )
  })

  test('a start on 29 February there ends on 28 February there', () => {
    assert.equal(membershipEnd('2024-02-28T23:30:00.000Z', rolling(), 'Europe/Paris'), '2025-02-27T23:30:00.000Z')
    assert.equal(membershipEnd('2024-02-29T23:30:00.000Z', rolling(), 'Europe/Paris'), '2025-02-28T23:30:00.000Z')
  })

  test('an end that the clocks skip is later by what they skip; of two ends with the same time the second counts', () => {
    assert.equal(membershipEnd('2026-02-28T01:30:00.000Z', rolling('P29D'), 'Europe/Paris'), '2026-03-29T01:30:00.000Z')
    assert.equal(membershipEnd('2026-09-25T00:30:00.000Z', rolling('P1M'), 'Europe/Paris'), '2026-10-25T01:30:00.000Z')
  })
})
