import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { notifyAll } from '../server/db/notifications.ts'
import { eventually } from '../server/test/eventually.ts'
import { aSpace, aUser } from '../server/test/people.ts'
import { assertAccessible, openConsole, patience_ms } from './browser.ts'

const { app, enter, member } = await openConsole()
const space = await aSpace(app, 'Collectif')
const [ines, omar] = [await member(space, { role: 'superadmin' }), await member(space, { role: 'superadmin' })]

async function signInLongAgo({ id }: { id: number }) {
  const witness = await aUser(app, space)
  await app.as(witness).get('/v1/me')
  await app.owner`update tokens set authenticated_at = now() - interval '16 minutes' where user_id = ${id} and kind = 'access'`
  await app.owner`delete from tokens where user_id = ${witness.id}`
  await notifyAll(app.owner, 'access')
  // Once the token of the witness is refused, no server has tokens in its memory from before.
  await eventually(async () => (await app.as(witness).get('/v1/me')).status === 401, patience_ms)
}

/** Signs in in the window that the dialog opens, to this space if there are several. */
async function signInAgain(page: Page, { mail, password }: typeof ines, to?: string) {
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Sign in again' }).click()
  const popup = await opening
  await popup.locator('input[name=mail]').fill(mail)
  await popup.locator('input[name=password]').fill(password)
  const closed = popup.waitForEvent('close')
  await popup.locator('form button').first().click()
  if (to !== undefined) {
    await popup.getByLabel(to).check()
    await popup.locator('form button').first().click()
  }
  await closed
}

test('a change that needs a recent sign-in asks for it in a window, and keeps what was typed', async () => {
  const page = await enter(ines, '/console/settings/webhooks')
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Newsletter')
  await page.getByRole('textbox', { name: 'Address' }).fill('https://example.org/hook')
  await page.getByRole('button', { name: 'Payments', exact: true }).click()
  await signInLongAgo(ines)
  const add = page.getByRole('button', { name: 'Create webhook' })
  await add.click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.waitFor()
  await assertAccessible(page, 'the question for a recent sign-in', { saving: true })
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await page.getByText(/recent sign-in/).waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Newsletter')

  await add.click()
  // Of another account nothing is written.
  await signInAgain(page, omar)
  await question.getByText(`Sign in to Collectif as ${ines.firstname} ${ines.surname}.`).waitFor()
  await signInAgain(page, ines)
  await question.waitFor({ state: 'detached' })
  await page.getByText('Signing secret').first().waitFor()
  const { body } = await app.as(ines).get('/v1/webhooks')
  assert.deepEqual(
    body.data.map(({ name }: { name: string }) => name),
    ['Newsletter'],
  )
})

test('somebody in two spaces chooses the space in the window, also after the wrong one', async () => {
  const noor = await member(space, { role: 'superadmin' })
  await aUser(app, await aSpace(app, 'Syndicat'), { role: 'superadmin', mail: noor.mail })
  const page = await enter(noor, '/console/settings/webhooks')
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Members')
  await page.getByRole('textbox', { name: 'Address' }).fill('https://example.org/hook')
  await page.getByRole('button', { name: 'Payments', exact: true }).click()
  await signInLongAgo(noor)
  await page.getByRole('button', { name: 'Create webhook' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await signInAgain(page, noor, 'Syndicat')
  await question.getByText('Sign in to Collectif').waitFor()
  await signInAgain(page, noor, 'Collectif')
  await question.waitFor({ state: 'detached' })
  await page.getByText('Signing secret').first().waitFor()
})
