import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { parseFec } from '../../server/test/ledger.ts'
import { aContactId } from '../../server/test/money.ts'
import { camt } from '../bank_files.ts'
import { aTreasury, bar, file, gone, iban, line, lineOf, month, month_name, press } from '../bank_stories.ts'
import { assertAccessible, move, openConsole } from '../browser.ts'
import { choose } from '../ledger_screens.ts'
import { anAssociation, download, last_year, rowsOf, this_year } from '../ledger_steps.ts'
import { aCashier, aMixedPayment, chooseContact, drawerOf, focused } from '../payment_steps.ts'

const world = await openConsole()
const { app, enter } = world

/** A contact of that name exists: the form asks first. */
async function chooseExisting(page: Page, name: string) {
  await page.getByRole('dialog', { name: `${name} exists: the same person?` }).waitFor()
  await page.getByRole('button', { name: `Same person: ${name}` }).focus()
  await page.keyboard.press('Enter')
}

test('a series of cheques is recorded by keyboard alone, and its batch closes only when the totals match', async () => {
  const { hana, payments } = await aCashier(world)
  const page = await enter(hana, '/console/payments/new')
  await page.getByRole('textbox', { name: 'Contact' }).waitFor()

  await page.getByRole('button', { name: 'New batch' }).focus()
  await page.keyboard.press('Enter')
  await focused(page, page.getByLabel('Expected number'))
  await page.keyboard.type('3')
  await page.keyboard.press('Tab')
  await page.keyboard.type('110.50')
  await page.keyboard.press('Enter')
  await page.getByText('0 of 3').waitFor()
  await focused(page, page.getByRole('textbox', { name: 'Contact' }))

  // Each error goes with its correction.
  const needContact = page.getByText('Choose who paid, or create the contact.')
  const needAmount = page.getByText('Enter an amount, such as €50.00.')
  const donation = page.getByRole('textbox', { name: 'Donation', exact: true })
  await donation.fill('three')
  await page.getByRole('textbox', { name: 'Contact' }).focus()
  await page.keyboard.press('Enter')
  await needContact.waitFor()
  await needAmount.nth(1).waitFor()
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('5')
  await needAmount.nth(1).waitFor({ state: 'detached' })
  assert.ok(await needAmount.isVisible(), 'the same error of another field stays')
  await donation.fill('')
  await needAmount.waitFor({ state: 'detached' })
  assert.ok(await needContact.isVisible())

  // The parts must come to the amount.
  await page.getByRole('textbox', { name: 'Contact' }).focus()
  await chooseContact(page, 'ferh', 'Malik Ferhat')
  await needContact.waitFor({ state: 'detached' })
  await donation.fill('3')
  await page.keyboard.press('Enter')
  await page.getByText(/^€2.00 are left to allocate/).waitFor()
  assert.deepEqual(await payments(), [])
  await donation.fill('')
  await page.getByText(/^€2.00 are left to allocate/).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Choose another contact' }).click()

  await page.getByRole('textbox', { name: 'Contact' }).focus()
  const cheques: [typed: string, option: string, amount: string][] = [
    ['Rosa Quintero', 'Create the contact', '50'],
    ['ferh', 'Malik Ferhat', '30.50'],
    ['Nour Haddad', 'Create the contact', '30'],
  ]
  for (const [index, [typed, option, amount]] of cheques.entries()) {
    if (index === 2) {
      // Closing too early shows the missing amount in the currency.
      await page.getByRole('button', { name: 'Close the batch' }).focus()
      await page.keyboard.press('Enter')
      await page.getByText('Recorded: 2 for €80.50. Expected: 3 for €110.50.').waitFor()
      await assertAccessible(page, 'the entry with a batch that does not add up')
      await page.getByRole('textbox', { name: 'Contact' }).focus()
    }
    await chooseContact(page, typed, option)
    if (index === 0) await chooseExisting(page, typed)
    const field = page.getByRole('textbox', { name: 'Amount', exact: true })
    await focused(page, field)
    if (index === 1) {
      // A typing error is told at its field, which keeps the text and the focus.
      await page.keyboard.type('30.505')
      await page.keyboard.press('Enter')
      await page.getByText('At most two digits after the decimal point.').waitFor()
      await focused(page, field)
      assert.equal(await field.inputValue(), '30.505')
      await page.keyboard.press('Control+a')
    }
    await page.keyboard.type(amount)
    await page.keyboard.press('Enter')
    await page.getByText(`${index + 1} of 3`).waitFor()
    await page
      .getByRole('status')
      .filter({ hasText: `Saved: ${option === 'Malik Ferhat' ? option : typed}, €${amount}` })
      .waitFor()
    await focused(page, page.getByRole('textbox', { name: 'Contact' }))
  }
  await page.getByText('Number and amount match.').waitFor()
  await page.getByRole('button', { name: 'Close the batch' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText(/is closed\./).waitFor()

  const [batch] = (await app.as(hana).get('/v1/transaction_batches')).body.data
  assert.deepEqual([batch.state, batch.count, batch.amount], ['closed', 3, 11_050])
  const recorded = (await payments()).map(({ transactions: [item], donations }) => [
    item.amount,
    item.payment_method_kind,
    donations[0].amount,
  ])
  assert.deepEqual(recorded, [
    [3000, 'cheque', 3000],
    [3050, 'cheque', 3050],
    [5000, 'cheque', 5000],
  ])
})

test('a refund of a part is shown with what is kept, in the record and in the list', async () => {
  const { hana, id, stored, at } = await aMixedPayment(world)
  const page = await enter(hana, at)
  await press(page, 'Refund…')
  const dialog = page.getByRole('dialog', { name: 'Record a refund' })
  await dialog.getByText('At most €80.00').waitFor()
  assert.equal(await dialog.getByLabel('Amount to refund').inputValue(), '80.00')
  await dialog.getByLabel('Amount to refund').fill('16')
  await dialog.getByLabel('Refunded by').selectOption('Transfer')
  await press(page, 'Record the refund')
  await dialog.getByText('Enter the reason.').waitFor()
  await assertAccessible(page, 'a refund without its reason')
  await dialog.getByLabel('Reason').fill('Paid too much')
  await dialog.getByLabel('Bank reference').fill('V-7')
  await press(page, 'Record the refund')
  await page.getByText('The refund is recorded.').waitFor()
  const drawer = drawerOf(page, id)
  await drawer.getByText('Partly refunded', { exact: true }).waitFor()
  await drawer.getByText('€64.00 kept').waitFor()
  const line = drawer.getByRole('listitem').filter({ hasText: 'V-7' })
  await line.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Shift+Tab')
  await drawer.getByRole('button', { name: /^€16\.00 refunded on / }).click()
  await line.and(page.locator(':focus')).waitFor()
  await drawer.getByText(/ · Transfer · ref\. V-7 · Paid too much$/).waitFor()
  await drawer.getByText('Reason Paid too much').waitFor()
  await assertAccessible(page, 'a payment with a refund')
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  const row = page.getByRole('row').filter({ hasText: 'Rosa Quintero' })
  await row.getByText('Partly refunded').waitFor()
  await row.getByText('€64.00 kept').waitFor()
  const { transactions, donations, reversals } = await stored()
  assert.deepEqual([transactions[0].amount, transactions[0].reimbursed_amount, donations[0].amount], [8000, 1600, 5600])
  const [{ kind, amount, payment_method_kind, reason, reference }] = reversals
  assert.deepEqual(
    [kind, amount, payment_method_kind, reason, reference],
    ['refund', 1600, 'transfer', 'Paid too much', 'V-7'],
  )
})

test('the bank is matched to the last line by keyboard, and the month is closed', async () => {
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
  const page = await enter(hana, '/console/payments/bank')
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
  await page.getByRole('tab', { name: 'Certain' }).getByText('2').waitFor()
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
  // What was found disappears as soon as something else is typed, before that has an answer.
  const dora = page.getByRole('option', { name: 'Dora Vale' })
  await dora.waitFor()
  await page.route(/waiting_payments\?.*search=Valentin/, () => {})
  await page.keyboard.type('ntin')
  await dora.waitFor({ state: 'detached' })
  for (const _ of 'ntin') await page.keyboard.press('Backspace')
  await dora.waitFor()
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
  await page.getByRole('tab', { name: 'Ignored' }).click()
  await lineOf(page, 'EPARGNE').getByText('To our savings account').first().waitFor()
  // Lines of a closed month do not change.
  assert.equal(await page.getByRole('button', { name: /^Undo/ }).count(), 0)
})

test('the ledger of a year is validated and downloaded, and a return of January is booked in January', async () => {
  const { hana } = await anAssociation(world)
  const page = await enter(hana, '/console/payments?view=all')
  await page.getByRole('tab', { name: 'Ledger' }).click()
  // The year opens with what the bank had, and with the result of the year before.
  await rowsOf(page)
    .filter({ hasText: `À nouveau ${this_year}` })
    .getByText('Provisional')
    .waitFor()
  await rowsOf(page)
    .filter({ hasText: `Résultat ${last_year}` })
    .waitFor()
  await move(page, '/payments/ledger?year=2000')
  await page.getByText('No entries in this period').waitFor()
  await assertAccessible(page, 'a ledger without entries')
  await choose(page, 'Period', `Year ${last_year}`)
  await rowsOf(page).filter({ hasText: 'Cotisation' }).getByText('Provisional').waitFor()
  assert.equal(await rowsOf(page).count(), 3)

  await press(page, 'Download…')
  await page.getByText('The file is named after your SIREN, which is missing.').waitFor()
  await page.getByText(`This year has provisional entries, the first on Dec 20, ${last_year}.`).waitFor()
  assert.ok(await page.getByRole('button', { name: 'Download', exact: true }).isDisabled())
  await assertAccessible(page, 'why there is no tax file')
  await press(page, `Validate until Dec 31, ${last_year}…`)
  const dialog = page.getByRole('dialog', { name: 'Validate entries' })
  await dialog.getByText(`3 provisional entries until Dec 31, ${last_year}.`).waitFor()
  await assertAccessible(page, 'the validation')
  await press(page, 'Validate the entries')
  await page.getByText(`3 entries are validated until Dec 31, ${last_year}.`).waitFor()
  await rowsOf(page).filter({ hasText: 'Règlement' }).getByText('TR 1').waitFor()
  await page.getByText(`Validated until Dec 31, ${last_year}. Later entries are provisional`).waitFor()

  await press(page, 'Download…')
  await page.getByRole('link', { name: 'Enter the SIREN in the settings' }).click()
  await page.getByLabel('SIREN').fill('12345')
  await press(page, 'Save')
  await page.getByText('Enter the nine digits of the SIREN.').waitFor()
  await page.getByLabel('SIREN').fill('123 456 789')
  await press(page, 'Save')
  await page.getByText('Saved.').waitFor()
  await move(page, `/payments/ledger?year=${last_year}`)
  await press(page, 'Download…')
  const file = await download(page, 'Download')
  assert.equal(file.name, `123456789FEC${last_year}1231.txt`)
  assert.deepEqual(
    parseFec(file.bytes.toString()).map(row => [row.JournalCode, row.EcritureNum, row.CompteNum].join(' ')),
    ['AD 1 411000', 'AD 1 756100', 'AD 2 411000', 'AD 2 754110', 'TR 1 512000', 'TR 1 411000'],
  )
  const notice = await download(page, 'Download the notice')
  assert.equal(notice.name, `123456789FEC${last_year}1231-descriptif.txt`)
  await page.getByLabel('Character set').selectOption('ISO 8859-15 (older programs)')
  const latin = await download(page, 'Download')
  assert.ok(latin.bytes.includes(Buffer.from('Quint\xe9ro', 'latin1')), 'not decoded and encoded again')
  await page.keyboard.press('Escape')

  await rowsOf(page).filter({ hasText: 'Règlement' }).getByRole('button').click()
  const drawer = page.getByRole('dialog', { name: /^Membership and donation, |^Donation, |^Membership, |^Payment, / })
  await drawer.getByRole('list', { name: 'In the ledger' }).getByText('TR 1').waitFor()
  await drawer.getByRole('button', { name: 'Returned by the bank…' }).click()
  await page.getByLabel('Returned on').fill(`${this_year}-01-01`)
  await page.getByLabel('Reason').fill('Insufficient funds')
  await press(page, 'Record the return')
  await drawer.getByRole('list', { name: 'In the ledger' }).getByText('Rejet bancaire').waitFor()
  // Until it is gone, Escape is for the form.
  await page.getByLabel('Returned on').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await choose(page, 'Period', `Year ${this_year}`)
  const late = rowsOf(page).filter({ hasText: 'Rejet bancaire' })
  await late.getByText('Provisional').waitFor()
  await late.getByText(`Jan 1, ${this_year}`).waitFor()

  await press(page, 'Download…')
  const again = await download(page, 'Download')
  assert.deepEqual(again, file, 'the same file to the byte')
})
