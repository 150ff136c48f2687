import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { anAction, aVisit } from '../server/test/field.ts'
import { aSpace, aTeam } from '../server/test/people.ts'
import { assertAccessible, openConsole, phone } from './browser.ts'
import { placedDoors } from './field_steps.ts'

const { app, enter, member } = await openConsole()
const space = await aSpace(app, 'Collectif')
const planner = await member(space, { role: 'manager' })
const walker = await member(space, { firstname: 'Wanda', surname: 'Walker' })

/** The numbers of doors by state, in the legend of the map or in the summary of the field app. */
const numbersIn = async (rows: Locator) =>
  Object.fromEntries(
    (await rows.allInnerTexts()).flatMap(text => {
      const [, name = '', count = '0'] = /^\s*([A-Z][a-z ]+?)\s+(?:[A-Z][^\t]*\t)?(\d+)/.exec(text) ?? []
      return Number(count) > 0 ? [[name, Number(count)]] : []
    }),
  )

test('doors, visits and conversations are the same numbers on every screen of an action', async () => {
  const team = await aTeam(app, planner, { name: 'Harbour', users: [walker] })
  const { id, Addresses } = await anAction(app, planner, {
    name: 'Long round',
    goal: 20,
    Teams: [{ id: team.id }],
    Addresses: placedDoors('Rue Haute', 6, 4.83),
  })
  const visitDoor = (door: number, result: string) =>
    aVisit(app, walker, id, { result, address: { id: Addresses[door].id } })
  for (const [door, result] of [
    [0, 'talked'],
    [1, 'absent'],
    [1, 'talked'],
    [2, 'absent'],
    [3, 'leaflet'],
    [4, 'signed'],
  ] as const)
    await visitDoor(door, result)
  await app.as(planner).post(`/actions/${id}/declared_visits`, { count: 10 })

  const page = await enter(planner, '/console/actions')
  const row = page.getByRole('row').filter({ hasText: 'Long round' })
  await row.getByText('16 of 20').waitFor()
  const conversations = await row.getByRole('cell').nth(3).innerText()
  await page.setViewportSize(phone)
  await page.getByRole('listitem').filter({ hasText: 'Long round' }).getByText('16 of 20').waitFor()
  await page.getByText(`${conversations} conversations`).first().waitFor()
  await assertAccessible(page, 'actions on a phone')
  await page.getByRole('link', { name: 'Long round' }).click()
  await page.getByText('in 6 recorded visits').waitFor()
  const figures = (await page.locator('.action-figure').allInnerTexts()).map(text => text.split(/\s*\n\s*/).slice(0, 2))
  assert.deepEqual(figures, [
    ['Doors visited', '5 of 6'],
    ['Visits towards the goal', '16 of 20'],
    ['Conversations', conversations],
    ['Declared visits', '10'],
  ])
  for (const [tab, seen] of [
    ['Doors', '1 Rue Haute'],
    ['People', 'Wanda Walker'],
    ['Results', '16 visits: 6 recorded, 10 declared.'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByText(seen).first().waitFor()
    if (tab === 'Doors') await throughDoors(page)
  }
  await page.getByText('Person', { exact: true }).click()
  await page.getByText('Wanda Walker').waitFor()

  await page.getByRole('tab', { name: 'Map' }).click()
  const legend = page.getByRole('group', { name: 'Show doors' }).getByRole('button')
  await legend.first().waitFor()
  const onMap = await numbersIn(legend)
  assert.deepEqual(onMap, { All: 6, 'To do': 1, Talked: 3, Absent: 1, Other: 1 })
  await page.goto(`/console/field/${id}?tab=summary`)
  await page.getByText('5 of 6 doors').waitFor()
  assert.deepEqual(await numbersIn(page.getByRole('table', { name: 'Results' }).locator('tbody tr')), onMap)
})

test('the doors of one side of a street are opened from what is left to do, and removed from the list', async () => {
  const { id } = await anAction(app, planner, {
    name: 'Two sides',
    Addresses: placedDoors('Rue Basse', 5, 4.84).map(door => ({ ...door, floor_name: '3' })),
  })
  const page = await enter(planner, `/console/actions/${id}`)
  await page.getByRole('button', { name: 'Rue Basse, Even: 2' }).click()
  await page.getByText('2 doors', { exact: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all rows' }).click()
  await page.getByText('2 doors selected').waitFor()
  const words = page.getByLabel('Filter by street, number or city')
  await words.fill('basse 4')
  await page.getByText('1 door', { exact: true }).waitFor()
  await page.getByText('2 doors selected').waitFor({ state: 'detached' })
  await words.fill('')
  await page.getByText('2 doors', { exact: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all rows' }).click()
  await page.getByRole('button', { name: 'Remove from the list' }).click()
  await page.getByText('2 doors removed from the list.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('row', { name: /4 Rue Basse.*floor 3/ }).waitFor()
})

test('a door of a known street gets the spelling that is known, and is refused if it is in the list', async () => {
  const known = [2, 4].map(housenumber => ({ housenumber, street: 'Avenue Henri Barbusse', city: 'Lyon' }))
  const { id } = await anAction(app, planner, { name: 'One street', Addresses: known })
  const page = await enter(planner, `/console/actions/${id}?tab=addresses&open=address`)
  const form = page.getByRole('dialog')
  await form.getByLabel('City').fill('lyon')
  await form.getByLabel('Number').fill('2')
  await form.getByLabel('Street').fill('av. henri barbusse')
  await page.getByRole('option', { name: 'Avenue Henri Barbusse' }).waitFor()
  await page.keyboard.press('Enter')
  await form.getByText('This door is already in the list.').waitFor()
  await form.getByLabel('Number').fill('6')
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: /6 Avenue Henri Barbusse.*Lyon/, includeHidden: true }).waitFor()
})

test('an action without doors says so on its map and its sheets, and leads to adding some', async () => {
  const { id } = await anAction(app, planner, { name: 'No doors' })
  await anAction(app, planner, { name: 'Lyon', Addresses: [{ street: 'Quai', latitude: '45.77', longitude: '4.83' }] })
  const page = await enter(planner, `/console/actions/${id}/sheets`)
  await page.getByRole('heading', { name: 'This action has no doors yet' }).waitFor()
  await page.getByRole('link', { name: 'Add doors' }).waitFor()
  await page.goto(`${app.url}/console/actions/${id}?tab=map`)
  await page.getByText('This action has no doors yet').waitFor()
  assert.equal(await page.getByText('0 of 0').count(), 0)
  // The map shows where the others are, not the whole world.
  await page
    .locator('.map-scale')
    .getByText(/^\d+ m$|^\d km$/)
    .waitFor()
  await page.getByRole('button', { name: 'Add doors' }).click()
  await page.getByRole('tab', { name: 'Doors', selected: true }).waitFor()
})

/** A door of the list opens with its visits, by keyboard too; the list is searched and filtered. */
async function throughDoors(page: Page) {
  const door = page.getByRole('dialog')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await door.getByRole('heading', { name: '1 Rue Haute' }).waitFor()
  await door.getByText('Wanda Walker').waitFor()
  await door.getByRole('link', { name: 'Record a visit' }).waitFor()
  await page.keyboard.press('j')
  await door.getByRole('heading', { name: '2 Rue Haute' }).waitFor()
  for (const result of ['Talked', 'Absent']) await door.getByText(result, { exact: true }).waitFor()
  await assertAccessible(page, 'a door of an action')
  await page.keyboard.press('Escape')
  await door.waitFor({ state: 'hidden' })
  await page.getByLabel('Filter by street, number or city').fill('haute 6')
  await page.getByText('1 door', { exact: true }).waitFor()
  await page.getByRole('button', { name: '6 Rue Haute' }).click()
  await door.getByText('No visits yet').waitFor()
  await page.keyboard.press('Escape')
  await door.waitFor({ state: 'hidden' })
}

test('wrong input in the forms of an action is marked at its field, which gets the focus and keeps its value', async () => {
  const { id } = await anAction(app, planner, { name: 'Faults', Addresses: placedDoors('Rue Haute', 1, 4.83) })
  const page = await enter(planner, `/console/actions/${id}?open=edit`, { viewport: phone })
  const isWrong = async (label: string, error: string) => {
    await page.getByText(error, { exact: true }).waitFor()
    const field = page.getByRole('dialog').getByLabel(label)
    await field.and(page.locator(':focus')).waitFor()
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
  }
  const form = page.getByRole('dialog')
  const save = form.getByRole('button', { name: 'Save' })
  await form.getByLabel('Name').fill(' ')
  await form.getByLabel('Goal').fill('2000000')
  await form.getByLabel('First day').fill('2026-05-10')
  await form.getByLabel('Last day').fill('2026-05-09')
  await save.click()
  await isWrong('Name', 'Enter a name.')
  await form.getByLabel('Name').fill('Mended')
  await save.click()
  await isWrong('Last day', 'The last day is before the first day.')
  await page.getByText('Enter a number from 0 to 1,000,000.').waitFor()
  assert.equal(await form.getByLabel('Goal').inputValue(), '2000000')
  await assertAccessible(page, 'an action with wrong fields')
  await form.getByLabel('Last day').fill('2026-05-11')
  await form.getByLabel('Goal').fill('5')
  await save.click()
  await page.getByText('The action is saved.').waitFor()

  await page.getByRole('button', { name: 'Declare more…' }).click()
  await save.click()
  await isWrong('How many visits', 'Enter a number from 1 to 100,000.')
  await form.getByLabel('How many visits').fill('3')
  await form.getByLabel('Day').fill('2999-01-01')
  await save.click()
  await isWrong('Day', 'Choose today or a day before.')
  await page.goto(`/console/actions/${id}?tab=addresses&open=address`)
  await page.getByRole('button', { name: 'Add and continue' }).click()
  await isWrong('Street', 'Enter a street.')
})

test('an action is archived, restored from the notification, and copied', async () => {
  const { id } = await anAction(app, planner, { name: 'Spring' })
  const page = await enter(planner, `/console/actions/${id}`)
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Archive')
  await page.getByText('The action Spring is archived.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Current', { exact: true }).waitFor()
  await choose('Duplicate')
  await page.getByRole('heading', { name: 'Spring (copy)' }).waitFor()
  assert.notEqual(new URL(page.url()).pathname, `/console/actions/${id}`)

  // On a phone the menu has the rest too.
  await page.setViewportSize(phone)
  await page.goto(`/console/actions/${id}`)
  await choose('Edit')
  await page.getByRole('dialog').getByLabel('Goal').waitFor()
})
