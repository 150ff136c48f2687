import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContactId } from '../server/test/money.ts'
import { aSpace, aUser } from '../server/test/people.ts'
import { camt } from './bank_files.ts'
import { aTreasury, bar, file, gone, iban, line, lineOf, month, month_name, post, press } from './bank_stories.ts'
import { assertAccessible, openBrowser, phone, signIn, startTestApp } from './browser.ts'
import { setPassword } from './passwords.ts'

const app = await startTestApp()
const visit = await openBrowser(app)

describe('the bank', () => {
  test('leads from an empty space to an account, by the settings', async () => {
    const space = await aSpace(app, 'New collective')
    const hana = await setPassword(app, await aUser(app, space, { role: 'superadmin' }))
    const { page, complaints } = await visit()
    await signIn(page, hana, '/console/payments?view=all')
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
    assert.deepEqual(complaints, [])
  })

  test('is matched to the last line by keyboard, and the month is closed', async () => {
    const { hana, paid } = await aTreasury(app)
    await paid('Karim', 'Benali', 5000)
    await paid('Claire', 'Fontaine', 3000)
    await paid('Ada', 'Stone', 2000)
    await paid('Bob', 'Flint', 2500)
    await paid('Dora', 'Vale', 5000)
    await aContactId(app, hana, { firstname: 'Marc', surname: 'Leroy' })
    const lines = [
      line(28, 5000, 'BENALI KARIM', 'DON'),
      line(27, 3000, 'FONTAINE CLAIRE', 'DON RENTREE'),
      line(26, 4500, 'COLLECTE DU MARCHE', 'ESPECES VERSEES'),
      line(25, 4850, 'PLATEFORME', 'VERSEMENT'),
      line(24, -10000, 'EPARGNE', 'VIREMENT INTERNE'),
      line(23, 3100, 'LEROY MARC', 'SOUTIEN'),
    ]
    const { page, complaints } = await visit()
    await signIn(page, hana, '/console/payments/bank')
    await page.locator('input[type=file]').setInputFiles(file('october.xml', camt({ iban, opening: 100_000, lines })))
    await page.getByText('6 lines added').waitFor()
    await press(page, 'Match the lines')
    await lineOf(page, 'BENALI KARIM').waitFor()
    assert.ok(await page.getByRole('button', { name: `Close ${month_name}` }).isDisabled())
    await page.getByText(`6 lines left before ${month_name} can be closed`).waitFor()
    await assertAccessible(page, 'the desk')

    // Enter accepts the selected line, Z takes it back.
    await page.keyboard.press('Enter')
    await bar(page, '€50.00 matched')
    await gone(page, 'BENALI KARIM')
    await page.keyboard.press('z')
    await bar(page, 'Undone:')
    await lineOf(page, 'BENALI KARIM').waitFor()
    await page
      .getByRole('tab', { name: /Certain/ })
      .getByText('2')
      .waitFor()
    await page.keyboard.press('Shift+Enter')
    await bar(page, '2 certain lines accepted, €80.00')
    await gone(page, 'FONTAINE CLAIRE')

    // S splits a line between two payments.
    await page.keyboard.press('k')
    await page.keyboard.press('s')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('COLLECTE DU MARCHE').waitFor()
    await dialog.locator('input:focus').waitFor()
    for (const name of ['Stone', 'Flint']) {
      await page.keyboard.type(name)
      await page.keyboard.press('Enter')
      await dialog.getByRole('listitem').filter({ hasText: name }).waitFor()
    }
    await dialog.getByText('€0.00 left').waitFor()
    await assertAccessible(page, 'a line that is split')
    await page.keyboard.press('Enter')
    await bar(page, '€45.00 matched')

    // A payment less a fee, found with the slash.
    await page.keyboard.press('/')
    await dialog.getByText('PLATEFORME').waitFor()
    await dialog.locator('input:focus').waitFor()
    await page.keyboard.type('Vale')
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Amount of Dora Vale').fill('50')
    await dialog.getByText('−€1.50 left').waitFor()
    assert.ok(await dialog.getByRole('button', { name: 'Match' }).isDisabled())
    await dialog.getByLabel('Account for the rest').fill('abc')
    await page.keyboard.press('Enter')
    await dialog.getByText('Enter three digits, then at most 17 digits or letters.').waitFor()
    await dialog.getByLabel('Account for the rest').fill('services')
    await page.getByRole('option', { name: '627000 Services bancaires' }).click()
    await dialog.getByText('−€1.50 to account 627000').waitFor()
    await page.keyboard.press('Enter')
    await bar(page, '€48.50 matched')

    // I asks for a reason.
    await lineOf(page, 'EPARGNE').waitFor()
    await page.keyboard.press('i')
    await page.getByLabel('Reason').fill('To our savings account')
    await page.keyboard.press('Enter')
    await bar(page, '−€100.00 ignored')

    // The last line becomes a payment of the proposed payer.
    await page.keyboard.press('Enter')
    await dialog.getByText('Record a payment from this line').waitFor()
    await dialog.locator('input[value="Marc Leroy"]').waitFor()
    await dialog.getByRole('button', { name: 'Record and match' }).and(page.locator(':focus')).waitFor()
    assert.equal(await dialog.getByLabel('For', { exact: true }).inputValue(), 'donation')
    await page.keyboard.press('Enter')
    await bar(page, '€31.00 recorded')

    await page.getByText(`Every line of ${month_name} is settled`).waitFor()
    await assertAccessible(page, 'a month without open lines')
    await page
      .getByRole('button', { name: `Close ${month_name}` })
      .first()
      .click()
    await dialog.getByText(/1 ignored line stays out of the books: −€/).waitFor()
    await assertAccessible(page, 'the question before a month is closed')
    await dialog.getByRole('button', { name: `Close ${month_name}` }).click()
    await page.getByText(/is closed\./).waitFor()
    await page
      .getByRole('button', { name: `Reopen ${month_name}` })
      .first()
      .waitFor()
    const [pdf] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Reconciliation statement (PDF)' }).first().click(),
    ])
    assert.equal(pdf.suggestedFilename(), `reconciliation-${month}.pdf`)
    await page.getByRole('tab', { name: /Ignored/ }).click()
    await lineOf(page, 'EPARGNE').getByText('To our savings account').first().waitFor()
    // Lines of a closed month do not change.
    assert.equal(await page.getByRole('button', { name: /^Undo/ }).count(), 0)
    assert.deepEqual(complaints, [])
  })

  test('shows a line again with the reason when another person was faster', async () => {
    const { hana, paid, account } = await aTreasury(app)
    const { id, transactions } = await paid('Karim', 'Benali', 5000)
    const { page, complaints } = await visit()
    await signIn(page, hana, '/console/payments/bank')
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
    assert.deepEqual(complaints, [])
  })

  test('prints the deposit slip of a batch', async () => {
    const { hana, paid } = await aTreasury(app)
    const { transactions } = await paid('Karim', 'Benali', 5000)
    const batch = await post(app, hana, '/v1/transaction_batches', { expected_count: 1, expected_amount: 5000 })
    await post(app, hana, `/v1/transaction_batches/${batch.id}/transactions`, {
      transaction_ids: [transactions[0].id],
    })
    const { page, complaints } = await visit()
    await signIn(page, hana, `/console/payments/batches?open=${batch.id}`)
    const [slip] = await Promise.all([page.waitForEvent('download'), press(page, 'Deposit slip (PDF)')])
    assert.equal(slip.suggestedFilename(), `${batch.number}.pdf`)
    assert.deepEqual(complaints, [])
  })

  test('shows one card for each line on a phone', async () => {
    const { hana, paid } = await aTreasury(app)
    await paid('Karim', 'Benali', 5000)
    const { page, complaints } = await visit({ viewport: phone })
    await signIn(page, hana, '/console/payments/bank')
    const lines = [line(28, 5000, 'BENALI KARIM', 'DON')]
    await page.locator('input[type=file]').setInputFiles(file('one.xml', camt({ iban, opening: 0, lines })))
    await press(page, 'Match the lines')
    await lineOf(page, 'BENALI KARIM').waitFor()
    await assertAccessible(page, 'the desk on a phone')
    await page.getByRole('button', { name: 'Accept BENALI KARIM' }).click()
    await bar(page, '€50.00 matched')
    await press(page, 'Undo')
    await lineOf(page, 'BENALI KARIM').waitFor()
    assert.deepEqual(complaints, [])
  })
})
