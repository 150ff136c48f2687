import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aDesk } from '../../test/bank.ts'
import { startTestApp } from '../../test/harness.ts'
import { aContactId, statusOf, verificationFindings } from '../../test/money.ts'

const app = await startTestApp()

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
const paid = (transaction_id: number, amount: number) => [{ kind: 'payment' as const, transaction_id, amount }]

describe('two people at once', () => {
  test('match one line to two payments: one succeeds', async () => {
    const desk = await aDesk(app)
    for (let round = 0; round < 3; round++) {
      const id = await desk.line(1000)
      const payments = [await desk.payment(1000), await desk.payment(1000)]
      const answers = await Promise.all(payments.map(payment => desk.match(id, paid(payment.id, 1000))))
      assert.deepEqual(statuses(answers), [200, 409])
      assert.equal((await desk.read(id)).matches.length, 1)
    }
  })

  test('match one payment from two lines: one succeeds', async () => {
    const desk = await aDesk(app)
    const pending = await statusOf(app, desk.person.space, 'pending')
    for (const wish of [{}, { status_id: pending }]) {
      const ids = await desk.lines([{ amount: 1000 }, { amount: 1000 }])
      const payment = await desk.payment(1000, wish)
      const answers = await Promise.all(ids.map(id => desk.match(id, paid(payment.id, 1000))))
      assert.deepEqual(statuses(answers), [200, 409], answers.map(({ text }) => text).join())
    }
  })

  test('match a payment and delete it, or change its amount or method: one succeeds', async () => {
    const desk = await aDesk(app)
    for (const fields of [undefined, undefined, undefined, { amount: 500 }, { payment_method_kind: 'cheque' }]) {
      const id = await desk.line(1000)
      const payment = await desk.payment(1000)
      const at = `/v1/transaction_bundles/${payment.bundle_id}`
      const change = { transactions: [{ id: payment.id, ...fields }] }
      const [matched, changed] = await Promise.all([
        desk.match(id, paid(payment.id, 1000)),
        fields ? desk.ask.patch(at, change) : desk.ask.delete(at),
      ])
      const both = fields && 'payment_method_kind' in fields && matched.status === 200 && changed.status === 200
      if (!both) assert.deepEqual(statuses([matched, changed]), [200, 409], matched.text + changed.text)
      assert.equal((await desk.read(id)).state, matched.status === 200 ? 'matched' : 'open')
    }
  })

  test('record a payment from a line, match and ignore it: one succeeds', async () => {
    const desk = await aDesk(app)
    const contact_id = await aContactId(app, desk.person)
    for (let round = 0; round < 2; round++) {
      const id = await desk.line(1000)
      const payment = await desk.payment(1000)
      const answers = await Promise.all([
        desk.pay(id, { contact_id, kind: 'donation' }),
        desk.pay(id, { contact_id, kind: 'donation' }),
        desk.match(id, paid(payment.id, 1000)),
        desk.ignore(id),
      ])
      assert.deepEqual(statuses(answers), [200, 409, 409, 409])
    }
  })

  test('undo a line: one succeeds, and the payment from it is deleted once', async () => {
    const desk = await aDesk(app)
    const contact_id = await aContactId(app, desk.person)
    const id = await desk.line(1000)
    await desk.pay(id, { contact_id, kind: 'donation' })
    assert.deepEqual(statuses(await Promise.all([desk.undo([id]), desk.undo([id])])), [200, 409])
    assert.deepEqual(await verificationFindings(app, desk.person.space), [])
  })

  test('match many lines of the same people in different orders without a failure', async () => {
    const desk = await aDesk(app)
    const pending = await statusOf(app, desk.person.space, 'pending')
    const payments = await Promise.all(Array.from({ length: 6 }, () => desk.payment(1000, { status_id: pending })))
    const ids = await desk.lines(Array.from({ length: 4 }, () => ({ amount: 1200 })))
    const parts = payments.flatMap(({ id }) => paid(id, 200))
    const match = (id: number, index: number) => desk.match(id, index % 2 ? parts : parts.toReversed())
    const answers = await Promise.all(ids.map(match))
    assert.deepEqual(statuses(answers), [200, 200, 200, 200], answers.map(({ text }) => text).join('\n'))
  })
})
