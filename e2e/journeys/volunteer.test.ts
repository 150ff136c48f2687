import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aSpace } from '../../server/test/people.ts'
import { assertAccessible, openConsole } from '../browser.ts'
import { aTeamAtDoors, isFocused, press, readyForNoLine, says, touched } from '../field_steps.ts'

const world = await openConsole()
const { app, enter, member } = world

test('a street is canvassed offline, also after closing the app, and every visit is counted once', async () => {
  const { ada, aStreet, visitsOf, visitsAre } = await aTeamAtDoors(world)
  const { id } = await aStreet('Doors of the north')
  const page = await enter(ada, '/console/field', touched)
  await page.getByRole('link', { name: 'Doors of the north' }).click()
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
})

test('a volunteer sees no money at all', async () => {
  const volunteer = await member(await aSpace(app), { role: 'user' })
  const page = await enter(volunteer)
  await page.getByText('Nothing is waiting for you.').waitFor()
  assert.equal(await page.getByText(/^Collected/).count(), 0)
  assert.equal(await page.getByRole('link', { name: 'Payments' }).count(), 0)
})
