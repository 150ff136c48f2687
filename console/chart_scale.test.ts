import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { chartScale, stackOf } from './src/components/chart_scale.ts'

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
