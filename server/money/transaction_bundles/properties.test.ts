import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { startTestApp } from '../../test/harness.ts'
import {
  aContactId,
  aDonationPrice,
  aStatus,
  aTreasurer,
  bundleAt,
  historyOf,
  rowCounts,
  turnChecksOff,
  verificationFindings,
} from '../../test/money.ts'
import { runs } from '../../test/runs.ts'

const app = await startTestApp()
const [treasurer, other_space_user] = [await aTreasurer(app), await aTreasurer(app)]
const ask = app.as(treasurer)
await turnChecksOff(app, treasurer)
const path = '/v1/transaction_bundles'
const contacts = [await aContactId(app, treasurer), await aContactId(app, treasurer), await aContactId(app, treasurer)]
const statuses = [(await aStatus(app, treasurer)).id, (await aStatus(app, treasurer)).id, null]
const gifts = [(await aDonationPrice(app, treasurer)).id, null]
const foreign = await aContactId(app, other_space_user)

const text = fc
  .string({ unit: 'grapheme', maxLength: 30 })
  .filter(value => value.isWellFormed() && !value.includes('\0'))
const instant = fc
  .date({ min: new Date('1900-01-01T12:00:00Z'), max: new Date('2100-01-01'), noInvalidDate: true })
  .chain(date => fc.constantFrom('Z', '+05:30', '-11:00').map(zone => date.toISOString().replace('Z', zone)))
const amount = fc.oneof(fc.nat(100_000), fc.constantFrom(0, Number.MAX_SAFE_INTEGER))
const free = fc.dictionary(
  text.filter(key => key !== '__proto__'),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>,
  { maxKeys: 3, noNullPrototype: true },
)
const contact_id = fc.constantFrom(...contacts)
const currency = fc.constantFrom('EUR', 'usd', 'Jpy')

// Each part of a change is optional; required fields are added to new items.
const optional = <Fields>(fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> }) =>
  fc.record(fields, { requiredKeys: [] })
const transaction = optional({
  currency,
  payment_method_kind: fc.constantFrom('card', 'CHEQUE', ''),
  payment_method: free,
  extra_json: free,
  contact_id,
  date: instant,
  code_campaign: text,
  delivered_at: fc.option(instant),
  delivery_token: text,
  comment: text,
  comment_date: fc.option(instant),
  external_transaction_id: fc.option(fc.maxSafeInteger()),
  status_id: fc.constantFrom(...statuses),
})
const priced = { contact_id, amount, currency, comment: text }
const rolling = { rolling_year: fc.boolean(), end_date: fc.constant(null) }
const membership = optional({ ...priced, ...rolling, amount_initial: amount })
const donation_price_id = fc.constantFrom(...gifts)
const donation = optional({ ...priced, initial_amount: amount, date: instant, affectation: text, donation_price_id })
const fresh = <Fields extends object>(item: fc.Arbitrary<Fields>) =>
  fc.tuple(item, amount, contact_id).map(([fields, amount, contact_id]) => ({ amount, contact_id, ...fields }))
const bundle = fc.record(
  {
    transactions: fc.array(fresh(transaction), { minLength: 1, maxLength: 3 }),
    memberships: fc.array(fresh(membership), { maxLength: 2 }),
    donations: fc.array(fresh(donation), { maxLength: 2 }),
  },
  { requiredKeys: ['transactions'] },
)
// A change refers to its item by index; an index beyond the items is a new item.
const placed = <Fields extends object>(item: fc.Arbitrary<Fields>) =>
  fc.array(fc.tuple(fc.nat(4), item), { maxLength: 3 })
const change = fc.record({
  transactions: placed(transaction),
  memberships: placed(membership),
  donations: placed(donation),
})
const step = fc.oneof({ weight: 9, arbitrary: change }, { weight: 1, arbitrary: fc.constant('delete' as const) })

type Lists = Record<'transactions' | 'memberships' | 'donations', { id: number; [field: string]: unknown }[]>
const names = ['transactions', 'memberships', 'donations'] as const
type Change = Exclude<typeof step extends fc.Arbitrary<infer Step> ? Step : never, 'delete'>

const addressed = (change: Change, now: Lists) =>
  Object.fromEntries(
    names.map(name => [
      name,
      change[name].map(([place, fields]) => {
        const item = now[name][place]
        return item ? { ...fields, id: item.id } : { amount: 5, contact_id: contacts[0], ...fields }
      }),
    ]),
  )

const stamps = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value
/** Asserts that an item has every field that was sent. */
function holds(item: Record<string, unknown>, sent: object) {
  for (const [field, value] of Object.entries(sent))
    assert.deepEqual(JSON.stringify(stamps(item[field])), JSON.stringify(stamps(value)), field)
}

/** Asserts that a change removed nothing, and that each changed item has what was last sent for it. */
function holdsChange(before: Lists, after: Lists, sent: Lists) {
  for (const name of names) {
    assert.ok(after[name].length >= before[name].length, 'nothing is removed')
    const last = new Map(sent[name].map(item => [item.id, item]))
    for (const { id } of before[name]) holds(after[name].find(item => item.id === id) ?? {}, last.get(id) ?? {})
  }
}

async function present(id: number) {
  const [row] = await app.owner<[{ document: string }]>`select document from transaction_bundles where id = ${id}`
  const answer = await ask.get(bundleAt(id))
  assert.equal(answer.text, `{"status":"success","data":${row.document}}`, 'what is stored is what is answered')
  return answer
}

async function play(sent: object, steps: (Change | 'delete')[]) {
  const created = await ask.post(path, sent)
  assert.equal(created.status, 200, created.text)
  let now = created.body.data
  const { id } = now
  for (const name of names)
    for (const [index, item] of ((sent as Lists)[name] ?? []).entries()) holds(now[name][index], item)
  assert.equal((await present(id)).text, created.text)
  for (const change of steps) {
    if (change === 'delete') {
      assert.equal((await ask.delete(bundleAt(id))).status, 200)
      assert.equal((await ask.get(bundleAt(id))).status, 404)
      break
    }
    const sent = addressed(change, now) as Lists
    const changed = await ask.patch(bundleAt(id), sent)
    assert.equal(changed.status, 200, changed.text)
    assert.equal((await present(id)).text, changed.text)
    holdsChange(now, changed.body.data, sent)
    now = changed.body.data
  }
  return { id, now }
}

const [payer] = contacts
const noon = '2026-01-01T12:00:00Z'
const set = { delivered_at: noon, comment_date: noon, external_transaction_id: 5 }
const full = {
  transactions: [{ amount: 5, contact_id: payer, ...set, status_id: statuses[0] }],
  memberships: [{ amount: 5, contact_id: payer }],
} as typeof bundle extends fc.Arbitrary<infer Sent> ? Sent : never
const unset = { delivered_at: null, comment_date: null, external_transaction_id: null, status_id: null }
/** Clears every field that can be empty. */
const emptied: Change = { transactions: [[0, unset]], memberships: [[0, { end_date: null }]], donations: [] }

test('after any changes, replaying the history gives the bundle, and the stored bundle equals the response', async () => {
  await fc.assert(
    fc.asyncProperty(bundle, fc.array(step, { maxLength: 6 }), async (sent, steps) => {
      const { id, now } = await play(sent, steps)
      const state = new Map<string, object | null>()
      const history = await historyOf(app, treasurer, id)
      const places = history.map(({ CreatedAt, id }) => [CreatedAt, id])
      assert.deepEqual(
        places,
        places.toSorted(([a, one], [b, other]) => Date.parse(a) - Date.parse(b) || one - other),
      )
      for (const { kind, target_id, old, new: after } of history) {
        const item = `${kind.replace('_status', '')} ${target_id}`
        assert.deepEqual(old, state.get(item) ?? null)
        state.set(item, after)
      }
      const gone = (await ask.get(bundleAt(id))).status === 404
      const items = names.flatMap(name =>
        now[name].map(({ contact: _, ...item }: any) => [`${name.slice(0, -1)} ${item.id}`, gone ? null : item]),
      )
      assert.deepEqual(Object.fromEntries(state), Object.fromEntries(items))
    }),
    { seed: 5, numRuns: 1 + runs(40), examples: [[full, [emptied, 'delete']]] },
  )
  assert.deepEqual(await verificationFindings(app, treasurer.space), [])
})

test('after any concurrent writes, every history replays to its bundle and the total is right', async () => {
  const numRuns = runs(5)
  const before = (await ask.get(path)).body.total
  await fc.assert(
    fc.asyncProperty(fc.array(bundle, { minLength: 8, maxLength: 8 }), async bundles => {
      const answers = await Promise.all(bundles.map(sent => ask.post(path, sent)))
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
      const ids: number[] = answers.map(({ body }) => body.data.id)
      const adding = ids.flatMap(id =>
        [1, 2].map(() => ask.patch(bundleAt(id), { donations: [{ amount: 1, contact_id: contacts[1] }] })),
      )
      assert.deepEqual([...new Set((await Promise.all(adding)).map(({ status }) => status))], [200])
      await ask.delete(bundleAt(ids[0]!))
    }),
    { seed: 6, numRuns },
  )
  assert.equal((await ask.get(path)).body.total, before + numRuns * 7)
  assert.deepEqual(await verificationFindings(app, treasurer.space), [])
})

const most = Number.MAX_SAFE_INTEGER
const wrong: Record<string, Record<string, unknown[]>> = {
  all: {
    amount: [-1, 1.5, '5', null, 2 ** 53],
    contact_id: [foreign, 9_000_000, null, '1'],
    currency: ['ABCD', 5],
    comment: [['x'], 'x\0', '\uD800'],
  },
  transactions: {
    status_id: [9_000_000],
    payment_method_kind: ['goat'],
    reimbursed_amount: [most],
    payment_method: [[]],
    extra_json: [null],
    date: ['2026-02-30'],
  },
  memberships: {
    membership_price_id: [9_000_000],
    end_date: ['1000-01-01'],
    rolling_year: ['no'],
    amount_initial: [-1],
  },
  donations: { donation_price_id: [9_000_000], date: [null], initial_amount: [-5], affectation: [3] },
}
const places = names.flatMap(name =>
  Object.entries({ ...wrong['all'], ...wrong[name] }).flatMap(([field, values]) =>
    values.map(value => [name, field, value] as const),
  ),
)

test('one error anywhere in a bundle refuses all of it, on creation and in an update', async () => {
  const { id } = await play({ transactions: [{ amount: 5, contact_id: contacts[0] }] }, [])
  const before = await rowCounts(app)
  const unchanged = (await ask.get(bundleAt(id))).text
  await fc.assert(
    fc.asyncProperty(bundle, fc.constantFrom(...places), async (sent, [name, field, value]) => {
      const spoilt = {
        ...sent,
        [name]: [...(sent[name] ?? []), { amount: 5, contact_id: contacts[0], [field]: value }],
      }
      for (const answer of [await ask.post(path, spoilt), await ask.patch(bundleAt(id), spoilt)]) {
        assert.equal(answer.status, 422, answer.text)
        assert.equal(answer.body.code, 'invalid_request')
      }
    }),
    { seed: 7, numRuns: runs(80) },
  )
  assert.deepEqual(await rowCounts(app), before)
  assert.equal((await ask.get(bundleAt(id))).text, unchanged)
})
