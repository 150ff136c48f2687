import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aSpace, aUser } from '../server/test/people.ts'
import { assertAccessible, openBrowser, signIn, startTestApp } from './browser.ts'
import { givePassword } from './people.ts'

const app = await startTestApp()
const visit = await openBrowser(app)
const space = await aSpace(app, 'Collectif')
const [ines, omar] = [
  await givePassword(app, await aUser(app, space, { role: 'admin' })),
  await givePassword(app, await aUser(app, space, { role: 'admin' })),
]

test('two people edit one team: the second is told, looks, and decides', async () => {
  const made = await app.as(ines).post('/teams', { team: { name: 'Harbour', description: 'As it was' } })
  const { id } = made.body.data.team
  const [first, second] = [await visit(), await visit()]
  await signIn(first.page, ines, `/console/teams?open=${id}`)
  await signIn(second.page, omar, `/console/teams?open=${id}`)
  await first.page.getByLabel('Description').fill('By Ines')
  await second.page.getByLabel('Description').fill('By Omar')

  await first.page.getByRole('button', { name: 'Save' }).click()
  await first.page.getByText('The team is saved.').waitFor()
  await second.page.getByRole('button', { name: 'Save' }).click()
  await second.page.getByText('Somebody changed this while you were editing.').waitFor()
  await assertAccessible(second.page, 'a team with a conflict')
  await second.page.getByRole('button', { name: 'See their version' }).click()
  await second.page.locator('textarea').filter({ hasText: 'By Ines' }).first().waitFor()

  const { body } = await app.as(ines).get(`/teams/${id}`)
  assert.equal(body.data.team.description, 'By Ines')
  assert.deepEqual([...first.complaints, ...second.complaints], [])
})

test('a team is made, deleted and brought back by keyboard and mouse', async () => {
  const { page, complaints } = await visit()
  await signIn(page, ines, '/console/teams')
  await page.getByRole('button', { name: 'New team' }).waitFor()
  await page.keyboard.press('c')
  await page.getByRole('dialog').getByLabel('Name').fill('Canal')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Canal' }).click()
  await page.getByRole('button', { name: 'Delete the team' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Canal' }).waitFor()
  await assertAccessible(page, 'the list of teams')
  assert.deepEqual(complaints, [])
})
