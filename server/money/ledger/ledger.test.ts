import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { balancesOf, checkFile, entriesOf, rowsOf, told, validate } from '../../test/ledger.ts'
import { aBundle, aContactId, aTreasurer, bundleAt, payment, statusOf, verificationFindings } from '../../test/money.ts'
import { aSpace, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()

const aFrenchTreasurer = async () => aTreasurer(app, await aSpace(app, 'Association', 'fr'))
/** A payment of this contact for a donation of the same amount, or of another. */
const aGift = (person: Person, id: number, paid: object = {}, given: object = {}) =>
  aBundle(app, person, { transactions: [payment(id, { ...paid })], donations: [payment(id, { ...given })] })

describe('the ledger', () => {
  test('has memberships and donations with the first money, payments, and refunds on their own day', async () => {
    const treasurer = await aFrenchTreasurer()
    const id = await aContactId(app, treasurer, { firstname: 'Ann', surname: 'Tabbed' })
    const date = '2026-03-01T12:00:00Z'
    const bundle = await aBundle(app, treasurer, {
      transactions: [payment(id, { amount: 8000, payment_method_kind: 'cheque', date })],
      memberships: [payment(id, { amount: 3000 })],
      donations: [payment(id, { amount: 5000, date })],
    })
    const refund = { amount: 500, reason: 'x', date: '2026-03-09' }
    await app.as(treasurer).post(`/v1/transactions/${bundle.transactions[0].id}/refunds`, refund)
    assert.deepEqual(told(await entriesOf(app, treasurer)), [
      'AD 2026-03-01 411000 Ann Tabbed → 756100 30.00',
      'AD 2026-03-01 411000 Ann Tabbed → 754110 50.00',
      'TR 2026-03-01 511200 → 411000 Ann Tabbed 80.00',
      'TR 2026-03-09 658000 → 511200 5.00',
    ])
    const money = { '411000 EUR': 0, '511200 EUR': 7500, '658000 EUR': 500 }
    assert.deepEqual(await balancesOf(app, treasurer), { ...money, '754110 EUR': -5000, '756100 EUR': -3000 })
    const rows = await rowsOf(app, treasurer)
    checkFile(rows)
    assert.equal(rows.length, 8)
    assert.deepEqual([rows[0]?.EcritureNum, rows[0]?.ValidDate], ['', ''])
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })

  test('has no pending, unpaid, cancelled or deleted payment', async () => {
    const treasurer = await aTreasurer(app)
    const id = await aContactId(app, treasurer)
    for (const kind of ['pending', 'unpaid', 'bank_error', 'cancel'])
      await aGift(treasurer, id, { status_id: await statusOf(app, treasurer.space, kind) })
    await aGift(treasurer, id, { unpaid_amount: 1000 })
    const removed = await aGift(treasurer, id)
    await app.as(treasurer).delete(bundleAt(removed.id))
    assert.deepEqual(await entriesOf(app, treasurer), [])
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })

  test('books instalments when they are paid, and what they pay for once, with the first', async () => {
    const treasurer = await aTreasurer(app)
    const id = await aContactId(app, treasurer, { firstname: 'Ann', surname: 'Lee' })
    const at = (month: number) => payment(id, { amount: 1000, date: `2026-0${month}-15T10:00:00Z` })
    await aBundle(app, treasurer, { transactions: [at(3), at(1), at(2)], memberships: [payment(id, { amount: 3000 })] })
    assert.deepEqual(told(await entriesOf(app, treasurer)), [
      'IN 2026-01-15 1200 Ann Lee → 4000 30.00',
      'MO 2026-01-15 1000 → 1200 Ann Lee 10.00',
      'MO 2026-02-15 1000 → 1200 Ann Lee 10.00',
      'MO 2026-03-15 1000 → 1200 Ann Lee 10.00',
    ])
    assert.equal((await balancesOf(app, treasurer))['1200 EUR'], 0)
    assert.equal((await entriesOf(app, treasurer, '?from=2026-02-01&to=2026-02-28')).length, 1)
  })

  test('follows a pending payment that comes in, and one that turns out to be unpaid', async () => {
    const treasurer = await aTreasurer(app)
    const id = await aContactId(app, treasurer)
    const [pending, unpaid] = ['pending', 'unpaid'].map(kind => statusOf(app, treasurer.space, kind))
    const bundle = await aGift(treasurer, id, { status_id: await pending })
    const set = async (status_id: number | null | undefined) => {
      const transactions = [{ id: bundle.transactions[0].id, status_id }]
      assert.equal((await app.as(treasurer).patch(bundleAt(bundle.id), { transactions })).status, 200)
      return (await entriesOf(app, treasurer)).length
    }
    assert.equal((await entriesOf(app, treasurer)).length, 0)
    assert.equal(await set(null), 2)
    assert.equal(await set(await unpaid), 0)
  })

  test('clears the accounts of people when others pay for them', async () => {
    const treasurer = await aTreasurer(app)
    const contact = () => aContactId(app, treasurer)
    const [payer, second, member, donor] = [await contact(), await contact(), await contact(), await contact()]
    await aBundle(app, treasurer, {
      transactions: [payment(payer, { amount: 5000 }), payment(second, { amount: 3000 })],
      memberships: [payment(member, { amount: 6000 })],
      donations: [payment(donor, { amount: 1000 }), payment(second, { amount: 1000 })],
    })
    const people = new Map<number, number>()
    for (const { lines } of await entriesOf(app, treasurer))
      for (const { contact_id, debit, credit } of lines)
        if (contact_id) people.set(contact_id, (people.get(contact_id) ?? 0) + debit - credit)
    assert.deepEqual(Object.fromEntries(people), { [payer]: 0, [second]: 0 })
    assert.equal((await balancesOf(app, treasurer))['1200 EUR'], 0)
  })

  test('shows what is owed or paid too much as the balance of the person who paid', async () => {
    const treasurer = await aTreasurer(app)
    const id = await aContactId(app, treasurer)
    await aGift(treasurer, id, { amount: 100 }, { amount: 350 })
    assert.equal((await balancesOf(app, treasurer))['1200 EUR'], 250)
    await aBundle(app, treasurer, { transactions: [payment(id, { amount: 900 })] })
    assert.equal((await balancesOf(app, treasurer))['1200 EUR'], -650)
  })

  test('books a return to the person, who owes the money again', async () => {
    const treasurer = await aTreasurer(app)
    const id = await aContactId(app, treasurer)
    const bundle = await aGift(treasurer, id, { date: '2026-01-10' })
    const path = `/v1/transactions/${bundle.transactions[0].id}`
    const { body } = await app.as(treasurer).post(`${path}/returns`, { amount: 1000, reason: 'x', date: '2026-01-20' })
    assert.deepEqual(await balancesOf(app, treasurer), { '1000 EUR': 0, '1200 EUR': 1000, '4100 EUR': -1000 })
    await app.as(treasurer).post(`${path}/reversals/${body.data.id}/cancellation`, { reason: 'x' })
    assert.deepEqual(await balancesOf(app, treasurer), { '1000 EUR': 1000, '1200 EUR': 0, '4100 EUR': -1000 })
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })

  test('gives back what was paid too much from the account of the person, and the rest as a refund', async () => {
    const treasurer = await aTreasurer(app)
    const id = await aContactId(app, treasurer, { firstname: 'Ann', surname: 'Lee' })
    const { transactions } = await aBundle(app, treasurer, {
      transactions: [payment(id, { amount: 10_000, date: '2026-01-10' })],
      memberships: [payment(id, { amount: 8000 })],
    })
    const path = `/v1/transactions/${transactions[0].id}`
    const refund = async (amount: number, date: string) =>
      (await app.as(treasurer).post(`${path}/refunds`, { amount, reason: 'x', date })).body.data.id
    const first = await refund(1500, '2026-01-20')
    await refund(700, '2026-01-21')
    assert.deepEqual(told(await entriesOf(app, treasurer, '?from=2026-01-20')), [
      'MO 2026-01-20 1200 Ann Lee → 1000 15.00',
      'MO 2026-01-21 1200 Ann Lee → 1000 5.00',
      'MO 2026-01-21 4900 → 1000 2.00',
    ])
    const balances = (money: number, people: number, refunds: number) => ({
      '1000 EUR': money,
      '1200 EUR': people,
      '4000 EUR': -8000,
      '4900 EUR': refunds,
    })
    assert.deepEqual(await balancesOf(app, treasurer), balances(7800, 0, 200))
    await app.as(treasurer).post(`${path}/reversals/${first}/cancellation`, { reason: 'x' })
    assert.deepEqual(await balancesOf(app, treasurer), balances(9300, -1300, 0))
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })

  test('gives back a payment for nothing, and not one that was returned and paid again', async () => {
    const treasurer = await aTreasurer(app)
    const id = await aContactId(app, treasurer)
    const send = (transaction: number, kind: string, amount: number) =>
      app.as(treasurer).post(`/v1/transactions/${transaction}/${kind}`, { amount, reason: 'x' })
    const alone = await aBundle(app, treasurer, { transactions: [payment(id, { amount: 900 })] })
    await send(alone.transactions[0].id, 'refunds', 900)
    assert.deepEqual(await balancesOf(app, treasurer), { '1000 EUR': 0, '1200 EUR': 0 })
    const { transactions } = await aBundle(app, treasurer, {
      transactions: [payment(id, { date: '2026-01-10' }), payment(id, { date: '2026-02-10' })],
      donations: [payment(id)],
    })
    await send(transactions[0].id, 'returns', 1000)
    await send(transactions[1].id, 'refunds', 300)
    const money = { '1000 EUR': 700, '1200 EUR': 0 }
    assert.deepEqual(await balancesOf(app, treasurer), { ...money, '4100 EUR': -1000, '4900 EUR': 300 })
  })

  test('keeps currencies apart', async () => {
    const treasurer = await aTreasurer(app)
    const id = await aContactId(app, treasurer)
    const franc = { currency: 'chf' }
    await aBundle(app, treasurer, {
      transactions: [payment(id, { amount: 700, ...franc }), payment(id, { amount: 400 })],
      donations: [payment(id, { amount: 700, ...franc }), payment(id, { amount: 400 })],
    })
    const francs = { '1000 CHF': 700, '1200 CHF': 0, '4100 CHF': -700 }
    assert.deepEqual(await balancesOf(app, treasurer), {
      ...francs,
      ...{ '1000 EUR': 400, '1200 EUR': 0, '4100 EUR': -400 },
    })
  })
})

describe('a list of the ledger', () => {
  test('shows nothing of other spaces, nor is it validated with them', async () => {
    const [treasurer, other] = [await aTreasurer(app), await aTreasurer(app)]
    await aGift(other, await aContactId(app, other), { date: '2026-01-10' })
    assert.deepEqual(await entriesOf(app, treasurer), [])
    assert.deepEqual(await balancesOf(app, treasurer), {})
    assert.deepEqual(await rowsOf(app, treasurer), [])
    await validate(app, treasurer, '2026-02-01')
    assert.ok((await entriesOf(app, other)).every(({ state }) => state === 'provisional'))
  })

  test('lists in pages, by account, journal, state and bundle', async () => {
    const treasurer = await aTreasurer(app)
    const id = await aContactId(app, treasurer)
    const bundles = []
    for (const day of ['2026-01-10', '2026-01-10', '2026-02-10'])
      bundles.push(await aGift(treasurer, id, { date: day }))
    await validate(app, treasurer, '2026-01-31')
    const all = await entriesOf(app, treasurer)
    assert.equal(all.length, 6)
    const paged = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await app.as(treasurer).get(`/v1/ledger?limit=2${cursor && `&cursor=${cursor}`}`)
      paged.push(...body.data)
      cursor = body.next_cursor
    }
    assert.deepEqual(paged, all)
    assert.equal((await entriesOf(app, treasurer, '?account=4100')).length, 3)
    assert.equal((await entriesOf(app, treasurer, '?journal=money&state=validated')).length, 2)
    assert.equal((await entriesOf(app, treasurer, `?bundle_id=${bundles[2]?.id}`)).length, 2)
    assert.deepEqual(
      refusal(await app.as(treasurer).get('/v1/ledger?from=2026-02-01&to=2026-01-01')).slice(0, 3),
      refusal.at('query.to'),
    )
  })
})
