import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aBundle, aContactId, payment } from '../server/test/money.ts'
import { aSpace, aUser } from '../server/test/people.ts'
import { longTest } from '../server/test/runs.ts'
import { assertAccessible, openBrowser, signIn, startTestApp } from './browser.ts'
import { setPassword } from './passwords.ts'

const app = await startTestApp()
const visit = await openBrowser(app)
const space = await aSpace(app, 'Collectif')
const [hana, ivo] = [
  await setPassword(app, await aUser(app, space, { role: 'admin' })),
  await setPassword(app, await aUser(app, space, { role: 'admin' })),
]
const rosa = await aContactId(app, hana, { firstname: 'Rosa', surname: 'Quintero' })
const paid = (date: string, amount: number, payment_method_kind = 'cheque') =>
  aBundle(app, hana, { transactions: [payment(rosa, { amount, date, payment_method_kind })], donations: [] })
const thisYear = new Date().getUTCFullYear()
await paid(`${thisYear - 1}-02-10T12:00:00.000Z`, 4000)
await paid(`${thisYear - 2}-02-10T12:00:00.000Z`, 2000)
await paid(`${thisYear - 1}-03-10T12:00:00.000Z`, 700, 'card')
const phone = { viewport: { width: 390, height: 844 } }

longTest('a view of payments is saved, shared, changed, reverted, and found by a colleague', async () => {
  const { page, complaints } = await visit()
  await signIn(page, hana, '/console/payments?view=all')
  await page.getByText('3 payments').waitFor()
  await page.getByRole('combobox', { name: 'Method' }).click()
  await page.getByRole('option', { name: 'Cheque' }).click()
  await page.getByText('2 payments').waitFor()
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('menuitem', { name: 'Save as a new view' }).click()
  await page.getByLabel('Name of the view').fill('Cheques')
  await page.getByLabel('Shared with everyone in the space').check()
  await assertAccessible(page, 'naming a view')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('tab', { name: 'Cheques', selected: true }).waitFor()
  const [kept] = (await app.as(hana).get('/v1/payment_views')).body.data
  assert.deepEqual([kept.name, kept.shared, kept.filters], ['Cheques', true, { payment_method_kind: 'cheque' }])

  const colleague = await visit({ ...phone, colorScheme: 'dark' })
  await signIn(colleague.page, ivo, '/console/payments')
  await colleague.page.getByRole('tab', { name: 'Cheques' }).click()
  await colleague.page.getByText('2 payments').waitFor()
  await assertAccessible(colleague.page, 'a saved view on a phone')

  await page.getByRole('combobox', { name: 'Period', exact: true }).click()
  await page.getByRole('option', { name: 'Last year' }).click()
  await page.getByText('1 payment', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Modified: save view' }).click()
  await page.getByRole('menuitem', { name: 'Save changes to “Cheques”' }).click()
  await page.getByText('The view “Cheques” is saved.').waitFor()
  const filters = async () => (await app.as(hana).get('/v1/payment_views')).body.data[0]?.filters
  assert.deepEqual(await filters(), { payment_method_kind: 'cheque', period: 'last_year' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  assert.deepEqual(await filters(), { payment_method_kind: 'cheque' })
  assert.deepEqual([...complaints, ...colleague.complaints], [])
})

longTest('the columns of the list are chosen, and stay chosen', async () => {
  const { page } = await visit()
  await signIn(page, hana, '/console/payments?view=all')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByLabel('Recorded', { exact: true }).check()
  await page.getByLabel('Campaign', { exact: true }).uncheck()
  await assertAccessible(page, 'choosing columns')
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: 'Recorded' }).waitFor()
  await page.reload()
  await page.getByRole('columnheader', { name: 'Recorded' }).waitFor()
  assert.equal(await page.getByRole('columnheader', { name: 'Campaign' }).count(), 0)
})

test('the sums of any months are compared with the months before, as bars and as a table', async () => {
  const { page, complaints } = await visit()
  await signIn(page, hana, `/console/payments?view=all&sums=last_year`)
  await page.getByText('Collected last year').waitFor()
  await page.getByText('€47').waitFor()
  await page.getByText('+135% vs. the year before').waitFor()
  await page.getByRole('button', { name: 'View as a table' }).click()
  await page.getByRole('columnheader', { name: 'A year before' }).waitFor()
  await assertAccessible(page, 'sums as a table')
  await page.getByRole('combobox', { name: 'Period of the totals' }).click()
  await page.getByRole('option', { name: 'Custom months' }).click()
  await page.getByLabel('Last month', { exact: true }).fill(`${thisYear - 1}-02`)
  await page.getByLabel('First month', { exact: true }).fill(`${thisYear - 1}-02`)
  await page.getByRole('combobox', { name: 'Compare with' }).click()
  await page.getByRole('option', { name: 'Compared with the period before' }).click()
  await page.getByRole('columnheader', { name: 'Period before' }).waitFor()
  await page.getByText('€40', { exact: true }).waitFor()
  assert.match(page.url(), new RegExp(`sums=${thisYear - 1}-02..${thisYear - 1}-02&with=span_before`))
  await page.reload()
  await page.getByText('€40', { exact: true }).waitFor()
  await assertAccessible(page, 'sums of chosen months')
  assert.deepEqual(complaints, [])
})
