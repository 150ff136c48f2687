import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aDesk } from '../../test/bank.ts'
import { startTestApp } from '../../test/harness.ts'
import { aContactId, changeTransactionSettings, statusOf, verificationFindings } from '../../test/money.ts'
import { refusal } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'
import type { ReplyBody } from '../../test/reply_body.ts'

const app = await startTestApp()
const open_periods = { open: { start: '2026-10-05', end: '2099-12-31T23:59:59.999Z', open: true } }

/** A debit of 40 that a line brought. */
async function aMatchedDebit() {
  const desk = await aDesk(app)
  const debit = await desk.payment(4000, { payment_method_kind: 'direct_debit' })
  const id = await desk.line(4000)
  await desk.match(id, [{ kind: 'payment', transaction_id: debit.id, amount: 4000 }])
  const reversals = async (): Promise<ReplyBody[]> =>
    (await desk.ask.get(`/v1/transactions/${debit.id}/reversals`)).body.data
  const back = (amount: number, kind: 'return' | 'refund' = 'return') => ({ kind, transaction_id: debit.id, amount })
  return { desk, debit, line_id: id, reversals, back, transaction: () => desk.transaction(debit.bundle_id) }
}

describe('a returned debit', () => {
  test('becomes a return with its reason, and undoing cancels it', async () => {
    const { desk, debit, reversals, back, transaction } = await aMatchedDebit()
    const { space } = desk.person
    const id = await desk.line(-4000, { date: '2026-10-09', return_reason: 'AM04', bank_reference: 'R-77' })
    const { status, body, text } = await desk.match(id, [back(-4000)])
    assert.equal(status, 200, text)
    const [made] = await reversals()
    const reason = 'Returned by the bank: AM04, not enough money in the account'
    assert.partialDeepStrictEqual(made, { kind: 'return', amount: 4000, reason, reference: 'R-77' })
    assert.equal(made?.date.slice(0, 10), '2026-10-09')
    assert.equal(body.data.matches[0].reversal_id, made?.id)
    const returned = await transaction()
    assert.deepEqual([returned.unpaid_amount, returned.status_id], [4000, await statusOf(app, space, 'valid')])
    const { months } = (await desk.ask.get('/v1/statistics/money?from=2026-10-01&to=2026-10-31')).body.data
    assert.partialDeepStrictEqual(months, [{ collected: 0, unpaid: 4000, returned: 4000 }])
    const unpaid = (await desk.ask.get('/v1/transaction_bundles?state=unpaid')).body.data
    assert.deepEqual(pick(unpaid, 'id'), [debit.bundle_id])
    const undone = await desk.undo([id])
    assert.equal(undone.status, 200, undone.text)
    const restored = await transaction()
    assert.deepEqual([restored.unpaid_amount, restored.status_id], [0, await statusOf(app, space, 'valid')])
    assert.deepEqual(pick(await reversals(), 'kind'), ['return', 'return_cancelled'])
    assert.deepEqual(await verificationFindings(app, space), [])
  })

  test('leaves the month of the payment as it was', async () => {
    const { desk, back, transaction } = await aMatchedDebit()
    const months = async () => {
      const { body } = await desk.ask.get('/v1/statistics/money?from=2026-01-01&to=2099-12-31')
      return body.data.months.map(({ month, collected, unpaid }: ReplyBody) => [month, collected, unpaid])
    }
    const [paid] = await months()
    const [first = 0, second = 0] = await desk.lines([
      { amount: -1500, date: '2098-02-01' },
      { amount: -2500, date: '2098-02-02' },
    ])
    for (const [id, amount] of [
      [first, -1500],
      [second, -2500],
    ] as const)
      assert.equal((await desk.match(id, [back(amount)])).status, 200)
    assert.deepEqual(await months(), [paid, ['2098-02', -4000, 4000]])
    assert.equal((await desk.undo([first])).status, 200)
    assert.deepEqual([(await transaction()).unpaid_amount, await months()], [2500, [paid, ['2098-02', -2500, 2500]]])
  })

  test('of a payment that was marked unpaid gives its month back what the bank had; a cancelled one is refused', async () => {
    const desk = await aDesk(app)
    const { space } = desk.person
    const [unpaid, cancel] = [await statusOf(app, space, 'unpaid'), await statusOf(app, space, 'cancel')]
    const debit = await desk.payment(4000, { status_id: unpaid })
    const id = await desk.line(-4000, { date: '2026-11-09' })
    const back = (transaction_id: number) => [{ kind: 'return' as const, transaction_id, amount: -4000 }]
    assert.equal((await desk.match(id, back(debit.id))).status, 200)
    const { months } = (await desk.ask.get('/v1/statistics/money?from=2026-10-01&to=2026-11-30')).body.data
    assert.deepEqual(pick(months, 'collected', 'unpaid'), [
      [4000, 0],
      [-4000, 4000],
    ])
    assert.equal((await desk.undo([id])).status, 200)
    assert.equal((await desk.transaction(debit.bundle_id)).status_id, unpaid)
    const other = await desk.payment(4000, { status_id: cancel })
    assert.deepEqual(refusal(await desk.match(id, back(other.id))), [409, 'conflict'])
  })

  test('that was recorded already is matched to what was recorded, and undoing keeps it', async () => {
    const { desk, debit, reversals, back } = await aMatchedDebit()
    const sent = { amount: 4000, reason: 'Refused', date: '2026-10-08T10:00:00Z' }
    const known = (await desk.ask.post(`/v1/transactions/${debit.id}/returns`, sent)).body.data
    const id = await desk.line(-4000)
    const { body, text } = await desk.match(id, [back(-4000)])
    assert.equal(body.data?.matches[0].reversal_id, known.id, text)
    assert.equal((await reversals()).length, 1)
    const again = await desk.match(await desk.line(-4000), [back(-4000)])
    assert.deepEqual(refusal(again), [422, 'invalid_request', 'body.data.matches.0.amount'])
    assert.equal((await desk.undo([id])).status, 200)
    assert.equal((await reversals()).length, 1)
  })

  test('of a payment in a closed period is recorded in the open one', async () => {
    const { desk, back, transaction } = await aMatchedDebit()
    await changeTransactionSettings(app, desk.person, { open_periods })
    const id = await desk.line(-4000, { date: '2026-10-09' })
    const { status, text } = await desk.match(id, [back(-4000)])
    assert.equal(status, 200, text)
    const { status_id, unpaid_amount } = await transaction()
    assert.deepEqual([status_id, unpaid_amount], [await statusOf(app, desk.person.space, 'valid'), 4000])
    assert.equal((await desk.undo([id])).status, 200)
    assert.equal((await transaction()).unpaid_amount, 0)
  })

  test('with a pending payment of the same closed period is refused, because that would not become received', async () => {
    const desk = await aDesk(app)
    const { space } = desk.person
    const pending = await statusOf(app, space, 'pending')
    const contact_id = await aContactId(app, desk.person)
    const money = { contact_id, date: '2026-10-01T10:00:00.000Z' }
    const transactions = [{ amount: 1000, status_id: pending }, { amount: 400 }].map(one => ({ ...money, ...one }))
    const { body, text } = await desk.ask.post('/v1/transaction_bundles', { transactions })
    const [waits, came] = body.data?.transactions ?? []
    await changeTransactionSettings(app, desk.person, { open_periods })
    const id = await desk.line(600, { date: '2026-10-09' })
    const answer = await desk.match(id, [
      { kind: 'payment', transaction_id: waits?.id, amount: 1000 },
      { kind: 'return', transaction_id: came?.id, amount: -400 },
    ])
    assert.equal(answer.body.code, 'period_closed', `${text} ${answer.text}`)
    assert.equal((await desk.read(id)).state, 'open')
  })

  test('of a lot is one line for several returns', async () => {
    const { desk, debit, back } = await aMatchedDebit()
    const other = await desk.payment(1000)
    const id = await desk.line(-5000)
    const second = { kind: 'return' as const, transaction_id: other.id, amount: -1000, reason: 'Account closed' }
    assert.equal((await desk.match(id, [back(-4000), second])).status, 200)
    assert.equal((await desk.transaction(debit.bundle_id)).unpaid_amount, 4000)
    const { reason } = (await desk.ask.get(`/v1/transactions/${other.id}/reversals`)).body.data[0]
    assert.equal(reason, 'Account closed')
    assert.equal((await desk.undo([id])).status, 200)
    assert.equal((await desk.transaction(debit.bundle_id)).unpaid_amount, 0)
  })
})

describe('a pending payment that came and went back', () => {
  /** The ids of the lines that brought 10 and took parts of it back, matched in this order. */
  const shared = aDesk(app)
  async function matchedIn(amounts: number[], own = shared) {
    const desk = await own
    const { space } = desk.person
    const [pending, valid, unpaid] = await Promise.all(
      ['pending', 'valid', 'unpaid'].map(kind => statusOf(app, space, kind)),
    )
    const payment = await desk.payment(1000, { status_id: pending })
    const names = new Map([pending, valid, unpaid].map((id, index) => [id, ['pending', 'valid', 'unpaid'][index]]))
    const status = async () => names.get((await desk.transaction(payment.bundle_id)).status_id)
    const ids = await desk.lines(amounts.map(amount => ({ amount })))
    const match = (at: number) => {
      const amount = amounts[at] ?? 0
      return desk.match(ids[at] ?? 0, [{ kind: amount > 0 ? 'payment' : 'return', transaction_id: payment.id, amount }])
    }
    const undo = async (at: number) => {
      const { status: code, text } = await desk.undo([ids[at] ?? 0])
      assert.equal(code, 200, text)
      return status()
    }
    return { desk, payment, status, match, undo }
  }

  const orders = [
    { amounts: [1000, -1000], undone: [0, 1], statuses: ['valid', 'pending'] },
    { amounts: [1000, -1000], undone: [1, 0], statuses: ['valid', 'pending'] },
    { amounts: [-1000, 1000], undone: [0, 1], statuses: ['valid', 'pending'] },
    { amounts: [-1000, 1000], undone: [1, 0], statuses: ['valid', 'pending'] },
    { amounts: [1000, -600, -400], undone: [0, 2, 1], statuses: ['valid', 'valid', 'pending'] },
    { amounts: [1000, -600, -400], undone: [0, 1, 2], statuses: ['valid', 'valid', 'pending'] },
    { amounts: [1000, -300, -200], undone: [0, 2, 1], statuses: ['valid', 'valid', 'pending'] },
    { amounts: [1000, -300, -200], undone: [0, 1, 2], statuses: ['valid', 'valid', 'pending'] },
  ]
  for (const { amounts, undone, statuses } of orders)
    test(`by the lines ${amounts} is pending again after undoing ${undone.map(at => amounts[at])}`, async () => {
      const { desk, match, undo } = await matchedIn(amounts)
      for (const at of amounts.keys()) {
        const { status, text } = await match(at)
        assert.equal(status, 200, text)
      }
      assert.deepEqual(await verificationFindings(app, desk.person.space), [])
      const seen = []
      for (const at of undone) seen.push(await undo(at))
      assert.deepEqual(seen, statuses)
      assert.deepEqual(await verificationFindings(app, desk.person.space), [])
    })

  test('waits for the line that brought it if the return was matched first', async () => {
    const { desk, payment, match, status } = await matchedIn([-1000, 1000], aDesk(app))
    await match(0)
    assert.deepEqual(pick((await desk.waiting()).data, 'transaction_id', 'left'), [[payment.id, 1000]])
    assert.equal((await match(1)).status, 200)
    assert.equal((await desk.waiting()).total, 0)
    assert.equal(await status(), 'valid')
  })
})

describe('a refund', () => {
  test('that left the account is matched, and recorded if it was not', async () => {
    const { desk, debit, reversals, back, transaction } = await aMatchedDebit()
    const sent = { amount: 1000, reason: 'Paid twice', date: '2026-10-03T10:00:00Z' }
    const known = (await desk.ask.post(`/v1/transactions/${debit.id}/refunds`, sent)).body.data
    const [first = 0, second = 0] = await desk.lines([{ amount: -1000 }, { amount: -500 }])
    assert.equal((await desk.match(first, [back(-1000, 'refund')])).body.data.matches[0].reversal_id, known.id)
    assert.equal((await desk.match(second, [back(-500, 'refund')])).status, 200)
    assert.deepEqual(pick(await reversals(), 'kind', 'amount').map(String), ['refund,1000', 'refund,500'])
    assert.equal((await transaction()).reimbursed_amount, 1500)
    assert.equal((await desk.undo([first, second])).status, 200)
    assert.equal((await transaction()).reimbursed_amount, 1000)
  })
})

describe('a matched payment', () => {
  test('keeps its amount, currency, method and status, and is not deleted, until the match is undone', async () => {
    const { desk, debit, line_id } = await aMatchedDebit()
    const at = `/v1/transaction_bundles/${debit.bundle_id}`
    const change = (fields: object) => desk.ask.patch(at, { transactions: [{ id: debit.id, ...fields }] })
    const pending = await statusOf(app, desk.person.space, 'pending')
    const cancelled = await statusOf(app, desk.person.space, 'cancel')
    const other_money = [{ amount: 3000 }, { currency: 'USD' }, { payment_method_kind: 'cheque' }]
    for (const fields of [...other_money, { status_id: pending }, { status_id: cancelled }]) {
      const answer = await change(fields)
      assert.deepEqual(refusal(answer), refusal.conflict, JSON.stringify(fields))
      assert.equal(answer.body.detail, 'This payment is matched to the bank line of 2026-10-03. Undo the match first.')
    }
    assert.deepEqual(refusal(await desk.ask.delete(at)), refusal.conflict)
    assert.equal((await change({ comment: 'By phone' })).status, 200)
    assert.equal((await desk.undo([line_id])).status, 200)
    assert.equal((await change({ status_id: pending })).status, 200)
    assert.equal((await desk.ask.delete(at)).status, 200)
  })

  test('can be returned by hand, with its status, and a matched return is not cancelled by hand', async () => {
    const { desk, debit, back } = await aMatchedDebit()
    const at = `/v1/transactions/${debit.id}`
    const sent = { amount: 4000, reason: 'AM04', date: '2026-10-05T10:00:00Z' }
    const made = (await desk.ask.post(`${at}/returns`, sent)).body.data
    const transactions = [{ id: debit.id, status_id: await statusOf(app, desk.person.space, 'unpaid') }]
    const marked = await desk.ask.patch(`/v1/transaction_bundles/${debit.bundle_id}`, { transactions })
    assert.equal(marked.status, 200, marked.text)
    const id = await desk.line(-4000)
    assert.equal((await desk.match(id, [back(-4000)])).status, 200)
    const answer = await desk.ask.post(`${at}/reversals/${made.id}/cancellation`, { reason: 'Mistake' })
    assert.deepEqual(refusal(answer), refusal.conflict)
    assert.match(answer.body.detail, /^This refund or return is matched to the bank line of 2026-10-03. Undo the match/)
  })
})
