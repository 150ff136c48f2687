import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mt940_german } from '../../test/bank_file_samples.ts'
import { type CamtEntry, camt053, camt054, ibans, importBankFile, sendBankFile } from '../../test/bank_files.ts'
import {
  balanceBefore,
  bankStatementHelpers,
  entry,
  month,
  month_amounts,
  partOfMonth,
} from '../../test/bank_statements.ts'
import { startTestApp } from '../../test/harness.ts'
import { aContactId } from '../../test/money.ts'
import { aUser, type Person } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'

const app = await startTestApp()
const { anAccount, linesOf, amountsOf, openingOf, statementsOf, refuses } = bankStatementHelpers(app)

const addedBy = async (who: Person, file: string) => (await importBankFile(app, who, file)).added_count

describe('lines that are known are not added again', () => {
  test('the same file twice adds nothing and returns the statement that is stored', async () => {
    const { who } = await anAccount()
    const first = await importBankFile(app, who, partOfMonth(0, 6))
    const second = await importBankFile(app, who, partOfMonth(0, 6))
    assert.deepEqual([second.lines_count, second.added_count], [6, 0])
    assert.deepEqual(second.statements, first.statements)
    assert.equal((await statementsOf(who)).length, 1)
    assert.deepEqual(await amountsOf(who), month_amounts)
  })

  test('overlapping files with and without references of the bank give each line once, in any order', async () => {
    const bare = month.map(line => ({ ...line, reference: '' }))
    for (const entries of [month, bare])
      for (const parts of ['0-4 1-6', '2-6 0-5', '2-4 0-6', '0-6 2-4']) {
        const { who } = await anAccount()
        for (const [start = 0, end] of parts.split(' ').map(part => part.split('-').map(Number))) {
          const opening = balanceBefore(start)
          await importBankFile(app, who, camt053(entries.slice(start, end), { opening, id: `P-${start}-${end}` }))
        }
        assert.deepEqual(await amountsOf(who), month_amounts)
        assert.equal(await openingOf(who), 0)
      }
  })

  test('equal lines of a day are told apart by their number', async () => {
    const { who } = await anAccount()
    const equal = { amount: 500, text: 'Don', reference: '' }
    await importBankFile(app, who, camt053([equal, equal], { opening: 0 }))
    await importBankFile(app, who, camt053([equal, equal, equal], { opening: 0 }))
    assert.deepEqual(await amountsOf(who), [500, 500, 500])
  })

  test('another format of the same days adds nothing, though it has other references', async () => {
    const { who, id } = await anAccount({ iban: ibans.berlin })
    await importBankFile(app, who, mt940_german)
    const entries = [entry(2, 2500, { reference: 'X1' }), entry(3, -590), entry(5, -3000), entry(6, 100)]
    const file = camt053(entries, { opening: 150_000, iban: ibans.berlin })
    assert.equal((await importBankFile(app, who, file, { bank_account_id: id })).added_count, 1)
    assert.deepEqual(await amountsOf(who), [2500, -590, -3000, 100])
  })

  test('camt.054 after or before camt.053 adds nothing twice, and gives an open line its transactions', async () => {
    const parts = [
      { amount: 400, name: 'Anne', end_to_end_id: 'E1' },
      { amount: 100, name: 'Bert', end_to_end_id: 'E2' },
    ]
    const notification = camt054([entry(5, 500, { parts })])
    const statement = camt053([entry(4, 10), entry(5, 500)], { opening: 0 })
    const orders = [statement, notification]
    for (const files of [orders, orders.toReversed()]) {
      const { who } = await anAccount()
      for (const file of files) await importBankFile(app, who, file)
      assert.deepEqual(await amountsOf(who), [10, 500])
      const details = (await linesOf(who))[1]?.details as { end_to_end_id: string }[]
      assert.deepEqual(pick(details, 'end_to_end_id'), ['E1', 'E2'])
      assert.equal(await openingOf(who), 0)
    }
  })

  test('camt.054 does not change a line that is settled', async () => {
    const { who } = await anAccount()
    await importBankFile(app, who, camt053([entry(5, 500)], { opening: 0 }))
    await app.owner`
      update bank_lines set state = 'ignored', ignored_reason = 'x', settled_at = now(), settled_by = 1 where group_id = ${who.space}`
    const parts = [400, 100].map(amount => ({ amount, name: 'Anne' }))
    assert.equal((await importBankFile(app, who, camt054([entry(5, 500, { parts })]))).added_count, 0)
    assert.deepEqual((await linesOf(who))[0]?.details, [])
  })

  test('one file that is sent many times at once is added once', async () => {
    const { who } = await anAccount()
    const answers = await Promise.all(Array.from({ length: 6 }, () => sendBankFile(app, who, partOfMonth(0, 6))))
    assert.deepEqual(pick(answers, 'status'), Array(6).fill(200))
    assert.deepEqual(answers.map(({ body }) => body.data.added_count).sort(), [0, 0, 0, 0, 0, 6])
    assert.equal((await statementsOf(who)).length, 1)
    assert.deepEqual(await amountsOf(who), month_amounts)
  })
})

describe('statements continue each other', () => {
  test('a later and an earlier one are taken, also of the same day', async () => {
    const { who } = await anAccount()
    await importBankFile(app, who, camt053(month.slice(3, 5), { opening: balanceBefore(3), id: 'B' }))
    await importBankFile(app, who, partOfMonth(5, 6))
    await importBankFile(app, who, partOfMonth(0, 3))
    assert.deepEqual(await amountsOf(who), month_amounts)
    assert.equal(await openingOf(who), 0)
  })

  test('a gap is refused with both amounts and days', async () => {
    const { who } = await anAccount()
    await importBankFile(app, who, partOfMonth(0, 2))
    const message =
      /begins on 2026-10-09 with 12.70 EUR, but the lines imported until 2026-10-02 end with 0.70 EUR. Import the statements in between/
    await refuses(who, partOfMonth(4, 6), message, {}, 409)
    const early = (await anAccount()).who
    await importBankFile(app, early, partOfMonth(4, 6))
    await refuses(early, partOfMonth(0, 2), /begins on 2026-10-01 with 0.00 EUR/, {}, 409)
    await importBankFile(app, who, camt053(month.slice(2, 4), { opening: balanceBefore(2), id: 'between' }))
    await importBankFile(app, who, partOfMonth(4, 6))
    assert.deepEqual(await amountsOf(who), month_amounts)
  })

  test('a statement with a line more or less than another of the same days is refused', async () => {
    const { who } = await anAccount()
    await importBankFile(app, who, partOfMonth(0, 6))
    const more = [...month.slice(0, 4), entry(7, 33), ...month.slice(4)]
    const unknown = /has a line of 2026-10-07 with 0.33 EUR.*not in the statement from 2026-10-01 to 2026-10-20/
    await refuses(who, camt053(more, { opening: 0 }), unknown, {}, 409)
    const fewer = camt053(
      month.filter(({ amount }) => amount !== 500),
      { opening: 0 },
    )
    await refuses(who, fewer, /A line of 2026-10-05 with 5.00 EUR was imported before and is missing/, {}, 409)
    await refuses(who, camt054([entry(7, 33)]), /has a line of 2026-10-07/, {}, 409)
  })

  test('a line more on a day before lines that were imported is refused, also among statements of single days', async () => {
    const { who } = await anAccount()
    for (const start of [0, 1, 2, 3]) await importBankFile(app, who, partOfMonth(start, start + 1))
    const message =
      /has a line of 2026-10-0[25] with 0.33 EUR.*later lines were imported whose balances do not count it/
    const second = camt053([entry(2, -30), entry(2, 33)], { opening: balanceBefore(1) })
    await refuses(who, second, message, {}, 409)
    const third = camt053([entry(5, 500), entry(5, 33)], { opening: balanceBefore(2) })
    await refuses(who, third, message, {}, 409)
    await importBankFile(app, who, camt053([entry(5, 700), entry(5, 33)], { opening: balanceBefore(3) }))
    assert.deepEqual(await amountsOf(who), [100, -30, 500, 700, 33])
  })

  test('a month without movements is stored, and must have the right balance', async () => {
    const { who } = await anAccount()
    await importBankFile(app, who, partOfMonth(0, 6))
    const empty = (opening: number) => camt053([], { opening, date: '2026-11-30', from: '2026-11-01', id: 'NOV' })
    const message = /begins on 2026-11-30 with 0.01 EUR, but the lines imported until 2026-10-20 end with 11.00 EUR/
    await refuses(who, empty(1), message, {}, 409)
    assert.equal((await importBankFile(app, who, empty(balanceBefore(6)))).statements[0].lines_count, 0)
    assert.equal((await statementsOf(who)).length, 2)
  })

  test('a file without balances before the first with balances gets the right opening balance', async () => {
    const { who } = await anAccount()
    await importBankFile(app, who, camt054(month.slice(0, 3)))
    await importBankFile(app, who, camt053(month.slice(3), { opening: 5000 }))
    assert.equal(await openingOf(who), 5000 - balanceBefore(3))
  })
})

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

const csv = (date: string, amount: string) => `Date;Montant;Libelle\n${date};${amount};x\n`

async function close({ who, id }: { who: Person; id: number }, month: string) {
  await app.owner`
    update bank_lines set state = 'ignored', ignored_reason = 'test', settled_at = now(), settled_by = ${who.id} where group_id = ${who.space}`
  const { status, text } = await app.as(who).post('/v1/bank_months/close', { bank_account_id: id, month })
  assert.equal(status, 200, text)
}

describe('an import leaves the balance of a closed month', () => {
  test('lines before and in a closed month are refused, later ones are taken', async () => {
    const account = await anAccount({ csv_mapping })
    const { who, id: bank_account_id } = account
    await importBankFile(app, who, csv('2026-03-05', '10.00'), { bank_account_id })
    await close(account, '2026-03')
    const closed = /The month 2026-03 of this bank account is closed/
    for (const date of ['2026-02-28', '2026-03-01', '2024-12-31'])
      await refuses(who, csv(date, '3.00'), closed, { bank_account_id }, 409)
    await importBankFile(app, who, csv('2026-04-01', '3.00'), { bank_account_id })
    assert.deepEqual(await amountsOf(who), [1000, 300])
  })

  test('an older statement that joins the first one is refused', async () => {
    const account = await anAccount()
    await importBankFile(app, account.who, camt053([{ amount: 500, date: '2026-03-05' }], { opening: 1000, id: 'B' }))
    await close(account, '2026-03')
    const older = camt053([{ amount: 300, date: '2026-02-05' }], { opening: 700, id: 'A' })
    await refuses(account.who, older, /2026-03 .* is closed, and its balance counts the lines before it/, {}, 409)
    const sent = { bank_account_id: account.id, month: '2026-03' }
    assert.equal((await app.as(account.who).post('/v1/bank_months/open', sent)).status, 200)
    await importBankFile(app, account.who, older)
  })

  test('a first statement with balances is refused if it gives another balance before the first line', async () => {
    const account = await anAccount({ csv_mapping })
    const { who, id: bank_account_id } = account
    await importBankFile(app, who, csv('2026-03-05', '10.00'), { bank_account_id })
    await close(account, '2026-03')
    const april = (opening: number) => camt053([{ amount: 500, date: '2026-04-05' }], { opening })
    const message = /another balance before the first line, which would change the closed month 2026-03/
    await refuses(who, april(4200), message, {}, 409)
    const { status, text } = await sendBankFile(app, who, april(1000))
    assert.equal(status, 200, text)
  })
})
