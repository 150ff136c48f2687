import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aForm } from '../server/test/contacts.ts'
import { actionCounts, anAction } from '../server/test/field.ts'
import { eventually } from '../server/test/harness.ts'
import { aSpace, aTeam, aUser } from '../server/test/people.ts'
import { longTest } from '../server/test/runs.ts'
import { assertAccessible, openBrowser, signIn, startTestApp } from './browser.ts'
import { box, doors, isFocused, onMap, placedDoors, press, readyForNoLine, says } from './field_steps.ts'
import { setPassword } from './passwords.ts'

const app = await startTestApp()
const visit = await openBrowser(app)
const space = await aSpace(app, 'Collectif')
const planner = await aUser(app, space, { role: 'manager' })
const [ada, ben] = [await setPassword(app, await aUser(app, space)), await setPassword(app, await aUser(app, space))]
const form = await aForm(app, await aUser(app, space, { role: 'admin' }), {
  label: 'Rent',
  type: 'radio',
  kind: 'survey',
  values: ['Too high', 'Fair'],
})
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

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
  (await app.as(planner).get(`/actions/${id}/visits?limit=100`)).body.data.visits as any[]

const visitsAre = (id: number, count: number) =>
  eventually(async () => (await actionCounts(app, planner, id))[0] === count && (await visitsOf(id)).length === count)

/** Visits are sent in order: when this one has arrived, so have all before it. */
const arrives = (id: number, result: string) =>
  eventually(async () => (await visitsOf(id)).some(visit => visit.result === result))

test('a street is canvassed offline, also after closing the app, and every visit is counted once', async () => {
  const { id } = await aStreet('Doors of the north')
  const { page, complaints } = await visit(phone)
  await signIn(page, ada, '/console/field')
  await page.getByRole('link', { name: /Doors of the north/ }).click()
  await says(page, '0 of 6 doors')
  await readyForNoLine(page)
  await assertAccessible(page, 'the next door of an action')

  // Up the odd side, down the even side; the focus goes along.
  await page.context().setOffline(true)
  await press(page, 'Absent at 1')
  await says(page, '1: Absent')
  await isFocused(page, /Rue de Belfort, odd side\s*3/)
  await press(page, 'Refused at 3')
  await press(page, 'Absent at 5')
  await says(page, 'Offline: 3 visits to send')
  await says(page, '3 of 6 doors')
  await assertAccessible(page, 'doors without a line')

  // Closed and opened again: the tokens are gone, the visits are not.
  await page.reload()
  await says(page, 'Offline: 3 visits to send')
  await press(page, 'Talked at 6')
  await page.getByText('New person').click()
  await page.getByLabel('First name').fill('Nadia')
  await page.getByText('Too high').click()
  await page.getByLabel('Comment').fill('After seven')
  await assertAccessible(page, 'what was said at a door')
  await press(page, 'Record the visit')
  await says(page, '4 of 6 doors')
  await isFocused(page, /even side\s*4/)
  await says(page, 'Offline: 4 visits to send')
  assert.equal((await visitsOf(id)).length, 0)

  await page.context().setOffline(false)
  await says(page, 'All visits sent')
  await visitsAre(id, 4)
  await says(page, '4 of 6 doors')
  const talk = (await visitsOf(id)).find(({ result }) => result === 'talked')
  assert.equal(talk.comment, 'After seven')
  assert.ok(talk.contact_id > 0)
  assert.deepEqual(complaints, [])
})

test('a turf is walked to its end from a start without network, and all its visits arrive once', async () => {
  const team = await aTeam(app, planner, { name: 'North', users: [ben] })
  const { id } = await aStreet('Two turfs', {
    Users: [],
    Teams: [{ id: team.id }],
    Addresses: [...placedDoors('Rue Dumont', 2, 4.81), ...placedDoors('Rue Haute', 20, 4.83)],
    polygon: JSON.stringify({
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: box(4.8, 4.82) } },
        {
          type: 'Feature',
          properties: { team_ids: [team.id] },
          geometry: { type: 'Polygon', coordinates: box(4.82, 4.84) },
        },
      ],
    }),
  })
  const { page, complaints } = await visit(phone)
  await signIn(page, ben, '/console/field')
  await page.getByRole('link', { name: /Two turfs/ }).click()
  await says(page, 'Turf B')
  await says(page, '0 of 20 doors')
  await readyForNoLine(page)
  await page.context().setOffline(true)
  await page.goto('/console/field')
  await page.getByRole('link', { name: /Two turfs/ }).click()
  await says(page, '0 of 20 doors')

  // The first door is skipped, and comes again at the end.
  await page.getByRole('button', { name: 'Skip this door' }).click()
  const order = [3, 5, 7, 9, 11, 13, 15, 17, 19, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 1]
  for (const [index, number] of order.entries()) {
    await press(page, `${index % 2 ? 'Absent' : 'Refused'} at ${number}`)
    await says(page, `${index + 1} of 20 doors`)
    if (number === 11) await page.reload()
    if (number === 19) await onMap(page)
  }
  await page.getByRole('heading', { name: 'Turf B done, 20 doors' }).waitFor()
  await isFocused(page, 'Turf B done, 20 doors')
  await says(page, '10 doors are worth another visit')
  await page.getByRole('button', { name: 'Go on with turf A, 2 doors left' }).waitFor()
  await assertAccessible(page, 'a turf that is done')
  await page.getByRole('button', { name: 'Go round again' }).click()
  await isFocused(page, /odd side\s*1/)
  await press(page, 'Talked at 1')
  await press(page, 'Record the visit')
  await says(page, 'Offline: 21 visits to send')
  assert.equal((await visitsOf(id)).length, 0)

  await page.close()
  const again = await page.context().newPage()
  await again.context().setOffline(false)
  await again.goto(`/console/field/${id}`)
  await visitsAre(id, 21)
  assert.deepEqual(new Set((await visitsOf(id)).map(({ result }) => result)), new Set(['refused', 'absent', 'talked']))
  assert.deepEqual(complaints, [])
})

test('a lost response does not count a visit twice', async () => {
  const { id } = await aStreet('Bad line')
  const { page } = await visit(phone)
  await signIn(page, ada, `/console/field/${id}`)
  await says(page, '0 of 6 doors')
  let lost = 0
  // More often than one request is retried: the visit is sent again from the queue, and only its key identifies it.
  await page.route(`**/actions/${id}/visits`, async route => {
    if (lost++ >= 5) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await press(page, 'Refused at 1')
  await eventually(() => lost > 5)
  await press(page, 'Absent at 3')
  await arrives(id, 'absent')
  assert.equal((await visitsOf(id)).length, 2)
})

test('a double tap on a door is one visit, and none at the next door', async () => {
  const { id } = await aStreet('Nervous finger')
  const { page } = await visit(phone)
  await signIn(page, ada, `/console/field/${id}`)
  const button = page.getByRole('button', { name: 'Refused at 1', exact: true })
  await button.evaluate((element: any) => {
    for (const detail of [1, 2]) {
      const { MouseEvent } = globalThis as any
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, detail, clientX: 90, clientY: 400 }))
    }
  })
  await says(page, '1: Refused')
  await press(page, 'Talked at 3')
  await page.getByRole('button', { name: 'Record the visit' }).dblclick()
  await press(page, 'Come back at 5')
  await arrives(id, 'come_back')
  assert.deepEqual((await visitsOf(id)).map(({ result }) => result).sort(), ['come_back', 'refused', 'talked'])
})

longTest('an undone visit is not counted, whether it was sent or not', async () => {
  const { id } = await aStreet('Second thoughts')
  const { page } = await visit(phone)
  await signIn(page, ada, `/console/field/${id}`)
  await press(page, 'Refused at 1')
  await visitsAre(id, 1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await visitsAre(id, 0)
  await page.getByRole('button', { name: 'Refused at 1', exact: true }).waitFor()

  await page.context().setOffline(true)
  await press(page, 'Refused at 1')
  await says(page, '1 of 6 doors')
  await page.getByRole('button', { name: 'Undo' }).click()
  await says(page, '0 of 6 doors')
  await page.context().setOffline(false)
  await says(page, 'All visits sent')
  assert.equal((await visitsOf(id)).length, 0)
})

longTest('two phones at the same doors: both visits are recorded, and each phone shows the other’s', async () => {
  const { id } = await aStreet('Two phones')
  const [one, two] = [await visit(phone), await visit({ ...phone, colorScheme: 'dark' })]
  await signIn(one.page, ada, `/console/field/${id}`)
  await signIn(two.page, ben, `/console/field/${id}`)
  await says(one.page, '0 of 6 doors')
  await says(two.page, '0 of 6 doors')
  await one.page.getByRole('button', { name: /All streets/ }).click()
  for (const number of [1, 2, 3]) await one.page.getByLabel(`Select ${number}`, { exact: true }).check()
  await assertAccessible(one.page, 'selected doors')
  await press(one.page, 'All absent')
  await two.page.getByRole('button', { name: '3 never visited', exact: true }).click()
  await press(two.page, 'Refused at 3')
  await press(two.page, 'Refused at 5')
  await visitsAre(id, 5)
  await one.page.reload()
  await says(one.page, '4 of 6 doors')
  await two.page.getByRole('link', { name: 'All actions' }).click()
  await two.page.getByRole('link', { name: /Two phones/ }).waitFor()
  await assertAccessible(two.page, 'the actions in the dark')
  await two.page.reload()
  await two.page.getByRole('link', { name: /Two phones/ }).click()
  await says(two.page, '4 of 6 doors')
  await press(two.page, 'Summary')
  await assertAccessible(two.page, 'the summary in the dark')
  await two.page.goBack()
  await two.page.getByRole('button', { name: 'Absent at 6', exact: true }).waitFor()
})

test('visits recorded by one user are never sent by another user of the same phone', async () => {
  const { id } = await aStreet('One phone')
  const { page } = await visit(phone)
  await signIn(page, ada, `/console/field/${id}`)
  await says(page, '0 of 6 doors')
  await readyForNoLine(page)
  await page.context().setOffline(true)
  await press(page, 'Refused at 1')
  await says(page, 'Offline: 1 visit to send')
  // Her session is over; another user takes the phone.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.context().setOffline(false)
  await signIn(page, ben, `/console/field/${id}`)
  await says(page, '1 more visit belongs to another account or space')
  await says(page, '0 of 6 doors')
  assert.equal((await visitsOf(id)).length, 0)
  await page.context().clearCookies()
  await signIn(page, ada, `/console/field/${id}`)
  await visitsAre(id, 1)
  assert.equal((await visitsOf(id))[0].recorded_by, ada.id)
})

longTest('signing out with unsent visits asks first, and leaves no data on the phone', async () => {
  const { id } = await aStreet('Going home')
  const { page } = await visit(phone)
  await signIn(page, ada, `/console/field/${id}`)
  await says(page, '0 of 6 doors')
  await readyForNoLine(page)
  await page.context().setOffline(true)
  await press(page, 'Refused at 1')
  await says(page, 'Offline: 1 visit to send')
  const leave = async () => {
    await page.getByRole('button', { name: /Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
  }
  await leave()
  await says(page, '1 visit is only on this phone. If you sign out now, it will be lost.')
  await press(page, 'Stay signed in')
  await page.context().setOffline(false)
  await says(page, 'All visits sent')
  await leave()
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
  const left = await page.evaluate('Promise.all([indexedDB.databases(), caches.keys()])')
  assert.deepEqual(left, [[], []])
  assert.equal((await visitsOf(id)).length, 1)
})
