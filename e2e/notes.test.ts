import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aContact, patchContact } from '../server/test/contacts.ts'
import { aTask } from '../server/test/notes.ts'
import { aSpace } from '../server/test/people.ts'
import { assertAccessible, openConsole } from './browser.ts'

const { app, enter, member } = await openConsole()
const space = await aSpace(app, 'Collectif')
const person = async (role: string, firstname: string) => member(space, { role, firstname, surname: 'Moreau' })
const [ines, omar] = [await person('superadmin', 'Ines'), await person('manager', 'Omar')]
const [wanda, volunteer] = [await person('manager', 'Wanda'), await person('user', 'Walid')]
const ada = await aContact(app, ines, { firstname: 'Ada', surname: 'Stone' })
for (const city of ['Lyon', 'Nice'])
  await aContact(app, ines, { firstname: 'Bea', surname: 'Flint', address: { street: 'Quay', city } })

const editor = (page: Page) => page.getByRole('textbox', { name: 'Text of the note' })
const drafts = (page: Page) =>
  page.evaluate<number>("Object.keys(localStorage).filter(key => key.startsWith('muster.draft.')).length")

test('a note with a mention and a task are written on the page of a contact, and no text is lost', async () => {
  const page = await enter(ines, `/console/contacts/${ada.id}`)
  // One click on a tab of the closed composer opens its form, with the cursor in it.
  await page.getByRole('tab', { name: 'Task', exact: true }).click()
  await page.getByRole('textbox', { name: 'What needs doing' }).and(page.locator(':focus')).waitFor()
  await page.getByRole('tab', { name: 'Note', exact: true }).click()
  await editor(page).and(page.locator(':focus')).waitFor()
  await editor(page).pressSequentially('Calls after six. ')
  await page.getByRole('button', { name: 'Bold' }).click()
  await page.keyboard.type('Ask')
  await page.keyboard.press('End')
  await page.keyboard.type(' @wa')
  await page.getByRole('option', { name: 'Wanda Moreau' }).waitFor()
  assert.equal(await page.getByRole('option', { name: 'Walid Moreau' }).count(), 0, 'who sees no contacts')
  await page.keyboard.press('Enter')
  assert.equal(await editor(page).inputValue(), 'Calls after six. **Ask** @Wanda Moreau ')

  // Wanda cannot see contacts any more: the text stays, and the field says why.
  await app.as(ines).patch('/users/role', { user_id: wanda.id, role_id: volunteer.role_id })
  await page.keyboard.press('Control+Enter')
  await page.getByText(/Wanda Moreau cannot be mentioned here/).waitFor()
  assert.match(await editor(page).inputValue(), /Wanda/)
  await assertAccessible(page, 'a refused note')

  // The draft survives leaving the page.
  await page.goto('/console/tasks')
  await page.getByRole('heading', { name: 'Tasks', exact: true }).waitFor()
  await page.goto(`/console/contacts/${ada.id}`)
  await editor(page).waitFor()
  await editor(page).fill((await editor(page).inputValue()).replace('@Wanda Moreau ', ''))
  await editor(page).press('End')
  await page.getByRole('button', { name: 'Mention a colleague' }).click()
  await page.getByRole('option', { name: 'Omar Moreau' }).waitFor()
  await page.keyboard.type('om')
  await page.getByRole('option', { name: 'Ines Moreau' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await page.getByText('The note is added.').waitFor()
  assert.equal(await editor(page).inputValue(), '')
  assert.equal(await drafts(page), 0)
  const { body } = await app.as(omar).get(`/v1/contacts/${ada.id}/notes`)
  assert.equal(body.data[0].text.trim(), `Calls after six. **Ask** @[user:${omar.id}]`)

  await page.getByRole('tab', { name: 'Task', exact: true }).click()
  await page.getByRole('button', { name: 'Add task' }).click()
  await page.getByText('Enter what needs doing.').waitFor()
  await page.getByLabel('What needs doing').fill('Ring Ada')
  await page.getByText('Tomorrow', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Assigned to' }).click()
  await page.getByRole('option', { name: 'Omar Moreau' }).click()
  await page.getByRole('button', { name: 'Add task' }).click()
  await page.getByRole('checkbox', { name: 'Done: Ring Ada' }).waitFor()
  assert.equal((await app.as(omar).get('/v1/tasks')).body.data[0].title, 'Ring Ada')

  // Namesakes are told apart by their town.
  await page.getByRole('button', { name: 'Add a relationship or household' }).click()
  await page.getByRole('menuitem', { name: 'Add a relationship' }).click()
  await page.getByRole('textbox', { name: 'Other contact' }).fill('flint')
  await page.getByRole('option', { name: 'Nice' }).click()
  await page.getByRole('combobox', { name: 'Who they are to this contact' }).click()
  await page.getByRole('option', { name: 'Child' }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Remove the relationship with Bea Flint' }).click()
  await page.getByText('The relationship with Bea Flint is removed.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByRole('link', { name: 'Bea Flint' }).click()
  await page.getByText('Parent', { exact: true }).waitFor()

  // Signing out removes drafts from the browser.
  await editor(page).fill('Not sent')
  await page.waitForFunction("Object.keys(localStorage).some(key => key.startsWith('muster.draft.'))")
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(url => !url.pathname.startsWith('/console/contacts'))
  assert.equal(await drafts(page), 0)
})

test('a click below the empty note is not lost: the note folds after it', async () => {
  const { id } = await aContact(app, ines, { firstname: 'Dora', surname: 'Field', address: { city: 'Brest' } })
  await patchContact(app, ines, id, { address: { city: 'Nantes' } })
  const page = await enter(ines, `/console/contacts/${id}`)
  const restore = page.getByRole('button', { name: 'Restore City: Brest' })
  await restore.waitFor()
  await editor(page).click()
  await page.locator('.composer[data-idle=false]').waitFor()
  await restore.click()
  await page.getByRole('button', { name: 'City: Brest', exact: true }).waitFor()
  await page.locator('.composer[data-idle=true]').waitFor()
  // The focus leaves by keyboard too, and a press within keeps the note open.
  await editor(page).click()
  await page.getByRole('button', { name: 'Bold' }).click()
  await page.locator('.composer[data-idle=false]').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  for (let step = 0; step < 5; step++) await page.keyboard.press('Tab')
  await page.locator('.composer[data-idle=true]').waitFor()
})

test('tasks are done, undone, created and found by keyboard', async () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  for (const [title, due_date] of [
    ['Late one', day(-3)],
    ['Far one', day(60)],
    ['Open one', null],
  ] as const)
    await aTask(app, ines, { title, due_date, assignee_id: omar.id, contact_id: ada.id })
  const page = await enter(omar, '/console/')
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await page.getByText('3 days late').waitFor()
  const groups = page.getByRole('heading', { level: 2 })
  assert.deepEqual(
    (await groups.allInnerTexts()).map(text => text.replace(/ \d+$/, '')).filter(text => text !== 'This week'),
    ['Overdue', 'Later', 'No date'],
  )
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByText('“Late one” is done.').waitFor()
  await page.getByRole('checkbox', { name: 'Done: Late one' }).waitFor({ state: 'detached' })
  await page.locator('.task-row[data-current] input[data-task]:focus').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('checkbox', { name: 'Done: Late one' }).waitFor()

  // The focus stays in the list when a task leaves it.
  await page.getByRole('checkbox', { name: 'Done: Late one' }).press('Space')
  await page.getByRole('checkbox', { name: 'Done: Late one' }).waitFor({ state: 'detached' })
  await page.locator('input[data-task]:focus').waitFor()

  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText('Created by Ines Moreau').waitFor()
  assert.match(page.url(), /open=\d+/)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('c')
  await page.getByRole('menuitem').first().and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await page.getByLabel('What needs doing').fill('My own')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: 'Created by me' }).click()
  await page.getByRole('checkbox', { name: 'Done: My own' }).waitFor()
  assert.equal(await page.locator('.task-row').count(), 1)
  await page.getByRole('tab', { name: 'All' }).click()
  await page.getByText('Done', { exact: true }).click()
  await page.getByRole('checkbox', { name: 'Done: Late one' }).waitFor()
  assert.match(page.url(), /view=all&state=done|state=done&view=all/)
})

test('a person is chosen by typing: Enter takes who fits, and typing the chosen name again keeps them', async () => {
  const page = await enter(ines, '/console/tasks?open=new')
  const assignee = page.getByRole('dialog').getByRole('combobox', { name: 'Assigned to' })
  await assignee.fill('oma')
  await page.getByRole('option', { name: 'Omar Moreau' }).waitFor()
  await page.keyboard.press('Enter')
  for (const typed of ['Omar Moreau', 'Oma']) {
    await assignee.fill('')
    await assignee.pressSequentially(typed)
    await page.keyboard.press('Enter')
    await page.getByRole('option').first().waitFor({ state: 'detached' })
    assert.equal(await assignee.inputValue(), 'Omar Moreau', typed)
  }
  // A tag that is known is taken in place of a new one that only begins like it.
  await aContact(app, ines, { firstname: 'Tess', surname: 'Lune', tags: [{ name: 'volunteer' }] })
  await page.goto(`/console/contacts/${ada.id}`)
  const tags = page.locator('input[data-tags]')
  await tags.fill('volu')
  await page.getByRole('option', { name: 'Create “volu”' }).waitFor()
  await page.getByRole('option', { name: 'volunteer' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('volunteer', { exact: true }).first().waitFor()
  await tags.fill('quite new')
  await page.getByRole('option', { name: 'Create “quite new”' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('quite new', { exact: true }).first().waitFor()
  const { contact } = (await app.as(ines).get(`/contacts/${ada.id}`)).body.data
  assert.deepEqual(contact.tags.map(({ name }: { name: string }) => name).sort(), ['quite new', 'volunteer'])
})
