import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tortureHistory } from './history.ts'
import { tortureNumbering } from './numbering.ts'
import { held, type Verdict } from './site.ts'
import { tortureTampering } from './tampering.ts'
import { tortureUpdates } from './updates.ts'

// In short, so that the long form is known to work; npm run torture has it.
const time_ms_max = 120_000
const holds = (verdict: Verdict) => assert.ok(held(verdict), JSON.stringify(verdict, null, 2))

describe('what is promised of the books, on a server of its own', () => {
  test('a history that folds to the present', async () =>
    holds(await tortureHistory({ seed: 1, sequences: 40, time_ms_max })))
  test('a changed character that shows', async () => holds(await tortureTampering({ seed: 1, flips: 40, time_ms_max })))
  test('updates that lose nothing', async () =>
    holds(await tortureUpdates({ repetitions: 2, parallel: 20, time_ms_max })))
  test('numbers without gaps', async () =>
    holds(await tortureNumbering({ memberships: 30, rolled_back_percent: 20, time_ms_max })))
})
