import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aStatus, aTreasurer, payment } from '../../test/money.ts'
import { refusal } from '../../test/people.ts'

// What a treasurer sorts payments by: what became of them, how they were paid, and what went to the bank together.

const app = await startTestApp()
const treasurer = await aTreasurer(app)
const stranger = await aTreasurer(app)
const ask = app.as(treasurer)
const path = '/v1/transaction_bundles'
const contact = await aContactId(app, treasurer)
const statusOf = async (kind: string) => (await aStatus(app, treasurer, { name: `As ${kind}`, kind })).id
const paid = async (wish: object) => aBundle(app, treasurer, { transactions: [payment(contact, { ...wish })] })

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
    ['that wait for their money', 'state=pending', [pending]],
    ['that never came, or that the bank sent back', 'state=unpaid', [bounced, unpaid]],
    ['by how they were paid, whatever the case', 'payment_method_kind=CHEQUE', [pending, valid]],
    ['that do not say how they were paid', 'payment_method_kind=', [bare, bounced]],
    ['by a method nobody used', 'payment_method_kind=cash', []],
    ['in a batch', `batch_id=${batch}`, [unpaid, valid]],
    ['in no batch there is', 'batch_id=9000000', []],
    ['by all of it at once', `batch_id=${batch}&state=unpaid&payment_method_kind=card`, [unpaid]],
    ['only where one payment fits all of it', `batch_id=${batch}&state=pending`, []],
  ]
  for (const [what, query, fitting] of cases) {
    test(what, async () => {
      const { body } = await ask.get(`${path}?${query}`)
      const ids = fitting.map(({ id }) => id)
      assert.deepEqual([body.data.map(({ id }: { id: number }) => id), body.total], [ids, ids.length])
      const { text } = await ask.get(`${path}.csv?${query}`)
      assert.equal(text.trim().split('\r\n').length, ids.length + 1, 'the download has the same')
      assert.equal((await app.as(stranger).get(`${path}?${query}`)).body.total, 0, 'another space has none')
    })
  }
})

for (const query of ['state=valid', 'state=', 'batch_id=x', 'batch_id=0']) {
  test(`${query} is refused`, async () => {
    const answer = await ask.get(`${path}?${query}`)
    assert.deepEqual(refusal(answer), [422, 'invalid_request', `query.${query.split('=')[0]}`])
  })
}
