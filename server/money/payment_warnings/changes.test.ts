import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Answer, startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aMembershipPrice, aTreasurer, bundleAt, payment, setChecks } from '../../test/money.ts'
import { aUser, refusal } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'
import type { ReplyBody } from '../../test/reply_body.ts'

const app = await startTestApp()
const path = '/v1/payment_warnings'
const year = { start_date: '2026-01-01T00:00:00Z', end_date: '2026-12-31T00:00:00Z' }
const next_year = { start_date: '2027-01-01T00:00:00Z', end_date: '2027-12-31T00:00:00Z' }
const after_next = { start_date: '2028-01-01T00:00:00Z', end_date: '2028-12-31T00:00:00Z' }

async function aSpace() {
  const treasurer = await aTreasurer(app)
  const ask = app.as(treasurer)
  const contact = await aContactId(app, treasurer)
  const queue = async (query = 'state=open') => (await ask.get(`${path}?${query}`)).body
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
  test('is about the later membership, and ends when either of both changes', async () => {
    const { ask, open, member, queue } = await aSpace()
    const [one, two] = [await member(year), await member(year)]
    assert.deepEqual(await open(), [['overlapping_membership', two.membership, one.membership]])
    for (const bundle of [one.bundle, two.bundle])
      assert.equal((await queue(`state=open&transaction_bundle_id=${bundle}`)).total, 1)
    const move = (of: typeof one, term: object) =>
      ask.patch(bundleAt(of.bundle), { memberships: [{ id: of.membership, ...term }] })
    await move(one, next_year)
    assert.deepEqual(await open(), [])
    const back = await move(one, year)
    assert.deepEqual(pick(back.body.warnings, 'transaction_bundle_id'), [two.bundle])
    await move(two, next_year)
    assert.deepEqual(await open(), [])
  })

  test('names the next one when the first is deleted', async () => {
    const { ask, open, member } = await aSpace()
    const [one, two, three] = [await member(year), await member(year), await member(year)]
    await ask.delete(bundleAt(one.bundle))
    assert.deepEqual(await open(), [['overlapping_membership', three.membership, two.membership]])
    await ask.delete(bundleAt(two.bundle))
    assert.deepEqual(await open(), [])
  })

  test('follows a merge of contacts and its undo', async () => {
    const { treasurer, ask, contact, open, member } = await aSpace()
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
    const { treasurer, ask, member } = await aSpace()
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
    const { treasurer, ask, contact, member } = await aSpace()
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
    const { ask, member } = await aSpace()
    const [one, two, three] = [await member(year), await member(next_year), await member(after_next)]
    const longer = { id: one.membership, end_date: after_next.end_date }
    const { body } = await ask.patch(bundleAt(one.bundle), { memberships: [longer] })
    const expected = [two, three].map(({ membership }) => [membership, one.membership])
    assert.deepEqual(pick(body.warnings, 'target_id', 'other_id'), expected)
  })

  test('are at most 100, and all are in the queue', async () => {
    const { ask, contact, queue } = await aSpace()
    const transactions = Array.from({ length: 101 }, () => payment(contact, { code_campaign: 'X' }))
    const { body } = await ask.post('/v1/transaction_bundles', { transactions })
    assert.deepEqual([body.warnings.length, (await queue()).total], [100, 101])
  })
})

describe('memberships are compared', () => {
  test('from the first day that can be written', async () => {
    const { member, open } = await aSpace()
    const first = { start_date: '0001-01-01', end_date: '0002-01-01' }
    const [one, two] = [await member(first), await member(first)]
    assert.deepEqual(await open(), [['overlapping_membership', two.membership, one.membership]])
  })

  test('for each contact of a payment, however many memberships the others have', async () => {
    const { treasurer, contact, member, open } = await aSpace()
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
  const { treasurer, ask, contact } = await aSpace()
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

describe('the warning of an external id', () => {
  test('names a payment that still has it', async () => {
    const { treasurer, ask, contact, open } = await aSpace()
    const paid = async () =>
      aBundle(app, treasurer, { transactions: [payment(contact, { external_transaction_id: -7 })] })
    const [one, two, three] = [await paid(), await paid(), await paid()]
    const ids = [one, two, three].map(({ transactions }) => transactions[0].id)
    const repeated = (id: number, other: number) => ['repeated_reference', id, other]
    assert.deepEqual(await open(), [repeated(ids[1], ids[0]), repeated(ids[2], ids[0])])
    const set = (bundle: ReplyBody, external_transaction_id: number | null) =>
      ask.patch(bundleAt(bundle.id), { transactions: [{ id: bundle.transactions[0].id, external_transaction_id }] })
    await set(one, null)
    assert.deepEqual(await open(), [repeated(ids[2], ids[1])])
    await set(one, -7)
    assert.deepEqual(await open(), [repeated(ids[1], ids[0]), repeated(ids[2], ids[1])])
    await ask.delete(bundleAt(two.id))
    assert.deepEqual(await open(), [repeated(ids[2], ids[0])])
  })
})

test('a warning ends when its cause does: the amounts agree, the price fits, the code is known', async () => {
  const { treasurer, ask, contact, queue } = await aSpace()
  const membership_price_id = (await aMembershipPrice(app, treasurer, { amount: 2400 })).id
  const { id, transactions, memberships } = await aBundle(app, treasurer, {
    transactions: [payment(contact, { code_campaign: 'Spring' })],
    memberships: [payment(contact, { amount: 2000, membership_price_id })],
  })
  const checks = async () => (await queue()).data.map(({ check }: ReplyBody) => check).sort()
  assert.deepEqual(await checks(), ['allocation', 'price', 'unknown_campaign'])
  await ask.post('/v1/code_campaigns', { code: 'SPRING' })
  assert.deepEqual(await checks(), ['allocation', 'price'])
  await ask.patch(bundleAt(id), { memberships: [{ id: memberships[0].id, amount: 2400 }] })
  assert.deepEqual(await checks(), ['allocation'])
  const { body } = await ask.patch(bundleAt(id), { transactions: [{ id: transactions[0].id, amount: 2400 }] })
  assert.deepEqual([await checks(), 'warnings' in body], [[], false])
})

test('a price that changes later does not concern what was paid before', async () => {
  const { treasurer, ask, contact, queue } = await aSpace()
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
  const { ask, contact, queue } = await aSpace()
  const sent = { transactions: [payment(contact)], donations: [payment(contact, { amount: 1 })] }
  const create = () => ask.post('/v1/transaction_bundles', sent, { 'idempotency-key': 'the-same-payment' })
  const [first, second] = [await create(), await create()]
  assert.equal(first.text, second.text)
  assert.deepEqual([first.body.warnings.length, (await queue()).total], [1, 1])
  assert.equal((await ask.get(bundleAt(first.body.data.id))).headers.get('etag'), first.headers.get('etag'))
})

describe('the queue', () => {
  test('is filtered, counted and read page by page', async () => {
    const { treasurer, contact, queue } = await aSpace()
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

  test('is that of the own space, for those who may read payments', async () => {
    const [one, other] = [await aSpace(), await aSpace()]
    await aBundle(app, one.treasurer, { transactions: [payment(one.contact, { code_campaign: 'X' })] })
    const [{ id }] = (await one.queue()).data
    assert.equal((await other.queue()).total, 0)
    const settle = (person?: { token: string }, data: unknown = {}) => app.as(person).post(`${path}/${id}/settle`, data)
    assert.deepEqual(refusal(await settle(other.treasurer)), [404, 'not_found'])
    const user = await aUser(app, one.treasurer.space, { role: 'user' })
    assert.equal((await settle(user)).status, 403)
    assert.equal((await app.as(user).get(path)).status, 403)
    assert.equal((await settle()).status, 401)
    assert.deepEqual(refusal(await settle(one.treasurer, { note: 'x'.repeat(501) })), refusal.at('body.data.note'))
    const both = await Promise.all([settle(one.treasurer, { note: 'A' }), settle(one.treasurer, { note: 'B' })])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
    assert.deepEqual(refusal(await app.as(one.treasurer).get(`${path}?check=other`)), refusal.at('query.check'))
  })
})
