import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aBankAccount } from '../../test/bank_rows.ts'
import { startTestApp } from '../../test/harness.ts'
import { anAssociation } from '../../test/ledger.ts'
import { aBundle, aContactId, payment } from '../../test/money.ts'
import { pdfAt } from '../../test/pdf.ts'
import { aUser, type Person } from '../../test/people.ts'

const app = await startTestApp()

async function aBatch(person: Person, payers: (Record<string, unknown> & { surname: string; amount: number })[]) {
  const ids: number[] = []
  const contacts: number[] = []
  const bundles: number[] = []
  for (const { surname, ...paid } of payers) {
    const contact = await aContactId(app, person, { firstname: 'Léa', surname })
    const date = '2026-03-02T10:00:00Z'
    const bundle = await aBundle(app, person, { transactions: [payment(contact, { ...paid, date })] })
    ids.push(bundle.transactions[0].id)
    contacts.push(contact)
    bundles.push(bundle.id)
  }
  const made = await app.as(person).post('/v1/transaction_batches', { name: 'Chèques de mars' })
  const { id, number } = made.body.data
  const added = await app.as(person).post(`/v1/transaction_batches/${id}/transactions`, { transaction_ids: ids })
  assert.equal(added.status, 200, added.text)
  return { number: number as string, contacts, bundles, path: `/v1/transaction_batches/${id}/deposit_slip.pdf` }
}

const textOf = ({ texts }: { texts: string[] }) => texts.join('\n').replaceAll(/[\u00a0\u202f]/g, ' ')

describe('a deposit slip', () => {
  test('has the account, who paid what, their number and sum, and a place to sign', async () => {
    const person = await anAssociation(app)
    await aBankAccount(app, person, { iban: 'FR7630006000011234567890189', ledger_account: '512000', name: 'Courant' })
    const { number, path, bundles } = await aBatch(person, [
      { surname: 'Zola', amount: 2000, code_campaign: 'MARS' },
      { surname: 'Aubry', amount: 123_450, code_campaign: 'MARS', payment_method: { number: '0080415' } },
      { surname: 'Brun', amount: 1000, external_transaction_id: 77 },
    ])
    const slip = await pdfAt(app, person, `${path}?language=fr`)
    assert.equal(slip.disposition, `attachment; filename="bordereau-de-remise-${number}.pdf"`)
    const text = textOf(slip)
    for (const part of [
      `Bordereau de remise ${number}`,
      'Chèques de mars',
      'FR76 3000 6000 0112 3456 7890 189',
      '1\nLéa Aubry\n02/03/2026\n0080415\n1 234,50 €',
      '2\nLéa Brun\n02/03/2026\n77\n10,00 €',
      `3\nLéa Zola\n02/03/2026\n${bundles[0]}\n20,00 €`,
      'Total (3)\n1 264,50 €',
      'Date et signature',
      'Cette remise est encore ouverte',
    ])
      assert.ok(text.includes(part), `${part} in ${text}`)
    assert.ok(slip.source.includes('/Lang (fr)') && slip.source.includes('/StructTreeRoot'))
    const english = textOf(await pdfAt(app, person, `${path}?language=en`))
    assert.match(english, /Deposit slip[\s\S]*2 Mar 2026[\s\S]*Total \(3\)/)
  })

  test('asks which account where there are several', async () => {
    const person = await anAssociation(app)
    const first = await aBankAccount(app, person, { name: 'Courant', ledger_account: '512000' })
    await aBankAccount(app, person, { name: 'Livret', ledger_account: '512100' })
    const { path } = await aBatch(person, [{ surname: 'Zola', amount: 2000 }])
    assert.ok(!textOf(await pdfAt(app, person, path)).includes('Courant'))
    assert.ok(textOf(await pdfAt(app, person, `${path}?bank_account_id=${first}`)).includes('Courant'))
    const unknown = await app.as(person).get(`${path}?bank_account_id=999999`)
    assert.equal(unknown.status, 422, unknown.text)
  })

  test('leaves out the names of restricted contacts for those who may not read them', async () => {
    const person = await anAssociation(app)
    const payers = ['Zola', 'Aubry'].map(surname => ({ surname, amount: 2000 }))
    const { path, contacts } = await aBatch(person, payers)
    const request = await app.as(person).post('/v1/privacy_requests', { contact_id: contacts[0], kind: 'restriction' })
    await app.as(person).post(`/v1/privacy_requests/${request.body.data.id}/complete`, {})
    const accountant = await aUser(app, person.space, { role: 'admin', scopes: ['finance:read'] })
    const text = textOf(await pdfAt(app, accountant, path))
    assert.ok(text.includes('Léa Aubry') && !text.includes('Zola'), text)
    assert.ok(text.includes('Total (2)'))
  })
})
