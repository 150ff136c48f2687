import type { Locator, Page } from 'playwright-core'
import { aBundle, aContactId, bundleAt, payment } from '../server/test/money.ts'
import { aSpace } from '../server/test/people.ts'
import type { ReplyBody } from '../server/test/reply_body.ts'
import type { TestConsole } from './browser.ts'

// What the stories of payments share.

/** Waits until this element has the focus. */
export const focused = (page: Page, field: Locator) => field.and(page.locator(':focus')).waitFor()

/** A treasurer who records payments, with two contacts. */
export async function aCashier({ app, member }: TestConsole) {
  const hana = await member(await aSpace(app, 'Collectif'), { role: 'admin' })
  const rosa = await aContactId(app, hana, { firstname: 'Rosa', surname: 'Quintero' })
  await aContactId(app, hana, { firstname: 'Malik', surname: 'Ferhat' })
  const payments = async () => (await app.as(hana).get('/v1/transaction_bundles')).body.data as ReplyBody[]
  return { hana, rosa, payments }
}

/** Types a name and chooses the first suggestion by keyboard. */
export async function chooseContact(page: Page, typed: string, option: string) {
  await page.keyboard.type(typed)
  const selected = page.locator('[role=option][data-combobox-selected]')
  if (typed === 'Rosa Quintero') {
    await selected.filter({ hasText: typed }).waitFor()
    await page.keyboard.press('ArrowDown')
  }
  await selected.filter({ hasText: option }).waitFor()
  await page.keyboard.press('Enter')
}

/** A treasurer with a payment of 80 euros by direct debit: a membership of 24 euros and a donation of 56. */
export async function aMixedPayment({ app, member }: TestConsole, fields: object = {}) {
  const hana = await member(await aSpace(app, 'Collectif'), { role: 'admin' })
  const rosa = await aContactId(app, hana, { firstname: 'Rosa', surname: 'Quintero' })
  const date = '2026-03-05T10:00:00.000Z'
  const { id } = await aBundle(app, hana, {
    transactions: [payment(rosa, { amount: 8000, date, payment_method_kind: 'direct_debit', ...fields })],
    memberships: [payment(rosa, { amount: 2400 })],
    donations: [payment(rosa, { amount: 5600 })],
  })
  const stored = async () => (await app.as(hana).get(bundleAt(id))).body.data
  return { hana, rosa, id, stored, at: `/console/payments?view=all&open=${id}` }
}

/** The payment is named by what it is for and its day; its id is the reference. */
export const drawerOf = (page: Page, id: number) =>
  page.getByRole('dialog', { name: /^Membership and donation, / }).filter({ hasText: `ref. ${id}` })
