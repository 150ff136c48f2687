import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { aContact } from '../../server/test/contacts.ts'
import { aSpace } from '../../server/test/people.ts'
import { assertAccessible, openConsole } from '../browser.ts'
import { aContactList } from '../contact_steps.ts'

const world = await openConsole()
const { app, enter, member } = world

test('a privacy request is recorded on the contact, answered there, and hidden from others', async () => {
  const space = await aSpace(app, 'Collectif')
  const officer = await member(space, { role: 'superadmin' })
  const { id } = await aContact(app, officer, { firstname: 'Rosa', surname: 'Quintero' })
  const page = await enter(officer, `/console/contacts/${id}?tab=privacy`, {
    colorScheme: 'dark',
    viewport: { width: 390, height: 1800 },
  })
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
  // Its field has the same text while it closes.
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('The books must be kept for ten years.').waitFor()
  await assertAccessible(page, 'requests of a contact')
  const { data } = (await app.as(officer).get(`/v1/privacy_requests?contact_id=${id}`)).body
  assert.deepEqual(data.map(({ kind, state }: any) => `${kind} ${state}`).sort(), [
    'access done',
    'erasure refused',
    'restriction lifted',
  ])

  // A user who does not handle privacy requests does not see them.
  const other = await enter(await member(space, { role: 'manager' }), `/console/contacts/${id}?tab=privacy`)
  await other.getByRole('tab', { name: 'Story' }).waitFor()
  assert.equal(await other.getByRole('tab', { name: 'Personal data' }).count(), 0)
})

test('a consent is given with its source, which stays in the history', async () => {
  const { ines } = await aContactList(world)
  const page = await enter(ines, '/console/contacts?q=bea')
  await page.getByRole('link', { name: 'Bea Stone' }).click()
  await page.getByRole('tab', { name: 'Answers and consents' }).click()
  await page.getByRole('combobox', { name: 'May we write to you?' }).click()
  await page.getByRole('option', { name: 'yes' }).click()
  await page.getByLabel('How it was obtained').fill('stall in May')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Source: stall in May').waitFor()
  await assertAccessible(page, 'the consents of a contact')
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})
