import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact, patchContact } from '../server/test/contacts.ts'
import { eventually } from '../server/test/harness.ts'
import { allContacts } from '../server/test/imports.ts'
import { assertAccessible, openConsole, phone } from './browser.ts'
import { aContactList, shows } from './contact_steps.ts'
import { startEdit } from './inline_fields.ts'

const world = await openConsole()
const { app, enter } = world
const { ines, omar, mia } = await aContactList(world)

describe('the list of contacts', () => {
  test('a user who may not see tags and answers sees none, nor filters for them', async () => {
    const page = await enter(mia, '/console/contacts')
    await shows(page, 'Ada Stone', 'Bea Stone', 'Cleo Stone')
    assert.equal(await page.getByText('press').count(), 0)
    assert.equal(await page.getByRole('columnheader', { name: 'Tags' }).count(), 0)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('combobox', { name: 'Filter by' }).click()
    await page.getByRole('option', { name: 'City' }).waitFor()
    for (const name of ['Tags', 'Consent or question', 'Membership'])
      assert.equal(await page.getByRole('option', { name, exact: true }).count(), 0, name)
    await page.goto('/console/contacts')
    await page.getByRole('link', { name: 'Ada Stone', exact: true }).click()
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
  test('is created on a phone with any postal code, and an error in the folded address can be corrected', async () => {
    const page = await enter(ines, '/console/contacts?open=new', { viewport: phone })
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
    const page = await enter(ines, `/console/contacts/${ghost.id}`)
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
})

test('two contacts are compared, merged and separated again', async () => {
  const twins = [
    await aContact(app, ines, { firstname: 'Eve', surname: 'Twin', mail: 'eve@example.org' }),
    await aContact(app, ines, { firstname: 'Eva', surname: 'Twin', mail: 'eve@example.org', black_list: true }),
  ]
  const page = await enter(ines, '/console/contacts/duplicates')
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
})

test('an export asks for scope, reason and format, and is downloaded as a file', async () => {
  const page = await enter(ines, '/console/contacts?q=lyon')
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
