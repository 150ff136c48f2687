import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { failAsEarlyAsUsual } from '../../test/connecting.ts'
import { OverloadMonitor } from './overload.ts'

const pressure = new OverloadMonitor()
let now_ms = performance.now()
const look = (later_ms: number) => {
  now_ms += later_ms
  pressure.sample(now_ms)
}
afterEach(() => pressure.end())

describe('overload', () => {
  failAsEarlyAsUsual()
  test('a process that is repeatedly behind refuses new requests with Retry-After, until it has caught up', () => {
    look(100)
    look(5000)
    pressure.admit()
    look(1500)
    look(1500)
    assert.throws(
      () => pressure.admit(),
      (error: { code: string; headers: object }) => {
        assert.deepEqual([error.code, error.headers], ['unavailable', { 'retry-after': '1' }])
        return true
      },
    )
    look(100)
    pressure.admit()
  })
})
