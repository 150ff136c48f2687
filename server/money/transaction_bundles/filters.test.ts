import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aStatus, aTreasurer, payment } from '../../test/money.ts'
import { refusal } from '../../test/people.ts'

// The filters of a treasurer: state, payment method and deposit batch.

const app = await startTestApp()
const treasurer = await aTreasurer(app)
const other_space_user = await aTreasurer(app)
const ask = app.as(treasurer)
const path = '/v1/transaction_bundles'
const contact = await aContactId(app, treasurer)
const statusOf = async (kind: string) => (await aStatus(app, treasurer, { name: `As ${kind}`, kind })).id
const paid = async (fields: object) => aBundle(app, treasurer, { transactions: [payment(contact, { ...fields })] })

const valid = await paid({ payment_method_kind: 'cheque', status_id: await statusOf('valid') })
const pending = await paid({ payment_method_kind: 'Cheque', status_id: await statusOf('pending') })
const unpaid = await paid({ payment_method_kind: 'card', status_id: await statusOf('unpaid') })
const bounced = await paid({ status_id: await statusOf('bank_error') })
const bare = await paid({ status_id: null })
const batch = (await ask.post('/v1/transaction_batches', {})).body.data.id
const added = [valid, unpaid].map(({ transactions }) => transactions[0].id)
await ask.post(`/v1/transaction_batches/${batch}/transactions`, { transaction_ids: added })

describe('payments are found', () => {
  const cases: [what: string, query: string, fitting: { id: number }[]][] = [
    ['that are pending', 'state=pending', [pending]],
    ['that are unpaid', 'state=unpaid', [bounced, unpaid]],
    ['by payment method, in any case', 'payment_method_kind=CHEQUE', [pending, valid]],
    ['without a payment method', 'payment_method_kind=', [bare, bounced]],
    ['by an unused method', 'payment_method_kind=cash', []],
    ['in a batch', `batch_id=${batch}`, [unpaid, valid]],
    ['in an unknown batch', 'batch_id=9000000', []],
    ['by all filters at once', `batch_id=${batch}&state=unpaid&payment_method_kind=card`, [unpaid]],
    ['only when one payment matches all filters', `batch_id=${batch}&state=pending`, []],
  ]
  for (const [what, query, fitting] of cases) {
    test(what, async () => {
      const { body } = await ask.get(`${path}?${query}`)
      const ids = fitting.map(({ id }) => id)
      assert.deepEqual([body.data.map(({ id }: { id: number }) => id), body.total], [ids, ids.length])
      const { text } = await ask.get(`${path}.csv?${query}`)
      assert.equal(text.trim().split('\r\n').length, ids.length + 1, 'the download has the same')
      assert.equal((await app.as(other_space_user).get(`${path}?${query}`)).body.total, 0, 'another space has none')
    })
  }
})

for (const query of ['state=valid', 'state=', 'batch_id=x', 'batch_id=0']) {
  test(`${query} is refused`, async () => {
    const answer = await ask.get(`${path}?${query}`)
    assert.deepEqual(refusal(answer), [422, 'invalid_request', `query.${query.split('=')[0]}`])
  })
}
