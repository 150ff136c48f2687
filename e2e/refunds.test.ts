import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../server/test/harness.ts'
import { aContactId, changeTransactionSettings, historyOf } from '../server/test/money.ts'
import { press } from './bank_stories.ts'
import { assertAccessible, openConsole, phone } from './browser.ts'
import { aMixedPayment, drawerOf } from './payment_steps.ts'

const world = await openConsole()
const { app, enter } = world
const record = (page: Page) => press(page, 'Record the refund')

describe('a refund', () => {
  test('whose response is lost is recorded once, although the treasurer sends it again', async () => {
    const { hana, stored, at } = await aMixedPayment(world)
    const page = await enter(hana, at)
    await press(page, 'Refund…')
    await page.getByLabel('Amount to refund').fill('16')
    await page.getByLabel('Reason').fill('Paid too much')
    const isLost = /\/v1\/transactions\/\d+\/refunds$/
    let lost = 0
    await page.route(isLost, async route => {
      await route.fetch()
      await route.abort()
      lost++
    })
    await record(page)
    // As often as the client tries by itself.
    await eventually(() => lost === 4)
    await page.unroute(isLost)
    await record(page)
    await page.getByText('The refund is recorded.').waitFor()
    const { transactions, reversals } = await stored()
    assert.deepEqual([transactions[0].reimbursed_amount, reversals.length], [1600, 1])
  })

  test('of everything can set the status, and undo takes both back', async () => {
    const { hana, id, stored, at } = await aMixedPayment(world)
    const [before] = (await stored()).transactions
    const page = await enter(hana, at)
    await press(page, 'Refund…')
    await page.getByLabel('Reason').fill('Paid twice')
    await page.getByLabel(/^Also set the status to/).check()
    await record(page)
    await page.getByText('The refund is recorded.').waitFor()
    const drawer = drawerOf(page, id)
    await drawer.getByText(/^€80\.00 refunded on /).waitFor()
    assert.equal(await drawer.locator('del').filter({ hasText: '€80.00' }).count(), 1, 'struck through')
    // The button that opened the form is gone: the focus is on what it recorded.
    await drawer.getByRole('listitem').filter({ hasText: 'Paid twice' }).and(page.locator(':focus')).waitFor()
    const [refunded] = (await stored()).transactions
    assert.equal(refunded.reimbursed_amount, 8000)
    assert.notEqual(refunded.status_id, before.status_id)
    await press(page, 'Undo')
    await drawer.getByText(/^Cancelled on .*: Undone$/).waitFor()
    const [undone] = (await stored()).transactions
    assert.deepEqual([undone.reimbursed_amount, undone.status_id], [0, before.status_id])
  })

  test('is refused at its fields: too much, and before the payment', async () => {
    const { hana, stored, at } = await aMixedPayment(world)
    const page = await enter(hana, at)
    await press(page, 'Refund…')
    await page.getByLabel('Amount to refund').fill('80.01')
    await page.getByLabel('Refunded on').fill('2026-03-04')
    await record(page)
    await page.getByText('Enter an amount up to €80.00.').waitFor()
    await page.getByText('Enter a date on or after Mar 5, 2026, when the payment was made.').waitFor()
    assert.equal((await stored()).reversals, undefined)
  })
})

describe('a return by the bank', () => {
  test('is dated after the payment, and a wrong one is cancelled with a reason', async () => {
    const { hana, id, stored, at } = await aMixedPayment(world)
    const page = await enter(hana, at)
    await press(page, 'Returned by the bank…')
    await page.getByLabel('Returned on').fill('2026-04-02')
    await page.getByLabel('Reason').fill('Insufficient funds')
    await press(page, 'Record the return')
    const drawer = drawerOf(page, id)
    await drawer.getByText('Apr 2, 2026 · Insufficient funds').waitFor()
    assert.equal(await drawer.getByRole('button', { name: 'Refund…' }).count(), 0, 'nothing is left to refund')
    const { transactions, reversals } = await stored()
    assert.deepEqual([transactions[0].unpaid_amount, reversals[0].date], [8000, '2026-04-02T00:00:00.000Z'])

    await drawer.getByRole('button', { name: 'Cancel…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this return' })
    await dialog.getByLabel('Reason for the cancellation').fill('Wrong payment')
    await assertAccessible(page, 'the cancellation of a return')
    await press(page, 'Confirm the cancellation')
    await drawer.getByText(/^Cancelled on .*: Wrong payment$/).waitFor()
    assert.equal(await drawer.locator('del').filter({ hasText: 'Insufficient funds' }).count(), 1, 'struck through')
    assert.equal(await drawer.getByRole('button', { name: 'Cancel…' }).count(), 0)
    await assertAccessible(page, 'a payment with a cancelled return')
    assert.equal((await stored()).transactions[0].unpaid_amount, 0)
  })
})

describe('a typing error', () => {
  test('is corrected in one change, whose reason is in the history', async () => {
    const { hana, id, stored, at } = await aMixedPayment(world)
    const malik = await aContactId(app, hana, { firstname: 'Malik', surname: 'Ferhat' })
    const page = await enter(hana, at)
    await press(page, 'Correct…')
    const dialog = page.getByRole('dialog', { name: 'Correct a mistake' })
    await press(page, 'Save the correction')
    await dialog.getByText('Change at least one value.').waitFor()
    await dialog.getByLabel('Amount').fill('90')
    await dialog.getByText('Left to allocate: €10.00').waitFor()
    await dialog.getByLabel('Donation').fill('70')
    await dialog.getByText('€4.00 too much is allocated. Reduce the donation or the membership.').waitFor()
    await dialog.getByLabel('Donation').fill('66')
    await dialog.getByLabel('Date').fill('2026-03-15')
    await dialog.getByLabel('Method').selectOption('Cheque')
    await dialog.getByRole('button', { name: 'Choose another contact' }).click()
    await dialog.getByLabel('Who paid').fill('ferh')
    await page.getByRole('option', { name: 'Malik Ferhat' }).click()
    await dialog.getByLabel('Reason for the correction').fill('Wrong line of the statement')
    await assertAccessible(page, 'a correction')
    await press(page, 'Save the correction')
    await page.getByText('The payment is corrected.').waitFor()
    const drawer = drawerOf(page, id)
    await drawer.getByText('Reason: Wrong line of the statement').first().waitFor()
    const { transactions, memberships, donations } = await stored()
    const [{ amount, date, payment_method_kind, contact_id }] = transactions
    assert.deepEqual(
      [amount, date, payment_method_kind, contact_id],
      [9000, '2026-03-15T00:00:00.000Z', 'cheque', malik],
    )
    assert.deepEqual(
      [memberships[0].amount, memberships[0].contact_id, donations[0].amount, donations[0].contact_id],
      [2400, malik, 6600, malik],
    )
    const corrected = (await historyOf(app, hana, id)).slice(3)
    assert.deepEqual([...new Set(corrected.map(({ source }) => source.reason))], ['Wrong line of the statement'])
    assert.equal(new Set(corrected.map(({ CreatedAt }) => CreatedAt)).size, 1, 'in one write')
  })

  test('in a closed period is refunded or returned instead, in an open period', async () => {
    const { hana, rosa, id, stored, at } = await aMixedPayment(world, { date: '2025-12-05T10:00:00.000Z' })
    await changeTransactionSettings(app, hana, {
      open_periods: {
        '2025': { start: '2025-01-01', end: '2025-12-31T23:59:59.999Z', open: false },
        '2026': { start: '2026-01-01', end: '2099-12-31T23:59:59.999Z', open: true },
      },
    })
    const page = await enter(hana, at, { viewport: phone })
    await press(page, 'Correct…')
    const dialog = page.getByRole('dialog', { name: 'Correct a mistake' })
    await dialog.getByText(/^This payment is in a closed period and cannot be changed\./).waitFor()
    const link = dialog.getByRole('link', { name: 'Record a payment' })
    assert.equal(await link.getAttribute('href'), `/console/payments/new?contact=${rosa}`)
    await assertAccessible(page, 'the correction of a payment in a closed period')
    await dialog.getByRole('button', { name: 'Returned by the bank…' }).click()
    await page.getByLabel('Returned on').fill('2025-12-20')
    await page.getByLabel('Reason').fill('Insufficient funds')
    await press(page, 'Record the return')
    await page.getByText('This date is in a closed period. Enter a date in an open one.').waitFor()
    assert.equal(await page.getByLabel('Returned on').getAttribute('aria-invalid'), 'true', 'at its field')
    await page.getByLabel('Returned on').fill('2026-01-12')
    await press(page, 'Record the return')
    await drawerOf(page, id).getByText('Jan 12, 2026 · Insufficient funds').waitFor()
    assert.equal((await stored()).transactions[0].unpaid_amount, 8000)
  })
})
