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
  bundleAt,
  changeTransactionSettings,
  payment,
  rowCounts,
} from '../../test/money.ts'
import { refusal } from '../../test/people.ts'
import { reindexContacts } from '../../test/search_index.ts'
import { shifted } from '../../test/tampered_books.ts'

const app = await startTestApp()
const [treasurer, other_space_user] = [await aTreasurer(app), await aTreasurer(app)]
const ask = app.as(treasurer)
const path = '/v1/transaction_bundles'
const contact = await aContactId(app, treasurer)

/** Asserts that the request is refused at exactly these places and that nothing was written. */
async function refused(sent: object, ...places: string[]) {
  const before = await rowCounts(app)
  const answer = await ask.post(path, sent)
  assert.deepEqual(refusal(answer), [422, 'invalid_request', ...places.map(place => `body.data.${place}`)], answer.text)
  assert.deepEqual(await rowCounts(app), before)
}

describe('amounts are never coerced', () => {
  const bad = [
    'null',
    'true',
    'false',
    '"12"',
    '""',
    '[5]',
    '{}',
    '1.5',
    '-1',
    '9007199254740992',
    '9007199254740993',
    '1e300',
  ]
  for (const amount of [...bad, '1e400', '12345678901234567890']) {
    test(`${amount} is not an amount`, async () => {
      const before = await rowCounts(app)
      for (const kind of ['transactions', 'memberships', 'donations']) {
        const items = { transactions: [payment(contact)], [kind]: [payment(contact, { amount: 'AMOUNT' })] }
        const body = JSON.stringify({ data: items }).replace('"AMOUNT"', amount)
        const answer = await ask.send('POST', path, { body })
        assert.deepEqual(refusal(answer), [422, 'invalid_request', `body.data.${kind}.0.amount`])
      }
      assert.deepEqual(await rowCounts(app), before)
    })
  }

  test('zero and the largest amount are stored exactly', async () => {
    for (const amount of [0, Number.MAX_SAFE_INTEGER]) {
      const transactions = ['reimbursed_amount', 'unpaid_amount'].map(part =>
        payment(contact, { amount, [part]: amount }),
      )
      const items = { transactions, donations: [payment(contact, { amount })] }
      const { id } = await aBundle(app, treasurer, items)
      const { transactions: paid, donations } = (await ask.get(bundleAt(id))).body.data
      const told = [paid[0].amount, paid[0].reimbursed_amount, paid[1].unpaid_amount, donations[0].initial_amount]
      assert.deepEqual(told, Array(4).fill(amount))
    }
  })

  test('reimbursed and unpaid cannot exceed the amount', async () => {
    const transactions = [payment(contact, { reimbursed_amount: 1001, unpaid_amount: 1001 }), payment(contact)]
    await refused({ transactions }, 'transactions.0.reimbursed_amount', 'transactions.0.unpaid_amount')
    const exact = {
      transactions: [payment(contact, { reimbursed_amount: 1000 }), payment(contact, { unpaid_amount: 1000 })],
    }
    assert.equal((await ask.post(path, exact)).status, 200)
  })

  test('a currency is one of ISO 4217, in any case', async () => {
    for (const currency of ['EURO', 'XQZ', '', 'E R'])
      await refused({ transactions: [payment(contact, { currency })] }, 'transactions.0.currency')
    assert.equal(
      (await aBundle(app, treasurer, { transactions: [payment(contact, { currency: 'eUr' })] })).transactions[0]
        .currency,
      'eUr',
    )
  })
})

describe('dates', () => {
  const membership = (fields: object) => ({
    transactions: [payment(contact)],
    memberships: [payment(contact, { ...fields })],
  })

  test('a membership does not end before it starts, compared as instants', async () => {
    const earlier = { start_date: '2026-01-01T00:30:00+02:00', end_date: '2025-12-31T22:29:59Z' }
    await refused(membership(earlier), 'memberships.0.end_date')
    await refused(
      membership({ start_date: '2026-01-01T10:00:00Z', end_date: '2026-01-01T11:00:00+05:00' }),
      'memberships.0.end_date',
    )
    for (const end_date of ['2025-12-31T22:30:00Z', '2025-12-31T20:30:00-02:00', '2026-01-01T09:30:00+11:00'])
      assert.equal((await ask.post(path, membership({ ...earlier, end_date }))).status, 200, end_date)
  })

  test('an impossible date is refused in every field', async () => {
    const date = '2026-02-30'
    await refused({ transactions: [payment(contact, { date })] }, 'transactions.0.date')
    await refused({ transactions: [payment(contact, { delivered_at: '2026-13-01' })] }, 'transactions.0.delivered_at')
    await refused(membership({ end_date: '2026-01-01T25:00:00Z' }), 'memberships.0.end_date')
    await refused(
      { transactions: [payment(contact)], donations: [payment(contact, { date: 'soon' })] },
      'donations.0.date',
    )
  })

  for (const date of ['0001-01-02T00:00:00Z', '0050-06-01', '0999-12-31T10:00:00Z', '9999-12-31T23:59:59.999Z']) {
    test(`a payment of ${date} keeps its date through a change`, async () => {
      const { id, transactions } = await aBundle(app, treasurer, { transactions: [payment(contact, { date })] })
      const { body } = await ask.patch(bundleAt(id), { transactions: [{ id: transactions[0].id, comment: 'old' }] })
      assert.equal(body.data.transactions[0].date, transactions[0].date)
    })
  }
})

describe('references', async () => {
  const foreign = {
    contact: await aContactId(app, other_space_user),
    status: (await aStatus(app, other_space_user)).id,
    member: (await aMembershipPrice(app, other_space_user)).id,
    gift: (await aDonationPrice(app, other_space_user)).id,
  }
  const unknown = { contact: 9_000_000, status: 9_000_000, member: 9_000_000, gift: 9_000_000 }

  for (const [whose, { contact: who, status, member, gift }] of Object.entries({ foreign, unknown })) {
    test(`every ${whose} contact, status and price is named in one refusal, and nothing is written`, async () => {
      await refused(
        {
          transactions: [payment(contact), payment(who, { status_id: status })],
          memberships: [payment(who, { membership_price_id: member })],
          donations: [payment(contact), payment(who, { donation_price_id: gift })],
        },
        'transactions.1.contact_id',
        'transactions.1.status_id',
        'memberships.0.contact_id',
        'memberships.0.membership_price_id',
        'donations.1.contact_id',
        'donations.1.donation_price_id',
      )
    })

    test(`a change with a ${whose} reference is refused, and leaves the bundle unchanged`, async () => {
      const bundle = await aBundle(app, treasurer, { donations: [payment(contact)], memberships: [payment(contact)] })
      const before = await rowCounts(app)
      const answer = await ask.patch(bundleAt(bundle.id), {
        transactions: [{ id: bundle.transactions[0].id, status_id: status, contact_id: who, comment: 'half' }],
        memberships: [{ id: bundle.memberships[0].id, membership_price_id: member }],
        donations: [{ id: bundle.donations[0].id, donation_price_id: gift }, payment(who)],
      })
      assert.deepEqual(refusal(answer).slice(0, 2), [422, 'invalid_request'])
      const places = ['transactions.0.contact_id', 'transactions.0.status_id', 'memberships.0.membership_price_id']
      const all = [...places, 'donations.0.donation_price_id', 'donations.1.contact_id'].map(
        place => `body.data.${place}`,
      )
      assert.deepEqual(refusal(answer).slice(2), all)
      assert.deepEqual(await rowCounts(app), before)
      assert.deepEqual((await ask.get(bundleAt(bundle.id))).body.data, bundle)
    })
  }

  test('an archived status cannot be assigned, and stays where it was', async () => {
    const { id: status_id } = await aStatus(app, treasurer)
    const bundle = await aBundle(app, treasurer, { transactions: [payment(contact, { status_id })] })
    await ask.patch(`/v1/transaction_statuses/${status_id}`, { archived: true })
    await refused({ transactions: [payment(contact, { status_id })] }, 'transactions.0.status_id')
    const kept = await ask.patch(bundleAt(bundle.id), {
      transactions: [{ ...bundle.transactions[0], comment: 'kept' }],
    })
    assert.deepEqual([kept.status, kept.body.data.transactions[0].status_id], [200, status_id])
    const added = await ask.patch(bundleAt(bundle.id), { transactions: [payment(contact, { status_id })] })
    assert.deepEqual(refusal(added), [422, 'invalid_request', 'body.data.transactions.0.status_id'])
  })

  test('a payment method is one of the settings in any case, is returned as sent, and others are refused', async () => {
    await changeTransactionSettings(app, treasurer, { payment_method_kinds: ['Card', 'chèque'] })
    for (const kind of ['card', 'CARD', 'Chèque', 'CHÈQUE', '']) {
      const { transactions } = await aBundle(app, treasurer, {
        transactions: [payment(contact, { payment_method_kind: kind })],
      })
      assert.equal(transactions[0].payment_method_kind, kind)
    }
    await refused(
      { transactions: [payment(contact, { payment_method_kind: 'goat' })] },
      'transactions.0.payment_method_kind',
    )
  })

  test('the database decides about upper and lower case of payment methods', async () => {
    await changeTransactionSettings(app, treasurer, { payment_method_kinds: ['ΟΔΟΣ', 'İban'] })
    for (const kind of ['ΟΔΟΣ', 'οδος', 'οδοσ', 'İban', 'i̇ban', 'iban', 'IBAN']) {
      const answer = await ask.post(path, { transactions: [payment(contact, { payment_method_kind: kind })] })
      assert.ok([200, 422].includes(answer.status), `${kind}: ${answer.text}`)
    }
  })

  test('a payment method removed from the settings stays on its payments, and cannot be assigned', async () => {
    await changeTransactionSettings(app, treasurer, { payment_method_kinds: ['Card', 'Barter'] })
    const bundle = await aBundle(app, treasurer, {
      transactions: [payment(contact, { payment_method_kind: 'barter' })],
    })
    await changeTransactionSettings(app, treasurer, { payment_method_kinds: ['Card'] })
    const item = { id: bundle.transactions[0].id, payment_method_kind: 'barter', comment: 'kept' }
    const kept = await ask.patch(bundleAt(bundle.id), { transactions: [item] })
    assert.deepEqual([kept.status, kept.body.data?.transactions[0].payment_method_kind], [200, 'barter'])
    const again = { transactions: [payment(contact, { payment_method_kind: 'barter' })] }
    await refused(again, 'transactions.0.payment_method_kind')
    await changeTransactionSettings(app, treasurer, { payment_method_kinds: ['Card', 'BARTER'] })
    assert.equal((await ask.post(path, again)).status, 200)
  })

  test('a deleted contact cannot be named, but their bundles can still be changed', async () => {
    const gone = await aContactId(app, treasurer)
    const bundle = await aBundle(app, treasurer, { transactions: [payment(gone)], memberships: [payment(gone)] })
    await app.owner`update contacts set deleted_at = now() where id = ${gone}`
    await reindexContacts(app.owner)
    await refused({ transactions: [payment(gone)] }, 'transactions.0.contact_id')
    const refund = { transactions: [{ id: bundle.transactions[0].id, reimbursed_amount: 500 }] }
    const { status, body } = await ask.patch(bundleAt(bundle.id), refund)
    assert.deepEqual([status, body.data?.transactions[0].reimbursed_amount], [200, 500])
  })

  test('a bundle that names a deleted contact accepts new items of others', async () => {
    const gone = await aContactId(app, treasurer)
    const bundle = await aBundle(app, treasurer, { transactions: [payment(contact)], memberships: [payment(gone)] })
    await app.owner`update contacts set deleted_at = now() where id = ${gone}`
    await reindexContacts(app.owner)
    const { status, body } = await ask.patch(bundleAt(bundle.id), { donations: [payment(contact)] })
    assert.deepEqual([status, body.data?.memberships[0].contact], [200, bundle.memberships[0].contact])
  })
})

describe('the database enforces the same rules', async () => {
  const bundle = await aBundle(app, treasurer, { donations: [payment(contact)], memberships: [payment(contact)] })
  const foreign_contact = await aContactId(app, other_space_user)
  const wrongs: [rows: string, change: string, refusal: RegExp][] = [
    ['transactions', 'amount = -1', /amount_check/],
    ['transactions', 'amount = 9007199254740992', /amount_check/],
    ['transactions', 'reimbursed_amount = amount + 1', /within_amount/],
    ['transactions', 'unpaid_amount = amount + 1', /within_amount/],
    ['transactions', 'reimbursed_amount = amount, unpaid_amount = 1', /parts_within_amount/],
    ['transactions', "currency = 'EURO'", /currency_check/],
    ['transactions', `contact_id = ${foreign_contact}`, /items_contact/],
    ['transactions', 'contact_id = 9000000', /items_contact/],
    ['transactions', 'contact_id = null', /null value/],
    ['memberships', `end_date = ${shifted('date', '-1 millisecond')}`, /ends_after_it_starts/],
    ['memberships', `contact_id = ${foreign_contact}`, /items_contact/],
    ['memberships', 'amount = -1', /amount_check/],
    ['donations', 'amount = -1', /amount_check/],
    ['items', "kind = 'note'", /item_kind/],
    ['items', 'reimbursed_amount = null', /parts_within_amount/],
    ['donations', `contact_id = ${foreign_contact}`, /items_contact/],
    ['bundle_changes', "entries = '['", /json/],
    ['bundle_changes', 'position = 0', /bundle_changes_position_check/],
  ]
  for (const [rows, change, reason] of wrongs) {
    const table = rows === 'bundle_changes' ? rows : 'items'
    const ofKind = rows === table ? '' : `and kind = '${rows.slice(0, -1)}'`
    test(`${rows} never have ${change.replace(/\d{2,}/, 'that')}`, async () => {
      const where = `group_id = ${treasurer.space} and bundle_id = ${bundle.id} ${ofKind}`
      await assert.rejects(async () => app.owner.unsafe(`update ${table} set ${change} where ${where}`), reason)
    })
  }
})
