import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keysOf, startTestApp } from '../../test/harness.ts'
import {
  aBundle,
  aContactId,
  aStatus,
  aTreasurer,
  bundleAt,
  historyOf,
  payment,
  turnChecksOff,
  verificationFindings,
} from '../../test/money.ts'
import { aUser, refusal } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'

// What a change does to the items is in rules.test.ts.

const app = await startTestApp()
const treasurer = await aTreasurer(app)
const ask = app.as(treasurer)
await turnChecksOff(app, treasurer)
const contact = await aContactId(app, treasurer)
const path = '/v1/transaction_bundles'
const gift = { donations: [payment(contact)] }

const status = (await aStatus(app, treasurer)).id

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

const entry_keys = 'CreatedAt created_at erased hash id kind new old source target_id transaction_bundle_id user'.split(
  ' ',
)
const withoutContact = ({ contact: _, ...item }: any) => item
const kindsOf = (entries: { kind: string }[]) => entries.map(({ kind }) => kind)

/** Changes the bundle, and returns what that added to its history. */
async function entriesOf(id: number, change: object) {
  const before = await historyOf(app, treasurer, id)
  const answer = await ask.patch(bundleAt(id), change)
  assert.equal(answer.status, 200, answer.text)
  const after = await historyOf(app, treasurer, id)
  assert.deepEqual(after.slice(0, before.length), before, 'what was written stays as it was')
  return { entries: after.slice(before.length), bundle: answer.body.data, text: answer.text }
}

describe('a history', () => {
  test('has an entry for each item of a new bundle, with the documented fields, and none about the status', async () => {
    const bundle = await aFullBundle()
    const { status, body } = await ask.get(`${bundleAt(bundle.id)}/history`)
    assert.deepEqual([status, keysOf(body), body.status], [200, ['data', 'status', 'total'], 'success'])
    for (const entry of body.data) {
      assert.deepEqual(keysOf(entry), entry_keys)
      assert.deepEqual(keysOf(entry.user), ['firstname', 'id', 'surname'])
      assert.deepEqual(keysOf(entry.source), ['request_id', 'token_id'])
      assert.deepEqual([entry.CreatedAt, entry.created_at], [bundle.CreatedAt, bundle.CreatedAt])
      assert.equal(entry.transaction_bundle_id, bundle.id)
      assert.ok(entry.hash.length >= 43)
    }
    const items = [...bundle.transactions, ...bundle.memberships, ...bundle.donations]
    const kinds = ['transaction', 'transaction', 'membership', 'donation']
    assert.deepEqual(
      body.data.map((entry: any) => [entry.kind, entry.target_id, entry.old, entry.new]),
      items.map((item, index) => [kinds[index], item.id, null, withoutContact(item)]),
    )
  })

  test('shows user and request of an entry, also when the user has left', async () => {
    const helper = await aUser(app, treasurer.space, { role: 'admin', firstname: 'Nia', surname: 'Okafor' })
    const { id } = await aBundle(app, treasurer)
    const answer = await app.as(helper).patch(bundleAt(id), { donations: [payment(contact)] })
    const superadmin = await aUser(app, treasurer.space, { role: 'superadmin' })
    assert.equal((await app.as(superadmin).delete(`/users/${helper.id}`)).status, 200)
    const [first, second] = await historyOf(app, treasurer, id)
    assert.deepEqual(first.user, { id: treasurer.id, firstname: treasurer.firstname, surname: treasurer.surname })
    assert.deepEqual(second.user, { id: helper.id, firstname: 'Nia', surname: 'Okafor' })
    assert.equal(second.source.request_id, answer.headers.get('x-request-id'))
    assert.ok(Number.isSafeInteger(second.source.token_id))
    assert.equal(second.CreatedAt, answer.body.data.UpdatedAt)
  })

  test('accepts limit and offset like every list, and is a 404 for an unknown bundle', async () => {
    const { id, transactions } = await aBundle(app, treasurer, { transactions: [payment(contact)] })
    for (const comment of ['one', 'two', 'three'])
      await ask.patch(bundleAt(id), { transactions: [{ id: transactions[0].id, comment }] })
    const page = async (query: string) => (await ask.get(`${bundleAt(id)}/history${query}`)).body
    const ids = (await page('')).data.map((entry: any) => entry.id)
    assert.equal(ids.length, 4)
    const part = await page('?limit=2&offset=1')
    assert.deepEqual([part.data.map((entry: any) => entry.id), part.total], [ids.slice(1, 3), 4])
    assert.deepEqual((await page('?offset=9')).data, [])
    assert.deepEqual(refusal(await ask.get(`${bundleAt(id)}/history?limit=0`)), [422, 'invalid_request', 'query.limit'])
    assert.deepEqual(refusal(await ask.get(`${bundleAt(9_000_000)}/history`)), [404, 'not_found'])
    assert.deepEqual(refusal(await ask.get('/v1/transaction_bundles/x/history')), [422, 'invalid_request', 'path.id'])
  })
})

describe('a change adds', () => {
  test('one entry for each changed item, none for the others', async () => {
    const before = await aFullBundle()
    const { entries, bundle } = await entriesOf(before.id, {
      transactions: [before.transactions[0], { id: before.transactions[1].id, comment: 'changed', amount: 5 }],
      memberships: [{ id: before.memberships[0].id, comment: 'changed' }],
      donations: [before.donations[0], payment(contact)],
    })
    const members = [before, bundle].map(({ memberships }) => withoutContact(memberships[0]))
    assert.deepEqual(
      entries.map(({ kind, target_id, old, new: now }) => [kind, target_id, old, now]),
      [
        ['transaction', before.transactions[1].id, before.transactions[1], bundle.transactions[1]],
        ['membership', before.memberships[0].id, ...members],
        ['donation', bundle.donations[1].id, null, withoutContact(bundle.donations[1])],
      ],
    )
  })

  test('an entry of its own for the status: alone, after that of other fields, and none where it stays or is new', async () => {
    const before = await aBundle(app, treasurer)
    const [old] = before.transactions
    const alone = await entriesOf(before.id, { transactions: [{ id: old.id, status_id: status }] })
    const changed = ['transaction_status', old.id, old, alone.bundle.transactions[0]]
    assert.deepEqual(pick(alone.entries, 'kind', 'target_id', 'old', 'new'), [changed])
    const refund = { id: old.id, status_id: old.status_id, reimbursed_amount: 100 }
    const { entries, bundle } = await entriesOf(before.id, { transactions: [refund] })
    assert.deepEqual(kindsOf(entries), ['transaction', 'transaction_status', 'reversal'])
    const [first, second] = entries
    assert.deepEqual([first.old, first.new.status_id, first.new.reimbursed_amount], [alone.entries[0].new, status, 100])
    assert.deepEqual([second.old, second.new], [first.new, bundle.transactions[0]])
    const same = { id: old.id, status_id: old.status_id, comment: 'changed' }
    const added = await entriesOf(before.id, { transactions: [same, payment(contact, { status_id: status })] })
    assert.deepEqual(kindsOf(added.entries), ['transaction', 'transaction'])
  })

  test('nothing when it is refused, and an event in the same transaction when it is not', async () => {
    const { id, transactions } = await aBundle(app, treasurer)
    const sent = { transactions: [{ id: transactions[0].id, comment: 'x' }, payment(9_000_000)] }
    assert.equal((await ask.patch(bundleAt(id), sent)).status, 422)
    assert.equal((await historyOf(app, treasurer, id)).length, 1)
    await ask.patch(bundleAt(id), { donations: [payment(contact)] })
    await ask.patch(bundleAt(id), {})
    const { headers } = await ask.delete(bundleAt(id))
    const events = await app.owner`select kind, user_id, request from events
      where group_id = ${treasurer.space} and subject_id = ${id} and kind like 'transaction_bundle.%' order by id`
    const kinds = ['created', 'updated', 'deleted'].map(what => `transaction_bundle.${what}`)
    assert.deepEqual(pick(events, 'kind'), kinds)
    assert.deepEqual([events[2]!.user_id, events[2]!.request], [treasurer.id, headers.get('x-request-id')])
  })
})

describe('a correction', () => {
  test('of amount, date, method, payer and allocation is one change, with its reason in the history', async () => {
    const { id, transactions, donations } = await aBundle(app, treasurer, {
      transactions: [payment(contact, { amount: 4600, payment_method_kind: 'cheque' })],
      donations: [payment(contact, { amount: 4600 })],
    })
    const payer = await aContactId(app, treasurer)
    const corrected = { amount: 6400, date: '2026-03-04T00:00:00.000Z', payment_method_kind: 'cash', contact_id: payer }
    const { entries, bundle, text } = await entriesOf(id, {
      transactions: [{ id: transactions[0].id, ...corrected }],
      donations: [{ id: donations[0].id, amount: 6400, contact_id: payer }],
      reason: 'Digits were swapped.',
    })
    const { amount, date, payment_method_kind, contact_id } = bundle.transactions[0]
    assert.deepEqual({ amount, date, payment_method_kind, contact_id }, corrected)
    assert.ok(!text.includes('swapped'), 'the bundle does not contain the reason')
    assert.deepEqual(
      entries.map(({ kind, source }) => [kind, source.reason]),
      ['transaction', 'donation'].map(kind => [kind, 'Digits were swapped.']),
    )
    const unexplained = await entriesOf(id, { transactions: [{ id: transactions[0].id, amount: 1 }] })
    assert.deepEqual(keysOf(unexplained.entries[0].source), ['request_id', 'token_id'])
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })

  test('with a reason alone changes nothing, and is refused with a reason that is blank or too long', async () => {
    const { id, transactions } = await aBundle(app, treasurer)
    assert.deepEqual((await entriesOf(id, { reason: 'None.' })).entries, [])
    for (const reason of ['', '  ', 'x'.repeat(501), 7]) {
      const answer = await ask.patch(bundleAt(id), { transactions: [{ id: transactions[0].id, amount: 1 }], reason })
      assert.deepEqual(refusal(answer), [422, 'invalid_request', 'body.data.reason'], answer.text)
    }
    assert.equal((await historyOf(app, treasurer, id)).length, 1)
  })
})
