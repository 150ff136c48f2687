import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aContactId, aTreasurer, payment } from '../../test/money.ts'
import { refusal } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'

const app = await startTestApp()
const treasurer = await aTreasurer(app)
const ask = app.as(treasurer)
const path = '/v1/payment_checks'
const more = { overlapping_membership: 'warn', unknown_campaign: 'warn', repeated_reference: 'warn' }
const warning = { allocation: 'warn', price: 'warn', ...more }

test('every check warns in a new space', async () => {
  assert.deepEqual((await app.as(await aTreasurer(app)).get(path)).body.data, warning)
})

test('only the checks that are sent change, and only in the own space', async () => {
  const other = await aTreasurer(app)
  const { status, body } = await ask.patch(path, { price: 'refuse' })
  assert.deepEqual([status, body.data], [200, { ...warning, price: 'refuse' }])
  const two = { ...warning, price: 'refuse', allocation: 'off' }
  assert.deepEqual((await ask.patch(path, { allocation: 'off' })).body.data, two)
  assert.deepEqual((await app.as(other).get(path)).body.data, warning)
})

test('an action that does not exist is refused', async () => {
  assert.deepEqual(refusal(await ask.patch(path, { price: 'maybe' })), [422, 'invalid_request', 'body.data.price'])
})

test('a change is in the audit log, with both values', async () => {
  const person = await aTreasurer(app)
  await app.as(person).patch(path, { price: 'off' })
  await app.as(person).patch(path, { price: 'off' })
  const { data } = (await app.as(person).get('/v1/audit?kind=payment_checks.updated')).body
  assert.deepEqual(pick(data, 'details'), [{ changed: { price: { from: 'warn', to: 'off' } } }])
})

test('the settings of payments stay as the interface has them', async () => {
  const { data } = (await ask.get('/v1/transaction_settings')).body
  assert.ok(!('payment_checks' in data))
})

test('a payment is recorded under the checks that are in force when it is recorded', async () => {
  const person = await aTreasurer(app)
  const contact = await aContactId(app, person)
  const unknown = { transactions: [payment(contact, { code_campaign: 'X' })] }
  const [, , answer] = await Promise.all([
    app.as(person).patch(path, { unknown_campaign: 'refuse' }),
    app.as(person).patch(path, { price: 'off' }),
    app.as(person).post('/v1/transaction_bundles', unknown),
  ])
  assert.ok(answer.status === 422 || answer.body.warnings.length === 1)
  assert.equal((await app.as(person).post('/v1/transaction_bundles', unknown)).status, 422)
})
