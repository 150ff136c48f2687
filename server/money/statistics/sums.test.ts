import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { pino } from 'pino'
import { compactCounters } from '../../db/counters.ts'
import { Pool } from '../../db/pool/pool.ts'
import { orderPendingEvents } from '../../events/order.ts'
import { expectedStatistics, statisticsInReply } from '../../test/expected_statistics.ts'
import { startTestApp } from '../../test/harness.ts'
import {
  aBundle,
  aContactId,
  aStatus,
  aTreasurer,
  bundleAt,
  payment,
  statusOf,
  verificationFindings,
} from '../../test/money.ts'
import type { Person } from '../../test/people.ts'
import type { ReplyBody } from '../../test/reply_body.ts'
import { runs } from '../../test/runs.ts'
import { queryOf, searchAs } from '../../test/search.ts'
import { addToTotals } from '../core/sums.ts'

const app = await startTestApp()
const worker = new Pool({ url: app.database_url, role: 'muster_worker', connections: 1 })
const path = '/v1/transaction_bundles'

const orderEvents = async (pool: Pool) => {
  while (await orderPendingEvents(pool, addToTotals, pino({ level: 'silent' })));
}

/** Adds up what is not added up yet. */
const fold = async (space: number) => {
  await orderEvents(worker)
  while (await worker.write({ group_id: space }, sql => compactCounters(sql, space)));
}

/** All bundles and the kinds of the statuses, read over HTTP. */
async function readBooks(person: Person) {
  const [{ body: list }, { body: statuses }] = await Promise.all([
    app.as(person).get(`${path}?limit=1000`),
    app.as(person).get('/v1/transaction_statuses'),
  ])
  assert.equal(list.total, list.data.length)
  return { bundles: list.data, kinds: new Map<number, string>(statuses.data.map((row: any) => [row.id, row.kind])) }
}

/** Asserts that statistics equal the sum of all bundles, over these periods. */
async function holds(person: Person, spans: [string, string][]) {
  const { bundles, kinds } = await readBooks(person)
  for (const [from, to] of spans) {
    const { body } = await app.as(person).get(`/v1/statistics/money?from=${from}&to=${to}`)
    assert.deepEqual(statisticsInReply(body.data), expectedStatistics(bundles, kinds, from, to), `${from} to ${to}`)
  }
}

const instant = fc
  .integer({ min: Date.parse('2026-03-01'), max: Date.parse('2026-03-05') })
  .map(ms => new Date(ms - (ms % 3_600_000)).toISOString())
const amount = fc.oneof(fc.nat(10_000), fc.nat(1e9))
const currency = fc.constantFrom('EUR', 'eur', 'USD', 'chf')
const part = fc.record({ amount, currency })
const place = fc.nat(3)

type Step<Payment> =
  | 'fold'
  | { change: [bundle: number, item: number, payment: Payment] }
  | { add: object }
  | { gift: [bundle: number, item: number, fields: object] }
  | { remove: number }
  | { mean: [status: number, kind: string] }

interface Story<Payment> {
  person: Person
  statuses: (number | null)[]
  contact_id: number
  bundles: ReplyBody[]
  sent: (payment: Payment) => object
}

async function sendStep<Payment>(step: Step<Payment>, story: Story<Payment>) {
  const { person, statuses, bundles } = story
  if (step === 'fold') return fold(person.space)
  if ('mean' in step)
    return app.as(person).patch(`/v1/transaction_statuses/${statuses[step.mean[0]]}`, { kind: step.mean[1] })
  if ('remove' in step) return app.as(person).delete(bundleAt(bundles[step.remove % bundles.length].id))
  if ('add' in step) return app.as(person).patch(bundleAt(bundles[0].id), step.add)
  const [at, item, fields] = 'gift' in step ? step.gift : step.change
  const { id, donations, transactions } = bundles[at % bundles.length]
  const change =
    'gift' in step
      ? { donations: [{ ...donations[item], contact: undefined, ...step.gift[2], contact_id: story.contact_id }] }
      : { transactions: [{ id: transactions[item % transactions.length].id, ...story.sent(fields as Payment) }] }
  return app.as(person).patch(bundleAt(id), change)
}

describe('whatever is written, changed and deleted, and however it meets', () => {
  test('statistics are the fold of all bundles, to the millisecond', { timeout: 120_000 }, async () => {
    const person = await aTreasurer(app)
    const contact_id = await aContactId(app, person)
    const kinds = ['valid', 'pending', 'unpaid', 'bank_error', 'reimbursed', 'cancel', 'other']
    const statuses: (number | null)[] = [null]
    for (const kind of kinds) statuses.push((await aStatus(app, person, { kind })).id)
    const payment = fc.record({
      amount,
      currency,
      date: instant,
      status_id: fc.constantFrom(...statuses),
      share: fc.nat(100),
      payment_method_kind: fc.constantFrom('card', 'Card', 'cash', ''),
      code_campaign: fc.constantFrom('', 'spring', 'Spring'),
    })
    const sent = ({ share, ...item }: typeof payment extends fc.Arbitrary<infer Payment> ? Payment : never) => ({
      ...item,
      contact_id,
      reimbursed_amount: Math.floor((item.amount * share) / 200),
      unpaid_amount: Math.floor((item.amount * (100 - share)) / 200),
    })
    const own = (list: object[]) => list.map(item => ({ ...item, contact_id }))
    const bundle = fc
      .record({
        payments: fc.array(payment, { minLength: 1, maxLength: 4 }),
        donations: fc.array(part, { maxLength: 2 }),
        memberships: fc.array(part, { maxLength: 2 }),
      })
      .map(({ payments, donations, memberships }) => ({
        transactions: payments.map(sent),
        donations: own(donations),
        memberships: own(memberships),
      }))
    const number = fc.integer({ min: 1, max: kinds.length })
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ change: fc.tuple(place, place, payment) }) },
      { weight: 2, arbitrary: fc.record({ add: bundle }) },
      { weight: 2, arbitrary: fc.record({ gift: fc.tuple(place, place, part) }) },
      { weight: 1, arbitrary: fc.record({ remove: place }) },
      { weight: 1, arbitrary: fc.record({ mean: fc.tuple(number, fc.constantFrom(...kinds)) }) },
      { weight: 1, arbitrary: fc.constant('fold' as const) },
    )
    const span = fc.tuple(instant, instant).map(([one, two]): [string, string] => (one < two ? [one, two] : [two, one]))
    const story = fc.record({
      bundles: fc.array(bundle, { minLength: 2, maxLength: 4 }),
      steps: fc.array(step, { minLength: 6, maxLength: 14 }),
      spans: fc.array(span, { minLength: 3, maxLength: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(story, async ({ bundles, steps, spans }) => {
        const made = await Promise.all(bundles.map(sent => app.as(person).post(path, sent)))
        assert.deepEqual([...new Set(made.map(({ status, text }) => (status === 200 ? 200 : text)))], [200])
        const story = { person, statuses, contact_id, bundles: made.map(({ body }) => body.data), sent }
        // All at once: what meets on one bundle waits, what does not goes its way, and the sums are added up in between.
        const answers = await Promise.all(steps.map(step => sendStep(step, story)))
        // A status that a payment has keeps its kind.
        for (const answer of answers) if (answer) assert.ok([200, 404, 409].includes(answer.status), answer.text)
        await holds(person, [...spans, ['2026-01-01', '2026-12-31']])
      }),
      { seed: 20261115, numRuns: runs(12), endOnFailure: true },
    )
    await fold(person.space)
    await holds(person, [['2026-03-01', '2026-03-05']])
    const [left] = await app.owner`
      select count(*) as n from events
      where group_id = ${person.space} and (position is null or sums is not null or count_change is not null)`
    assert.equal(left!.n, 0)
    assert.deepEqual(await verificationFindings(app, person.space), [])
  })

  test('the four lists of one response are of the same moment, also while payments come in', async () => {
    const person = await aTreasurer(app)
    const contact_id = await aContactId(app, person)
    let over = false
    const writers = [1, 2, 3].map(async amount => {
      const transactions = [{ contact_id, amount, payment_method_kind: 'card' }]
      while (!over) await app.as(person).post(path, { transactions })
    })
    try {
      for (let round = 0; round < 15; round++) {
        if (round % 5 === 4) await fold(person.space)
        const { months, ...lists } = (await app.as(person).get('/v1/statistics/money')).body.data
        const collected = (rows: { collected: number }[]) => rows.reduce((sum, row) => sum + row.collected, 0)
        for (const list of ['by_payment_method', 'by_campaign', 'by_status'])
          assert.equal(collected(lists[list]), collected(months), list)
      }
    } finally {
      over = true
      await Promise.all(writers)
    }
    await holds(person, [['2000-01-01', '2100-01-01']])
  })
})

describe('adding up', () => {
  test('two at once count nothing twice and lose nothing', async () => {
    const person = await aTreasurer(app)
    const contact_id = await aContactId(app, person)
    const others = new Pool({ url: app.database_url, role: 'muster_worker', connections: 4, wait_ms_max: 60_000 })
    const compact = () => others.write({ group_id: person.space }, sql => compactCounters(sql, person.space))
    const sent = { transactions: [{ contact_id, amount: 5 }], donations: [{ contact_id, amount: 5 }] }
    const add = () => Promise.all([orderEvents(others), orderEvents(others), compact()])
    const each = (_: unknown, index: number) => (index % 3 === 0 ? add() : app.as(person).post(path, sent))
    await Promise.all(Array.from({ length: 30 }, each))
    await others.end()
    await holds(person, [['2000-01-01', '2100-01-01']])
    assert.deepEqual(await verificationFindings(app, person.space), [])
  })

  test('the application role may add changes, but neither remove them nor write the sums', async () => {
    const person = await aTreasurer(app)
    const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 1 })
    const run = (statement: string) => pool.write({ group_id: person.space }, sql => sql.unsafe(statement))
    for (const table of ['events', 'sums'])
      for (const statement of [`delete from ${table}`, 'update events set sums = null', 'update sums set amount = 0'])
        await assert.rejects(run(statement), /permission denied/)
    await pool.end()
  })
})

// An amount is below 2^53, so that every client reads it exactly. A sum may be larger, and is written to the last digit.

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
      transactions: [at(most), at(most), at(6, { reimbursed_amount: 1 })],
      donations: [at(most), at(2)],
      memberships: [at(most - 1), at(4)],
    })
    await aBundle(app, person, { transactions: [at(most, { status_id: pending }), at(2, { status_id: pending })] })
    await aBundle(app, person, { transactions: [at(most, { status_id: unpaid }), at(4, { status_id: unpaid })] })
    await aBundle(app, person, {
      transactions: [at(most, { reimbursed_amount: most }), at(most, { unpaid_amount: most })],
    })
    const collected = sumOf(most, most, 5)
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
        if (!folded) await orderEvents(worker)
      }
    }
    assert.deepEqual(await verificationFindings(app, person.space), [])
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
      aBundle(app, person, {
        transactions: [payment(contact_id, { amount })],
        donations: [payment(contact_id, { amount })],
      })
    for (const amount of [most, 2]) await give(amount)
    const { found } = searchAs(app, person)
    const sum = (ope: string, value: number) => found(queryOf({ attr: 'donation_sum', ope, value }))
    assert.equal((await sum('gte', most)).length, 1)
    assert.equal((await sum('eql', most)).length, 0)
    assert.equal((await sum('lte', most)).length, 0)
  })
})
