import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
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
import { aUser, refusal } from '../../test/people.ts'

const app = await startTestApp()
const treasurer = await aTreasurer(app)
const other_space_user = await aTreasurer(app)
const ask = app.as(treasurer)
await turnChecksOff(app, treasurer)
const path = '/v1/transaction_bundles'

const words = (text: string) => text.split(' ').sort()
const belonging = 'id CreatedAt UpdatedAt group_id transaction_bundle_id'
const bundle_keys = words('id CreatedAt UpdatedAt group_id transactions memberships donations summary')
const summary_keys = words('transactions_count memberships_count donations_count')
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
const contact_keys = words('id firstname surname group_id membership_code membership_number')
const keysOf = (value: object) => Object.keys(value).sort()

const operations: [method: string, path: string, body?: object][] = [
  ['GET', path],
  ['GET', `${path}/1`],
  ['GET', `${path}/1/history`],
  ['DELETE', `${path}/1`],
  ['POST', path, { data: { transactions: [payment(1)] } }],
  ['PATCH', `${path}/1`, { data: {} }],
]
for (const [method, at, body] of operations) {
  const send = (person?: { token: string }) => app.as(person).send(method, at, body && { body: JSON.stringify(body) })

  test(`${method} ${at} refuses a caller without a token, and names the scheme`, async () => {
    const answer = await send()
    assert.deepEqual(refusal(answer), [401, 'unauthenticated'])
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/)
  })

  test(`${method} ${at} refuses users without permission for payments`, async () => {
    for (const role of ['user', 'manager'])
      assert.deepEqual(refusal(await send(await aUser(app, treasurer.space, { role }))), [403, 'forbidden'])
  })
}

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

  test('a created bundle is in an envelope, with exactly the fields of the interface', () => {
    assert.deepEqual([created.status, keysOf(created.body), created.body.status], [200, ['data', 'status'], 'success'])
    // It was sent with refunded and unpaid amounts, which are listed.
    assert.deepEqual(keysOf(bundle), [...bundle_keys, 'reversals'].toSorted())
    assert.deepEqual(keysOf(bundle.summary), summary_keys)
    assert.deepEqual(keysOf(bundle.transactions[0]), transaction_keys)
    assert.deepEqual(keysOf(bundle.memberships[0]), membership_keys)
    assert.deepEqual(keysOf(bundle.donations[0]), donation_keys)
    for (const { contact } of [bundle.memberships[0], bundle.donations[0]])
      assert.deepEqual(keysOf(contact), contact_keys)
  })

  test('a bundle without refunds has exactly the lists of the interface', async () => {
    assert.deepEqual(keysOf(await aBundle(app, treasurer)), bundle_keys)
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

  test('memberships and donations include their contact', () => {
    const names = { id: contact, firstname: 'Ada', surname: 'Lovelace', group_id: treasurer.space }
    for (const { contact } of [bundle.memberships[0], bundle.donations[0]])
      assert.deepEqual(contact, { ...names, membership_code: '1', membership_number: 1 })
  })

  test('a read, alone or in the list, returns the same bytes as the creation', async () => {
    const read = await ask.get(bundleAt(bundle.id))
    assert.equal(read.text, created.text)
    assert.equal(read.headers.get('etag'), created.headers.get('etag'))
    const list = await ask.get(`${path}?contact_id=${contact}`)
    assert.ok(list.text.includes(created.text.slice('{"status":"success","data":'.length, -1)))
  })

  test('a bundle of another space, an unknown one and a deleted one are the same 404', async () => {
    const { id } = await aBundle(app, treasurer)
    await ask.delete(bundleAt(id))
    for (const answer of [
      await app.as(other_space_user).get(bundleAt(bundle.id)),
      await ask.get(bundleAt(9_000_000)),
      await ask.get(bundleAt(id)),
    ])
      assert.deepEqual(refusal(answer), [404, 'not_found'])
    assert.deepEqual(refusal(await ask.get(`${path}/north`)), [422, 'invalid_request', 'path.id'])
  })
})

describe('creating a bundle', async () => {
  const contact = await aContactId(app, treasurer)

  test('the summary is computed from the items', async () => {
    const { summary } = await aBundle(app, treasurer, {
      transactions: [payment(contact), payment(contact)],
      memberships: [payment(contact), payment(contact), payment(contact)],
      donations: [payment(contact)],
    })
    assert.deepEqual(summary, { transactions_count: 2, memberships_count: 3, donations_count: 1 })
  })

  test('an id, a summary and unknown fields are ignored', async () => {
    const first = await aBundle(app, treasurer)
    const item = {
      id: first.transactions[0].id,
      CreatedAt: '2001-01-01',
      group_id: other_space_user.space,
      colour: 'red',
    }
    const { status, body } = await ask.post(path, {
      id: first.id,
      summary: { transactions_count: 99 },
      group_id: other_space_user.space,
      colour: 'red',
      transactions: [payment(contact, item)],
    })
    assert.equal(status, 200)
    assert.ok(body.data.id > first.id && body.data.transactions[0].id > first.transactions[0].id)
    assert.deepEqual([body.data.group_id, body.data.transactions[0].group_id], [treasurer.space, treasurer.space])
    assert.deepEqual(body.data.summary, { transactions_count: 1, memberships_count: 0, donations_count: 0 })
    assert.deepEqual([keysOf(body.data), keysOf(body.data.transactions[0])], [bundle_keys, transaction_keys])
    assert.equal((await ask.get(bundleAt(first.id))).body.data.transactions.length, 1)
  })

  test('a bundle that was read can be posted again, and creates a new one', async () => {
    const first = await aBundle(app, treasurer, { donations: [payment(contact)], memberships: [payment(contact)] })
    const again = await ask.post(path, first)
    assert.equal(again.status, 200)
    assert.notEqual(again.body.data.id, first.id)
    assert.deepEqual(again.body.data.summary, first.summary)
  })

  for (const transactions of [[], undefined]) {
    test(`a bundle with ${transactions ? 'an empty list of' : 'no'} transactions is refused`, async () => {
      const answer = await ask.post(path, { transactions, donations: [payment(contact)] })
      assert.deepEqual(refusal(answer), [422, 'invalid_request', 'body.data.transactions'])
    })
  }

  test('an amount and a contact are required on every item, and all missing ones are listed', async () => {
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

  test('a bundle has at most five hundred items', async () => {
    const many = (count: number) => Array.from({ length: count }, () => payment(contact))
    const full = await ask.post(path, { transactions: many(499), donations: many(1) })
    assert.deepEqual([full.status, full.body.data.summary.transactions_count], [200, 499])
    assert.equal((await ask.post(path, { transactions: many(500), donations: many(1) })).status, 422)
    assert.equal((await ask.post(path, { transactions: many(501) })).status, 422)
    assert.equal((await ask.patch(bundleAt(full.body.data.id), { donations: many(1) })).status, 422)
  })
})

describe('idempotency keys', () => {
  test('thirty concurrent creations with one key create one bundle and give thirty equal answers', async () => {
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

  test('the key of a refused creation can be used again; a used key with another body is refused', async () => {
    const contact = await aContactId(app, treasurer)
    const key = { 'idempotency-key': 'second-try' }
    assert.equal((await ask.post(path, { transactions: [payment(contact, { amount: -1 })] }, key)).status, 422)
    assert.equal(
      (await ask.post(path, { transactions: [payment(contact, { status_id: 9_000_000 })] }, key)).status,
      422,
    )
    assert.equal((await ask.post(path, { transactions: [payment(contact)] }, key)).status, 200)
    const other = await ask.post(path, { transactions: [payment(contact, { amount: 7 })] }, key)
    assert.deepEqual(refusal(other), [422, 'idempotency_key_reused'])
    assert.equal((await ask.get(`${path}?contact_id=${contact}`)).body.total, 1)
  })
})
