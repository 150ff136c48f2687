import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { wholePercents, wholeShare } from './src/components/shares.ts'

describe('shares', () => {
  test('are 100 % only of everything, and 0 % only of nothing', () => {
    const shares = [0, 0.001, 0.004, 0.496, 0.996, 0.9999, 1, 1.2]
    assert.deepEqual(shares.map(wholeShare), [0, 0.01, 0.01, 0.5, 0.99, 0.99, 1, 1.2])
  })

  test('of a whole add up to 100 %, also where some are small', () => {
    for (const [counts, percents] of [
      [
        [1, 1, 1],
        [34, 33, 33],
      ],
      [
        [1, 299, 0],
        [1, 99, 0],
      ],
      [
        [1, 1, 1, 997],
        [1, 1, 1, 97],
      ],
      [[5], [100]],
      [
        [0, 0],
        [0, 0],
      ],
    ] as const)
      assert.deepEqual(wholePercents([...counts]), percents)
  })
})
