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
  verificationFindings,
} from '../../test/money.ts'
import { aUser, refusal } from '../../test/people.ts'

const app = await startTestApp()
const treasurer = await aTreasurer(app)
const ask = app.as(treasurer)
const contact = await aContactId(app, treasurer)
const status = (await aStatus(app, treasurer)).id

const entry_keys = 'CreatedAt created_at erased hash id kind new old source target_id transaction_bundle_id user'.split(
  ' ',
)
const aFullBundle = () =>
  aBundle(app, treasurer, {
    transactions: [payment(contact), payment(contact)],
    memberships: [payment(contact)],
    donations: [payment(contact)],
  })
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
    assert.deepEqual(
      alone.entries.map(({ kind, target_id, old, new: now }) => ({ kind, target_id, old, new: now })),
      [{ kind: 'transaction_status', target_id: old.id, old, new: alone.bundle.transactions[0] }],
    )
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

  test('entries whose former state is the result of the previous one, until the item is removed', async () => {
    const { id, transactions, donations } = await aFullBundle()
    const [paid, gift] = [transactions[0].id, donations[0].id]
    for (const [status_id, amount] of [
      [status, 900],
      [null, 900],
      [null, 800],
      [status, 700],
    ]) {
      const sent = { transactions: [{ id: paid, status_id, unpaid_amount: amount }], donations: [{ id: gift, amount }] }
      await ask.patch(bundleAt(id), sent)
    }
    assert.equal((await ask.delete(bundleAt(id))).status, 200)
    const last = new Map<string, object | null>()
    const history = await historyOf(app, treasurer, id)
    for (const { kind, target_id, old, new: now } of history) {
      const item = `${kind.replace('_status', '')} ${target_id}`
      assert.deepEqual(old, last.get(item) ?? null)
      last.set(item, now)
    }
    assert.deepEqual([...new Set(last.values())], [null])
    for (const field of ['CreatedAt', 'id']) {
      const values = history.map(entry => entry[field])
      assert.deepEqual(
        values,
        values.toSorted((a, b) => (a < b ? -1 : Number(a > b))),
      )
    }
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
    assert.deepEqual(
      events.map(({ kind }) => kind),
      kinds,
    )
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
