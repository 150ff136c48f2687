import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keysOf, startTestApp } from '../../test/harness.ts'
import {
  aBundle,
  aContactId,
  aDonationPrice,
  aStatus,
  aTreasurer,
  bundleAt,
  payment,
  turnChecksOff,
} from '../../test/money.ts'
import { refusal } from '../../test/people.ts'

const app = await startTestApp()
const treasurer = await aTreasurer(app)
const other_space_user = await aTreasurer(app)
const ask = app.as(treasurer)
await turnChecksOff(app, treasurer)
const path = '/v1/transaction_bundles'

const words = (text: string) => text.split(' ').sort()
const belonging = 'id CreatedAt UpdatedAt group_id transaction_bundle_id'
const bundle_keys = words('id CreatedAt UpdatedAt group_id transactions memberships donations summary')
const transaction_keys = words(
  `${belonging} amount currency payment_method_kind payment_method contact_id date code_campaign delivered_at delivery_token comment ` +
    'comment_date reimbursed_amount unpaid_amount external_transaction_id status_id extra_json',
)
const membership_keys = words(
  `${belonging} contact_id start_date end_date membership_price_id amount amount_initial currency comment rolling_year contact`,
)
const donation_keys = words(
  `${belonging} contact_id date amount initial_amount amount_initial currency donation_price_id affectation comment contact`,
)

describe('the shape of a bundle', async () => {
  const contact = await aContactId(app, treasurer, { firstname: 'Ada', surname: 'Lovelace' })
  const status = await aStatus(app, treasurer)
  const price = await aDonationPrice(app, treasurer)
  const sent = {
    transactions: [
      {
        amount: 5000,
        currency: 'gbp',
        payment_method_kind: 'Cheque',
        payment_method: { bank: 'Crédit', number: '0012' },
        contact_id: contact,
        date: '2026-03-01T12:00:00+02:00',
        code_campaign: 'SPRING',
        delivered_at: '2026-03-02',
        delivery_token: 'tok',
        comment: 'Thanks',
        comment_date: '2026-03-03T10:00:00.5Z',
        reimbursed_amount: 10,
        unpaid_amount: 20,
        external_transaction_id: 77,
        status_id: status.id,
        extra_json: { deep: [{ er: null }] },
      },
    ],
    memberships: [{ amount: 3000, contact_id: contact, comment: 'First', rolling_year: true }],
    donations: [{ amount: 2000, contact_id: contact, affectation: 'North', donation_price_id: price.id }],
  }
  const created = await ask.post(path, sent)
  const bundle = created.body.data

  test('a created bundle is in an envelope, with exactly the fields of the interface', async () => {
    assert.deepEqual([created.status, keysOf(created.body), created.body.status], [200, ['data', 'status'], 'success'])
    // It was sent with refunded and unpaid amounts, which are listed.
    assert.deepEqual(keysOf(bundle), [...bundle_keys, 'reversals'].toSorted())
    assert.deepEqual(keysOf(await aBundle(app, treasurer)), bundle_keys, 'without refunds they are not named')
    assert.deepEqual(bundle.summary, { transactions_count: 1, memberships_count: 1, donations_count: 1 })
    assert.deepEqual(keysOf(bundle.transactions[0]), transaction_keys)
    assert.deepEqual(keysOf(bundle.memberships[0]), membership_keys)
    assert.deepEqual(keysOf(bundle.donations[0]), donation_keys)
    const names = { id: contact, firstname: 'Ada', surname: 'Lovelace', group_id: treasurer.space }
    for (const { contact } of [bundle.memberships[0], bundle.donations[0]])
      assert.deepEqual(contact, { ...names, membership_code: '1', membership_number: 1 })
  })

  test('every field that was sent is returned, times in UTC with milliseconds, the currency as it was sent', () => {
    const { id, CreatedAt, UpdatedAt, group_id, transaction_bundle_id, ...fields } = bundle.transactions[0]
    assert.deepEqual(fields, {
      ...sent.transactions[0],
      date: '2026-03-01T10:00:00.000Z',
      delivered_at: '2026-03-02T00:00:00.000Z',
      comment_date: '2026-03-03T10:00:00.500Z',
    })
    assert.deepEqual([group_id, transaction_bundle_id, CreatedAt], [treasurer.space, bundle.id, UpdatedAt])
    assert.ok(Number.isSafeInteger(id))
  })

  test('a read, alone or in the list, returns the same bytes as the creation', async () => {
    const read = await ask.get(bundleAt(bundle.id))
    assert.deepEqual([read.text, read.headers.get('etag')], [created.text, created.headers.get('etag')])
    const list = await ask.get(`${path}?contact_id=${contact}`)
    assert.ok(list.text.includes(created.text.slice('{"status":"success","data":'.length, -1)))
  })
})

describe('creating a bundle', async () => {
  const contact = await aContactId(app, treasurer)

  test('without dates is of now', async () => {
    const { transactions, CreatedAt } = await aBundle(app, treasurer, { transactions: [payment(contact)] })
    const [clock] = await app.owner<[{ now: string }]>`select now()`
    assert.equal(transactions[0].date, CreatedAt)
    assert.ok(Math.abs(Date.parse(clock.now) - Date.parse(CreatedAt)) < 60_000)
  })

  test('ignores ids, a summary and unknown fields', async () => {
    const first = await aBundle(app, treasurer)
    const alien = { CreatedAt: '2001-01-01', group_id: other_space_user.space, colour: 'red' }
    const ids = [first.transactions[0].id, 0, null, -1, 'x', 1.5, {}, 7]
    const items = ids.map(id => payment(contact, { ...alien, id }))
    const { status, body, text } = await ask.post(path, {
      ...alien,
      id: first.id,
      summary: { transactions_count: 99 },
      transactions: items,
      memberships: items,
      donations: items,
    })
    assert.equal(status, 200, text)
    assert.ok(body.data.id > first.id && body.data.transactions[0].id > first.transactions[0].id)
    assert.deepEqual([body.data.group_id, body.data.transactions[0].group_id], [treasurer.space, treasurer.space])
    assert.deepEqual(body.data.summary, { transactions_count: 8, memberships_count: 8, donations_count: 8 })
    assert.deepEqual([keysOf(body.data), keysOf(body.data.transactions[0])], [bundle_keys, transaction_keys])
    assert.equal((await ask.get(bundleAt(first.id))).body.data.transactions.length, 1)
    for (const id of ['x', null]) {
      const odd = await ask.post(path, { id, transactions: [payment(contact)] })
      assert.equal(odd.status, 200, odd.text)
    }
    for (const id of [0, null, 'x']) {
      // An addition could record a payment twice.
      const change = await ask.patch(bundleAt(first.id), { transactions: [payment(contact, { id })] })
      assert.deepEqual(refusal(change), [422, 'invalid_request', 'body.data.transactions.0.id'])
    }
  })

  test('with a bundle that was read creates a new one', async () => {
    const first = await aBundle(app, treasurer, { donations: [payment(contact)], memberships: [payment(contact)] })
    const again = await ask.post(path, first)
    assert.equal(again.status, 200)
    assert.notEqual(again.body.data.id, first.id)
    assert.deepEqual(again.body.data.summary, first.summary)
  })

  test('needs at least one transaction, and an amount and a contact on every item: all missing ones are listed', async () => {
    for (const transactions of [[], undefined]) {
      const answer = await ask.post(path, { transactions, donations: [payment(contact)] })
      assert.deepEqual(refusal(answer), [422, 'invalid_request', 'body.data.transactions'])
    }
    const answer = await ask.post(path, {
      transactions: [{ contact_id: contact }, payment(contact), {}],
      memberships: [{ amount: 5 }],
      donations: [{}],
    })
    const missing = [
      'transactions.0.amount',
      'transactions.2.amount',
      'transactions.2.contact_id',
      'memberships.0.contact_id',
      'donations.0.contact_id',
      'donations.0.amount',
    ].map(place => `body.data.${place}`)
    assert.deepEqual(refusal(answer), [422, 'invalid_request', ...missing])
  })
})

describe('an idempotency key', () => {
  test('of thirty concurrent creations creates one bundle and gives thirty equal answers', async () => {
    const contact = await aContactId(app, treasurer)
    const sent = { transactions: [payment(contact)], memberships: [payment(contact)] }
    const key = { 'idempotency-key': 'thirty' }
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask.post(path, sent, key)))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    assert.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length, 29)
    assert.equal((await ask.get(`${path}?contact_id=${contact}`)).body.total, 1)
    assert.equal((await ask.get(`${bundleAt(answers[0]!.body.data.id)}/history`)).body.data.length, 2)
  })

  test('of a refused creation can be used again; a used key with another body is refused', async () => {
    const contact = await aContactId(app, treasurer)
    const key = { 'idempotency-key': 'second-try' }
    const send = (fields: object) => ask.post(path, { transactions: [payment(contact, { ...fields })] }, key)
    for (const fields of [{ amount: -1 }, { status_id: 9_000_000 }]) assert.equal((await send(fields)).status, 422)
    assert.equal((await send({})).status, 200)
    assert.deepEqual(refusal(await send({ amount: 7 })), [422, 'idempotency_key_reused'])
    assert.equal((await ask.get(`${path}?contact_id=${contact}`)).body.total, 1)
  })
})
