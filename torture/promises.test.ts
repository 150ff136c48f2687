import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { tortureHistory } from './history.ts'
import { tortureMoney } from './money.ts'
import { tortureNumbering } from './numbering.ts'
import { tortureTampering } from './tampering.ts'
import { isHeld, type RunningServer, startTestServer, type Verdict } from './test_server.ts'
import { tortureUpdates } from './updates.ts'

// Short runs; npm run torture has the long ones. Only what hangs takes this long, also on a busy machine.
const time_ms_max = 600_000
const holds = (verdict: Verdict) => assert.ok(isHeld(verdict), JSON.stringify(verdict, null, 2))

// On one server and in this order: numbers begin with 1, and the last one removes seals.
describe('promises about payments, on a real server', () => {
  let running: RunningServer | undefined
  before(async () => {
    running = await startTestServer(time_ms_max)
  })
  after(() => running?.stop())

  test('membership numbers have no gaps', async () =>
    holds(await tortureNumbering({ memberships: 30, rolled_back_percent: 20, time_ms_max, running })))
  test('concurrent updates lose nothing', async () =>
    holds(await tortureUpdates({ repetitions: 2, parallel: 20, time_ms_max, running })))
  test('replaying the history gives the payment', async () =>
    holds(await tortureHistory({ seed: 1, sequences: 15, time_ms_max, running })))
  test('a changed character is detected', async () =>
    holds(await tortureTampering({ seed: 1, flips: 20, time_ms_max, running })))
})

test('after repeated kill -9 of every process no acknowledged payment is lost, duplicated or incomplete', async () =>
  holds(await tortureMoney({ seed: 1, writers: 4, kills: 2, life_ms_max: 400, time_ms_max })))
