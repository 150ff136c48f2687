import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sql } from '../../db/sql.ts'
import { sendInOrder, sessionsWaitingForLock } from '../../test/concurrency.ts'
import { eventually, startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, statusOf } from '../../test/money.ts'
import { aSpace, aUser, refusal } from '../../test/people.ts'

const app = await startTestApp()
const path = '/v1/transaction_batches'
const space = await aSpace(app)
const treasurer = await aUser(app, space, { role: 'admin' })
const admin = app.as(treasurer)
const contact_id = await aContactId(app, treasurer)
const reimbursed = await statusOf(app, space, 'reimbursed')

const read = async (id: number) => (await admin.get(`${path}/${id}`)).body.data
const tell = (id: number, what: 'close' | 'reopen' | 'deposit') => admin.post(`${path}/${id}/${what}`)
const changePayment = (bundle: any, item: object, more: object = {}) =>
  admin.patch(`/v1/transaction_bundles/${bundle.id}`, {
    transactions: [{ id: bundle.transactions[0].id, ...item }],
    ...more,
  })
const add = (id: number, transaction_ids: number[], headers = {}) =>
  admin.post(`${path}/${id}/transactions`, { transaction_ids }, headers)
const conflict = refusal.conflict

/** A batch that expects, and contains, one payment of 500. */
async function aFilledBatch() {
  const bundle = await aBundle(app, treasurer, { transactions: [{ amount: 500, contact_id }] })
  const { id, number } = (await admin.post(path, { expected_count: 1, expected_amount: 500 })).body.data
  await add(id, [bundle.transactions[0].id])
  return { id, number, bundle }
}

/** Asserts that the totals of a closed batch equal those of its payments. */
async function assertSound(id: number) {
  const batch = await read(id)
  const [held] = await app.owner<[{ count: number; amount: number; currencies: number }]>`
    select count(*) as count, coalesce(sum(t.amount), 0)::bigint as amount, count(distinct upper(t.currency)) as currencies
    from batched_transactions b join transactions t on t.group_id = b.group_id and t.id = b.transaction_id
    join transaction_bundles u on u.group_id = t.group_id and u.id = t.transaction_bundle_id and u.deleted_at is null
    where b.group_id = ${space} and b.batch_id = ${id}`
  assert.deepEqual([batch.count, batch.amount], [held.count, held.amount])
  if (batch.state === 'open') return
  assert.deepEqual([held.count, held.amount], [batch.expected_count, batch.expected_amount])
  assert.ok(held.currencies <= 1)
}

describe('closing a batch', () => {
  test('needs the expected count and amount, and the refusal shows both', async () => {
    const { id } = await aFilledBatch()
    for (const [expected_count, expected_amount] of [
      [2, 500],
      [1, 499],
      [3, 1234],
    ]) {
      await admin.patch(`${path}/${id}`, { expected_count, expected_amount })
      const answer = await tell(id, 'close')
      assert.deepEqual(refusal(answer), conflict)
      for (const number of [1, 500, expected_count, expected_amount])
        assert.match(answer.body.detail, new RegExp(`\\b${number}\\b`))
      assert.deepEqual([(await read(id)).state, (await read(id)).closed_at], ['open', null])
    }
    await admin.patch(`${path}/${id}`, { expected_count: 1, expected_amount: 500 })
    const { status, body } = await tell(id, 'close')
    assert.deepEqual([status, body.data.state, body.data.deposited_at], [200, 'closed', null])
    assert.ok(Date.now() - Date.parse(body.data.closed_at) < 60_000)
    assert.deepEqual(await read(id), body.data)
  })

  test('a closed batch refuses every change until it is reopened', async () => {
    const { id, number, bundle } = await aFilledBatch()
    await tell(id, 'close')
    const before = await read(id)
    const [transaction] = bundle.transactions
    for (const answer of [
      await admin.patch(`${path}/${id}`, { name: 'Changed' }),
      await admin.post(`${path}/${id}/transactions`, { transaction_ids: [transaction.id] }),
      await admin.delete(`${path}/${id}/transactions/${transaction.id}`),
      await tell(id, 'close'),
    ]) {
      assert.deepEqual(refusal(answer), conflict)
      assert.match(answer.body.detail, new RegExp(number))
    }
    assert.deepEqual(await read(id), before)
    const reopened = await tell(id, 'reopen')
    assert.deepEqual([reopened.body.data.state, reopened.body.data.closed_at], ['open', null])
    assert.equal((await admin.delete(`${path}/${id}/transactions/${transaction.id}`)).status, 200)
    assert.deepEqual(refusal(await tell(id, 'reopen')), conflict)
  })

  test('only a closed batch is deposited, once, and a deposited one can be reopened', async () => {
    const { id } = await aFilledBatch()
    assert.deepEqual(refusal(await tell(id, 'deposit')), conflict)
    await tell(id, 'close')
    const { body } = await tell(id, 'deposit')
    assert.equal(body.data.state, 'deposited')
    assert.ok(body.data.deposited_at >= body.data.closed_at)
    for (const what of ['deposit', 'close'] as const) assert.deepEqual(refusal(await tell(id, what)), conflict)
    assert.deepEqual(refusal(await admin.patch(`${path}/${id}`, { name: 'N' })), conflict)
    const reopened = (await tell(id, 'reopen')).body.data
    assert.deepEqual([reopened.state, reopened.closed_at, reopened.deposited_at], ['open', null, null])
  })
})

describe('payments in a batch', () => {
  test('amount and currency stay in a closed batch, and the payment cannot be deleted', async () => {
    const { id, number, bundle } = await aFilledBatch()
    await tell(id, 'close')
    for (const answer of [
      await changePayment(bundle, { amount: 501 }),
      await changePayment(bundle, { currency: 'CHF' }),
      await admin.delete(`/v1/transaction_bundles/${bundle.id}`),
    ]) {
      assert.deepEqual(refusal(answer), conflict)
      assert.match(answer.body.detail, new RegExp(number))
    }
    assert.deepEqual((await admin.get(`/v1/transaction_bundles/${bundle.id}`)).body.data, bundle)
    await tell(id, 'reopen')
    assert.equal((await changePayment(bundle, { amount: 501 })).status, 200)
    await assertSound(id)
  })

  test('a refund can be recorded on a payment whose batch is closed or deposited', async () => {
    const { id, bundle } = await aFilledBatch()
    await tell(id, 'close')
    const half = await changePayment(bundle, { reimbursed_amount: 250, status_id: reimbursed })
    assert.deepEqual([half.status, half.body.data.transactions[0].reimbursed_amount], [200, 250])
    await tell(id, 'deposit')
    const whole = await changePayment(bundle, { reimbursed_amount: 500, comment: 'all of it', unpaid_amount: 0 })
    assert.deepEqual([whole.status, whole.body.data.transactions[0].status_id], [200, reimbursed])
    await assertSound(id)
  })

  test('a deleted payment is removed from its open batch', async () => {
    const { id, bundle } = await aFilledBatch()
    assert.equal((await admin.delete(`/v1/transaction_bundles/${bundle.id}`)).status, 200)
    assert.partialDeepStrictEqual(await read(id), { count: 0, amount: 0, transaction_ids: [] })
    assert.deepEqual(refusal(await tell(id, 'close')), conflict)
    await assertSound(id)
  })

  test('a payment whose currency changes never stays in a batch of the old currency', async () => {
    const { id, bundle } = await aFilledBatch()
    const changed = await changePayment(bundle, { currency: 'CHF' })
    if (changed.status === 200) await tell(id, 'close')
    else assert.deepEqual(refusal(changed), conflict)
    const [row] = await app.owner<[{ mixed: number }]>`
      select count(*) as mixed from batched_transactions b
      join transactions t on t.group_id = b.group_id and t.id = b.transaction_id
      join transaction_batches h on h.group_id = b.group_id and h.id = b.batch_id
      where b.group_id = ${space} and b.batch_id = ${id} and upper(t.currency) <> upper(h.currency)`
    assert.equal(row.mixed, 0)
  })

  test('a sum beyond the range of numbers is shown exactly, and neither closing nor adding fails', async () => {
    const transactions = [2 ** 52, 2 ** 51].map(amount => ({ amount, contact_id }))
    const bundle = await aBundle(app, treasurer, { transactions })
    const { id } = (await admin.post(path, { expected_count: 2, expected_amount: 2 ** 53 - 1 })).body.data
    const transaction_ids = bundle.transactions.map((item: any) => item.id)
    assert.equal((await add(id, transaction_ids)).status, 200)
    assert.equal((await changePayment(bundle, { amount: 2 ** 53 - 1 })).status, 200)
    const sum = String(2n ** 53n - 1n + 2n ** 51n)
    for (const at of [`${path}/${id}`, path]) assert.ok((await admin.get(at)).text.includes(`"amount":${sum},`))
    const closing = await tell(id, 'close')
    assert.deepEqual(refusal(closing), conflict)
    assert.ok(closing.body.detail.includes(sum), closing.body.detail)
    const more = await aBundle(app, treasurer, { transactions: [{ amount: 1, contact_id }] })
    const adding = await add(id, [more.transactions[0].id])
    assert.deepEqual(refusal(adding), conflict)
    assert.equal((await admin.delete(`${path}/${id}/transactions/${transaction_ids[0]}`)).status, 200)
  })
})

describe('the database enforces the same rules', () => {
  test('a batch is never closed with another count or amount than expected', async () => {
    const { id } = await aFilledBatch()
    const update = (fields: string) => async () =>
      app.owner.unsafe(`update transaction_batches set ${fields} where group_id = ${space} and id = ${id}`)
    for (const fields of ['', ', closed_count = 1, closed_amount = 499', ', closed_count = 2, closed_amount = 500'])
      await assert.rejects(update(`state = 'closed' ${fields}`), /closed_as_counted/)
    await update("state = 'closed', closed_count = 1, closed_amount = 500")()
    await assert.rejects(update('expected_amount = 499'), /closed_as_counted/)
  })

  test('batches, counters and events need an existing space', async () => {
    for (const table of ['transaction_batches', 'counters', 'events']) {
      const statement = `alter table ${table} validate constraint ${table}_space`
      await assert.doesNotReject(async () => app.owner.unsafe(statement))
    }
    const counter = "insert into counters (group_id, name, delta) values (9000000, 'x', 1)"
    await assert.rejects(async () => app.owner.unsafe(counter), /counters_space/)
  })
})

describe('concurrent changes', () => {
  const batchHeld = (id: number) => (sql: Sql) =>
    sql`select from transaction_batches where group_id = ${space} and id = ${id} for update`

  test('closing and changing or deleting a payment never leave a closed batch with another sum, in either order', async () => {
    const changing = (bundle: any) => changePayment(bundle, { amount: 700 })
    const deleting = (bundle: any) => admin.delete(`/v1/transaction_bundles/${bundle.id}`)
    for (const [write, closingFirst] of [changing, deleting].flatMap(write =>
      [true, false].map(b => [write, b] as const),
    )) {
      const { id, bundle } = await aFilledBatch()
      const both = [() => tell(id, 'close'), () => write(bundle)]
      const answers = await sendInOrder(app, batchHeld(id), closingFirst ? both : both.toReversed())
      if (write === changing) assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
      await assertSound(id)
    }
  })

  test('a payment deleted while it is added to a batch is in none afterwards, in either order', async () => {
    for (const deletingFirst of [true, false]) {
      for (const headers of [{}, { 'if-match': '*' }]) {
        const bundle = await aBundle(app, treasurer, { transactions: [{ amount: 500, contact_id }] })
        const { id } = (await admin.post(path, { expected_count: 1, expected_amount: 500 })).body.data
        const transaction_ids = [bundle.transactions[0].id]
        const both = [
          () => admin.delete(`/v1/transaction_bundles/${bundle.id}`),
          () => add(id, transaction_ids, headers),
        ]
        // Both need the payment, and wait here after taking all earlier locks.
        const held = (sql: Sql) =>
          sql`select from items where group_id = ${space} and kind = 'transaction' and id = any(${transaction_ids}) for update`
        const answers = await sendInOrder(app, held, deletingFirst ? both : both.toReversed())
        assert.ok(answers.every(({ status }) => status === 200 || status === 422))
        await tell(id, 'close')
        await assertSound(id)
        assert.equal((await read(id)).count, 0)
      }
    }
  })

  test('a payment that is added and closed in a batch while it changes is counted with its final amount', async () => {
    const bundle = await aBundle(app, treasurer, { transactions: [{ amount: 500, contact_id }] })
    const { id } = (await admin.post(path, { expected_count: 1, expected_amount: 500 })).body.data
    const member = await aContactId(app, treasurer)
    // A first membership takes a number, so the change waits for the locked settings.
    const memberships = [{ amount: 1, contact_id: member }]
    const { changing, closing } = await app.owner.begin(async sql => {
      await sql`select from transaction_settings where group_id = ${space} for update`
      const changing = changePayment(bundle, { amount: 700 }, { memberships })
      await eventually(async () => (await sessionsWaitingForLock(sql)) >= 1)
      let closed = false
      const closing = add(id, [bundle.transactions[0].id])
        .then(() => tell(id, 'close'))
        .finally(() => (closed = true))
      await eventually(async () => closed || (await sessionsWaitingForLock(sql)) >= 2)
      return { changing, closing }
    })
    const changed = await changing
    await closing
    assert.ok([200, 409].includes(changed.status))
    await assertSound(id)
  })
})
