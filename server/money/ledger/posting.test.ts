import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Pool } from '../../db/pool/pool.ts'
import { startTestApp } from '../../test/harness.ts'
import { entriesOf, validate } from '../../test/ledger.ts'
import { aBundle, aContactId, aTreasurer, bundleAt, payment, verificationFindings } from '../../test/money.ts'
import type { Person } from '../../test/people.ts'
import { maintainSpace } from '../core/maintenance.ts'

const app = await startTestApp()

/** A bundle with a donation of the same amount, paid on this day. */
async function aGift(person: Person, day: string, amount = 1000, contact?: number) {
  const id = contact ?? (await aContactId(app, person, { firstname: 'Ann', surname: 'Lee' }))
  return aBundle(app, person, {
    transactions: [payment(id, { amount, date: `${day}T12:00:00Z` })],
    donations: [payment(id, { amount })],
  })
}

const numbersOf = (entries: { journal_code: string; number: number | null }[]) =>
  entries.map(({ journal_code, number }) => `${journal_code}${number}`)

describe('at once', () => {
  test('two validations give each number once', async () => {
    const treasurer = await aTreasurer(app)
    const id = await aContactId(app, treasurer)
    for (let day = 10; day < 20; day++) await aGift(treasurer, `2026-01-${day}`, 1000, id)
    const counts = await Promise.all([1, 2, 3].map(() => validate(app, treasurer, '2026-01-31')))
    assert.deepEqual(
      counts.toSorted((a, b) => a - b),
      [0, 0, 20],
    )
    const numbers = (await entriesOf(app, treasurer, '?journal=money')).map(({ number }) => number)
    assert.deepEqual(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })

  test('payments and changes during validations are either validated or booked later', async () => {
    const treasurer = await aTreasurer(app)
    const id = await aContactId(app, treasurer)
    const bundles = await Promise.all(Array.from({ length: 6 }, () => aGift(treasurer, '2026-01-10', 1000, id)))
    const change = (index: number) => {
      const { id: bundle, transactions } = bundles[index] ?? { id: 0, transactions: [] }
      return app
        .as(treasurer)
        .patch(bundleAt(bundle), { transactions: [{ id: transactions[0].id, amount: 2000 + index }] })
    }
    const answers = await Promise.all([
      ...bundles.map((_, index) => change(index)),
      ...['2026-01-09', '2026-01-10', '2026-01-31', '2026-02-01'].map(until =>
        app.as(treasurer).post('/v1/ledger/validate', { until }),
      ),
      ...[8, 9, 10, 11].map(day => aGift(treasurer, `2026-01-${String(day).padStart(2, '0')}`, 300, id)),
    ])
    for (const answer of answers) if ('status' in answer) assert.ok([200, 409].includes(answer.status), answer.text)
    const until = (await app.as(treasurer).get('/v1/ledger/settings')).body.data.validated_until
    for (const { date, state } of await entriesOf(app, treasurer))
      assert.equal(state, date <= until ? 'validated' : 'provisional')
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })
})

describe('a space from before there was a ledger', () => {
  /** As the migration leaves it. */
  async function anOldSpace() {
    const treasurer = await aTreasurer(app)
    const bundles = [await aGift(treasurer, '2025-05-05'), await aGift(treasurer, '2026-05-05')]
    await aGift(treasurer, '2026-06-06')
    await app.owner`delete from ledger_entries where group_id = ${treasurer.space}`
    await app.owner`update transaction_settings set ledger_posted_id = 0 where group_id = ${treasurer.space}`
    return { treasurer, bundles }
  }

  async function tidy(space: number) {
    const worker = new Pool({ url: app.database_url, role: 'muster_worker', connections: 1 })
    await maintainSpace(worker, space).finally(() => worker.end())
  }

  test('is posted by housekeeping, once, together with payments that are recorded meanwhile', async () => {
    const { treasurer, bundles } = await anOldSpace()
    const read = async () => (await app.as(treasurer).get('/v1/ledger/settings')).body.data
    assert.equal((await read()).posted, false)
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
    await aGift(treasurer, '2026-07-07')
    const [{ id }] = bundles[1]?.transactions ?? []
    await app.as(treasurer).patch(bundleAt(bundles[1]?.id), { transactions: [{ id, amount: 1500 }] })
    await tidy(treasurer.space)
    await tidy(treasurer.space)
    assert.equal((await read()).posted, true)
    assert.deepEqual(
      (await entriesOf(app, treasurer, '?journal=money')).map(({ date, amount }) => `${date} ${amount}`),
      ['2025-05-05 1000', '2026-05-05 1500', '2026-06-06 1000', '2026-07-07 1000'],
    )
    assert.equal((await entriesOf(app, treasurer)).length, 8)
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })

  test('is posted by a validation before it validates', async () => {
    const { treasurer } = await anOldSpace()
    assert.equal(await validate(app, treasurer, '2025-12-31'), 2)
    assert.equal((await entriesOf(app, treasurer)).length, 6)
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })

  test('with a closed period waits until all is posted, and is then validated', async () => {
    const { treasurer } = await anOldSpace()
    await app.owner`
      update transaction_settings set ledger_validate_until = '2025-12-31' where group_id = ${treasurer.space}`
    await tidy(treasurer.space)
    assert.deepEqual(numbersOf(await entriesOf(app, treasurer, '?journal=money')), ['MO1', 'MOnull', 'MOnull'])
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })
})
