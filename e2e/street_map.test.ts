import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { defined } from '../server/test/defined.ts'
import { anAction } from '../server/test/field.ts'
import { eventually } from '../server/test/harness.ts'
import { aMapOf, uploadMap } from '../server/test/map_file.ts'
import { aSpace } from '../server/test/people.ts'
import { assertAccessible, desktop, openConsole, patience_ms, phone, signIn } from './browser.ts'
import { placedDoors, readyForNoLine } from './field_steps.ts'

const data_dir = mkdtempSync(join(tmpdir(), 'muster-street-map-'))
const { app, visit, enter, member } = await openConsole({ own: true, env: { DATA_DIR: data_dir } })
after(() => rmSync(data_dir, { recursive: true, force: true }))
const space = await aSpace(app, 'Collectif')
const boss = await member(space, { role: 'superadmin' })
const walker = await member(space)
const round = await anAction(app, boss, {
  name: 'Round',
  public: true,
  Users: [{ id: walker.id }],
  Addresses: placedDoors('Grande Rue', 4, 4.83).map(door => ({ ...door, latitude: `45.764${door.housenumber}` })),
})

/** Whether the map shows water, a road, the name of a street, and anything but an even ground, by the colours of its pixels. */
async function drawn(page: Page) {
  const counts = await page.locator('.map').evaluate((map: any) => {
    const [ground, names] = [...map.querySelectorAll('canvas')].map(
      canvas => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data,
    )
    let [water, road, letters, anything] = [0, 0, 0, 0]
    for (let at = 0; at < ground.length; at += 4) {
      const [red, green, blue] = [ground[at], ground[at + 1], ground[at + 2]]
      const colour = (red << 16) | (green << 8) | blue
      water += Number(colour === 0xc9dfe8)
      anything += Number(red !== ground[0] || green !== ground[1] || blue !== ground[2])
      road += Number(Math.min(red, green, blue) >= 250)
      letters += Number(names?.[at + 3] > 200)
    }
    return { water, road, letters, anything }
  })
  return Object.fromEntries(Object.entries(counts).map(([what, pixels]) => [what, pixels > 100]))
}

/** Names are too small to be shown where the whole region is. */
const overview = ['water', 'road']
const near = [...overview, 'letters']
const shows = (page: Page, wanted: string[]) =>
  eventually(async () => {
    const seen = await drawn(page)
    return wanted.every(what => seen[what])
  })

test('a map is added in the settings, in either schema; what is not a map is refused', async () => {
  const page = await enter(boss, `/console/actions/${round.id}?tab=map`)
  await page.locator('.map-mark').first().waitFor()
  await page.getByRole('link', { name: 'Add a map of your region' }).waitFor()
  assert.deepEqual(await drawn(page), { water: false, road: false, letters: false, anything: true })
  // How to get streets is on the map of the action, in the field app and on the map of all actions, without scrolling.
  for (const [size, path] of [
    [{ width: 1280, height: 720 }, `actions/${round.id}?tab=map`],
    [phone, `actions/${round.id}?tab=map`],
    [phone, `field/${round.id}?tab=map`],
    [phone, 'actions?view=map'],
  ] as const) {
    await page.setViewportSize(size)
    await page.goto(`/console/${path}`)
    const { y } = defined(await page.getByRole('link', { name: 'Add a map of your region' }).boundingBox(), path)
    assert.ok(y + 40 < size.height, path)
  }
  await page.setViewportSize(desktop)
  await page.getByRole('link', { name: 'Add a map of your region' }).click()
  const send = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await send('streets.zip', Buffer.from('PK'))
  await page.getByRole('alert').getByText('Choose a file that ends in .pmtiles.').waitFor()
  await send('broken.pmtiles', Buffer.from('PMTiles, but not really'))
  await page.getByRole('alert').getByText('This map cannot be used').waitFor()
  await assertAccessible(page, 'a map that was refused')
  for (const schema of ['protomaps', 'openmaptiles'] as const) {
    await send(`${schema}.pmtiles`, aMapOf(schema))
    await page.getByText(`${schema}.pmtiles`).waitFor()
    await shows(page, overview)
    await page.goto(`/console/actions/${round.id}?tab=map`)
    await shows(page, near)
    await page.goto('/console/settings/map')
  }
  await page.getByText('© Test streets').first().waitFor()

  // While streets are on their way, doors are there already, and nothing is drawn that disappears again.
  for (const late of [/\/v1\/map$/, /\/v1\/map\/file/]) {
    const streets = Promise.withResolvers<void>()
    await page.route(late, async route => {
      await streets.promise
      await route.continue()
    })
    await page.goto(`/console/actions/${round.id}?tab=map`)
    await page.locator('.map-mark').first().waitFor()
    await page.getByText('Loading the streets…').waitFor()
    assert.deepEqual(await drawn(page), { water: false, road: false, letters: false, anything: false })
    streets.resolve()
    await shows(page, near)
    await page.getByText('Loading the streets…').waitFor({ state: 'detached' })
    await page.unroute(late)
  }
})

/** How many tiles the browser keeps, without creating their database. */
const kept_tiles = `indexedDB.databases().then(list => list.some(({ name }) => name === 'muster-map') ? new Promise(done => {
  indexedDB.open('muster-map').onsuccess = ({ target: { result } }) => {
    const count = result.transaction('tiles').objectStore('tiles').count()
    count.onsuccess = () => { result.close(); done(count.result) }
  }
}) : 0)`

test('streets of an action show without network, and signing out during their download leaves nothing', async () => {
  assert.equal((await uploadMap(app, boss, { body: aMapOf('protomaps') })).status, 200)
  const outside = await enter(walker, `/console/field/${round.id}?tab=map`, { viewport: phone })
  await shows(outside, near)
  await eventually(async () => (await outside.evaluate<number>(kept_tiles)) >= 5)
  await readyForNoLine(outside)
  await outside.context().setOffline(true)
  await outside.reload()
  await shows(outside, near)

  // The tiles and the end of signing out wait until they are let go.
  const { page, complaints } = await visit({ viewport: phone, serviceWorkers: 'block' })
  const context = page.context()
  const [tiles, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const waiting = new Map<Page, number>()
  await context.route(/\/v1\/map\/file/, async route => {
    // The list of tiles comes at once: only tiles wait.
    if (route.request().headers()['range']?.startsWith('bytes=0-')) return route.continue()
    const asking = route.request().frame().page()
    waiting.set(asking, (waiting.get(asking) ?? 0) + 1)
    await tiles.promise
    await route.continue()
  })
  await context.route(/\/oauth\/revoke/, async route => {
    await end.promise
    await route.continue()
  })
  // One tile is for the map on the screen, and four at once are kept.
  const isDownloading = (on: Page) => eventually(() => (waiting.get(on) ?? 0) >= 5, patience_ms)
  await signIn(page, walker, `/console/field/${round.id}`)
  await isDownloading(page)
  const second = await context.newPage()
  second.setDefaultTimeout(patience_ms)
  await second.goto(`/console/field/${round.id}`)
  await isDownloading(second)
  const refused = [page, second].map(on => on.waitForEvent('console', told => /user has signed out/.test(told.text())))
  const ending = page.waitForRequest(/\/oauth\/revoke/)
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await ending
  tiles.resolve()
  await Promise.all(refused)
  assert.deepEqual(await page.evaluate('indexedDB.databases()'), [])
  end.resolve()
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
  assert.deepEqual(await page.evaluate('indexedDB.databases()'), [])
  // A download that is cut off is an error of the page.
  complaints.splice(0)
})

test('signing out leaves nothing on the phone, although a part of the app cannot be loaded any more', async () => {
  const { page, complaints } = await visit({ viewport: phone, serviceWorkers: 'block' })
  await signIn(page, walker, `/console/field/${round.id}`)
  await eventually(async () => (await page.evaluate(kept_tiles)) !== 0, patience_ms)
  await page.goto('/console/')
  await page.getByRole('button', { name: 'Your account' }).waitFor()
  await page.evaluate("sessionStorage.setItem('muster.docs.token', 'mus_p_secret')")
  await page.context().route(/\/assets\//, route => route.abort())
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
  assert.deepEqual(await page.evaluate('indexedDB.databases()'), [])
  assert.equal(await page.evaluate("sessionStorage.getItem('muster.docs.token')"), null)
  // So is a part that cannot be loaded.
  complaints.splice(0)
})
