import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { startTestApp } from '../../test/harness.ts'
import { aContactId, aTreasurer, payment, verificationFindings } from '../../test/money.ts'
import { aSpace } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'
import { runs } from '../../test/runs.ts'

const app = await startTestApp()

async function aTreasurerIn(time_zone: string) {
  const treasurer = await aTreasurer(app, await aSpace(app, 'Space', 'en', time_zone))
  const contact = await aContactId(app, treasurer)
  const ask = app.as(treasurer)
  const pay = async (date: string, amount = 1000) => {
    const { status, text } = await ask.post('/v1/transaction_bundles', {
      transactions: [payment(contact, { date, amount })],
      donations: [payment(contact, { amount })],
    })
    assert.equal(status, 200, text)
  }
  const read = async (from: string, to: string) =>
    (await ask.get(`/v1/statistics/money?from=${from}&to=${to}`)).body.data
  const collected = async (from: string, to: string): Promise<number> =>
    (await read(from, to)).months.reduce((sum: number, month: { collected: number }) => sum + month.collected, 0)
  return { treasurer, ask, pay, read, collected }
}

test('at the turn of the year a payment counts in the year of the space', async () => {
  const { pay, read, collected } = await aTreasurerIn('Europe/Paris')
  await pay('2025-12-31T22:59:59.999Z', 1)
  await pay('2025-12-31T23:00:00Z', 20)
  await pay('2026-12-31T22:59:59.999Z', 300)
  await pay('2026-12-31T23:00:00Z', 4000)
  const year = await read('2026-01-01', '2026-12-31')
  assert.deepEqual([year.from, year.to], ['2025-12-31T23:00:00.000Z', '2026-12-31T22:59:59.999Z'])
  const months = pick(year.months, 'month', 'collected', 'donations').map(String)
  assert.deepEqual(months, ['2026-01,20,20', '2026-12,300,300'])
  assert.equal(await collected('2025-12-31', '2025-12-31'), 1)
  assert.equal(await collected('2027-01-01', '2027-01-01'), 4000)
})

test('instants in from and to are read as they are', async () => {
  const { pay, collected } = await aTreasurerIn('America/Toronto')
  await pay('2026-03-01T04:59:00Z', 1)
  await pay('2026-03-01T05:00:00Z', 20)
  await pay('2026-03-02T04:00:00Z', 300)
  assert.equal(await collected('2026-03-01', '2026-03-01'), 320)
  assert.equal(await collected('2026-03-01T00:00:00Z', '2026-03-01T23:59:59.999Z'), 21)
  assert.equal(await collected('2026-03-01T05:00:00.001Z', '2026-03-02T03:59:59Z'), 0)
  assert.equal(await collected('2026-03-01T04:59:00Z', '2026-03-02T04:00:00Z'), 321)
})

test('without from, the twelve months begin with a month of the space', async () => {
  const { ask } = await aTreasurerIn('Europe/Paris')
  const { body } = await ask.get('/v1/statistics/money?to=2026-05-31T22:30:00Z')
  assert.equal(body.data.from, '2025-06-30T22:00:00.000Z')
})

const zones = ['Europe/Paris', 'America/Toronto', 'America/Havana', 'Australia/Lord_Howe', 'Pacific/Kiritimati']
for (const zone of zones)
  test(`the sums of a year are those of its days in ${zone}`, async () => {
    const { treasurer, pay, collected } = await aTreasurerIn(zone)
    const ms = fc.integer({ min: Date.parse('2025-12-30'), max: Date.parse('2027-01-02') })
    // Around changes of the clocks and the turn of the year, by half hours.
    const turns = ['2025-12-31', '2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01', '2026-12-31']
    const near = fc
      .tuple(fc.constantFrom(...turns), fc.nat(96))
      .map(([day, half_hours]) => Date.parse(day) + half_hours * 1_800_000)
    const sample = fc.sample(fc.oneof(ms, near), { seed: 7, numRuns: runs(12) })
    const dates = sample.map(date => new Date(date).toISOString())
    for (const [index, date] of dates.entries()) await pay(date, 2 ** (index % 40))
    const days = [...new Set(dates.flatMap(date => around(date)))].filter(day => day.startsWith('2026'))
    let sum = 0
    for (const day of days) sum += await collected(day, day)
    assert.equal(await collected('2026-01-01', '2026-12-31'), sum)
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })

/** The days on which an instant can be, in any time zone. */
const around = (date: string) =>
  [-1, 0, 1].map(days => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10))
