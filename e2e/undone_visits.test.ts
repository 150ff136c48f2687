import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aForm } from '../server/test/contacts.ts'
import { actionCounts, anAction } from '../server/test/field.ts'
import { eventually } from '../server/test/harness.ts'
import { aSpace, aUser } from '../server/test/people.ts'
import { openBrowser, phone, signIn, startTestApp } from './browser.ts'
import { doors, press, says } from './field_steps.ts'
import { setPassword } from './passwords.ts'

const app = await startTestApp()
const visit = await openBrowser(app)
const space = await aSpace(app, 'Collectif')
const planner = await aUser(app, space, { role: 'manager' })
const ada = await setPassword(app, await aUser(app, space))

test('undoing a visit before it is sent removes the person it added, and afterwards says that they are kept', async () => {
  const { id } = await anAction(app, planner, {
    name: 'Doors of the south',
    public: true,
    Users: [{ id: ada.id }],
    Addresses: doors('Rue de Belfort', 6),
  })
  const { page, complaints } = await visit({ viewport: phone })
  await signIn(page, ada, `/console/field/${id}`)
  await says(page, '0 of 6 doors')
  const meet = async (door: number, name: string) => {
    await press(page, `Talked at ${door}`)
    await page.getByText('New person').click()
    await page.getByLabel('First name').fill(name)
    await press(page, 'Record the visit')
    await says(page, `${door}: Talked`)
  }
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  await page.context().setOffline(true)
  await meet(1, 'Nadia')
  await undo.click()
  await says(page, '0 of 6 doors')

  await page.context().setOffline(false)
  await meet(1, 'Karim')
  await eventually(async () => (await actionCounts(app, planner, id))[0] === 1)
  await undo.click()
  await says(page, 'Visit undone. Karim stays in the contacts.')
  await eventually(async () => (await actionCounts(app, planner, id))[0] === 0)
  await press(page, 'Skip this door')
  await says(page, '1: skipped')
  const { body } = await app.as(planner).get('/contacts')
  assert.deepEqual(
    body.data.contacts.map((one: any) => one.firstname),
    ['Karim'],
  )
  assert.deepEqual(complaints, [])
})

test('closing the form of a visit asks before its answers are lost, and a consent needs a person and an address', async () => {
  const admin = await aUser(app, space, { role: 'admin' })
  const form = await aForm(app, admin, {
    label: 'Email newsletter',
    type: 'radio',
    kind: 'consent',
    values: ['Yes', 'No'],
  })
  const { id } = await anAction(app, planner, {
    name: 'Doors of the west',
    public: true,
    Users: [{ id: ada.id }],
    Forms: [{ id: form.id }],
    Addresses: doors('Rue de Belfort', 2),
  })
  const { page, complaints } = await visit({ viewport: phone })
  await signIn(page, ada, `/console/field/${id}`)
  await press(page, 'Talked at 1')
  const drawer = page.getByRole('dialog', { name: /Visit at 1/ })
  await drawer.getByText('New person').waitFor()
  assert.equal(await drawer.getByText('Email newsletter').count(), 0)
  await drawer.getByText('New person').click()
  await drawer.getByLabel('First name').fill('Lina')
  await drawer.getByText('Email newsletter').waitFor()
  await drawer.getByText('Yes', { exact: true }).click()

  await drawer.getByRole('button', { name: 'Close' }).click()
  await press(page, 'Keep editing')
  assert.equal(await drawer.getByLabel('First name').inputValue(), 'Lina')
  await press(page, 'Record the visit')
  await drawer.getByText('Add the email address.').waitFor()
  await drawer.getByLabel('Email address').fill('lina@example.org')
  await press(page, 'Record the visit')
  await says(page, '1: Talked')
  await eventually(async () => (await actionCounts(app, planner, id))[0] === 1)

  await press(page, 'Talked at 2')
  await page.getByLabel('Comment').fill('Wrong door')
  await page
    .getByRole('dialog', { name: /Visit at 2/ })
    .getByRole('button', { name: 'Close' })
    .click()
  await press(page, 'Discard changes')
  await page.getByRole('button', { name: 'Talked at 2', exact: true }).waitFor()
  assert.deepEqual(complaints, [])
})
