import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sql } from '../../db/sql.ts'
import { testCatalogue } from '../../test/catalogue.ts'
import { sendInOrder } from '../../test/concurrency.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId } from '../../test/money.ts'
import { aSpace, aUser, refusal } from '../../test/people.ts'

const app = await startTestApp()
const { cast, path, create, read, change, list, one } = await testCatalogue({
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

  test('a status whose only payment was deleted is archived too, since the history names it', async () => {
    const { id } = await one()
    const bundle = await aBundle(app, cast.admin, await paying(id))
    await app.as(cast.admin).delete(`/v1/transaction_bundles/${bundle.id}`)
    await app.as(cast.admin).delete(`${path}/${id}`)
    assert.equal((await read(id)).body.data.archived, true)
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
