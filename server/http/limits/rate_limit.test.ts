import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addressKey, RateLimiter } from './rate_limit.ts'

test('under any load, no more requests pass than burst and rate allow', () => {
  const waits = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(waits, fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 50 }), (gaps, burst, rate) => {
      const limiter = new RateLimiter({ burst, rate })
      let now = 0
      let passed = 0
      for (const gap of gaps) {
        now += gap
        if (limiter.take('one', 1, now).allowed) passed++
        assert.ok(passed <= burst + (now / 1000) * rate + 1e-6)
      }
    }),
  )
})

test('free requests pass even when other processes have used up the limit', () => {
  const limiter = new RateLimiter({ burst: 5, rate: 1 })
  limiter.takeForPeer('one', 20, 0)
  assert.deepEqual([limiter.take('one', 1, 0).allowed, limiter.take('one', 0, 0).allowed], [false, true])
})

test('an IPv6 network counts as one client, an IPv4 address as its own', () => {
  assert.equal(addressKey('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2')
  assert.equal(addressKey('2001:db8:1:2::9'), '2001:db8:1:2')
  assert.equal(addressKey('2001:db8::9'), addressKey('2001:db8::1:9'))
  assert.equal(addressKey('::1'), addressKey('::2'))
  assert.notEqual(addressKey('2001:db8:1:2::1'), addressKey('2001:db8:1:3::1'))
  assert.equal(addressKey('192.0.2.7'), '192.0.2.7')
})
