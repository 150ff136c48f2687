import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Duration, dayAfter, daysIn, isoDuration, readDuration } from './src/components/durations.ts'

const day = (text: string) => new Date(`${text}T00:00:00Z`)

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
  const after = (from: string, duration: Duration) => dayAfter(day(from), duration).toISOString().slice(0, 10)
  assert.equal(after('2026-01-31', { count: 1, unit: 'month' }), '2026-02-28')
  assert.equal(after('2024-02-29', { count: 1, unit: 'year' }), '2025-02-28')
  assert.equal(after('2026-11-18', { count: 3, unit: 'month' }), '2027-02-18')
  assert.equal(daysIn({ count: 1, unit: 'year' }, day('2026-11-18')), 365)
  assert.equal(daysIn({ count: 2, unit: 'week' }, day('2026-11-18')), 14)
})
