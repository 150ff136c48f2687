import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aContact } from '../server/test/contacts.ts'
import { aSpace } from '../server/test/people.ts'
import { openConsole } from './browser.ts'

const { app, enter, member } = await openConsole()
const space = await aSpace(app, 'Collectif')
const officer = await member(space, { role: 'superadmin' })

test('a request that arrived by letter is recorded without looking for the contact first', async () => {
  const page = await enter(officer, '/console/settings/privacy')
  const { id } = await aContact(app, officer, { firstname: 'Nadia', surname: 'Okoye' })
  await page.getByRole('button', { name: 'Record a request' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record a request' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Choose the contact who asks.').waitFor()
  await dialog.getByLabel('Contact').fill('Nadia Ok')
  await page.getByRole('option', { name: 'Nadia Okoye' }).click()
  await dialog.getByLabel('Notes').fill('By letter')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Nadia Okoye' }).waitFor()
  await page.getByRole('link', { name: 'How to answer a request' }).waitFor()
  const { data } = (await app.as(officer).get(`/v1/privacy_requests?contact_id=${id}`)).body
  assert.deepEqual([data.length, data[0].notes, data[0].contact_name], [1, 'By letter', 'Nadia Okoye'])
})
