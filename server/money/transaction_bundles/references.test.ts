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
  badAmounts,
  bundleAt,
  changeTransactionSettings,
  payment,
  rowCounts,
} from '../../test/money.ts'
import { refusal } from '../../test/people.ts'
import { reindexContacts } from '../../test/search_index.ts'

const app = await startTestApp()
const [treasurer, other_space_user] = [await aTreasurer(app), await aTreasurer(app)]
const ask = app.as(treasurer)
const path = '/v1/transaction_bundles'
const contact = await aContactId(app, treasurer)

/** Asserts that the request is refused at exactly these places. */
async function refused(send: ReturnType<typeof ask.post>, ...places: string[]) {
  const answer = await send
  assert.deepEqual(refusal(answer), [422, 'invalid_request', ...places.map(place => `body.data.${place}`)], answer.text)
}
const create = (sent: object) => ask.post(path, sent)

describe('amounts are never coerced', () => {
  const bad = [...badAmounts, '1e400', '12345678901234567890']

  for (const kind of ['transactions', 'memberships', 'donations'])
    test(`of ${kind}: each of ${bad.join(', ')} is named, and nothing is written`, async () => {
      const before = await rowCounts(app)
      const items = bad.map(amount => `{"contact_id":${contact},"amount":${amount}}`)
      const paid = kind === 'transactions' ? '' : `"transactions":[{"contact_id":${contact},"amount":1}],`
      const body = `{"data":{${paid}"${kind}":[${items.join()}]}}`
      await refused(ask.send('POST', path, { body }), ...bad.map((_, index) => `${kind}.${index}.amount`))
      assert.deepEqual(await rowCounts(app), before)
    })

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

  test('reimbursed and unpaid cannot exceed the amount, also not by two changes at once', async () => {
    const over = payment(contact, { reimbursed_amount: 1001, unpaid_amount: 1001 })
    await refused(create({ transactions: [over] }), 'transactions.0.reimbursed_amount', 'transactions.0.unpaid_amount')
    const bundle = await aBundle(app, treasurer, { transactions: [payment(contact, { reimbursed_amount: 400 })] })
    const [{ id }] = bundle.transactions
    const change = (fields: object) => ask.patch(bundleAt(bundle.id), { transactions: [{ id, ...fields }] })
    await refused(change({ unpaid_amount: 601 }), 'transactions.0.unpaid_amount')
    assert.deepEqual((await ask.get(bundleAt(bundle.id))).body.data, bundle)
    const answers = await Promise.all([change({ reimbursed_amount: 900 }), change({ unpaid_amount: 600 })])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422])
  })

  test('a currency is one of ISO 4217, in any case', async () => {
    const wrong = ['EURO', 'XQZ', 'XYZ', '', 'E R', 'EUR ', 'EU', 'uſd', 'ınr', 'ﬁm']
    const transactions = wrong.map(currency => payment(contact, { currency }))
    await refused(create({ transactions }), ...wrong.map((_, index) => `transactions.${index}.currency`))
    const right = ['eUr', 'VED', 'ved']
    const bundle = await aBundle(app, treasurer, {
      transactions: right.map(currency => payment(contact, { currency })),
    })
    assert.deepEqual(
      bundle.transactions.map(({ currency }: { currency: string }) => currency),
      right,
    )
  })
})

describe('dates', () => {
  test('that do not exist are refused in every field, and an end before its start', async () => {
    const date = '2026-02-30'
    const sent = {
      transactions: [payment(contact, { date, delivered_at: '2026-13-01', comment_date: 'x' })],
      memberships: [payment(contact, { start_date: date, end_date: '2026-01-01T25:00:00Z' })],
      donations: [payment(contact, { date: 'soon' })],
    }
    const places = ['transactions.0.date', 'transactions.0.delivered_at', 'transactions.0.comment_date']
    const others = ['memberships.0.start_date', 'memberships.0.end_date', 'donations.0.date']
    await refused(create(sent), ...places, ...others)
    const memberships = [payment(contact, { start_date: '2026-01-01', end_date: '2025-12-31T23:59:59Z' })]
    await refused(create({ transactions: [payment(contact)], memberships }), 'memberships.0.end_date')
  })

  test('of the first and last years are kept through a change', async () => {
    const dates = ['0001-01-02T00:00:00Z', '0050-06-01', '0999-12-31T10:00:00Z', '9999-12-31T23:59:59.999Z']
    const { id, transactions } = await aBundle(app, treasurer, {
      transactions: dates.map(date => payment(contact, { date })),
    })
    const { body } = await ask.patch(bundleAt(id), {
      transactions: transactions.map(({ id }: { id: number }) => ({ id, comment: 'old' })),
    })
    for (const [index, { date }] of body.data.transactions.entries()) {
      assert.equal(date, transactions[index].date)
      assert.equal(date.slice(0, 10), dates[index]!.slice(0, 10))
    }
  })
})

describe('references', async () => {
  const unknown = { contact: 9_000_000, status: 9_000_000, member: 9_000_000, gift: 9_000_000 }
  const foreign = {
    contact: await aContactId(app, other_space_user),
    status: (await aStatus(app, other_space_user)).id,
    member: (await aMembershipPrice(app, other_space_user)).id,
    gift: (await aDonationPrice(app, other_space_user)).id,
  }

  test('to foreign and unknown contacts, statuses and prices are all named in one refusal, and nothing is written', async () => {
    const wrong = [foreign, unknown]
    const before = await rowCounts(app)
    await refused(
      create({
        transactions: [
          payment(contact),
          ...wrong.map(({ contact, status }) => payment(contact, { status_id: status })),
        ],
        memberships: wrong.map(({ contact, member }) => payment(contact, { membership_price_id: member })),
        donations: wrong.map(({ contact, gift }) => payment(contact, { donation_price_id: gift })),
      }),
      ...[1, 2].flatMap(index => [`transactions.${index}.contact_id`, `transactions.${index}.status_id`]),
      ...[0, 1].flatMap(index => [`memberships.${index}.contact_id`, `memberships.${index}.membership_price_id`]),
      ...[0, 1].flatMap(index => [`donations.${index}.contact_id`, `donations.${index}.donation_price_id`]),
    )
    assert.deepEqual(await rowCounts(app), before)
    const bundle = await aBundle(app, treasurer, { donations: [payment(contact)], memberships: [payment(contact)] })
    const counts = await rowCounts(app)
    for (const { contact: who, status, member, gift } of wrong)
      await refused(
        ask.patch(bundleAt(bundle.id), {
          transactions: [{ id: bundle.transactions[0].id, status_id: status, contact_id: who, comment: 'half' }],
          memberships: [{ id: bundle.memberships[0].id, membership_price_id: member }],
          donations: [{ id: bundle.donations[0].id, donation_price_id: gift }, payment(who)],
        }),
        'transactions.0.contact_id',
        'transactions.0.status_id',
        'memberships.0.membership_price_id',
        'donations.0.donation_price_id',
        'donations.1.contact_id',
      )
    assert.deepEqual(await rowCounts(app), counts)
    assert.deepEqual((await ask.get(bundleAt(bundle.id))).body.data, bundle)
  })

  test('to an archived status cannot be added, and stay where they were', async () => {
    const { id: status_id } = await aStatus(app, treasurer)
    const bundle = await aBundle(app, treasurer, { transactions: [payment(contact, { status_id })] })
    await ask.patch(`/v1/transaction_statuses/${status_id}`, { archived: true })
    const sent = { transactions: [payment(contact, { status_id })] }
    await refused(create(sent), 'transactions.0.status_id')
    await refused(ask.patch(bundleAt(bundle.id), sent), 'transactions.0.status_id')
    const back = { transactions: [{ ...bundle.transactions[0], comment: 'kept' }] }
    const kept = await ask.patch(bundleAt(bundle.id), back)
    assert.deepEqual([kept.status, kept.body.data.transactions[0].status_id], [200, status_id])
  })

  test('to a deleted contact cannot be added, but their bundles can still be changed', async () => {
    const gone = await aContactId(app, treasurer)
    const bundle = await aBundle(app, treasurer, { transactions: [payment(gone)], memberships: [payment(gone)] })
    await app.owner`update contacts set deleted_at = now() where id = ${gone}`
    await reindexContacts(app.owner)
    await refused(create({ transactions: [payment(gone)] }), 'transactions.0.contact_id')
    const { status, body } = await ask.patch(bundleAt(bundle.id), {
      transactions: [{ id: bundle.transactions[0].id, reimbursed_amount: 500 }],
      donations: [payment(contact)],
    })
    assert.deepEqual([status, body.data?.transactions[0].reimbursed_amount], [200, 500])
    assert.deepEqual(body.data.memberships[0].contact, bundle.memberships[0].contact)
  })
})

describe('a payment method', () => {
  const paidBy = (...kinds: string[]) => ({
    transactions: kinds.map(payment_method_kind => payment(contact, { payment_method_kind })),
  })
  const allow = (...payment_method_kinds: string[]) =>
    changeTransactionSettings(app, treasurer, { payment_method_kinds })

  test('is one of the settings in any case, is returned as sent, and others are refused', async () => {
    await allow('Card', 'chèque')
    const kinds = ['card', 'CARD', 'Chèque', 'CHÈQUE', '']
    const { transactions } = await aBundle(app, treasurer, paidBy(...kinds))
    assert.deepEqual(
      transactions.map((paid: { payment_method_kind: string }) => paid.payment_method_kind),
      kinds,
    )
    await refused(create(paidBy('goat')), 'transactions.0.payment_method_kind')
  })

  test('is compared by the database, whose upper and lower case differ from ours', async () => {
    await allow('ΟΔΟΣ', 'İban')
    for (const kind of ['ΟΔΟΣ', 'οδος', 'οδοσ', 'İban', 'i̇ban', 'iban', 'IBAN']) {
      const answer = await create(paidBy(kind))
      assert.ok([200, 422].includes(answer.status), `${kind}: ${answer.text}`)
    }
  })

  test('that was removed from the settings stays on its payments, and cannot be assigned', async () => {
    await allow('Card', 'Barter')
    const bundle = await aBundle(app, treasurer, paidBy('barter'))
    await allow('Card')
    const item = { id: bundle.transactions[0].id, payment_method_kind: 'barter', comment: 'kept' }
    const kept = await ask.patch(bundleAt(bundle.id), { transactions: [item] })
    assert.deepEqual([kept.status, kept.body.data?.transactions[0].payment_method_kind], [200, 'barter'])
    await refused(create(paidBy('barter')), 'transactions.0.payment_method_kind')
    await allow('Card', 'BARTER')
    assert.equal((await create(paidBy('barter'))).status, 200)
  })
})
