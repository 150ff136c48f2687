import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tortureHistory } from './history.ts'
import { tortureNumbering } from './numbering.ts'
import { tortureTampering } from './tampering.ts'
import { isHeld, type Verdict } from './test_server.ts'
import { tortureUpdates } from './updates.ts'

// Short runs; npm run torture has the long ones.
const time_ms_max = 600_000
const holds = (verdict: Verdict) => assert.ok(isHeld(verdict), JSON.stringify(verdict, null, 2))

describe('promises about payments, on a real server', () => {
  test('replaying the history gives the payment', async () =>
    holds(await tortureHistory({ seed: 1, sequences: 15, time_ms_max })))
  test('a changed character is detected', async () =>
    holds(await tortureTampering({ seed: 1, flips: 20, time_ms_max })))
  test('concurrent updates lose nothing', async () =>
    holds(await tortureUpdates({ repetitions: 2, parallel: 20, time_ms_max })))
  test('membership numbers have no gaps', async () =>
    holds(await tortureNumbering({ memberships: 30, rolled_back_percent: 20, time_ms_max })))
})
