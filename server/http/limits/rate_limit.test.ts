import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser } from '../../test/people.ts'
import { addressKey, RateLimiter } from './rate_limit.ts'

const app = await startTestApp({ env: { RATE_BURST: '5', RATE_PER_SECOND: '0.01' } })
const space = await aSpace(app)

describe('over HTTP', () => {
  test('a token may burst, is then refused with Retry-After, and other tokens are not', async () => {
    const [greedy, modest] = [await aUser(app, space), await aUser(app, space)]
    for (let left = 4; left >= 0; left--) {
      const { status, headers } = await app.as(greedy).get('/me')
      assert.equal(status, 200)
      assert.equal(headers.get('x-ratelimit-limit'), 'burst:5;rate:0.0')
      assert.equal(headers.get('x-ratelimit-cost'), '1')
      assert.equal(headers.get('x-ratelimit-remaining'), String(left))
    }
    const refused = await app.as(greedy).get('/me')
    assert.equal(refused.status, 429)
    assert.equal(refused.body.code, 'rate_limited')
    assert.ok(Number(refused.headers.get('retry-after')) >= 1)
    assert.equal(refused.headers.get('x-ratelimit-remaining'), '0')
    assert.equal((await app.as(modest).get('/me')).status, 200)
  })

  test('without a token the IP address is limited, also for invalid tokens; health is free', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 8; n++) statuses.push((await app.as({ token: `mus_p_guess${n}` }).get('/me')).status)
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429])
    assert.equal((await app.as().get('/health')).status, 200)
  })
})

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
