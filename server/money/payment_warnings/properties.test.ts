import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Answer, startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aMembershipPrice, aTreasurer, bundleAt, payment, setChecks } from '../../test/money.ts'
import { refusal } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'
import type { ReplyBody } from '../../test/reply_body.ts'
import { runs } from '../../test/runs.ts'

// After any sequence of writes the open warnings are those that follow from the payments as they are then.

const app = await startTestApp()
const path = '/v1/transaction_bundles'
const price_amount = 20

const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString()
const amount = fc.constantFrom<number>(10, price_amount, 30)
const length = fc.option(fc.nat(4))
const term = fc.record({ start: fc.nat(9), length, contact: fc.nat(1), amount, priced: fc.boolean() })
const code = fc.constantFrom<string>('', 'KNOWN', 'known', 'new', 'other')
// The external id 0 stands for none.
const paid = fc.record({ amount, external: fc.option(fc.nat(3)), code })
const items = fc.record({
  transactions: fc.array(paid, { minLength: 1, maxLength: 2 }),
  memberships: fc.array(term, { maxLength: 2 }),
})
const write = fc.oneof(
  { weight: 4, arbitrary: items.map(sent => ({ kind: 'create' as const, sent })) },
  { weight: 4, arbitrary: fc.tuple(fc.nat(), items).map(([at, sent]) => ({ kind: 'change' as const, at, sent })) },
  { weight: 1, arbitrary: fc.nat().map(at => ({ kind: 'delete' as const, at })) },
)

/** The warnings that follow from the bundles alone: check, item and, for an overlap, the first one that it overlaps. */
function expectedWarnings(bundles: ReplyBody[], price: number): string[] {
  const memberships: ReplyBody[] = bundles.flatMap(bundle => bundle.memberships)
  const transactions: ReplyBody[] = bundles.flatMap(bundle => bundle.transactions)
  const endOf = ({ end_date }: ReplyBody) => end_date ?? '9999'
  const sum = (list: ReplyBody[]) => list.reduce((total, item) => total + item.amount, 0)
  return [
    ...bundles
      .filter(bundle => bundle.memberships.length > 0 && sum(bundle.memberships) !== sum(bundle.transactions))
      .map(({ id }) => `allocation ${id}`),
    ...memberships
      .filter(({ membership_price_id, amount }) => membership_price_id === price && amount !== price_amount)
      .map(({ id }) => `price ${id}`),
    ...memberships.flatMap(one => {
      const first = memberships
        .filter(other => other.id < one.id && other.contact_id === one.contact_id)
        .filter(other => other.start_date < endOf(one) && one.start_date < endOf(other))
        .toSorted((a, b) => a.id - b.id)[0]
      return first ? [`overlapping_membership ${one.id} ${first.id}`] : []
    }),
    ...transactions
      .filter(({ code_campaign }) => code_campaign !== '' && code_campaign.toLowerCase() !== 'known')
      .map(({ id }) => `unknown_campaign ${id}`),
    ...transactions
      .filter(
        one =>
          one.external_transaction_id &&
          transactions.some(
            other => other.id < one.id && other.external_transaction_id === one.external_transaction_id,
          ),
      )
      .map(({ id }) => `repeated_reference ${id}`),
  ].sort()
}

type Items = typeof items extends fc.Arbitrary<infer Value> ? Value : never
type Write = typeof write extends fc.Arbitrary<infer Value> ? Value : never

/** A new space with two contacts, a price and a campaign code. `bundles` has its payments as the last responses had them. */
async function aSpace() {
  const treasurer = await aTreasurer(app)
  const ask = app.as(treasurer)
  const contacts = [await aContactId(app, treasurer), await aContactId(app, treasurer)]
  const price = (await aMembershipPrice(app, treasurer, { amount: price_amount })).id
  await ask.post('/v1/code_campaigns', { code: 'KNOWN' })
  return { ask, contacts, price, bundles: [] as ReplyBody[] }
}
type Space = Awaited<ReturnType<typeof aSpace>>

/** What is sent for these items: changes of those that the bundle has, then new ones. */
const sentOf = ({ contacts, price }: Space, { transactions, memberships }: Items, old?: ReplyBody) => ({
  transactions: transactions.map(({ amount, external, code }, index) => ({
    ...(old?.transactions[index] ? { id: old.transactions[index].id } : { contact_id: contacts[0] }),
    ...{ amount, external_transaction_id: external, code_campaign: code, date: day(0) },
  })),
  memberships: memberships.map(({ start, length, contact, amount, priced }, index) => ({
    ...(old?.memberships[index] && { id: old.memberships[index].id }),
    ...{ contact_id: contacts[contact], amount, membership_price_id: priced ? price : null },
    ...{ start_date: day(start), end_date: length === null ? null : day(start + length) },
  })),
})

async function apply(space: Space, one: Write) {
  const { ask, bundles } = space
  if (one.kind === 'create') {
    bundles.push((await ask.post(path, sentOf(space, one.sent))).body.data)
    return
  }
  const old = bundles[one.at % Math.max(bundles.length, 1)]
  if (!old) return
  const answer =
    one.kind === 'delete'
      ? await ask.delete(bundleAt(old.id))
      : await ask.patch(bundleAt(old.id), sentOf(space, one.sent, old))
  assert.equal(answer.status, 200)
  bundles.splice(bundles.indexOf(old), 1, ...(one.kind === 'delete' ? [] : [answer.body.data]))
}

async function compare({ ask, bundles, price }: Space) {
  const { data } = (await ask.get('/v1/payment_warnings?state=open&limit=1000')).body
  const found = data.map(({ check, target_id, other_id }: ReplyBody) =>
    check === 'overlapping_membership' ? `${check} ${target_id} ${other_id}` : `${check} ${target_id}`,
  )
  assert.deepEqual(found.sort(), expectedWarnings(bundles, price))
  const payments: ReplyBody[] = bundles.flatMap(({ transactions }) => transactions)
  const live = new Map(payments.map(({ id, external_transaction_id }) => [id, external_transaction_id]))
  const repeated = data.filter(({ check }: ReplyBody) => check === 'repeated_reference')
  assert.ok(
    repeated.every(
      ({ target_id, other_id }: ReplyBody) => other_id !== target_id && live.get(target_id) === live.get(other_id),
    ),
    'a warning names another payment that still has the external id',
  )
}

const joins = (start: number, amount = 10, priced = false) => ({ start, length: 2, contact: 0, amount, priced })
const pays = (external: number | null, amount = 10, code = '') => ({ amount, external, code })
const create = (transactions: Items['transactions'], memberships: Items['memberships'] = []) =>
  ({ kind: 'create', sent: { transactions, memberships } }) as const
const change = (at: number, transactions: Items['transactions'], memberships: Items['memberships'] = []) =>
  ({ kind: 'change', at, sent: { transactions, memberships } }) as const
const remove = (at: number) => ({ kind: 'delete', at }) as const

const stories: Write[][] = [
  // Either of two memberships that overlap moves away, and the first one comes back.
  [
    ...[0, 0].map(start => create([pays(null)], [joins(start)])),
    ...[5, 0].map(start => change(0, [pays(null)], [joins(start)])),
    change(1, [pays(null)], [joins(5)]),
  ],
  // The first of three is deleted, and then the second.
  [...[0, 0, 0].map(start => create([pays(null)], [joins(start)])), remove(0), remove(0)],
  // The first of three payments with an external id loses it and has it again; the second is deleted.
  [...[3, 3, 3].map(id => create([pays(id)])), change(0, [pays(null)]), change(0, [pays(3)]), remove(1)],
  // The campaign, the price and the amount of a payment are corrected one after the other.
  [
    create([pays(null, 30, 'other')], [joins(0, 10, true)]),
    change(0, [pays(null, 30, 'KNOWN')], [joins(0, 10, true)]),
    change(0, [pays(null, 30, 'KNOWN')], [joins(0, price_amount, true)]),
    change(0, [pays(null, price_amount, 'KNOWN')], [joins(0, price_amount, true)]),
  ],
]

test('the open warnings are those of the payments as they are, after any writes', { timeout: 600_000 }, async () => {
  const property = fc.asyncProperty(fc.array(write, { minLength: 2, maxLength: 8 }), async writes => {
    const space = await aSpace()
    for (const one of writes) {
      await apply(space, one)
      await compare(space)
    }
  })
  await fc.assert(property, { numRuns: stories.length + runs(50), examples: stories.map(writes => [writes]) })
})

const queue_path = '/v1/payment_warnings'
const year = { start_date: '2026-01-01T00:00:00Z', end_date: '2026-12-31T00:00:00Z' }
const next_year = { start_date: '2027-01-01T00:00:00Z', end_date: '2027-12-31T00:00:00Z' }
const after_next = { start_date: '2028-01-01T00:00:00Z', end_date: '2028-12-31T00:00:00Z' }

async function aQueue() {
  const treasurer = await aTreasurer(app)
  const ask = app.as(treasurer)
  const contact = await aContactId(app, treasurer)
  const queue = async (query = 'state=open') => (await ask.get(`${queue_path}?${query}`)).body
  /** The open warnings, each as its check, the item it is about and the other one. */
  const open = async () =>
    (await queue()).data
      .map(({ check, target_id, other_id }: ReplyBody) => [check, target_id, other_id])
      .toSorted((one: unknown[], two: unknown[]) => Number(one[1]) - Number(two[1]))
  const member = async (term: object, person = contact) => {
    const transactions = [payment(person)]
    const bundle = await aBundle(app, treasurer, { transactions, memberships: [payment(person, { ...term })] })
    return { bundle: bundle.id as number, membership: bundle.memberships[0].id as number }
  }
  return { treasurer, ask, contact, queue, open, member }
}

describe('the warning of an overlap', () => {
  test('follows a merge of contacts and its undo', async () => {
    const { treasurer, ask, contact, open, member } = await aQueue()
    const twin = await aContactId(app, treasurer)
    const [one, two] = [await member(year), await member(year, twin)]
    assert.deepEqual(await open(), [])
    const merged = await ask.post(`/contacts/${contact}/merge`, { contact_id: twin })
    assert.equal(merged.status, 200)
    assert.deepEqual(await open(), [['overlapping_membership', two.membership, one.membership]])
    assert.equal((await ask.post(`/v1/merges/${merged.body.data.id}/undo`)).status, 200)
    assert.deepEqual(await open(), [])
  })

  test('is not refused where it was there before', async () => {
    const { treasurer, ask, member } = await aQueue()
    const [, two] = [await member(year), await member(year)]
    await setChecks(app, treasurer, { overlapping_membership: 'refuse' })
    const change = (term: object) => ask.patch(bundleAt(two.bundle), { memberships: [{ id: two.membership, ...term }] })
    assert.equal((await change({ comment: 'Twice.' })).status, 200)
    assert.equal((await change({ start_date: '2026-06-01T00:00:00Z' })).status, 200)
    assert.equal((await change(next_year)).status, 200)
    assert.deepEqual(refusal(await change(year)), [422, 'invalid_request', 'body.data.memberships.0'])
  })
})

describe('a refusal names the item as it was sent', () => {
  const location = (answer: Answer) => refusal(answer)[2]

  test('whether it is new or known, and whichever is the later one', async () => {
    const { treasurer, ask, contact, member } = await aQueue()
    const friend = await aContactId(app, treasurer)
    const { id, memberships } = await aBundle(app, treasurer, {
      transactions: [payment(contact, { amount: 2000 })],
      memberships: [payment(friend, year), payment(contact, year)],
    })
    await member(next_year)
    await setChecks(app, treasurer, { overlapping_membership: 'refuse', unknown_campaign: 'refuse' })
    const patch = (sent: object) => ask.patch(bundleAt(id), sent)
    const [, known] = memberships.map((item: ReplyBody) => ({ id: item.id }))
    assert.equal(location(await patch({ memberships: [{ ...known, ...next_year }] })), 'body.data.memberships.0')
    const added = [{ ...known, comment: 'Seen.' }, payment(contact, next_year)]
    assert.equal(location(await patch({ memberships: added })), 'body.data.memberships.1')
    const coded = [payment(contact, { code_campaign: 'X' })]
    assert.equal(location(await patch({ transactions: coded })), 'body.data.transactions.0')
  })
})

describe('the warnings of a response', () => {
  test('are about every membership of others that a longer one overlaps', async () => {
    const { ask, member } = await aQueue()
    const [one, two, three] = [await member(year), await member(next_year), await member(after_next)]
    const longer = { id: one.membership, end_date: after_next.end_date }
    const { body } = await ask.patch(bundleAt(one.bundle), { memberships: [longer] })
    const expected = [two, three].map(({ membership }) => [membership, one.membership])
    assert.deepEqual(pick(body.warnings, 'target_id', 'other_id'), expected)
  })

  test('are at most 100, and all are in the queue', async () => {
    const { ask, contact, queue } = await aQueue()
    const transactions = Array.from({ length: 101 }, () => payment(contact, { code_campaign: 'X' }))
    const { body } = await ask.post('/v1/transaction_bundles', { transactions })
    assert.deepEqual([body.warnings.length, (await queue()).total], [100, 101])
  })
})

describe('memberships are compared', () => {
  test('from the first day that can be written', async () => {
    const { member, open } = await aQueue()
    const first = { start_date: '0001-01-01', end_date: '0002-01-01' }
    const [one, two] = [await member(first), await member(first)]
    assert.deepEqual(await open(), [['overlapping_membership', two.membership, one.membership]])
  })

  test('for each contact of a payment, however many memberships the others have', async () => {
    const { treasurer, contact, member, open } = await aQueue()
    const friend = await aContactId(app, treasurer)
    const amount = 1
    const term = (of: number) => ({ start_date: `${of}-01-01T00:00:00Z`, end_date: `${of}-12-31T00:00:00Z` })
    const later = Array.from({ length: 110 }, (_, n) => term(2100 + n))
    await aBundle(app, treasurer, {
      transactions: [payment(contact, { amount: later.length })],
      memberships: later.map(term => payment(contact, { amount, ...term })),
    })
    const one = await member(year, friend)
    const both = await aBundle(app, treasurer, {
      transactions: [payment(contact, { amount: 2 })],
      memberships: [contact, friend].map(person => payment(person, { amount, ...year })),
    })
    assert.deepEqual(await open(), [['overlapping_membership', both.memberships[1].id, one.membership]])
  })
})

test('a change that changes nothing returns no warnings of checks that are off', async () => {
  const { treasurer, ask, contact } = await aQueue()
  const { id, transactions } = await aBundle(app, treasurer, {
    transactions: [payment(contact, { code_campaign: 'X' })],
    donations: [payment(contact, { amount: 1 })],
  })
  const checks = async () =>
    (await ask.patch(bundleAt(id), { transactions: [{ id: transactions[0].id, code_campaign: 'X' }] })).body.warnings
      ?.map(({ check }: ReplyBody) => check)
      .sort()
  assert.deepEqual(await checks(), ['allocation', 'unknown_campaign'])
  await setChecks(app, treasurer, { unknown_campaign: 'off' })
  assert.deepEqual(await checks(), ['allocation'])
  await setChecks(app, treasurer, { allocation: 'off' })
  assert.deepEqual(await checks(), undefined)
})

test('a price that changes later does not concern what was paid before', async () => {
  const { treasurer, ask, contact, queue } = await aQueue()
  const price = (await aMembershipPrice(app, treasurer, { amount: 1000 })).id
  const membership = payment(contact, { membership_price_id: price })
  const { id, memberships } = await aBundle(app, treasurer, {
    transactions: [payment(contact)],
    memberships: [membership],
  })
  await ask.patch(`/v1/membership_prices/${price}`, { amount: 1200 })
  await ask.patch(bundleAt(id), { memberships: [{ id: memberships[0].id, comment: 'Paid in time.' }] })
  assert.equal((await queue()).total, 0)
})

test('a repeated request with a key gets the same warnings and adds none, and an ETag is that of the payment', async () => {
  const { ask, contact, queue } = await aQueue()
  const sent = { transactions: [payment(contact)], donations: [payment(contact, { amount: 1 })] }
  const create = () => ask.post('/v1/transaction_bundles', sent, { 'idempotency-key': 'the-same-payment' })
  const [first, second] = [await create(), await create()]
  assert.equal(first.text, second.text)
  assert.deepEqual([first.body.warnings.length, (await queue()).total], [1, 1])
  assert.equal((await ask.get(bundleAt(first.body.data.id))).headers.get('etag'), first.headers.get('etag'))
})

describe('the queue', () => {
  test('is filtered, counted and read page by page', async () => {
    const { treasurer, contact, queue } = await aQueue()
    const twice = {
      transactions: [payment(contact, { code_campaign: 'X' })],
      donations: [payment(contact, { amount: 1 })],
    }
    for (let n = 0; n < 3; n++) await aBundle(app, treasurer, twice)
    const { total, payments_count } = await queue()
    assert.deepEqual([total, payments_count, (await queue('check=allocation')).total], [6, 3, 3])
    const first = await queue('limit=4')
    const second = await queue(`limit=4&cursor=${first.next_cursor}`)
    const ids = [...first.data, ...second.data].map(({ id }: ReplyBody) => id)
    assert.deepEqual([ids.length, second.next_cursor, ids], [6, null, ids.toSorted((a, b) => b - a)])
  })

  test('is that of the own space, and a warning is settled once of two requests at once', async () => {
    const { ask, treasurer, contact, queue } = await aQueue()
    await aBundle(app, treasurer, { transactions: [payment(contact, { code_campaign: 'X' })] })
    const [{ id }] = (await queue()).data
    assert.equal((await (await aQueue()).queue()).total, 0)
    const settle = (note: string) => ask.post(`${queue_path}/${id}/settle`, { note })
    assert.deepEqual(refusal(await settle('x'.repeat(501))), refusal.at('body.data.note'))
    const both = await Promise.all([settle('A'), settle('B')])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
  })
})
