import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aContact } from '../server/test/contacts.ts'
import { insertContacts } from '../server/test/insert_contacts.ts'
import { aSpace } from '../server/test/people.ts'
import { reindexContacts } from '../server/test/search_index.ts'
import { assertAccessible, openConsole } from './browser.ts'

const { app, enter, member } = await openConsole()

test('a change of many contacts goes on when the page is left, and is undone', async () => {
  const space = await aSpace(app, 'Collectif')
  const ines = await member(space, { role: 'superadmin' })
  const people = 1600
  await insertContacts(app.owner, space, people)
  await reindexContacts(app.owner)
  for (const [firstname, city] of [
    ['Ada', 'Port-Vendres'],
    ['Bea', 'Port-Vendres'],
    ['Cleo', ''],
  ] as const)
    await aContact(app, ines, { firstname, surname: 'Quay', ...(city && { address: { street: 'Quay Street', city } }) })
  await app.as(ines).post('/actions', { action: { name: 'Harbour doors' } })
  const everyone = people + 3
  const page = await enter(ines, '/console/contacts')
  const all = page.getByLabel('Select all rows')
  await page.getByLabel('Select this row').first().check()
  await all.and(page.locator(':indeterminate')).waitFor()
  await page.getByRole('button', { name: `Select all ${everyone.toLocaleString('en')} matching contacts` }).click()
  // The list shows what is selected.
  await all.and(page.locator(':checked')).waitFor()
  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`Tag ${everyone.toLocaleString('en')} contacts`).waitFor()
  await dialog.getByLabel('Tags').fill('spring')
  const top = async () => (await page.getByRole('heading', { level: 1 }).boundingBox())?.y
  const before = await top()
  await dialog.getByRole('button', { name: 'Tag', exact: true }).click()
  const notice = page.getByRole('region', { name: 'Bulk change' })
  await notice.getByText('Add the tag “spring”').waitFor()
  assert.equal(await top(), before, 'the notice does not move the page')

  await page.goto('about:blank')
  await page.goto(`${app.url}/console/teams`)
  await notice.getByText(`Done · ${everyone.toLocaleString('en')} contacts changed`).waitFor()
  await assertAccessible(page, 'the result on another page')
  const tagged = async () => (await app.as(ines).get('/v1/tags?prefix=spring')).body.data[0]?.contacts ?? 0
  assert.equal(await tagged(), everyone)

  await notice.getByRole('button', { name: 'Undo' }).click()
  await notice.getByText(`Undone · ${everyone.toLocaleString('en')} contacts restored`).waitFor()
  assert.equal(await tagged(), 0)
  await notice.getByRole('button', { name: 'Close' }).click()
  await notice.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { name: 'Teams', exact: true }).waitFor()
  assert.equal(await notice.count(), 0)

  await page.goto(`${app.url}/console/contacts?q=quay`)
  await page.getByRole('link', { name: 'Cleo Quay' }).waitFor()
  await all.check()
  await page.getByText('3 selected').waitFor()
  await page.getByRole('button', { name: 'Add to an action' }).click()
  await page.getByRole('combobox', { name: 'Action' }).click()
  await page.getByRole('option', { name: 'Harbour doors' }).click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await notice.getByText('Done · 2 contacts changed · 1 left out').waitFor()
  await notice.getByRole('link', { name: 'Details' }).click()
  await dialog.getByRole('link', { name: 'Cleo Quay' }).waitFor()
  await dialog.getByRole('cell', { name: 'No address' }).waitFor()
  await assertAccessible(page, 'the details')
})
