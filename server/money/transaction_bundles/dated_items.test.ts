import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import {
  aBundle,
  aContactId,
  aTreasurer,
  bundleAt,
  changeTransactionSettings,
  payment,
  rowCounts,
} from '../../test/money.ts'
import { refusal } from '../../test/people.ts'

// A donation has a date and a membership a start. In a closed period neither is written, whatever the date of the payment.

const app = await startTestApp()
const treasurer = await aTreasurer(app)
const ask = app.as(treasurer)
const contact = await aContactId(app, treasurer)
const path = '/v1/transaction_bundles'
const settings = '/v1/transaction_settings'

const year = (year: number, open: boolean) => ({ start: `${year}-01-01`, end: `${year}-12-31T23:59:59.999Z`, open })
const periods = { '2025': year(2025, false), '2026': year(2026, true) }
const closed = '2025-06-01T00:00:00.000Z'
const open = '2026-02-01T00:00:00.000Z'

/** How an item of each kind is dated. */
const kinds = {
  donations: (date: string, fields: object = {}) => payment(contact, { ...fields, date }),
  memberships: (start_date: string, fields: object = {}) => payment(contact, { ...fields, start_date, end_date: null }),
}
const names = { donations: 'a donation', memberships: 'a membership' }
const field = { donations: 'date', memberships: 'start_date' } as const

/** A bundle with an open payment, written before any period was closed. */
async function bundleWith(items: object) {
  await changeTransactionSettings(app, treasurer, { open_periods: {} })
  const bundle = await aBundle(app, treasurer, { transactions: [payment(contact, { date: open })], ...items })
  await changeTransactionSettings(app, treasurer, { open_periods: periods })
  return bundle
}

/** Asserts that it is refused because of this item, and that nothing was written. */
async function refusedFor(item: string, send: () => ReturnType<typeof ask.get>) {
  const before = await rowCounts(app)
  const answer = await send()
  assert.deepEqual(refusal(answer), [422, 'period_closed'], answer.text)
  assert.ok(answer.body.detail.startsWith(`${item} is dated 2025-06-01, and that period is closed.`), answer.text)
  assert.deepEqual(await rowCounts(app), before)
}

for (const kind of ['donations', 'memberships'] as const) {
  const made = kinds[kind]

  describe(`${names[kind]} dated in a closed period, with a payment in an open one`, () => {
    test('is not recorded, nor are the others with it', async () => {
      await changeTransactionSettings(app, treasurer, { open_periods: periods })
      await refusedFor(`${kind}.1`, () =>
        ask.post(path, { transactions: [payment(contact, { date: open })], [kind]: [made(open), made(closed)] }),
      )
    })

    test('is not added to a bundle', async () => {
      const bundle = await bundleWith({ [kind]: [made(open)] })
      await refusedFor(`${kind}.1`, () => ask.patch(bundleAt(bundle.id), { [kind]: [made(closed)] }))
    })

    test('is neither changed nor moved out of the period, and no item is moved into it', async () => {
      const bundle = await bundleWith({ [kind]: [made(closed), made(open)] })
      const [old, fresh] = bundle[kind]
      const change = (item: object) => () => ask.patch(bundleAt(bundle.id), { [kind]: [item] })
      await refusedFor(`${kind}.0`, change({ id: old.id, amount: 1 }))
      await refusedFor(`${kind}.0`, change({ id: old.id, comment: 'late' }))
      await refusedFor(`${kind}.0`, change({ id: old.id, [field[kind]]: open }))
      await refusedFor(`${kind}.1`, change({ id: fresh.id, [field[kind]]: closed }))
      assert.deepEqual((await ask.get(bundleAt(bundle.id))).body.data, bundle)
    })

    test('is not deleted with its bundle, until the period is open again', async () => {
      const bundle = await bundleWith({ [kind]: [made(closed)] })
      await refusedFor(`${kind}.0`, () => ask.delete(bundleAt(bundle.id)))
      await changeTransactionSettings(app, treasurer, { open_periods: { ...periods, '2025': year(2025, true) } })
      assert.equal((await ask.delete(bundleAt(bundle.id))).status, 200)
    })

    test('does not restrict the rest of the bundle', async () => {
      const bundle = await bundleWith({ [kind]: [made(closed), made(open)] })
      const [old, fresh] = bundle[kind]
      const [paid] = bundle.transactions
      const answer = await ask.patch(bundleAt(bundle.id), {
        transactions: [{ id: paid.id, reimbursed_amount: 400, comment: 'Part of it went back' }],
        [kind]: [{ id: old.id, amount: old.amount }, { id: fresh.id, amount: 600 }, made(open)],
      })
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(answer.body.data[kind][0], old)
    })

    test('is reported after validation errors', async () => {
      await changeTransactionSettings(app, treasurer, { open_periods: periods })
      const body = {
        transactions: [payment(contact, { date: open })],
        [kind]: [made(closed, { contact_id: 9_000_000 })],
      }
      assert.deepEqual(refusal(await ask.post(path, body)), [422, 'invalid_request', `body.data.${kind}.0.contact_id`])
    })
  })
}

describe('changes that leave closed months unchanged are allowed', () => {
  test('a membership that starts in a future period', async () => {
    const next = new Date().getUTCFullYear() + 1
    await changeTransactionSettings(app, treasurer, {
      open_periods: { now: { start: '2020-01-01', end: `${next - 1}-12-31`, open: true } },
    })
    const membership = kinds.memberships(`${next}-01-01`)
    assert.equal((await ask.post(path, { transactions: [payment(contact)], memberships: [membership] })).status, 200)
  })

  test('donations and memberships with the date of their payment', async () => {
    await changeTransactionSettings(app, treasurer, { open_periods: periods })
    const items = { donations: [payment(contact)], memberships: [payment(contact)] }
    const { status, body } = await ask.post(path, { transactions: [payment(contact, { date: open })], ...items })
    assert.equal(status, 200)
    assert.deepEqual([body.data.donations[0].date, body.data.memberships[0].start_date], [open, open])
  })

  test('a merge, which moves items and keeps their dates and amounts', async () => {
    const twin = await aContactId(app, treasurer)
    const bundle = await bundleWith({ donations: [{ ...kinds.donations(closed), contact_id: twin }] })
    const merged = await ask.post(`/contacts/${contact}/merge`, { contact_id: twin })
    assert.equal(merged.status, 200, merged.text)
    assert.equal((await ask.get(bundleAt(bundle.id))).body.data.donations[0].contact_id, contact)
  })
})

describe('opening or closing a period', () => {
  const entries = async () => {
    const { body } = await ask.get('/v1/audit?kind=transaction_settings.periods_changed')
    return body.data.map(({ details, user }: any) => [user.id, details.changed])
  }

  test('is in the audit log, with the old and new value', async () => {
    await changeTransactionSettings(app, treasurer, { open_periods: periods })
    const before = (await ask.get(settings)).body.data.open_periods
    const count = (await entries()).length
    const reopened = { ...before['2025'], open: true }
    await changeTransactionSettings(app, treasurer, { open_periods: { ...before, '2025': reopened } })
    assert.deepEqual((await entries())[0], [treasurer.id, { '2025': { from: before['2025'], to: reopened } }])
    await changeTransactionSettings(app, treasurer, { open_periods: { '2026': before['2026'] } })
    assert.deepEqual((await entries())[0], [treasurer.id, { '2025': { from: reopened, to: null } }])
    await changeTransactionSettings(app, treasurer, { open_periods: { '2026': before['2026'] }, max_batch_size: 60 })
    await changeTransactionSettings(app, treasurer, { max_batch_size: 61 })
    assert.equal((await entries()).length, count + 2)
  })
})
