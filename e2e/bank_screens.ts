import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { TestApp } from '../server/test/harness.ts'
import { sendFile } from '../server/test/imports.ts'
import type { Person } from '../server/test/people.ts'
import { camt, csv } from './bank_files.ts'
import { button, inOrder, type Screen } from './screen_steps.ts'

const iban = 'FR7630006000011234567890189'
const day = '2026-03-12'

/** An account with a statement of one month: a line that is matched by name, one without a payment, and one that is ignored. */
export async function aBankStatement(app: TestApp, person: Person) {
  const send = async (path: string, data: object) => {
    const { status, text } = await app.as(person).post(path, data)
    assert.equal(status, 200, text)
  }
  await send('/v1/bank_accounts', { name: 'Harbour bank', iban })
  await send('/v1/bank_rules', {
    name: 'Monthly fee',
    conditions: { text_contains: 'ACCOUNT FEE' },
    outcome: { kind: 'account', account: '627000' },
  })
  const lines = [
    { day, amount: 8000, name: 'STONE ADA', text: 'DONATION' },
    { day, amount: 1234, name: 'UNKNOWN SENDER', text: 'NO REFERENCE' },
    { day, amount: -500, name: 'HARBOUR BANK', text: 'ACCOUNT FEE' },
  ]
  const file = camt({ iban, opening: 100_000, lines })
  const { status, text } = await sendFile(app, person, '/v1/bank_statements?name=march.xml', file)
  assert.equal(status, 200, text)
  const listed = await app.as(person).get('/v1/bank_lines?search=UNKNOWN')
  await send(`/v1/bank_lines/${listed.body.data[0].id}/ignore`, { reason: 'Not ours' })
}

const key = (name: string) => (page: Page) => page.keyboard.press(name)
const files = (name: string, buffer: Buffer) => (page: Page) =>
  page.getByRole('dialog').locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
const desk = '/payments/bank?month=2026-03'
const dialogs = 'money/bank/desk/DeskDialogs.tsx'
const imports = 'money/bank/import/ImportDialog.tsx'
const accounts = 'money/bank/settings/BankAccounts.tsx'
const settings = '/settings/finance?tab=bank'

/** The desk, its dialogs and the settings of the bank. */
export const bank: Screen[] = [
  { path: desk, shows: 'STONE ADA' },
  { open: key('i'), shows: 'Ignore this line', source: dialogs },
  {
    path: desk,
    open: inOrder(page => page.getByText('STONE ADA').first().waitFor(), key('s')),
    shows: 'Split the line',
  },
  { path: desk, open: button('Create a rule…'), shows: 'The text contains' },
  { path: `${desk}&tab=matched`, shows: 'No matched lines yet' },
  { path: `${desk}&tab=ignored`, shows: 'Not ours' },
  { path: desk, open: button('Import a statement'), shows: 'Drop a statement here', source: imports },
  {
    open: files('april.csv', csv([{ day: '2026-04-02', amount: 100, name: 'A', text: 'B' }])),
    shows: /What are the columns of april.csv/,
  },
  { path: settings, shows: 'Monthly fee' },
  { open: button('Edit Monthly fee'), shows: 'Then the line is', source: 'money/bank/settings/BankRules.tsx' },
  { path: settings, open: button('Edit Harbour bank'), shows: 'Archived: no longer used', source: accounts },
  { path: settings, open: button('Statements of Harbour bank'), shows: 'march.xml' },
]
