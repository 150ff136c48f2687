import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pino } from 'pino'
import { Pool } from '../../db/pool/pool.ts'
import { orderPendingEvents } from '../../events/order.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aTreasurer, bundleAt, payment, statusOf, verificationFindings } from '../../test/money.ts'
import { queryOf, searchAs } from '../../test/search.ts'
import { addToTotals } from '../core/sums.ts'

// An amount is below 2^53, so that every client reads it exactly. A sum may be larger, and is written to the last digit.

const app = await startTestApp()
const worker = new Pool({ url: app.database_url, role: 'muster_worker', connections: 1 })
const most = Number.MAX_SAFE_INTEGER
const sumOf = (...amounts: number[]) => String(amounts.reduce((sum, amount) => sum + BigInt(amount), 0n))

/** The numbers of this field in a response, as they are written. */
const written = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`"${name}":(-?\\d+)`, 'g'))].map(([, number]) => number)

test.after(() => worker.end())

describe('sums beyond 2^53 are exact', () => {
  test('in statistics, in every list, before and after compaction', async () => {
    const person = await aTreasurer(app)
    const contact_id = await aContactId(app, person)
    const date = '2026-03-05T10:00:00.000Z'
    const at = (amount: number, more = {}) => payment(contact_id, { amount, date, ...more })
    const pending = await statusOf(app, person.space, 'pending')
    const unpaid = await statusOf(app, person.space, 'unpaid')
    await aBundle(app, person, {
      transactions: [at(most), at(most), at(3, { reimbursed_amount: 1 })],
      donations: [at(most), at(2)],
      memberships: [at(most - 1), at(4)],
    })
    await aBundle(app, person, { transactions: [at(most, { status_id: pending }), at(2, { status_id: pending })] })
    await aBundle(app, person, { transactions: [at(most, { status_id: unpaid }), at(4, { status_id: unpaid })] })
    await aBundle(app, person, {
      transactions: [at(most, { reimbursed_amount: most }), at(most, { unpaid_amount: most })],
    })
    const collected = sumOf(most, most, 2)
    for (const span of ['from=2026-03-01&to=2026-03-31', 'from=2026-03-05T09:00:00Z&to=2026-03-05T11:00:00Z']) {
      for (const folded of [false, true]) {
        const { text } = await app.as(person).get(`/v1/statistics/money?${span}`)
        const [month, ...others] = written(text, 'collected')
        assert.equal(month, collected, span)
        assert.deepEqual(others, [collected, collected, collected, '0', '0'])
        assert.equal(written(text, 'pending')[0], sumOf(most, 2))
        assert.equal(written(text, 'unpaid')[0], sumOf(most, 4, most))
        assert.equal(written(text, 'refunded')[0], sumOf(1, most))
        assert.deepEqual(written(text, 'donations'), [sumOf(most, 2)])
        assert.deepEqual(written(text, 'memberships'), [sumOf(most, 3)])
        if (!folded) while (await orderPendingEvents(worker, addToTotals, pino({ level: 'silent' })));
      }
    }
    assert.deepEqual(await verificationFindings(app, person.space), [])
  })

  test('in a batch whose payments grew later, in the list, and when closing', async () => {
    const person = await aTreasurer(app)
    const ask = app.as(person)
    const contact_id = await aContactId(app, person)
    const bundle = await aBundle(app, person, { transactions: [payment(contact_id), payment(contact_id)] })
    const { id } = (await ask.post('/v1/transaction_batches', {})).body.data
    const transaction_ids = bundle.transactions.map((item: any) => item.id)
    await ask.post(`/v1/transaction_batches/${id}/transactions`, { transaction_ids })
    const grown = transaction_ids.map((id: number) => ({ id, amount: most }))
    await ask.patch(bundleAt(bundle.id), { transactions: grown })
    const exact = sumOf(most, most)
    assert.deepEqual(written((await ask.get(`/v1/transaction_batches/${id}`)).text, 'amount'), [exact])
    assert.deepEqual(written((await ask.get('/v1/transaction_batches')).text, 'amount'), [exact])
    const closing = await ask.post(`/v1/transaction_batches/${id}/close`)
    assert.equal(closing.status, 409)
    assert.ok(closing.body.detail.includes(`2 transactions of ${exact} in total`), closing.text)
  })

  test('in the ledger and the export, which write every amount exactly', async () => {
    const person = await aTreasurer(app)
    const contact_id = await aContactId(app, person)
    const at = (amount: number, more = {}) => payment(contact_id, { amount, date: '2026-03-05', ...more })
    await aBundle(app, person, {
      transactions: [at(most), at(most, { reimbursed_amount: most - 1 }), at(most, { unpaid_amount: 1 })],
      donations: [at(most)],
    })
    const ledger = (await app.as(person).get('/v1/ledger.csv')).text
    for (const euros of ['90071992547409,91', '90071992547409,90']) assert.ok(ledger.includes(`\t${euros}\t`), ledger)
    const file = (await app.as(person).get('/v1/transaction_bundles.csv')).text
    for (const euros of ['90071992547409.91', '90071992547409.90']) assert.ok(file.includes(`,${euros},`), file)
  })

  test('in a search by total donations', async () => {
    const person = await aTreasurer(app)
    const contact_id = await aContactId(app, person)
    const give = (amount: number) =>
      aBundle(app, person, { transactions: [payment(contact_id)], donations: [payment(contact_id, { amount })] })
    for (const amount of [most, 2]) await give(amount)
    const { found } = searchAs(app, person)
    const sum = (ope: string, value: number) => found(queryOf({ attr: 'donation_sum', ope, value }))
    assert.equal((await sum('gte', most)).length, 1)
    assert.equal((await sum('eql', most)).length, 0)
    assert.equal((await sum('lte', most)).length, 0)
  })
})
