import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sql } from '../../db/sql.ts'
import { sendConcurrently, sendInOrder } from '../../test/concurrency.ts'
import { keysOf, startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId } from '../../test/money.ts'
import { aSpace, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const path = '/v1/transaction_settings'
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })

const keys = [
  ...['payment_method_kinds', 'max_batch_size', 'default_status_id', 'default_membership_price_id'],
  ...['default_donation_price_id', 'batch_prefix', 'batch_serial_updated_at', 'batch_serial', 'membership_serial'],
  ...['membership_prefix', 'additional_settings', 'currency', 'open_periods'],
]
const aTreasurer = async () => aUser(app, await aSpace(app), { role: 'admin' })
const read = async (as: Person = cast.admin) => (await app.as(as).get(path)).body.data
const change = (data: object, as: Person = cast.admin, headers?: Record<string, string>) =>
  app.as(as).patch(path, data, headers)
const aPrice = async (as: Person, kind: 'membership' | 'donation') =>
  (await app.as(as).post(`/v1/${kind}_prices`, { name: 'N', amount: 1 })).body.data.id as number

describe('reading', () => {
  test('needs a token, as changing does', async () => {
    for (const answer of [await app.as().get(path), await app.as().patch(path, {})]) {
      assert.deepEqual(refusal(answer), [401, 'unauthenticated'])
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/)
    }
  })

  test('a new space has complete settings, readable by every member', async () => {
    const settings = await read(other_space_user)
    assert.deepEqual(keysOf(settings), keys.toSorted())
    const { payment_method_kinds, max_batch_size, default_status_id, currency, ...rest } = settings
    assert.ok(payment_method_kinds.includes('cheque') && max_batch_size > 0)
    const status = (await app.as(other_space_user).get(`/v1/transaction_statuses/${default_status_id}`)).body.data
    assert.deepEqual([status.kind, status.archived, currency], ['valid', false, 'EUR'])
    assert.deepEqual(rest, {
      default_membership_price_id: null,
      default_donation_price_id: null,
      batch_prefix: 'B-',
      batch_serial_updated_at: null,
      batch_serial: 0,
      membership_serial: 0,
      membership_prefix: '',
      additional_settings: {},
      open_periods: {},
    })
    for (const person of Object.values(cast)) {
      const { status, body } = await app.as(person).get(path)
      assert.deepEqual([status, keysOf(body), keysOf(body.data)], [200, ['data', 'status'], keys.toSorted()])
    }
  })

  test('a read sends a strong ETag, and answers 304 to If-None-Match', async () => {
    const etag = (await app.as(cast.user).get(path)).headers.get('etag') ?? ''
    assert.match(etag, /^"[^"]+"$/)
    assert.equal((await app.as(cast.user).get(path, { 'if-none-match': etag })).status, 304)
  })
})

describe('changing', () => {
  test('each setting changes alone, and the rest stays', async () => {
    const own = await aTreasurer()
    const status = await app.as(own).post('/v1/transaction_statuses', { name: 'Usual' })
    const changes = {
      payment_method_kinds: ['Card', 'carrier pigeon'],
      max_batch_size: 3,
      default_status_id: status.body.data.id,
      default_membership_price_id: await aPrice(own, 'membership'),
      default_donation_price_id: await aPrice(own, 'donation'),
      batch_prefix: 'DEP/',
      batch_serial: 41,
      membership_serial: 10 ** 12,
      membership_prefix: 'M-',
      additional_settings: { deep: [{ er: null }] },
      currency: 'chf',
      open_periods: { 2026: { start: '2026-01-01T00:00:00.000Z', end: '2026-12-31T23:59:59.999Z', open: true } },
    }
    let before = await read(own)
    for (const [setting, value] of Object.entries(changes)) {
      const { status, body, text } = await change({ [setting]: value }, own)
      assert.equal(status, 200, text)
      const { batch_serial_updated_at } = body.data
      assert.deepEqual(body.data, { ...before, batch_serial_updated_at, [setting]: value })
      assert.deepEqual(await read(own), body.data)
      before = body.data
    }
    for (const field of ['default_status_id', 'default_membership_price_id', 'default_donation_price_id']) {
      assert.equal((await change({ [field]: null }, own)).body.data[field], null)
    }
  })

  test('settings that were read can be sent back, and an empty change changes nothing', async () => {
    const before = await read()
    assert.deepEqual((await change({})).body.data, before)
    const { status, body } = await change({ ...before, batch_serial_updated_at: '2001-01-01T00:00:00Z', unknown: 1 })
    assert.deepEqual([status, body.data], [200, before])
  })

  test('settings belong to one space', async () => {
    const before = await read(other_space_user)
    await change({ batch_prefix: 'OURS-' })
    assert.deepEqual(await read(other_space_user), before)
  })

  test('managers and users cannot change settings', async () => {
    const before = await read()
    for (const person of [cast.manager, cast.user]) {
      assert.deepEqual(refusal(await change({ currency: 'USD' }, person)), [403, 'forbidden'])
    }
    assert.deepEqual(await read(), before)
  })

  const period = { start: '2026-01-01', end: '2026-12-31', open: true }
  const wrong: [data: object, location: string][] = [
    [{ payment_method_kinds: 'card' }, 'payment_method_kinds'],
    [{ payment_method_kinds: ['card', ''] }, 'payment_method_kinds.1'],
    [{ payment_method_kinds: [1] }, 'payment_method_kinds.0'],
    [{ max_batch_size: 0 }, 'max_batch_size'],
    [{ max_batch_size: 1.5 }, 'max_batch_size'],
    [{ max_batch_size: '50' }, 'max_batch_size'],
    [{ default_status_id: 9_000_000 }, 'default_status_id'],
    [{ default_status_id: '1' }, 'default_status_id'],
    [{ default_membership_price_id: 9_000_000 }, 'default_membership_price_id'],
    [{ default_donation_price_id: 9_000_000 }, 'default_donation_price_id'],
    [{ batch_prefix: null }, 'batch_prefix'],
    [{ batch_serial: -1 }, 'batch_serial'],
    [{ membership_serial: 2 ** 53 }, 'membership_serial'],
    [{ membership_prefix: 'p'.repeat(51) }, 'membership_prefix'],
    [{ additional_settings: [] }, 'additional_settings'],
    [{ additional_settings: null }, 'additional_settings'],
    [{ currency: 'XYZ' }, 'currency'],
    [{ currency: '' }, 'currency'],
    [{ open_periods: [] }, 'open_periods'],
    [{ open_periods: { a: { ...period, end: '2025-12-31' } } }, 'open_periods.a.end'],
    [{ open_periods: { a: { ...period, start: '2026-02-30' } } }, 'open_periods.a.start'],
    [{ open_periods: { a: { ...period, open: 'yes' } } }, 'open_periods.a.open'],
    [{ open_periods: { a: { start: '2026-01-01', open: true } } }, 'open_periods.a.end'],
  ]
  for (const [data, field] of wrong) {
    test(`${JSON.stringify(data).slice(0, 80)} is a 422 at ${field}, and nothing changes`, async () => {
      const before = await read()
      const answer = await change({ batch_prefix: 'half', ...data })
      assert.deepEqual(refusal(answer), [422, 'invalid_request', `body.data.${field}`])
      assert.deepEqual(await read(), before)
    })
  }

  test('a foreign or deleted status or price, and an archived status, cannot be the default', async () => {
    const status = async (as: Person, more = {}) =>
      (await app.as(as).post('/v1/transaction_statuses', { name: 'N', ...more })).body.data.id
    const gone = await aPrice(cast.admin, 'membership')
    await app.as(cast.admin).delete(`/v1/membership_prices/${gone}`)
    for (const [field, id] of [
      ['default_status_id', await status(other_space_user)],
      ['default_status_id', await status(cast.admin, { archived: true })],
      ['default_membership_price_id', await aPrice(other_space_user, 'membership')],
      ['default_membership_price_id', gone],
      ['default_donation_price_id', await aPrice(other_space_user, 'donation')],
    ]) {
      assert.deepEqual(refusal(await change({ [field]: id })), [422, 'invalid_request', `body.data.${field}`])
    }
  })

  test('a default that is deleted at the same moment stays readable, or is refused', async () => {
    const id = await aPrice(cast.admin, 'donation')
    const hold = (sql: Sql) => sql`select from donation_prices where group_id = ${space} and id = ${id} for update`
    const [removed, named] = await sendInOrder(app, hold, [
      () => app.as(cast.admin).delete(`/v1/donation_prices/${id}`),
      () => change({ default_donation_price_id: id }),
    ])
    assert.equal(removed?.status, 200)
    const price = await app.as(cast.admin).get(`/v1/donation_prices/${id}`)
    assert.deepEqual([named?.status, price.status], named?.status === 422 ? [422, 404] : [200, 200])
    await change({ default_donation_price_id: null })
  })

  test('a serial can be raised, and never lowered', async () => {
    const own = await aTreasurer()
    for (const serial of ['batch_serial', 'membership_serial']) {
      assert.equal((await change({ [serial]: 100 }, own)).body.data[serial], 100)
      const lower = await change({ [serial]: 99 }, own)
      assert.deepEqual(refusal(lower), [409, 'conflict'])
      assert.match(lower.body.detail, /100/)
      assert.equal((await change({ [serial]: 100 }, own)).status, 200)
      assert.equal((await read(own))[serial], 100)
    }
    const contact_id = await aContactId(app, own)
    const item = { amount: 1, contact_id }
    const { memberships } = await aBundle(app, own, { transactions: [item], memberships: [item] })
    assert.equal(memberships[0].contact.membership_number, 101)
    const batch = (await app.as(own).post('/v1/transaction_batches', {})).body.data
    assert.equal(batch.number, 'B-101')
    const { batch_serial, batch_serial_updated_at } = await read(own)
    assert.deepEqual([batch_serial, batch_serial_updated_at], [101, batch.CreatedAt])
  })

  test('a serial is limited so that counting on stays exact', async () => {
    const own = await aTreasurer()
    const item = { amount: 1, contact_id: await aContactId(app, own) }
    assert.deepEqual(refusal(await change({ batch_serial: 10 ** 12 + 1 }, own)).slice(0, 1), [422])
    await change({ batch_serial: 10 ** 12, membership_serial: 10 ** 12 }, own)
    const batch = await app.as(own).post('/v1/transaction_batches', {})
    const bundle = await app.as(own).post('/v1/transaction_bundles', { transactions: [item], memberships: [item] })
    assert.equal(batch.body.data.number, `B-${10 ** 12 + 1}`)
    assert.equal(bundle.body.data.memberships[0].contact.membership_number, 10 ** 12 + 1)
    assert.equal((await app.as(own).get(path)).body.data.batch_serial, 10 ** 12 + 1)
  })

  test('settings can be sent back, also when their default status was archived since', async () => {
    const own = await aTreasurer()
    const settings = await read(own)
    await app.owner`update transaction_statuses set archived = true where id = ${settings.default_status_id}`
    const answer = await change({ ...settings, max_batch_size: 7 }, own)
    assert.deepEqual([answer.status, answer.body.data?.max_batch_size], [200, 7], answer.text)
    const gone = (await app.as(own).post('/v1/transaction_statuses', { name: 'Gone', archived: true })).body.data.id
    const wrong = await change({ ...settings, default_status_id: gone }, own)
    assert.deepEqual(refusal(wrong), [422, 'invalid_request', 'body.data.default_status_id'])
  })

  test('of two changes at the same time with the same If-Match exactly one succeeds', async () => {
    const headers = { 'if-match': (await app.as(cast.admin).get(path)).headers.get('etag')! }
    const hold = (sql: Sql) => sql`select from transaction_settings where group_id = ${space} for update`
    const answers = await sendConcurrently(app, hold, [
      () => change({ max_batch_size: 7 }, cast.admin, headers),
      () => change({ max_batch_size: 8 }, cast.superadmin, headers),
    ])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
    assert.deepEqual(await read(), answers.find(({ status }) => status === 200)?.body.data)
  })

  test('a repeated Idempotency-Key repeats the first answer, also after another change', async () => {
    const key = { 'idempotency-key': 'once' }
    const first = await change({ max_batch_size: 20 }, cast.admin, key)
    await change({ max_batch_size: 30 })
    const again = await change({ max_batch_size: 20 }, cast.admin, key)
    assert.deepEqual([again.text, again.headers.get('idempotent-replayed')], [first.text, 'true'])
    assert.equal((await read()).max_batch_size, 30)
    assert.deepEqual(refusal(await change({}, cast.admin, key)), [422, 'idempotency_key_reused'])
  })
})
