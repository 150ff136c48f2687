import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, test } from 'node:test'
import { zipSync } from 'fflate'
import { csv_french, csv_german, mt940_german, ofx_sgml } from '../../test/bank_file_samples.ts'
import { aFileAccount, camt053, ibans, importBankFile, sendBankFile } from '../../test/bank_files.ts'
import { bankStatementHelpers, entry, month, month_amounts, partOfMonth } from '../../test/bank_statements.ts'
import { keysOf, startTestApp } from '../../test/harness.ts'
import { type Person, refusal } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'
import { longTest } from '../../test/runs.ts'

const app = await startTestApp()
const path = '/v1/bank_statements'
const { aTreasurer, anAccount, amountsOf, openingOf, statementsOf, refuses } = bankStatementHelpers(app)

describe('importing a statement', () => {
  test('adds its lines, sets the balance before the first line and returns the statement', async () => {
    const { who, id } = await anAccount()
    const data = await importBankFile(app, who, camt053(month, { opening: 4200 }), { name: 'octobre.xml' })
    assert.deepEqual([data.lines_count, data.added_count, data.statements.length], [6, 6, 1])
    const { id: statement_id, CreatedAt, ...rest } = data.statements[0]
    assert.deepEqual(rest, {
      ...{ bank_account_id: id, file_name: 'octobre.xml', format: 'camt.053', reference: 'STMT-1' },
      ...{ from_date: '2026-10-01', to_date: '2026-10-20', opening_balance: 4200, closing_balance: 5300 },
      ...{ lines_count: 6, added_count: 6 },
    })
    assert.equal(await openingOf(who), 4200)
    assert.deepEqual(await amountsOf(who), month_amounts)
    assert.deepEqual((await app.as(who).get(`${path}/${statement_id}`)).body.data, data.statements[0])
  })

  test('finds the account by its IBAN, by its number in OFX, and by bank code and account in MT940', async () => {
    const who = await aTreasurer()
    const lyon = await aFileAccount(app, who.space)
    const berlin = await aFileAccount(app, who.space, { iban: ibans.berlin, name: 'Berlin' })
    const other = await aFileAccount(app, who.space, { iban: '', number: '777-888', name: 'Caisse' })
    const accountOf = async (file: string) => (await importBankFile(app, who, file)).statements[0].bank_account_id
    assert.equal(await accountOf(ofx_sgml), lyon)
    assert.equal(await accountOf(mt940_german), berlin)
    const number = camt053([entry(1, 5)]).replace(/<IBAN>.*?<\/IBAN>/, '<Othr><Id>777888</Id></Othr>')
    assert.equal(await accountOf(number), other)
  })

  test('takes several statements of several accounts in one archive, and all or none', async () => {
    const who = await aTreasurer()
    await aFileAccount(app, who.space)
    await aFileAccount(app, who.space, { iban: ibans.berlin, name: 'Berlin' })
    const [first, second] = [Buffer.from(partOfMonth(0, 3)), Buffer.from(partOfMonth(3, 6))]
    const berlin = Buffer.from(mt940_german)
    const wrong = Buffer.from(partOfMonth(3, 6, 1))
    await refuses(who, zipSync({ first, wrong, berlin }), /begins on 2026-10-05 with 0.01 EUR/, {}, 409)
    const data = await importBankFile(app, who, zipSync({ z_first: first, a_second: second, berlin }))
    assert.deepEqual([data.statements.length, data.added_count], [3, 9])
  })

  test('takes a CSV file with the mapping of its account', async () => {
    const { who, id } = await anAccount()
    await refuses(who, csv_french, /say once what its columns mean/)
    await refuses(who, csv_french, /say once what its columns mean/, { bank_account_id: id })
    const preview = await sendBankFile(app, who, csv_french, { bank_account_id: id }, `${path}/preview`)
    const mapping = preview.body.data.csv_mapping
    await app.owner`update bank_accounts set csv_mapping = ${JSON.stringify(mapping)}::text::json where group_id = ${who.space}`
    const data = await importBankFile(app, who, Buffer.from(csv_french, 'latin1'), { bank_account_id: id })
    assert.equal(data.added_count, 3)
    assert.equal((await importBankFile(app, who, csv_french, { bank_account_id: id })).added_count, 0)
    assert.deepEqual(await amountsOf(who), [1460, -3000, 123_450])
  })

  longTest('of 10 000 lines takes a few seconds', () => importsMany(10_000))
  test('of 1 000 lines takes less than a few seconds', () => importsMany(1000))

  async function importsMany(count: number) {
    const { who } = await anAccount()
    const entries = Array.from({ length: count }, (_, index) => {
      const person = { text: `Cotisation ${index}`, name: `Personne ${index}`, iban: ibans.anne }
      return entry(1 + Math.floor((index * 25) / count), 100 + index, person)
    })
    const started = Date.now()
    assert.equal((await importBankFile(app, who, camt053(entries))).added_count, count)
    assert.ok(Date.now() - started < 30_000)
  }

  test('is refused with an id of another space, and for an account that the space does not have', async () => {
    const admin = await aTreasurer()
    const { id } = await anAccount()
    const foreign = await sendBankFile(app, admin, partOfMonth(0, 2), { bank_account_id: id })
    assert.deepEqual(refusal(foreign), refusal.at('query.bank_account_id'))
    await refuses(admin, partOfMonth(0, 2), /FR7630006000011234567890189, which is none of your bank accounts/)
  })
})

describe('a file that does not fit is refused and leaves nothing', () => {
  test('with what is wrong', async () => {
    const { who, id } = await anAccount()
    await aFileAccount(app, who.space, { iban: ibans.berlin, name: 'Berlin' })
    await aFileAccount(app, who.space, { iban: ibans.zurich, name: 'Zürich', archived: true })
    const of = (iban: string) => camt053([entry(1, 5)], { iban })
    const other = new RegExp(`${ibans.berlin}, but you chose Compte courant \\(${ibans.lyon}\\)`)
    const cases: [file: string | Uint8Array, message: RegExp, query?: object][] = [
      [of(ibans.paris), /FR14\w+, which is none of your bank accounts. Add it first/],
      [of(ibans.berlin), other, { bank_account_id: id }],
      [of(ibans.zurich), /Zürich is archived/],
      [camt053([entry(1, 5)], { currency: 'CHF' }), /is in CHF, but the bank account Compte courant is in EUR/i],
      [camt053([entry(1, 5)], { closing: 1 }), /but the closing balance is 0.01 EUR/],
      [partOfMonth(0, 6).slice(0, 1500), /not valid XML/],
      ['', /is empty/],
    ]
    for (const [file, message, query] of cases) await refuses(who, file, message, query)
  })

  test('one that is larger than 20 MB', async () => {
    const { who } = await anAccount()
    const answer = await sendBankFile(app, who, new Uint8Array(20 * 1024 * 1024 + 1))
    assert.deepEqual(refusal(answer), [413, 'too_large'])
  })
})

describe('a preview', () => {
  const previewOf = async (who: Person, file: string | Uint8Array, query = {}) => {
    const { status, body, text } = await sendBankFile(app, who, file, query, `${path}/preview`)
    assert.equal(status, 200, text)
    return body.data
  }

  test('says the account and the number of lines, and stores nothing', async () => {
    const { who, id } = await anAccount()
    const none = {
      ...{ columns: [], rows: [], csv_mapping: null, left_out_count: 0 },
      ...{ layout: null, has_headings: false, headings_doubtful: false },
    }
    const known = { format: 'camt.053', iban: ibans.lyon, bank_account_id: id, lines_count: 6 }
    assert.deepEqual(await previewOf(who, partOfMonth(0, 6)), { ...known, ...none })
    const unknown = await previewOf(who, camt053([entry(1, 5)], { iban: ibans.paris }))
    assert.deepEqual([unknown.iban, unknown.bank_account_id], [ibans.paris, null])
    assert.deepEqual([await amountsOf(who), await statementsOf(who)], [[], []])
  })

  test('shows the columns of a CSV file and proposes what they mean', async () => {
    const { who } = await anAccount()
    const french = await previewOf(who, csv_french)
    assert.deepEqual(french.columns, ['Date opération', 'Date de valeur', 'Libellé', 'Débit', 'Crédit', 'Solde'])
    assert.deepEqual([french.lines_count, french.rows.length, french.csv_mapping.debit], [3, 3, 3])
    assert.deepEqual([french.has_headings, french.headings_doubtful, french.layout], [true, false, null])
    const german = await previewOf(who, Buffer.from(csv_german, 'latin1'))
    assert.deepEqual([german.lines_count, german.csv_mapping.amount, german.csv_mapping.counterparty], [2, 7, 5])
    const unclear = await previewOf(who, 'a;b\n02/10/2026;2\n')
    assert.deepEqual([unclear.lines_count, unclear.columns, unclear.csv_mapping], [0, ['a', 'b'], null])
  })

  test('of a file without column names asks whether its first row is one, and the answer decides what is imported', async () => {
    const { who, id } = await anAccount({ currency: 'GBP' })
    const file = '05/10/2026,ADA STONE SUBS,"1,020.00"\n06/10/2026,THE OLD HALL,-7.50\n'
    const asked = await previewOf(who, file, { bank_account_id: id })
    assert.deepEqual([asked.headings_doubtful, asked.has_headings, asked.columns], [true, false, ['', '', '']])
    assert.deepEqual([asked.layout, asked.lines_count, asked.rows[0][2]], ['HSBC UK', 2, '1,020.00'])
    const save = (has_headings?: boolean) =>
      app.as(who).patch(`/v1/bank_accounts/${id}`, { csv_mapping: { ...asked.csv_mapping, has_headings } })
    assert.equal((await save(true)).status, 200)
    const answered = await previewOf(who, file, { bank_account_id: id })
    assert.deepEqual([answered.headings_doubtful, answered.has_headings, answered.lines_count], [false, true, 1])
    assert.equal(answered.columns[1], 'ADA STONE SUBS')
    assert.equal((await save(false)).status, 200)
    const imported = await importBankFile(app, who, `${file}07/10/2026,NOTICE OF CHARGES,\n`, { bank_account_id: id })
    assert.deepEqual([imported.added_count, imported.left_out_count], [2, 1])
    assert.deepEqual(await amountsOf(who), [102_000, -750])
  })

  test('of a file that cannot be read says why', async () => {
    const { who } = await anAccount()
    const answer = await sendBankFile(app, who, partOfMonth(0, 6).slice(0, 900), {}, `${path}/preview`)
    assert.match(`${answer.status} ${answer.body.detail}`, /422 Line \d+: the file is not valid XML/)
    for (const text of ['Name,Mail\nAda,ada@example.org\n', 'Dear Ada,\nsee you on 2026-10-02.\n', '20261002;x\n']) {
      const { status, body } = await sendBankFile(app, who, text, {}, `${path}/preview`)
      assert.match(`${status} ${body.detail}`, /422 This file is not a bank statement/)
    }
  })
})

describe('listing statements', () => {
  test('shows the newest first, of one account or of all', async () => {
    const who = await aTreasurer()
    const lyon = await aFileAccount(app, who.space)
    await aFileAccount(app, who.space, { iban: ibans.berlin, name: 'Berlin' })
    await importBankFile(app, who, partOfMonth(0, 4))
    await importBankFile(app, who, partOfMonth(4, 6))
    await importBankFile(app, who, mt940_german)
    const list = await statementsOf(who)
    assert.deepEqual(pick(list, 'to_date'), ['2026-10-20', '2026-10-05', '2026-10-05'])
    assert.ok(keysOf(list[0]).includes('closing_balance'))
    const { body } = await app.as(who).get(`${path}?bank_account_id=${lyon}&limit=1`)
    assert.deepEqual([body.data.length, body.data[0].reference], [1, 'P-4-6'])
  })
})

describe('deleting a statement', () => {
  const remove = (who: Person, id: number) => app.as(who).delete(`${path}/${id}`)

  test('removes its lines; the first statement then sets the balance again', async () => {
    const { who } = await anAccount()
    const { statements } = await importBankFile(app, who, camt053(month, { opening: 77 }))
    assert.equal((await remove(who, statements[0].id)).status, 200)
    assert.deepEqual([await amountsOf(who), await openingOf(who), await statementsOf(who)], [[], 0, []])
    assert.deepEqual(refusal(await remove(who, statements[0].id)), [404, 'not_found'])
    await importBankFile(app, who, partOfMonth(0, 6))
    assert.deepEqual(await amountsOf(who), month_amounts)
  })

  test('is refused while a later or an overlapping statement relies on it', async () => {
    const { who } = await anAccount()
    const first = await importBankFile(app, who, partOfMonth(0, 4))
    const second = await importBankFile(app, who, partOfMonth(4, 6))
    const refused = await remove(who, first.statements[0].id)
    assert.deepEqual([refused.status, /until 2026-10-20 continues this one/.test(refused.body.detail)], [409, true])
    assert.equal((await remove(who, second.statements[0].id)).status, 200)
    await importBankFile(app, who, camt053(month.slice(0, 4), { opening: 0, id: 'overlapping' }))
    assert.deepEqual(refusal(await remove(who, first.statements[0].id)), [409, 'conflict'])
  })

  test('is refused while one of its lines is settled', async () => {
    const { who } = await anAccount()
    const { statements } = await importBankFile(app, who, partOfMonth(0, 4))
    await app.owner`
      update bank_lines set state = 'ignored', ignored_reason = 'x', settled_at = now(), settled_by = 1
      where group_id = ${who.space} and date = '2026-10-02'`
    const { status, body } = await remove(who, statements[0].id)
    const detail = 'The line of 2026-10-02 is ignored. Undo that first, then delete the statement.'
    assert.deepEqual([status, body.detail], [409, detail])
    assert.equal((await amountsOf(who)).length, 4)
  })

  test('is done for one caller of two at once', async () => {
    const { who } = await anAccount()
    const { statements } = await importBankFile(app, who, partOfMonth(0, 4))
    const answers = await Promise.all([remove(who, statements[0].id), remove(who, statements[0].id)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404])
  })
})
