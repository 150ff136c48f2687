import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aBankAccount, aDesk } from '../../test/bank.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aMembershipPrice, aTreasurer, payment, statusOf } from '../../test/money.ts'
import { refusal } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'
import type { ReplyBody } from '../../test/reply_body.ts'

const app = await startTestApp()

const transactionsIn = (body: ReplyBody) => body.data.map(({ transaction_id }: ReplyBody) => transaction_id)

describe('waiting payments', () => {
  test('are those whose money came in or is expected, newest first', async () => {
    const desk = await aDesk(app)
    const { space } = desk.person
    await desk.line(1, { date: '2026-10-01' })
    const old = await desk.payment(1000, { date: '2026-07-04T10:00:00Z' })
    await desk.payment(1000, { date: '2026-06-30T10:00:00Z' })
    const pending = await desk.payment(2000, { status_id: await statusOf(app, space, 'pending') })
    const received = await desk.payment(3000, { date: '2026-10-02T10:00:00Z' })
    for (const kind of ['unpaid', 'bank_error', 'cancel'])
      await desk.payment(4000, { status_id: await statusOf(app, space, kind) })
    await desk.payment(5000, { currency: 'USD' })
    const deleted = await desk.payment(6000)
    await desk.ask.delete(`/v1/transaction_bundles/${deleted.bundle_id}`)
    const body = await desk.waiting()
    assert.deepEqual(transactionsIn(body), [received.id, pending.id, old.id])
    assert.equal(body.total, 3)
    const rows = pick(body.data, 'amount', 'left', 'pending').map(String)
    assert.deepEqual(rows, ['3000,3000,false', '2000,2000,true', '1000,1000,false'])
    assert.deepEqual(transactionsIn(await desk.waiting('&limit=1&offset=1')), [pending.id])
  })

  test('show who paid, how, for what, and in which batch', async () => {
    const desk = await aDesk(app)
    const name = { firstname: 'Ada', surname: 'Lovelace' }
    const contact_id = await aContactId(app, desk.person, { ...name, address: { city: 'Lyon' } })
    const price = await aMembershipPrice(app, desk.person, { name: 'Solidarity' })
    const { id, transactions } = await aBundle(app, desk.person, {
      transactions: [payment(contact_id, { amount: 3000, payment_method_kind: 'cheque', code_campaign: 'autumn' })],
      memberships: [payment(contact_id, { amount: 3000, membership_price_id: price.id })],
    })
    const batch = (await desk.ask.post('/v1/transaction_batches', {})).body.data
    await desk.ask.post(`/v1/transaction_batches/${batch.id}/transactions`, { transaction_ids: [transactions[0].id] })
    const [row] = (await desk.waiting()).data
    const { date: _, ...shown } = row
    assert.deepEqual(shown, {
      ...{ transaction_id: transactions[0].id, transaction_bundle_id: id, label: 'Solidarity' },
      ...{ contact: { id: contact_id, ...name, city: 'Lyon' }, amount: 3000, left: 3000, currency: 'EUR' },
      ...{ payment_method_kind: 'cheque', code_campaign: 'autumn', pending: false },
      batch: { id: batch.id, number: batch.number, state: 'open' },
    })
    const absent = ['grace', '31']
    for (const search of ['lovelace', 'ada love', '30', '30,00 €', String(id), batch.number, ...absent]) {
      const { total } = await desk.waiting(`&search=${encodeURIComponent(search)}`)
      assert.equal(total, absent.includes(search) ? 0 : 1, search)
    }
  })

  test('need a bank account, and one of the own space', async () => {
    const person = await aTreasurer(app)
    await aBundle(app, person)
    assert.deepEqual((await app.as(person).get('/v1/waiting_payments')).body.data, [])
    const { account_id } = await aDesk(app)
    const other = await app.as(person).get(`/v1/waiting_payments?bank_account_id=${account_id}`)
    assert.deepEqual(refusal(other), [404, 'not_found'])
    await aBankAccount(app, person)
    assert.equal((await app.as(person).get('/v1/waiting_payments')).body.total, 1)
  })
})
