import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sql } from '../../db/sql.ts'
import { sendInOrder } from '../../test/concurrency.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aStatus, aTreasurer, bundleAt, payment } from '../../test/money.ts'
import { refusal } from '../../test/people.ts'

const app = await startTestApp()
const treasurer = await aTreasurer(app)
const ask = app.as(treasurer)
const contact = await aContactId(app, treasurer)
const at = (id: number) => `/v1/transaction_statuses/${id}`
const paying = (status_id: number | null) => ({ transactions: [payment(contact, { status_id, date: '2025-03-01' })] })
const month = async () => (await ask.get('/v1/statistics/money?from=2025-01-01&to=2025-12-31')).body.data
const ledger = async () => (await ask.get('/v1/ledger.csv?from=2025-01-01&to=2025-12-31')).text

describe('the kind of a status', () => {
  test('cannot change once a payment has the status, so that statistics and ledger stay', async () => {
    const { id } = await aStatus(app, treasurer, { name: 'Seen', kind: 'valid' })
    await aBundle(app, treasurer, paying(id))
    const before = [await month(), await ledger()]
    for (const kind of ['cancel', 'pending', 'other', 'Valid', 'a word of our own']) {
      const answer = await ask.patch(at(id), { kind })
      assert.deepEqual(refusal(answer), [409, 'conflict'])
      assert.match(answer.body.detail, /status Seen, so its kind cannot change. Archive it and add a status/)
    }
    assert.deepEqual([await month(), await ledger()], before)
    assert.equal((await ask.get(at(id))).body.data.kind, 'valid')
  })

  test('cannot change together with the name either, and other fields can', async () => {
    const { id } = await aStatus(app, treasurer, { name: 'One', kind: 'valid' })
    await aBundle(app, treasurer, paying(id))
    assert.equal((await ask.patch(at(id), { name: 'Two', kind: 'cancel' })).status, 409)
    assert.equal((await ask.get(at(id))).body.data.name, 'One')
    const changed = await ask.patch(at(id), { name: 'Two', color: '#123456', kind: 'valid', archived: true })
    assert.partialDeepStrictEqual(changed.body.data, { name: 'Two', color: '#123456', kind: 'valid', archived: true })
  })

  test('cannot change when the only payment with the status was deleted, or got it later', async () => {
    const [gone, later] = [await aStatus(app, treasurer), await aStatus(app, treasurer)]
    const deleted = await aBundle(app, treasurer, paying(gone.id))
    await ask.delete(bundleAt(deleted.id))
    assert.equal((await ask.patch(at(gone.id), { kind: 'cancel' })).status, 409)
    const moved = await aBundle(app, treasurer, paying(null))
    await ask.patch(bundleAt(moved.id), { transactions: [{ id: moved.transactions[0].id, status_id: later.id }] })
    assert.equal((await ask.patch(at(later.id), { kind: 'cancel' })).status, 409)
  })

  for (const paysFirst of [true, false]) {
    test(`never changes under a payment, also when ${paysFirst ? 'the payment' : 'the change'} comes just before`, async () => {
      const { id } = await aStatus(app, treasurer, { kind: 'valid' })
      const both = [() => ask.post('/v1/transaction_bundles', paying(id)), () => ask.patch(at(id), { kind: 'cancel' })]
      const hold = (sql: Sql) =>
        sql`select from transaction_statuses where group_id = ${treasurer.space} and id = ${id} for update`
      const answers = await sendInOrder(app, hold, paysFirst ? both : both.toReversed())
      const [paid, changed] = paysFirst ? answers : answers.toReversed()
      assert.equal(paid?.status, 200)
      // Both may succeed only if the payment already sees the new kind.
      assert.equal(changed?.status, paysFirst ? 409 : 200)
    })
  }
})

describe('each change of a status is in the audit log', () => {
  const entriesAbout = async (id: number) => {
    const { body } = await ask.get(`/v1/audit?subject=transaction_status&subject_id=${id}`)
    return body.data.toReversed().map(({ kind, user, details }: any) => {
      assert.equal(user.id, treasurer.id)
      return [kind, details]
    })
  }
  const kindsAbout = async (id: number) => (await entriesAbout(id)).map(([kind]: [string]) => kind)

  test('with the old and the new value', async () => {
    const { id } = await aStatus(app, treasurer, { name: 'One', kind: 'pending', color: '#111111' })
    await ask.patch(at(id), { name: 'Two', color: '#111111' })
    await ask.patch(at(id), { kind: 'valid' })
    await ask.patch(at(id), { archived: true })
    await ask.patch(at(id), { archived: false })
    await ask.delete(at(id))
    const from = (before: unknown, after: unknown) => ({ from: before, to: after })
    const made = (one: unknown) => from(null, one)
    const gone = (one: unknown) => from(one, null)
    const whole = { kind: made('pending'), color: made('#111111'), archived: made(false) }
    const all_gone = { kind: gone('valid'), color: gone('#111111'), archived: gone(false) }
    assert.deepEqual(await entriesAbout(id), [
      ['transaction_status.created', { name: 'One', changed: { name: made('One'), ...whole } }],
      ['transaction_status.updated', { name: 'Two', changed: { name: from('One', 'Two') } }],
      ['transaction_status.updated', { name: 'Two', changed: { kind: from('pending', 'valid') } }],
      ['transaction_status.archived', { name: 'Two', changed: { archived: from(false, true) } }],
      ['transaction_status.unarchived', { name: 'Two', changed: { archived: from(true, false) } }],
      ['transaction_status.deleted', { name: 'Two', changed: { name: gone('Two'), ...all_gone } }],
    ])
  })

  test('a deletion that archives is recorded as that, and no change is recorded as none', async () => {
    const { id } = await aStatus(app, treasurer)
    await aBundle(app, treasurer, paying(id))
    await ask.delete(at(id))
    await ask.delete(at(id))
    await ask.patch(at(id), { name: 'Checked', archived: true })
    await ask.patch(at(id), {})
    await ask.patch(at(id), { kind: 'cancel' })
    assert.deepEqual(await kindsAbout(id), ['transaction_status.created', 'transaction_status.archived'])
  })

  test('a repeated request is recorded once', async () => {
    const send = () => ask.post('/v1/transaction_statuses', { name: 'Once' }, { 'idempotency-key': 'a-status-once' })
    const [{ id }] = [(await send()).body.data, await send()]
    assert.deepEqual(await kindsAbout(id), ['transaction_status.created'])
  })
})
