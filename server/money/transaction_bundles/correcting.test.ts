import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import {
  aBundle,
  aContactId,
  aTreasurer,
  bundleAt,
  historyOf,
  payment,
  verificationFindings,
} from '../../test/money.ts'
import { refusal } from '../../test/people.ts'

const app = await startTestApp()
const treasurer = await aTreasurer(app)
const ask = app.as(treasurer)
const contact = await aContactId(app, treasurer)
const aGift = () =>
  aBundle(app, treasurer, {
    transactions: [payment(contact, { amount: 4600, payment_method_kind: 'cheque' })],
    donations: [payment(contact, { amount: 4600 })],
  })

describe('a correction', () => {
  test('of amount, date, method, payer and allocation is one change, with its reason in the history', async () => {
    const { id, transactions, donations } = await aGift()
    const payer = await aContactId(app, treasurer)
    const corrected = { amount: 6400, date: '2026-03-04T00:00:00.000Z', payment_method_kind: 'cash', contact_id: payer }
    const { status, body, text } = await ask.patch(bundleAt(id), {
      transactions: [{ id: transactions[0].id, ...corrected }],
      donations: [{ id: donations[0].id, amount: 6400, contact_id: payer }],
      reason: 'Digits were swapped.',
    })
    assert.equal(status, 200, text)
    const { amount, date, payment_method_kind, contact_id } = body.data.transactions[0]
    assert.deepEqual({ amount, date, payment_method_kind, contact_id }, corrected)
    assert.ok(!text.includes('swapped'), 'the bundle does not contain the reason')
    const history = await historyOf(app, treasurer, id)
    assert.deepEqual(
      history.map(({ kind, source }) => [kind, source.reason]),
      [
        ['transaction', undefined],
        ['donation', undefined],
        ['transaction', 'Digits were swapped.'],
        ['donation', 'Digits were swapped.'],
      ],
    )
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })

  test('without a reason has the same source as before', async () => {
    const { id, transactions } = await aGift()
    await ask.patch(bundleAt(id), { transactions: [{ id: transactions[0].id, amount: 1 }] })
    const { source } = (await historyOf(app, treasurer, id)).at(-1)
    assert.deepEqual(Object.keys(source).sort(), ['request_id', 'token_id'])
  })

  test('with a reason alone changes nothing', async () => {
    const { id } = await aGift()
    assert.equal((await ask.patch(bundleAt(id), { reason: 'None.' })).status, 200)
    assert.equal((await historyOf(app, treasurer, id)).length, 2)
  })

  test('is refused with a reason that is blank or too long', async () => {
    const { id, transactions } = await aGift()
    for (const reason of ['', '  ', 'x'.repeat(501), 7]) {
      const answer = await ask.patch(bundleAt(id), { transactions: [{ id: transactions[0].id, amount: 1 }], reason })
      assert.deepEqual(refusal(answer), [422, 'invalid_request', 'body.data.reason'], answer.text)
    }
    assert.equal((await historyOf(app, treasurer, id)).length, 2)
  })
})
