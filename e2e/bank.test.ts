import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aSpace } from '../server/test/people.ts'
import { camt, csv } from './bank_files.ts'
import { aTreasury, bar, choose, file, iban, line, lineOf, post, press } from './bank_stories.ts'
import { assertAccessible, openConsole, phone } from './browser.ts'

const { app, enter, member } = await openConsole()

describe('the bank', () => {
  test('leads from an empty space to an account, by the settings', async () => {
    const space = await aSpace(app, 'New collective')
    const hana = await member(space, { role: 'superadmin' })
    const page = await enter(hana, '/console/payments?view=all')
    await page.getByRole('tab', { name: 'Bank' }).click()
    await page.getByText('No bank account yet').waitFor()
    await assertAccessible(page, 'no account')
    await page.getByRole('link', { name: 'Add a bank account' }).click()
    await press(page, 'Add a bank account')
    await page.getByLabel('Name').fill('Current account')
    await page.getByLabel('IBAN').fill('FR76 3000 6000 0112 3456 7890 188')
    await press(page, 'Save')
    await page.getByText(/IBAN/).filter({ visible: true }).nth(1).waitFor()
    await page.getByLabel('IBAN').fill('FR76 3000 6000 0112 3456 7890 189')
    await press(page, 'Save')
    await page.getByRole('cell', { name: 'FR76 3000 6000 0112 3456 7890 189' }).waitFor()
    await page.goto('/console/payments/bank')
    await page.getByText('No statement yet').waitFor()
    await assertAccessible(page, 'no statement')
  })

  test('shows a line again with the reason when another person was faster', async () => {
    const { hana, paid, account } = await aTreasury(app)
    const { id, transactions } = await paid('Karim', 'Benali', 5000)
    const page = await enter(hana, '/console/payments/bank')
    const lines = [line(28, 5000, 'BENALI KARIM', 'DON'), line(12, 5000, 'INCONNU', 'SANS MOTIF')]
    await page.locator('input[type=file]').setInputFiles(file('two.xml', camt({ iban, opening: 0, lines })))
    await press(page, 'Match the lines')
    await lineOf(page, 'BENALI KARIM').getByText('97').first().waitFor()
    const { data } = (await app.as(hana).get(`/v1/bank_lines?bank_account_id=${account.id}`)).body as {
      data: { id: number; counterparty: string }[]
    }
    const other = data.find(({ counterparty }) => counterparty === 'INCONNU')
    const match = { kind: 'payment', transaction_id: transactions[0].id, amount: 5000 }
    await post(app, hana, `/v1/bank_lines/${other?.id}/match`, { matches: [match] })
    await page.keyboard.press('Enter')
    await lineOf(page, 'BENALI KARIM').getByRole('alert').waitFor()
    // The payment names the line that brought it.
    await page.goto(`/console/payments?view=all&open=${id}`)
    await page.getByRole('list', { name: 'At the bank' }).getByText('INCONNU').waitFor()
  })

  test('prints the deposit slip of a batch', async () => {
    const { hana, paid } = await aTreasury(app)
    const { transactions } = await paid('Karim', 'Benali', 5000)
    const batch = await post(app, hana, '/v1/transaction_batches', { expected_count: 1, expected_amount: 5000 })
    await post(app, hana, `/v1/transaction_batches/${batch.id}/transactions`, {
      transaction_ids: [transactions[0].id],
    })
    const page = await enter(hana, `/console/payments/batches?open=${batch.id}`)
    const [slip] = await Promise.all([page.waitForEvent('download'), press(page, 'Deposit slip (PDF)')])
    assert.equal(slip.suggestedFilename(), `${batch.number}.pdf`)
  })

  test('shows one card for each line on a phone', async () => {
    const { hana, paid } = await aTreasury(app)
    await paid('Karim', 'Benali', 5000)
    const page = await enter(hana, '/console/payments/bank', { viewport: phone })
    const lines = [line(28, 5000, 'BENALI KARIM', 'DON')]
    await page.locator('input[type=file]').setInputFiles(file('one.xml', camt({ iban, opening: 0, lines })))
    await press(page, 'Match the lines')
    await lineOf(page, 'BENALI KARIM').waitFor()
    await assertAccessible(page, 'the desk on a phone')
    await page.getByRole('button', { name: 'Accept BENALI KARIM' }).click()
    await bar(page, '€50.00 matched')
    await press(page, 'Undo')
    await lineOf(page, 'BENALI KARIM').waitFor()
  })

  test('asks for the columns of a CSV file once, and says where a bad file is wrong', async () => {
    const { hana } = await aTreasury(app)
    const page = await enter(hana, '/console/payments/bank')
    const [early, late] = [line(5, 2000, 'STONE ADA', 'Cotisation été'), line(15, -840, 'BANQUE', 'Frais')]
    await page.locator('input[type=file]').setInputFiles(file('members.csv', Buffer.from('Name;Mail\nAda;ada@a.org')))
    await page.getByRole('alert').getByText('This file is not a bank statement').waitFor()
    await press(page, 'Choose another file')
    const own_names = Buffer.from('When;What;How much;Left\n05/10/2026;Ada;20,00;120,00\n')
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file('own.csv', own_names))
    const missing = page.getByText('Still to choose: Amount.')
    await missing.waitFor()
    assert.ok(await page.getByRole('button', { name: 'Save and import' }).isDisabled())
    await page.getByRole('combobox', { name: 'Amount', exact: true }).selectOption('How much')
    await missing.waitFor({ state: 'detached' })
    await press(page, 'Cancel')
    const no_names = Buffer.from('05/10/2026,Ada,20.00\n06/10/2026,Ben,30.00\n')
    await page.locator('input[type=file]').setInputFiles(file('plain.csv', no_names))
    const asked = page.getByRole('radiogroup', { name: 'Is the first row a heading?' })
    await asked.waitFor()
    await page.getByText('05/10/2026 · Ada · 20.00').waitFor()
    await page.getByText('It looks like a file of HSBC UK.').waitFor()
    await page.getByRole('cell', { name: 'Ada' }).waitFor()
    await assertAccessible(page, 'a file without column names')
    await asked.getByLabel('Yes, it is a heading').check()
    await page.getByRole('cell', { name: 'Ada' }).waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'Ben' }).waitFor()
    await press(page, 'Cancel')
    await page.locator('input[type=file]').setInputFiles(file('releve.csv', csv([early])))
    await page.getByText('What are the columns of releve.csv?', { exact: false }).waitFor()
    await page.getByRole('table', { name: 'The first rows' }).getByText('Cotisation été').waitFor()
    await assertAccessible(page, 'the columns of a file')
    await press(page, 'Save and import')
    await page.getByText('1 line added').waitFor()
    await press(page, 'Match the lines')
    await choose(page, 'second.csv', csv([early, late]))
    await page.getByText('1 line added').waitFor()
    await page.getByText('1 line already imported').waitFor()
    await press(page, 'Match the lines')
    await lineOf(page, 'Frais').waitFor()

    const broken = csv([line(20, 100, 'A', 'B')])
      .toString('latin1')
      .replace(/20\/\d\d\//, '31/02/')
    await choose(page, 'broken.csv', Buffer.from(broken, 'latin1'))
    await page.getByText('broken.csv cannot be imported').waitFor()
    await page
      .getByRole('alert')
      .getByText(/31\/02/)
      .waitFor()
    await page.getByText('Nothing was imported.').waitFor()
    await assertAccessible(page, 'a file that is refused')
  })

  test('keeps rules, which lines can start, and statements that can be deleted', async () => {
    const { hana } = await aTreasury(app)
    const page = await enter(hana, '/console/payments/bank')
    const lines = [line(23, -840, 'FRAIS TENUE DE COMPTE', 'OCTOBRE'), line(22, 2500, 'FLORES INES', 'DON')]
    await page.locator('input[type=file]').setInputFiles(file('fees.xml', camt({ iban, opening: 5000, lines })))
    await press(page, 'Match the lines')
    await press(page, 'Create a rule…')
    const dialog = page.getByRole('dialog')
    assert.equal(await dialog.getByLabel('The text contains').inputValue(), 'FRAIS TENUE DE COMPTE')
    await dialog.getByLabel('Ledger account').fill('627000')
    await assertAccessible(page, 'a new rule')
    await dialog.getByLabel('The text contains').fill('FRAIS COMPTE')
    await dialog.getByText('does not match this').waitFor()
    await press(page, 'Save')
    await dialog.getByLabel('The text contains').fill('FRAIS TENUE DE COMPTE')
    await press(page, 'Save')
    await lineOf(page, 'FRAIS').getByText('Account 627000').first().waitFor()
    await lineOf(page, 'FRAIS').getByText(/^rule/).waitFor()
    await page.goto('/console/settings/finance?tab=bank')
    await page.getByRole('cell', { name: /text contains “FRAIS TENUE DE COMPTE”/ }).waitFor()
    await assertAccessible(page, 'the settings of the bank')
    await Promise.all([
      page.waitForResponse(response => response.request().method() === 'PATCH'),
      page.getByLabel('Apply “FRAIS TENUE DE COMPTE”').uncheck({ force: true }),
    ])
    await page.goto('/console/payments/bank')
    await lineOf(page, 'FRAIS').getByText('No matching payment').waitFor()

    // The name of an unknown payer is filled in, and the list opens when it is asked for.
    const [found] = await Promise.all([
      page.waitForResponse(response => response.url().includes('/find?')),
      lineOf(page, 'FLORES').getByRole('button', { name: 'Record a payment' }).first().click(),
    ])
    await found.finished()
    const create = page.getByRole('option', { name: 'Create the contact “Ines Flores”' })
    await dialog.getByLabel('Payer').and(page.locator(':focus')).waitFor()
    assert.equal(await create.isVisible(), false)
    await page.keyboard.press('Enter')
    await create.waitFor()
    await page.keyboard.press('Escape')
    await press(page, 'Cancel')
    await page.goto('/console/settings/finance?tab=bank')
    await press(page, 'Edit FRAIS TENUE DE COMPTE')
    await press(page, 'Delete')
    await press(page, 'Delete')
    await page.getByText('No rules yet').waitFor()
    await press(page, 'Statements of Current account')
    await press(page, 'Delete fees.xml')
    await press(page, 'Delete')
    await page.getByText('No statements yet.').waitFor()
  })
})
