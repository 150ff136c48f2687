import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { balancesOf, checkFile, entriesOf, rowsOf, told, validate } from '../../test/ledger.ts'
import { aBundle, aContactId, aTreasurer, bundleAt, payment, statusOf, verificationFindings } from '../../test/money.ts'
import { aSpace, aUser, refusal } from '../../test/people.ts'

const app = await startTestApp()

const aFrenchTreasurer = async () => aTreasurer(app, await aSpace(app, 'Association', 'fr'))

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
    await app
      .as(treasurer)
      .post(`/v1/transactions/${bundle.transactions[0].id}/refunds`, { amount: 500, reason: 'x', date: '2026-03-09' })
    assert.deepEqual(told(await entriesOf(app, treasurer)), [
      'AD 2026-03-01 411000 Ann Tabbed → 756100 30.00',
      'AD 2026-03-01 411000 Ann Tabbed → 754110 50.00',
      'TR 2026-03-01 511200 → 411000 Ann Tabbed 80.00',
      'TR 2026-03-09 658000 → 511200 5.00',
    ])
    assert.deepEqual(await balancesOf(app, treasurer), {
      '411000 EUR': 0,
      '511200 EUR': 7500,
      '658000 EUR': 500,
      '754110 EUR': -5000,
      '756100 EUR': -3000,
    })
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
      await aBundle(app, treasurer, {
        transactions: [payment(id, { status_id: await statusOf(app, treasurer.space, kind) })],
        donations: [payment(id)],
      })
    await aBundle(app, treasurer, { transactions: [payment(id, { unpaid_amount: 1000 })], donations: [payment(id)] })
    const removed = await aBundle(app, treasurer, { transactions: [payment(id)], donations: [payment(id)] })
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
    const [pending, unpaid] = [
      await statusOf(app, treasurer.space, 'pending'),
      await statusOf(app, treasurer.space, 'unpaid'),
    ]
    const bundle = await aBundle(app, treasurer, {
      transactions: [payment(id, { status_id: pending })],
      donations: [payment(id)],
    })
    const set = async (status_id: number | null) => {
      const { status } = await app
        .as(treasurer)
        .patch(bundleAt(bundle.id), { transactions: [{ id: bundle.transactions[0].id, status_id }] })
      assert.equal(status, 200)
      return (await entriesOf(app, treasurer)).length
    }
    assert.equal((await entriesOf(app, treasurer)).length, 0)
    assert.equal(await set(null), 2)
    assert.equal(await set(unpaid), 0)
  })

  test('clears the accounts of people when others pay for them', async () => {
    const treasurer = await aTreasurer(app)
    const [payer, second, member, donor] = [
      await aContactId(app, treasurer),
      await aContactId(app, treasurer),
      await aContactId(app, treasurer),
      await aContactId(app, treasurer),
    ]
    await aBundle(app, treasurer, {
      transactions: [payment(payer, { amount: 5000 }), payment(second, { amount: 3000 })],
      memberships: [payment(member, { amount: 6000 })],
      donations: [payment(donor, { amount: 1000 }), payment(second, { amount: 1000 })],
    })
    const people = new Map<number, number>()
    for (const { lines } of await entriesOf(app, treasurer))
      for (const { contact_id, debit, credit } of lines)
        if (contact_id) people.set(contact_id, (people.get(contact_id) ?? 0) + debit - credit)
    assert.deepEqual(
      [...people].sort(([a], [b]) => a - b),
      [payer, second].sort((a, b) => a - b).map(id => [id, 0]),
    )
    assert.equal((await balancesOf(app, treasurer))['1200 EUR'], 0)
  })

  test('shows what is owed or paid too much as the balance of the person who paid', async () => {
    const treasurer = await aTreasurer(app)
    const id = await aContactId(app, treasurer)
    await aBundle(app, treasurer, {
      transactions: [payment(id, { amount: 100 })],
      donations: [payment(id, { amount: 350 })],
    })
    assert.equal((await balancesOf(app, treasurer))['1200 EUR'], 250)
    await aBundle(app, treasurer, { transactions: [payment(id, { amount: 900 })] })
    assert.equal((await balancesOf(app, treasurer))['1200 EUR'], -650)
  })

  test('books a return to the person, who owes the money again', async () => {
    const treasurer = await aTreasurer(app)
    const id = await aContactId(app, treasurer)
    const bundle = await aBundle(app, treasurer, {
      transactions: [payment(id, { date: '2026-01-10' })],
      donations: [payment(id)],
    })
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
    const dues = { '4000 EUR': -8000 }
    assert.deepEqual(await balancesOf(app, treasurer), {
      '1000 EUR': 7800,
      '1200 EUR': 0,
      ...dues,
      '4900 EUR': 200,
    })
    await app.as(treasurer).post(`${path}/reversals/${first}/cancellation`, { reason: 'x' })
    assert.deepEqual(await balancesOf(app, treasurer), {
      '1000 EUR': 9300,
      '1200 EUR': -1300,
      ...dues,
      '4900 EUR': 0,
    })
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
    assert.deepEqual(await balancesOf(app, treasurer), {
      '1000 EUR': 700,
      '1200 EUR': 0,
      '4100 EUR': -1000,
      '4900 EUR': 300,
    })
  })

  test('keeps currencies apart', async () => {
    const treasurer = await aTreasurer(app)
    const id = await aContactId(app, treasurer)
    const franc = { currency: 'chf' }
    await aBundle(app, treasurer, {
      transactions: [payment(id, { amount: 700, ...franc }), payment(id, { amount: 400 })],
      donations: [payment(id, { amount: 700, ...franc }), payment(id, { amount: 400 })],
    })
    assert.deepEqual(await balancesOf(app, treasurer), {
      '1000 CHF': 700,
      '1000 EUR': 400,
      '1200 CHF': 0,
      '1200 EUR': 0,
      '4100 CHF': -700,
      '4100 EUR': -400,
    })
  })
})

describe('access to the ledger', () => {
  test('needs permission to see payments, and to change settings; other spaces see nothing', async () => {
    const [treasurer, other] = [await aTreasurer(app), await aTreasurer(app)]
    const id = await aContactId(app, other)
    await aBundle(app, other, { transactions: [payment(id, { date: '2026-01-10' })], donations: [payment(id)] })
    assert.deepEqual(await entriesOf(app, treasurer), [])
    assert.deepEqual(await balancesOf(app, treasurer), {})
    assert.deepEqual(await rowsOf(app, treasurer), [])
    await validate(app, treasurer, '2026-02-01')
    assert.ok((await entriesOf(app, other)).every(({ state }) => state === 'provisional'))
    const reader = await aUser(app, treasurer.space, { role: 'admin', scopes: ['finance:read'] })
    assert.equal((await app.as(reader).get('/v1/ledger')).status, 200)
    for (const [caller, status] of [
      [undefined, 401],
      [await aUser(app, treasurer.space), 403],
      [reader, 403],
    ] as const) {
      const ask = app.as(caller)
      assert.equal((await ask.post('/v1/ledger/validate', { until: '2026-03-01' })).status, status)
      assert.equal((await ask.post('/v1/ledger/opening_balances', { year: 2027, balances: [] })).status, status)
      assert.equal((await ask.patch('/v1/ledger/settings', { siren: '' })).status, status)
      if (caller === reader) continue
      for (const path of ['', '.csv', '/balances', '/settings', '/fec?year=2026', '/fec/notice?year=2026'])
        assert.equal((await ask.get(`/v1/ledger${path}`)).status, status, path)
    }
  })

  test('lists in pages, by account, journal, state and bundle', async () => {
    const treasurer = await aTreasurer(app)
    const id = await aContactId(app, treasurer)
    const bundles = []
    for (const day of ['2026-01-10', '2026-01-10', '2026-02-10'])
      bundles.push(
        await aBundle(app, treasurer, { transactions: [payment(id, { date: day })], donations: [payment(id)] }),
      )
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
    assert.deepEqual(refusal(await app.as(treasurer).get('/v1/ledger?from=2026-02-01&to=2026-01-01')).slice(0, 3), [
      422,
      'invalid_request',
      'query.to',
    ])
  })
})
