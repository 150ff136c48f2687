import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aBankAccount, aBankLine, ignoreRow, matchRows } from '../../test/bank_rows.ts'
import { startTestApp } from '../../test/harness.ts'
import { anAssociation } from '../../test/ledger.ts'
import { aBundle, aContactId, payment } from '../../test/money.ts'
import { pdfAt } from '../../test/pdf.ts'

const app = await startTestApp()

async function aMonth() {
  const person = await anAssociation(app)
  const account = { iban: 'FR7630006000011234567890189', ledger_account: '512000', opening_balance: 100_000 }
  const bank = await aBankAccount(app, person, { name: 'Compte courant', ...account })
  const paid = payment(await aContactId(app, person), { amount: 123_456, date: '2026-03-01T10:00:00Z' })
  const bundle = await aBundle(app, person, { transactions: [paid] })
  const line = (date: string, amount: number, text: string) => aBankLine(app, person, bank, { date, amount, text })
  const match = { kind: 'payment' as const, bundle_id: bundle.id, transaction_id: bundle.transactions[0].id }
  await matchRows(app, person, await line('2026-03-02', 123_456, 'VIR'), [{ ...match, amount: 123_456 }])
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
