import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { Pool } from '../../db/pool/pool.ts'
import type { Sql } from '../../db/sql.ts'
import { editHistory } from '../../test/editable_history.ts'
import { eventually, startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aTreasurer, bundleAt, payment, verificationFindings } from '../../test/money.ts'
import { moved, tamperedBooks } from '../../test/tampered_books.ts'
import { documentOf } from '../core/document.ts'
import { entryHash, type HistoryRow } from '../core/history.ts'
import { contactsIn, loadBundles } from '../core/rows.ts'
import { sealHistory } from '../core/seals.ts'
import { loadHistory } from '../core/write.ts'

const app = await startTestApp()
const { treasurer, bundle, deleted, findingsAfter, findingsAfterEdit, assertFoundInBundle, assertFoundInSpace } =
  await tamperedBooks(app)
const of = `group_id = ${treasurer.space}`
const ask = app.as(treasurer)

/** Rewrites the stored document with an edited transaction, as an attacker who knows the code would. */
async function rewriteDocument(sql: Sql, id: number, item: number, edit: object) {
  const [[stored], contacts] = await Promise.all([
    loadBundles(sql, treasurer.space, [id]),
    contactsIn(sql, treasurer.space, [id]),
  ])
  const { document: _, deleted: __, ...rows } = stored!
  rows.transactions = rows.transactions.map(one => (one.id === item ? { ...one, ...edit } : one))
  const document = documentOf(rows, contacts)
  await sql`update transaction_bundles set document = ${document} where group_id = ${treasurer.space} and id = ${id}`
}

/** Changes the amount of the first payment from the beginning: in its row, its document, its history and every hash of that. */
async function forge(sql: Sql, id: number) {
  const item = bundle.transactions[0].id
  await sql.unsafe(`update items set amount = 999 where ${of} and kind = 'transaction' and id = ${item}`)
  let before = ''
  const edits = new Map<number, Partial<HistoryRow>>()
  for (const entry of await loadHistory(sql, treasurer.space, [id])) {
    const forged = (text: string | null) =>
      entry.target_id === item && text?.includes('"payment_method"')
        ? text.replace('"amount":1000', '"amount":999')
        : text
    const changed = { ...entry, old: forged(entry.old), new: forged(entry.new) }
    before = entryHash(changed, before)
    edits.set(entry.id, { old: changed.old, new: changed.new, hash: before })
  }
  await editHistory(sql, treasurer.space, entry => edits.get(entry.id) ?? {})
  await rewriteDocument(sql, id, item, { amount: 999 })
}

describe('verification finds a wrong', () => {
  // Until their events are ordered, payments are not in the sums.
  before(() =>
    eventually(async () => {
      const [row] = await app.owner`
        select count(*) as waiting from events where group_id = ${treasurer.space} and position is null`
      return row?.['waiting'] === 0
    }),
  )
  const spoil = (statement: string) => findingsAfter(sql => sql.unsafe(statement))

  test('total of the list', async () => {
    assertFoundInSpace(await spoil(`update counters set delta = delta + 1 where ${of}`), /in total/)
  })

  for (const measure of [
    'transactions',
    'amount',
    'reimbursed',
    'unpaid',
    'net',
    'parts',
    'donations',
    'memberships',
  ]) {
    test(`sum of a day: ${measure}`, async () => {
      assertFoundInSpace(await spoil(`update sums set ${measure} = ${measure} + 1 where ${of}`), /^the sums of /)
    })
  }

  test('deposit batch: less than at closing, a deleted payment, or another currency', async () => {
    const { body } = await ask.post('/v1/transaction_batches', { expected_count: 1, expected_amount: 1000 })
    const batch = body.data.id
    const [first] = bundle.transactions
    await ask.post(`/v1/transaction_batches/${batch}/transactions`, { transaction_ids: [first.id] })
    assert.equal((await ask.post(`/v1/transaction_batches/${batch}/close`)).status, 200)
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
    const held = `${of} and batch_id = ${batch}`
    assertFoundInSpace(
      await spoil(`delete from batched_transactions where ${held}`),
      /was closed with 1 payments of 1000 and contains 0 of 0/,
    )
    const other = `bundle_id = ${deleted.id}, transaction_id = ${deleted.transactions[0].id}`
    assertFoundInSpace(
      await spoil(`update batched_transactions set ${other} where ${held}`),
      /contains a deleted payment/,
    )
    assertFoundInSpace(
      await spoil(`update transaction_batches set currency = 'CHF' where ${of} and id = ${batch}`),
      /in another currency/,
    )
  })
})

describe('sealed history cannot be changed, not even by resealing it', () => {
  const worker = new Pool({ url: app.database_url, role: 'muster_worker', connections: 1 })
  const seal = () => worker.write({ group_id: treasurer.space }, sql => sealHistory(sql, treasurer.space))
  before(async () => {
    await seal()
    await ask.patch(bundleAt(bundle.id), { transactions: [{ id: bundle.transactions[1].id, comment: 'later' }] })
    await seal()
    await worker.end()
  })

  test('the last entry was removed, and row, document and sums restored', async () => {
    const findings = await findingsAfter(async sql => {
      const [before, last] = (await loadHistory(sql, treasurer.space, [bundle.id])).slice(-2)
      assert.equal(last!.position, 8)
      await editHistory(sql, treasurer.space, ({ id }) => (id === last!.id ? null : {}))
      const { id, comment, UpdatedAt } = JSON.parse(last!.old!)
      await sql`
        update transaction_bundles set updated_at = ${before!.created_at} where group_id = ${treasurer.space} and id = ${bundle.id}`
      await rewriteDocument(sql, bundle.id, id, { comment, UpdatedAt })
    })
    assert.deepEqual(
      findings.map(({ what }) => what),
      ['entry 8 of its history was sealed and is missing'],
    )
  })

  test('a whole bundle was removed with all its rows', async () => {
    const findings = await findingsAfter(async sql => {
      for (const table of ['bundle_changes', 'items'])
        await sql.unsafe(`delete from ${table} where ${of} and bundle_id = ${deleted.id}`)
      await sql.unsafe(`delete from transaction_bundles where ${of} and id = ${deleted.id}`)
    })
    assert.deepEqual(findings, [{ transaction_bundle_id: deleted.id, what: 'was sealed and is missing' }])
  })

  test('an amount was changed everywhere, and the history resealed', async () => {
    assertFoundInBundle(await findingsAfter(sql => forge(sql, bundle.id)))
  })

  test('the sealed entries too: then the seal of the space breaks', async () => {
    const findings = await findingsAfter(async sql => {
      await forge(sql, bundle.id)
      for (const { position, hash } of await loadHistory(sql, treasurer.space, [bundle.id]))
        await sql`
          update sealed_entries set hash = ${hash}
          where group_id = ${treasurer.space} and transaction_bundle_id = ${bundle.id} and position = ${position}`
    })
    assertFoundInSpace(findings, /^seal 1 or the entries it covers were changed$/)
  })

  test('an entry got another position', async () => {
    assertFoundInBundle(await findingsAfterEdit(({ id, position }) => (position === 2 ? { id: id + 1_000_000 } : {})))
  })

  const spoiled = [
    [["update seals set hash = 'x' || hash where number = 1"], /seal 1 .* were changed/],
    [[`update seals set ${moved('created_at', '-1 second')} where number = 2`], /seal 2 .* were changed/],
    [['update seals set reached = reached + 1 where number = 1'], /seal 1 .* were changed/],
    [['delete from sealed_entries where seal = 2'], /seal 2 .* were changed/],
    [['delete from sealed_entries where seal = 1', 'delete from seals where number = 1'], /seal 1 is missing/],
  ] as const
  for (const [statements, words] of spoiled) {
    test(`the seals: ${statements.join('; ')}`, async () => {
      const findings = await findingsAfter(async sql => {
        for (const statement of statements) await sql.unsafe(`${statement} and ${of}`)
      })
      assertFoundInSpace(findings, words)
    })
  }
})

describe('during concurrent writes', () => {
  test('verification has no false findings', async () => {
    const person = await aTreasurer(app)
    const [payer, worker] = [
      await aContactId(app, person),
      new Pool({ url: app.database_url, role: 'muster_worker', connections: 1 }),
    ]
    const bundles = await Promise.all(
      Array.from({ length: 8 }, () => aBundle(app, person, { transactions: [payment(payer)] })),
    )
    let over = false
    const writers = bundles.map(async ({ id, transactions: [{ id: item }] }, index) => {
      for (let amount = 1; !over; amount++) {
        await app.as(person).patch(bundleAt(id), { transactions: [{ id: item, amount }], donations: [payment(payer)] })
        if (amount % 5 === 0)
          await aBundle(app, person, { transactions: [payment(payer)], memberships: [payment(payer)] })
        if (index === 0 && amount % 10 === 0) await app.as(person).delete(bundleAt((await aBundle(app, person)).id))
      }
    })
    try {
      for (let round = 0; round < 12; round++) {
        await worker.write({ group_id: person.space }, sql => sealHistory(sql, person.space))
        assert.deepEqual(await verificationFindings(app, person.space), [])
      }
    } finally {
      over = true
      await Promise.all([...writers, worker.end()])
    }
    assert.deepEqual(await verificationFindings(app, person.space), [])
  })
})
