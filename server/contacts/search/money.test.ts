import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, statusOf } from '../../test/money.ts'
import { aSpace, aUserPerRole, refusal } from '../../test/people.ts'
import { queryOf, searchAs } from '../../test/search.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const { found } = searchAs(app, cast.admin)
const named = (surname: string) => aContactId(app, cast.admin, { surname })
const pay = (contact_id: number, items: object, transaction: object = {}) =>
  aBundle(app, cast.admin, { transactions: [{ amount: 100, contact_id, ...transaction }], ...items })
const membership = (contact_id: number, start_date: string, end_date: string | null) => ({
  memberships: [{ contact_id, amount: 100, start_date, end_date }],
})
const donations = (contact_id: number, ...list: object[]) => ({
  donations: list.map(donation => ({ contact_id, ...donation })),
})

const member = await named('Member')
await pay(member, membership(member, '2020-01-01', '2020-12-31'))
await pay(member, membership(member, '2021-01-01', '2999-12-31'))
const life = await named('Life')
await pay(life, membership(life, '2020-01-01', null))
const lapsed = await named('Lapsed')
await pay(lapsed, membership(lapsed, '2020-01-01', '2020-12-31'))
const deleted = await named('Deleted')
const gone = await pay(deleted, {
  ...membership(deleted, '2020-01-01', '2999-12-31'),
  ...donations(deleted, { amount: 9999 }),
})
await app.as(cast.admin).delete(`/v1/transaction_bundles/${gone.id}`)
const cancelled = await named('Cancelled')
await pay(cancelled, membership(cancelled, '2020-01-01', '2999-12-31'), {
  status_id: await statusOf(app, space, 'cancel'),
})
const giver = await named('Giver')
await pay(
  giver,
  donations(giver, { amount: 3000, date: '2024-01-01' }, { amount: 2000, date: '2024-06-01', currency: 'eur' }),
)
await pay(giver, donations(giver, { amount: 700, date: '2024-07-01', currency: 'CHF' }))

const all_names = ['Cancelled', 'Deleted', 'Giver', 'Lapsed', 'Life', 'Member']
const without = (...names: string[]) => all_names.filter(name => !names.includes(name))

describe('membership and donations', () => {
  const cases: [object, string[]][] = [
    [{ attr: 'membership', ope: 'eql', value: 'member' }, ['Life', 'Member']],
    [{ attr: 'membership', ope: 'eql', value: 'lapsed' }, ['Lapsed']],
    [{ attr: 'membership', ope: 'eql', value: 'never' }, ['Cancelled', 'Deleted', 'Giver']],
    [{ attr: 'membership', ope: 'not_eql', value: 'member' }, without('Life', 'Member')],
    [{ attr: 'membership', ope: 'any_of', value: ['member', 'lapsed'] }, ['Lapsed', 'Life', 'Member']],
    [{ attr: 'membership', ope: 'any_of', value: ['member', 'never'] }, without('Lapsed')],
    [{ attr: 'membership', ope: 'none_of', value: ['member', 'lapsed', 'never'] }, []],
    [{ attr: 'membership_end_date', ope: 'lte', value: '2020-12-31' }, ['Lapsed']],
    [{ attr: 'membership_end_date', ope: 'gte', value: 'now' }, ['Life', 'Member']],
    [{ attr: 'membership_end_date', ope: 'range', from: '2020-12-01', to: '2020-12-31' }, ['Lapsed']],
    [{ attr: 'membership_end_date', ope: 'ext' }, ['Lapsed', 'Member']],
    [{ attr: 'membership_start_date', ope: 'gte', value: '2021-01-01' }, ['Member']],
    [{ attr: 'membership_number', ope: 'ext' }, ['Cancelled', 'Deleted', 'Lapsed', 'Life', 'Member']],
    [{ attr: 'membership_number', ope: 'eql', value: 1 }, ['Member']],
    [{ attr: 'donation_sum', ope: 'gte', value: 5000 }, ['Giver']],
    [{ attr: 'donation_sum', ope: 'gte', value: 5001 }, []],
    [{ attr: 'donation_sum', ope: 'eql', value: 700, currency: 'chf' }, ['Giver']],
    [{ attr: 'donation_sum', ope: 'eql', value: 0 }, without('Giver')],
    [{ attr: 'donation_sum', ope: 'lte', value: 4999 }, without('Giver')],
    [{ attr: 'donation_sum', ope: 'range', from: 0, to: 5000 }, all_names],
    [{ attr: 'donation_sum', ope: 'not_eql', value: 5000 }, without('Giver')],
    [{ attr: 'donation_sum', ope: 'ext', currency: 'USD' }, []],
    [{ attr: 'donation_count', ope: 'eql', value: 3 }, ['Giver']],
    [{ attr: 'donation_count', ope: 'gte', value: 2, currency: 'EUR' }, ['Giver']],
    [{ attr: 'donation_count', ope: 'gte', value: 3, currency: 'EUR' }, []],
    [{ attr: 'last_donation', ope: 'gte', value: '2024-07-01' }, ['Giver']],
    [{ attr: 'last_donation', ope: 'lte', value: '2024-06-30' }, []],
    [{ attr: 'last_donation', ope: 'not_ext' }, without('Giver')],
  ]
  for (const [condition, expected] of cases)
    test(JSON.stringify(condition), async () =>
      assert.deepEqual((await found(queryOf(condition))).toSorted(), expected),
    )

  test('a user who may not see payments cannot search by them; membership numbers need only contacts:read', async () => {
    const ask = (condition: object) =>
      app.as(cast.manager).post('/kpi', { advanced_search: { query: queryOf(condition) } })
    for (const attr of ['donation_sum', 'donation_count'])
      assert.deepEqual(refusal(await ask({ attr, ope: 'gte', value: 1 })), [403, 'forbidden'])
    assert.deepEqual(refusal(await ask({ attr: 'membership', ope: 'eql', value: 'member' })), [403, 'forbidden'])
    assert.equal((await ask({ attr: 'membership_number', ope: 'ext' })).body.data.total, 5)
  })
})
