import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aSpace, aTeam } from '../server/test/people.ts'
import { assertAccessible, assertAccessibleInTurn, openConsole } from './browser.ts'

const { app, enter, member } = await openConsole()
const space = await aSpace(app, 'Collectif')
const planner = await member(space, { role: 'manager' })
const [ines, omar] = [await member(space, { role: 'admin' }), await member(space, { role: 'admin' })]

test('a team is changed by those who may, and hidden members do not read as none', async () => {
  const hidden = await aTeam(app, ines, {
    users: [omar],
    name: 'Lighthouse',
    hide_users: true,
    address: { housenumber: '3', street: 'Quai des Docks', postalcode: '69002', city: 'Lyon' },
  })
  const own = await aTeam(app, planner, { users: [omar], name: 'Pier', hide_users: true })
  const page = await enter(planner, '/console/teams')
  await page.getByRole('row', { name: /Lighthouse.*Hidden/ }).waitFor()
  await page.getByRole('row', { name: /Pier.*1/ }).waitFor()
  await page.getByRole('button', { name: 'Lighthouse' }).click()
  await page.getByText('Members are hidden').waitFor()
  await page.getByText('Only its leaders, the person who created it', { exact: false }).waitFor()
  await page.getByText('3 Quai des Docks, 69002 Lyon').waitFor()
  assert.equal(await page.getByRole('dialog').locator('input, textarea').count(), 0)
  await assertAccessible(page, 'a team of others')

  await page.goto(`${app.url}/console/teams?open=${own.id}`)
  await page.getByRole('dialog').getByLabel('Description').fill('Where boats leave')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The team is saved.').waitFor()

  const refused = await app.as(planner).patch('/teams', { team: { id: hidden.id, name: 'Lighthouse' } })
  assert.equal(refused.status, 403)
})

test('a team is created and deleted by keyboard and mouse, after a question', async () => {
  const page = await enter(ines, '/console/teams')
  await page.getByRole('button', { name: 'New team' }).first().waitFor()
  await page.keyboard.press('c')
  await page.getByRole('menuitem').first().and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel('Name').fill('Canal')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Canal' }).click()
  await page.getByRole('button', { name: 'Delete the team' }).click()
  const question = page.getByRole('dialog', { name: 'Delete the team' })
  await assertAccessibleInTurn(page, 'the question before a team is deleted')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete the team' }).click()
  await question.getByRole('button', { name: 'Delete the team' }).click()
  await page.getByText('The team Canal is deleted.').waitFor()
  await page.getByRole('button', { name: 'Canal' }).waitFor({ state: 'detached' })
})
