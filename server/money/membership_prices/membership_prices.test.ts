import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sql } from '../../db/sql.ts'
import { testCatalogue } from '../../test/catalogue.ts'
import { sendInOrder } from '../../test/concurrency.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, badAmounts } from '../../test/money.ts'
import { aSpace, aUser, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const { cast, stranger, path, create, read, change, one } = await testCatalogue({
  app,
  table: 'membership_prices',
  keys: [
    ...['id', 'CreatedAt', 'UpdatedAt', 'amount', 'currency', 'allow_custom_amount', 'name', 'hidden'],
    ...['membership_price_group_id', 'kind', 'rolling_period', 'duration'],
  ],
  whole: number => ({
    name: `Price ${number}`,
    amount: 2000,
    currency: 'EUR',
    allow_custom_amount: true,
    hidden: false,
    membership_price_group_id: null,
    kind: 'rolling_year',
    rolling_period: 'year',
    duration: 'P1Y',
  }),
  other: number => ({
    name: `Other ${number}`,
    amount: 0,
    currency: 'chf',
    allow_custom_amount: false,
    kind: 'lifetime',
    rolling_period: '',
    duration: '18 months',
    hidden: true,
  }),
  least: number => ({ name: `Price ${number}`, amount: 500 }),
  defaults: {
    currency: 'EUR',
    allow_custom_amount: false,
    hidden: false,
    membership_price_group_id: null,
    kind: 'calendar_year',
    rolling_period: '',
    duration: '',
  },
  wrong: [
    ...badAmounts.map(json => ['amount', json] as [string, string]),
    ['name', '""'],
    ['currency', '"XYZ"'],
    ['allow_custom_amount', '1'],
    ['hidden', 'null'],
    ['membership_price_group_id', '9000000'],
    ['membership_price_group_id', '"1"'],
    ['membership_price_group_id', '0'],
    ['kind', '7'],
    ['rolling_period', 'null'],
    ['duration', '"a while"'],
    ['duration', '"P"'],
  ],
})

const aGroup = async (as: Person, more: object = {}) =>
  (await app.as(as).post('/v1/membership_price_groups', { name: 'Group', ...more })).body.data.id as number
const flat = async (as: Person) => (await app.as(as).get(`${path}?limit=1000`)).body
const grouped = async (as: Person) => (await app.as(as).get('/v1/membership_price_groups?limit=1000')).body
const byId = (a: { id: number }, b: { id: number }) => a.id - b.id

describe('amounts', () => {
  test('an amount up to 2^53-1 is stored exactly, in the flat list and in the grouped one', async () => {
    const membership_price_group_id = await aGroup(cast.admin)
    const { id } = (await create(cast.admin, { name: 'N', amount: 2 ** 53 - 1, membership_price_group_id })).body.data
    assert.equal((await read(id)).body.data.amount, 2 ** 53 - 1)
    const group = (await grouped(cast.user)).data.find((group: any) => group.id === membership_price_group_id)
    assert.equal(group.membership_prices[0].amount, 2 ** 53 - 1)
  })

  test('a currency is recognised in any case and returned as sent; without one the settings decide', async () => {
    const own = await aUser(app, await aSpace(app), { role: 'admin' })
    await app.as(own).patch('/v1/transaction_settings', { currency: 'gbp' })
    assert.equal((await create(own, { name: 'N', amount: 1, currency: 'eUr' })).body.data.currency, 'eUr')
    assert.equal((await create(own, { name: 'N', amount: 1 })).body.data.currency, 'gbp')
  })
})

describe('groups', () => {
  test('a price in a group of another space is a 422, on creation and on change', async () => {
    const foreign = await aGroup(stranger)
    const expected = [422, 'invalid_request', 'body.data.membership_price_group_id']
    const { id } = await one()
    const added = await create(cast.admin, { name: 'N', amount: 1, membership_price_group_id: foreign })
    assert.deepEqual(refusal(added), expected)
    assert.deepEqual(refusal(await change(id, { membership_price_group_id: foreign })), expected)
  })

  test('a price in a deleted group is a 422', async () => {
    const gone = await aGroup(cast.admin)
    await app.as(cast.admin).delete(`/v1/membership_price_groups/${gone}`)
    const answer = await create(cast.admin, { name: 'N', amount: 1, membership_price_group_id: gone })
    assert.deepEqual(refusal(answer), [422, 'invalid_request', 'body.data.membership_price_group_id'])
  })

  test('a price can be moved to another group, and out of every group', async () => {
    const [first, second] = [await aGroup(cast.admin), await aGroup(cast.admin)]
    const { id } = (await create(cast.admin, { name: 'N', amount: 1, membership_price_group_id: first })).body.data
    const holders = async () =>
      (await grouped(cast.admin)).data
        .filter((group: any) => group.membership_prices.some((price: any) => price.id === id))
        .map((group: any) => group.id)
    assert.deepEqual(await holders(), [first])
    await change(id, { membership_price_group_id: second })
    assert.deepEqual(await holders(), [second])
    await change(id, { membership_price_group_id: null })
    assert.deepEqual(await holders(), [])
    assert.equal((await read(id)).body.data.membership_price_group_id, null)
  })
})

describe('hidden prices', () => {
  test('the flat list and the grouped one agree for every role, hidden prices and groups included', async () => {
    const space = await aSpace(app)
    const [admin, manager, user] = [
      await aUser(app, space, { role: 'admin' }),
      await aUser(app, space, { role: 'manager' }),
      await aUser(app, space),
    ]
    const [open, closed] = [await aGroup(admin), await aGroup(admin, { hidden: true })]
    for (const membership_price_group_id of [open, closed, null]) {
      for (const hidden of [false, true])
        await create(admin, { name: 'N', amount: 1, hidden, membership_price_group_id })
    }
    for (const [person, seen] of [
      [admin, 6],
      [manager, 6],
      [user, 2],
    ] as const) {
      const { data, total } = await flat(person)
      assert.deepEqual([data.length, total], [seen, seen])
      const inGroups = data.filter((price: any) => price.membership_price_group_id !== null)
      const nested = (await grouped(person)).data.flatMap((group: any) => group.membership_prices)
      assert.deepEqual(nested.sort(byId), inGroups.sort(byId))
      for (const { id } of data) assert.equal((await read(id, person)).status, 200)
    }
    const visible = (await flat(user)).data
    assert.deepEqual(
      visible.map((price: any) => [price.hidden, price.membership_price_group_id]),
      [
        [false, open],
        [false, null],
      ],
    )
    for (const { id } of (await flat(admin)).data) {
      const expected = visible.some((price: any) => price.id === id) ? 200 : 404
      assert.equal((await read(id, user)).status, expected)
    }
    const page = (await app.as(user).get(`${path}?limit=1&offset=1`)).body
    assert.deepEqual([page.data.length, page.total], [1, 2])
  })
})

describe('prices in use', () => {
  const membership = async (membership_price_id: number) => {
    const contact_id = await aContactId(app, cast.admin)
    return {
      transactions: [{ amount: 10, contact_id }],
      memberships: [{ amount: 10, contact_id, membership_price_id }],
    }
  }

  test('a price used by a membership is hidden instead of deleted, and the membership still refers to it', async () => {
    const price = await one()
    const bundle = await aBundle(app, cast.admin, await membership(price.id))
    assert.match((await app.as(cast.admin).delete(`${path}/${price.id}`)).body.data.message, /in use and was hidden/)
    const again = (await app.as(cast.admin).get(`/v1/transaction_bundles/${bundle.id}`)).body.data
    const kept = (await read(again.memberships[0].membership_price_id)).body.data
    assert.deepEqual(kept, { ...price, hidden: true, UpdatedAt: kept.UpdatedAt })
  })

  test('the default price of the settings is hidden instead', async () => {
    const own = await aUser(app, await aSpace(app), { role: 'admin' })
    const { id } = (await create(own, { name: 'N', amount: 1 })).body.data
    await app.as(own).patch('/v1/transaction_settings', { default_membership_price_id: id })
    assert.match((await app.as(own).delete(`${path}/${id}`)).body.data.message, /was hidden/)
    assert.equal((await app.as(own).get('/v1/transaction_settings')).body.data.default_membership_price_id, id)
    assert.equal((await read(id, own)).body.data.hidden, true)
  })

  test('a price deleted while a membership uses it is never removed', async () => {
    const { id } = await one()
    const bundle = await membership(id)
    const hold = (sql: Sql) =>
      sql`select from membership_prices where group_id = ${cast.admin.space} and id = ${id} for update`
    const [removed, recorded] = await sendInOrder(app, hold, [
      () => app.as(cast.admin).delete(`${path}/${id}`),
      () => app.as(cast.admin).post('/v1/transaction_bundles', bundle),
    ])
    assert.equal(removed?.status, 200)
    // Either the payment is refused, or the price still exists.
    const price = await read(id)
    assert.deepEqual([recorded?.status, price.status], recorded?.status === 422 ? [422, 404] : [200, 200])
  })
})
