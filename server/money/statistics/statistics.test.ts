import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keysOf, startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, statusOf } from '../../test/money.ts'
import { aSpace, aUser, type Person, refusal } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'

const app = await startTestApp()
const path = '/v1/statistics/money'
const admin = await aUser(app, await aSpace(app), { role: 'admin' })

const sum_keys = ['collected', 'pending', 'refunded', 'unpaid', 'transactions', 'currency']
const ask = async (as: Person, query = '') => (await app.as(as).get(`${path}${query}`)).body.data

/** A treasurer of a new space, with a contact who pays. */
async function aTreasurer() {
  const own = await aSpace(app)
  const person = await aUser(app, own, { role: 'admin' })
  const contact_id = await aContactId(app, person)
  const pay = (item: object, more: { donations?: object[]; memberships?: object[] } = {}) =>
    aBundle(app, person, {
      transactions: [{ amount: 100, contact_id, ...item }],
      donations: (more.donations ?? []).map(donation => ({ contact_id, ...donation })),
      memberships: (more.memberships ?? []).map(membership => ({ contact_id, ...membership })),
    })
  return { person, contact_id, pay, status: (kind: string) => statusOf(app, own, kind) }
}

describe('a request for statistics', () => {
  test('without from and to covers the last twelve months', async () => {
    const { status, body } = await app.as(admin).get(path)
    assert.deepEqual([status, keysOf(body)], [200, ['data', 'status']])
    assert.deepEqual(keysOf(body.data), ['by_campaign', 'by_payment_method', 'by_status', 'from', 'months', 'to'])
    const [from, to] = [new Date(body.data.from), new Date(body.data.to)]
    assert.ok(Date.now() - to.getTime() < 60_000)
    assert.match(body.data.from, /-01T00:00:00.000Z$/)
    const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth() + 1
    assert.equal(months, 12)
    assert.deepEqual([body.data.months, body.data.by_status], [[], []])
  })

  test('with a period that is wrong says where', async () => {
    for (const [query, location] of [
      ['from=yesterday', 'query.from'],
      ['to=2026-02-30', 'query.to'],
      ['from=2026-02-01&to=2026-01-01', 'query.to'],
      ['from=2026-01-01T12:00:00%2B02:00&to=2026-01-01T09:59:59Z', 'query.to'],
    ] as const)
      assert.deepEqual(refusal(await app.as(admin).get(`${path}?${query}`)), refusal.at(location))
  })

  test('without from begins with the month that makes twelve until its end', async () => {
    for (const [to, from] of [
      ['2026-05-15', '2025-06-01'],
      ['2025-12-31', '2025-01-01'],
      ['0050-01-01', '0049-02-01'],
      ['0100-06-30', '0099-07-01'],
      ['0001-03-01', '0001-01-01'],
      ['9999-12-31', '9999-01-01'],
    ]) {
      const data = await ask(admin, `?to=${to}`)
      assert.deepEqual([data.from, data.to], [`${from}T00:00:00.000Z`, `${to}T23:59:59.999Z`])
    }
  })

  test('every part has all its fields', async () => {
    const { person, pay } = await aTreasurer()
    await pay({ code_campaign: 'spring', payment_method_kind: 'Card' }, { donations: [{ amount: 60 }] })
    const { months, by_payment_method, by_campaign, by_status } = await ask(person)
    assert.deepEqual(keysOf(months[0]), [...sum_keys, 'month', 'donations', 'memberships'].sort())
    assert.deepEqual(keysOf(by_payment_method[0]), [...sum_keys, 'payment_method_kind'].sort())
    assert.deepEqual(keysOf(by_campaign[0]), [...sum_keys, 'code_campaign'].sort())
    assert.deepEqual(keysOf(by_status[0]), [...sum_keys, 'status_id', 'name', 'kind'].sort())
    assert.partialDeepStrictEqual(by_status[0], { kind: 'valid', name: 'Valid', collected: 100 })
  })

  test('excludes other spaces', async () => {
    const { pay } = await aTreasurer()
    await pay({})
    assert.deepEqual((await ask(admin)).months, [])
  })
})

describe('periods', () => {
  test('from and to are both included, to the millisecond, and a bare last day is included whole', async () => {
    const { person, pay } = await aTreasurer()
    for (const day of ['02-28T23:59:59.999', '03-01T00:00:00.000', '03-31T23:59:59.999', '04-01T00:00:00.000'])
      await pay({ date: `2026-${day}Z` })
    const counted = async (query: string) =>
      (await ask(person, query)).months.map(({ month, transactions }: any) => `${month} ${transactions}`)
    assert.deepEqual(await counted('?from=2026-03-01&to=2026-03-31'), ['2026-03 2'])
    const exact = '?from=2026-02-28T23:59:59.999Z&to=2026-04-01T00:00:00.000Z'
    assert.deepEqual(await counted(exact), ['2026-02 1', '2026-03 2', '2026-04 1'])
    assert.deepEqual(await counted('?from=2026-03-01T02:00:00%2B02:00&to=2026-03-31T23:59:59.998Z'), ['2026-03 1'])
  })

  test('the sums of two periods add up to those of both together', async () => {
    const { person, contact_id } = await aTreasurer()
    const part = (date: string) => ({ amount: 50, contact_id, date })
    await aBundle(app, person, {
      transactions: [part('2026-01-15'), part('2026-02-15')],
      donations: [{ amount: 60, contact_id }],
      memberships: [{ amount: 40, contact_id }],
    })
    const sums = async (query: string) =>
      pick((await ask(person, query)).months, 'month', 'collected', 'donations', 'memberships').map(row => `${row}`)
    const both = await sums('?from=2026-01-01&to=2026-02-28')
    assert.deepEqual(both, ['2026-01,50,60,40', '2026-02,50,0,0'])
    const apart = [...(await sums('?from=2026-01-01&to=2026-01-31')), ...(await sums('?from=2026-02-01&to=2026-02-28'))]
    assert.deepEqual(apart, both)
  })
})

describe('amounts by status', () => {
  test('a payment of 100, with 10 refunded and 20 unpaid, counts as its status says', async () => {
    const { person, pay, status } = await aTreasurer()
    const came = { collected: 70, pending: 0, refunded: 10, unpaid: 20, transactions: 1, donations: 100 }
    const nothing = { collected: 0, pending: 0, refunded: 0, unpaid: 0, transactions: 1, donations: 0 }
    const failed = { ...nothing, unpaid: 100 }
    const kinds = { valid: came, other: came, reimbursed: came, unpaid: failed, bank_error: failed }
    const cases = Object.entries({ ...kinds, pending: { ...nothing, pending: 100 } })
    for (const [index, [kind, expected]] of cases.entries()) {
      const [month, status_id] = [`2026-0${index + 1}`, await status(kind)]
      const noted = { reimbursed_amount: 10, unpaid_amount: 20, date: `${month}-10` }
      await pay({ ...noted, status_id }, { donations: [{ amount: 100 }] })
      const { months } = await ask(person, `?from=${month}-01&to=${month}-28`)
      assert.equal(months.length, 1)
      assert.partialDeepStrictEqual(months[0], expected, kind)
    }
  })

  test('cancelled payments and deleted bundles are not counted', async () => {
    const { person, pay, status } = await aTreasurer()
    await pay({ status_id: await status('cancel') }, { donations: [{ amount: 100 }] })
    const { id } = await pay({ code_campaign: 'gone' }, { memberships: [{ amount: 100 }] })
    await app.as(person).delete(`/v1/transaction_bundles/${id}`)
    const { months, by_payment_method, by_campaign, by_status } = await ask(person)
    assert.deepEqual([months, by_payment_method, by_campaign, by_status], [[], [], [], []])
  })

  test('two currencies are never mixed, and case does not matter', async () => {
    const { person, pay } = await aTreasurer()
    await pay({ currency: 'EUR', amount: 1 })
    await pay({ currency: 'eur', amount: 2 }, { donations: [{ amount: 2, currency: 'chf' }] })
    await pay({ currency: 'Usd', amount: 4 })
    const rows = pick((await ask(person)).months, 'currency', 'collected', 'donations')
    assert.deepEqual(rows.map(String), ['CHF,0,2', 'EUR,3,0', 'USD,4,0'])
  })

  test('a campaign is one in any case, and is shown as in the catalogue', async () => {
    const { person, pay } = await aTreasurer()
    for (const code_campaign of ['Spring', 'SPRING', 'spring', 'own', 'OWN']) await pay({ code_campaign, amount: 1 })
    await app.as(person).post('/v1/code_campaigns', { code: 'SprinG', name: 'The spring letter' })
    const rows = (await ask(person)).by_campaign.map((row: any) => [row.code_campaign, row.collected])
    assert.deepEqual(rows, [
      ['SprinG', 3],
      ['OWN', 2],
    ])
  })
})
