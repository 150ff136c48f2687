import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tortureMoney } from './money.ts'
import { isHeld } from './test_server.ts'

// Only what hangs takes this long, also on a busy machine.
const time_ms_max = 600_000

describe('after repeated kill -9 of every process', () => {
  test('no acknowledged payment is lost, duplicated or incomplete', async () => {
    const result = await tortureMoney({ seed: 1, writers: 4, kills: 3, life_ms_max: 400, time_ms_max })
    assert.ok(isHeld(result), JSON.stringify(result, null, 2))
  })
})
