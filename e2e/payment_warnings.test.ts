import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aBundle, aContactId, payment, setChecks } from '../server/test/money.ts'
import { aSpace, aUser } from '../server/test/people.ts'
import { assertAccessible, openBrowser, phone, signIn, startTestApp } from './browser.ts'
import { setPassword } from './passwords.ts'

const app = await startTestApp()
const visit = await openBrowser(app)

/** A treasurer with two payments that have a warning: a gift larger than its payment, and a campaign that is not known. */
async function aTreasury() {
  const hana = await setPassword(app, await aUser(app, await aSpace(app, 'Collectif'), { role: 'admin' }))
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
    const { page, complaints } = await visit()
    await signIn(page, hana, '/console/payments')
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
    assert.deepEqual(complaints, [])
  })

  test('are those that are corrected no more', async () => {
    const { hana, letter, open } = await aTreasury()
    await app.as(hana).post('/v1/code_campaigns', { code: 'Lettre' })
    const { page } = await visit({ viewport: phone })
    await signIn(page, hana, `/console/payments?view=all&open=${letter.id}`)
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
