import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aContact, aForm, answerTo, patchContact } from '../server/test/contacts.ts'
import { aBundle, payment } from '../server/test/money.ts'
import { aNote } from '../server/test/notes.ts'
import { aSpace } from '../server/test/people.ts'
import { assertAccessible, openConsole, phone } from './browser.ts'
import { edit } from './inline_fields.ts'

const { app, enter, member } = await openConsole()
const space = await aSpace(app, 'Collectif')
const [ines, mia] = [await member(space, { role: 'superadmin' }), await member(space, { role: 'manager' })]
const letter = await aForm(app, ines, { label: 'May we write to you?', kind: 'consent' })
const texts = await aForm(app, ines, { label: 'May we send you text messages?', kind: 'consent' })
for (const firstname of ['Ada', 'Bea', 'Cleo']) await aContact(app, ines, { firstname, surname: 'Stone' })

test('the page of a contact is about a person: key facts, ways to reach them, and a story with filters', async () => {
  const nora = await aContact(app, ines, {
    firstname: 'Nora',
    surname: 'Stone',
    mail: 'nora@example.org',
    mobile: '+33639980001',
    birthdate: '1980-05-01T00:00:00Z',
    formdatas: [
      { ...answerTo(letter), source: 'market' },
      { ...answerTo(texts, 'no'), source: 'door' },
    ],
  })
  await aNote(app, ines, nora.id, 'Prefers the evening.')
  await aBundle(app, ines, {
    transactions: [payment(nora.id, { amount: 8000 })],
    donations: [payment(nora.id, { amount: 8000 })],
  })
  const page = await enter(ines, '/console/contacts?q=stone')
  await page.getByRole('link', { name: 'Nora Stone' }).click()
  await page.getByRole('link', { name: 'Full page' }).click()
  await page.getByRole('heading', { name: 'Nora Stone', level: 1 }).waitFor()
  const facts = page.getByRole('region', { name: 'Key facts' })
  for (const fact of [/Given in \d{4}\s*€80.00/, /In all\s*€80.00/, /Never a member/, /Texts: no/])
    await facts.filter({ hasText: fact }).waitFor()
  const call = page.getByRole('link', { name: 'Call +33 6 39 98 00 01' })
  assert.equal(await call.getAttribute('href'), 'tel:+33639980001')
  await page.getByRole('link', { name: 'Write to nora@example.org' }).waitFor()
  await page.getByText('No texts').waitFor()

  const story = page.locator('.story-entry')
  await page.getByText('Prefers the evening.').waitFor()
  await page.getByText('Payments 1', { exact: true }).click()
  await page.getByText('Prefers the evening.').waitFor({ state: 'detached' })
  await story.first().waitFor()
  assert.deepEqual(await story.locator('b').allInnerTexts(), ['Donation'])
  await assertAccessible(page, 'the page of a contact')

  // The keys walk through the list that the contact was opened from.
  await page.getByText('4 of 4').waitFor()
  await page.keyboard.press('k')
  await page.getByRole('heading', { name: 'Cleo Stone', level: 1 }).waitFor()
  await page.getByText('3 of 4').waitFor()
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'Nora Stone', level: 1 }).waitFor()

  // Escape restores, Enter saves, and the focus stays at the field.
  await page.keyboard.press('e')
  await page.getByRole('textbox', { name: 'First name' }).fill('Nobody')
  await page.keyboard.press('Escape')
  const name = page.getByRole('button', { name: 'First name: Nora' })
  await name.and(page.locator(':focus')).waitFor()
  await edit(page, 'First name', 'Honora')
  await page.getByRole('button', { name: 'First name: Honora' }).and(page.locator(':focus')).waitFor()
  await page.getByRole('heading', { name: 'Honora Stone' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('heading', { name: 'Nora Stone' }).waitFor()

  // Half a date is not taken for an empty one.
  await page.getByRole('button', { name: /^Date of birth: / }).click()
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await page.getByText('Enter a complete date: day, month and year.').waitFor()
  await page.locator('input[type=date][aria-invalid=true]:focus').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Date of birth: May 1, 1980' }).and(page.locator(':focus')).waitFor()

  // The story says what was changed, and brings the old value back.
  await page.getByText(/^Changes \d$/).click()
  await story.filter({ hasText: 'First name: Nora changed to Honora' }).waitFor()
  await page.getByRole('button', { name: 'Restore First name: Honora' }).click()
  await page.getByRole('heading', { name: 'Honora Stone' }).waitFor()
  await page.locator('.story-entry ul:focus').waitFor()
  await page.getByRole('button', { name: 'Restore First name: Nora' }).last().waitFor()
  await assertAccessible(page, 'the changes of a contact')

  await page.setViewportSize(phone)
  const reach = page.getByRole('region', { name: 'Ways to reach them' })
  await reach.getByRole('link', { name: 'Call +33 6 39 98 00 01' }).waitFor()
  await page.getByRole('tab', { name: 'Details' }).click()
  await page.getByRole('button', { name: 'Mobile: +33 6 39 98 00 01' }).waitFor()
  await page.getByRole('tab', { name: 'Around' }).click()
  await page.getByRole('heading', { name: 'Tags' }).waitFor()
  // Escape discards a tag that is half typed; leaving the field would add it.
  const tags = page.locator('[data-tags]')
  await tags.fill('half a w')
  await tags.press('Escape')
  assert.equal(await tags.inputValue(), '')
  await assertAccessible(page, 'a contact on a phone')
})

test('a change of fields that the reader may not see says so, and no other change does', async () => {
  const { id } = await aContact(app, ines, { firstname: 'Flo', surname: 'Field' })
  await patchContact(app, ines, id, { tags: [{ name: 'press' }] })
  await patchContact(app, ines, id, { firstname: 'Flora' })
  const page = await enter(mia, `/console/contacts/${id}`)
  const story = page.locator('.story-entry')
  await story.filter({ hasText: 'First name: Flo changed to Flora' }).waitFor()
  await page.getByText('Fields you cannot see').waitFor()
  assert.equal(await page.getByText('Fields you cannot see').count(), 1)
  await assertAccessible(page, 'a change that is not visible')
})
