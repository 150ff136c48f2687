import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aBankAccount, aBankLine, matchRows, undoRows } from '../../test/bank_rows.ts'
import { startTestApp } from '../../test/harness.ts'
import { anAssociation, balancesOf, checkFile, entriesOf, rowsOf, told, validate } from '../../test/ledger.ts'
import { aBundle, aContactId, aTreasurer, bundleAt, payment, statusOf, verificationFindings } from '../../test/money.ts'
import { aSpace, type Person, refusal } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'

const app = await startTestApp()

const aFrenchTreasurer = async () => aTreasurer(app, await aSpace(app, 'Association', 'fr'))
/** A payment of this contact for a donation of the same amount, or of another. */
const aGift = (person: Person, id: number, paid: object = {}, given: object = {}) =>
  aBundle(app, person, { transactions: [payment(id, { ...paid })], donations: [payment(id, { ...given })] })

const bankEntries = async (person: Person) => told(await entriesOf(app, person, '?journal=bank&limit=1000'))

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

  test('follows a pending payment that comes in, turns out to be unpaid, and is deleted', async () => {
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
    assert.equal(await set(null), 2)
    await app.as(treasurer).delete(bundleAt(bundle.id))
    assert.deepEqual(await entriesOf(app, treasurer), [])
    // A change of accounts posts all payments again.
    const changed = await app.as(treasurer).patch('/v1/ledger/settings', { accounts: { waiting: '511900' } })
    assert.equal(changed.status, 200)
    assert.deepEqual(await entriesOf(app, treasurer), [])
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })
})

describe('a list of the ledger', () => {
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
    assert.equal((await entriesOf(app, treasurer, '?from=2026-02-01&to=2026-02-28')).length, 2)
    assert.equal((await entriesOf(app, treasurer, '?journal=money&state=validated')).length, 2)
    assert.equal((await entriesOf(app, treasurer, `?bundle_id=${bundles[2]?.id}`)).length, 2)
    const backwards = await app.as(treasurer).get('/v1/ledger?from=2026-02-01&to=2026-01-01')
    assert.deepEqual(refusal(backwards).slice(0, 3), refusal.at('query.to'))
  })
})

async function paid(person: Person, amount: number, wish: object = {}) {
  const contact = await aContactId(app, person, { firstname: 'Léa', surname: 'Roy' })
  const fields = { amount, date: '2026-03-02T10:00:00Z', payment_method_kind: 'transfer', ...wish }
  const bundle = await aBundle(app, person, { transactions: [payment(contact, fields)] })
  const ids = { bundle_id: bundle.id as number, transaction_id: bundle.transactions[0].id as number }
  return { ...ids, match: (part = amount) => ({ kind: 'payment' as const, ...ids, amount: part }) }
}

describe('the ledger of the bank', () => {
  test('has payments on the account for money in transit until a bank line has them', async () => {
    const person = await anAssociation(app)
    const before = await paid(person, 3000)
    assert.deepEqual(told(await entriesOf(app, person)), ['TR 2026-03-02 512000 → 411000 Léa Roy 30.00'])
    const bank = await aBankAccount(app, person, { ledger_account: '512000' })
    assert.deepEqual(told(await entriesOf(app, person)), ['TR 2026-03-02 511000 → 411000 Léa Roy 30.00'])
    const after = await paid(person, 4000)
    const cheque = await paid(person, 5000, { payment_method_kind: 'cheque' })
    const line = await aBankLine(app, person, bank, { date: '2026-03-05', amount: 11_800 })
    const fee = { kind: 'account' as const, account: '627000', amount: -200 }
    await matchRows(app, person, line, [before.match(), after.match(), cheque.match(), fee])
    assert.deepEqual(await bankEntries(person), [
      'BQ 2026-03-05 512000 → 511000 70.00',
      'BQ 2026-03-05 512000 → 511200 50.00',
      'BQ 2026-03-05 627000 → 512000 2.00',
    ])
    const balances = await balancesOf(app, person)
    const [bank_and_fees, transit] = [
      { '512000 EUR': 11_800, '627000 EUR': 200 },
      { '511000 EUR': 0, '511200 EUR': 0 },
    ]
    assert.partialDeepStrictEqual(balances, { ...bank_and_fees, ...transit })
    assert.deepEqual(await verificationFindings(app, person.space), [])
    await app.owner`
      update ledger_entries set amount = amount + 1 where group_id = ${person.space} and bundle_id = ${-line} and credit_account = '511000'`
    assert.deepEqual(pick(await verificationFindings(app, person.space), 'what'), [
      `the ledger differs from bank line ${line}`,
    ])
    await undoRows(app, person, line)
    assert.deepEqual(await bankEntries(person), [])
  })

  test('names the line in the place of a payment', async () => {
    const person = await anAssociation(app)
    const bank = await aBankAccount(app, person, { ledger_account: '512000' })
    const { match } = await paid(person, 3000)
    const line = await aBankLine(app, person, bank, { date: '2026-03-05', amount: 3000 })
    await matchRows(app, person, line, [match()])
    const [entry] = await entriesOf(app, person, '?journal=bank')
    assert.deepEqual([entry?.bank_line_id, entry?.transaction_bundle_id], [line, null])
    assert.deepEqual([entry?.reference, entry?.label], [`R${line}`, `Relevé bancaire L${line}`])
    const rows = (await rowsOf(app, person)).filter(({ JournalCode }) => JournalCode === 'BQ')
    const shown = pick(rows, 'PieceRef', 'CompteLib').map(String)
    assert.deepEqual(shown, [`R${line},Banques`, `R${line},Encaissements en attente de la banque`])
    const first = await app.as(person).get('/v1/ledger?limit=1')
    const second = await app.as(person).get(`/v1/ledger?limit=1&cursor=${first.body.next_cursor}`)
    assert.deepEqual(pick([...first.body.data, ...second.body.data], 'id'), [`${match().bundle_id}-1`, `L${line}-1`])
    const third = await app.as(person).get(`/v1/ledger?limit=1&cursor=${second.body.next_cursor}`)
    assert.equal(third.status, 200, third.text)
  })

  test('books a match of a validated day later, and takes it back later too', async () => {
    const person = await anAssociation(app)
    const bank = await aBankAccount(app, person, { ledger_account: '512000' })
    const { match } = await paid(person, 3000)
    const line = await aBankLine(app, person, bank, { date: '2026-03-05', amount: 3000 })
    await validate(app, person, '2026-03-31')
    await matchRows(app, person, line, [match()])
    const [late] = await entriesOf(app, person, '?journal=bank')
    assert.equal(late?.event_date, '2026-03-05')
    assert.ok((late?.date ?? '') > '2026-03-31')
    await undoRows(app, person, line)
    assert.deepEqual(await bankEntries(person), [])

    const other = await aBankLine(app, person, bank, { date: '2026-04-05', amount: 3000 })
    await matchRows(app, person, other, [match()])
    await validate(app, person, '2026-04-30')
    await undoRows(app, person, other)
    const [booked, back] = await entriesOf(app, person, '?journal=bank')
    assert.equal(booked?.state, 'validated')
    assert.equal(back?.reversed, true)
    assert.equal((await balancesOf(app, person))['512000 EUR'], 0)
    assert.deepEqual(await verificationFindings(app, person.space), [])
  })

  test('has no entry for a payment that was validated on the account of the bank', async () => {
    const person = await anAssociation(app)
    const { match } = await paid(person, 3000)
    await validate(app, person, '2026-03-31')
    const bank = await aBankAccount(app, person, { ledger_account: '512000' })
    const line = await aBankLine(app, person, bank, { date: '2026-04-01', amount: 3000 })
    await matchRows(app, person, line, [match()])
    assert.deepEqual(await bankEntries(person), [])
    assert.equal((await balancesOf(app, person))['512000 EUR'], 3000)
    assert.deepEqual(await verificationFindings(app, person.space), [])
  })

  test('follows the accounts of the settings', async () => {
    const person = await anAssociation(app)
    const bank = await aBankAccount(app, person, { ledger_account: '512000' })
    const { match } = await paid(person, 3000)
    const line = await aBankLine(app, person, bank, { date: '2026-03-05', amount: 3000 })
    await matchRows(app, person, line, [match()])
    const changed = await app.as(person).patch('/v1/ledger/settings', { accounts: { waiting: '511900' } })
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual(await bankEntries(person), ['BQ 2026-03-05 512000 → 511900 30.00'])
    const preset = await app.as(person).patch('/v1/ledger/settings', { preset: 'fr_party' })
    assert.equal(preset.status, 200, preset.text)
    assert.deepEqual(await bankEntries(person), ['BQ 2026-03-05 512000 → 511000 30.00'])
    for (const accounts of [{ waiting: '512000' }, { fees: '512000' }, { people: '512000' }]) {
      const refused = await app.as(person).patch('/v1/ledger/settings', { accounts })
      assert.equal(refused.status, 422, refused.text)
    }
    assert.deepEqual(await verificationFindings(app, person.space), [])
  })

  test('clears a payment that the bank took back, also where its status then means unpaid', async () => {
    const person = await anAssociation(app)
    const bank = await aBankAccount(app, person, { ledger_account: '512000' })
    const { match, bundle_id, transaction_id } = await paid(person, 3000, { payment_method_kind: 'direct_debit' })
    const [came, went] = [
      await aBankLine(app, person, bank, { date: '2026-03-05', amount: 3000 }),
      await aBankLine(app, person, bank, { date: '2026-03-20', amount: -3000 }),
    ]
    await matchRows(app, person, came, [match()])
    await validate(app, person, '2026-03-10')
    const sent = { amount: 3000, date: '2026-03-20T10:00:00Z', reason: 'AM04' }
    const { body } = await app.as(person).post(`/v1/transactions/${transaction_id}/returns`, sent)
    const reversal_id: number = body.data.id
    await matchRows(app, person, went, [{ kind: 'reversal', bundle_id, transaction_id, reversal_id, amount: -3000 }])
    const cleared = async () => {
      const balances = await balancesOf(app, person)
      assert.deepEqual([balances['512000 EUR'], balances['511000 EUR']], [0, 0])
      assert.deepEqual(await verificationFindings(app, person.space), [])
    }
    await cleared()
    const status_id = await statusOf(app, person.space, 'unpaid')
    await app.as(person).patch(bundleAt(bundle_id), { transactions: [{ id: transaction_id, status_id }] })
    await cleared()
    await app.as(person).patch('/v1/ledger/settings', { accounts: { waiting: '511900' } })
    const balances = await balancesOf(app, person)
    assert.equal(balances['512000 EUR'], 0)
    assert.equal((balances['511000 EUR'] ?? 0) + (balances['511900 EUR'] ?? 0), 0)
    assert.deepEqual(await verificationFindings(app, person.space), [])
  })
})
