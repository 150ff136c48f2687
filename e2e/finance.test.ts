import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aBundle, aContact, aStatus, payment } from '../server/test/money.ts'
import { aSpace, aUser } from '../server/test/people.ts'
import { assertAccessible, openBrowser, signIn, startTestApp } from './browser.ts'
import { givePassword } from './people.ts'

const app = await startTestApp()
const visit = await openBrowser(app)
const space = await aSpace(app, 'Collectif')
const hana = await givePassword(app, await aUser(app, space, { role: 'admin' }))
const volunteer = await givePassword(app, await aUser(app, space, { role: 'user' }))
const ask = app.as(hana)

test('a treasurer sets up a price and a year, and both hold', async () => {
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

  await page.getByRole('tab', { name: 'Open periods' }).click()
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

test('home tells what waits, and the number leads to the payments it counts', async () => {
  const contact = await aContact(app, hana, { firstname: 'Rosa', surname: 'Quintero' })
  const waiting = await aStatus(app, hana, { name: 'Waiting', kind: 'pending' })
  const transactions = [payment(contact, { status_id: waiting.id })]
  await aBundle(app, hana, { transactions, donations: [payment(contact)] })
  const { page } = await visit()
  await signIn(page, hana)
  await page.getByRole('link', { name: '1 payment to check' }).click()
  await page.getByRole('button', { name: 'Rosa Quintero' }).waitFor()
})

test('a volunteer is shown no money at all', async () => {
  const { page, complaints } = await visit()
  await signIn(page, volunteer)
  await page.getByText('Nothing is waiting for you. Well done.').waitFor()
  assert.equal(await page.getByText('Collected over 12 months').count(), 0)
  assert.equal(await page.getByRole('link', { name: 'Payments' }).count(), 0)
  await assertAccessible(page, 'the home of a volunteer')
  assert.deepEqual(complaints, [])
})

for (const [what, options] of [
  ['by day', { colorScheme: 'light' }],
  ['by night, on a phone', { colorScheme: 'dark', viewport: { width: 390, height: 844 } }],
] as const) {
  test(`home and the finance settings are accessible ${what}`, async () => {
    const { page, complaints } = await visit(options)
    await signIn(page, hana)
    await page.getByText('Donations and memberships by month').waitFor()
    await assertAccessible(page, `home ${what}`)
    for (const tab of ['memberships', 'statuses', 'methods', 'numbering', 'periods']) {
      await page.goto(`/console/settings/finance?tab=${tab}`)
      await page.getByRole('tabpanel').locator('button, textarea').first().waitFor()
      await assertAccessible(page, `${tab} ${what}`)
    }
    assert.deepEqual(complaints, [])
  })
}
