import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aStatus, aTreasurer, payment } from '../../test/money.ts'
import { runs } from '../../test/runs.ts'

// A total equals the length of the whole list at every moment, also during concurrent writes.

const app = await startTestApp()
const [treasurer, other_space_user] = [await aTreasurer(app), await aTreasurer(app)]
const ask = app.as(treasurer)
const path = '/v1/transaction_bundles'
const [contact, foreign] = [await aContactId(app, treasurer), await aContactId(app, other_space_user)]
const statuses: number[] = []
for (const kind of ['valid', 'pending', 'unpaid'])
  statuses.push((await aStatus(app, treasurer, { name: kind, kind })).id)
const campaigns = ['SPRING', 'spring', 'AUTUMN', '']
const dates = ['2025-01-01T00:00:00.000Z', '2025-02-01T10:00:00.000Z', '2025-02-28T23:59:59.999Z']

const queries = [
  ...statuses.map(id => `status_id=${id}`),
  'state=pending',
  'state=unpaid',
  'code_campaign=Spring',
  'payment_method_kind=cheque',
  'date_from=2025-02-01&date_to=2025-02-28',
  `status_id=${statuses[0]}&code_campaign=SPRING&payment_method_kind=card`,
  'updated_since=2026-01-01',
  `updated_since=2026-01-01&status_id=${statuses[1]}`,
  `contact_id=${contact}&state=pending`,
]

/** The total, and the number of bundles on all pages. */
async function totals(query: string) {
  const { total } = (await ask.get(`${path}?${query}&limit=1`)).body
  let listed = 0
  for (let cursor = ''; ; ) {
    const { body } = await ask.get(`${path}?${query}&limit=7${cursor && `&cursor=${cursor}`}`)
    listed += body.data.length
    if (!body.next_cursor) return { total, listed }
    cursor = body.next_cursor
  }
}

async function agree() {
  for (const query of queries) {
    const { total, listed } = await totals(query)
    assert.equal(total, listed, query)
  }
}

const transaction = fc.record({
  status_id: fc.constantFrom(...statuses, null),
  code_campaign: fc.constantFrom(...campaigns),
  payment_method_kind: fc.constantFrom('cheque', 'Card', ''),
  date: fc.constantFrom(...dates),
})
const write = fc.oneof(
  fc.record({
    does: fc.constant('make' as const),
    transactions: fc.array(transaction, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ does: fc.constant('change' as const), which: fc.nat(), to: transaction }),
  fc.record({ does: fc.constant('delete' as const), which: fc.nat() }),
)

const made: { id: number; transactions: { id: number }[] }[] = []
async function carryOut(one: any) {
  if (one.does === 'make') {
    made.push(
      await aBundle(app, treasurer, {
        transactions: one.transactions.map((fields: Record<string, unknown>) => payment(contact, fields)),
      }),
    )
    return
  }
  const bundle = made[one.which % made.length]
  if (!bundle) return
  const { status, text } =
    one.does === 'delete'
      ? await ask.delete(`${path}/${bundle.id}`)
      : await ask.patch(`${path}/${bundle.id}`, { transactions: [{ id: bundle.transactions[0]!.id, ...one.to }] })
  assert.ok(status === 200 || status === 404, text)
}

test('after any writes, the total of each filter equals its list', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 5 }), async writes => {
      for (const one of writes) {
        await carryOut(one)
        // Read between writes as well, so that totals are cached.
        await ask.get(`${path}?${queries[0]}`)
      }
      await agree()
    }),
    { numRuns: runs(12) },
  )
})

test('with concurrent writes and reads, a total is never older than the last response', async () => {
  const query = `status_id=${statuses[0]}`
  const before = (await ask.get(`${path}?${query}`)).body.total
  let [begun, done] = [0, 0]
  const writer = async () => {
    for (let n = 0; n < 8; n++) {
      begun++
      await aBundle(app, treasurer, { transactions: [payment(contact, { status_id: statuses[0] })] })
      done++
    }
  }
  const reader = async () => {
    while (done < 24) {
      const least = before + done
      const { total } = (await ask.get(`${path}?${query}`)).body
      assert.ok(total >= least && total <= before + begun, `${total} is not between ${least} and ${before + begun}`)
    }
  }
  await Promise.all([writer(), writer(), writer(), reader(), reader()])
  await agree()
})

test('the totals of a state use the kind of a status at its first payment', async () => {
  const pending = async () => (await ask.get(`${path}?state=pending`)).body.total
  const before = await pending()
  const { id } = await aStatus(app, treasurer, { kind: 'valid' })
  await ask.patch(`/v1/transaction_statuses/${id}`, { kind: 'pending' })
  await aBundle(app, treasurer, { transactions: [payment(contact, { status_id: id })] })
  assert.equal(await pending(), before + 1)
  assert.equal((await ask.patch(`/v1/transaction_statuses/${id}`, { kind: 'valid' })).status, 409)
  assert.equal(await pending(), before + 1)
})

test('writes and reads of another space change nothing here', async () => {
  const query = 'payment_method_kind=cheque'
  const before = await totals(query)
  await aBundle(app, other_space_user, { transactions: [payment(foreign, { payment_method_kind: 'cheque' })] })
  assert.equal((await app.as(other_space_user).get(`${path}?${query}`)).body.total, 1)
  assert.deepEqual(await totals(query), before)
})
