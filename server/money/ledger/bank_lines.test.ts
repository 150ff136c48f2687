import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aBankAccount, aBankLine, matchRows, undoRows } from '../../test/bank_rows.ts'
import { startTestApp } from '../../test/harness.ts'
import { anAssociation, balancesOf, entriesOf, rowsOf, told, validate } from '../../test/ledger.ts'
import { aBundle, aContactId, bundleAt, payment, statusOf, verificationFindings } from '../../test/money.ts'
import type { Person } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'

const app = await startTestApp()

async function paid(person: Person, amount: number, wish: object = {}) {
  const contact = await aContactId(app, person, { firstname: 'Léa', surname: 'Roy' })
  const fields = { amount, date: '2026-03-02T10:00:00Z', payment_method_kind: 'transfer', ...wish }
  const bundle = await aBundle(app, person, { transactions: [payment(contact, fields)] })
  const ids = { bundle_id: bundle.id as number, transaction_id: bundle.transactions[0].id as number }
  return { ...ids, match: (part = amount) => ({ kind: 'payment' as const, ...ids, amount: part }) }
}

const bankEntries = async (person: Person) => told(await entriesOf(app, person, '?journal=bank&limit=1000'))

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
