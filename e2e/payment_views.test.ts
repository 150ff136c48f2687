import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aBundle, aContactId, payment, setChecks } from '../server/test/money.ts'
import { aSpace } from '../server/test/people.ts'
import { assertAccessible, openConsole, signIn } from './browser.ts'

const { app, visit, enter, member } = await openConsole()
const space = await aSpace(app, 'Collectif')
const [hana, ivo] = [await member(space, { role: 'admin' }), await member(space, { role: 'admin' })]
const rosa = await aContactId(app, hana, { firstname: 'Rosa', surname: 'Quintero' })
const paid = (date: string, amount: number, payment_method_kind = 'cheque') =>
  aBundle(app, hana, { transactions: [payment(rosa, { amount, date, payment_method_kind })], donations: [] })
const thisYear = new Date().getUTCFullYear()
await paid(`${thisYear - 1}-02-10T12:00:00.000Z`, 4000)
await paid(`${thisYear - 2}-02-10T12:00:00.000Z`, 2000)
await paid(`${thisYear - 1}-03-10T12:00:00.000Z`, 700, 'card')
const phone = { viewport: { width: 390, height: 844 } }

test('a view of payments is saved, shared, changed, reverted, and found by a colleague', async () => {
  const page = await enter(hana, '/console/payments?view=all')
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

  const colleague = await enter(ivo, '/console/payments', { ...phone, colorScheme: 'dark' })
  await colleague.getByRole('tab', { name: 'Cheques' }).click()
  await colleague.getByText('2 payments').waitFor()
  await assertAccessible(colleague, 'a saved view on a phone')

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
})

test('the columns of the list are chosen, and stay chosen', async () => {
  const page = await enter(hana, '/console/payments?view=all')
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
  const page = await enter(hana, `/console/payments?view=all&sums=last_year`)
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
})

/** A treasurer with two payments that have a warning: a gift larger than its payment, and a campaign that is not known. */
async function aTreasury() {
  const hana = await member(await aSpace(app, 'Collectif'), { role: 'admin' })
  const rosa = await aContactId(app, hana, { firstname: 'Rosa', surname: 'Quintero' })
  const gift = await aBundle(app, hana, {
    transactions: [payment(rosa, { amount: 100 })],
    donations: [payment(rosa, { amount: 999_999 })],
  })
  const letter = await aBundle(app, hana, { transactions: [payment(rosa, { code_campaign: 'LETTRE' })] })
  const open = async () => (await app.as(hana).get('/v1/payment_warnings?state=open')).body.total
  return { hana, rosa, gift, letter, open }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const wrong_sum = 'Memberships and donations come to €9,999.99, the payment to €1.00.'

describe('payments with a warning', () => {
  test('are listed, open from the list and leave it when they are settled', async () => {
    const { hana, open } = await aTreasury()
    const page = await enter(hana, '/console/payments')
    const queue = page.getByRole('region', { name: 'Warnings' })
    await queue.getByText('2 payments with a warning').waitFor()
    await button(page, 'Show').click()
    await queue.getByText(wrong_sum).waitFor()
    await assertAccessible(page, 'the payments with a warning')
    await queue
      .getByRole('listitem')
      .filter({ hasText: wrong_sum })
      .getByRole('link', { name: /Quintero, Donation, / })
      .click()
    const drawer = page.getByRole('dialog', { name: /^Donation, / })
    await drawer.getByText(wrong_sum).waitFor()
    await drawer.getByRole('button', { name: 'Settle…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Settle the warning' })
    await dialog.getByLabel('Note (optional)').fill('The rest comes in May.')
    await assertAccessible(page, 'settling a warning')
    await dialog.getByRole('button', { name: 'Settle', exact: true }).click()
    await page.getByText('The warning is settled.').waitFor()
    await drawer.getByText(wrong_sum).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await queue.getByText('1 payment with a warning').waitFor()
    assert.equal(await open(), 1)
  })

  test('are those that are corrected no more', async () => {
    const { hana, letter, open } = await aTreasury()
    await app.as(hana).post('/v1/code_campaigns', { code: 'Lettre' })
    const page = await enter(hana, `/console/payments?view=all&open=${letter.id}`, phone)
    const drawer = page.getByRole('dialog', { name: /^(Donation|Payment), / })
    await drawer.getByText('History').waitFor()
    assert.equal(await drawer.getByText('Warnings').count(), 0)
    assert.equal(await open(), 1)
  })
})

test('a payment that is recorded with a doubt says so at once', async () => {
  const { hana, rosa } = await aTreasury()
  const { page } = await visit()
  await aBundle(app, hana, {
    transactions: [payment(rosa)],
    memberships: [payment(rosa, { end_date: null })],
  })
  await signIn(page, hana, `/console/payments/new?contact=${rosa}`)
  await page.getByLabel('Amount').first().fill('20')
  await page.getByLabel('Membership', { exact: true }).first().fill('20')
  await button(page, 'Save and next').click()
  await page.getByText('Two memberships of the same person overlap.').waitFor()
  await assertAccessible(page, 'a payment recorded with a warning')
})

test('a check is made to refuse in the settings', async () => {
  const { hana, rosa } = await aTreasury()
  const { page } = await visit()
  await setChecks(app, hana, { price: 'off' })
  await signIn(page, hana, '/console/settings/finance?tab=checks')
  assert.equal(await page.getByLabel('Amount differs from the price').inputValue(), 'off')
  await page.getByLabel('Unknown campaign').selectOption('Refuse the payment')
  await button(page, 'Save').click()
  await page.getByText('Saved.').waitFor()
  const { status } = await app
    .as(hana)
    .post('/v1/transaction_bundles', { transactions: [payment(rosa, { code_campaign: 'LETTRE' })] })
  assert.equal(status, 422)
})
