import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aContactId, aTreasurer, payment, rowCounts, verificationFindings } from '../../test/money.ts'
import { aUser, refusal } from '../../test/people.ts'

// A payment of another program is recorded once, whichever user imports it and however often.

const app = await startTestApp()
const treasurer = await aTreasurer(app)
const colleague = await aUser(app, treasurer.space, { role: 'admin' })
const other_space_user = await aTreasurer(app)
const contact = await aContactId(app, treasurer)
const path = '/v1/transaction_bundles'
const bring = (origin: unknown, person = treasurer, who = contact, headers = {}) =>
  app.as(person).post(path, { origin, transactions: [payment(who)] }, headers)
const found = async (origin: string, person = treasurer) =>
  (await app.as(person).get(`${path}?origin=${encodeURIComponent(origin)}`)).body

describe('the origin of a payment', () => {
  test('finds it again, and no other', async () => {
    const { status, body } = await bring('civicrm 1')
    assert.equal(status, 200)
    await bring('civicrm 2')
    const { data, total } = await found('civicrm 1')
    assert.deepEqual([data.map(({ id }: any) => id), total], [[body.data.id], 1])
    assert.ok(!('origin' in body.data))
    assert.deepEqual((await found('CIVICRM 1')).data, [])
  })

  test('is accepted once, from any user, also of many requests at the same moment', async () => {
    const [first, second] = [treasurer, colleague]
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => bring('civicrm 3', i % 2 ? first : second)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(409)])
    const before = await rowCounts(app)
    for (const person of [first, second]) {
      const answer = await bring('civicrm 3', person)
      assert.deepEqual(refusal(answer), [409, 'conflict'])
      assert.match(answer.body.detail, /origin civicrm 3 already exists/)
    }
    assert.deepEqual(await rowCounts(app), before)
    assert.equal((await found('civicrm 3')).total, 1)
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })

  test('that the first of several requests with one key has taken is no conflict: the others repeat its answer', async () => {
    const send = (key: string) => bring('civicrm key', treasurer, contact, { 'idempotency-key': key })
    const answers = await Promise.all(Array.from({ length: 12 }, () => send('one-origin')))
    assert.equal(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
    assert.equal(answers[0]!.status, 200)
    assert.equal((await found('civicrm key')).total, 1)
    assert.deepEqual(refusal(await send('another')), [409, 'conflict'])
  })

  test('belongs to one space: another has its own, and finds none of ours', async () => {
    await bring('civicrm 4')
    assert.equal((await found('civicrm 4', other_space_user)).total, 0)
    assert.equal((await bring('civicrm 4', other_space_user, await aContactId(app, other_space_user))).status, 200)
  })

  test('stays when the bundle is changed, whatever is sent, and is free again when it is deleted', async () => {
    const { id } = (await bring('civicrm 5')).body.data
    await app.as(treasurer).patch(`${path}/${id}`, { origin: 'civicrm 6', transactions: [payment(contact)] })
    assert.deepEqual([(await found('civicrm 5')).total, (await found('civicrm 6')).total], [1, 0])
    assert.equal((await app.as(treasurer).delete(`${path}/${id}`)).status, 200)
    assert.equal((await found('civicrm 5')).total, 0)
    assert.equal((await bring('civicrm 5')).status, 200)
  })

  test('is stored as a hash', async () => {
    await bring('paypal somebody@example.org')
    const rows = await app.owner`select from transaction_bundles b where b::text like '%somebody@%'`
    assert.equal(rows.length, 0)
    assert.equal((await found('paypal somebody@example.org')).total, 1)
  })

  test('is refused if it is not one line of at most 300 characters', async () => {
    for (const bad of ['', ' ', 'a\nb', 'x'.repeat(301), 5, null])
      assert.deepEqual(refusal(await bring(bad)), [422, 'invalid_request', 'body.data.origin'])
  })
})
