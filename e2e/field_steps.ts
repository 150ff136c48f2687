import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { aForm } from '../server/test/contacts.ts'
import { actionCounts, anAction } from '../server/test/field.ts'
import { eventually } from '../server/test/harness.ts'
import { aSpace, aUser } from '../server/test/people.ts'
import type { ReplyBody } from '../server/test/reply_body.ts'
import { assertAccessible, type TestConsole } from './browser.ts'

// What a canvasser does and sees in the field app.

export const doors = (street: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ housenumber: index + 1, street, city: 'Lyon' }))

/** Doors on both sides of a street, every number a little farther north. */
export const placedDoors = (street: string, count: number, longitude: number) =>
  doors(street, count).map(door => ({
    ...door,
    latitude: (45.77 + door.housenumber / 10_000).toFixed(6),
    longitude: (longitude + (door.housenumber % 2) / 10_000).toFixed(6),
  }))

export const box = (west: number, east: number) => [
  [
    [west, 45.7],
    [east, 45.7],
    [east, 45.8],
    [west, 45.8],
    [west, 45.7],
  ],
]

/** Waits between taps as a user does: two taps at once in one place count as one. */
export async function press(page: Page, name: string) {
  await page.waitForTimeout(600)
  await page.getByRole('button', { name, exact: true }).click()
}

export const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

/** Waits until the page and its files are cached, and the service worker is active: from now on it works offline. */
export const readyForNoLine = (page: Page) =>
  eventually(() =>
    page.evaluate<boolean>(
      `caches.match('/console/field').then(page => page !== undefined && navigator.serviceWorker.controller !== null)`,
    ),
  )

/** The map tab: doors by their state, the own position only after a tap, and a tap on a door opens it. */
export async function onMap(page: Page) {
  await page.getByRole('button', { name: 'Map', exact: true }).click()
  await page
    .getByRole('button', { name: /next door|doors, \d+ visited/ })
    .first()
    .waitFor()
  await page.getByText('Your position stays on this phone and is not sent.').waitFor()
  assert.equal(await page.getByRole('img', { name: 'You are here' }).count(), 0)
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 45.7715, longitude: 4.83 })
  await page.getByRole('button', { name: 'Show where I am' }).click()
  await page.getByRole('img', { name: 'You are here' }).waitFor()
  await assertAccessible(page, 'doors on the map of the phone')
  await page.getByRole('button', { name: 'Doors', exact: true }).click()
  await says(page, /\d m away/)
}

export const isFocused = (page: Page, text: string | RegExp) =>
  page.locator('h2:focus').filter({ hasText: text }).waitFor()

/** A phone that is touched. */
export const touched = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Two canvassers, and actions in a street with a question. */
export async function aTeamAtDoors({ app, member }: TestConsole) {
  const space = await aSpace(app, 'Collectif')
  const planner = await aUser(app, space, { role: 'manager' })
  const [ada, ben] = [await member(space), await member(space)]
  const admin = await aUser(app, space, { role: 'admin' })
  const form = await aForm(app, admin, { label: 'Rent', type: 'radio', kind: 'survey', values: ['Too high', 'Fair'] })
  const aStreet = (name: string, more: object = {}) =>
    anAction(app, planner, {
      name,
      public: true,
      Users: [{ id: ada.id }, { id: ben.id }],
      Forms: [{ id: form.id }],
      Addresses: doors('Rue de Belfort', 6),
      ...more,
    })
  const visitsOf = async (id: number) =>
    (await app.as(planner).get(`/actions/${id}/visits?limit=100`)).body.data.visits as ReplyBody[]
  const visitsAre = (id: number, count: number) =>
    eventually(async () => (await actionCounts(app, planner, id))[0] === count && (await visitsOf(id)).length === count)
  return { planner, admin, ada, ben, aStreet, visitsOf, visitsAre }
}
