import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import {
  aBundle,
  aContactId,
  aDonationPrice,
  aMembershipPrice,
  aStatus,
  aTreasurer,
  changeTransactionSettings,
  payment,
} from '../../test/money.ts'

const app = await startTestApp()
const treasurer = await aTreasurer(app)
const contact = await aContactId(app, treasurer)

/** The items of a bundle in which one of each kind was sent, with these fields. */
async function items(transaction: object = {}, membership: object = {}, donation: object = {}) {
  const bundle = await aBundle(app, treasurer, {
    transactions: [payment(contact, { ...transaction })],
    memberships: [payment(contact, { ...membership })],
    donations: [payment(contact, { ...donation })],
  })
  return {
    bundle,
    transaction: bundle.transactions[0],
    membership: bundle.memberships[0],
    donation: bundle.donations[0],
  }
}

describe('defaults of omitted fields', () => {
  test('a payment is dated now, with the currency and status of the settings, and otherwise empty', async () => {
    const status = await aStatus(app, treasurer)
    await changeTransactionSettings(app, treasurer, { currency: 'CHF', default_status_id: status.id })
    const { transaction, bundle } = await items()
    const { id, CreatedAt, UpdatedAt, ...fields } = transaction
    assert.deepEqual(fields, {
      group_id: treasurer.space,
      transaction_bundle_id: bundle.id,
      amount: 1000,
      currency: 'CHF',
      payment_method_kind: '',
      payment_method: {},
      contact_id: contact,
      date: bundle.CreatedAt,
      code_campaign: '',
      delivered_at: null,
      delivery_token: '',
      comment: '',
      comment_date: null,
      reimbursed_amount: 0,
      unpaid_amount: 0,
      external_transaction_id: null,
      status_id: status.id,
      extra_json: {},
    })
    const [clock] = await app.owner<[{ now: string }]>`select now()`
    assert.ok(Math.abs(Date.parse(clock.now) - Date.parse(transaction.date)) < 60_000, 'it is dated now')
    assert.deepEqual([CreatedAt, UpdatedAt, id > 0], [bundle.CreatedAt, bundle.UpdatedAt, true])
  })

  test('memberships and donations take the currency of the settings and the date of the payment', async () => {
    await changeTransactionSettings(app, treasurer, { currency: 'EUR' })
    const { membership, donation } = await items({ date: '2025-04-05T06:07:08Z' })
    assert.deepEqual([membership.currency, donation.currency], ['EUR', 'EUR'])
    assert.deepEqual([membership.start_date, donation.date], Array(2).fill('2025-04-05T06:07:08.000Z'))
    assert.deepEqual([membership.comment, donation.comment, donation.affectation], ['', '', ''])
    assert.equal(membership.rolling_year, false)
  })

  test('a membership that is added later starts with the payment too', async () => {
    const { bundle } = await items({ date: '2025-04-05T06:07:08Z' })
    const { body } = await app
      .as(treasurer)
      .patch(`/v1/transaction_bundles/${bundle.id}`, { memberships: [payment(contact)] })
    assert.equal(body.data.memberships[1].start_date, '2025-04-05T06:07:08.000Z')
  })

  test('a renewal starts with its own payment, and not with that of last year', async () => {
    const price = await aMembershipPrice(app, treasurer, { kind: 'calendar_year' })
    const { bundle } = await items({ date: '2025-02-03T00:00:00Z' }, { membership_price_id: price.id })
    const change = (data: object) => app.as(treasurer).patch(`/v1/transaction_bundles/${bundle.id}`, data)
    const renewal = {
      memberships: [payment(contact, { membership_price_id: price.id })],
      donations: [payment(contact)],
    }
    const [old] = bundle.transactions
    const { body } = await change({
      ...renewal,
      transactions: [{ id: old.id, comment: 'sent back' }, payment(contact, { date: '2026-01-20T00:00:00Z' })],
    })
    const [, membership] = body.data.memberships
    assert.deepEqual(
      [membership.start_date, membership.end_date, body.data.donations[1].date],
      ['2026-01-20T00:00:00.000Z', '2026-12-31T23:59:59.999Z', '2026-01-20T00:00:00.000Z'],
    )
    const [, second] = body.data.transactions
    const third = await change({ ...renewal, transactions: [{ id: second.id, comment: 'this one' }] })
    assert.equal(third.body.data.memberships[2].start_date, '2026-01-20T00:00:00.000Z', 'the one that was sent')
    const fourth = await change(renewal)
    assert.equal(fourth.body.data.memberships[3].start_date, '2025-02-03T00:00:00.000Z', 'else the first of the bundle')
  })

  test('a rolling membership from the last year of the calendar is accepted', async () => {
    const { membership } = await items({}, { start_date: '9999-06-01T00:00:00Z', rolling_year: true })
    assert.equal(membership.end_date, '9999-12-31T23:59:59.999Z')
  })

  test('the initial amount is the amount, unless it is sent', async () => {
    const unsent = await items({}, { amount: 30 }, { amount: 40 })
    assert.equal(unsent.membership.amount_initial, 30)
    assert.deepEqual([unsent.donation.initial_amount, unsent.donation.amount_initial], [40, 40])
    const sent = await items({}, { amount: 30, amount_initial: 50 }, { amount: 40, initial_amount: 60 })
    assert.equal(sent.membership.amount_initial, 50)
    assert.deepEqual([sent.donation.initial_amount, sent.donation.amount_initial], [60, 60])
  })

  test('a donation accepts its initial amount under the newer name too', async () => {
    const { donation } = await items({}, {}, { amount: 40, amount_initial: 70 })
    assert.deepEqual([donation.amount, donation.initial_amount, donation.amount_initial], [40, 70, 70])
  })

  test('prices come from the settings, and are null without a default or when null is sent', async () => {
    await changeTransactionSettings(app, treasurer, {
      default_membership_price_id: null,
      default_donation_price_id: null,
    })
    const none = await items()
    assert.deepEqual([none.membership.membership_price_id, none.donation.donation_price_id], [null, null])
    const [member, gift] = [await aMembershipPrice(app, treasurer), await aDonationPrice(app, treasurer)]
    await changeTransactionSettings(app, treasurer, {
      default_membership_price_id: member.id,
      default_donation_price_id: gift.id,
    })
    const usual = await items()
    assert.deepEqual([usual.membership.membership_price_id, usual.donation.donation_price_id], [member.id, gift.id])
    const unpriced = await items({}, { membership_price_id: null }, { donation_price_id: null })
    assert.deepEqual([unpriced.membership.membership_price_id, unpriced.donation.donation_price_id], [null, null])
    await changeTransactionSettings(app, treasurer, {
      default_membership_price_id: null,
      default_donation_price_id: null,
    })
  })

  test('a status that is sent as null stays unset', async () => {
    assert.equal((await items({ status_id: null })).transaction.status_id, null)
  })
})

describe('the end of a membership is computed from its price', () => {
  const lastsUntil = async (price: object, membership: object) => {
    const { id } = await aMembershipPrice(app, treasurer, { ...price })
    const start_date = '2024-02-29T10:00:00+01:00'
    return (await items({}, { membership_price_id: id, start_date, ...membership })).membership.end_date
  }

  test('for a calendar year it is the last millisecond of the year', async () => {
    assert.equal(await lastsUntil({ kind: 'calendar_year' }, {}), '2024-12-31T23:59:59.999Z')
  })

  test('the calendar year is that of the start in UTC', async () => {
    const end = await lastsUntil({ kind: 'calendar_year' }, { start_date: '2024-12-31T23:30:00-02:00' })
    assert.equal(end, '2025-12-31T23:59:59.999Z')
  })

  test('for a rolling year it is the same instant a year later, and the 28th after a 29th of February', async () => {
    assert.equal(await lastsUntil({ kind: 'rolling_year' }, {}), '2025-02-28T09:00:00.000Z')
    assert.equal(await lastsUntil({ kind: 'calendar_year' }, { rolling_year: true }), '2025-02-28T09:00:00.000Z')
    const end = await lastsUntil({ kind: 'rolling_year' }, { start_date: '2025-07-01T12:34:56.789Z' })
    assert.equal(end, '2026-07-01T12:34:56.789Z')
  })

  test('for a rolling price with a duration it is that much later', async () => {
    assert.equal(await lastsUntil({ kind: 'rolling_year', duration: 'P6M' }, {}), '2024-08-29T09:00:00.000Z')
    assert.equal(await lastsUntil({ kind: 'rolling_year', duration: '18 months' }, {}), '2025-08-29T09:00:00.000Z')
  })

  test('a membership for life has none', async () => {
    assert.equal(await lastsUntil({ kind: 'lifetime' }, {}), null)
  })

  test('an end that is sent is kept, and null means no end', async () => {
    assert.equal(await lastsUntil({ kind: 'lifetime' }, { end_date: '2030-01-01' }), '2030-01-01T00:00:00.000Z')
    assert.equal(await lastsUntil({ kind: 'calendar_year' }, { end_date: null }), null)
  })

  test('the default price of the settings is used when none is sent', async () => {
    const { id } = await aMembershipPrice(app, treasurer, { kind: 'rolling_year', duration: 'P1M' })
    await changeTransactionSettings(app, treasurer, { default_membership_price_id: id })
    const { membership } = await items({ date: '2025-01-31' })
    assert.deepEqual([membership.membership_price_id, membership.end_date], [id, '2025-02-28T00:00:00.000Z'])
  })
})
