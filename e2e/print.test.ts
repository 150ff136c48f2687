import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aBundle, aContactId, payment } from '../server/test/money.ts'
import { aSpace, aUser } from '../server/test/people.ts'
import { openBrowser, phone, signIn, startTestApp } from './browser.ts'
import { setPassword } from './passwords.ts'

const app = await startTestApp()
const visit = await openBrowser(app)
const space = await aSpace(app, 'Collectif')
const hana = await setPassword(app, await aUser(app, space, { role: 'admin' }))
const printed_rows = 60
const people = await Promise.all(
  Array.from({ length: printed_rows }, (_, n) =>
    aContactId(app, hana, { firstname: 'Rosa', surname: `Quintero ${n}` }),
  ),
)
const bundle = await aBundle(app, hana, { transactions: [payment(people[0]!, { amount: 5000 })] })

test('a printed list has all loaded rows and none of the controls', async () => {
  const { page, complaints } = await visit()
  await signIn(page, hana, '/console/contacts')
  const rows = page.locator('.rows tbody tr[data-id]')
  await rows.first().waitFor()
  assert.ok((await rows.count()) < printed_rows, 'the screen renders what is visible')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  assert.equal(await rows.count(), printed_rows)
  assert.ok(await rows.last().isVisible())
  assert.ok(!(await menu.isVisible()))
  assert.equal(await page.locator('main input[type=checkbox]:visible').count(), 0)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
  await menu.waitFor()
  await page.waitForFunction(most => document.querySelectorAll('.rows tbody tr[data-id]').length < most, printed_rows)
  assert.deepEqual(complaints, [])
})

test('a record in a drawer is printed alone', async () => {
  const { page, complaints } = await visit()
  await signIn(page, hana, `/console/payments?view=all&open=${bundle.id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Rosa Quintero 0').first().waitFor()
  await page.emulateMedia({ media: 'print' })
  assert.ok(await dialog.getByText('€50.00').first().isVisible())
  assert.ok(!(await page.locator('.rows').first().isVisible()))
  assert.deepEqual(complaints, [])
})

test('the page of a contact is printed with key facts, details and story, also from a phone', async () => {
  const { page, complaints } = await visit({ viewport: phone })
  await signIn(page, hana, `/console/contacts/${people[0]}`)
  await page.getByText('Added', { exact: true }).waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  for (const text of ['In all', '€50.00', 'Quintero 0', 'Added'])
    assert.ok(await page.getByText(text, { exact: true }).first().isVisible(), text)
  for (const gone of [page.getByText('All contacts'), page.getByRole('heading', { name: 'Tags' })])
    assert.ok(!(await gone.isVisible()))
  assert.deepEqual(complaints, [])
})
