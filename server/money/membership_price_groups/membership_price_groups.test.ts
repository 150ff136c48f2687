import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testCatalogue } from '../../test/catalogue.ts'
import { keysOf, startTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/people.ts'

const app = await startTestApp()
const { cast, path, create, read, change, one } = await testCatalogue({
  app,
  table: 'membership_price_groups',
  keys: ['id', 'CreatedAt', 'UpdatedAt', 'name', 'hidden', 'membership_prices'],
  whole: number => ({ name: `Group ${number}`, hidden: false }),
  other: number => ({ name: `Other ${number}`, hidden: true }),
  least: number => ({ name: `Group ${number}` }),
  defaults: { hidden: false, membership_prices: [] },
  wrong: {
    name: ['"\\t "', 'null', '["a"]', `"${'n'.repeat(201)}"`],
    hidden: ['"false"', 'null'],
  },
  use: ({ id }) => ['/v1/membership_prices', { name: 'N', amount: 1, membership_price_group_id: id }],
  refers: ({ membership_price_group_id }) => membership_price_group_id,
  used_at: 'membership_price_group_id',
})

const price_keys = [
  ...['id', 'CreatedAt', 'UpdatedAt', 'amount', 'currency', 'allow_custom_amount', 'name', 'hidden'],
  ...['membership_price_group_id', 'kind', 'rolling_period', 'duration', 'season_start', 'next_season_from'],
]
async function aPrice(membership_price_group_id: number, more: object = {}) {
  const price = { name: 'Price', amount: 100, membership_price_group_id, duration: 'P1Y', ...more }
  return (await app.as(cast.admin).post('/v1/membership_prices', price)).body.data
}

describe('prices of a group', () => {
  test('a group lists its prices in full, as the flat list does, in one order', async () => {
    const { id } = await one()
    const prices = [await aPrice(id), await aPrice(id, { kind: 'lifetime', amount: 0 })]
    for (const { membership_prices } of [
      (await read(id)).body.data,
      (await app.as(cast.user).get(`${path}?limit=1000`)).body.data.find((group: any) => group.id === id),
    ]) {
      assert.deepEqual(membership_prices, prices)
      for (const price of membership_prices) assert.deepEqual(keysOf(price), price_keys.toSorted())
    }
  })

  test('prices sent with a group are ignored: they have their own endpoint', async () => {
    const { body } = await create(cast.admin, { name: 'N', membership_prices: [{ name: 'P', amount: 1 }] })
    assert.deepEqual(body.data.membership_prices, [])
    const price = await aPrice(body.data.id)
    assert.deepEqual((await change(body.data.id, { membership_prices: [] })).body.data.membership_prices, [price])
  })

  test('a user sees no hidden price and no hidden group; a manager sees both', async () => {
    const { id } = await one()
    const [shown, hidden] = [await aPrice(id), await aPrice(id, { hidden: true })]
    const seenBy = async (person: { token: string }) =>
      (await app.as(person).get(`${path}/${id}`)).body.data?.membership_prices?.map((price: any) => price.id)
    assert.deepEqual(await seenBy(cast.user), [shown.id])
    assert.deepEqual(await seenBy(cast.manager), [shown.id, hidden.id])
    const before = (await app.as(cast.user).get(path)).body.total
    await change(id, { hidden: true })
    const after = (await app.as(cast.user).get(`${path}?limit=1000`)).body
    assert.deepEqual([after.total, after.data.length], [before - 1, before - 1])
    assert.ok(after.data.every((group: any) => !group.hidden && group.id !== id))
    assert.deepEqual(refusal(await read(id, cast.user)), [404, 'not_found'])
    assert.deepEqual(await seenBy(cast.manager), [shown.id, hidden.id])
  })

  test('a deleted price is removed from its group', async () => {
    const { id } = await one()
    const [kept, gone] = [await aPrice(id), await aPrice(id)]
    await app.as(cast.admin).delete(`/v1/membership_prices/${gone.id}`)
    assert.deepEqual((await read(id)).body.data.membership_prices, [kept])
  })

  test('a changed price changes the ETag of its group', async () => {
    const { id } = await one()
    const price = await aPrice(id)
    const etag = (await read(id)).headers.get('etag')!
    await app.as(cast.admin).patch(`/v1/membership_prices/${price.id}`, { amount: 1 })
    assert.deepEqual(refusal(await change(id, { name: 'N' }, { 'if-match': etag })), [412, 'precondition_failed'])
  })
})

test('the prices of a group that is hidden because it is in use are hidden too; without prices it can be deleted', async () => {
  const group = await one()
  const price = await aPrice(group.id)
  const at = `/v1/membership_prices/${price.id}`
  await app.as(cast.admin).delete(`${path}/${group.id}`)
  assert.deepEqual((await read(group.id)).body.data.membership_prices, [price])
  assert.deepEqual(refusal(await app.as(cast.user).get(at)), [404, 'not_found'])
  await app.as(cast.admin).delete(at)
  assert.match((await app.as(cast.admin).delete(`${path}/${group.id}`)).body.data.message, /was deleted/)
  assert.deepEqual(refusal(await read(group.id)), [404, 'not_found'])
})
