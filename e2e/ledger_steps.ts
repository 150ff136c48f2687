import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { aBundle, aContactId, payment } from '../server/test/money.ts'
import { aSpace } from '../server/test/people.ts'
import { press } from './bank_stories.ts'
import type { TestConsole } from './browser.ts'

// What the stories of the ledger share.

export const this_year = new Date().getUTCFullYear()
export const last_year = this_year - 1

/** The treasurer of a French association, with a payment of last December: a membership of 24 euros and a donation of 56. */
export async function anAssociation({ app, member }: TestConsole) {
  const space = await aSpace(app, 'Association', 'fr')
  const hana = await member(space, { role: 'superadmin' })
  const rosa = await aContactId(app, hana, { firstname: 'Rosa', surname: 'Quintéro' })
  const date = `${last_year}-12-20T10:00:00.000Z`
  await aBundle(app, hana, {
    transactions: [payment(rosa, { amount: 8000, date, payment_method_kind: 'direct_debit' })],
    memberships: [payment(rosa, { amount: 2400 })],
    donations: [payment(rosa, { amount: 5600, date })],
  })
  return { space, hana }
}

export const rowsOf = (page: Page) => page.getByRole('region', { name: 'Ledger' }).locator('tbody tr')

/** Opens the dialog, downloads a file and returns its name and bytes. */
export async function download(page: Page, button: string) {
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, button)])
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}
