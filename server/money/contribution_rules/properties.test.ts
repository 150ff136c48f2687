import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Answer, startTestApp } from '../../test/harness.ts'
import { aContactId, aTreasurer, bundleAt, payment, statusOf, verificationFindings } from '../../test/money.ts'
import type { ReplyBody } from '../../test/reply_body.ts'
import { runs } from '../../test/runs.ts'

const app = await startTestApp()
const person = await aTreasurer(app)
const ask = app.as(person)
const cap = 1000
await ask.patch('/v1/contribution_rules', { yearly_cap: cap })
const kinds = ['valid', 'pending', 'cancel'].map(kind => statusOf(app, person.space, kind))
const [valid, pending, cancelled] = (await Promise.all(kinds)) as [number, number, number]

// Amounts, years and payers that often meet at the cap.
const amount = fc.constantFrom(1, 300, 500, 700, 999, 1000)
const date = fc.constantFrom('2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z', '2026-07-01T10:00:00.000Z')
const status_id = fc.constantFrom(valid, valid, pending, cancelled)
const payer = fc.constantFrom(0, 0, 0, 1)
const place = fc.nat(5)

const fields = { amount, date, status_id, payer }
const [once, create, change] = [
  fc.integer({ min: 1, max: 2 }),
  fc.constant('create' as const),
  fc.constant('change' as const),
]

const step = fc.oneof(
  // Two at once as well.
  { weight: 3, arbitrary: fc.record({ do: create, times: once, ...fields }) },
  { weight: 4, arbitrary: fc.record({ do: change, place, ...fields }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refund' as const), place, amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel refund' as const), place }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), place }) },
)

/** What each person has paid in each year, from the bundles that the API lists. */
async function totals(bundles: number[]) {
  const sums: Record<string, number> = {}
  for (const id of bundles) {
    const { status, body } = await ask.get(bundleAt(id))
    if (status !== 200) continue
    for (const item of body.data.transactions as ReplyBody[]) {
      if (item.status_id === cancelled) continue
      const key = `${item.contact_id} ${item.date.slice(0, 4)}`
      sums[key] = (sums[key] ?? 0) + item.amount - item.reimbursed_amount - item.unpaid_amount
    }
  }
  return sums
}

test('no sequence of payments, changes, refunds and deletions brings a person above the cap', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 14, maxLength: 20 }), async steps => {
      const contacts = [await aContactId(app, person), await aContactId(app, person)]
      const bundles: RecordedBundle[] = []
      for (const one of steps) {
        for (const { status, text } of await take(one, contacts, bundles))
          assert.ok([200, 404, 409, 422].includes(status), `${one.do}: ${text}`)
        for (const [key, sum] of Object.entries(await totals(bundles.map(({ id }) => id))))
          assert.ok(sum <= cap, `${key}: ${sum} after ${JSON.stringify(one)}`)
      }
    }),
    { numRuns: runs(60) },
  )
  assert.deepEqual(await verificationFindings(app, person.space), [])
})

interface RecordedBundle {
  id: number
  transaction: number
  reversals: number[]
}

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

async function take(one: Step, contacts: number[], bundles: RecordedBundle[]): Promise<Answer[]> {
  if ('times' in one) {
    const { do: _, times, payer, ...fields } = one
    const create = async () => {
      const sent = { transactions: [payment(contacts[payer] ?? 0, fields)] }
      const answer = await ask.post('/v1/transaction_bundles', sent)
      const { id, transactions } = answer.body.data ?? {}
      if (id) bundles.push({ id, transaction: transactions[0].id, reversals: [] })
      return answer
    }
    return Promise.all(Array.from({ length: times }, create))
  }
  const bundle = bundles[one.place % Math.max(bundles.length, 1)]
  if (!bundle) return []
  if (one.do === 'delete') bundles.splice(bundles.indexOf(bundle), 1)
  return [await changeBundle(one, bundle, contacts)]
}

async function changeBundle(one: Exclude<Step, { times: number }>, bundle: RecordedBundle, contacts: number[]) {
  const transaction = `/v1/transactions/${bundle.transaction}`
  if (one.do === 'delete') return ask.delete(bundleAt(bundle.id))
  if (one.do === 'cancel refund')
    return ask.post(`${transaction}/reversals/${bundle.reversals.pop() ?? 1}/cancellation`, { reason: 'A mistake.' })
  if (one.do === 'refund') {
    const answer = await ask.post(`${transaction}/refunds`, { amount: one.amount, reason: 'Asked.' })
    if (answer.status === 200) bundle.reversals.push(answer.body.data.id)
    return answer
  }
  const { do: _, place: __, payer: index, ...fields } = one
  const change = { id: bundle.transaction, contact_id: contacts[index], ...fields }
  return ask.patch(bundleAt(bundle.id), { transactions: [change] })
}
