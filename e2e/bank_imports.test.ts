import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { camt, csv } from './bank_files.ts'
import { aTreasury, choose, file, iban, line, lineOf, press } from './bank_stories.ts'
import { assertAccessible, openBrowser, signIn, startTestApp } from './browser.ts'

const app = await startTestApp()
const visit = await openBrowser(app)

describe('the bank', () => {
  test('asks for the columns of a CSV file once, and says where a bad file is wrong', async () => {
    const { hana } = await aTreasury(app)
    const { page, complaints } = await visit()
    await signIn(page, hana, '/console/payments/bank')
    const [early, late] = [line(5, 2000, 'STONE ADA', 'Cotisation été'), line(15, -840, 'BANQUE', 'Frais')]
    await page.locator('input[type=file]').setInputFiles(file('members.csv', Buffer.from('Name;Mail\nAda;ada@a.org')))
    await page.getByRole('alert').getByText('This file is not a bank statement').waitFor()
    await press(page, 'Choose another file')
    const own_names = Buffer.from('When;What;How much\n05/10/2026;Ada;20,00\n')
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file('own.csv', own_names))
    const missing = page.getByText('Still to choose: Amount.')
    await missing.waitFor()
    assert.ok(await page.getByRole('button', { name: 'Save and import' }).isDisabled())
    await page.getByRole('combobox', { name: 'Amount', exact: true }).selectOption('How much')
    await missing.waitFor({ state: 'detached' })
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
    assert.deepEqual(complaints, [])
  })

  test('keeps rules, which lines can start, and statements that can be deleted', async () => {
    const { hana } = await aTreasury(app)
    const { page, complaints } = await visit()
    await signIn(page, hana, '/console/payments/bank')
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
    assert.deepEqual(complaints, [])
  })
})
