import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, statusOf } from '../../test/money.ts'
import { aSpace, aUser, aUserPerRole, refusal } from '../../test/people.ts'
import { condition, queryOf, searchAs } from '../../test/search.ts'

const app = await startTestApp()
const space = await aSpace(app, 'Space', 'fr')
const cast = await aUserPerRole(app, space)
const { found } = searchAs(app, cast.admin)

const is = (attr: string, value: unknown, ope = 'eql') => condition({ attr, ope, value })
const has = (attr: string, ope = 'ext') => condition({ attr, ope })
const all = (...parts: object[]) => ({ $all: [{ $all: parts }] })
const names = async (...parts: object[]) => (await found(all(...parts))).sort()

const lyon = { city: 'Lyon' }
for (const contact of [
  { surname: 'Ada', mobile: '06 12 34 56 78', address: lyon, gender: 'F', tags: [{ name: 'member' }] },
  { surname: 'Bea', phone: '04 72 00 00 01', address: lyon, birthdate: '1980-05-01' },
  { surname: 'Cem', mobile: '06 99 99 99 99', phone: '0612345678', tags: [{ name: 'press' }], black_list: true },
  { surname: 'Dov', address: { city: 'Paris' }, mail: 'dov@example.org', gender: 'M' },
  { surname: 'Eli' },
])
  await aContact(app, cast.admin, contact)

const books = await aSpace(app)
const treasurers = await aUserPerRole(app, books)
const { found: foundInBooks } = searchAs(app, treasurers.admin)
const named = (surname: string) => aContactId(app, treasurers.admin, { surname })
const pay = (contact_id: number, items: object, transaction: object = {}) =>
  aBundle(app, treasurers.admin, { transactions: [{ amount: 100, contact_id, ...transaction }], ...items })
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
await app.as(treasurers.admin).delete(`/v1/transaction_bundles/${gone.id}`)
const cancelled = await named('Cancelled')
await pay(cancelled, membership(cancelled, '2020-01-01', '2999-12-31'), {
  status_id: await statusOf(app, books, 'cancel'),
})
const giver = await named('Giver')
await pay(
  giver,
  donations(giver, { amount: 3000, date: '2024-01-01' }, { amount: 2000, date: '2024-06-01', currency: 'eur' }),
  { amount: 5000 },
)
await pay(giver, donations(giver, { amount: 700, date: '2024-07-01', currency: 'CHF' }), {
  ...{ amount: 700, currency: 'CHF' },
})
// A gift of nothing, and one that bounced, are none.
await pay(giver, donations(giver, { amount: 0, date: '2025-01-01' }))
const bounced = { amount: 9000, status_id: await statusOf(app, books, 'bank_error') }
await pay(giver, donations(giver, { amount: 9000, date: '2025-01-01' }), bounced)

const due = await named('Due')
await pay(due, membership(due, '2020-01-01', '2020-12-31'))
await pay(due, membership(due, '2021-01-01', '2999-12-31'), { status_id: await statusOf(app, books, 'unpaid') })
const returned = await named('Returned')
await pay(returned, membership(returned, '2021-01-01', '2999-12-31'), { unpaid_amount: 100 })
const early = await named('Early')
await pay(early, membership(early, '2020-01-01', '2020-12-31'))
await pay(early, membership(early, '2998-01-01', '2998-12-31'))
const promised = await named('Promised')
await pay(promised, membership(promised, '2020-01-01', '2020-12-31'), {
  status_id: await statusOf(app, books, 'pending'),
})

const all_names = [
  ...['Cancelled', 'Deleted', 'Due', 'Early', 'Giver', 'Lapsed', 'Life', 'Member', 'Promised', 'Returned'],
]
const without = (...names: string[]) => all_names.filter(name => !names.includes(name))

describe('groups of conditions', () => {
  test('any holds where one of its conditions holds, all where every one does, not where it does not', async () => {
    const mobile = has('mobile')
    const landline = has('phone')
    const in_lyon = is('city', 'lyon')
    const member = is('tags', 'member')
    assert.deepEqual(await names({ any: [mobile, landline] }), ['Ada', 'Bea', 'Cem'])
    assert.deepEqual(await names({ all: [mobile, landline] }), ['Cem'])
    assert.deepEqual(await names({ not: { any: [mobile, landline] } }), ['Dov', 'Eli'])
    assert.deepEqual(await names({ not: { all: [mobile, landline] } }), ['Ada', 'Bea', 'Dov', 'Eli'])
    assert.deepEqual(await names(in_lyon, { any: [mobile, landline] }, { not: member }), ['Bea'])
    assert.deepEqual(await names({ any: [member, { all: [landline, { not: in_lyon }] }] }), ['Ada', 'Cem'])
    assert.deepEqual(await names({ not: { not: in_lyon } }), ['Ada', 'Bea'])
  })

  test('stand next to conditions in a list of which one must hold, too', async () => {
    const query = { $all: [{ $at_least_one: [is('surname', 'Eli'), { all: [has('phone'), is('city', 'lyon')] }] }] }
    assert.deepEqual((await found(query)).sort(), ['Bea', 'Eli'])
  })

  test('not matches contacts without a value', async () => {
    assert.deepEqual(await names({ not: is('city', 'lyon') }), ['Cem', 'Dov', 'Eli'])
    assert.deepEqual(await names({ not: is('birthdate', '1970-01-01', 'gte') }), ['Ada', 'Cem', 'Dov', 'Eli'])
    assert.deepEqual(await names({ not: is('birthdate', '1970-01-01', 'lte') }), ['Ada', 'Bea', 'Cem', 'Dov', 'Eli'])
    assert.deepEqual(await names({ not: is('gender', ['F'], 'none_of') }), ['Ada'])
    assert.deepEqual(await names({ not: is('black_list', true) }), ['Ada', 'Bea', 'Dov', 'Eli'])
    const everybody = ['Ada', 'Bea', 'Cem', 'Dov', 'Eli']
    assert.deepEqual(await names({ not: is('tags', ['member', 'press'], 'all_of') }), everybody)
    assert.deepEqual(await names({ not: is('last_donation', '2020-01-01', 'gte') }), everybody)
  })

  test('are counted as they are found', async () => {
    for (const part of [
      { any: [has('mobile'), is('city', 'il', 'contains')] },
      { not: { any: [has('mobile'), is('city', 'lyon')] } },
      { not: { all: [has('mobile'), is('city', 'lyon')] } },
      { any: [{ not: has('mobile') }, is('city', 'lyon')] },
      { not: { all: [is('tags', 'press'), { any: [has('any_phone'), { not: is('gender', ['F'], 'none_of') }] }] } },
    ]) {
      const { body } = await app.as(cast.admin).post('/kpi', { advanced_search: { query: all(part) } })
      assert.equal(body.data.total, (await names(part)).length)
    }
  })

  test('reveal nothing that the caller may not read, however deep it stands', async () => {
    const query = all({ not: { any: [has('mobile'), { all: [is('tags', 'press')] }] } })
    for (const path of ['/search', '/kpi']) {
      const refused = await app.as(cast.manager).post(path, { advanced_search: { query } })
      assert.deepEqual(refusal(refused), [403, 'forbidden'])
    }
    const stranger = await aUser(app, await aSpace(app), { role: 'superadmin' })
    const answer = await app.as(stranger).post('/search', { advanced_search: { query: all({ not: has('mobile') }) } })
    assert.deepEqual(answer.body.data.contacts, [])
  })
})

describe('any telephone', () => {
  const cases: [string, object, string[]][] = [
    ['is filled in', has('any_phone'), ['Ada', 'Bea', 'Cem']],
    ['is missing', has('any_phone', 'not_ext'), ['Dov', 'Eli']],
    ['is a number, however it is written', is('any_phone', '+33612345678'), ['Ada', 'Cem']],
    ['is not a number', is('any_phone', '+33612345678', 'not_eql'), ['Bea', 'Dov', 'Eli']],
    ['is one of two', is('any_phone', ['0472000001', '06 99 99 99 99'], 'any_of'), ['Bea', 'Cem']],
    ['is none of two', is('any_phone', ['0472000001', '06 99 99 99 99'], 'none_of'), ['Ada', 'Dov', 'Eli']],
    ['contains digits', is('any_phone', '99 99', 'contains'), ['Cem']],
    ['does not contain digits', is('any_phone', '00 00', 'not_contains'), ['Ada', 'Cem', 'Dov', 'Eli']],
    ['begins with digits', is('any_phone', '04', 'start_with'), ['Bea']],
    ['is written exactly so', is('any_phone', '06 12 34 56 78', 'eql:strictdata'), ['Ada']],
    ['in a negated group', { not: { any: [has('any_phone'), has('mail')] } }, ['Eli']],
  ]
  for (const [name, part, expected] of cases) test(name, async () => assert.deepEqual(await names(part), expected))
})

test('a query may have four groups inside each other, and 200 conditions in all; any_phone counts as two', async () => {
  const nested = (depth: number): object => (depth === 0 ? has('mail') : { any: [nested(depth - 1)] })
  const negated = (depth: number): object => (depth === 0 ? has('mail') : { not: negated(depth - 1) })
  assert.deepEqual([await names(nested(4)), await names(negated(4))], [['Dov'], ['Dov']])
  const pairs = Array.from({ length: 100 }, (_, n) => ({
    all: [has('mail'), is('surname', n === 7 ? 'dov' : `x${n}`)],
  }))
  const phones = Array.from({ length: 100 }, (_, n) => is('any_phone', `0472${n}`))
  for (const [any, total] of [
    [pairs, 1],
    [phones, 0],
  ] as const) {
    const sent = { advanced_search: { query: all({ any }) } }
    const { status, body, headers } = await app.as(cast.superadmin).post('/search', sent)
    assert.deepEqual([status, body.data?.total, headers.get('x-ratelimit-cost')], [200, total, '101'])
  }
})

describe('membership and donations', () => {
  const cases: [object, string[]][] = [
    [{ attr: 'membership', ope: 'eql', value: 'member' }, ['Life', 'Member']],
    [{ attr: 'membership', ope: 'eql', value: 'lapsed' }, ['Lapsed']],
    [{ attr: 'membership', ope: 'eql', value: 'due' }, ['Due', 'Returned']],
    [{ attr: 'membership', ope: 'eql', value: 'to_come' }, ['Early']],
    [{ attr: 'membership', ope: 'eql', value: 'never' }, ['Cancelled', 'Deleted', 'Giver', 'Promised']],
    [{ attr: 'membership', ope: 'not_eql', value: 'member' }, without('Life', 'Member')],
    [{ attr: 'membership', ope: 'any_of', value: ['member', 'lapsed'] }, ['Lapsed', 'Life', 'Member']],
    [{ attr: 'membership', ope: 'any_of', value: ['member', 'never'] }, without('Due', 'Early', 'Lapsed', 'Returned')],
    [{ attr: 'membership', ope: 'none_of', value: ['member', 'lapsed', 'never'] }, ['Due', 'Early', 'Returned']],
    [{ attr: 'membership_end_date', ope: 'lte', value: '2020-12-31' }, ['Due', 'Lapsed']],
    [{ attr: 'membership_end_date', ope: 'gte', value: 'now' }, ['Early', 'Life', 'Member']],
    [{ attr: 'membership_end_date', ope: 'range', from: '2020-12-01', to: '2020-12-31' }, ['Due', 'Lapsed']],
    [{ attr: 'membership_end_date', ope: 'ext' }, ['Due', 'Early', 'Lapsed', 'Member']],
    [{ attr: 'membership_start_date', ope: 'gte', value: '2021-01-01' }, ['Early', 'Member']],
    [{ attr: 'membership_number', ope: 'ext' }, without('Giver')],
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
      assert.deepEqual((await foundInBooks(queryOf(condition))).toSorted(), expected),
    )

  test('a user who may not see payments cannot search by them; membership numbers need only contacts:read', async () => {
    const ask = (condition: object) =>
      app.as(treasurers.manager).post('/kpi', { advanced_search: { query: queryOf(condition) } })
    for (const attr of ['donation_sum', 'donation_count'])
      assert.deepEqual(refusal(await ask({ attr, ope: 'gte', value: 1 })), [403, 'forbidden'])
    assert.deepEqual(refusal(await ask({ attr: 'membership', ope: 'eql', value: 'member' })), [403, 'forbidden'])
    assert.equal((await ask({ attr: 'membership_number', ope: 'ext' })).body.data.total, 9)
  })
})
