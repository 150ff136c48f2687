import assert from 'node:assert/strict'
import { afterEach, beforeEach } from 'node:test'

// Fails a test that passes without having asserted anything.

let made = 0

/** Counts the calls of every assertion, wherever it is made. */
function countAssertions() {
  for (const [name, check] of Object.entries(assert)) {
    if (typeof check !== 'function' || /^[A-Z]|^strict$/.test(name)) continue
    const counted = (...args: unknown[]) => {
      made++
      return Reflect.apply(check, assert, args)
    }
    Object.assign(assert, { [name]: counted })
  }
}

// The process that only starts others for the test files runs no test itself.
if (process.env['NODE_TEST_CONTEXT'] || process.execArgv.includes('--test-isolation=none')) {
  countAssertions()
  beforeEach(() => {
    made = 0
  })
  afterEach(() => {
    if (made === 0) throw new Error('this test asserts nothing')
  })
}
