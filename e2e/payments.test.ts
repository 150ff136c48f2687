import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { aBundle, aContactId, aStatus, payment } from '../server/test/money.ts'
import { aSpace } from '../server/test/people.ts'
import { readWorkbook } from '../server/test/workbooks.ts'
import { assertAccessible, openConsole, phone } from './browser.ts'
import { aCashier, chooseContact, focused } from './payment_steps.ts'

const world = await openConsole()
const { app, enter, member } = world
const space = await aSpace(app, 'Collectif')
const hana = await member(space, { role: 'admin' })
const ask = app.as(hana)
const rosa = await aContactId(app, hana, { firstname: 'Rosa', surname: 'Quintero' })
const payments = async (query = '') => (await ask.get(`/v1/transaction_bundles${query}`)).body.data as any[]

test('a payment is found by its number in the search box', async () => {
  // A unique number.
  await app.owner`select setval('transaction_bundles_id_seq', 100000)`
  const { id } = await aBundle(app, hana, { transactions: [payment(rosa)], donations: [payment(rosa)] })
  const page = await enter(hana)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').locator('input:focus').waitFor()
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

test('selected payments are summed by currency, and the download contains the filtered payments', async () => {
  const fields = { payment_method_kind: 'transfer' }
  for (const [amount, currency] of [
    [2500, 'EUR'],
    [1250, 'EUR'],
    [900, 'CHF'],
  ])
    await aBundle(app, hana, { transactions: [payment(rosa, { ...fields, amount, currency, comment: '=1+1' })] })
  const page = await enter(hana, '/console/payments?view=all&method=transfer')
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
})

test('a payment without a purpose is given one, and many payments are given a status at once', async () => {
  const fields = { payment_method_kind: 'online', amount: 4000 }
  const { id } = await aBundle(app, hana, { transactions: [payment(rosa, fields)] })
  await aBundle(app, hana, { transactions: [payment(rosa, fields)] })
  const checked = await aStatus(app, hana, { name: 'Seen at the bank', kind: 'valid' })
  const page = await enter(hana, `/console/payments?view=all&method=online&open=${id}`)
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

test('payments are added to a batch, those of a batch only once, and the undo takes them out', async () => {
  const batch = (await ask.post('/v1/transaction_batches', {})).body.data
  const [first, second] = await Promise.all(
    ['cheque', 'cheque', 'cash', 'card'].map(payment_method_kind =>
      aBundle(app, hana, { transactions: [payment(rosa, { payment_method_kind, comment: 'For the bank' })] }),
    ),
  )
  await ask.post(`/v1/transaction_batches/${batch.id}/transactions`, { transaction_ids: [first!.transactions[0].id] })
  const countOf = async () => (await ask.get(`/v1/transaction_batches/${batch.id}`)).body.data.count
  const page = await enter(hana, '/console/payments?view=all&sort=-id')
  const rows = page.locator('.rows tbody tr[data-id]')
  await rows.first().waitFor()
  for (const place of [0, 1, 2, 3]) await rows.nth(place).getByRole('checkbox').check()
  await page.getByRole('button', { name: `Add to ${batch.number}` }).click()
  const told = page.getByText(`2 payments added to batch ${batch.number}.`)
  await told.waitFor()
  assert.match(await told.innerText(), /Paid by .*\(1\).*\(1\)\. 2 left out: already in a batch, .* nor cash\./)
  assert.equal(await countOf(), 3)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  assert.equal(await countOf(), 1)

  // A payment leads to its batch, or can be added to one.
  const drawer = page.getByRole('dialog')
  await page.goto(`/console/payments?view=all&open=${second!.id}`)
  await drawer.getByRole('button', { name: `Add to ${batch.number}` }).click()
  await drawer.getByText(`Batch ${batch.number} (open)`).waitFor()
  assert.equal(await countOf(), 2)
  await assertAccessible(page, 'a payment in a batch')
  await page.goto(`/console/payments?view=all&open=${first!.id}`)
  await drawer.getByRole('link', { name: `Batch ${batch.number}` }).click()
  await page.waitForURL(new RegExp(`/payments/batches\\?open=${batch.id}`))
})

test('a treasurer sets a price and opens a year, and both take effect', async () => {
  const page = await enter(hana, '/console/settings/finance')
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
})

test('on a phone a new batch is opened beside the list of batches, and given up without losing the place', async () => {
  const { hana } = await aCashier(world)
  const page = await enter(hana, '/console/payments/new', { viewport: phone })
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
})

test('the term that a price gives is shown before the payment is saved, changed by keyboard, and corrected with a reason', async () => {
  const { hana, payments } = await aCashier(world)
  const price = { name: 'Year', amount: 2400, next_season_from: 10 }
  assert.equal((await app.as(hana).post('/v1/membership_prices', price)).status, 200)
  const page = await enter(hana, '/console/payments/new')
  await page.getByLabel('Date', { exact: true }).fill('2026-10-12')
  await page.getByRole('textbox', { name: 'Contact' }).focus()
  const record = async (keys: string[]) => {
    await chooseContact(page, 'ferh', 'Malik Ferhat')
    await focused(page, page.getByRole('textbox', { name: 'Amount', exact: true }))
    await page.keyboard.type('24')
    await page.getByLabel('Membership price').focus()
    await page.keyboard.type('Y')
    await page.locator('input[value="2027-12-31"]').waitFor()
    for (const key of keys) await page.keyboard.press(key)
    await page.keyboard.press('Enter')
    await focused(page, page.getByRole('textbox', { name: 'Contact' }))
  }
  await record(['Tab'])
  // Membership, donation price, donation, then the first day.
  await record(['Tab', 'Tab', 'Tab', 'Tab', '1', '1', '0', '2', '2', '0', '2', '6'])
  const terms = (await payments()).map(({ memberships: [{ start_date, end_date }] }) => [start_date, end_date])
  assert.deepEqual(terms, [
    ['2026-11-02T00:00:00.000Z', '2026-12-31T23:59:59.999Z'],
    ['2027-01-01T00:00:00.000Z', '2027-12-31T23:59:59.999Z'],
  ])

  const [{ id }] = (await payments()) as [{ id: number }]
  await page.goto(`${new URL(page.url()).origin}/console/payments?view=all&open=${id}`)
  await page.getByRole('button', { name: 'Correct…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Correct a mistake' })
  const end = dialog.getByLabel('Year: last day')
  assert.equal(await end.inputValue(), '2026-12-31')
  await end.fill('2026-11-01')
  await dialog.getByLabel('Reason for the correction').fill('Paid for ten months')
  await dialog.getByRole('button', { name: 'Save the correction' }).click()
  await dialog.getByText('Must not be before the start').waitFor()
  await assertAccessible(page, 'the correction of a term')
  await end.fill('2027-08-31')
  await dialog.getByRole('button', { name: 'Save the correction' }).click()
  await page.getByText('The payment is corrected.').waitFor()
  const [{ memberships }] = (await payments()) as [{ memberships: object[] }]
  assert.partialDeepStrictEqual(memberships, [
    { start_date: '2026-11-02T00:00:00.000Z', end_date: '2027-08-31T23:59:59.999Z' },
  ])
})

test('after a payment without a batch is saved, the page is left without a question', async () => {
  const { hana } = await aCashier(world)
  const page = await enter(hana, '/console/payments/new')
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
})
