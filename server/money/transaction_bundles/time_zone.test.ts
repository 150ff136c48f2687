import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aContactId, aMembershipPrice, aTreasurer, changeTransactionSettings, payment } from '../../test/money.ts'
import { aSpace, refusal } from '../../test/people.ts'

const app = await startTestApp()
const path = '/v1/transaction_bundles'

async function aTreasurerIn(time_zone: string) {
  const treasurer = await aTreasurer(app, await aSpace(app, 'Space', 'en', time_zone))
  return { treasurer, ask: app.as(treasurer), contact: await aContactId(app, treasurer) }
}

describe('a membership', () => {
  test('paid on 1 January at 00:30 in Paris lasts until the end of that year there', async () => {
    const { ask, contact } = await aTreasurerIn('Europe/Paris')
    const { body } = await ask.post(path, {
      transactions: [payment(contact, { date: '2026-01-01T00:30:00+01:00' })],
      memberships: [payment(contact)],
    })
    const { start_date, end_date } = body.data.memberships[0]
    assert.deepEqual([start_date, end_date], ['2025-12-31T23:30:00.000Z', '2026-12-31T22:59:59.999Z'])
  })

  test('that starts on a date is of the year of that date, also west of UTC', async () => {
    for (const [zone, end] of [
      ['America/Toronto', '2027-01-01T04:59:59.999Z'],
      ['Europe/Paris', '2026-12-31T22:59:59.999Z'],
    ] as const) {
      const { ask, contact } = await aTreasurerIn(zone)
      const { body } = await ask.post(path, {
        transactions: [payment(contact, { date: '2026-01-01' })],
        memberships: [payment(contact, { start_date: '2026-01-01' })],
      })
      assert.equal(body.data.memberships[0].end_date, end)
      // The date is that day for readers in UTC as well.
      assert.match(body.data.transactions[0].date, /^2026-01-01/)
    }
  })

  test('of six months ends at the same time of day there', async () => {
    const { treasurer, ask, contact } = await aTreasurerIn('Europe/Paris')
    const price = await aMembershipPrice(app, treasurer, { kind: 'rolling_year', duration: 'P6M' })
    const { body } = await ask.post(path, {
      transactions: [payment(contact, { date: '2026-01-15T11:00:00Z' })],
      memberships: [payment(contact, { membership_price_id: price.id })],
    })
    assert.equal(body.data.memberships[0].end_date, '2026-07-15T10:00:00.000Z')
  })
})

describe('a closed period', () => {
  test('with dates begins and ends at midnight of the space', async () => {
    const { treasurer, ask, contact } = await aTreasurerIn('Europe/Paris')
    const periods = {
      '2025': { start: '2025-01-01', end: '2025-12-31', open: false },
      '2026': { start: '2026-01-01', end: '2026-12-31', open: true },
    }
    const { open_periods } = await changeTransactionSettings(app, treasurer, { open_periods: periods })
    assert.deepEqual(open_periods['2025'], {
      start: '2024-12-31T23:00:00.000Z',
      end: '2025-12-31T22:59:59.999Z',
      open: false,
    })
    const pay = (date: string) => ask.post(path, { transactions: [payment(contact, { date })] })
    assert.equal((await pay('2025-12-31T23:00:00Z')).status, 200)
    assert.equal((await pay('2026-12-31T22:59:59.999Z')).status, 200)
    for (const date of ['2025-12-31T22:59:59.999Z', '2026-12-31T23:00:00Z'])
      assert.deepEqual(refusal(await pay(date)).slice(0, 2), [422, 'period_closed'], date)
    assert.match((await pay('2026-12-31T23:00:00Z')).body.detail, /is dated 2027-01-01, and/)
  })

  test('with instants is read as it is', async () => {
    const { treasurer } = await aTreasurerIn('America/Toronto')
    const year = { start: '2026-01-01T00:00:00.000Z', end: '2026-12-31T23:59:59.999Z', open: true }
    const settings = await changeTransactionSettings(app, treasurer, { open_periods: { year } })
    assert.deepEqual(settings.open_periods, { year })
  })
})

test('dates in filters are days of the space, and instants are read as they are', async () => {
  const { ask, contact } = await aTreasurerIn('America/Toronto')
  for (const [amount, date] of [
    [1, '2026-03-01T04:59:59.999Z'],
    [2, '2026-03-01T05:00:00Z'],
    [4, '2026-03-02T04:59:59.999Z'],
    [8, '2026-03-02T05:00:00Z'],
  ] as const)
    await ask.post(path, { transactions: [payment(contact, { amount, date })] })
  const found = async (query: string) => {
    const { body } = await ask.get(`${path}?${query}`)
    const amounts = body.data.map((bundle: any) => bundle.transactions[0].amount)
    assert.equal(body.total, amounts.length)
    return amounts.reduce((sum: number, amount: number) => sum + amount, 0)
  }
  assert.equal(await found('date_from=2026-03-01&date_to=2026-03-01'), 6)
  assert.equal(await found('date_from=2026-03-02'), 8)
  assert.equal(await found('date_to=2026-02-28'), 1)
  assert.equal(await found('date_from=2026-03-01T00:00:00Z&date_to=2026-03-01T23:59:59Z'), 3)
})

test('the ledger has the days of the space, and from and to are such days', async () => {
  const { ask, contact } = await aTreasurerIn('Europe/Paris')
  for (const date of ['2025-12-31T22:59:59.999Z', '2025-12-31T23:00:00Z'])
    await ask.post(path, { transactions: [payment(contact, { date })] })
  const { text } = await ask.get('/v1/ledger.csv?from=2026-01-01&to=2026-12-31')
  const rows = text
    .split('\r\n')
    .slice(1, -1)
    .map(line => line.split('\t'))
  assert.deepEqual([...new Set(rows.map(row => `${row[3]} ${row[9]}`))], ['20260101 20260101'])
  assert.equal(rows.length, 2)
})
