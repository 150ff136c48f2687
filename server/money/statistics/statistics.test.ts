import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { keysOf, startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, verificationFindings } from '../../test/money.ts'
import { aSpace, aUser, type Person, refusal } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'
import { runs } from '../../test/runs.ts'

const app = await startTestApp()
const path = '/v1/statistics/money'
const admin = await aUser(app, await aSpace(app), { role: 'admin' })

const sum_keys = ['collected', 'pending', 'refunded', 'returned', 'unpaid', 'transactions', 'currency']
const ask = async (as: Person, query = '') => (await app.as(as).get(`${path}${query}`)).body.data

/** A treasurer of a new space, with a contact who pays. */
async function aTreasurer(time_zone?: string) {
  const person = await aUser(app, await aSpace(app, 'Space', 'en', time_zone), { role: 'admin' })
  const contact_id = await aContactId(app, person)
  const pay = (item: object, gift?: number) =>
    aBundle(app, person, {
      transactions: [{ amount: 100, contact_id, ...item }],
      donations: gift === undefined ? [] : [{ amount: gift, contact_id }],
    })
  const read = (from: string, to: string) => ask(person, `?from=${from}&to=${to}`)
  const collected = async (from: string, to: string): Promise<number> =>
    (await read(from, to)).months.reduce((sum: number, month: { collected: number }) => sum + month.collected, 0)
  return { person, pay, read, collected }
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
    await pay({ code_campaign: 'spring', payment_method_kind: 'Card' }, 60)
    const { months, by_payment_method, by_campaign, by_status } = await ask(person)
    assert.deepEqual(keysOf(months[0]), [...sum_keys, 'month', 'donations', 'memberships'].sort())
    assert.deepEqual(keysOf(by_payment_method[0]), [...sum_keys, 'payment_method_kind'].sort())
    assert.deepEqual(keysOf(by_campaign[0]), [...sum_keys, 'code_campaign'].sort())
    assert.deepEqual(keysOf(by_status[0]), [...sum_keys, 'status_id', 'name', 'kind'].sort())
    assert.partialDeepStrictEqual(by_status[0], { kind: 'valid', name: 'Valid', collected: 100 })
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
})

test('a campaign is one in any case, and is shown as in the catalogue', async () => {
  const { person, pay } = await aTreasurer()
  for (const code_campaign of ['Spring', 'SPRING', 'spring', 'own', 'OWN']) await pay({ code_campaign, amount: 1 })
  await app.as(person).post('/v1/code_campaigns', { code: 'SprinG', name: 'The spring letter' })
  const rows = pick((await ask(person)).by_campaign, 'code_campaign', 'collected').map(String)
  assert.deepEqual(rows, ['SprinG,3', 'OWN,2'])
})

test('at the turn of the year a payment counts in the year of the space', async () => {
  const { pay, read, collected } = await aTreasurer('Europe/Paris')
  await pay({ date: '2025-12-31T22:59:59.999Z', amount: 1 }, 1)
  await pay({ date: '2025-12-31T23:00:00Z', amount: 20 }, 20)
  await pay({ date: '2026-12-31T22:59:59.999Z', amount: 300 }, 300)
  await pay({ date: '2026-12-31T23:00:00Z', amount: 4000 }, 4000)
  const year = await read('2026-01-01', '2026-12-31')
  assert.deepEqual([year.from, year.to], ['2025-12-31T23:00:00.000Z', '2026-12-31T22:59:59.999Z'])
  const months = pick(year.months, 'month', 'collected', 'donations').map(String)
  assert.deepEqual(months, ['2026-01,20,20', '2026-12,300,300'])
  assert.equal(await collected('2025-12-31', '2025-12-31'), 1)
  assert.equal(await collected('2027-01-01', '2027-01-01'), 4000)
})

test('instants in from and to are read as they are', async () => {
  const { pay, collected } = await aTreasurer('America/Toronto')
  await pay({ date: '2026-03-01T04:59:00Z', amount: 1 }, 1)
  await pay({ date: '2026-03-01T05:00:00Z', amount: 20 }, 20)
  await pay({ date: '2026-03-02T04:00:00Z', amount: 300 }, 300)
  assert.equal(await collected('2026-03-01', '2026-03-01'), 320)
  assert.equal(await collected('2026-03-01T00:00:00Z', '2026-03-01T23:59:59.999Z'), 21)
  assert.equal(await collected('2026-03-01T05:00:00.001Z', '2026-03-02T03:59:59Z'), 0)
  assert.equal(await collected('2026-03-01T04:59:00Z', '2026-03-02T04:00:00Z'), 321)
})

test('without from, the twelve months begin with a month of the space', async () => {
  const { person } = await aTreasurer('Europe/Paris')
  assert.equal((await ask(person, '?to=2026-05-31T22:30:00Z')).from, '2025-06-30T22:00:00.000Z')
})

const zones = ['Europe/Paris', 'America/Toronto', 'America/Havana', 'Australia/Lord_Howe', 'Pacific/Kiritimati']
for (const zone of zones)
  test(`the sums of a year are those of its days in ${zone}`, async () => {
    const { person, pay, collected } = await aTreasurer(zone)
    const ms = fc.integer({ min: Date.parse('2025-12-30'), max: Date.parse('2027-01-02') })
    // Around changes of the clocks and the turn of the year, by half hours.
    const turns = ['2025-12-31', '2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01', '2026-12-31']
    const near = fc
      .tuple(fc.constantFrom(...turns), fc.nat(96))
      .map(([day, half_hours]) => Date.parse(day) + half_hours * 1_800_000)
    const sample = fc.sample(fc.oneof(ms, near), { seed: 7, numRuns: runs(12) })
    const dates = sample.map(date => new Date(date).toISOString())
    for (const [index, date] of dates.entries()) await pay({ date, amount: 2 ** (index % 40) })
    const days = [...new Set(dates.flatMap(date => around(date)))].filter(day => day.startsWith('2026'))
    let sum = 0
    for (const day of days) sum += await collected(day, day)
    assert.equal(await collected('2026-01-01', '2026-12-31'), sum)
    assert.deepEqual(await verificationFindings(app, person.space), [])
  })

/** The days on which an instant can be, in any time zone. */
const around = (date: string) =>
  [-1, 0, 1].map(days => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10))
