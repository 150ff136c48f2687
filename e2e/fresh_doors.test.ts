import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { actionCounts, anAction } from '../server/test/field.ts'
import { eventually } from '../server/test/harness.ts'
import { aSpace, aUser } from '../server/test/people.ts'
import { openBrowser, signIn, startTestApp } from './browser.ts'
import { doors, press, says } from './field_steps.ts'
import { setPassword } from './passwords.ts'

// A fresh list of doors that arrives while the stored one is on the screen.

const app = await startTestApp()
const visit = await openBrowser(app)
const space = await aSpace(app, 'Collectif')
const planner = await aUser(app, space, { role: 'manager' })
const ada = await setPassword(app, await aUser(app, space))
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Opens an action with its stored list, to which another phone has added a visit to door 1. The fresh list comes when `release` is called. */
async function openWithOldList(name: string) {
  const { id } = await anAction(app, planner, {
    name,
    public: true,
    Users: [{ id: ada.id }],
    Addresses: doors('Rue de Belfort', 6),
  })
  const { page } = await visit(phone)
  await signIn(page, ada, `/console/field/${id}`)
  await says(page, '0 of 6 doors')
  const [first] = (await app.as(planner).get(`/actions/${id}/addresses`)).body.data.addresses
  await app.as(planner).post(`/actions/${id}/visits`, { visit: { address: { id: first.id }, result: 'absent' } })
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(`**/actions/${id}/addresses?*`, async route => {
    await released
    await route.continue()
  })
  await page.reload()
  await doorButton(page, 1).waitFor()
  return { id, page, release }
}

const doorButton = (page: Page, number: number) =>
  page.getByRole('button', { name: `Refused at ${number}`, exact: true })

test('a door that another phone has visited gives way to the next one, and no tap falls on that one', async () => {
  const { id, page, release } = await openWithOldList('Untouched')
  // Taps the moment the door changes.
  await page.evaluate(`new MutationObserver(() => {
    const button = document.querySelector('[aria-label="Refused at 3"]')
    if (button && !globalThis.tapped) globalThis.tapped = button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
  }).observe(document.body, { subtree: true, childList: true, attributes: true })`)
  release()
  await says(page, 'Already visited: 1, Absent.')
  await page.waitForFunction('globalThis.tapped')
  await press(page, 'Refused at 3')
  await doorButton(page, 5).waitFor()
  await eventually(async () => (await actionCounts(app, planner, id))[0] === 2)
})

test('a door that the user has begun with stays, and says that it was visited', async () => {
  const { id, page, release } = await openWithOldList('Touched')
  await page.getByRole('heading', { name: /odd side/ }).click()
  release()
  await says(page, '1 of 6 doors')
  await says(page, /^Absent on /)
  await press(page, 'Refused at 1')
  await doorButton(page, 3).waitFor()
  await eventually(async () => (await actionCounts(app, planner, id))[0] === 2)
  assert.equal(await page.getByText('Already visited').count(), 0)
})
