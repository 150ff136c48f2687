import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keysOf, startTestApp } from '../../test/harness.ts'
import {
  aBundle,
  aContactId,
  aTreasurer,
  bundleAt,
  historyOf,
  payment,
  rowCounts,
  turnChecksOff,
  verificationFindings,
} from '../../test/money.ts'
import { refusal } from '../../test/people.ts'

// What a change does to the items is in rules.test.ts.

const app = await startTestApp()
const treasurer = await aTreasurer(app)
const ask = app.as(treasurer)
await turnChecksOff(app, treasurer)
const contact = await aContactId(app, treasurer)
const path = '/v1/transaction_bundles'
const gift = { donations: [payment(contact)] }

const aFullBundle = () =>
  aBundle(app, treasurer, {
    transactions: [payment(contact, { comment: 'one' }), payment(contact, { comment: 'two' })],
    memberships: [payment(contact, { comment: 'member' })],
    donations: [payment(contact, { affectation: 'north', initial_amount: 1500 })],
  })
const read = async (id: number) => (await ask.get(bundleAt(id))).body.data
const etagOf = async (id: number) => (await ask.get(bundleAt(id))).headers.get('etag') ?? ''
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted()

describe('an update', () => {
  test('may repeat the id of the path; another one is refused', async () => {
    const { id } = await aBundle(app, treasurer)
    assert.equal((await ask.patch(bundleAt(id), gift)).status, 200)
    assert.equal((await ask.patch(bundleAt(id), { id, ...gift })).status, 200)
    assert.deepEqual(refusal(await ask.patch(bundleAt(id), { id: id + 1, ...gift })), [
      422,
      'invalid_request',
      'body.data.id',
    ])
    assert.equal((await read(id)).summary.donations_count, 2)
  })

  test('adds and changes items, never removes any, and answers with the bytes of the next read', async () => {
    const bundle = await aFullBundle()
    const [first, second] = bundle.transactions
    const date = '2025-05-05T05:05:05.5+05:00'
    const changed = await ask.patch(bundleAt(bundle.id), {
      transactions: [{ id: second.id, comment: 'new', date, payment_method: { b: 1, a: 2 } }, payment(contact)],
    })
    const { UpdatedAt, transactions, summary } = changed.body.data
    assert.ok(UpdatedAt >= bundle.UpdatedAt)
    const next = {
      ...second,
      comment: 'new',
      date: '2025-05-05T00:05:05.500Z',
      payment_method: { b: 1, a: 2 },
      UpdatedAt,
    }
    assert.deepEqual(transactions.slice(0, 2), [first, next])
    assert.deepEqual(changed.body.data, { ...bundle, UpdatedAt, transactions, summary })
    assert.deepEqual(summary, { transactions_count: 3, memberships_count: 1, donations_count: 1 })
    const answer = await ask.get(bundleAt(bundle.id))
    assert.deepEqual([answer.text, answer.headers.get('etag')], [changed.text, changed.headers.get('etag')])
  })

  test('with a bundle that was read changes nothing: same bytes, same timestamps, no entry', async () => {
    const bundle = await aFullBundle()
    const before = await rowCounts(app)
    for (const sent of [bundle, {}]) {
      const answer = await ask.patch(bundleAt(bundle.id), sent)
      assert.deepEqual([answer.status, answer.body.data], [200, bundle])
    }
    assert.deepEqual(await rowCounts(app), before)
  })

  test('of items of another bundle or space is refused', async () => {
    const [bundle, neighbour] = [await aFullBundle(), await aFullBundle()]
    const foreign = await aBundle(app, await aTreasurer(app))
    const before = await rowCounts(app)
    const answer = await ask.patch(bundleAt(bundle.id), {
      transactions: [bundle, neighbour, foreign].map(({ transactions: [{ id }] }) => ({ id, comment: 'x' })),
      memberships: [{ id: neighbour.memberships[0].id, comment: 'x' }],
      donations: [{ id: neighbour.donations[0].id }, { id: 9_000_000, comment: 'x' }],
    })
    const places = ['transactions.1', 'transactions.2', 'memberships.0', 'donations.0', 'donations.1']
    assert.deepEqual(refusal(answer), [422, 'invalid_request', ...places.map(place => `body.data.${place}.id`)])
    assert.deepEqual(await rowCounts(app), before)
    assert.deepEqual([await read(bundle.id), await read(neighbour.id)], [bundle, neighbour])
  })

  test('can clear optional fields', async () => {
    const sent = { delivered_at: '2026-01-01', comment_date: '2026-01-01', external_transaction_id: 5 }
    const bundle = await aBundle(app, treasurer, {
      transactions: [payment(contact, sent)],
      memberships: [payment(contact)],
    })
    const unset = { delivered_at: null, comment_date: null, external_transaction_id: null, status_id: null }
    const { body } = await ask.patch(bundleAt(bundle.id), {
      transactions: [{ id: bundle.transactions[0].id, ...unset }],
      memberships: [{ id: bundle.memberships[0].id, end_date: null, membership_price_id: null }],
    })
    assert.deepEqual(body.data.transactions[0], { ...body.data.transactions[0], ...unset })
    assert.equal(body.data.memberships[0].end_date, null)
  })
})

describe('updates at once', () => {
  test('of an outdated version are refused, and one of ten that expect the same version succeeds', async () => {
    const { id } = await aBundle(app, treasurer)
    const etag = await etagOf(id)
    const send = () => ask.patch(bundleAt(id), gift, { 'if-match': etag })
    const answers = await Promise.all(Array.from({ length: 10 }, send))
    assert.deepEqual(statuses(answers), [200, ...Array(9).fill(412)])
    assert.deepEqual(refusal(await send()), [412, 'precondition_failed'])
    assert.equal((await read(id)).summary.donations_count, 1)
    assert.equal((await ask.patch(bundleAt(id), gift, { 'if-match': await etagOf(id) })).status, 200)
  })

  test('with one key are one update, also after the bundle was deleted; another body with it is refused', async () => {
    const { id } = await aBundle(app, treasurer)
    const key = { 'idempotency-key': `change-${id}` }
    const send = () => ask.patch(bundleAt(id), gift, key)
    const answers = await Promise.all(Array.from({ length: 10 }, send))
    assert.deepEqual([...new Set(statuses(answers))], [200])
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    assert.equal((await read(id)).summary.donations_count, 1)
    assert.equal((await ask.delete(bundleAt(id))).status, 200)
    const again = await send()
    assert.deepEqual([again.status, again.text], [200, answers[0]!.text])
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal((await ask.patch(bundleAt(id), { donations: [] }, key)).body.code, 'idempotency_key_reused')
    assert.deepEqual(refusal(await ask.patch(bundleAt(id), gift)), [404, 'not_found'])
  })

  test('that add one item each: as many items and entries, and a correct summary', async () => {
    const { id } = await aBundle(app, treasurer, { transactions: [payment(contact)] })
    const names = ['transactions', 'donations', 'memberships']
    const send = (_: unknown, index: number) =>
      ask.patch(bundleAt(id), { [names[index % 3]!]: [payment(contact, { comment: `${index}` })] })
    const answers = await Promise.all(Array.from({ length: 20 }, send))
    assert.deepEqual([...new Set(statuses(answers))], [200])
    const bundle = await read(id)
    assert.deepEqual(bundle.summary, { transactions_count: 8, donations_count: 7, memberships_count: 6 })
    const items = [...bundle.transactions.slice(1), ...bundle.donations, ...bundle.memberships]
    assert.equal(new Set(items.map(({ comment }: { comment: string }) => comment)).size, 20)
    const history = await historyOf(app, treasurer, id)
    assert.deepEqual([history.length, new Set(history.map(({ hash }) => hash)).size], [21, 21])
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })
})

describe('a deletion', () => {
  const total = async (query = '') => (await ask.get(`${path}${query}`)).body.total
  const rowsOf = (id: number) => app.owner`
    select deleted_at is not null as gone, (select count(*)::int from transactions where transaction_bundle_id = b.id) as n
    from transaction_bundles b where id = ${id}`

  test('answers with a message and the id; the bundle is gone from every read, and its rows and history stay', async () => {
    const [kept, bundle] = [await aFullBundle(), await aFullBundle()]
    const before = [await total(), await total(`?contact_id=${contact}`)] as const
    const { status, body, headers } = await ask.delete(bundleAt(bundle.id))
    assert.deepEqual([status, keysOf(body), body.status], [200, ['data', 'status'], 'success'])
    assert.deepEqual(keysOf(body.data), ['message', 'transaction_bundle_id'])
    assert.deepEqual([body.data.transaction_bundle_id, typeof body.data.message], [bundle.id, 'string'])
    assert.deepEqual(refusal(await ask.get(bundleAt(bundle.id))), [404, 'not_found'])
    assert.deepEqual([await total(), await total(`?contact_id=${contact}`)], [before[0] - 1, before[1] - 1])
    const ids = (await ask.get(path)).body.data.map(({ id }: { id: number }) => id)
    assert.deepEqual([ids.includes(kept.id), ids.includes(bundle.id)], [true, false])
    const { text } = await ask.get(`${path}.csv`)
    assert.deepEqual([text.includes(`\n${kept.id},`), text.includes(`\n${bundle.id},`)], [true, false])
    assert.deepEqual([...(await rowsOf(bundle.id))], [{ gone: true, n: 2 }])
    const removals = (await historyOf(app, treasurer, bundle.id)).slice(4)
    const kinds = ['transaction', 'transaction', 'membership', 'donation']
    const items = [...bundle.transactions, ...bundle.memberships, ...bundle.donations]
    assert.deepEqual(
      removals.map(({ kind, old, new: now }) => [kind, old, now]),
      items.map(({ contact: _, ...item }, index) => [kinds[index], item, null]),
    )
    assert.equal(removals[0].source.request_id, headers.get('x-request-id'))
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })

  test('of an unknown, already deleted or foreign bundle is a 404, as other operations are, and nothing is written', async () => {
    const [gone, theirs] = [await aFullBundle(), await aBundle(app, await aTreasurer(app))]
    await ask.delete(bundleAt(gone.id))
    const before = await rowCounts(app)
    for (const id of [gone.id, theirs.id, 9_000_000])
      for (const answer of [
        await ask.get(bundleAt(id)),
        await ask.patch(bundleAt(id), gift),
        await ask.delete(bundleAt(id)),
      ])
        assert.deepEqual(refusal(answer), [404, 'not_found'])
    for (const answer of [await ask.delete(`${path}/north`), await ask.get(`${path}/north`)])
      assert.deepEqual(refusal(answer), [422, 'invalid_request', 'path.id'])
    assert.deepEqual(await rowCounts(app), before)
    assert.deepEqual([...(await rowsOf(theirs.id))], [{ gone: false, n: 1 }])
  })

  test('of a bundle that changed in the meantime is refused', async () => {
    const { id } = await aFullBundle()
    const etag = await etagOf(id)
    await ask.patch(bundleAt(id), gift)
    assert.deepEqual(refusal(await ask.delete(bundleAt(id), { 'if-match': etag })), [412, 'precondition_failed'])
    const now = await ask.get(bundleAt(id))
    assert.equal(now.status, 200)
    assert.equal((await ask.delete(bundleAt(id), { 'if-match': now.headers.get('etag') ?? '' })).status, 200)
  })

  test('repeated with its key repeats the first answer', async () => {
    const { id } = await aFullBundle()
    const key = { 'idempotency-key': 'delete-once' }
    const [first, again] = [await ask.delete(bundleAt(id), key), await ask.delete(bundleAt(id), key)]
    assert.deepEqual([first.status, again.status, again.text], [200, 200, first.text])
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal((await historyOf(app, treasurer, id)).length, 8)
  })

  test('is done once of ten at once, and the total decreases by one', async () => {
    const { id } = await aFullBundle()
    const before = await total()
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask.delete(bundleAt(id))))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(404)])
    assert.equal(await total(), before - 1)
    assert.equal((await historyOf(app, treasurer, id)).length, 8)
  })

  test('has concurrent updates before it, or they are a 404', async () => {
    const { id } = await aFullBundle()
    const update = () => ask.patch(bundleAt(id), gift)
    const answers = await Promise.all([update(), update(), ask.delete(bundleAt(id)), update(), update()])
    assert.equal(answers[2]!.status, 200)
    const added = answers.filter(({ status, body }) => status === 200 && body.data.summary).length
    assert.equal(answers.filter(({ status }) => status === 404).length, 4 - added)
    const history = await historyOf(app, treasurer, id)
    assert.equal(history.length, 2 * (4 + added))
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })
})
