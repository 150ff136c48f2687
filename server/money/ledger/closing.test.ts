import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Pool } from '../../db/pool/pool.ts'
import { startTestApp } from '../../test/harness.ts'
import { validate } from '../../test/ledger.ts'
import { aBundle, aContactId, aTreasurer, changeTransactionSettings, payment } from '../../test/money.ts'
import type { Person } from '../../test/people.ts'
import { maintainSpace } from '../core/maintenance.ts'

const app = await startTestApp()

const year = (name: number, open: boolean) => ({ start: `${name}-01-01`, end: `${name}-12-31`, open })

const setPeriods = (person: Person, open_periods: Record<number, ReturnType<typeof year>>) =>
  changeTransactionSettings(app, person, { open_periods })

const validatedUntil = async (person: Person) =>
  (await app.as(person).get('/v1/ledger/settings')).body.data.validated_until

async function validations(person: Person) {
  const { body } = await app.as(person).get('/v1/audit?kind=ledger.validated')
  return body.data.map(({ user, details }: { user: object | null; details: object }) => ({ user, ...details }))
}

describe('closed periods are validated', () => {
  test('when they are made longer', async () => {
    const treasurer = await aTreasurer(app)
    await setPeriods(treasurer, { 2024: { ...year(2024, false), end: '2024-06-30' } })
    assert.equal(await validatedUntil(treasurer), '2024-06-30')
    await setPeriods(treasurer, { 2024: year(2024, false) })
    assert.equal(await validatedUntil(treasurer), '2024-12-31')
  })

  test('when the open period before them is removed', async () => {
    const treasurer = await aTreasurer(app)
    await setPeriods(treasurer, { 2024: year(2024, true), 2025: year(2025, false) })
    assert.equal(await validatedUntil(treasurer), '2023-12-31')
    await setPeriods(treasurer, { 2025: year(2025, false) })
    assert.equal(await validatedUntil(treasurer), '2025-12-31')
  })

  test('with the next change, if they were closed before there was a ledger; not when settings are sent back', async () => {
    const treasurer = await aTreasurer(app)
    await setPeriods(treasurer, { 2024: year(2024, false) })
    // As the upgrade leaves it.
    await app.owner`
      update transaction_settings set ledger_validated_until = null, ledger_posted_id = 0 where group_id = ${treasurer.space}`
    await setPeriods(treasurer, { 2024: year(2024, false) })
    assert.equal(await validatedUntil(treasurer), null)
    await setPeriods(treasurer, { 2024: year(2024, false), 2025: year(2025, true) })
    assert.equal(await validatedUntil(treasurer), '2024-12-31')
  })
})

describe('a closed period that waits for housekeeping', () => {
  /** As closing 2025 leaves it while many payments are not posted. */
  async function aWaitingSpace() {
    const treasurer = await aTreasurer(app)
    const id = await aContactId(app, treasurer)
    for (const date of ['2025-02-02', '2025-05-05'])
      await aBundle(app, treasurer, { transactions: [payment(id, { date })], donations: [payment(id)] })
    await app.owner`
      update transaction_settings
      set ledger_validate_until = '2025-12-31', open_periods = ${JSON.stringify({ 2025: year(2025, false) })}::text::json
      where group_id = ${treasurer.space}`
    return treasurer
  }

  async function tidy({ space }: Person) {
    const worker = new Pool({ url: app.database_url, role: 'muster_worker', connections: 1 })
    await maintainSpace(worker, space).finally(() => worker.end())
  }

  test('is validated once, and the audit log says so', async () => {
    const treasurer = await aWaitingSpace()
    await tidy(treasurer)
    await tidy(treasurer)
    assert.equal(await validatedUntil(treasurer), '2025-12-31')
    assert.deepEqual(await validations(treasurer), [{ user: null, until: '2025-12-31', entries: 4 }])
  })

  test('is not validated if it is opened again', async () => {
    const treasurer = await aWaitingSpace()
    await setPeriods(treasurer, { 2025: year(2025, true) })
    await tidy(treasurer)
    assert.equal(await validatedUntil(treasurer), null)
    await setPeriods(treasurer, { 2025: year(2025, false) })
    assert.equal(await validatedUntil(treasurer), '2025-12-31')
  })

  test('is still validated after a validation to an earlier day', async () => {
    const treasurer = await aWaitingSpace()
    assert.equal(await validate(app, treasurer, '2025-03-31'), 2)
    await tidy(treasurer)
    assert.equal(await validatedUntil(treasurer), '2025-12-31')
    const until = (await validations(treasurer)).map((each: { until: string }) => each.until)
    assert.deepEqual(until, ['2025-12-31', '2025-03-31'])
  })
})
