import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import {
  aBundle,
  aContactId,
  aTreasurer,
  bundleAt,
  changeTransactionSettings,
  historyOf,
  payment,
  rowCounts,
  statusOf,
  verificationFindings,
} from '../../test/money.ts'
import { aUser, type Person, refusal } from '../../test/people.ts'
import type { ReplyBody } from '../../test/reply_body.ts'

const app = await startTestApp()

const december = '2025-12-05T10:00:00.000Z'
const january = '2026-01-12T10:00:00.000Z'
const closed2025 = {
  '2025': { start: '2025-01-01', end: '2025-12-31T23:59:59.999Z', open: false },
  '2026': { start: '2026-01-01', end: '2099-12-31T23:59:59.999Z', open: true },
}

/** A treasurer with a direct debit of 64 euros of December, for a membership and a donation. */
async function aDebit(open_periods: object = {}) {
  const person = await aTreasurer(app)
  const contact_id = await aContactId(app, person)
  const bundle = await aBundle(app, person, {
    transactions: [payment(contact_id, { amount: 6400, date: december, payment_method_kind: 'direct_debit' })],
    memberships: [payment(contact_id, { amount: 2400 })],
    donations: [payment(contact_id, { amount: 4000 })],
  })
  await changeTransactionSettings(app, person, { open_periods })
  const id: number = bundle.transactions[0].id
  const ask = app.as(person)
  return {
    person,
    ask,
    bundle,
    id,
    refund: (data: object) => ask.post(`/v1/transactions/${id}/refunds`, { reason: 'Paid twice.', ...data }),
    giveBack: (data: object) => ask.post(`/v1/transactions/${id}/returns`, { reason: 'AM04', ...data }),
    reversals: async (): Promise<ReplyBody[]> => (await ask.get(`/v1/transactions/${id}/reversals`)).body.data,
    transaction: async (): Promise<ReplyBody> => (await ask.get(bundleAt(bundle.id))).body.data.transactions[0],
  }
}

/** What was collected, refunded and unpaid in each month. */
async function monthsOf(person: Person): Promise<Record<string, number[]>> {
  const { months } = (await app.as(person).get('/v1/statistics/money?from=2025-01-01&to=2026-12-31')).body.data
  return Object.fromEntries(
    months.map(({ month, collected, refunded, unpaid }: ReplyBody) => [month, [collected, refunded, unpaid]]),
  )
}

const noneWrong = async (person: Person) =>
  assert.deepEqual(await verificationFindings(app, person.space), [], 'muster verify finds nothing')

describe('a refund or return', () => {
  test('of a closed period is booked in an open one, and the closed period does not change', async () => {
    const { person, giveBack, transaction, reversals } = await aDebit(closed2025)
    const { status, body, text } = await giveBack({ amount: 6400, date: january, reference: 'R-118' })
    assert.equal(status, 200, text)
    const { kind, amount, date, reason, reference, payment_method_kind, cancels, currency } = body.data
    assert.deepEqual(
      { kind, amount, date, reason, reference, payment_method_kind, cancels, currency },
      {
        kind: 'return',
        amount: 6400,
        date: january,
        reason: 'AM04',
        reference: 'R-118',
        payment_method_kind: 'direct_debit',
        cancels: null,
        currency: 'EUR',
      },
    )
    const { reimbursed_amount, unpaid_amount } = await transaction()
    assert.deepEqual([reimbursed_amount, unpaid_amount], [0, 6400])
    assert.deepEqual(await reversals(), [body.data])
    assert.deepEqual(await monthsOf(person), { '2025-12': [6400, 0, 0], '2026-01': [-6400, 0, 6400] })
    await noneWrong(person)
  })

  test('is refused where it is dated in a closed period, and nothing is written', async () => {
    const { refund } = await aDebit(closed2025)
    const before = await rowCounts(app)
    const answer = await refund({ amount: 100, date: '2025-12-20T10:00:00Z' })
    assert.deepEqual(refusal(answer).slice(0, 2), [422, 'period_closed'])
    assert.match(answer.body.detail, /^The refund is dated 2025-12-20, and that period is closed\./)
    assert.deepEqual(await rowCounts(app), before)
  })

  test('each of two is an entry of its own, with its own date', async () => {
    const { person, refund, reversals, transaction, bundle } = await aDebit()
    for (const [amount, date] of [
      [1000, january],
      [500, '2026-03-02T09:00:00.000Z'],
    ])
      assert.equal((await refund({ amount, date })).status, 200)
    assert.deepEqual(
      (await reversals()).map(({ kind, amount, date }) => [kind, amount, date]),
      [
        ['refund', 1000, january],
        ['refund', 500, '2026-03-02T09:00:00.000Z'],
      ],
    )
    assert.equal((await transaction()).reimbursed_amount, 1500)
    assert.deepEqual(await monthsOf(person), {
      '2025-12': [6400, 0, 0],
      '2026-01': [-1000, 1000, 0],
      '2026-03': [-500, 500, 0],
    })
    const kinds = (await historyOf(app, person, bundle.id)).map(({ kind }) => kind)
    assert.deepEqual(kinds.slice(3), ['transaction', 'reversal', 'transaction', 'reversal'])
    await noneWrong(person)
  })

  test('is dated now and paid back as it came, unless something else is sent', async () => {
    const { refund } = await aDebit()
    const began = Date.now()
    const { data } = (await refund({ amount: 1 })).body
    assert.ok(Date.parse(data.date) >= began - 60_000 && Date.parse(data.date) <= Date.now() + 60_000, data.date)
    assert.equal(data.payment_method_kind, 'direct_debit')
    assert.equal((await refund({ amount: 1, payment_method_kind: 'cash' })).body.data.payment_method_kind, 'cash')
  })

  test('is refused with what is wrong: the amount, the date, the method, the reason', async () => {
    const { refund, giveBack, id, ask } = await aDebit()
    await refund({ amount: 6000 })
    const wrong: [object, RegExp][] = [
      [{ amount: 401 }, /amount must not be more than 400, which is what is left of the payment/],
      [{ amount: 0 }, /amount must/],
      [{ amount: 1, date: '2025-12-01' }, /date must not be before the payment/],
      [{ amount: 1, payment_method_kind: 'gold' }, /payment_method_kind must be one of card, cheque/],
      [{ amount: 1, reason: '' }, /reason must/],
    ]
    for (const [data, message] of wrong)
      for (const send of [refund, giveBack]) {
        const answer = await send(data)
        assert.deepEqual(refusal(answer).slice(0, 2), [422, 'invalid_request'], answer.text)
        assert.match(answer.body.detail, message)
      }
    assert.equal((await ask.post(`/v1/transactions/${id}/refunds`, { amount: 1 })).status, 422)
    assert.equal((await giveBack({ amount: 400 })).status, 200)
  })

  test('of ten sent at once never take back more than was paid', async () => {
    const { refund, transaction, person } = await aDebit()
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund({ amount: 1000 })))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 200, 200, 200, 200, 422, 422, 422, 422])
    assert.equal((await transaction()).reimbursed_amount, 6000)
    await noneWrong(person)
  })

  test('sent twice with one idempotency key is recorded once', async () => {
    const { id, ask, reversals } = await aDebit()
    const send = () =>
      ask.post(`/v1/transactions/${id}/refunds`, { amount: 5, reason: 'Once.' }, { 'idempotency-key': `refund-${id}` })
    const [one, two] = [await send(), await send()]
    assert.deepEqual(one.body, two.body)
    assert.equal((await reversals()).length, 1)
  })

  test('belongs to its space, and needs permission to record payments', async () => {
    const { id, person, bundle, ask } = await aDebit()
    const data = { amount: 1, reason: 'Any.' }
    for (const action of ['refunds', 'returns']) {
      const path = `/v1/transactions/${id}/${action}`
      assert.equal((await app.as(await aTreasurer(app)).post(path, data)).status, 404)
      assert.equal((await app.as(await aUser(app, person.space)).post(path, data)).status, 403)
      assert.equal((await app.as().post(path, data)).status, 401)
    }
    assert.equal((await app.as(await aTreasurer(app)).get(`/v1/transactions/${id}/reversals`)).status, 404)
    await ask.delete(bundleAt(bundle.id))
    assert.equal((await ask.post(`/v1/transactions/${id}/refunds`, data)).status, 404, 'not of a deleted payment')
    assert.equal((await ask.get(`/v1/transactions/${id}/reversals`)).status, 404)
  })
})

describe('cancelling a reversal', () => {
  test('adds another one, once', async () => {
    const { person, id, ask, refund, reversals, transaction } = await aDebit()
    const wrong = (await refund({ amount: 900, date: january })).body.data
    const path = `/v1/transactions/${id}/reversals/${wrong.id}/cancellation`
    const cancel = () => ask.post(path, { reason: 'Wrong payment.', date: '2026-02-01T00:00:00.000Z' })
    const { status, body, text } = await cancel()
    assert.equal(status, 200, text)
    assert.deepEqual([body.data.kind, body.data.amount, body.data.cancels], ['refund_cancelled', 900, wrong.id])
    assert.equal((await transaction()).reimbursed_amount, 0)
    assert.deepEqual(await reversals(), [wrong, body.data])
    assert.deepEqual(await monthsOf(person), {
      '2025-12': [6400, 0, 0],
      '2026-01': [-900, 900, 0],
      '2026-02': [900, -900, 0],
    })
    assert.deepEqual(refusal(await cancel()).slice(0, 2), [409, 'conflict'])
    const again = `/v1/transactions/${id}/reversals/${body.data.id}/cancellation`
    assert.equal((await ask.post(again, { reason: 'A cancellation cannot be cancelled.' })).status, 404)
    await noneWrong(person)
  })

  test('of another transaction of the bundle is refused', async () => {
    const person = await aTreasurer(app)
    const contact_id = await aContactId(app, person)
    const bundle = await aBundle(app, person, {
      transactions: [payment(contact_id, { reimbursed_amount: 300 }), payment(contact_id, { reimbursed_amount: 300 })],
    })
    const [one, other] = bundle.transactions
    const { id } = bundle.reversals.find(({ transaction_id }: ReplyBody) => transaction_id === other.id)
    const path = `/v1/transactions/${one.id}/reversals/${id}/cancellation`
    assert.equal((await app.as(person).post(path, { reason: 'Another one.' })).status, 404)
  })

  test('by several at once succeeds once', async () => {
    const { id, ask, refund, transaction } = await aDebit()
    const wrong = (await refund({ amount: 900 })).body.data
    const path = `/v1/transactions/${id}/reversals/${wrong.id}/cancellation`
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask.post(path, { reason: 'Wrong.' })))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409, 409])
    assert.equal((await transaction()).reimbursed_amount, 0)
  })
})

describe('a payment that is changed', () => {
  test('records the difference of its refunded and unpaid amounts, dated today, also in a closed period', async () => {
    const { ask, bundle, id, reversals, person } = await aDebit(closed2025)
    const change = (fields: object) => ask.patch(bundleAt(bundle.id), { transactions: [{ id, ...fields }] })
    const reimbursed = await statusOf(app, person.space, 'reimbursed')
    assert.equal((await change({ reimbursed_amount: 1000 })).status, 200)
    assert.equal((await change({ reimbursed_amount: 400, unpaid_amount: 50, status_id: reimbursed })).status, 200)
    const today = new Date().toISOString().slice(0, 10)
    assert.deepEqual(
      (await reversals()).map(({ kind, amount, date }) => [kind, amount, date.slice(0, 10)]),
      [
        ['refund', 1000, today],
        ['refund_cancelled', 600, today],
        ['return', 50, today],
      ],
    )
    for (const fields of [
      { amount: 6500 },
      { comment: 'late' },
      { status_id: await statusOf(app, person.space, 'bank_error') },
    ])
      assert.deepEqual(refusal(await change(fields)).slice(0, 2), [422, 'period_closed'])
    await noneWrong(person)
  })

  test('takes its refunds along to another payer', async () => {
    const { ask, bundle, id, refund, reversals, person } = await aDebit()
    await refund({ amount: 100 })
    const contact_id = await aContactId(app, person)
    await ask.patch(bundleAt(bundle.id), { transactions: [{ id, contact_id, currency: 'CHF' }] })
    assert.deepEqual(
      (await reversals()).map(reversal => [reversal.contact_id, reversal.currency]),
      [[contact_id, 'CHF']],
    )
    await noneWrong(person)
  })

  test('is created with what was refunded before, dated like the payment', async () => {
    const person = await aTreasurer(app)
    const contact_id = await aContactId(app, person)
    const { transactions, reversals } = await aBundle(app, person, {
      transactions: [payment(contact_id, { amount: 900, reimbursed_amount: 300, date: december })],
    })
    assert.deepEqual(
      reversals.map(({ kind, amount, date, transaction_id }: ReplyBody) => [kind, amount, date, transaction_id]),
      [['refund', 300, december, transactions[0].id]],
    )
  })

  test('without a refund does not name them', async () => {
    assert.equal('reversals' in (await aBundle(app, await aTreasurer(app))), false)
  })
})

describe('merging and erasing', () => {
  test('a merge moves refunds with their payment, and an undo moves them back', async () => {
    const { ask, bundle, refund, reversals, person } = await aDebit()
    await refund({ amount: 100 })
    const { contact_id } = bundle.transactions[0]
    const survivor = await aContactId(app, person)
    const merge = await ask.post(`/contacts/${survivor}/merge`, { contact_id })
    assert.equal(merge.status, 200, merge.text)
    assert.equal((await reversals())[0]?.contact_id, survivor)
    assert.equal((await ask.post(`/v1/merges/${merge.body.data.id}/undo`)).status, 200)
    assert.equal((await reversals())[0]?.contact_id, contact_id)
    await noneWrong(person)
  })
})
