import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sql } from '../../db/sql.ts'
import { testCatalogue } from '../../test/catalogue.ts'
import { sendInOrder } from '../../test/concurrency.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, badAmounts } from '../../test/money.ts'
import { aSpace, aUser, refusal } from '../../test/people.ts'

const app = await startTestApp()
const { cast, stranger, path, create, read, change, one } = await testCatalogue({
  app,
  table: 'donation_prices',
  keys: ['id', 'CreatedAt', 'UpdatedAt', 'amount', 'currency', 'allow_custom_amount', 'name', 'hidden', 'kind'],
  whole: number => ({
    name: `Price ${number}`,
    amount: 1000,
    currency: 'EUR',
    allow_custom_amount: true,
    hidden: false,
    kind: 'recurring',
  }),
  other: number => ({
    name: `Other ${number}`,
    amount: 0,
    currency: 'usd',
    allow_custom_amount: false,
    kind: 'a word of our own',
    hidden: true,
  }),
  least: number => ({ name: `Price ${number}`, amount: 500 }),
  defaults: { currency: 'EUR', allow_custom_amount: false, hidden: false, kind: 'one_off' },
  wrong: [
    ...badAmounts.map(json => ['amount', json] as [string, string]),
    ['amount', '100.00000000000000001'],
    ['name', '" "'],
    ['name', `"${'n'.repeat(201)}"`],
    ['currency', '"EU"'],
    ['currency', '"EURO"'],
    ['currency', '"XYZ"'],
    ['currency', '12'],
    ['currency', 'null'],
    ['allow_custom_amount', '"yes"'],
    ['hidden', '0'],
    ['kind', 'null'],
  ],
})
const list = async (person: { token: string }) => (await app.as(person).get(`${path}?limit=1000`)).body

describe('amounts', () => {
  test('an amount from zero to 2^53-1 is stored exactly', async () => {
    for (const amount of [0, 1, 2 ** 31, 2 ** 53 - 2, 2 ** 53 - 1]) {
      const { body } = await create(cast.admin, { name: 'N', amount })
      assert.deepEqual([body.data.amount, (await read(body.data.id)).body.data.amount], [amount, amount])
    }
  })

  test('a currency is recognised in any case, and returned as it was sent', async () => {
    for (const currency of ['EUR', 'eur', 'cHf', 'JPY']) {
      assert.equal((await create(cast.admin, { name: 'N', amount: 1, currency })).body.data.currency, currency)
    }
  })

  test('a price without a currency takes that of the settings', async () => {
    const own = await aUser(app, await aSpace(app), { role: 'admin' })
    await app.as(own).patch('/v1/transaction_settings', { currency: 'CHF' })
    assert.equal((await create(own, { name: 'N', amount: 1 })).body.data.currency, 'CHF')
    assert.equal((await create(own, { name: 'N', amount: 1, currency: 'EUR' })).body.data.currency, 'EUR')
  })
})

describe('hidden prices', () => {
  test('a user does not see them, and the total counts only visible prices', async () => {
    const { id } = await one()
    const before = (await list(cast.user)).total
    await change(id, { hidden: true })
    const [seen, all] = [await list(cast.user), await list(cast.manager)]
    assert.deepEqual([seen.total, seen.data.length], [before - 1, before - 1])
    assert.ok(seen.data.every((price: any) => !price.hidden && price.id !== id))
    assert.ok(all.data.some((price: any) => price.id === id && price.hidden))
    assert.equal(all.total, all.data.length)
    assert.deepEqual(refusal(await read(id, cast.user)), [404, 'not_found'])
    assert.equal((await read(id, cast.manager)).status, 200)
  })

  test('a user who may change the catalogue can hide a price, and create a hidden one', async () => {
    const chief = await aUser(app, await aSpace(app), { role: 'superadmin' })
    await app.as(chief).post('/roles', { name: 'Clerk', permissions: ['catalogue:read', 'catalogue:write'] })
    const clerk = await aUser(app, chief.space, { role: 'Clerk' })
    const { id } = (await create(clerk, { name: 'N', amount: 1 })).body.data
    const hidden = await change(id, { hidden: true }, {}, clerk)
    assert.deepEqual([hidden.status, hidden.body.data?.hidden], [200, true])
    const made = await create(clerk, { name: 'N', amount: 1, hidden: true })
    assert.deepEqual([made.status, made.body.data?.hidden], [200, true])
  })
})

describe('prices in use', () => {
  const donation = async (donation_price_id: number) => {
    const contact_id = await aContactId(app, cast.admin)
    return {
      transactions: [{ amount: 10, contact_id }],
      donations: [{ amount: 10, contact_id, donation_price_id }],
    }
  }

  test('a price used by a donation is hidden instead of deleted, and the donation still refers to it', async () => {
    const price = await one()
    const bundle = await aBundle(app, cast.admin, await donation(price.id))
    const { status, body } = await app.as(cast.admin).delete(`${path}/${price.id}`)
    assert.equal(status, 200)
    assert.match(body.data.message, /in use and was hidden/)
    const again = (await app.as(cast.admin).get(`/v1/transaction_bundles/${bundle.id}`)).body.data
    const kept = (await read(again.donations[0].donation_price_id)).body.data
    assert.deepEqual(kept, { ...price, hidden: true, UpdatedAt: kept.UpdatedAt })
  })

  test('the default price of the settings is hidden instead', async () => {
    const own = await aUser(app, await aSpace(app), { role: 'admin' })
    const { id } = (await create(own, { name: 'N', amount: 1 })).body.data
    await app.as(own).patch('/v1/transaction_settings', { default_donation_price_id: id })
    assert.match((await app.as(own).delete(`${path}/${id}`)).body.data.message, /was hidden/)
    assert.equal((await read(id, own)).body.data.hidden, true)
  })

  test('a deleted price, or one of another space, cannot be used in a donation', async () => {
    const gone = await one()
    await app.as(cast.admin).delete(`${path}/${gone.id}`)
    const foreign = (await create(stranger, { name: 'N', amount: 1 })).body.data
    for (const { id } of [gone, foreign]) {
      const answer = await app.as(cast.admin).post('/v1/transaction_bundles', await donation(id))
      assert.deepEqual(refusal(answer), [422, 'invalid_request', 'body.data.donations.0.donation_price_id'])
    }
  })

  test('a price deleted while a payment uses it is never removed', async () => {
    const { id } = await one()
    const bundle = await donation(id)
    const hold = (sql: Sql) =>
      sql`select from donation_prices where group_id = ${cast.admin.space} and id = ${id} for update`
    const [removed, recorded] = await sendInOrder(app, hold, [
      () => app.as(cast.admin).delete(`${path}/${id}`),
      () => app.as(cast.admin).post('/v1/transaction_bundles', bundle),
    ])
    assert.equal(removed?.status, 200)
    const price = await read(id)
    // Either the payment is refused, or the price still exists.
    assert.deepEqual([recorded?.status, price.status], recorded?.status === 422 ? [422, 404] : [200, 200])
  })
})
