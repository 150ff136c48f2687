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
const admin = await aTreasurer()
const contact = await aContactId(app, admin)
const read = async (as: Person = cast.admin) => (await app.as(as).get(path)).body.data
const change = (data: object, as: Person = cast.admin, headers?: Record<string, string>) =>
  app.as(as).patch(path, data, headers)
const aPrice = async (as: Person, kind: 'membership' | 'donation') =>
  (await app.as(as).post(`/v1/${kind}_prices`, { name: 'N', amount: 1 })).body.data.id as number

describe('reading', () => {
  test('a new space has complete settings, readable by every member', async () => {
    const settings = await read(other_space_user)
    assert.deepEqual(keysOf(settings), keys.toSorted())
    const { payment_method_kinds, max_batch_size, default_status_id, currency, ...rest } = settings
    assert.ok(payment_method_kinds.includes('cheque') && max_batch_size > 0)
    const status = (await app.as(other_space_user).get(`/v1/transaction_statuses/${default_status_id}`)).body.data
    assert.deepEqual([status.kind, status.archived, currency], ['valid', false, 'EUR'])
    assert.deepEqual(rest, {
      ...{ default_membership_price_id: null, default_donation_price_id: null, batch_serial_updated_at: null },
      ...{ batch_prefix: 'B-', batch_serial: 0, membership_serial: 0, membership_prefix: '' },
      ...{ additional_settings: {}, open_periods: {} },
    })
    for (const person of Object.values(cast)) {
      const { status, body } = await app.as(person).get(path)
      assert.deepEqual([status, keysOf(body), keysOf(body.data)], [200, ['data', 'status'], keys.toSorted()])
    }
  })
})

describe('changing', () => {
  test('each setting changes alone, and the rest stays', async () => {
    const own = await aTreasurer()
    const status = await app.as(own).post('/v1/transaction_statuses', { name: 'Usual' })
    const defaults = {
      default_status_id: status.body.data.id,
      default_membership_price_id: await aPrice(own, 'membership'),
      default_donation_price_id: await aPrice(own, 'donation'),
    }
    const changes = {
      ...{ payment_method_kinds: ['Card', 'carrier pigeon'], max_batch_size: 3, ...defaults, batch_prefix: 'DEP/' },
      ...{ batch_serial: 41, membership_serial: 10 ** 12, membership_prefix: 'M-', currency: 'chf' },
      additional_settings: { deep: [{ er: null }] },
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
    for (const field of Object.keys(defaults))
      assert.equal((await change({ [field]: null }, own)).body.data[field], null)
  })

  const period = { start: '2026-01-01', end: '2026-12-31', open: true }
  const wrong: [data: object, location: string][] = [
    [{ payment_method_kinds: ['card', ''] }, 'payment_method_kinds.1'],
    [{ max_batch_size: 0 }, 'max_batch_size'],
    [{ default_status_id: 9_000_000 }, 'default_status_id'],
    [{ default_membership_price_id: 9_000_000 }, 'default_membership_price_id'],
    [{ default_donation_price_id: 9_000_000 }, 'default_donation_price_id'],
    [{ batch_serial: -1 }, 'batch_serial'],
    [{ membership_serial: 2 ** 53 }, 'membership_serial'],
    [{ membership_prefix: 'p'.repeat(51) }, 'membership_prefix'],
    [{ additional_settings: [] }, 'additional_settings'],
    [{ currency: 'XYZ' }, 'currency'],
    [{ open_periods: { a: { ...period, end: '2025-12-31' } } }, 'open_periods.a.end'],
    [{ open_periods: { a: { ...period, start: '2026-02-30' } } }, 'open_periods.a.start'],
    [{ open_periods: { a: { ...period, open: 'yes' } } }, 'open_periods.a.open'],
    [{ open_periods: { a: { start: '2026-01-01', open: true } } }, 'open_periods.a.end'],
  ]
  test('a wrong setting is named, and nothing changes', async () => {
    const [before, elsewhere] = [await read(), await read(other_space_user)]
    for (const [data, field] of wrong)
      assert.deepEqual(refusal(await change({ batch_prefix: 'half', ...data })), refusal.at(`body.data.${field}`))
    assert.deepEqual(await read(), before)
    await change({ batch_prefix: 'OURS-' })
    assert.deepEqual(await read(other_space_user), elsewhere, 'settings belong to one space')
  })

  test('a foreign or deleted status or price, and an archived status, cannot be the default', async () => {
    const status = async (as: Person, more = {}) =>
      (await app.as(as).post('/v1/transaction_statuses', { name: 'N', ...more })).body.data.id
    const gone = await aPrice(cast.admin, 'membership')
    await app.as(cast.admin).delete(`/v1/membership_prices/${gone}`)
    const archived = await status(cast.admin, { archived: true })
    for (const sent of [
      ...[await status(other_space_user), archived].map(id => ({ default_status_id: id })),
      ...[await aPrice(other_space_user, 'membership'), gone].map(id => ({ default_membership_price_id: id })),
      { default_donation_price_id: await aPrice(other_space_user, 'donation') },
    ])
      assert.deepEqual(refusal(await change(sent)), refusal.at(`body.data.${Object.keys(sent)[0]}`))
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
})

describe('additional settings are returned exactly as they were written', () => {
  // transaction_bundles.test.ts tries each of these by itself, in payments.
  const numbers = '[9007199254740993,12345678901234567890,1e400,-1E-400,0.1234567890123456789012345,1.10,0.0000001]'
  const names = '"10":4,"9":5,"":3,"constructor":12345678901234567890,"toString":{"valueOf":2},"toJSON":3,"a":1,"a":2'
  const written = '"text":"é \\"quoted\\" \\\\ / line\\nend","emoji":"🗳"'
  const texts = ['{}', `{ "n" : ${numbers}\n,"deep":{"er":[{"and":[[null,true]]}]},${names},${written}}`]
  test('whatever they are, and a change of another setting keeps them', async () => {
    for (const text of texts) {
      const body = `{"data":{"additional_settings":${text}}}`
      const changed = await app.as(admin).send('PATCH', path, { body })
      assert.equal(changed.status, 200, changed.text)
      for (const answer of [changed, await app.as(admin).get(path), await change({ batch_prefix: 'X' }, admin)])
        assert.equal(writtenIn(answer.text), text)
    }
  })

  // The value of one field, cut out of the text: JSON.parse would round the numbers under test.
  function writtenIn(text: string) {
    const start = text.indexOf('"additional_settings":') + '"additional_settings":'.length
    return text.slice(start, text.lastIndexOf('}}'))
  }
})

describe('open periods', () => {
  test('timestamps with any offset are stored in UTC, and compared as instants, not as texts', async () => {
    const spring = { start: '2026-03-01', end: '2026-05-31T23:59:59.9999+02:00', open: true, more: 1 }
    const { body } = await change({ open_periods: { spring } }, admin)
    const stored = { start: '2026-03-01T00:00:00.000Z', end: '2026-05-31T21:59:59.999Z', open: true }
    assert.deepEqual(body.data.open_periods, { spring: stored })
    const start = '2026-01-01T12:00:00+02:00'
    const good = await change({ open_periods: { a: { start, end: '2026-01-01T10:00:00Z', open: true } } }, admin)
    assert.equal(good.status, 200, 'the same instant')
    const bad = await change({ open_periods: { a: { start, end: '2026-01-01T12:59:59+03:00', open: true } } }, admin)
    assert.deepEqual(refusal(bad), [422, 'invalid_request', 'body.data.open_periods.a.end'])
    await change({ open_periods: {} }, admin)
  })

  test('the defaults of the settings apply to the next payment', async () => {
    const [price, status] = [
      (await app.as(admin).post('/v1/donation_prices', { name: 'N', amount: 1 })).body.data.id,
      (await app.as(admin).post('/v1/transaction_statuses', { name: 'N' })).body.data.id,
    ]
    await change({ currency: 'sek', default_donation_price_id: price, default_status_id: status }, admin)
    const item = { amount: 1, contact_id: contact }
    const { transactions, donations } = await aBundle(app, admin, { transactions: [item], donations: [item] })
    assert.deepEqual([transactions[0].currency, transactions[0].status_id], ['sek', status])
    assert.deepEqual([donations[0].currency, donations[0].donation_price_id], ['sek', price])
  })
})
