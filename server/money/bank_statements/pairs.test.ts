import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CamtEntry, camt053, camt054, ibans, importBankFile } from '../../test/bank_files.ts'
import { bankStatementHelpers, entry } from '../../test/bank_statements.ts'
import { startTestApp } from '../../test/harness.ts'
import { aContactId } from '../../test/money.ts'
import { aUser, type Person } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'

const app = await startTestApp()
const { anAccount, linesOf, amountsOf, openingOf, refuses } = bankStatementHelpers(app)

const columns = { encoding: 'auto', separator: ';', skip_rows: 0, date_format: 'YYYY-MM-DD', decimal: '.' }
const csv_mapping = { ...columns, date: 0, amount: 1, text: [2] }

/** An account with lines of a CSV file: day, amount, text and, if the file has balances, the balance after it. */
async function afterCsv(rows: [number, string, string, string?][]) {
  const balanced = rows.some(row => row.length > 3)
  const { who, id } = await anAccount({ csv_mapping: balanced ? { ...csv_mapping, balance: 3 } : csv_mapping })
  const lines = rows.map(([day, ...cells]) => [`2026-10-${String(day).padStart(2, '0')}`, ...cells].join(';'))
  await importBankFile(app, who, `Date;Montant;Libelle;Solde\n${lines.join('\n')}\n`, { bank_account_id: id })
  return { who, id }
}

const by = (name: string, more: Partial<CamtEntry> = {}) => entry(5, 2000, { reference: `R-${name}`, name, ...more })
const ada = by('Ada Lovelace')
const bob = by('Bob Martin')
const addedBy = async (who: Person, file: string) => (await importBankFile(app, who, file)).added_count
const textsOf = async (who: Person) =>
  (await linesOf(who)).map(({ text, ...line }) => `${text} ${(line as { counterparty?: string }).counterparty}`.trim())

describe('lines of two formats with one day and amount', () => {
  test('are one if they name the same person, and two if they name others, after CSV files with and without balances', async () => {
    for (const balance of [[], ['20.00']] as const) {
      const csv = () => afterCsv([[5, '20.00', 'VIR ADA LOVELACE', ...balance]])
      const both = (await csv()).who
      assert.equal(await addedBy(both, camt053([bob, ada], { opening: 0 })), 1)
      assert.deepEqual(await textsOf(both), ['VIR ADA LOVELACE Ada Lovelace', 'Bob Martin'])
      assert.equal(await addedBy(both, camt053([bob, ada], { opening: 0 })), 0)
      const only_bob = (await csv()).who
      assert.equal(await addedBy(only_bob, camt054([bob])), 1)
      assert.deepEqual(await textsOf(only_bob), ['VIR ADA LOVELACE', 'Bob Martin'])
      assert.equal(await addedBy(only_bob, camt054([ada])), 0)
    }
  })

  test('are one with the same IBAN, end-to-end id or text, whatever their order', async () => {
    const people = [
      by('', { reference: 'A', iban: ibans.anne }),
      by('', { reference: 'B', end_to_end_id: 'E-77' }),
      by('', { reference: 'C', text: 'Cotisation 2026, Eve' }),
    ]
    const { who } = await anAccount()
    await importBankFile(app, who, camt054(people))
    const again = people.toReversed().map(person => ({ ...person, reference: `${person.reference}2` }))
    assert.equal(await addedBy(who, camt053(again, { opening: 0 })), 0)
    const others = [by('', { iban: ibans.paris, reference: 'D' }), by('', { end_to_end_id: 'E-78', reference: 'E' })]
    assert.equal(await addedBy(who, camt053([...others, ...again], { opening: 0, id: 'S2' })), 2)
    const rows = await app.owner<{ bank_reference: string }[]>`
      select bank_reference from bank_lines where group_id = ${who.space} order by bank_reference`
    assert.deepEqual(pick(rows, 'bank_reference'), ['A', 'B', 'C', 'D', 'E'])
  })

  test('are two if nothing tells that they are one and neither file has balances', async () => {
    const { who } = await afterCsv([[5, '20.00', 'REMISE 12']])
    assert.equal(await addedBy(who, camt054([bob])), 1)
  })

  test('are one on a day that a statement with balances has all lines of, without taking the name of the payer', async () => {
    const { who } = await afterCsv([
      [4, '1.00', 'A'],
      [5, '20.00', 'REMISE CB 12'],
      [6, '1.00', 'B'],
    ])
    const statement = camt053([entry(4, 100), bob, entry(6, 100)], { opening: 0 })
    assert.equal(await addedBy(who, statement), 0)
    assert.deepEqual(await textsOf(who), ['A', 'REMISE CB 12', 'B'])
  })
})

describe('equal lines without references', () => {
  const gift = entry(5, 2000, { reference: '', text: 'VIR DON' })

  test('of two notifications in a file are two lines, and one if the file repeats a notification', async () => {
    const { who } = await anAccount()
    const notification = (id: string) => camt054([gift], { id }).match(/<Ntfctn>.*<\/Ntfctn>/s)?.[0] ?? ''
    const file = (...ids: string[]) => camt054([]).replace(/<Ntfctn>.*<\/Ntfctn>/s, ids.map(notification).join('\n'))
    assert.equal(await addedBy(who, file('N1', 'N1')), 1)
    assert.equal(await addedBy(who, file('N1', 'N2')), 1)
    assert.equal(await addedBy(who, file('N1', 'N2')), 0)
    assert.equal(await addedBy(who, file('N1', 'N2', 'N2')), 0)
    assert.deepEqual(await amountsOf(who), [2000, 2000])
  })

  test('of two statements of a day that continue each other are two lines, once', async () => {
    const { who } = await anAccount()
    const first = camt053([gift], { opening: 0, id: 'S1' })
    const second = camt053([gift], { opening: 2000, id: 'S2' })
    const added = []
    for (const file of [first, second, second, first]) added.push(await addedBy(who, file))
    assert.deepEqual(added, [1, 1, 0, 0])
    await refuses(who, camt053([gift], { opening: 6000, id: 'S4' }), /begins on 2026-10-05 with 60.00 EUR/, {}, 409)
    assert.deepEqual([await amountsOf(who), await openingOf(who)], [[2000, 2000], 0])
  })
})

describe('a statement with one balance', () => {
  const without = (code: string, file: string) =>
    file.replace(new RegExp(`<Bal><Tp><CdOrPrtry><Cd>${code}</Cd>.*?</Bal>`), '')

  for (const code of ['OPBD', 'CLBD'])
    test(`has the other by its lines, so that a gap is found: without ${code}`, async () => {
      const { who } = await anAccount()
      const file = without(code, camt053([entry(5, 100)], { opening: 700 }))
      const [stored] = (await importBankFile(app, who, file)).statements
      assert.deepEqual([stored.opening_balance, stored.closing_balance], [700, 800])
      assert.equal(await openingOf(who), 700)
      const later = (opening: number) => without(code, camt053([entry(9, 100)], { opening, id: 'S2' }))
      await refuses(who, later(900), /begins on 2026-10-09 with 9.00 EUR, but the lines .* end with 8.00 EUR/, {}, 409)
      assert.equal(await addedBy(who, later(800)), 1)
    })
})

test('a person who was erased does not come back with the same file or one of another format', async () => {
  const { who } = await anAccount()
  const officer = await aUser(app, who.space, { role: 'superadmin' })
  const contact_id = await aContactId(app, officer, { firstname: 'Xantippe', surname: 'Quellmalz' })
  const gift = entry(5, 2000, { name: 'Xantippe Quellmalz', text: 'DON' })
  await importBankFile(app, who, camt053([gift], { opening: 0 }))
  const request = await app.as(officer).post('/v1/privacy_requests', { kind: 'erasure', contact_id })
  const path = `/v1/privacy_requests/${request.body.data.id}/complete`
  const done = await app.as(officer).post(path, { confirm_contact_id: contact_id })
  assert.equal(done.status, 200, done.text)
  for (const file of [camt053([gift], { opening: 0 }), camt054([gift])]) {
    assert.equal(await addedBy(who, file), 0)
    assert.deepEqual(await textsOf(who), [''])
  }
})
