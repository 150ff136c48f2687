import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aVisit } from '../server/test/field.ts'
import { eventually } from '../server/test/harness.ts'
import type { ReplyBody } from '../server/test/reply_body.ts'
import { openConsole, signIn } from './browser.ts'
import { aTeamAtDoors, doors, press, says, touched } from './field_steps.ts'

const world = await openConsole()
const { app, visit } = world
const { planner, ada, ben, aStreet, visitsOf } = await aTeamAtDoors(world)

/** From now on the app shows its stored list; the fresh one comes when it is let go. */
async function holdList(page: Page, id: number) {
  const fresh = Promise.withResolvers<void>()
  await page.route(new RegExp(`/actions/${id}/addresses`), async route => {
    await fresh.promise
    await route.continue()
  })
  await page.reload()
  return fresh
}

/** A finger that is on its way to the screen when this button appears there. */
async function tapOnceShown(page: Page, button: string) {
  await page.evaluate(`new MutationObserver((_, watch) => {
    const button = document.querySelector('[aria-label="${button}"]')
    if (!button) return
    watch.disconnect()
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
    document.title = 'tapped'
  }).observe(document.body, { subtree: true, childList: true, attributes: true })`)
  return () => eventually(() => page.evaluate<boolean>('document.title === "tapped"'))
}

/** An action in one street, opened on the phone of Ada, whose clock can be moved. */
async function openRound(street: string) {
  const { id } = await aStreet(`Round in ${street}`, { Forms: [], Addresses: doors(street, 6) })
  // The service worker would hide the requests from the test.
  const { page } = await visit({ ...touched, serviceWorkers: 'block' })
  await page.clock.install()
  await signIn(page, ada, `/console/field/${id}`)
  await says(page, '0 of 6 doors')
  const [first, , second] = (await app.as(planner).get(`/actions/${id}/addresses`)).body.data.addresses
  const visits = () => visitsOf(id)
  return { id, page, first, second, visits }
}

const resultsOf = async (visits: () => Promise<ReplyBody[]>) => (await visits()).map(({ result }) => result).sort()

const isAt = (page: Page, number: number) =>
  page.getByRole('button', { name: `Refused at ${number}`, exact: true }).waitFor()

test('a phone that stays open learns within minutes that another phone has visited its door', async () => {
  const { id, page, first, visits } = await openRound('Rue Belle')
  await isAt(page, 1)
  await aVisit(app, ben, id, { address: { id: first.id } })
  await page.clock.fastForward('02:05')
  await says(page, `1 Rue Belle: already visited by ${ben.firstname}.`)
  await isAt(page, 3)
  assert.equal((await visits()).length, 1)
})

test('a door that another phone has visited gives way to the next one, unless a visit was begun there', async () => {
  const { id, page, first, second, visits } = await openRound('Rue de Belfort')
  const knock = (door: { id: number }) => aVisit(app, ben, id, { address: { id: door.id } })
  await knock(first)
  const list = await holdList(page, id)
  await isAt(page, 1)
  // A finger that was on its way to door 1 records nothing at door 3.
  const tapped = await tapOnceShown(page, 'Refused at 3')
  list.resolve()
  await says(page, `1 Rue de Belfort: already visited by ${ben.firstname}.`)
  await tapped()
  await isAt(page, 3)

  await knock(second)
  const later = await holdList(page, id)
  await press(page, 'Talked at 3')
  await page.getByLabel('Comment').fill('Third floor')
  later.resolve()
  await says(page, `${ben.firstname} has visited this door in the meantime: Absent.`)
  await press(page, 'Record the visit')
  await isAt(page, 5)
  await eventually(async () => (await visits()).length === 3)
  assert.deepEqual(await resultsOf(visits), ['absent', 'absent', 'talked'])
})

test('the last visit can be undone after the next door gave way', async () => {
  const { id, page, second, visits } = await openRound('Rue Cuvier')
  const list = await holdList(page, id)
  await press(page, 'Refused at 1')
  await isAt(page, 3)
  await aVisit(app, ben, id, { address: { id: second.id } })
  list.resolve()
  await says(page, `3 Rue Cuvier: already visited by ${ben.firstname}.`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await isAt(page, 1)
  await eventually(async () => (await visits()).length === 1)
  assert.deepEqual(await resultsOf(visits), ['absent'])
})

test('a tap meant for a door that was just removed from the list records nothing at the next one', async () => {
  const { id, page, first, visits } = await openRound('Rue Sala')
  const list = await holdList(page, id)
  await isAt(page, 1)
  await app.as(planner).delete(`/actions/${id}/addresses/${first.id}`)
  const tapped = await tapOnceShown(page, 'Refused at 3')
  list.resolve()
  await tapped()
  // Until then a tap may be meant for door 1.
  await page.clock.fastForward('00:01')
  await press(page, 'Absent at 3')
  await isAt(page, 5)
  await eventually(async () => (await visits()).length > 0)
  assert.deepEqual(await resultsOf(visits), ['absent'])
})
