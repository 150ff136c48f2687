import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aContact } from '../server/test/contacts.ts'
import { anAction } from '../server/test/field.ts'
import { aSpace, aTeam, aUser } from '../server/test/people.ts'
import { longTest } from '../server/test/runs.ts'
import { assertAccessible, openBrowser, signIn, startTestApp } from './browser.ts'
import { setPassword } from './passwords.ts'

const app = await startTestApp()
const visit = await openBrowser(app)
const space = await aSpace(app, 'Collectif')
const ada = await setPassword(app, await aUser(app, space, { role: 'admin' }))

/** The server has a new console, and the user returns to a page that was opened before. */
async function renewConsole(page: Page) {
  await page.route('**/console/', async route => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      body: (await response.text()).replace(/assets\/index-[^"]+\.js/, 'assets/index-new.js'),
    })
  })
  // A recent request is not repeated: the clock moves on.
  await page.clock.fastForward('11:00')
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
}

test('a page opened before an upgrade says so, and keeps unsaved input', async () => {
  const { page, complaints } = await visit({ colorScheme: 'dark' })
  await page.clock.install()
  await signIn(page, ada, '/console/contacts?open=new')
  await page.getByRole('dialog').getByLabel('Surname').fill('Lovelace')
  assert.equal(await page.getByText('A new version of Muster is available.').count(), 0)
  await renewConsole(page)
  await page.getByText('A new version of Muster is available.').waitFor()
  assert.equal(await page.getByRole('dialog').getByLabel('Surname').inputValue(), 'Lovelace')
  // The button is under the drawer; keyboard or script could still reach it.
  await page.getByText('Reload', { exact: true }).dispatchEvent('click')
  await page.getByText('Unsaved changes').waitFor()
  await assertAccessible(page, 'a new version while writing')
  await page.getByRole('button', { name: 'Keep writing' }).click()
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('dialog').getByLabel('Surname').inputValue(), 'Lovelace')

  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await assertAccessible(page, 'a new version')
  await page.unroute('**/console/')
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.waitForEvent('load')
  await page.getByRole('heading', { name: 'Contacts', exact: true }).waitFor()
  assert.equal(await page.getByText('A new version of Muster is available.').count(), 0)
  assert.deepEqual(complaints, [])
})

longTest('E edits the open item: an action, a team, a contact beside its list or on its own page', async () => {
  const action = await anAction(app, ada, { name: 'Spring round' })
  const team = await aTeam(app, ada, { name: 'Harbour' })
  const { id } = await aContact(app, ada, { firstname: 'Rosa', surname: 'Quintero' })
  const { page } = await visit()
  const focused = (name: string) =>
    page.getByRole('textbox', { name, exact: true }).and(page.locator(':focus')).waitFor()
  await signIn(page, ada, `/console/actions/${action.id}`)
  await page.getByRole('heading', { name: 'Spring round' }).waitFor()
  await page.keyboard.press('e')
  await page.getByRole('dialog').getByLabel('Name').waitFor()
  assert.match(page.url(), /open=edit/)
  await page.goto(`/console/teams?open=${team.id}`)
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).waitFor()
  await page.getByRole('dialog').press('e')
  await focused('Name')
  await page.goto(`/console/contacts?open=${id}`)
  await page.getByRole('dialog').getByRole('tab', { name: 'Details' }).waitFor()
  await page.getByRole('dialog').press('e')
  await focused('First name')
  // A typed letter is text, not a shortcut.
  await page.keyboard.press('End')
  await page.keyboard.press('e')
  assert.equal(await page.getByRole('textbox', { name: 'First name' }).inputValue(), 'Rosae')
  await page.keyboard.press('Escape')
  await page.goto(`/console/contacts/${id}`)
  await page.getByRole('button', { name: /^First name: / }).waitFor()
  await page.keyboard.press('e')
  await focused('First name')
})
