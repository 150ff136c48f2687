import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sql } from '../../db/sql.ts'
import { testCatalogue } from '../../test/catalogue.ts'
import { sendInOrder } from '../../test/concurrency.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId } from '../../test/money.ts'
import { aSpace, aUser, refusal } from '../../test/people.ts'

const app = await startTestApp()
const { cast, stranger, path, create, read, change, one } = await testCatalogue({
  app,
  table: 'transaction_statuses',
  keys: ['id', 'CreatedAt', 'UpdatedAt', 'name', 'color', 'kind', 'archived'],
  whole: number => ({ name: `Status ${number}`, color: '#112233', kind: 'valid', archived: false }),
  other: number => ({ name: `Other ${number}`, color: '', kind: 'a word of our own', archived: true }),
  least: number => ({ name: `Status ${number}` }),
  defaults: { color: '', kind: 'other', archived: false },
  wrong: [
    ['name', '""'],
    ['name', '5'],
    ['color', 'null'],
    ['color', `"${'c'.repeat(51)}"`],
    ['kind', '["valid"]'],
    ['kind', 'null'],
    ['archived', '"no"'],
    ['archived', '1'],
  ],
})
const list = async (person: { token: string }) => (await app.as(person).get(`${path}?limit=1000`)).body

describe('the statuses of a new space', () => {
  const kinds = ['valid', 'pending', 'unpaid', 'bank_error', 'reimbursed', 'cancel', 'other']

  test('there are seven, none archived, and a payment has the valid one by default', async () => {
    const own = await aUser(app, await aSpace(app), { role: 'admin' })
    const { data, total } = await list(own)
    assert.equal(total, 7)
    assert.deepEqual(
      data.map(({ kind, archived }: any) => [kind, archived]),
      kinds.map(kind => [kind, false]),
    )
    for (const { name, color } of data) assert.ok(name && /^#[0-9a-f]{6}$/.test(color))
    const contact_id = await aContactId(app, own)
    const bundle = await aBundle(app, own, { transactions: [{ amount: 1, contact_id }] })
    assert.equal(bundle.transactions[0].status_id, data[0].id)
  })

  test('a French space has French names for the same kinds', async () => {
    const own = await aUser(app, await aSpace(app, 'Espace', 'fr'), { role: 'admin' })
    const { data } = await list(own)
    assert.deepEqual(
      data.map(({ kind }: any) => kind),
      kinds,
    )
    assert.equal(data[0].name, 'Validé')
  })
})

describe('archived statuses', () => {
  const paying = async (status_id: number | null) => ({
    transactions: [{ amount: 1, contact_id: await aContactId(app, cast.admin), status_id }],
  })

  test('an archived status stays in the list and readable for all users', async () => {
    const { id } = await one()
    const before = (await list(cast.user)).total
    await change(id, { archived: true })
    for (const person of Object.values(cast)) {
      const { data, total } = await list(person)
      assert.equal(total, before)
      assert.ok(data.some((status: any) => status.id === id && status.archived))
      assert.equal((await read(id, person)).body.data.archived, true)
    }
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

  test('a status used by a payment is archived instead of deleted, and the payment still refers to it', async () => {
    const status = await one()
    const bundle = await aBundle(app, cast.admin, await paying(status.id))
    const { body } = await app.as(cast.admin).delete(`${path}/${status.id}`)
    assert.match(body.data.message, /in use and was archived/)
    const again = (await app.as(cast.admin).get(`/v1/transaction_bundles/${bundle.id}`)).body.data
    const kept = (await read(again.transactions[0].status_id)).body.data
    assert.deepEqual(kept, { ...status, archived: true, UpdatedAt: kept.UpdatedAt })
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

  test('a status of another space, or a deleted one, cannot be assigned', async () => {
    const [gone, foreign] = [await one(), (await create(stranger, { name: 'N' })).body.data]
    await app.as(cast.admin).delete(`${path}/${gone.id}`)
    for (const { id } of [gone, foreign]) {
      const answer = await app.as(cast.admin).post('/v1/transaction_bundles', await paying(id))
      assert.deepEqual(refusal(answer), [422, 'invalid_request', 'body.data.transactions.0.status_id'])
    }
  })

  test('a status deleted while a payment uses it is never removed', async () => {
    const { id } = await one()
    const bundle = await paying(id)
    const hold = (sql: Sql) =>
      sql`select from transaction_statuses where group_id = ${cast.admin.space} and id = ${id} for update`
    const [removed, recorded] = await sendInOrder(app, hold, [
      () => app.as(cast.admin).delete(`${path}/${id}`),
      () => app.as(cast.admin).post('/v1/transaction_bundles', bundle),
    ])
    assert.equal(removed?.status, 200)
    // Either the payment is refused, or the status still exists.
    const status = await read(id)
    assert.deepEqual([recorded?.status, status.status], recorded?.status === 422 ? [422, 404] : [200, 200])
  })
})
