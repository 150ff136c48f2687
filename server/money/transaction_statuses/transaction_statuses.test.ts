import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sql } from '../../db/sql.ts'
import { testCatalogue } from '../../test/catalogue.ts'
import { sendInOrder } from '../../test/concurrency.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aStatus, aTreasurer, bundleAt, payment } from '../../test/money.ts'
import { aSpace, aUser, refusal } from '../../test/people.ts'

const app = await startTestApp()
const treasurer = await aTreasurer(app)
const ask = app.as(treasurer)
const contact = await aContactId(app, treasurer)

const month = async () => (await ask.get('/v1/statistics/money?from=2025-01-01&to=2025-12-31')).body.data
const ledger = async () => (await ask.get('/v1/ledger.csv?from=2025-01-01&to=2025-12-31')).text

const { cast, path, create, change, list, one } = await testCatalogue({
  app,
  table: 'transaction_statuses',
  keys: ['id', 'CreatedAt', 'UpdatedAt', 'name', 'color', 'kind', 'archived'],
  whole: number => ({ name: `Status ${number}`, color: '#112233', kind: 'valid', archived: false }),
  other: number => ({ name: `Other ${number}`, color: '', kind: 'a word of our own', archived: true }),
  least: number => ({ name: `Status ${number}` }),
  defaults: { color: '', kind: 'other', archived: false },
  wrong: {
    name: ['""', '5'],
    color: ['null', `"${'c'.repeat(51)}"`],
    kind: ['["valid"]', 'null'],
    archived: ['"no"', '1'],
  },
  retired: 'archived',
  use: async ({ id }, admin) => {
    const transactions = [{ amount: 1, contact_id: await aContactId(app, admin), status_id: id }]
    return ['/v1/transaction_bundles', { transactions }]
  },
  refers: ({ transactions }) => transactions[0].status_id,
  used_at: 'transactions.0.status_id',
})

describe('the statuses of a new space', () => {
  const kinds = ['valid', 'pending', 'unpaid', 'bank_error', 'reimbursed', 'cancel', 'other']

  test('there are seven, none archived, and a payment has the valid one by default', async () => {
    const own = await aUser(app, await aSpace(app), { role: 'admin' })
    const { data, total } = await list(own)
    assert.equal(total, 7)
    const made = data.map(({ kind, archived }: any) => `${kind} ${archived}`)
    assert.deepEqual(
      made,
      kinds.map(kind => `${kind} false`),
    )
    for (const { name, color } of data) assert.ok(name && /^#[0-9a-f]{6}$/.test(color))
    const contact_id = await aContactId(app, own)
    const bundle = await aBundle(app, own, { transactions: [{ amount: 1, contact_id }] })
    assert.equal(bundle.transactions[0].status_id, data[0].id)
  })

  test('a French space has French names for the same kinds', async () => {
    const own = await aUser(app, await aSpace(app, 'Espace', 'fr'), { role: 'admin' })
    const { data } = await list(own)
    assert.deepEqual(Object.keys(Object.groupBy(data, ({ kind }: any) => kind)), kinds)
    assert.equal(data[0].name, 'Validé')
  })
})

describe('archived statuses', () => {
  const paying = async (status_id: number | null) => ({
    transactions: [{ amount: 1, contact_id: await aContactId(app, cast.admin), status_id }],
  })

  test('an archived status cannot be assigned, and payments that have it keep it', async () => {
    const { id } = await one()
    const bundle = await aBundle(app, cast.admin, await paying(id))
    await change(id, { archived: true })
    const answer = await app.as(cast.admin).post('/v1/transaction_bundles', await paying(id))
    assert.deepEqual(refusal(answer), [422, 'invalid_request', 'body.data.transactions.0.status_id'])
    const item = { id: bundle.transactions[0].id, comment: 'seen', status_id: id }
    const kept = await app.as(cast.admin).patch(`/v1/transaction_bundles/${bundle.id}`, { transactions: [item] })
    assert.deepEqual([kept.status, kept.body.data.transactions[0].status_id], [200, id])
    await change(id, { archived: false })
    assert.equal((await app.as(cast.admin).post('/v1/transaction_bundles', await paying(id))).status, 200)
  })

  test('the default status is neither archived nor deleted before another one is chosen', async () => {
    const own = await aUser(app, await aSpace(app), { role: 'admin' })
    const settings = '/v1/transaction_settings'
    const { default_status_id: usual } = (await app.as(own).get(settings)).body.data
    for (const answer of [
      await app.as(own).patch(`${path}/${usual}`, { archived: true }),
      await app.as(own).delete(`${path}/${usual}`),
    ]) {
      assert.deepEqual(refusal(answer), [409, 'conflict'])
      assert.match(answer.body.detail, /choose another default in the settings/)
    }
    assert.equal((await app.as(own).patch(`${path}/${usual}`, { archived: false, name: 'Fine' })).status, 200)
    const contact_id = await aContactId(app, own)
    const bundle = await aBundle(app, own, { transactions: [{ amount: 1, contact_id }] })
    assert.equal(bundle.transactions[0].status_id, usual)
    const other = (await create(own, { name: 'Other' })).body.data.id
    await app.as(own).patch(settings, { default_status_id: other })
    assert.equal((await app.as(own).patch(`${path}/${usual}`, { archived: true })).status, 200)
  })

  test('a status that becomes the default while it is archived is only one of both', async () => {
    const own = await aUser(app, await aSpace(app), { role: 'admin' })
    for (const archivingFirst of [true, false]) {
      const { id } = (await create(own, { name: 'Wanted' })).body.data
      const both = [
        () => app.as(own).patch(`${path}/${id}`, { archived: true }),
        () => app.as(own).patch('/v1/transaction_settings', { default_status_id: id }),
      ]
      const hold = (sql: Sql) =>
        sql`select from transaction_statuses where group_id = ${own.space} and id = ${id} for update`
      const answers = await sendInOrder(app, hold, archivingFirst ? both : both.toReversed())
      assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    }
  })
})

const at = (id: number) => `/v1/transaction_statuses/${id}`
const paying = (status_id: number | null) => ({ transactions: [payment(contact, { status_id, date: '2025-03-01' })] })

describe('the kind of a status', () => {
  test('cannot change once a payment has the status, so that statistics and ledger stay; other fields can', async () => {
    const { id } = await aStatus(app, treasurer, { name: 'Seen', kind: 'valid' })
    await aBundle(app, treasurer, paying(id))
    const before = [await month(), await ledger()]
    for (const kind of ['cancel', 'pending', 'other', 'Valid', 'a word of our own']) {
      const answer = await ask.patch(at(id), { kind, ...(kind === 'cancel' && { name: 'Other' }) })
      assert.deepEqual(refusal(answer), [409, 'conflict'])
      assert.match(answer.body.detail, /status Seen, so its kind cannot change. Archive it and add a status/)
    }
    assert.deepEqual([await month(), await ledger()], before)
    const kept = (await ask.get(at(id))).body.data
    assert.deepEqual([kept.kind, kept.name], ['valid', 'Seen'])
    const others = { name: 'Two', color: '#123456', kind: 'valid', archived: true }
    assert.partialDeepStrictEqual((await ask.patch(at(id), others)).body.data, others)
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
    const { id: deleted } = await aBundle(app, treasurer, paying(id))
    // The history names the status, also of a deleted payment.
    await ask.delete(bundleAt(deleted))
    await ask.delete(at(id))
    await ask.delete(at(id))
    await ask.patch(at(id), { name: 'Checked', archived: true })
    await ask.patch(at(id), {})
    await ask.patch(at(id), { kind: 'cancel' })
    assert.deepEqual(await kindsAbout(id), ['transaction_status.created', 'transaction_status.archived'])
  })
})
