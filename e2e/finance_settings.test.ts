import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aSpace, aUser } from '../server/test/people.ts'
import { assertAccessible, openBrowser, phone, signIn, startTestApp } from './browser.ts'
import { setPassword } from './passwords.ts'

const app = await startTestApp()
const visit = await openBrowser(app)

const aTreasurer = async () => setPassword(app, await aUser(app, await aSpace(app, 'Union', 'en'), { role: 'admin' }))

describe('the finance settings', () => {
  test('show and take payment methods by their names', async () => {
    const hana = await aTreasurer()
    const stored = async () =>
      (await app.as(hana).get('/v1/transaction_settings')).body.data.payment_method_kinds as string[]
    const before = await stored()
    assert.ok(before.includes('cheque'))
    const { page, complaints } = await visit()
    await signIn(page, hana, '/console/settings/finance?tab=numbering')
    await page.getByRole('link', { name: 'Payment methods' }).click()
    const methods = page.locator('main form').getByLabel('Payment methods').first()
    await page.getByText('Cheque', { exact: true }).first().waitFor()
    assert.equal(await page.getByText('cheque', { exact: true }).count(), 0)
    await methods.fill('Voucher')
    await methods.press('Enter')
    await assertAccessible(page, 'the payment methods')
    // A method that is not saved yet is not lost by leaving.
    const question = page.getByRole('dialog', { name: 'Unsaved changes' })
    for (const leave of [() => page.getByRole('link', { name: 'Tasks' }).click(), () => page.goBack()]) {
      await leave()
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await question.waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    assert.deepEqual(await stored(), [...before, 'Voucher'])
    await page.getByRole('link', { name: 'Tasks' }).click()
    await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor()
    assert.deepEqual(complaints, [])
  })

  test('validate the ledger for a person who may not read it, without counting its entries', async () => {
    const space = await aSpace(app, 'Union', 'en')
    const hana = await aUser(app, space, { role: 'superadmin' })
    const role = { name: 'Settings only', rank: 35, permissions: ['finance:settings', 'catalogue:read'] }
    assert.equal((await app.as(hana).post('/roles', role)).status, 200)
    const omar = await setPassword(app, await aUser(app, space, { role: 'Settings only' }))
    const { page, complaints } = await visit()
    await signIn(page, omar, '/console/settings/finance?tab=periods')
    await page.getByRole('button', { name: 'New period' }).click()
    await page.getByLabel('First day').last().fill('2020-01-01')
    await page.getByLabel('Last day').last().fill('2020-12-31')
    await page.getByRole('switch', { name: 'Open' }).last().uncheck({ force: true })
    await page.getByRole('button', { name: 'Save' }).click()
    const question = page.getByRole('dialog', { name: 'Save the periods and validate the ledger?' })
    await question.getByText('This cannot be undone.').waitFor()
    await question.getByRole('button', { name: 'Save and validate' }).click()
    await page.getByText('Saved.').waitFor()
    assert.deepEqual(complaints, [])
  })

  test('group the digits of opening balances as French sums do, also while they are edited', async () => {
    const { page, complaints } = await visit({ locale: 'fr-FR' })
    await signIn(page, await aTreasurer(), '/console/settings/finance?tab=ledger')
    await page.getByRole('button', { name: 'Ajouter un compte' }).click()
    const debit = page.getByRole('textbox', { name: 'Débit', exact: true })
    await debit.fill('4123,5')
    await debit.blur()
    await debit.and(page.locator('[value$="123,50"]')).waitFor()
    assert.match(await debit.inputValue(), /^4\s123,50$/)
    await debit.press('Home')
    await page.keyboard.type('1')
    await page
      .getByText(/14\s123,50\s€/)
      .first()
      .waitFor()
    await debit.blur()
    await debit.and(page.locator('[value^="14"]')).waitFor()
    assert.match(await debit.inputValue(), /^14\s123,50$/)
    assert.deepEqual(complaints, [])
  })

  test('show the whole of a table on a phone', async () => {
    const hana = await aTreasurer()
    const price = { name: 'Full year', amount: 2400, kind: 'calendar_year' }
    assert.equal((await app.as(hana).post('/v1/membership_prices', price)).status, 200)
    const { page } = await visit({ viewport: phone })
    await signIn(page, hana, '/console/settings/finance?tab=memberships')
    const table = page.getByRole('table').filter({ hasText: 'Full year' })
    await table.getByRole('cell', { name: '24.00' }).first().waitFor()
    const fits = await table.evaluate(table => table.scrollWidth <= (table.parentElement?.clientWidth ?? 0))
    assert.ok(fits, 'nothing of the table is beside the screen')
    await assertAccessible(page, 'the prices on a phone')
  })
})
