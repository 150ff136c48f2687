import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { aBundle, aContactId, aStatus, payment } from '../server/test/money.ts'
import { aSpace, aUser } from '../server/test/people.ts'
import { longTest } from '../server/test/runs.ts'
import { readWorkbook } from '../server/test/workbooks.ts'
import { assertAccessible, openBrowser, signIn, startTestApp } from './browser.ts'
import { setPassword } from './passwords.ts'

const app = await startTestApp()
const visit = await openBrowser(app)
const space = await aSpace(app, 'Collectif')
const hana = await setPassword(app, await aUser(app, space, { role: 'admin' }))
const ask = app.as(hana)
const [rosa] = [
  await aContactId(app, hana, { firstname: 'Rosa', surname: 'Quintero' }),
  await aContactId(app, hana, { firstname: 'Malik', surname: 'Ferhat' }),
]
const payments = async (query = '') => (await ask.get(`/v1/transaction_bundles${query}`)).body.data as any[]

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
  await page.getByLabel('Expected number').focus()
  await page.keyboard.type('3')
  await page.keyboard.press('Tab')
  await page.keyboard.type('110.50')
  await page.keyboard.press('Enter')
  await page.getByText('0 of 3').waitFor()

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

test('two users change one payment: the second is told of the conflict, and nothing is lost', async () => {
  const { id } = await aBundle(app, hana, { transactions: [payment(rosa)] })
  const stored = async () => (await ask.get(`/v1/transaction_bundles/${id}`)).body.data.transactions[0]
  const { page, complaints } = await visit()
  await signIn(page, hana, `/console/payments?open=${id}`)
  await page.getByLabel('Comment').fill('Mine')
  const item = await stored()
  await ask.patch(`/v1/transaction_bundles/${id}`, { transactions: [{ id: item.id, comment: 'Theirs' }] })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Someone else changed this while you were editing.').waitFor()
  assert.equal(await page.getByLabel('Comment').inputValue(), 'Mine', 'what was typed is still there')
  assert.equal((await stored()).comment, 'Theirs', 'what was saved first is still there')
  await page.getByRole('button', { name: 'See their version' }).click()
  await page.locator('textarea').filter({ hasText: 'Theirs' }).first().waitFor()
  assert.equal(await page.getByLabel('Comment').inputValue(), 'Theirs')
  assert.equal((await stored()).comment, 'Theirs')
  assert.deepEqual(complaints, [])
})

longTest('a payment is found by its number in the search box', async () => {
  // A unique number.
  await app.owner`select setval('transaction_bundles_id_seq', 100000)`
  const { id } = await aBundle(app, hana, { transactions: [payment(rosa)], donations: [payment(rosa)] })
  const { page } = await visit()
  await signIn(page, hana)
  await page.keyboard.press('Control+k')
  await focused(page, page.getByRole('dialog').locator('input'))
  await page.keyboard.type(String(id))
  // Enter chooses the highlighted one.
  await page
    .getByRole('dialog')
    .locator('[data-selected]')
    .filter({ hasText: `#${id} Rosa Quintero` })
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`open=${id}`))
  await page
    .getByRole('dialog', { name: /^Donation, / })
    .getByText(`ref. ${id}`)
    .waitFor()
  assert.equal(new URL(page.url()).searchParams.get('open'), String(id))
})

longTest('selected payments are summed by currency, and the download contains the filtered payments', async () => {
  const fields = { payment_method_kind: 'transfer' }
  for (const [amount, currency] of [
    [2500, 'EUR'],
    [1250, 'EUR'],
    [900, 'CHF'],
  ])
    await aBundle(app, hana, { transactions: [payment(rosa, { ...fields, amount, currency, comment: '=1+1' })] })
  const { page, complaints } = await visit()
  await signIn(page, hana, '/console/payments?view=all&method=transfer')
  await page.getByText('3 payments').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByText('1 selected').waitFor()
  await page.getByLabel('Select all rows').check()
  const bar = page.getByRole('status').filter({ hasText: '3 selected' })
  await bar.getByText('€37.50').waitFor()
  await bar.getByText('CHF').waitFor()
  const exported = async (file: string) => {
    await page.getByRole('button', { name: 'Export' }).click()
    const item = page.getByRole('menuitem', { name: file, exact: true })
    const [download] = await Promise.all([page.waitForEvent('download'), item.click()])
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
  }
  const text = (await exported('CSV: one row per payment')).bytes.toString()
  const lines = text.trim().split('\r\n')
  assert.equal(lines.length, 4)
  assert.ok(text.startsWith('\uFEFFPayment number,'), 'with the mark by which spreadsheets know UTF-8')
  assert.ok(lines.slice(1).every(line => line.includes('Transfer') && line.includes("'=1+1")))
  const { name, bytes } = await exported('Excel: with memberships and donations')
  assert.match(name, /^payments-.*\.xlsx$/)
  const [{ rows = [] } = {}] = readWorkbook(bytes)
  assert.deepEqual([rows.length, rows[0]?.[1]?.value, rows[1]?.[1]?.value], [4, 'Line', 'Payment'])
  assert.deepEqual(complaints, [])
})

longTest('a payment without a purpose is given one, and many payments are given a status at once', async () => {
  const fields = { payment_method_kind: 'online', amount: 4000 }
  const { id } = await aBundle(app, hana, { transactions: [payment(rosa, fields)] })
  await aBundle(app, hana, { transactions: [payment(rosa, fields)] })
  const checked = await aStatus(app, hana, { name: 'Seen at the bank', kind: 'valid' })
  const { page } = await visit()
  await signIn(page, hana, `/console/payments?view=all&method=online&open=${id}`)
  await page.getByText('Left to allocate: €40.00').waitFor()
  await page.getByRole('button', { name: 'It is a donation' }).click()
  await assertAccessible(page, 'a payment that is given its purpose')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByText('The payment is saved.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByLabel('Select all rows').check()
  await page.getByLabel('Set status…').selectOption('Seen at the bank')
  await page.getByText('2 payments updated.').waitFor()
  const found = await payments('?payment_method_kind=online')
  assert.deepEqual(
    found.map(({ transactions: [item], donations }) => [item.status_id, donations.length]),
    [
      [checked.id, 0],
      [checked.id, 1],
    ],
  )
})

longTest('a treasurer sets a price and opens a year, and both take effect', async () => {
  const { page, complaints } = await visit()
  await signIn(page, hana, '/console/settings/finance')
  await page.getByRole('button', { name: 'New membership price' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Solidarity')
  await dialog.getByRole('textbox', { name: /^Amount/ }).fill('12.50')
  await dialog.getByLabel('Kind').selectOption('rolling_year')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Edit Solidarity' }).waitFor()
  const [price] = (await ask.get('/v1/membership_prices')).body.data
  assert.deepEqual([price.name, price.amount, price.kind], ['Solidarity', 1250, 'rolling_year'])

  await page.getByRole('link', { name: 'Accounting periods' }).click()
  await page.getByRole('button', { name: 'New period' }).click()
  await page.getByLabel('First day').fill('2025-01-01')
  await page.getByLabel('Last day').fill('2025-12-31')
  await Promise.all([
    page.waitForResponse(answer => answer.request().method() === 'PATCH' && answer.ok()),
    page.getByRole('button', { name: 'Save' }).click(),
  ])
  const { open_periods } = (await ask.get('/v1/transaction_settings')).body.data
  const [period] = Object.values(open_periods)
  assert.deepEqual(period, { start: '2025-01-01T00:00:00.000Z', end: '2025-12-31T23:59:59.999Z', open: true })
  await ask.patch('/v1/transaction_settings', { open_periods: {} })
  assert.deepEqual(complaints, [])
})

longTest('the home page shows pending work, and each number links to the payments it counts', async () => {
  const treasurer = await setPassword(app, await aUser(app, await aSpace(app, 'Fonds'), { role: 'admin' }))
  const contact = await aContactId(app, treasurer, { firstname: 'Nour', surname: 'Haddad' })
  const waiting = await aStatus(app, treasurer, { name: 'Waiting', kind: 'pending' })
  const transactions = [payment(contact, { status_id: waiting.id })]
  await aBundle(app, treasurer, { transactions, donations: [payment(contact)] })
  const { page } = await visit()
  await signIn(page, treasurer)
  await page.getByRole('link', { name: 'Check: 1 Payment to check' }).click()
  await page.getByRole('button', { name: 'Nour Haddad' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Nour Haddad' }).count(), 1)
})

test('a volunteer sees no money at all', async () => {
  const volunteer = await setPassword(app, await aUser(app, space, { role: 'user' }))
  const { page, complaints } = await visit()
  await signIn(page, volunteer)
  await page.getByText('Nothing is waiting for you.').waitFor()
  assert.equal(await page.getByText(/^Collected/).count(), 0)
  assert.equal(await page.getByRole('link', { name: 'Payments' }).count(), 0)
  assert.deepEqual(complaints, [])
})
