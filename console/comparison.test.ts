import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { comparisonSpan, parseSums, spanOfSums } from './src/money/statistics/comparison.ts'

const now = new Date('2026-05-20T10:00:00.000Z')
const days = (span: { from: Date; to: Date } | undefined) =>
  span && [span.from.toISOString().slice(0, 10), span.to.toISOString().slice(0, 10)]
const both = (sums: string, how: 'year_before' | 'span_before', at = now) => {
  const span = spanOfSums(sums, at)
  return [days(span), days(comparisonSpan(span, how))]
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
