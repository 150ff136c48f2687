import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { aDesk } from '../../test/bank.ts'
import { startTestApp } from '../../test/harness.ts'
import { aContactId, statusOf, verificationFindings } from '../../test/money.ts'
import type { ReplyBody } from '../../test/reply_body.ts'
import { runs } from '../../test/runs.ts'

const app = await startTestApp()

const line_amounts = [1000, 1000, 600, 400, 1500, -1000, -600]
const payment_amounts = [1000, 1000, 1600]

const line = fc.nat(line_amounts.length - 1)
const payment = fc.nat(payment_amounts.length - 1)
const step = fc.oneof(
  // A line to one payment, or divided between two, with the rest as a fee.
  fc.record({ kind: fc.constant('match' as const), line, payment, other: fc.option(payment), part: fc.nat(1000) }),
  fc.record({ kind: fc.constant('pay' as const), line }),
  fc.record({ kind: fc.constant('ignore' as const), line }),
  fc.record({ kind: fc.constant('undo' as const), lines: fc.array(line, { minLength: 1, maxLength: 3 }) }),
  fc.record({ kind: fc.constant('change' as const), payment, fields: fc.constantFrom('amount', 'status', 'delete') }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

type Desk = Awaited<ReturnType<typeof aDesk>>
interface World {
  desk: Desk
  line_ids: number[]
  payments: Awaited<ReturnType<Desk['payment']>>[]
  contact_id: number
  pending: number
}

test('any sequence of matches, payments, ignored lines and undos keeps lines, payments and statuses consistent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async steps => {
      const world = await newWorld()
      for (const one of steps) {
        const { status, text } = await take(world, one)
        assert.ok([200, 404, 409, 422].includes(status), `${JSON.stringify(one)}: ${text}`)
      }
      await checkLines(world)
      assert.deepEqual(await verificationFindings(app, world.desk.person.space), [])
      await undoAll(world)
      await checkStart(world)
    }),
    { numRuns: runs(12) },
  )
})

async function newWorld(): Promise<World> {
  const desk = await aDesk(app)
  const pending = await statusOf(app, desk.person.space, 'pending')
  const payments = []
  for (const [index, amount] of payment_amounts.entries())
    payments.push(await desk.payment(amount, index === 0 ? { status_id: pending } : {}))
  const line_ids = await desk.lines(line_amounts.map(amount => ({ amount })))
  return { desk, line_ids, payments, contact_id: await aContactId(app, desk.person), pending }
}

function take({ desk, line_ids, payments, contact_id, pending }: World, one: Step) {
  const id = (index: number) => line_ids[index] ?? 0
  if (one.kind === 'undo') return desk.undo(one.lines.map(id))
  if (one.kind === 'ignore') return desk.ignore(id(one.line))
  if (one.kind === 'pay') return desk.pay(id(one.line), { contact_id, kind: 'donation' })
  if (one.kind === 'match') return desk.match(id(one.line), matchesOf(one, payments))
  const changed = payments[one.payment]
  const at = `/v1/transaction_bundles/${changed?.bundle_id}`
  if (one.fields === 'delete') return desk.ask.delete(at)
  const fields = one.fields === 'amount' ? { amount: 900 } : { status_id: pending }
  return desk.ask.patch(at, { transactions: [{ id: changed?.id, ...fields }] })
}

function matchesOf(one: Step & { kind: 'match' }, payments: World['payments']) {
  const amount = line_amounts[one.line] ?? 0
  const kind = amount > 0 ? ('payment' as const) : ('return' as const)
  const to = (index: number, part: number) => ({ kind, transaction_id: payments[index]?.id ?? 0, amount: part })
  if (one.other === null || one.other === one.payment) return [to(one.payment, amount)]
  const part = Math.sign(amount) * Math.min(one.part, Math.abs(amount) - 1)
  const fee = { kind: 'account' as const, account: '627000', amount: -10 }
  return [to(one.payment, part), to(one.other, amount - part + 10), fee].filter(({ amount }) => amount !== 0)
}

/** Matched lines have matches of their amount, others have none, and a matched payment has no status that says otherwise. */
async function checkLines({ desk, line_ids, pending }: World) {
  for (const id of line_ids) {
    const { state, amount, matches } = await desk.read(id)
    const sum = matches.reduce((total: number, match: ReplyBody) => total + match.amount, 0)
    assert.equal(sum, state === 'matched' ? amount : 0)
    assert.equal(matches.length > 0, state === 'matched')
    for (const { kind, transaction_bundle_id } of matches) {
      if (kind !== 'payment') continue
      const transaction = await desk.transaction(transaction_bundle_id)
      assert.notEqual(transaction.status_id, pending)
    }
  }
}

async function undoAll({ desk, line_ids }: World) {
  for (const id of line_ids) {
    if ((await desk.read(id)).state === 'open') continue
    const { status, text } = await desk.undo([id])
    assert.equal(status, 200, text)
  }
}

/** After everything was undone, nothing of the matches is left. */
async function checkStart({ desk, line_ids, payments }: World) {
  for (const id of line_ids) assert.equal((await desk.read(id)).state, 'open')
  for (const { bundle_id } of payments) {
    const { body } = await desk.ask.get(`/v1/transaction_bundles/${bundle_id}`)
    if (!body.data) continue
    const [{ unpaid_amount }] = body.data.transactions
    assert.equal(unpaid_amount, 0)
  }
  const { total } = (await desk.ask.get('/v1/transaction_bundles')).body
  const kept = await Promise.all(payments.map(({ bundle_id }) => desk.ask.get(`/v1/transaction_bundles/${bundle_id}`)))
  assert.equal(total, kept.filter(({ status }) => status === 200).length, 'payments from lines are deleted')
}
