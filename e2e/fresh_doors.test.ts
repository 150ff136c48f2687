import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anAction, aVisit } from '../server/test/field.ts'
import { eventually } from '../server/test/harness.ts'
import { aSpace, aUser } from '../server/test/people.ts'
import { openBrowser, signIn, startTestApp } from './browser.ts'
import { doors, press, says } from './field_steps.ts'
import { setPassword } from './passwords.ts'

const app = await startTestApp()
const visit = await openBrowser(app)
const space = await aSpace(app, 'Collectif')
const planner = await aUser(app, space, { role: 'manager' })
const [ada, ben] = [await setPassword(app, await aUser(app, space)), await aUser(app, space)]
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** An action of six doors for both. */
async function sixDoors(name: string) {
  const { id } = await anAction(app, planner, {
    name,
    public: true,
    Users: [{ id: ada.id }, { id: ben.id }],
    Addresses: doors('Rue de Belfort', 6),
  })
  const addresses = (await app.as(planner).get(`/actions/${id}/addresses`)).body.data.addresses as { id: number }[]
  return { id, addresses, knock: (door: { id: number }) => aVisit(app, ben, id, { address: { id: door.id } }) }
}

test('a phone that stays open learns within minutes that another phone has visited its door', async () => {
  const { id, addresses, knock } = await sixDoors('Side by side')
  const { page } = await visit(phone)
  await page.clock.install()
  await signIn(page, ada, `/console/field/${id}`)
  await says(page, '0 of 6 doors')
  await page.getByRole('button', { name: 'Refused at 1', exact: true }).waitFor()
  await knock(addresses[0]!)
  await page.clock.fastForward('02:05')
  await says(page, `1 Rue de Belfort: already visited by ${ben.firstname}.`)
  await page.getByRole('button', { name: 'Refused at 3', exact: true }).waitFor()
})

test('a door that another phone has visited gives way to the next one, unless a visit was begun there', async () => {
  const { id, addresses, knock } = await sixDoors('Crossing paths')
  const [first, , second] = addresses as [{ id: number }, { id: number }, { id: number }]
  // The service worker would hide the requests from the test.
  const { page } = await visit({ ...phone, serviceWorkers: 'block' })
  await signIn(page, ada, `/console/field/${id}`)
  await says(page, '0 of 6 doors')
  /** Opens the app with its stored list; the fresh one comes when it is let go. */
  const openWithOldList = async (button: string) => {
    const fresh = Promise.withResolvers<void>()
    const addresses = new RegExp(`/actions/${id}/addresses`)
    await page.route(addresses, async route => {
      await fresh.promise
      await route.continue()
    })
    await page.reload()
    await page.getByRole('button', { name: button, exact: true }).waitFor()
    return fresh
  }
  await knock(first)
  const list = await openWithOldList('Refused at 1')
  // A finger that was on its way to door 1 records nothing at door 3.
  await page.evaluate(`new MutationObserver((_, watch) => {
    const button = document.querySelector('[aria-label="Refused at 3"]')
    if (!button) return
    watch.disconnect()
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
    document.title = 'tapped'
  }).observe(document.body, { subtree: true, childList: true, attributes: true })`)
  list.resolve()
  await says(page, `1 Rue de Belfort: already visited by ${ben.firstname}.`)
  await eventually(() => page.evaluate<boolean>('document.title === "tapped"'))
  await page.getByRole('button', { name: 'Refused at 3', exact: true }).waitFor()

  await knock(second)
  const later = await openWithOldList('Talked at 3')
  await press(page, 'Talked at 3')
  await page.getByLabel('Comment').fill('Third floor')
  later.resolve()
  await says(page, `${ben.firstname} has visited this door in the meantime: Absent.`)
  await press(page, 'Record the visit')
  await page.getByRole('button', { name: 'Refused at 5', exact: true }).waitFor()
  const results = async () =>
    ((await app.as(planner).get(`/actions/${id}/visits`)).body.data.visits as any[]).map(({ result }) => result).sort()
  await eventually(async () => (await results()).length === 3)
  assert.deepEqual(await results(), ['absent', 'absent', 'talked'])
})
