import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testCatalogue, testPrices } from '../../test/catalogue.ts'
import { startTestApp } from '../../test/harness.ts'
import { aContactId, badAmounts } from '../../test/money.ts'
import { aSpace, aUserPerRole, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const prices = await testCatalogue({
  app,
  table: 'membership_prices',
  keys: [
    ...['id', 'CreatedAt', 'UpdatedAt', 'amount', 'currency', 'allow_custom_amount', 'name', 'hidden'],
    ...['membership_price_group_id', 'kind', 'rolling_period', 'duration', 'season_start', 'next_season_from'],
  ],
  whole: number => ({
    ...{ name: `Price ${number}`, amount: 2000, currency: 'EUR', allow_custom_amount: true, hidden: false },
    ...{ membership_price_group_id: null, kind: 'rolling_year', rolling_period: 'year', duration: 'P1Y' },
    ...{ season_start: '09-01', next_season_from: 6 },
  }),
  other: number => ({
    ...{ name: `Other ${number}`, amount: 0, currency: 'chf', allow_custom_amount: false },
    ...{ kind: 'lifetime', rolling_period: '', duration: '18 months', hidden: true },
    ...{ season_start: '02-28', next_season_from: null },
  }),
  least: number => ({ name: `Price ${number}`, amount: 500 }),
  defaults: {
    ...{ currency: 'EUR', allow_custom_amount: false, hidden: false, membership_price_group_id: null },
    ...{ kind: 'calendar_year', rolling_period: '', duration: '', season_start: null, next_season_from: null },
  },
  wrong: {
    amount: badAmounts,
    name: ['""'],
    currency: ['"XYZ"'],
    allow_custom_amount: ['1'],
    hidden: ['null'],
    membership_price_group_id: ['9000000', '"1"', '0'],
    kind: ['7'],
    rolling_period: ['null'],
    duration: ['"a while"', '"P"'],
    season_start: ['""', '"02-29"', '"04-31"', '"9-1"', '"2026-09-01"'],
    next_season_from: ['0', '13', '1.5', '"10"'],
  },
  use: async ({ id }, admin) => {
    const contact_id = await aContactId(app, admin)
    const memberships = [{ amount: 10, contact_id, membership_price_id: id }]
    return ['/v1/transaction_bundles', { transactions: [{ amount: 10, contact_id }], memberships }]
  },
  refers: ({ memberships }) => memberships[0].membership_price_id,
  used_at: 'memberships.0.membership_price_id',
})
testPrices(app, 'membership', prices)
const { cast, stranger, path, create, read, change, list: flat, one } = prices

const aGroup = async (as: Person, more: object = {}) =>
  (await app.as(as).post('/v1/membership_price_groups', { name: 'Group', ...more })).body.data.id as number
const grouped = async (as: Person) => (await app.as(as).get('/v1/membership_price_groups?limit=1000')).body
const byId = (a: { id: number }, b: { id: number }) => a.id - b.id

describe('groups', () => {
  test('a price in a group of another space, or in a deleted one, is a 422, on creation and on change', async () => {
    const [foreign, gone] = [await aGroup(stranger), await aGroup(cast.admin)]
    await app.as(cast.admin).delete(`/v1/membership_price_groups/${gone}`)
    const { id } = await one()
    for (const membership_price_group_id of [foreign, gone])
      for (const answer of [
        await create(cast.admin, { name: 'N', amount: 1, membership_price_group_id }),
        await change(id, { membership_price_group_id }),
      ])
        assert.deepEqual(refusal(answer), refusal.at('body.data.membership_price_group_id'))
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
    const { admin, manager, user } = await aUserPerRole(app, await aSpace(app))
    const [open, closed] = [await aGroup(admin), await aGroup(admin, { hidden: true })]
    const group_ids = [open, open, closed, closed, null, null]
    for (const [index, membership_price_group_id] of group_ids.entries())
      await create(admin, { name: 'N', amount: 1, hidden: index % 2 === 1, membership_price_group_id })
    for (const person of [admin, manager, user]) {
      const seen = person === user ? 2 : 6
      const { data, total } = await flat(person)
      assert.deepEqual([data.length, total], [seen, seen])
      const inGroups = data.filter((price: any) => price.membership_price_group_id !== null)
      const nested = (await grouped(person)).data.flatMap((group: any) => group.membership_prices)
      assert.deepEqual(nested.sort(byId), inGroups.sort(byId))
      for (const { id } of data) assert.equal((await read(id, person)).status, 200)
    }
    const visible = (await flat(user)).data
    const groups = visible.map((price: any) => `${price.hidden} ${price.membership_price_group_id}`)
    assert.deepEqual(groups, [`false ${open}`, 'false null'])
    for (const { id } of (await flat(admin)).data) {
      const expected = visible.some((price: any) => price.id === id) ? 200 : 404
      assert.equal((await read(id, user)).status, expected)
    }
    const page = (await app.as(user).get(`${path}?limit=1&offset=1`)).body
    assert.deepEqual([page.data.length, page.total], [1, 2])
  })
})

test('the term that is told before a payment is the one that it gets, for days of the space', async () => {
  const space = await aSpace(app, 'Club', 'fr')
  const { admin, user } = await aUserPerRole(app, space)
  const as = app.as(admin)
  const sent = { name: 'Year', amount: 2000, next_season_from: 10 }
  const { id: membership_price_id } = (await as.post(path, sent)).body.data
  const asked = `${path}/term?membership_price_id=${membership_price_id}&date=2026-10-12`
  const told = async (more = '') => (await as.get(asked + more)).body.data
  const contact_id = await aContactId(app, admin)
  const { body } = await as.post('/v1/transaction_bundles', {
    transactions: [{ amount: 2000, contact_id, date: '2026-10-12' }],
    memberships: [{ amount: 2000, contact_id, membership_price_id }],
  })
  const { start_date, end_date } = body.data.memberships[0]
  assert.deepEqual(
    { start_date, end_date },
    { start_date: '2026-12-31T23:00:00.000Z', end_date: '2027-12-31T22:59:59.999Z' },
  )
  assert.deepEqual(await told(), { start_date, end_date })
  assert.deepEqual(await told('&start_date=2026-11-01&end_date=2027-02-28'), {
    start_date: '2026-10-31T23:00:00.000Z',
    end_date: '2027-02-28T22:59:59.999Z',
  })
  assert.equal((await as.get(`${path}/term?date=2026-10-12`)).body.data.end_date, '2026-12-31T22:59:59.999Z')
  await as.patch(`${path}/${membership_price_id}`, { hidden: true })
  assert.equal((await app.as(user).get(asked)).status, 404)
})
