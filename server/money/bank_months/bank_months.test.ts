import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aBankAccount, aBankLine, ignoreRow, matchRows } from '../../test/bank_rows.ts'
import { startTestApp } from '../../test/harness.ts'
import { anAssociation, openByHand, validate } from '../../test/ledger.ts'
import { aBundle, aContactId, payment } from '../../test/money.ts'
import { pdfAt } from '../../test/pdf.ts'
import { type Person, withAppPool } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'
import { checkMonthsOpen } from '../core/bank/closed_months.ts'
import type { BankMonth } from './schema.ts'

const app = await startTestApp()

async function monthsOf(person: Person, bank: number, query = ''): Promise<BankMonth[]> {
  const { status, body, text } = await app.as(person).get(`/v1/bank_months?bank_account_id=${bank}${query}`)
  assert.equal(status, 200, text)
  for (const { bank_balance, book_balance, difference, explanations } of body.data as BankMonth[]) {
    assert.equal(difference, bank_balance - book_balance)
    const explained = explanations.reduce((sum, { amount }) => sum + amount, 0)
    assert.equal(explained, difference)
  }
  return body.data
}

async function monthOf(person: Person, bank: number, month: string) {
  const row = (await monthsOf(person, bank)).find(each => each.month === month)
  assert.ok(row, month)
  return row
}

async function paid(person: Person, amount: number, date: string) {
  const transactions = [payment(await aContactId(app, person), { amount, date: `${date}T10:00:00Z` })]
  const bundle = await aBundle(app, person, { transactions })
  const [bundle_id, transaction_id] = [bundle.id as number, bundle.transactions[0].id as number]
  return { kind: 'payment' as const, bundle_id, transaction_id, amount }
}

const close = (person: Person, bank_account_id: number, month: string) =>
  app.as(person).post('/v1/bank_months/close', { bank_account_id, month })
const open = (person: Person, bank_account_id: number, month: string) =>
  app.as(person).post('/v1/bank_months/open', { bank_account_id, month })

const aLine = (person: Person, bank: number, date: string, amount: number) =>
  aBankLine(app, person, bank, { date, amount })
const aBank = (person: Person, wish = {}) => aBankAccount(app, person, { ledger_account: '512000', ...wish })

describe('the months of a bank account', () => {
  test('have the balances of bank and ledger, and what explains the difference', async () => {
    const person = await anAssociation(app)
    const bank = await aBank(person, { opening_balance: 10_000 })
    const [first, second, third] = [
      await aLine(person, bank, '2026-03-05', 3000),
      await aLine(person, bank, '2026-03-31', -450),
      await aLine(person, bank, '2026-05-01', 2000),
    ]
    await matchRows(app, person, first, [await paid(person, 3000, '2026-03-02')])
    await ignoreRow(app, person, second)
    const march = await monthOf(person, bank, '2026-03')
    const { explanations, ...rest } = march
    assert.deepEqual(explanations, [
      { kind: 'ignored_lines', count: 1, amount: -450 },
      { kind: 'opening_balance', count: 0, amount: 10_000 },
    ])
    assert.deepEqual(rest, {
      ...{
        bank_account_id: bank,
        month: '2026-03',
        currency: 'EUR',
        can_close: true,
        closed_at: null,
        closed_by: null,
      },
      ...{ bank_balance: 12_550, book_balance: 3000, difference: 9550, imported_amount: 2550, open_amount: 0 },
      ...{ lines_count: 2, open_count: 0, matched_count: 1, ignored_count: 1 },
    })
    const april = await monthOf(person, bank, '2026-04')
    assert.deepEqual([april.lines_count, april.bank_balance, april.can_close], [0, 12_550, false])
    const may = await monthOf(person, bank, '2026-05')
    assert.deepEqual([may.open_count, may.open_amount, may.can_close, may.bank_balance], [1, 2000, false, 14_550])
    assert.deepEqual(may.explanations[0], { kind: 'open_lines', count: 1, amount: 2000 })
    const all = await monthsOf(person, bank)
    assert.equal(all.at(-1)?.month, '2026-03')
    assert.ok((all[0]?.month ?? '') > '2026-05')
    const page = await app.as(person).get(`/v1/bank_months?bank_account_id=${bank}&limit=2&offset=1`)
    assert.deepEqual(page.body.data, all.slice(1, 3))
    assert.equal(page.body.total, all.length)
    await matchRows(app, person, third, [{ kind: 'account', account: '512000', amount: 2000 }])
    await monthsOf(person, bank)
  })

  test('begin anew with the opening balances of an accounting year', async () => {
    const person = await anAssociation(app)
    const bank = await aBank(person, { opening_balance: 10_000 })
    const [old, late] = [await aLine(person, bank, '2025-11-05', 3000), await aLine(person, bank, '2026-02-05', 500)]
    await matchRows(app, person, old, [await paid(person, 3000, '2025-11-02')])
    await matchRows(app, person, late, [await paid(person, 500, '2026-02-02')])
    // Several years can have some from before balances were carried forward.
    const set = (year: number, amount: number) => openByHand(app, person, year, ['512000', '102000', '890000'], amount)
    await set(2025, 10_000)
    assert.equal((await monthOf(person, bank, '2025-12')).difference, 0)
    await set(2026, 13_000)
    const february = await monthOf(person, bank, '2026-02')
    assert.deepEqual([february.book_balance, february.difference, february.explanations], [13_500, 0, []])
    await set(2026, 12_000)
    const opening = { kind: 'opening_balance', count: 0, amount: 1000 }
    assert.deepEqual((await monthOf(person, bank, '2026-02')).explanations, [opening])
    assert.equal((await monthOf(person, bank, '2025-12')).difference, 0)
  })

  test('name lines that the ledger has later, and entries that no line brought', async () => {
    const person = await anAssociation(app)
    const direct = await paid(person, 700, '2026-02-01')
    await validate(app, person, '2026-03-31')
    const bank = await aBank(person)
    const [line, covered] = [
      await aLine(person, bank, '2026-03-05', 3000),
      await aLine(person, bank, '2026-03-06', 700),
    ]
    await matchRows(app, person, line, [await paid(person, 3000, '2026-03-02')])
    const explained = async () =>
      pick((await monthOf(person, bank, '2026-03')).explanations, 'kind', 'count', 'amount').map(String)
    assert.deepEqual(await explained(), ['open_lines,1,700', 'booked_later,0,3000', 'other_entries,0,-700'])
    await matchRows(app, person, covered, [direct])
    assert.deepEqual(await explained(), ['booked_later,0,3000'])
    assert.equal((await monthsOf(person, bank))[0]?.difference, 0)
  })
})

describe('closing a month', () => {
  test('needs its lines settled, its end, and the earlier months', async () => {
    const person = await anAssociation(app)
    const bank = await aBank(person)
    const [first, second] = [
      await aLine(person, bank, '2026-03-05', 3000),
      await aLine(person, bank, '2026-04-05', 2000),
    ]
    const refused = async (month: string, words: RegExp) => {
      const { status, text } = await close(person, bank, month)
      assert.equal(status, 409, text)
      assert.match(text, words)
    }
    await refused('2026-03', /One line until the end of 2026-03 is open/)
    await refused('2026-04', /2 lines until the end of 2026-04 are open/)
    await refused('2026-02', /before the first line/)
    await refused('2999-01', /has not ended/)
    for (const line of [first, second]) await ignoreRow(app, person, line)
    await refused('2026-04', /2026-03 is not closed/)
    for (const month of ['2026-13', '0000-01']) {
      assert.equal((await close(person, bank, month)).status, 422)
      assert.equal((await app.as(person).get(`/v1/bank_lines?bank_account_id=${bank}&month=${month}`)).status, 422)
    }
    const closed = await close(person, bank, '2026-03')
    assert.equal(closed.status, 200, closed.text)
    assert.equal(closed.body.data.closed_by.id, person.id)
    assert.equal(closed.body.data.can_close, false)
    await refused('2026-03', /closed already/)
    assert.equal((await close(person, bank, '2026-04')).status, 200)
    assert.equal((await close(person, bank, '2026-05')).status, 200, 'a month without lines')

    const opened = await open(person, bank, '2026-04')
    assert.equal(opened.status, 200, opened.text)
    assert.equal(opened.body.data.closed_at, null)
    assert.equal((await monthOf(person, bank, '2026-05')).closed_at, null)
    assert.notEqual((await monthOf(person, bank, '2026-03')).closed_at, null)
    assert.equal((await open(person, bank, '2026-04')).status, 409)
    const audit = (await app.as(person).get('/v1/audit?subject=bank_account')).body.data
    assert.deepEqual(pick(audit.slice(0, 2), 'kind'), ['bank_month.opened', 'bank_month.closed'])
    assert.deepEqual(await monthsOf(person, await aBank(person, { ledger_account: '512100' })), [])
  })

  test('at once with another closing succeeds once', async () => {
    const person = await anAssociation(app)
    const bank = await aBank(person)
    await ignoreRow(app, person, await aLine(person, bank, '2026-03-05', 3000))
    const answers = await Promise.all([1, 2, 3].map(() => close(person, bank, '2026-03')))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
  })

  test('at once with a change of its lines leaves no open line in a closed month', async () => {
    const person = await anAssociation(app)
    const bank = await aBank(person)
    const line = await aLine(person, bank, '2026-03-05', 3000)
    const reopenLine = () =>
      withAppPool(app, pool =>
        pool.write({ group_id: person.space }, async sql => {
          await sql`select from bank_lines where group_id = ${person.space} and id = ${line} for update`
          await checkMonthsOpen(sql, person.space, bank, ['2026-03-05'])
          await sql`
            update bank_lines set state = 'open', ignored_reason = '', settled_at = null, settled_by = null
            where group_id = ${person.space} and id = ${line}`
        }),
      ).then(
        () => 200,
        (error: { code?: string }) => (error.code === 'conflict' ? 409 : error),
      )
    for (let round = 0; round < 4; round += 1) {
      await ignoreRow(app, person, line)
      const [closed, reopened] = await Promise.all([close(person, bank, '2026-03'), reopenLine()])
      assert.deepEqual([closed.status, reopened].sort(), [200, 409])
      const { open_count, closed_at } = await monthOf(person, bank, '2026-03')
      assert.equal(open_count === 0, closed_at !== null)
      if (closed_at) assert.equal((await open(person, bank, '2026-03')).status, 200)
    }
  })
})

async function aMonth() {
  const person = await anAssociation(app)
  const account = { iban: 'FR7630006000011234567890189', ledger_account: '512000', opening_balance: 100_000 }
  const bank = await aBankAccount(app, person, { name: 'Compte courant', ...account })
  const line = (date: string, amount: number, text: string) => aBankLine(app, person, bank, { date, amount, text })
  const match = await paid(person, 123_456, '2026-03-01')
  await matchRows(app, person, await line('2026-03-02', 123_456, 'VIR'), [match])
  await matchRows(app, person, await line('2026-03-02', 700, 'SUBVENTION'), [
    { kind: 'account', account: '740000', amount: 700 },
  ])
  await ignoreRow(app, person, await line('2026-03-03', -5000, 'VIREMENT INTERNE'))
  const path = `/v1/bank_months/statement.pdf?bank_account_id=${bank}&month=2026-03`
  return { person, bank, line, path }
}

describe('a reconciliation statement', () => {
  test('says why bank and ledger differ, which lines are ignored and who closed the month, in French and English', async () => {
    const { person, bank, path } = await aMonth()
    const closed = await app.as(person).post('/v1/bank_months/close', { bank_account_id: bank, month: '2026-03' })
    assert.equal(closed.status, 200, closed.text)
    const french = await pdfAt(app, person, `${path}&language=fr`)
    assert.equal(french.disposition, 'attachment; filename="rapprochement-bancaire-2026-03.pdf"')
    const text = french.texts.join('\n').replaceAll(/[\u00a0\u202f]/g, ' ')
    for (const part of [
      'État de rapprochement bancaire',
      'FR76 3000 6000 0112 3456 7890 189',
      '512000 Banques',
      'Solde de la banque\n2 191,56 €',
      'À déduire : lignes ignorées\n1\n50,00 €',
      'À déduire : solde initial absent de la comptabilité\n−1 000,00 €',
      'Solde comptable\n1 241,56 €',
      '511000 Encaissements en attente de la banque\n1 234,56 €',
      // An account without a name is printed once.
      '\n740000\n7,00 €',
      '03/03/2026\nVIREMENT INTERNE\nBetween own accounts\n−50,00 €',
      'page 1 sur 1',
    ])
      assert.ok(text.includes(part), `${part} in ${text}`)
    assert.match(text, /Clôturé par First\d+ Last\d+ le/)
    for (const part of ['/Lang (fr)', '/StructTreeRoot', '/Marked true', '/DisplayDocTitle true'])
      assert.ok(french.source.includes(part), part)
    const english = await pdfAt(app, person, `${path}&language=en`)
    const words = english.texts.join('\n')
    for (const part of ['Bank reconciliation', 'Balance at the bank\n€2,191.56', '3 Mar 2026', 'page 1 of 1'])
      assert.ok(words.includes(part), `${part} in ${words}`)
  })

  test('lists open lines on as many pages as they need', async () => {
    const { person, line, path } = await aMonth()
    for (let count = 1; count <= 60; count += 1) await line('2026-03-20', count * 100, `OUVERTE ${count}`)
    const { pages, texts } = await pdfAt(app, person, path)
    assert.equal(pages, 3)
    for (let count = 1; count <= 60; count += 1) assert.ok(texts.includes(`OUVERTE ${count}`), `line ${count}`)
    assert.ok(texts.some(text => text.endsWith('page 3 sur 3') || text.endsWith('page 3 of 3')))
  })

  test('is in the language of the caller, and of a month that the account has', async () => {
    const { person, bank, path } = await aMonth()
    await app.owner`update users set locale = 'fr' where group_id = ${person.space} and id = ${person.id}`
    assert.ok((await pdfAt(app, person, path)).source.includes('/Lang (fr)'))
    const wrong = await app.as(person).get(`/v1/bank_months/statement.pdf?bank_account_id=${bank}&month=2026-02`)
    assert.equal(wrong.status, 404)
    assert.equal((await app.as(person).get(`${path}&language=de`)).status, 422)
  })
})
