import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sql } from '../../db/sql.ts'
import { sendConcurrently, sendInOrder } from '../../test/concurrency.ts'
import { readContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, bundleAt, payment, verificationFindings } from '../../test/money.ts'
import { aSpace, aUser } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const admin = await aUser(app, space, { role: 'admin' })
const ask = app.as(admin)
const merge = (id: number, contact_id: number) => ask.post(`/contacts/${id}/merge`, { contact_id })
const holding = (id: number) => (sql: Sql) =>
  sql`select from contacts where group_id = ${space} and id = ${id} for update`
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

describe('concurrent merges', () => {
  test('two merges of one contact into two others: one succeeds', async () => {
    const [gone, one, two] = [await aContactId(app, admin), await aContactId(app, admin), await aContactId(app, admin)]
    await aBundle(app, admin, { transactions: [payment(gone)] })
    const answers = await sendConcurrently(app, holding(gone), [() => merge(one, gone), () => merge(two, gone)])
    assert.deepEqual(statuses(answers), [200, 422])
  })

  test('two contacts into each other: one succeeds, and one contact is left', async () => {
    const [one, two] = [await aContactId(app, admin), await aContactId(app, admin)]
    const answers = await sendConcurrently(app, holding(one), [() => merge(one, two), () => merge(two, one)])
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    const left = [await readContact(app, admin, one), await readContact(app, admin, two)].filter(Boolean)
    assert.equal(left.length, 1)
  })

  test('an earlier payment is moved, a later one is told the survivor', async () => {
    const [survivor, gone] = [await aContactId(app, admin), await aContactId(app, admin)]
    const pay = () =>
      ask.post('/v1/transaction_bundles', { transactions: [payment(gone)], memberships: [payment(gone)] })
    // It has its membership number already: a first one would change the contact and reorder the waiting statements.
    await aBundle(app, admin, { transactions: [payment(gone)], memberships: [payment(gone)] })
    const [early, done, late] = await sendInOrder(app, holding(gone), [pay, () => merge(survivor, gone), pay])
    assert.deepEqual([early!.status, done!.status, late!.status], [200, 200, 422])
    assert.match(late!.body.detail, new RegExp(`was merged into contact ${survivor}`))
    const { data } = (await ask.get(bundleAt(early!.body.data.id))).body
    assert.equal(data.transactions[0].contact_id, survivor)
    assert.equal(data.memberships[0].contact.id, survivor)
    assert.deepEqual(await verificationFindings(app, space), [])
  })

  test('a correction of a payment and a merge of its contact: both take effect', async () => {
    const [survivor, gone] = [await aContactId(app, admin), await aContactId(app, admin)]
    const bundle = await aBundle(app, admin, { transactions: [payment(gone)] })
    const correct = () =>
      ask.patch(bundleAt(bundle.id), { transactions: [{ id: bundle.transactions[0].id, amount: 7 }] })
    const answers = await sendConcurrently(app, holding(gone), [correct, () => merge(survivor, gone)])
    assert.deepEqual(statuses(answers), [200, 200])
    const { data } = (await ask.get(bundleAt(bundle.id))).body
    assert.partialDeepStrictEqual(data.transactions[0], { amount: 7, contact_id: survivor })
    assert.deepEqual(await verificationFindings(app, space), [])
  })

  test('one undo sent twice: one succeeds', async () => {
    const [one, two] = [await aContactId(app, admin), await aContactId(app, admin)]
    const { id } = (await merge(one, two)).body.data
    const undo = () => ask.post(`/v1/merges/${id}/undo`)
    assert.deepEqual(statuses(await sendConcurrently(app, holding(one), [undo, undo])), [200, 409])
  })
})
