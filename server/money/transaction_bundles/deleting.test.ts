import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import {
  aBundle,
  aContactId,
  aTreasurer,
  bundleAt,
  historyOf,
  payment,
  rowCounts,
  verificationFindings,
} from '../../test/money.ts'
import { refusal } from '../../test/people.ts'

const app = await startTestApp()
const [treasurer, other_space_user] = [await aTreasurer(app), await aTreasurer(app)]
const ask = app.as(treasurer)
const contact = await aContactId(app, treasurer)
const path = '/v1/transaction_bundles'
const keysOf = (value: object) => Object.keys(value).sort()
const aFullBundle = () =>
  aBundle(app, treasurer, {
    transactions: [payment(contact), payment(contact)],
    memberships: [payment(contact)],
    donations: [payment(contact)],
  })
const total = async (query = '') => (await ask.get(`${path}${query}`)).body.total
const isDeleted = async (id: number) =>
  (
    await app.owner<
      [{ gone: boolean }]
    >`select deleted_at is not null as gone from transaction_bundles where id = ${id}`
  )[0].gone

test('a deletion answers with a message and the id, and the bundle is gone from every read', async () => {
  const [kept, bundle] = [await aFullBundle(), await aFullBundle()]
  const before = [await total(), await total(`?contact_id=${contact}`)] as const
  const { status, body } = await ask.delete(bundleAt(bundle.id))
  assert.deepEqual([status, keysOf(body), body.status], [200, ['data', 'status'], 'success'])
  assert.deepEqual(keysOf(body.data), ['message', 'transaction_bundle_id'])
  assert.deepEqual([body.data.transaction_bundle_id, typeof body.data.message], [bundle.id, 'string'])
  assert.deepEqual(refusal(await ask.get(bundleAt(bundle.id))), [404, 'not_found'])
  assert.deepEqual([await total(), await total(`?contact_id=${contact}`)], [before[0] - 1, before[1] - 1])
  const ids = (await ask.get(path)).body.data.map(({ id }: { id: number }) => id)
  assert.deepEqual([ids.includes(kept.id), ids.includes(bundle.id)], [true, false])
  assert.ok(!(await ask.get(`${path}.csv`)).text.includes(`\n${bundle.id},`))
})

test('its rows are kept, and its history has a removal of each item', async () => {
  const bundle = await aFullBundle()
  const { headers } = await ask.delete(bundleAt(bundle.id))
  const [row] = await app.owner`select count(*)::int as n from transactions where transaction_bundle_id = ${bundle.id}`
  assert.deepEqual([row?.n, await isDeleted(bundle.id)], [2, true])
  const removals = (await historyOf(app, treasurer, bundle.id)).slice(4)
  const items = [...bundle.transactions, ...bundle.memberships, ...bundle.donations].map(
    ({ contact: _, ...item }) => item,
  )
  assert.deepEqual(
    removals.map(({ kind }) => kind),
    ['transaction', 'transaction', 'membership', 'donation'],
  )
  assert.deepEqual(
    removals.map(({ old }) => old),
    items,
  )
  assert.deepEqual([...new Set(removals.map(entry => entry.new))], [null])
  assert.equal(removals[0].source.request_id, headers.get('x-request-id'))
  assert.deepEqual(await verificationFindings(app, treasurer.space), [])
})

test('an unknown, already deleted or foreign bundle is a 404, and nothing is written', async () => {
  const [gone, theirs] = [await aFullBundle(), await aBundle(app, other_space_user)]
  await ask.delete(bundleAt(gone.id))
  const before = await rowCounts(app)
  for (const id of [gone.id, theirs.id, 9_000_000])
    assert.deepEqual(refusal(await ask.delete(bundleAt(id))), [404, 'not_found'])
  assert.deepEqual(refusal(await ask.delete(`${path}/north`)), [422, 'invalid_request', 'path.id'])
  assert.deepEqual(await rowCounts(app), before)
  assert.equal(await isDeleted(theirs.id), false)
})

test('a bundle that changed in the meantime is not deleted', async () => {
  const { id } = await aFullBundle()
  const etag = (await ask.get(bundleAt(id))).headers.get('etag') ?? ''
  await ask.patch(bundleAt(id), { donations: [payment(contact)] })
  assert.deepEqual(refusal(await ask.delete(bundleAt(id), { 'if-match': etag })), [412, 'precondition_failed'])
  assert.equal(await isDeleted(id), false)
  const newer = (await ask.get(bundleAt(id))).headers.get('etag') ?? ''
  assert.equal((await ask.delete(bundleAt(id), { 'if-match': newer })).status, 200)
})

test('a deletion repeated with its key repeats the first answer', async () => {
  const { id } = await aFullBundle()
  const key = { 'idempotency-key': 'delete-once' }
  const [first, again] = [await ask.delete(bundleAt(id), key), await ask.delete(bundleAt(id), key)]
  assert.deepEqual([first.status, again.status, again.text], [200, 200, first.text])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal((await historyOf(app, treasurer, id)).length, 8)
})

test('one of ten concurrent deletions succeeds, and the total decreases by one', async () => {
  const { id } = await aFullBundle()
  const before = await total()
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask.delete(bundleAt(id))))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(404)])
  assert.equal(await total(), before - 1)
  assert.equal((await historyOf(app, treasurer, id)).length, 8)
})

test('updates concurrent with a deletion happen before it, or are a 404', async () => {
  const { id } = await aFullBundle()
  const update = () => ask.patch(bundleAt(id), { donations: [payment(contact)] })
  const answers = await Promise.all([update(), update(), ask.delete(bundleAt(id)), update(), update()])
  assert.equal(answers[2]!.status, 200)
  const added = answers.filter(({ status, body }) => status === 200 && body.data.summary).length
  assert.equal(answers.filter(({ status }) => status === 404).length, 4 - added)
  const history = await historyOf(app, treasurer, id)
  assert.equal(history.length, 2 * (4 + added))
  assert.deepEqual(await verificationFindings(app, treasurer.space), [])
})

test('a deleted membership leaves the contact its membership number', async () => {
  const member = await aContactId(app, treasurer)
  const bundle = await aBundle(app, treasurer, { transactions: [payment(member)], memberships: [payment(member)] })
  await ask.delete(bundleAt(bundle.id))
  const next = await aBundle(app, treasurer, { transactions: [payment(member)], memberships: [payment(member)] })
  assert.deepEqual(next.memberships[0].contact, bundle.memberships[0].contact)
})

test('a change repeated with its key repeats the first answer, also after the bundle was deleted', async () => {
  const { id } = await aFullBundle()
  const [headers, sent] = [{ 'idempotency-key': `change-${id}` }, { donations: [payment(contact)] }]
  const first = await ask.patch(bundleAt(id), sent, headers)
  assert.equal((await ask.delete(bundleAt(id))).status, 200)
  const again = await ask.patch(bundleAt(id), sent, headers)
  assert.deepEqual([again.status, again.text], [200, first.text])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  const another = await ask.patch(bundleAt(id), { donations: [] }, headers)
  assert.equal(another.body.code, 'idempotency_key_reused')
  assert.deepEqual(refusal(await ask.patch(bundleAt(id), sent)), [404, 'not_found'])
})

test('a change sent many times at once with its key is made once, and answered alike each time', async () => {
  const { id } = await aFullBundle()
  const headers = { 'idempotency-key': `once-${id}` }
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => ask.patch(bundleAt(id), { donations: [payment(contact)] }, headers)),
  )
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  assert.equal((await ask.get(bundleAt(id))).body.data.summary.donations_count, 2)
})
