import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { TestApp } from '../server/test/harness.ts'
import { aBundle, aContactId, payment } from '../server/test/money.ts'
import { aSpace, aUser, type Person } from '../server/test/people.ts'
import type { SampleLine } from './bank_files.ts'
import { setPassword } from './passwords.ts'

// What the stories of the bank share.

export const iban = 'FR7630006000011234567890189'
const now = new Date()
const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1))
/** The month before this one, which is over and can be closed. */
export const month = last.toISOString().slice(0, 7)
export const month_name = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(last)

export const line = (day: number, amount: number, name: string, text: string): SampleLine => ({
  day: `${month}-${String(day).padStart(2, '0')}`,
  amount,
  name,
  text,
})

export const post = async (app: TestApp, person: Person, path: string, data: object) => {
  const { status, body, text } = await app.as(person).post(path, data)
  assert.equal(status, 200, text)
  return body.data
}

/** A treasurer with a bank account, and a way to record payments of last month. */
export async function aTreasury(app: TestApp) {
  const space = await aSpace(app, 'Collectif', 'fr')
  const hana = await setPassword(app, await aUser(app, space, { role: 'superadmin' }))
  const account = await post(app, hana, '/v1/bank_accounts', { name: 'Current account', iban })
  const paid = async (firstname: string, surname: string, amount: number) => {
    const contact = await aContactId(app, hana, { firstname, surname })
    const given = { amount, date: `${month}-20T10:00:00.000Z` }
    return aBundle(app, hana, {
      transactions: [payment(contact, { ...given, payment_method_kind: 'transfer' })],
      donations: [payment(contact, given)],
    })
  }
  return { space, hana, account, paid }
}

export const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer })

/** Chooses a file in the dialog of the import. */
export async function choose(page: Page, name: string, buffer: Buffer) {
  await page.getByRole('button', { name: 'Import a statement' }).click()
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file(name, buffer))
}

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
export const lineOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
export const bar = (page: Page, text: string) => page.locator('.key-bar').getByText(text).waitFor()
export const gone = (page: Page, text: string) => lineOf(page, text).waitFor({ state: 'detached' })
