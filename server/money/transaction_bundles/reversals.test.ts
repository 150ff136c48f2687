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
  verificationFindings,
} from '../../test/money.ts'
import { type Person, refusal } from '../../test/people.ts'
import type { ReplyBody } from '../../test/reply_body.ts'

const app = await startTestApp()

const december = '2025-12-05T10:00:00.000Z'
const january = '2026-01-12T10:00:00.000Z'
const march = '2026-03-02T09:00:00.000Z'
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
  const at = `/v1/transactions/${id}`
  return {
    person,
    ask,
    bundle,
    id,
    refund: (data: object) => ask.post(`${at}/refunds`, { reason: 'Paid twice.', ...data }),
    giveBack: (data: object) => ask.post(`${at}/returns`, { reason: 'AM04', ...data }),
    cancel: (reversal: number, data: object = {}) =>
      ask.post(`${at}/reversals/${reversal}/cancellation`, { reason: 'Wrong payment.', ...data }),
    reversals: async (): Promise<ReplyBody[]> => (await ask.get(`${at}/reversals`)).body.data,
    transaction: async (): Promise<ReplyBody> => (await ask.get(bundleAt(bundle.id))).body.data.transactions[0],
  }
}
const inShort = (list: ReplyBody[]) => list.map(({ kind, amount, date }) => [kind, amount, date])
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted()

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
    for (const data of [{ amount: 6401 }, { amount: 0 }, { amount: 1, reason: '' }, { amount: 1, date: december }])
      assert.equal((await giveBack(data)).status, 422, 'in rules.test.ts are the other reasons')
    const { status, body, text } = await giveBack({ amount: 6400, date: january, reference: 'R-118' })
    assert.equal(status, 200, text)
    assert.deepEqual(body.data, {
      ...body.data,
      kind: 'return',
      amount: 6400,
      date: january,
      reason: 'AM04',
      reference: 'R-118',
      payment_method_kind: 'direct_debit',
      cancels: null,
      currency: 'EUR',
    })
    const { reimbursed_amount, unpaid_amount } = await transaction()
    assert.deepEqual([reimbursed_amount, unpaid_amount], [0, 6400])
    assert.deepEqual(await reversals(), [body.data])
    assert.deepEqual(await monthsOf(person), { '2025-12': [6400, 0, 0], '2026-01': [-6400, 0, 6400] })
    await noneWrong(person)
  })

  test('each of two is an entry of its own, with its own date and method', async () => {
    const { person, refund, reversals, transaction, bundle } = await aDebit()
    for (const [amount, date, method] of [
      [1000, january, 'direct_debit'],
      [500, march, 'cash'],
    ] as const) {
      const { body } = await refund({ amount, date, ...(method === 'cash' && { payment_method_kind: method }) })
      assert.equal(body.data.payment_method_kind, method, 'as it came, unless another is sent')
    }
    assert.deepEqual(inShort(await reversals()), [
      ['refund', 1000, january],
      ['refund', 500, march],
    ])
    assert.equal((await transaction()).reimbursed_amount, 1500)
    const months = { '2025-12': [6400, 0, 0], '2026-01': [-1000, 1000, 0], '2026-03': [-500, 500, 0] }
    assert.deepEqual(await monthsOf(person), months)
    const kinds = (await historyOf(app, person, bundle.id)).map(({ kind }) => kind)
    assert.deepEqual(kinds.slice(3), ['transaction', 'reversal', 'transaction', 'reversal'])
    await noneWrong(person)
  })

  test('is dated now unless a date is sent, is recorded once with a key, and not for a deleted payment', async () => {
    const { id, ask, reversals, bundle } = await aDebit()
    const data = { amount: 5, reason: 'Once.' }
    const send = () => ask.post(`/v1/transactions/${id}/refunds`, data, { 'idempotency-key': `refund-${id}` })
    const [one, two] = [await send(), await send()]
    assert.ok(Math.abs(Date.parse(one.body.data.date) - Date.now()) < 60_000)
    assert.deepEqual(one.body, two.body)
    assert.equal((await reversals()).length, 1)
    await ask.delete(bundleAt(bundle.id))
    for (const action of ['refunds', 'returns'])
      assert.equal((await ask.post(`/v1/transactions/${id}/${action}`, data)).status, 404)
    assert.equal((await ask.get(`/v1/transactions/${id}/reversals`)).status, 404)
  })

  test('of ten sent at once never take back more than was paid', async () => {
    const { refund, transaction, person } = await aDebit()
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund({ amount: 1000 })))
    assert.deepEqual(statuses(answers), [...Array(6).fill(200), ...Array(4).fill(422)])
    assert.equal((await transaction()).reimbursed_amount, 6000)
    await noneWrong(person)
  })
})

describe('cancelling a reversal', () => {
  test('adds another one, once', async () => {
    const { person, refund, cancel, reversals, transaction } = await aDebit()
    const wrong = (await refund({ amount: 900, date: january })).body.data
    const { status, body, text } = await cancel(wrong.id, { date: march })
    assert.equal(status, 200, text)
    assert.deepEqual([body.data.kind, body.data.amount, body.data.cancels], ['refund_cancelled', 900, wrong.id])
    assert.equal((await transaction()).reimbursed_amount, 0)
    assert.deepEqual(await reversals(), [wrong, body.data])
    const months = { '2025-12': [6400, 0, 0], '2026-01': [-900, 900, 0], '2026-03': [900, -900, 0] }
    assert.deepEqual(await monthsOf(person), months)
    assert.deepEqual(refusal(await cancel(wrong.id)).slice(0, 2), [409, 'conflict'])
    assert.equal((await cancel(body.data.id)).status, 404, 'a cancellation cannot be cancelled')
    await noneWrong(person)
  })

  test('by several at once succeeds once', async () => {
    const { refund, cancel, transaction } = await aDebit()
    const { id } = (await refund({ amount: 900 })).body.data
    const answers = await Promise.all(Array.from({ length: 5 }, () => cancel(id)))
    assert.deepEqual(statuses(answers), [200, 409, 409, 409, 409])
    assert.equal((await transaction()).reimbursed_amount, 0)
  })
})

describe('a payment that is changed', () => {
  test('takes its refunds along to another payer and currency, with a merge, and back with its undo', async () => {
    const { ask, bundle, id, refund, reversals, person } = await aDebit()
    await refund({ amount: 100 })
    const payers = async () => (await reversals()).map(({ contact_id, currency }) => [contact_id, currency])
    const contact_id = await aContactId(app, person)
    await ask.patch(bundleAt(bundle.id), { transactions: [{ id, contact_id, currency: 'CHF' }] })
    assert.deepEqual(await payers(), [[contact_id, 'CHF']])
    const survivor = await aContactId(app, person)
    const merge = await ask.post(`/contacts/${survivor}/merge`, { contact_id })
    assert.equal(merge.status, 200, merge.text)
    assert.deepEqual(await payers(), [[survivor, 'CHF']])
    assert.equal((await ask.post(`/v1/merges/${merge.body.data.id}/undo`)).status, 200)
    assert.deepEqual(await payers(), [[contact_id, 'CHF']])
    await noneWrong(person)
  })
})
