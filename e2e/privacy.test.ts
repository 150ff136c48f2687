import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { aContact } from '../server/test/contacts.ts'
import { aSpace, aUser } from '../server/test/people.ts'
import { assertAccessible, openBrowser, signIn, startTestApp } from './browser.ts'
import { setPassword } from './passwords.ts'

const app = await startTestApp()
const visit = await openBrowser(app)
const space = await aSpace(app, 'Collectif')
const officer = await setPassword(app, await aUser(app, space, { role: 'superadmin' }))
const manager = await setPassword(app, await aUser(app, space, { role: 'manager' }))

test('a privacy request is recorded on the contact, and answered there', async () => {
  const { id } = await aContact(app, officer, { firstname: 'Rosa', surname: 'Quintero' })
  const { page, complaints } = await visit({ colorScheme: 'dark', viewport: { width: 390, height: 1800 } })
  await signIn(page, officer, `/console/contacts/${id}?tab=privacy`)
  const note = async (kind: string) => {
    await page.getByRole('button', { name: 'Record a request' }).click()
    await page.getByRole('combobox', { name: 'Type of request' }).click()
    await page.getByRole('option', { name: kind }).click()
    await assertAccessible(page, 'noting a request')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await page.getByText('No privacy requests').waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete the contact' }).hover()
  await assertAccessible(page, 'the menu of a contact')
  await page.keyboard.press('Escape')
  await note('Copy of their data')
  await page.getByText(/Answer by/).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download their data' }).click(),
  ])
  assert.match(readFileSync(await file.path(), 'utf8'), /Quintero/)
  await page.getByRole('button', { name: 'Mark as done' }).click()
  await page.getByText('Done', { exact: true }).waitFor()

  await note('Restriction of processing')
  await page.getByRole('button', { name: 'Restrict processing' }).click()
  await page.getByText('Processing restricted').waitFor()
  await page.getByRole('button', { name: 'Lift the restriction' }).click()
  await page.getByText('Lifted').waitFor()

  await note('Erasure')
  await page.getByRole('button', { name: 'Refuse' }).click()
  await page.getByLabel('Reason for refusal').fill('The books must be kept for ten years.')
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click()
  await page.getByText('The books must be kept for ten years.').waitFor()
  await assertAccessible(page, 'requests of a contact')
  const { data } = (await app.as(officer).get(`/v1/privacy_requests?contact_id=${id}`)).body
  assert.deepEqual(data.map(({ kind, state }: any) => `${kind} ${state}`).sort(), [
    'access done',
    'erasure refused',
    'restriction lifted',
  ])
  assert.deepEqual(complaints, [])
})

test('a request that arrived by letter is recorded without looking for the contact first', async () => {
  const { page, complaints } = await visit()
  await signIn(page, officer, '/console/settings/privacy')
  const { id } = await aContact(app, officer, { firstname: 'Nadia', surname: 'Okoye' })
  await page.getByRole('button', { name: 'Record a request' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record a request' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Choose the contact who asks.').waitFor()
  await dialog.getByLabel('Contact').fill('Nadia Ok')
  await page.getByRole('option', { name: /Nadia Okoye/ }).click()
  await dialog.getByLabel('Notes').fill('By letter')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Nadia Okoye' }).waitFor()
  await page.getByRole('link', { name: 'How to answer a request' }).waitFor()
  const { data } = (await app.as(officer).get(`/v1/privacy_requests?contact_id=${id}`)).body
  assert.deepEqual([data.length, data[0].notes, data[0].contact_name], [1, 'By letter', 'Nadia Okoye'])
  assert.deepEqual(complaints, [])
})

test('a user who does not handle privacy requests does not see them', async () => {
  const { id } = await aContact(app, officer, { firstname: 'Rosa', surname: 'Quintero' })
  const { page } = await visit()
  await signIn(page, manager, `/console/contacts/${id}?tab=privacy`)
  await page.getByRole('tab', { name: 'Story' }).waitFor()
  assert.equal(await page.getByRole('tab', { name: 'Personal data' }).count(), 0)
})
