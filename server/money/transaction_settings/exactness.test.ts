import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId } from '../../test/money.ts'
import { aSpace, aUser, refusal } from '../../test/people.ts'

const app = await startTestApp()
const admin = await aUser(app, await aSpace(app), { role: 'admin' })
const contact = await aContactId(app, admin)
const path = '/v1/transaction_settings'
const change = (data: object) => app.as(admin).patch(path, data)

describe('additional settings are returned exactly as they were written', () => {
  const texts = [
    '{}',
    '{"n":12345678901234567890}',
    '{"n":1e400}',
    '{"n":-1E-400}',
    '{"n":0.1234567890123456789012345}',
    '{"n":1234567890.12345678}',
    '{"n":100.00000000000000001}',
    '{"n":9007199254740993,"m":[9007199254740992,-9007199254740993]}',
    '{"deep":{"er":[{"and":[[12345678901234567890,null,true,"12345678901234567890"]]}]}}',
    '{"b":1,"a":2,"":3,"10":4,"9":5}',
    '{"text":"é \\"quoted\\" \\\\ / line\\nend","emoji":"🗳"}',
    '{"constructor":1,"toString":{"valueOf":2},"toJSON":3}',
    '{"constructor":12345678901234567890,"toString":1.10}',
    '{"n":0.0000001}',
    '{"a":1,"a":2}',
    '{ "a" : [ 1 , 2 ]\n}',
  ]
  for (const text of texts) {
    test(text, async () => {
      const body = `{"data":{"additional_settings":${text}}}`
      const changed = await app.as(admin).send('PATCH', path, { body })
      assert.equal(changed.status, 200, changed.text)
      for (const answer of [changed, await app.as(admin).get(path)]) {
        assert.equal(writtenIn(answer.text), text)
      }
    })
  }

  test('a change of another setting keeps them', async () => {
    const body = '{"data":{"additional_settings":{"n":12345678901234567890}}}'
    await app.as(admin).send('PATCH', path, { body })
    assert.equal(writtenIn((await change({ batch_prefix: 'X' })).text), '{"n":12345678901234567890}')
  })

  // The value of one field, cut out of the text: JSON.parse would round the numbers under test.
  function writtenIn(text: string) {
    const start = text.indexOf('"additional_settings":') + '"additional_settings":'.length
    return text.slice(start, text.lastIndexOf('}}'))
  }
})

describe('open periods', () => {
  const pay = (date: string) =>
    app.as(admin).post('/v1/transaction_bundles', { transactions: [{ amount: 1, contact_id: contact, date }] })

  test('timestamps with any offset are stored in UTC', async () => {
    const { body } = await change({
      open_periods: { spring: { start: '2026-03-01', end: '2026-05-31T23:59:59.9999+02:00', open: true, more: 1 } },
    })
    assert.deepEqual(body.data.open_periods, {
      spring: { start: '2026-03-01T00:00:00.000Z', end: '2026-05-31T21:59:59.999Z', open: true },
    })
  })

  test('start and end are compared as instants, not as texts', async () => {
    const start = '2026-01-01T12:00:00+02:00'
    const good = await change({ open_periods: { a: { start, end: '2026-01-01T10:00:00Z', open: true } } })
    assert.equal(good.status, 200, 'the same instant')
    const bad = await change({ open_periods: { a: { start, end: '2026-01-01T12:59:59+03:00', open: true } } })
    assert.deepEqual(refusal(bad), [422, 'invalid_request', 'body.data.open_periods.a.end'])
  })

  test('a payment is accepted inside an open period only, its first and last instant included', async () => {
    const [start, end] = ['2026-01-01T00:00:00Z', '2026-06-30T23:59:59.999Z']
    await change({
      open_periods: {
        first: { start, end, open: true },
        second: { start: '2026-07-01T00:00:00Z', end: '2026-12-31T23:59:59.999Z', open: false },
      },
    })
    for (const date of [start, end, '2026-07-01T01:00:00+02:00']) assert.equal((await pay(date)).status, 200, date)
    for (const date of ['2025-12-31T23:59:59.999Z', '2026-07-01T00:00:00Z', '2027-01-01T00:00:00Z']) {
      assert.deepEqual(refusal(await pay(date)).slice(0, 2), [422, 'period_closed'], date)
    }
    await change({ open_periods: {} })
    assert.equal((await pay('2027-01-01T00:00:00Z')).status, 200)
  })

  test('the defaults of the settings apply to the next payment', async () => {
    const [price, status] = [
      (await app.as(admin).post('/v1/donation_prices', { name: 'N', amount: 1 })).body.data.id,
      (await app.as(admin).post('/v1/transaction_statuses', { name: 'N' })).body.data.id,
    ]
    await change({ currency: 'sek', default_donation_price_id: price, default_status_id: status })
    const item = { amount: 1, contact_id: contact }
    const { transactions, donations } = await aBundle(app, admin, { transactions: [item], donations: [item] })
    assert.deepEqual([transactions[0].currency, transactions[0].status_id], ['sek', status])
    assert.deepEqual([donations[0].currency, donations[0].donation_price_id], ['sek', price])
  })
})
