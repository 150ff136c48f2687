import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aContact, aForm, answerTo, patchContact } from '../server/test/contacts.ts'
import { eventually } from '../server/test/harness.ts'
import { allContacts } from '../server/test/imports.ts'
import { aSpace, aUser } from '../server/test/people.ts'
import { longTest } from '../server/test/runs.ts'
import { assertAccessible, openBrowser, phone, signIn, startTestApp } from './browser.ts'
import { edit, startEdit } from './inline_fields.ts'
import { setPassword } from './passwords.ts'

const app = await startTestApp()
const visit = await openBrowser(app)
const space = await aSpace(app, 'Collectif')
const person = async (role: string) => setPassword(app, await aUser(app, space, { role }))
const [ines, omar, mia] = [await person('superadmin'), await person('superadmin'), await person('manager')]

const letter = await aForm(app, ines, { label: 'May we write to you?', kind: 'consent' })
for (const [firstname, city, tag] of [
  ['Ada', 'Lyon', 'press'],
  ['Bea', 'Lyon', 'elected'],
  ['Cleo', 'Nice', 'press'],
] as const)
  await aContact(app, ines, {
    firstname,
    surname: 'Stone',
    mail: `${firstname.toLowerCase()}@example.org`,
    mobile: firstname === 'Cleo' ? '06 39' : '',
    address: { house_number: '3', street: 'Quay Street', city },
    tags: [{ name: tag }],
    formdatas: firstname === 'Ada' ? [{ ...answerTo(letter), source: 'market' }] : [],
  })

const names = (page: Page) => page.locator('tbody .open').allInnerTexts()
const shows = async (page: Page, ...wanted: string[]) => {
  for (const name of wanted) await page.getByRole('link', { name, exact: true }).waitFor()
  await page.getByText(wanted.length === 1 ? '1 contact' : `${wanted.length} contacts`, { exact: true }).waitFor()
  assert.deepEqual(await names(page), wanted)
}

describe('the list of contacts', () => {
  test('filters are in the URL: another session that opens it shows the same contacts', async () => {
    const { page, complaints } = await visit()
    await signIn(page, ines, '/console/contacts')
    await shows(page, 'Ada Stone', 'Bea Stone', 'Cleo Stone')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByLabel('Value').fill('Lyon')
    await page.getByRole('button', { name: 'Apply' }).click()
    await shows(page, 'Ada Stone', 'Bea Stone')
    await page.getByLabel('Name, email, number or city').fill('bea')
    await shows(page, 'Bea Stone')
    const address = page.url().replace(app.url, '')

    const other = await visit()
    await signIn(other.page, omar, address)
    await shows(other.page, 'Bea Stone')
    await other.page.getByText('City contains “Lyon”').waitFor()
    assert.deepEqual([...complaints, ...other.complaints], [])
  })

  longTest('a view is saved, shared, changed and found by a colleague', async () => {
    const { page } = await visit()
    await signIn(page, ines, '/console/contacts?where=[{"attr":"tags","ope":"any_of","value":["press"]}]')
    await shows(page, 'Ada Stone', 'Cleo Stone')
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('menuitem', { name: 'Save as a new view' }).click()
    await page.getByLabel('Name of the view').fill('Journalists')
    await page.getByLabel('Shared with everyone in the space').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('tab', { name: 'Journalists' }).waitFor()
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await page.getByRole('button', { name: 'Modified: save view' }).waitFor()

    const colleague = await visit()
    await signIn(colleague.page, omar, '/console/contacts')
    await colleague.page.getByRole('tab', { name: 'Journalists' }).click()
    await shows(colleague.page, 'Ada Stone', 'Cleo Stone')
  })

  test('a user who may not see tags and answers sees none, nor filters for them', async () => {
    const { page } = await visit()
    await signIn(page, mia, '/console/contacts')
    await shows(page, 'Ada Stone', 'Bea Stone', 'Cleo Stone')
    assert.equal(await page.getByText('press').count(), 0)
    assert.equal(await page.getByRole('columnheader', { name: 'Tags' }).count(), 0)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('combobox', { name: 'Filter by' }).click()
    await page.getByRole('option', { name: 'City' }).waitFor()
    for (const name of ['Tags', 'Consent or question', 'Membership'])
      assert.equal(await page.getByRole('option', { name, exact: true }).count(), 0, name)
    await page.goto('/console/contacts?open=1')
    await page.getByRole('tab', { name: 'Around' }).click()
    await page.getByText('Last conversation').waitFor()
    assert.equal(await page.getByRole('dialog').getByLabel('Tags').count(), 0)
    for (const name of ['Answers and consents', 'Payments'])
      assert.equal(await page.getByRole('tab', { name }).count(), 0, name)
    for (const fact of ['Membership', 'In all', 'Consents'])
      assert.equal(await page.getByRole('dialog').getByText(fact, { exact: true }).count(), 0, fact)
  })
})

describe('one contact', () => {
  test('is created by keyboard, edited in place, shown in the timeline, and changed back', async () => {
    const { page, complaints } = await visit()
    await signIn(page, ines, '/console/contacts')
    await page.getByRole('button', { name: 'New contact' }).waitFor()
    await page.keyboard.press('c')
    await page.getByRole('menuitem').first().and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('First name').fill('ada')
    await drawer.getByLabel('Surname').fill('STONE')
    await page.keyboard.press('Enter')
    // Somebody of that name exists: the form waits for an answer, and keeps what was typed.
    const question = page.getByRole('dialog', { name: 'Ada Stone exists: the same person?' })
    await question.waitFor()
    await assertAccessible(page, 'the question whether a contact exists')
    await question.getByRole('button', { name: 'Go back' }).click()
    await drawer.getByLabel('Surname').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await question.getByRole('button', { name: 'Same person: Ada Stone' }).click()
    await page.getByText('Ada Stone was there already. Nothing was added.').waitFor()
    await drawer.getByRole('heading', { name: 'Ada Stone' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'New contact' }).click()
    await drawer.getByLabel('First name').fill('Dora')
    await drawer.getByLabel('Surname').fill('Field')
    await page.keyboard.press('Enter')
    await drawer.getByRole('heading', { name: 'Dora Field' }).waitFor()

    await drawer.getByRole('tab', { name: 'Details' }).click()
    await edit(drawer, 'City', 'Brest')
    await page.getByText('The contact is saved.').waitFor()
    await drawer.getByRole('button', { name: 'City: Brest' }).waitFor()
    // Undo is offered for a few seconds only: nothing slow before it.
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.', { exact: true }).waitFor()
    await drawer.getByRole('button', { name: 'City: Add' }).waitFor()
    await assertAccessible(page, 'a contact that was changed')
    await drawer.getByRole('tab', { name: 'Story' }).click()
    await drawer.getByText('Details changed').first().waitFor()

    await drawer.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete the contact' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Dora Field is deleted.').waitFor()
    await shows(page, 'Ada Stone', 'Bea Stone', 'Cleo Stone')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('table').getByText('Dora Field').waitFor()

    const dora = (await allContacts(app, ines)).find(({ firstname }) => firstname === 'Dora')
    assert.equal((await app.as(ines).delete(`/contacts/${dora?.id}`)).status, 200)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Deleted contacts' }).click()
    await page.getByRole('heading', { name: 'Deleted contacts' }).waitFor()
    await page.getByRole('row', { name: /Dora Field/ }).waitFor()
    await assertAccessible(page, 'deleted contacts')
    await page.getByRole('button', { name: 'Restore Dora Field' }).click()
    await page.getByText('No deleted contact').waitFor()
    assert.equal((await app.as(ines).get(`/contacts/${dora?.id}`)).status, 200)
    assert.deepEqual(complaints, [])
  })

  test('is created on a phone with any postal code, and an error in the folded address can be corrected', async () => {
    const { page } = await visit({ viewport: phone })
    await signIn(page, ines, '/console/contacts?open=new')
    const dialog = page.getByRole('dialog')
    const code = dialog.getByLabel('Postal code')
    await dialog.getByLabel('Surname').fill('Vos')
    await dialog.getByText('Address', { exact: true }).click()
    assert.equal(await code.getAttribute('inputmode'), null)
    await code.fill('1012 A')
    const errors = [{ location: 'body.address.postal_code', message: 'is too short', value: '1012 A' }]
    await page.route(
      /\/contacts$/,
      route => route.fulfill({ status: 422, json: { status: 422, code: 'invalid', errors } }),
      {
        times: 1,
      },
    )
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText(/too short/).waitFor()
    await code.press('End')
    await code.pressSequentially('B')
    assert.ok(await code.isVisible())
    await dialog.getByRole('button', { name: 'Save' }).click()
    await eventually(async () => (await allContacts(app, ines)).some(({ surname }) => surname === 'Vos'))
  })

  test('that another user has changed shows both versions, and no change is lost', async () => {
    const ghost = await aContact(app, ines, { firstname: 'Gus', surname: 'Two', mail: 'first@example.org' })
    const { page } = await visit()
    await signIn(page, ines, `/console/contacts/${ghost.id}`)
    const mail = await startEdit(page, 'Email', 'mine@example.org')
    await patchContact(app, omar, ghost.id, { mail: 'theirs@example.org' })
    await mail.press('Enter')
    await page.getByText('Email: yours is “mine@example.org”, theirs is “theirs@example.org”.').waitFor()
    await assertAccessible(page, 'both versions of a contact')
    assert.equal((await app.as(ines).get(`/contacts/${ghost.id}`)).body.data.contact.mail, 'theirs@example.org')
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByText('The contact is saved.').waitFor()
    assert.equal((await app.as(ines).get(`/contacts/${ghost.id}`)).body.data.contact.mail, 'mine@example.org')

    const city = await startEdit(page, 'City', 'Brest')
    await patchContact(app, omar, ghost.id, { surname: 'Three' })
    // Waits from before the click: the response may come before the heading is seen.
    const saved = page.waitForResponse(answer => answer.request().method() === 'PATCH' && answer.ok())
    await city.press('Enter')
    await page.getByRole('heading', { name: 'Gus Three' }).waitFor()
    await saved
    const { surname, address } = (await app.as(ines).get(`/contacts/${ghost.id}`)).body.data.contact
    assert.deepEqual([surname, address.city], ['Three', 'Brest'], 'changes to different fields both stand')
    await app.as(ines).delete(`/contacts/${ghost.id}`)
  })

  longTest('gives a consent with its source, which stays in the history', async () => {
    const { page } = await visit()
    await signIn(page, ines, '/console/contacts?q=bea')
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
})

test('two contacts are compared, merged and separated again', async () => {
  const twins = [
    await aContact(app, ines, { firstname: 'Eve', surname: 'Twin', mail: 'eve@example.org' }),
    await aContact(app, ines, { firstname: 'Eva', surname: 'Twin', mail: 'eve@example.org', black_list: true }),
  ]
  const { page, complaints } = await visit()
  await signIn(page, ines, '/console/contacts/duplicates')
  await page.getByRole('button', { name: 'Eve Twin' }).click()
  await page.getByRole('heading', { name: 'Eve Twin' }).waitFor()
  await page.getByText('different first names').waitFor()
  await page.getByRole('radio', { name: 'Eva' }).check()
  await page.keyboard.press('m')
  await page.getByRole('heading', { name: 'Eve Twin' }).waitFor({ state: 'detached' })
  await page.keyboard.press('z')
  await page.getByRole('heading', { name: 'Eve Twin' }).waitFor()
  assert.ok(await page.getByRole('radio', { name: 'Eva' }).isChecked())
  await page.keyboard.press('m')
  await page.getByText('Contacts merged.').waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Merges' }).click()
  await page.getByRole('button', { name: 'Undo merge' }).waitFor()
  const merged = (await app.as(ines).get(`/contacts/${twins[0].id}`)).body.data.contact
  assert.deepEqual([merged.firstname, merged.black_list], ['Eva', true])
  await page.getByText('Eva Twin into Eva Twin').first().waitFor()
  await page.getByRole('button', { name: 'Undo merge' }).click()
  await page.getByText('Merge undone.').waitFor()
  for (const { id } of twins) await app.as(ines).delete(`/contacts/${id}`)
  assert.deepEqual(complaints, [])
})

longTest('an export asks for scope, reason and format, and is downloaded as a file', async () => {
  const { page } = await visit()
  await signIn(page, ines, '/console/contacts?q=lyon')
  await shows(page, 'Ada Stone', 'Bea Stone')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Export this list' }).click()
  await page.getByText('2 contacts match your filters.').waitFor()
  await page.getByLabel('Reason').fill('Invitation to the meeting')
  await page.getByRole('checkbox', { name: 'May we write to you?' }).check()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  const pieces: Buffer[] = []
  for await (const piece of await file.createReadStream()) pieces.push(piece as Buffer)
  const lines = Buffer.concat(pieces).toString('utf8').trimEnd().split(/\r?\n/)
  assert.match(lines[0]!, /^\uFEFFcontact_id,firstname,surname,mail/)
  assert.match(lines[0]!, /,May we write to you\?$/)
  assert.equal(lines.length, 3)
  assert.match(lines.find(line => line.includes('Ada'))!, /,yes$/)
})

longTest('everything is readable in French, in dark mode and on a phone', async () => {
  const { page, complaints } = await visit({ colorScheme: 'dark', viewport: phone, locale: 'fr' })
  await signIn(page, ines, '/console/contacts')
  await page.locator('tbody .open').first().waitFor()
  await assertAccessible(page, 'contacts')
  await page.getByRole('link', { name: /^Ada\b/ }).click()
  // On a phone a contact has a page, and no drawer over the list.
  await page.getByRole('tab', { name: 'Réponses et consentements' }).click()
  await page.getByText('Origine : market').waitFor()
  await assertAccessible(page, 'one contact')
  await page.goto('/console/contacts/import')
  await page.locator('.drop-zone').waitFor()
  await assertAccessible(page, 'imports')
  assert.deepEqual(complaints, [])
})
