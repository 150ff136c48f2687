import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
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

const app = await startTestApp()
const [treasurer, other_space_user] = [await aTreasurer(app), await aTreasurer(app)]
const ask = app.as(treasurer)
await turnChecksOff(app, treasurer)
const contact = await aContactId(app, treasurer)
const other = await aContactId(app, treasurer)

const aFullBundle = () =>
  aBundle(app, treasurer, {
    transactions: [payment(contact, { comment: 'one' }), payment(contact, { comment: 'two' })],
    memberships: [payment(contact, { comment: 'member' })],
    donations: [payment(contact, { affectation: 'north', initial_amount: 1500 })],
  })
const read = async (id: number) => (await ask.get(bundleAt(id))).body.data

describe('the bundle of an update', () => {
  test('the id may be omitted or be that of the path; another one is refused', async () => {
    const { id } = await aBundle(app, treasurer)
    assert.equal((await ask.patch(bundleAt(id), { donations: [payment(contact)] })).status, 200)
    assert.equal((await ask.patch(bundleAt(id), { id, donations: [payment(contact)] })).status, 200)
    const answer = await ask.patch(bundleAt(id), { id: id + 1, donations: [payment(contact)] })
    assert.deepEqual(refusal(answer), [422, 'invalid_request', 'body.data.id'])
    assert.equal((await read(id)).summary.donations_count, 2)
  })

  test('a bundle of another space, an unknown one and a deleted one are the same 404', async () => {
    const { id } = await aBundle(app, treasurer)
    const sent = { donations: [payment(contact)] }
    const before = await rowCounts(app)
    assert.deepEqual(refusal(await app.as(other_space_user).patch(bundleAt(id), sent)), [404, 'not_found'])
    assert.deepEqual(refusal(await ask.patch(bundleAt(9_000_000), sent)), [404, 'not_found'])
    assert.deepEqual(await rowCounts(app), before)
    await ask.delete(bundleAt(id))
    assert.deepEqual(refusal(await ask.patch(bundleAt(id), sent)), [404, 'not_found'])
  })

  test('items of another bundle or space, and unknown ones, are named and refused', async () => {
    const [bundle, neighbour] = [await aFullBundle(), await aFullBundle()]
    const foreign = await aBundle(app, other_space_user)
    const before = await rowCounts(app)
    const answer = await ask.patch(bundleAt(bundle.id), {
      transactions: [
        { id: bundle.transactions[0].id, comment: 'x' },
        { id: neighbour.transactions[0].id, comment: 'x' },
      ],
      memberships: [{ id: neighbour.memberships[0].id, comment: 'x' }],
      donations: [{ id: neighbour.donations[0].id }, { id: 9_000_000, comment: 'x' }],
    })
    const places = ['transactions.1', 'memberships.0', 'donations.0', 'donations.1']
    assert.deepEqual(refusal(answer), [422, 'invalid_request', ...places.map(place => `body.data.${place}.id`)])
    const answer2 = await ask.patch(bundleAt(bundle.id), { transactions: [{ id: foreign.transactions[0].id }] })
    assert.deepEqual(refusal(answer2), [422, 'invalid_request', 'body.data.transactions.0.id'])
    assert.deepEqual(await rowCounts(app), before)
    assert.deepEqual([await read(bundle.id), await read(neighbour.id)], [bundle, neighbour])
  })
})

describe('an update adds and changes, and never removes', () => {
  test('omitted items stay, and a changed one keeps its omitted fields', async () => {
    const bundle = await aFullBundle()
    const [first, second] = bundle.transactions
    const { status, body } = await ask.patch(bundleAt(bundle.id), { transactions: [{ id: second.id, comment: 'new' }] })
    assert.equal(status, 200)
    const UpdatedAt = body.data.UpdatedAt
    assert.ok(UpdatedAt >= bundle.UpdatedAt)
    const transactions = [first, { ...second, comment: 'new', UpdatedAt }]
    assert.deepEqual(body.data, { ...bundle, UpdatedAt, transactions })
  })

  test('items without an id are added, with the same defaults and rules as on creation', async () => {
    const bundle = await aFullBundle()
    const { body } = await ask.patch(bundleAt(bundle.id), {
      transactions: [payment(other, { amount: 7 })],
      memberships: [payment(other)],
      donations: [payment(other, { amount: 9 })],
    })
    assert.deepEqual(body.data.summary, { transactions_count: 3, memberships_count: 2, donations_count: 2 })
    assert.deepEqual(body.data.transactions.slice(0, 2), bundle.transactions)
    const [added, gift] = [body.data.transactions[2], body.data.donations[1]]
    assert.deepEqual([added.amount, added.currency, added.transaction_bundle_id], [7, 'EUR', bundle.id])
    assert.deepEqual([gift.amount, gift.initial_amount, gift.contact.id], [9, 9, other])
    const refused = await ask.patch(bundleAt(bundle.id), { transactions: [{ comment: 'bare' }], donations: [{}] })
    const places = [
      'transactions.0.amount',
      'transactions.0.contact_id',
      'donations.0.amount',
      'donations.0.contact_id',
    ]
    assert.deepEqual(refusal(refused), [422, 'invalid_request', ...places.map(place => `body.data.${place}`)])
  })

  test('a bundle that was read and sent back is unchanged: same bytes, same timestamps, no entry', async () => {
    const bundle = await aFullBundle()
    const before = await rowCounts(app)
    for (const sent of [bundle, {}, { transactions: [] }, { transactions: [{ id: bundle.transactions[0].id }] }]) {
      const answer = await ask.patch(bundleAt(bundle.id), sent)
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.body.data, bundle)
    }
    assert.deepEqual(await rowCounts(app), before)
  })

  test('the same instant in another spelling is no change', async () => {
    const bundle = await aBundle(app, treasurer, { transactions: [payment(contact, { date: '2026-01-01T10:00:00Z' })] })
    const sent = { transactions: [{ id: bundle.transactions[0].id, date: '2026-01-01T12:00:00+02:00' }] }
    assert.deepEqual((await ask.patch(bundleAt(bundle.id), sent)).body.data, bundle)
    assert.equal((await historyOf(app, treasurer, bundle.id)).length, 1)
  })

  test('the response of an update equals the next read byte for byte', async () => {
    const bundle = await aFullBundle()
    const changed = await ask.patch(bundleAt(bundle.id), {
      transactions: [
        { id: bundle.transactions[0].id, date: '2025-05-05T05:05:05.5+05:00', payment_method: { b: 1, a: 2 } },
      ],
      donations: [payment(other)],
    })
    const next = await ask.get(bundleAt(bundle.id))
    assert.equal(next.text, changed.text)
    assert.equal(next.headers.get('etag'), changed.headers.get('etag'))
  })

  test('optional fields can be cleared', async () => {
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
    const { delivered_at, comment_date, external_transaction_id, status_id } = body.data.transactions[0]
    assert.deepEqual({ delivered_at, comment_date, external_transaction_id, status_id }, unset)
    assert.equal(body.data.memberships[0].end_date, null)
  })
})

describe('the initial amount of a donation has two names', () => {
  const initials = ({ initial_amount, amount_initial }: any) => [initial_amount, amount_initial]

  for (const name of ['initial_amount', 'amount_initial']) {
    test(`${name} alone changes it under both`, async () => {
      const { id, donations } = await aFullBundle()
      const { body } = await ask.patch(bundleAt(id), { donations: [{ id: donations[0].id, [name]: 1600 }] })
      assert.deepEqual(initials(body.data.donations[0]), [1600, 1600])
    })

    test(`a donation that was read, changed in ${name} and sent back is changed`, async () => {
      const { id, donations } = await aFullBundle()
      const { body } = await ask.patch(bundleAt(id), { donations: [{ ...donations[0], [name]: 1600 }] })
      assert.deepEqual(initials(body.data.donations[0]), [1600, 1600])
    })
  }

  test('changing the amount keeps the initial amount', async () => {
    const { id, donations } = await aFullBundle()
    const { body } = await ask.patch(bundleAt(id), { donations: [{ id: donations[0].id, amount: 200 }] })
    assert.deepEqual([body.data.donations[0].amount, ...initials(body.data.donations[0])], [200, 1500, 1500])
  })
})

describe('rules apply to the resulting bundle', () => {
  test('lowering an amount below the reimbursed part is refused, and lowering both together is not', async () => {
    const bundle = await aBundle(app, treasurer, { transactions: [payment(contact, { reimbursed_amount: 800 })] })
    const { id } = bundle.transactions[0]
    const answer = await ask.patch(bundleAt(bundle.id), { transactions: [{ id, amount: 700 }] })
    assert.deepEqual(refusal(answer), [422, 'invalid_request', 'body.data.transactions.0.reimbursed_amount'])
    const both = await ask.patch(bundleAt(bundle.id), { transactions: [{ id, amount: 700, reimbursed_amount: 700 }] })
    assert.equal(both.status, 200)
  })

  test('a membership whose start moves behind its end is refused', async () => {
    const bundle = await aFullBundle()
    const memberships = [{ id: bundle.memberships[0].id, start_date: '9000-01-01' }]
    const answer = await ask.patch(bundleAt(bundle.id), { memberships })
    assert.deepEqual(refusal(answer), [422, 'invalid_request', 'body.data.memberships.0.end_date'])
  })

  test('a refund is one update: status, reimbursed amount and the lowered donation', async () => {
    const statuses = (await ask.get('/v1/transaction_statuses')).body.data
    const reimbursed = statuses.find(({ kind }: { kind: string }) => kind === 'reimbursed').id
    const bundle = await aBundle(app, treasurer, {
      transactions: [payment(contact, { amount: 5000 })],
      donations: [payment(contact, { amount: 5000 })],
    })
    const { status, body } = await ask.patch(bundleAt(bundle.id), {
      id: bundle.id,
      transactions: [{ id: bundle.transactions[0].id, status_id: reimbursed, reimbursed_amount: 2000 }],
      donations: [{ id: bundle.donations[0].id, amount: 3000 }],
    })
    const [paid, gift] = [body.data.transactions[0], body.data.donations[0]]
    assert.deepEqual([status, paid.amount, paid.reimbursed_amount, paid.status_id], [200, 5000, 2000, reimbursed])
    assert.deepEqual([gift.amount, gift.initial_amount, gift.amount_initial], [3000, 5000, 5000])
    const kinds = (await historyOf(app, treasurer, bundle.id)).slice(2).map(({ kind }) => kind)
    assert.deepEqual(kinds, ['transaction', 'transaction_status', 'donation', 'reversal'])
  })
})

describe('concurrent updates', () => {
  test('an update of an outdated version is refused, and of the current one is not', async () => {
    const { id } = await aBundle(app, treasurer)
    const etag = (await ask.get(bundleAt(id))).headers.get('etag') ?? ''
    const sent = { donations: [payment(contact)] }
    const changed = await ask.patch(bundleAt(id), sent, { 'if-match': etag })
    assert.equal(changed.status, 200)
    assert.deepEqual(refusal(await ask.patch(bundleAt(id), sent, { 'if-match': etag })), [412, 'precondition_failed'])
    assert.equal((await read(id)).summary.donations_count, 1)
    const newer = { 'if-match': changed.headers.get('etag') ?? '' }
    assert.equal((await ask.patch(bundleAt(id), sent, newer)).status, 200)
  })

  test('ten updates that expect the same version: one succeeds', async () => {
    const { id } = await aBundle(app, treasurer)
    const header = { 'if-match': (await ask.get(bundleAt(id))).headers.get('etag') ?? '' }
    const send = () => ask.patch(bundleAt(id), { donations: [payment(contact)] }, header)
    const answers = await Promise.all(Array.from({ length: 10 }, send))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(412)])
    assert.equal((await read(id)).summary.donations_count, 1)
  })

  test('an update repeated with its key is done once', async () => {
    const { id } = await aBundle(app, treasurer)
    const key = { 'idempotency-key': 'update-once' }
    const send = () => ask.patch(bundleAt(id), { donations: [payment(contact)] }, key)
    const answers = await Promise.all(Array.from({ length: 10 }, send))
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    assert.equal((await read(id)).summary.donations_count, 1)
  })

  test('fifty concurrent updates that add one item each: fifty items, fifty entries, and a correct summary', async () => {
    const { id } = await aBundle(app, treasurer, { transactions: [payment(contact)] })
    const names = ['transactions', 'donations', 'memberships']
    const send = (_: unknown, index: number) =>
      ask.patch(bundleAt(id), { [names[index % 3]!]: [payment(contact, { comment: `${index}` })] })
    const answers = await Promise.all(Array.from({ length: 50 }, send))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    const bundle = await read(id)
    assert.deepEqual(bundle.summary, { transactions_count: 18, donations_count: 17, memberships_count: 16 })
    const comments = [...bundle.transactions.slice(1), ...bundle.donations, ...bundle.memberships]
    assert.equal(new Set(comments.map(({ comment }: { comment: string }) => comment)).size, 50)
    const history = await historyOf(app, treasurer, id)
    assert.equal(history.length, 51)
    assert.equal(new Set(history.map(({ hash }) => hash)).size, 51)
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })
})
