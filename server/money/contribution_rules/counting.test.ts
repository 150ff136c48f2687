import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Sql } from '../../db/sql.ts'
import { sendConcurrently } from '../../test/concurrency.ts'
import { type Answer, startTestApp } from '../../test/harness.ts'
import { aContactId, aTreasurer, bundleAt, payment, statusOf, verificationFindings } from '../../test/money.ts'
import { aSpace, type Person, refusal } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'
import type { ReplyBody } from '../../test/reply_body.ts'
import { runs } from '../../test/runs.ts'

const app = await startTestApp()
const path = '/v1/contribution_rules'
const day = '2026-05-04T10:00:00.000Z'

/** A space in which a person may pay 100.00 a year, and one payer. */
async function aSpaceWithCap(space?: number) {
  const person = await aTreasurer(app, space)
  const ask = app.as(person)
  await ask.patch(path, { yearly_cap: 10_000 })
  const contact_id = await aContactId(app, person)
  const create = (amount: number, fields: object = {}, items: object = {}) => {
    const transactions = [payment(contact_id, { amount, date: day, ...fields })]
    return ask.post('/v1/transaction_bundles', { transactions, ...items })
  }
  return {
    person,
    ask,
    contact_id,
    create,
    pay: async (amount: number, fields: object = {}, items: object = {}) => {
      const { status, body, text } = await create(amount, fields, items)
      assert.equal(status, 200, text)
      return body.data
    },
    left: async (of = contact_id, date = day): Promise<number> =>
      (await ask.get(`${path}/check?contact_id=${of}&date=${date}`)).body.data.left,
    change: (bundle: { id: number; transactions: { id: number }[] }, fields: object) =>
      ask.patch(bundleAt(bundle.id), { transactions: [{ id: bundle.transactions[0]?.id, ...fields }] }),
  }
}

const assertRefused = (answer: Answer) =>
  assert.deepEqual(refusal(answer).slice(0, 2), [422, 'contribution_refused'], answer.text)
const assertDone = ({ status, text }: Answer) => assert.equal(status, 200, text)
const noneWrong = async ({ space }: Person) => assert.deepEqual(await verificationFindings(app, space), [])

const person = await aTreasurer(app)
const ask = app.as(person)
const cap = 1000
await ask.patch('/v1/contribution_rules', { yearly_cap: cap })
const kinds = ['valid', 'pending', 'cancel'].map(kind => statusOf(app, person.space, kind))
const [valid, pending, cancelled] = (await Promise.all(kinds)) as [number, number, number]

describe('what counts towards a cap', () => {
  test('is what was paid in the year, by days of the time zone of the space', async () => {
    const { create, left } = await aSpaceWithCap(await aSpace(app, 'Paris', 'fr'))
    // Half past midnight on 1 January in Paris.
    assertDone(await create(10_000, { date: '2026-12-31T23:30:00.000Z' }))
    assert.equal(await left(undefined, '2026-12-31T22:59:59Z'), 10_000)
    assert.equal(await left(undefined, '2026-12-31T23:00:00Z'), 0)
    assertDone(await create(10_000, { date: '2026-12-31T22:59:59.999Z' }))
    assertRefused(await create(1, { date: '2027-12-31' }))
    assertRefused(await create(1, { date: '2026-01-01' }))
    assertDone(await create(1, { date: '2028-01-01' }))
  })

  test('is counted in the first and the last year as in any other', async () => {
    const { create } = await aSpaceWithCap(await aSpace(app, 'Auckland', 'en', 'Pacific/Auckland'))
    for (const date of ['0001-01-01', '9999-12-31', '9999-12-31T23:59:59.999Z']) {
      assertDone(await create(5000, { date }))
      assertRefused(await create(10_000, { date }))
    }
  })

  test('is less after a refund or a return, which free room in the year of the payment', async () => {
    const { ask, pay, create, left, person } = await aSpaceWithCap()
    const { transactions } = await pay(10_000)
    assertRefused(await create(1))
    const reverse = (kind: string, amount: number) =>
      ask.post(`/v1/transactions/${transactions[0].id}/${kind}`, { amount, reason: 'Asked.' })
    assertDone(await reverse('refunds', 3000))
    assertDone(await reverse('returns', 500))
    assert.equal(await left(), 3500)
    assertDone(await create(3500))
    assertRefused(await create(1))
    await noneWrong(person)
  })

  test('is not exceeded by cancelling a refund', async () => {
    const { ask, pay, create, left } = await aSpaceWithCap()
    const { transactions } = await pay(10_000)
    const refunds = `/v1/transactions/${transactions[0].id}`
    const { body } = await ask.post(`${refunds}/refunds`, { amount: 4000, reason: 'Asked.' })
    assertDone(await create(1000))
    assertRefused(await ask.post(`${refunds}/reversals/${body.data.id}/cancellation`, { reason: 'A mistake.' }))
    assert.equal(await left(), 3000)
  })

  test('includes pending payments, and not those that are cancelled, unpaid or deleted', async () => {
    const { ask, person, pay, create, change, left } = await aSpaceWithCap()
    const kind = (name: string) => statusOf(app, person.space, name)
    const pending = await pay(6000, { status_id: await kind('pending') })
    assert.equal(await left(), 4000)
    assertDone(await change(pending, { status_id: await kind('valid') }))
    for (const name of ['cancel', 'unpaid', 'bank_error']) await pay(90_000, { status_id: await kind(name) })
    assert.equal(await left(), 4000)
    const cancelled = await pay(5000, { status_id: await kind('cancel') })
    assertRefused(await change(cancelled, { status_id: await kind('valid') }))
    assertDone(await ask.delete(bundleAt(pending.id)))
    assert.equal(await left(), 10_000)
    assertDone(await change(cancelled, { status_id: await kind('valid') }))
    assertRefused(await create(5001))
  })

  test('is in the currency of the rules', async () => {
    const { create, left } = await aSpaceWithCap()
    assertDone(await create(50_000, { currency: 'chf' }))
    assertDone(await create(4000, { currency: 'eur' }))
    assert.equal(await left(), 6000)
  })

  test('does not decide who may pay: that is asked in every currency', async () => {
    const { ask, person, contact_id, pay, create, change } = await aSpaceWithCap()
    const known = await pay(500, { currency: 'CHF' })
    await ask.patch(path, { countries: ['FR'], legal_persons: false, legal_person_tag: 'company', cash_limit: 100 })
    const company = await aContactId(app, person, { tags: [{ name: 'company' }] })
    const moved = { nationality: 'BE', address: { country: 'Belgique' } }
    const abroad = await aContactId(app, person, moved)
    for (const id of [company, abroad])
      for (const currency of ['EUR', 'CHF']) assertRefused(await create(1, { contact_id: id, currency }))
    assertDone(await create(50_000, { currency: 'CHF' }))
    assertDone(await ask.patch(`/contacts/${contact_id}`, { contact: moved }))
    assertDone(await change(known, { amount: 400 }))
    assertRefused(await change(known, { amount: 401 }))
    assertRefused(await change(known, { amount: 300, currency: 'EUR' }))
    await ask.patch('/v1/transaction_settings', { currency: 'CHF' })
    const { data } = (await ask.get(`${path}/check?contact_id=${abroad}&amount=50`)).body
    assert.deepEqual(pick(data.reasons, 'rule'), ['countries'])
    assert.deepEqual(pick(data.unknown, 'fact'), ['currency', 'payment_method'])
  })

  test('is what merged contacts have paid together, and the merge is not refused', async () => {
    const { ask, person, contact_id, pay, create, left, change } = await aSpaceWithCap()
    const other = await aContactId(app, person)
    await pay(7000)
    const second = await pay(8000, { contact_id: other })
    const merge = await ask.post(`/contacts/${contact_id}/merge`, { contact_id: other })
    assertDone(merge)
    assert.equal(await left(), 0)
    assertRefused(await create(1))
    assertDone(await change(second, { amount: 7999 }))
  })
})

describe('a change of a payment', () => {
  test('is refused where it raises what a person has paid above the cap', async () => {
    const { person, pay, change, left } = await aSpaceWithCap()
    const other = await aContactId(app, person)
    const first = await pay(6000)
    const second = await pay(4000, { date: '2025-05-04' })
    await pay(5000, { contact_id: other })
    const raised = await change(first, { amount: 10_001 })
    assertRefused(raised)
    assert.match(raised.body.detail, /40\.00 EUR can be added/)
    assertDone(await change(first, { amount: 10_000 }))
    assertRefused(await change(second, { date: day }))
    assertRefused(await change(first, { contact_id: other }))
    assertDone(await change(second, { contact_id: other, date: day }))
    assert.deepEqual([await left(), await left(other)], [0, 1000])
    await noneWrong(person)
  })

  test('that does not raise it is allowed, also when the person is above a cap that came later', async () => {
    const { ask, person, pay, change } = await aSpaceWithCap()
    const bundle = await pay(9000, { payment_method_kind: 'cash' })
    await ask.patch(path, { yearly_cap: 100, cash_limit: 100, countries: ['FR'] })
    assertDone(await change(bundle, { comment: 'Thank you.' }))
    assertDone(await change(bundle, { amount: 8000 }))
    assertDone(await change(bundle, { date: '2026-06-01', status_id: await statusOf(app, person.space, 'pending') }))
    assertRefused(await change(bundle, { amount: 8001 }))
    assertRefused(await change(bundle, { date: '2025-06-01' }))
  })

  test('that adds payments to a bundle is checked, at its place', async () => {
    const { ask, contact_id, pay } = await aSpaceWithCap()
    const bundle = await pay(6000)
    const known = { id: bundle.transactions[0].id, comment: 'Seen.' }
    const added = (amount: number) =>
      ask.patch(bundleAt(bundle.id), { transactions: [known, payment(contact_id, { amount, date: day })] })
    assertRefused(await added(4001))
    assertDone(await added(4000))
  })
})

describe('two payments at once', () => {
  const hold = (person: Person, id: number) => (sql: Sql) =>
    sql`select from contacts where group_id = ${person.space} and id = ${id} for update`

  const dues = (contact_id: number) => ({ memberships: [payment(contact_id, { amount: 6000 })] })
  const cases: [what: string, amounts: number[], items: (contact: number) => object, refused: number, left: number][] =
    [
      ['that together exceed the cap: exactly one is recorded', [6000, 6000, 6000], () => ({}), 2, 4000],
      ['with first memberships, which are numbered: exactly one is recorded', [6000, 6000], dues, 1, 4000],
      ['that fit are both recorded', [5000, 5000], () => ({}), 0, 0],
    ]
  for (const [what, amounts, items, refused, rest] of cases)
    test(what, async () => {
      const { person, contact_id, create, left } = await aSpaceWithCap()
      const requests = amounts.map(amount => () => create(amount, {}, items(contact_id)))
      const answers = await sendConcurrently(app, hold(person, contact_id), requests)
      assert.equal(answers.filter(({ status }) => status === 200).length, amounts.length - refused)
      assert.equal(answers.filter(({ status }) => status === 422).length, refused)
      assert.equal(await left(), rest)
      await noneWrong(person)
    })

  test('a rule that begins while a payment is recorded applies to it', async () => {
    const { ask, person, contact_id, create } = await aSpaceWithCap()
    await ask.patch(path, { preset: 'none' })
    const answers = await sendConcurrently(
      app,
      async sql => {
        await hold(person, contact_id)(sql)
        await sql`
          update transaction_settings set contribution_rules =
            (select json_build_object('currency', 'EUR', 'yearly_cap', 50, 'campaign_cap', null, 'campaign_caps', '{}'::json, 'cash_limit', null,
              'cash_kinds', '[]'::json, 'countries', '[]'::json, 'legal_persons', true, 'exempt_elected_dues', false, 'legal_person_tag', null,
              'elected_tag', null, 'exempt_tag', null))
          where group_id = ${person.space}`
      },
      [() => create(51)],
    )
    for (const answer of answers) assertRefused(answer)
  })
})

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
