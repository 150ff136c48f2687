import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type StatisticsLists, statisticsInReply } from '../../test/expected_statistics.ts'
import { keysOf, startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, statusOf } from '../../test/money.ts'
import { aSpace, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'
import { runs } from '../../test/runs.ts'

const app = await startTestApp()
const path = '/v1/statistics/money'
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)

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
  test('needs permission to see payments', async () => {
    assert.deepEqual(refusal(await app.as().get(path)), [401, 'unauthenticated'])
    for (const person of [cast.manager, cast.user]) {
      assert.deepEqual(refusal(await app.as(person).get(path)), [403, 'forbidden'])
    }
    assert.equal((await app.as(cast.superadmin).get(path)).status, 200)
  })

  test('without from and to covers the last twelve months', async () => {
    const { status, body } = await app.as(cast.admin).get(path)
    assert.deepEqual([status, keysOf(body)], [200, ['data', 'status']])
    assert.deepEqual(keysOf(body.data), ['by_campaign', 'by_payment_method', 'by_status', 'from', 'months', 'to'])
    const [from, to] = [new Date(body.data.from), new Date(body.data.to)]
    assert.ok(Date.now() - to.getTime() < 60_000)
    assert.match(body.data.from, /-01T00:00:00.000Z$/)
    const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth() + 1
    assert.equal(months, 12)
    assert.deepEqual([body.data.months, body.data.by_status], [[], []])
  })

  for (const [query, location] of [
    ['from=yesterday', 'query.from'],
    ['to=2026-02-30', 'query.to'],
    ['from=2026-02-01&to=2026-01-01', 'query.to'],
    ['from=2026-01-01T12:00:00%2B02:00&to=2026-01-01T09:59:59Z', 'query.to'],
  ]) {
    test(`?${query} is a 422 at ${location}`, async () => {
      assert.deepEqual(refusal(await app.as(cast.admin).get(`${path}?${query}`)), [422, 'invalid_request', location])
    })
  }

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
    assert.deepEqual((await ask(cast.admin)).months, [])
  })
})

describe('periods', () => {
  test('from and to are both included, to the millisecond, and a bare last day is included whole', async () => {
    const { person, pay } = await aTreasurer()
    for (const date of [
      '2026-02-28T23:59:59.999Z',
      '2026-03-01T00:00:00.000Z',
      '2026-03-31T23:59:59.999Z',
      '2026-04-01T00:00:00.000Z',
    ])
      await pay({ date })
    const counted = async (query: string) =>
      (await ask(person, query)).months.map(({ month, transactions }: any) => [month, transactions])
    assert.deepEqual(await counted('?from=2026-03-01&to=2026-03-31'), [['2026-03', 2]])
    const exact = '?from=2026-02-28T23:59:59.999Z&to=2026-04-01T00:00:00.000Z'
    assert.deepEqual(await counted(exact), [
      ['2026-02', 1],
      ['2026-03', 2],
      ['2026-04', 1],
    ])
    assert.deepEqual(await counted('?from=2026-03-01T02:00:00%2B02:00&to=2026-03-31T23:59:59.998Z'), [['2026-03', 1]])
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
      (await ask(person, query)).months.map((row: any) => [row.month, row.collected, row.donations, row.memberships])
    const both = await sums('?from=2026-01-01&to=2026-02-28')
    assert.deepEqual(both, [
      ['2026-01', 50, 60, 40],
      ['2026-02', 50, 0, 0],
    ])
    const apart = [...(await sums('?from=2026-01-01&to=2026-01-31')), ...(await sums('?from=2026-02-01&to=2026-02-28'))]
    assert.deepEqual(apart, both)
  })
})

describe('amounts by status', () => {
  const monthOf = async (person: Person) => {
    const { months } = await ask(person)
    assert.equal(months.length, 1)
    const { collected, pending, refunded, unpaid, transactions, donations } = months[0]
    return { collected, pending, refunded, unpaid, transactions, donations }
  }
  const nothing = { collected: 0, pending: 0, refunded: 0, unpaid: 0, transactions: 1, donations: 0 }
  const noted = { reimbursed_amount: 10, unpaid_amount: 20 }
  const cases: [kind: string, expected: object][] = [
    ['valid', { ...nothing, collected: 70, refunded: 10, unpaid: 20, donations: 100 }],
    ['other', { ...nothing, collected: 70, refunded: 10, unpaid: 20, donations: 100 }],
    ['reimbursed', { ...nothing, collected: 70, refunded: 10, unpaid: 20, donations: 100 }],
    ['unpaid', { ...nothing, unpaid: 100 }],
    ['bank_error', { ...nothing, unpaid: 100 }],
    ['pending', { ...nothing, pending: 100 }],
  ]
  for (const [kind, expected] of cases) {
    test(`a payment of 100 that is ${kind}, with 10 refunded and 20 unpaid`, async () => {
      const { person, pay, status } = await aTreasurer()
      await pay({ ...noted, status_id: await status(kind) }, { donations: [{ amount: 100 }] })
      assert.deepEqual(await monthOf(person), expected)
    })
  }

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
    const rows = (await ask(person)).months.map((row: any) => [row.currency, row.collected, row.donations])
    assert.deepEqual(rows, [
      ['CHF', 0, 2],
      ['EUR', 3, 0],
      ['USD', 4, 0],
    ])
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

  test('a sum beyond 2^53 is exact, and never a server error', async () => {
    const { person, pay } = await aTreasurer()
    for (let count = 0; count < 3; count++) await pay({ amount: 2 ** 53 - 1 })
    const { status, text } = await app.as(person).get(path)
    assert.equal(status, 200)
    assert.match(text, new RegExp(`"collected":${3n * (2n ** 53n - 1n)}\\b`))
  })
})

describe('random payments', () => {
  const kinds = ['valid', 'pending', 'unpaid', 'bank_error', 'reimbursed', 'cancel', 'other']
  const currencies = ['EUR', 'eur', 'USD', 'chf']
  const item = fc.record({ amount: fc.integer({ min: 0, max: 1e9 }), currency: fc.constantFrom(...currencies) })
  const payment = fc.record({
    amount: fc.integer({ min: 0, max: 1e9 }),
    currency: fc.constantFrom(...currencies),
    refunded: fc.integer({ min: 0, max: 100 }),
    month: fc.integer({ min: 1, max: 4 }),
    kind: fc.constantFrom(...kinds, 'valid', 'valid', null),
    payment_method_kind: fc.constantFrom('card', 'Card', 'cheque', ''),
    code_campaign: fc.constantFrom('', 'spring', 'autumn'),
  })
  const bundle = fc.record({
    payments: fc.array(payment, { minLength: 1, maxLength: 3 }),
    donations: fc.array(item, { maxLength: 2 }),
    memberships: fc.array(item, { maxLength: 2 }),
    outside: fc.boolean(),
    deleted: fc.nat(4).map(number => number === 0),
  })

  type Payment = typeof payment extends fc.Arbitrary<infer Value> ? Value : never
  type Bundle = typeof bundle extends fc.Arbitrary<infer Value> ? Value : never
  type Sums = Record<string, number>

  const refundOf = ({ amount, refunded }: Payment) => Math.floor((amount * refunded) / 100)
  const unpaidPartOf = ({ amount, refunded }: Payment) => Math.floor((amount * (100 - refunded)) / 200)

  function sumsOf(one: Payment): Sums {
    const none = { collected: 0, pending: 0, refunded: 0, unpaid: 0, transactions: 1 }
    if (one.kind === 'pending') return { ...none, pending: one.amount }
    if (one.kind === 'unpaid' || one.kind === 'bank_error') return { ...none, unpaid: one.amount }
    const [refunded, unpaid] = [refundOf(one), unpaidPartOf(one)]
    return { ...none, collected: one.amount - refunded - unpaid, refunded, unpaid }
  }

  function count(rows: Record<string, Sums>, key: string, sums: Sums) {
    const row = (rows[key] ??= {})
    for (const [name, value] of Object.entries(sums)) row[name] = (row[name] ?? 0) + value
  }

  function countPayment(expected: StatisticsLists, one: Payment, status_id: number | null) {
    const sums = sumsOf(one)
    const currency = one.currency.toUpperCase()
    count(expected.months, `2026-0${one.month} ${currency}`, { ...sums, donations: 0, memberships: 0 })
    count(expected.by_payment_method, `${one.payment_method_kind.toLowerCase()} ${currency}`, sums)
    count(expected.by_campaign, `${one.code_campaign} ${currency}`, sums)
    count(expected.by_status, `${status_id} ${currency}`, sums)
  }

  /** Donations and memberships count in the month of the first payment that brings money. */
  function countParts({ months }: StatisticsLists, { payments, donations, memberships }: Bundle) {
    const first = payments.find(({ kind }) => !['cancel', 'unpaid', 'bank_error', 'pending'].includes(kind ?? ''))
    if (!first) return
    const none = { collected: 0, pending: 0, refunded: 0, unpaid: 0, transactions: 0, donations: 0, memberships: 0 }
    const key = (currency: string) => `2026-0${first.month} ${currency.toUpperCase()}`
    for (const { amount, currency } of donations) count(months, key(currency), { ...none, donations: amount })
    for (const { amount, currency } of memberships) count(months, key(currency), { ...none, memberships: amount })
  }

  const statusIdOf = ({ kind }: Payment, ids: Map<string, number>) => (kind === null ? null : ids.get(kind)!)

  function bodyOf({ payments, donations, memberships, outside }: Bundle, contact_id: number, ids: Map<string, number>) {
    const transactions = payments.map(one => ({
      amount: one.amount,
      currency: one.currency,
      payment_method_kind: one.payment_method_kind,
      code_campaign: one.code_campaign,
      date: `${outside ? 2024 : 2026}-0${one.month}-28T23:30:00Z`,
      status_id: statusIdOf(one, ids),
      reimbursed_amount: refundOf(one),
      unpaid_amount: unpaidPartOf(one),
    }))
    const owned = (list: object[]) => list.map(part => ({ ...part, contact_id }))
    return { transactions: owned(transactions), donations: owned(donations), memberships: owned(memberships) }
  }

  function expectedOf(bundles: Bundle[], ids: Map<string, number>) {
    const expected: StatisticsLists = { months: {}, by_payment_method: {}, by_campaign: {}, by_status: {} }
    for (const one of bundles.filter(({ deleted, outside }) => !deleted && !outside)) {
      for (const paid of one.payments.filter(({ kind }) => kind !== 'cancel'))
        countPayment(expected, paid, statusIdOf(paid, ids))
      countParts(expected, one)
    }
    return expected
  }

  test('the sums equal those that the test computes from what it sent', { timeout: 60_000 }, async () => {
    const property = fc.asyncProperty(fc.array(bundle, { minLength: 5, maxLength: 12 }), async bundles => {
      const { person, contact_id, status } = await aTreasurer()
      const ids = new Map(await Promise.all(kinds.map(async kind => [kind, await status(kind)] as const)))
      for (const one of bundles) {
        const { id } = await aBundle(app, person, bodyOf(one, contact_id, ids))
        if (one.deleted) await app.as(person).delete(`/v1/transaction_bundles/${id}`)
      }
      const read = statisticsInReply(await ask(person, '?from=2026-01-01&to=2026-04-30'))
      assert.deepEqual(read, expectedOf(bundles, ids))
    })
    await fc.assert(property, { seed: 20260501, numRuns: runs(6), endOnFailure: true })
  })
})
