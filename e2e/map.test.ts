import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { aContact } from '../server/test/contacts.ts'
import { defined } from '../server/test/defined.ts'
import { anAction, aVisit, box } from '../server/test/field.ts'
import { aSpace } from '../server/test/people.ts'
import { assertAccessible, openConsole, signIn } from './browser.ts'

const { app, enter, member } = await openConsole({ own: true })
const space = await aSpace(app, 'Collectif')
const planner = await member(space, { role: 'manager' })
const phone = { viewport: { width: 390, height: 844 } }

const doors = [1, 2, 3].map(housenumber => ({
  housenumber,
  street: 'Rue Haute',
  city: 'Lyon',
  latitude: String(45.76 + housenumber / 1000),
  longitude: '4.83',
}))
const round = await anAction(app, planner, { name: 'Long round', goal: 10, Addresses: doors })
await anAction(app, planner, { name: 'Nowhere yet' })
await aVisit(app, planner, round.id, { result: 'talked', address: doors[0] })
/** The whole element is on the other one, and on the screen. */
async function isOn(page: Page, element: Locator, other: Locator) {
  const [inner, outer] = [await element.boundingBox(), await other.boundingBox()]
  assert.ok(inner && outer && inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width)
  assert.ok(inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height)
  assert.ok(inner.y + inner.height <= defined(page.viewportSize(), 'the size').height)
}

const polygonOf = async (id: number) => (await app.as(planner).get(`/actions/${id}`)).body.data.Action.polygon

test('actions and doors are shown on a map without third-party requests, light or dark, wide or narrow', async () => {
  for (const options of [{}, { ...phone, colorScheme: 'dark' as const }]) {
    const page = await enter(planner, '/console/actions', options)
    await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Map').click()
    await page.getByText('1 action has no area and no door with a position').waitFor()
    await assertAccessible(page, 'actions on a map')
    const beside = page.getByRole('list', { name: 'Actions' })
    await beside.getByText('Not on the map').waitFor()
    await page.getByRole('button', { name: 'Long round: 10% of the goal' }).click()
    const card = page.getByRole('status').filter({ hasText: 'Long round' })
    await isOn(page, card, page.getByRole('region', { name: 'Map of actions' }))
    await card.getByText('1 of 10').waitFor()
    await assertAccessible(page, 'an action chosen on the map')
    await card.getByRole('link', { name: 'Long round' }).click()
    await page.getByRole('tab', { name: 'Map' }).click()
    await page.getByRole('button', { name: '2 Rue Haute: To do' }).waitFor()
    await page.getByRole('button', { name: '1 Rue Haute: Talked' }).click()
    await page.getByRole('status').getByText('Talked').waitFor()
    await isOn(page, page.getByRole('status').filter({ hasText: 'Talked' }), page.getByRole('region', { name: 'Map' }))
    await assertAccessible(page, 'doors on a map')
    await page.getByRole('button', { name: 'To do 2' }).click()
    await page.getByRole('button', { name: '1 Rue Haute: Talked' }).waitFor({ state: 'detached' })
  }
})

test('the doors without a position are opened from the warning, and are a filter of the list', async () => {
  const Addresses = [...doors, { housenumber: 4, street: 'Rue Perdue', city: 'Lyon' }]
  const { id } = await anAction(app, planner, { name: 'Half placed', Addresses })
  const page = await enter(planner, `/console/actions/${id}?tab=map`)
  await page.getByRole('button', { name: 'See the doors' }).click()
  await page.getByText('1 door', { exact: true }).waitFor()
  await page.getByRole('button', { name: '4 Rue Perdue' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'See the doors' }).count(), 0)
  await assertAccessible(page, 'the doors without a position')
  await page.reload()
  await page.getByText('1 door', { exact: true }).waitFor()
  assert.equal(await page.getByRole('combobox', { name: 'Position' }).inputValue(), 'No position')
  await page.getByLabel('Clear filters').click()
  await page.getByText('4 doors', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'See the doors' }).click()
  await page.getByText('1 door', { exact: true }).waitFor()
})

test('a map is moved by keyboard, and keeps its position when the user returns', async () => {
  const page = await enter(planner, `/console/actions/${round.id}?tab=map`)
  const map = page.getByRole('region', { name: 'Map' })
  await page.getByRole('button', { name: /2 Rue Haute/ }).waitFor()
  await map.focus()
  for (let step = 0; step < 6; step++) await page.keyboard.press('-')
  await page.getByRole('button', { name: '3 doors, 1 visited' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(/at=/)
  const place = page.url()
  await page.getByRole('tab', { name: 'Doors' }).click()
  await page.getByText('1 Rue Haute').waitFor()
  await page.getByRole('tab', { name: 'Map' }).click()
  const cluster = page.getByRole('button', { name: '3 doors, 1 visited' })
  await cluster.waitFor()
  assert.equal(new URL(page.url()).searchParams.get('at'), new URL(place).searchParams.get('at'))
  await cluster.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '3 Rue Haute: To do' }).waitFor()
})

test('two users draw at once: the second is told of the conflict, and nothing is lost', async () => {
  const { id } = await anAction(app, planner, { name: 'Shared', Addresses: doors })
  const page = await enter(planner, `/console/actions/${id}?tab=map&open=area`)
  await page.getByRole('button', { name: 'Enter coordinates' }).click()
  await page.getByLabel('Corners', { exact: true }).fill('45.76, 4.82\n45.77, 4.82\n45.77, 4.84')
  await page.getByRole('button', { name: 'Show on the map' }).click()
  const theirs = box(4, 45, 5, 46)
  await app.as(planner).patch(`/actions/${id}`, { action: { polygon: theirs } })
  await page.getByRole('button', { name: 'Save the area' }).click()
  await page.getByText('Someone else changed this while you were editing.').waitFor()
  assert.equal(await polygonOf(id), theirs)
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByText('The area is saved.').waitFor()
  assert.match(await polygonOf(id), /4\.82/)
})

test('the home of a contact is shown on a map on request', async () => {
  const { id } = await aContact(app, planner, {
    firstname: 'Ada',
    surname: 'Mapped',
    address: { city: 'Lyon', latitude: '45.76', longitude: '4.83' },
  })
  const page = await enter(planner, `/console/contacts/${id}`)
  await page.getByRole('button', { name: 'Show on the map' }).click()
  await page.getByRole('button', { name: 'Ada Mapped', exact: true }).waitFor()
  await assertAccessible(page, 'a contact on a map')
})

test('streets are shown when a tile server is configured, and only that server is requested', async () => {
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const asked: string[] = []
  const tiles = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('content-type', 'image/png').end(picture)
  })
  await new Promise<void>(ready => tiles.listen(0, '127.0.0.1', ready))
  after(() => tiles.close())
  const origin = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`
  const env = { MAP_TILES_URL: `${origin}/{z}/{x}/{y}.png`, MAP_CREDIT: '© Us' }
  const tiled = await openConsole({ env, same_database_as: app })
  const { page, complaints } = await tiled.visit()
  await signIn(page, planner, `/console/actions/${round.id}?tab=map`)
  await page.getByText('© Us').waitFor()
  await page.getByRole('button', { name: /2 Rue Haute/ }).waitFor()
  await page
    .locator('img.map-tile')
    .first()
    .evaluate((image: any) => image.decode())
  assert.ok(asked.length > 0 && asked.every(path => /^\/\d+\/\d+\/\d+\.png$/.test(path)))
  await assertAccessible(page, 'a map with tiles')
  // No other host was requested.
  assert.ok(complaints.splice(0).every(said => said.startsWith(`asked outside: ${origin}/`)))
})
