import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aTreasurer, bundleAt, payment, rowCounts } from '../../test/money.ts'
import { refusal } from '../../test/people.ts'

// The refunded and the unpaid part of a payment are parts of its amount, and no part is counted twice.

const app = await startTestApp()
const treasurer = await aTreasurer(app)
const ask = app.as(treasurer)
const contact = await aContactId(app, treasurer)
const path = '/v1/transaction_bundles'
const most = Number.MAX_SAFE_INTEGER

const paid = (amount: number, reimbursed_amount: number, unpaid_amount: number) =>
  payment(contact, { amount, reimbursed_amount, unpaid_amount })

/** Asserts that this field is named, and that nothing was written. */
async function refusedAt(location: string, send: () => ReturnType<typeof ask.get>) {
  const before = await rowCounts(app)
  const answer = await send()
  assert.deepEqual(refusal(answer), [422, 'invalid_request', `body.data.${location}`], answer.text)
  assert.deepEqual(await rowCounts(app), before)
  return answer.body.errors[0].message as string
}

describe('a payment whose refunded and unpaid parts are more than its amount', () => {
  for (const [amount, back, unpaid] of [
    [100, 60, 41],
    [100, 100, 1],
    [100, 1, 100],
    [1, 1, 1],
    [most, most, 1],
    [most, most, most],
  ] as const) {
    test(`is refused: ${back} and ${unpaid} of ${amount}`, async () => {
      await refusedAt('transactions.1.reimbursed_amount', () =>
        ask.post(path, { transactions: [paid(5, 2, 3), paid(amount, back, unpaid)] }),
      )
    })
  }

  for (const [amount, back, unpaid] of [
    [100, 60, 40],
    [100, 100, 0],
    [0, 0, 0],
    [most, most - 1, 1],
  ] as const) {
    test(`does not include ${back} and ${unpaid} of ${amount}`, async () => {
      const { status, text } = await ask.post(path, { transactions: [paid(amount, back, unpaid)] })
      assert.equal(status, 200, text)
    })
  }

  test('cannot result from a change of one of the three, which is named', async () => {
    const bundle = await aBundle(app, treasurer, { transactions: [paid(100, 40, 30)] })
    const [{ id }] = bundle.transactions
    const change = (fields: object) => () => ask.patch(bundleAt(bundle.id), { transactions: [{ id, ...fields }] })
    assert.match(
      await refusedAt('transactions.0.reimbursed_amount', change({ reimbursed_amount: 71 })),
      /more than 70,/,
    )
    assert.match(await refusedAt('transactions.0.unpaid_amount', change({ unpaid_amount: 61 })), /more than 60,/)
    assert.match(await refusedAt('transactions.0.amount', change({ amount: 69 })), /less than .* 40 and 30/)
    await refusedAt('transactions.0.reimbursed_amount', change({ reimbursed_amount: 101 }))
    assert.deepEqual((await ask.get(bundleAt(bundle.id))).body.data, bundle)
    assert.equal((await change({ amount: 70 })()).status, 200)
    assert.equal((await change({ amount: 50, unpaid_amount: 10 })()).status, 200)
  })

  test('cannot result from two concurrent changes', async () => {
    const bundle = await aBundle(app, treasurer, { transactions: [paid(100, 0, 0)] })
    const [{ id }] = bundle.transactions
    const answers = await Promise.all(
      [{ reimbursed_amount: 60 }, { unpaid_amount: 60 }].map(fields =>
        ask.patch(bundleAt(bundle.id), { transactions: [{ id, ...fields }] }),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422])
  })
})
