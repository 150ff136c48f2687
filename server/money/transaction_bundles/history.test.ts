import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Pool } from '../../db/pool/pool.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aStatus, aTreasurer, bundleAt, historyOf, payment } from '../../test/money.ts'
import { aUser, refusal } from '../../test/people.ts'

const app = await startTestApp()
const [treasurer, other_space_user] = [await aTreasurer(app), await aTreasurer(app)]
const ask = app.as(treasurer)
const contact = await aContactId(app, treasurer)
const status = (await aStatus(app, treasurer)).id

const entry_keys = [
  'id',
  'CreatedAt',
  'created_at',
  'transaction_bundle_id',
  'kind',
  'target_id',
  'old',
  'new',
  'user',
  'source',
  'erased',
  'hash',
].sort()
const keysOf = (value: object) => Object.keys(value).sort()
const aFullBundle = () =>
  aBundle(app, treasurer, {
    transactions: [payment(contact), payment(contact)],
    memberships: [payment(contact)],
    donations: [payment(contact)],
  })
const withoutContact = ({ contact: _, ...item }: any) => item

/** Changes the bundle, and returns what that added to its history. */
async function entriesOf(id: number, change: object) {
  const before = await historyOf(app, treasurer, id)
  const answer = await ask.patch(bundleAt(id), change)
  assert.equal(answer.status, 200, answer.text)
  const after = await historyOf(app, treasurer, id)
  assert.deepEqual(after.slice(0, before.length), before, 'what was written stays as it was')
  return { entries: after.slice(before.length), bundle: answer.body.data, answer }
}

describe('the shape of a history', () => {
  test('is an array of entries in an envelope, with exactly the documented fields', async () => {
    const { id } = await aFullBundle()
    const { status, body } = await ask.get(`${bundleAt(id)}/history`)
    assert.deepEqual([status, keysOf(body), body.status], [200, ['data', 'status', 'total'], 'success'])
    for (const entry of body.data) {
      assert.deepEqual(keysOf(entry), entry_keys)
      assert.deepEqual(
        [keysOf(entry.user), keysOf(entry.source)],
        [
          ['firstname', 'id', 'surname'],
          ['request_id', 'token_id'],
        ],
      )
      assert.deepEqual([entry.created_at, entry.transaction_bundle_id], [entry.CreatedAt, id])
      assert.ok(entry.hash.length >= 43)
    }
  })

  test('a creation adds an entry for each item, without a former state, and none about the status', async () => {
    const bundle = await aFullBundle()
    const history = await historyOf(app, treasurer, bundle.id)
    const items = [...bundle.transactions, ...bundle.memberships, ...bundle.donations]
    assert.deepEqual(
      history.map(({ kind, target_id, old }) => [kind, target_id, old]),
      items.map(({ id }, index) => [['transaction', 'transaction', 'membership', 'donation'][index], id, null]),
    )
    assert.deepEqual(
      history.map(entry => entry.new),
      items.map(withoutContact),
    )
    for (const { CreatedAt } of history) assert.equal(CreatedAt, bundle.CreatedAt)
  })

  test('an entry shows its user and request', async () => {
    const helper = await aUser(app, treasurer.space, { role: 'admin', firstname: 'Nia', surname: 'Okafor' })
    const { id } = await aBundle(app, treasurer)
    const answer = await app.as(helper).patch(bundleAt(id), { donations: [payment(contact)] })
    const [first, second] = await historyOf(app, treasurer, id)
    assert.deepEqual(first.user, { id: treasurer.id, firstname: treasurer.firstname, surname: treasurer.surname })
    assert.deepEqual(second.user, { id: helper.id, firstname: 'Nia', surname: 'Okafor' })
    assert.equal(second.source.request_id, answer.headers.get('x-request-id'))
    assert.ok(Number.isSafeInteger(second.source.token_id))
    assert.equal(second.CreatedAt, answer.body.data.UpdatedAt)
  })

  test('stays readable when its user has left', async () => {
    const helper = await aUser(app, treasurer.space, { role: 'admin', firstname: 'Passing' })
    const { id } = await aBundle(app, helper, { transactions: [payment(contact)] })
    const superadmin = await aUser(app, treasurer.space, { role: 'superadmin' })
    assert.equal((await app.as(superadmin).delete(`/users/${helper.id}`)).status, 200)
    const history = await historyOf(app, treasurer, id)
    assert.deepEqual(
      history.map(({ user }) => [user.id, user.firstname]),
      [[helper.id, 'Passing']],
    )
  })

  test('of another space is a 404, as for an unknown bundle', async () => {
    const { id } = await aBundle(app, treasurer)
    assert.deepEqual(refusal(await app.as(other_space_user).get(`${bundleAt(id)}/history`)), [404, 'not_found'])
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
    const told = entries.map(({ kind, target_id, old, new: now }) => [kind, target_id, old, now])
    assert.deepEqual(told, [
      ['transaction', before.transactions[1].id, before.transactions[1], bundle.transactions[1]],
      [
        'membership',
        before.memberships[0].id,
        ...[before, bundle].map(({ memberships }) => withoutContact(memberships[0])),
      ],
      ['donation', bundle.donations[1].id, null, withoutContact(bundle.donations[1])],
    ])
  })

  test('one entry of its own kind for a change of the status alone', async () => {
    const before = await aBundle(app, treasurer)
    const [old] = before.transactions
    const { entries, bundle } = await entriesOf(before.id, { transactions: [{ id: old.id, status_id: status }] })
    const told = entries.map(({ kind, target_id, old, new: now }) => ({ kind, target_id, old, new: now }))
    assert.deepEqual(told, [{ kind: 'transaction_status', target_id: old.id, old, new: bundle.transactions[0] }])
  })

  test('a second entry for a status changed together with other fields, consistent with the first', async () => {
    const before = await aBundle(app, treasurer)
    const [old] = before.transactions
    const change = { id: old.id, status_id: status, reimbursed_amount: 100 }
    const { entries, bundle } = await entriesOf(before.id, { transactions: [change] })
    assert.deepEqual(
      entries.map(({ kind }) => kind),
      ['transaction', 'transaction_status', 'reversal'],
    )
    const [first, second] = entries
    assert.deepEqual(first.old, old)
    assert.deepEqual([first.new.status_id, first.new.reimbursed_amount], [old.status_id, 100])
    assert.deepEqual(second.old, first.new)
    assert.deepEqual(second.new, bundle.transactions[0])
  })

  test('no entry about the status for a new transaction, or for an unchanged status', async () => {
    const before = await aBundle(app, treasurer)
    const same = { id: before.transactions[0].id, status_id: before.transactions[0].status_id, comment: 'changed' }
    const { entries } = await entriesOf(before.id, { transactions: [same, payment(contact, { status_id: status })] })
    assert.deepEqual(
      entries.map(({ kind }) => kind),
      ['transaction', 'transaction'],
    )
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
    const times = history.map(({ CreatedAt }) => CreatedAt)
    assert.deepEqual(times, [...times].sort())
    const ids = history.map(({ id }) => id)
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
    )
  })

  test('nothing when it is refused', async () => {
    const { id, transactions } = await aBundle(app, treasurer)
    const sent = { transactions: [{ id: transactions[0].id, comment: 'x' }, payment(9_000_000)] }
    assert.equal((await ask.patch(bundleAt(id), sent)).status, 422)
    assert.equal((await historyOf(app, treasurer, id)).length, 1)
  })

  test('an event, in the same transaction', async () => {
    const { id } = await aBundle(app, treasurer)
    await ask.patch(bundleAt(id), { donations: [payment(contact)] })
    await ask.patch(bundleAt(id), {})
    const { headers } = await ask.delete(bundleAt(id))
    const events = await app.owner`select kind, user_id, request from events
      where group_id = ${treasurer.space} and subject_id = ${id} and kind like 'transaction_bundle.%' order by id`
    const kinds = events.map(({ kind }) => kind)
    assert.deepEqual(
      kinds,
      ['created', 'updated', 'deleted'].map(what => `transaction_bundle.${what}`),
    )
    assert.deepEqual([events[2]!.user_id, events[2]!.request], [treasurer.id, headers.get('x-request-id')])
  })
})

describe('history is append-only', async () => {
  const { id } = await aFullBundle()
  const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 1 })
  const statements = [
    "update bundle_changes set entries = '[]'",
    'update bundle_changes set hash = hash where false',
    'delete from bundle_changes',
    'truncate bundle_changes',
    'update events set kind = kind',
    'delete from events',
    'truncate events',
    'delete from items',
    'delete from transactions',
    'delete from memberships',
    'delete from donations',
    'delete from transaction_bundles',
    'delete from contacts',
    'delete from transaction_statuses',
    'delete from membership_prices',
    'delete from donation_prices',
  ]
  for (const statement of statements) {
    test(`the application role may not ${statement}`, async () => {
      const attempt = pool.write({ group_id: treasurer.space, user_id: treasurer.id }, sql => sql.unsafe(statement))
      await assert.rejects(attempt, /permission denied/)
      assert.equal((await historyOf(app, treasurer, id)).length, 4)
    })
  }
  test('the application role does not own the tables, so it cannot regain permissions', async () => {
    const attempt = pool.write({ group_id: treasurer.space }, sql =>
      sql.unsafe('grant all on bundle_changes to muster_app'),
    )
    const outcome = await attempt.then(
      () => 'granted',
      error => error.message,
    )
    const [row] = await app.owner`select has_table_privilege('muster_app', 'bundle_changes', 'update') as may`
    assert.equal(row?.may, false, outcome)
    await pool.end()
  })
})
