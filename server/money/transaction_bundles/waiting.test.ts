import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sendInOrder, sessionsWaitingFor, sessionsWaitingForLock } from '../../test/concurrency.ts'
import { eventually, startTestApp } from '../../test/harness.ts'
import {
  aBundle,
  aContactId,
  aMembershipPrice,
  aStatus,
  aTreasurer,
  bundleAt,
  payment,
  verificationFindings,
} from '../../test/money.ts'
import { refusal } from '../../test/people.ts'

// Which writes wait for each other, and what happens to objects deleted meanwhile.

const app = await startTestApp()
const treasurer = await aTreasurer(app)
const ask = app.as(treasurer)
const path = '/v1/transaction_bundles'

/** Sends the request while another session holds the lock of a payment on these contacts. Returns whether it waited. */
async function waits(contacts: number[], send: () => Promise<{ status: number; text: string }>) {
  let done = false
  const { waited, sent } = await app.owner.begin(async sql => {
    await sql`select from contacts where group_id = ${treasurer.space} and id = any(${contacts}) for share`
    const sent = send().finally(() => (done = true))
    const waited = await eventually(async () => done || (await sessionsWaitingForLock(sql)) > 0).then(() => !done)
    return { waited, sent }
  })
  const { status, text } = await sent
  assert.equal(status, 200, text)
  return waited
}

describe('payments of one contact do not wait for each other', () => {
  test('when a membership of a contact with a number is sent back or added', async () => {
    const contact = await aContactId(app, treasurer)
    const items = { transactions: [payment(contact)], memberships: [payment(contact)] }
    const { id, memberships, transactions } = await aBundle(app, treasurer, items)
    const back = { transactions: [{ ...transactions[0], comment: 'seen' }], memberships }
    assert.equal(await waits([contact], () => ask.patch(bundleAt(id), back)), false)
    assert.equal(await waits([contact], () => ask.post(path, items)), false)
  })

  test('when another contact gets a first number in one of them', async () => {
    const [payer, member] = [await aContactId(app, treasurer), await aContactId(app, treasurer)]
    const bundle = { transactions: [payment(payer)], memberships: [payment(member)] }
    assert.equal(await waits([payer], () => ask.post(path, bundle)), false)
  })

  test('but of two that may assign a first number, one waits for the other', async () => {
    const contact = await aContactId(app, treasurer)
    const bundle = { transactions: [payment(contact)], memberships: [payment(contact)] }
    const sent = await app.owner.begin(async sql => {
      // Both may begin, and no number can be assigned.
      await sql`select from transaction_settings where group_id = ${treasurer.space} for no key update`
      const sent = [ask.post(path, bundle), ask.post(path, bundle)]
      await eventually(async () => (await sessionsWaitingForLock(sql)) >= 2)
      assert.equal(await sessionsWaitingFor(sql), 1, 'the other waits for the contact')
      return { sent }
    })
    const numbers = (await Promise.all(sent.sent)).map(({ body }) => body.data.memberships[0].contact.membership_number)
    assert.equal(numbers[0], numbers[1])
  })

  test('two contacts who pay for each other at once both get a number', async () => {
    for (let n = 0; n < 5; n++) {
      const [ann, ben] = [await aContactId(app, treasurer), await aContactId(app, treasurer)]
      const pay = (payer: number, member: number) =>
        ask.post(path, { transactions: [payment(payer)], memberships: [payment(member)] })
      const [one, other] = await Promise.all([pay(ann, ben), pay(ben, ann)])
      assert.deepEqual([one.status, other.status], [200, 200])
    }
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })
})

describe('an object deleted while a payment uses it is named with item and field', () => {
  const race = async (table: string, { id }: { id: number }, sent: (contact: number) => object) => {
    const contact = await aContactId(app, treasurer)
    const [removed, recorded] = await sendInOrder(
      app,
      sql => sql.unsafe(`select from ${table} where group_id = ${treasurer.space} and id = ${id} for update`),
      [() => ask.delete(`/v1/${table}/${id}`), () => ask.post(path, sent(contact))],
    )
    assert.equal(removed?.status, 200)
    return recorded!
  }

  test('a status', async () => {
    const status = await aStatus(app, treasurer)
    const recorded = await race('transaction_statuses', status, contact => ({
      transactions: [payment(contact), payment(contact, { status_id: status.id })],
    }))
    const place = 'body.data.transactions.1.status_id'
    assert.deepEqual(refusal(recorded), [422, 'invalid_request', place])
    assert.equal(recorded.body.detail, `${place} is not a transaction status of your space.`)
  })

  test('a price', async () => {
    const price = await aMembershipPrice(app, treasurer)
    const recorded = await race('membership_prices', price, contact => ({
      transactions: [payment(contact)],
      memberships: [payment(contact, { membership_price_id: price.id })],
    }))
    assert.deepEqual(refusal(recorded), [422, 'invalid_request', 'body.data.memberships.0.membership_price_id'])
  })
})

test('a refund that waits for a change of the settings is recorded by the new ones', async () => {
  const { transactions } = await aBundle(app, treasurer, { transactions: [payment(await aContactId(app, treasurer))] })
  const refund = { amount: 100, date: new Date().toISOString(), reason: 'Paid twice' }
  const sent = await app.owner.begin(async sql => {
    await sql`select from transaction_settings where group_id = ${treasurer.space} for update`
    await sql`update transaction_settings set ledger_version = ledger_version + 1 where group_id = ${treasurer.space}`
    const sent = ask.post(`/v1/transactions/${transactions[0].id}/refunds`, refund)
    await eventually(async () => (await sessionsWaitingForLock(sql)) > 0)
    return { sent }
  })
  const { status, text } = await sent.sent
  assert.equal(status, 200, text)
})
