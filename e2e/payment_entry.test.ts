import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { aContactId } from '../server/test/money.ts'
import { aSpace, aUser } from '../server/test/people.ts'
import { assertAccessible, openBrowser, phone, signIn, startTestApp } from './browser.ts'
import { setPassword } from './passwords.ts'

const app = await startTestApp()
const visit = await openBrowser(app)
const space = await aSpace(app, 'Collectif')
const hana = await setPassword(app, await aUser(app, space, { role: 'admin' }))
const ask = app.as(hana)
await aContactId(app, hana, { firstname: 'Rosa', surname: 'Quintero' })
await aContactId(app, hana, { firstname: 'Malik', surname: 'Ferhat' })
const payments = async () => (await ask.get('/v1/transaction_bundles')).body.data as any[]

/** Waits until this element has the focus. */
const focused = (page: Page, field: Locator) => field.and(page.locator(':focus')).waitFor()

/** Types a name and chooses the first suggestion by keyboard. */
async function chooseContact(page: Page, typed: string, option: string) {
  await page.keyboard.type(typed)
  const selected = page.locator('[role=option][data-combobox-selected]')
  if (typed === 'Rosa Quintero') {
    await selected.filter({ hasText: typed }).waitFor()
    await page.keyboard.press('ArrowDown')
  }
  await selected.filter({ hasText: option }).waitFor()
  await page.keyboard.press('Enter')
}

/** A contact of that name exists: the form asks first. */
async function chooseExisting(page: Page, name: string) {
  await page.getByRole('dialog', { name: `${name} exists: the same person?` }).waitFor()
  await page.getByRole('button', { name: `Same person: ${name}` }).focus()
  await page.keyboard.press('Enter')
}

test('a series of cheques is recorded by keyboard alone, and its batch closes only when the totals match', async () => {
  const { page, complaints } = await visit()
  await signIn(page, hana, '/console/payments/new')
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

  const [batch] = (await ask.get('/v1/transaction_batches')).body.data
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
  assert.deepEqual(complaints, [])
})

test('on a phone a new batch is opened beside the list of batches, and given up without losing the place', async () => {
  const { page, complaints } = await visit({ viewport: phone })
  await signIn(page, hana, '/console/payments/new')
  const button = page.getByRole('button', { name: 'New batch' })
  await button.waitFor()
  const [list, beside] = await Promise.all([page.getByLabel('Deposit batch').boundingBox(), button.boundingBox()])
  assert.ok(list && beside && beside.x >= list.x + list.width, 'the button is beside the list')
  assert.equal(beside.y + beside.height, list.y + list.height)
  await button.click()
  await focused(page, page.getByLabel('Expected number'))
  await assertAccessible(page, 'a new batch')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await focused(page, button)
  assert.deepEqual(complaints, [])
})

test('after a payment without a batch is saved, the page is left without a question', async () => {
  const { page, complaints } = await visit()
  await signIn(page, hana, '/console/payments/new')
  const contact = page.getByRole('textbox', { name: 'Contact' })
  await focused(page, contact)
  // Money goes to nobody whose name is only similar.
  await page.keyboard.type('Ferhati')
  const offered = page.getByRole('listbox', { name: 'Contact' })
  await offered.getByText('Malik Ferhat').waitFor()
  await offered.getByText('Create the contact').waitFor()
  await page.keyboard.press('Enter')
  assert.equal(await offered.locator('[data-combobox-selected]').count(), 0)
  assert.equal(await contact.inputValue(), 'Ferhati')
  await contact.fill('')
  await chooseContact(page, 'ferh', 'Malik Ferhat')
  const amount = page.getByRole('textbox', { name: 'Amount', exact: true })
  await focused(page, amount)
  await page.keyboard.type('8')
  await page.getByRole('link', { name: 'Tasks' }).click()
  await page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Keep editing' }).click()
  await amount.press('Enter')
  await page.getByRole('status').filter({ hasText: 'Saved: Malik Ferhat, €8' }).waitFor()
  await focused(page, contact)
  await page.getByRole('link', { name: 'Tasks' }).click()
  await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor()
  assert.deepEqual(complaints, [])
})
