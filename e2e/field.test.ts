import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aForm } from '../server/test/contacts.ts'
import { eventually } from '../server/test/harness.ts'
import { aTeam } from '../server/test/people.ts'
import { assertAccessible, openConsole, signIn } from './browser.ts'
import {
  aTeamAtDoors,
  box,
  isFocused,
  onMap,
  placedDoors,
  press,
  readyForNoLine,
  says,
  touched,
} from './field_steps.ts'

const world = await openConsole()
const { app, enter } = world
const { planner, admin, ada, ben, aStreet, visitsOf, visitsAre } = await aTeamAtDoors(world)

/** Visits are sent in order: when this one has arrived, so have all before it. */
const arrives = (id: number, result: string) =>
  eventually(async () => (await visitsOf(id)).some(visit => visit.result === result))

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
  const page = await enter(ben, '/console/field', touched)
  await page.getByRole('link', { name: 'Two turfs' }).click()
  await says(page, 'Turf B')
  await says(page, '0 of 20 doors')
  await readyForNoLine(page)
  await page.context().setOffline(true)
  await page.goto('/console/field')
  await page.getByRole('link', { name: 'Two turfs' }).click()
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
})

test('a lost response does not count a visit twice', async () => {
  const { id } = await aStreet('Bad line')
  const page = await enter(ada, `/console/field/${id}`, touched)
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
  const page = await enter(ada, `/console/field/${id}`, touched)
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

test('two phones at the same doors: both visits are recorded, and each phone shows the other’s', async () => {
  const { id } = await aStreet('Two phones')
  const one = await enter(ada, `/console/field/${id}`, touched)
  const two = await enter(ben, `/console/field/${id}`, { ...touched, colorScheme: 'dark' })
  await says(one, '0 of 6 doors')
  await says(two, '0 of 6 doors')
  await one.getByRole('button', { name: 'All streets' }).click()
  for (const number of [1, 2, 3]) await one.getByLabel(`Select ${number}`, { exact: true }).check()
  await assertAccessible(one, 'selected doors')
  await press(one, 'All absent')
  await two.getByRole('button', { name: '3 never visited', exact: true }).click()
  await press(two, 'Refused at 3')
  await press(two, 'Refused at 5')
  await visitsAre(id, 5)
  await one.reload()
  await says(one, '4 of 6 doors')
  await two.getByRole('link', { name: 'All actions' }).click()
  await two.getByRole('link', { name: 'Two phones' }).waitFor()
  await assertAccessible(two, 'the actions in the dark')
  await two.reload()
  await two.getByRole('link', { name: 'Two phones' }).click()
  await says(two, '4 of 6 doors')
  await press(two, 'Summary')
  await assertAccessible(two, 'the summary in the dark')
  await two.goBack()
  await two.getByRole('button', { name: 'Absent at 6', exact: true }).waitFor()
})

test('visits recorded by one user are never sent by another user of the same phone', async () => {
  const { id } = await aStreet('One phone')
  const page = await enter(ada, `/console/field/${id}`, touched)
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

test('signing out with unsent visits asks first, and leaves no data on the phone', async () => {
  const { id } = await aStreet('Going home')
  const page = await enter(ada, `/console/field/${id}`, touched)
  await says(page, '0 of 6 doors')
  await readyForNoLine(page)
  await page.context().setOffline(true)
  await press(page, 'Refused at 1')
  await says(page, 'Offline: 1 visit to send')
  const leave = async () => {
    await page.getByRole('button', { name: 'Your account' }).click()
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

test('undoing a visit before it is sent removes the person it added, and afterwards says that they are kept', async () => {
  const { id } = await aStreet('Doors of the south', { Forms: [] })
  const page = await enter(ada, `/console/field/${id}`, touched)
  await says(page, '0 of 6 doors')
  const meet = async (door: number, name: string) => {
    await press(page, `Talked at ${door}`)
    await page.getByText('New person').click()
    await page.getByLabel('First name').fill(name)
    await press(page, 'Record the visit')
    await says(page, `${door}: Talked`)
  }
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  await page.context().setOffline(true)
  await meet(1, 'Nadia')
  await undo.click()
  await says(page, '0 of 6 doors')

  await page.context().setOffline(false)
  await meet(1, 'Karim')
  await visitsAre(id, 1)
  await undo.click()
  await says(page, 'Visit undone. Karim stays in the contacts.')
  await visitsAre(id, 0)
  await press(page, 'Skip this door')
  await says(page, '1: skipped')
  const { contacts } = (await app.as(planner).get('/contacts')).body.data
  const added = contacts.map((one: any) => one.firstname).filter((name: string) => name === 'Nadia' || name === 'Karim')
  assert.deepEqual(added, ['Karim'])
})

test('closing the form of a visit asks before its answers are lost, and a consent needs a person and an address', async () => {
  const form = await aForm(app, admin, { label: 'Email newsletter', kind: 'consent', values: ['Yes', 'No'] })
  const { id } = await aStreet('Doors of the west', { Forms: [{ id: form.id }] })
  const page = await enter(ada, `/console/field/${id}`, touched)
  await press(page, 'Talked at 1')
  const drawer = page.getByRole('dialog', { name: /Visit at 1/ })
  await drawer.getByText('New person').waitFor()
  assert.equal(await drawer.getByText('Email newsletter').count(), 0)
  await drawer.getByText('New person').click()
  await drawer.getByLabel('First name').fill('Lina')
  await drawer.getByText('Email newsletter').waitFor()
  await drawer.getByText('Yes', { exact: true }).click()

  await drawer.getByRole('button', { name: 'Close' }).click()
  await press(page, 'Keep editing')
  assert.equal(await drawer.getByLabel('First name').inputValue(), 'Lina')
  await press(page, 'Record the visit')
  await drawer.getByText('Add the email address.').waitFor()
  await drawer.getByLabel('Email address').fill('lina@example.org')
  await press(page, 'Record the visit')
  await says(page, '1: Talked')
  await visitsAre(id, 1)

  await press(page, 'Talked at 3')
  await page.getByLabel('Comment').fill('Wrong door')
  await page.getByRole('dialog', { name: 'Visit at 3' }).getByRole('button', { name: 'Close' }).click()
  await press(page, 'Discard changes')
  await page.getByRole('button', { name: 'Talked at 3', exact: true }).waitFor()
})
