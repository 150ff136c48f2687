import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aSpace, aUser } from '../server/test/people.ts'
import { assertAccessible, openBrowser, signIn, startTestApp } from './browser.ts'
import { givePassword } from './people.ts'

const app = await startTestApp()
const visit = await openBrowser(app)
const space = await aSpace(app, 'Collectif')
const ines = await givePassword(app, await aUser(app, space, { role: 'superadmin' }))

test('a role changes on one screen, and bites on another', async () => {
  const omar = await givePassword(app, await aUser(app, space, { role: 'manager' }))
  const [boss, worker] = [await visit(), await visit()]
  await signIn(worker.page, omar, '/console/settings')
  await worker.page.getByRole('link', { name: 'Contacts' }).waitFor()
  await signIn(boss.page, ines, `/console/settings/users?open=${omar.id}`)
  await boss.page.getByRole('combobox', { name: 'Role' }).click()
  await boss.page.getByRole('option', { name: 'user', exact: true }).click()
  await boss.page.getByText('The role has changed.').waitFor()
  const [row] = await app.owner<{ type: string }[]>`
    select r.type from users u join roles r on r.group_id = u.group_id and r.id = u.role_id where u.group_id = ${space} and u.id = ${omar.id}`
  assert.equal(row?.type, 'user')
  await worker.page.reload()
  await worker.page.getByRole('link', { name: 'Home' }).waitFor()
  assert.equal(await worker.page.getByRole('link', { name: 'Contacts' }).count(), 0)
  assert.deepEqual([...boss.complaints, ...worker.complaints], [])
})

test('people are invited by pasting their addresses, and a typing error is told before anything is sent', async () => {
  const { page, complaints } = await visit()
  await signIn(page, ines, '/console/settings/invitations')
  const addresses = page.getByLabel('Mail addresses')
  await addresses.fill('zoe@example.org, not-an-address ')
  await page.getByText('Not mail addresses: not-an-address').waitFor()
  await addresses.fill('zoe@example.org\nleo@example.org')
  await page.getByRole('button', { name: 'Invite 2 people' }).click()
  await page.getByRole('cell', { name: 'zoe@example.org' }).waitFor()
  assert.equal((await app.as(ines).get('/users/invitation')).body.data.invitations.length, 2)
  assert.deepEqual(complaints, [])
})

test('a token is made, shown once, works, and ends', async () => {
  const { page, complaints } = await visit()
  await signIn(page, ines, '/console/settings/tokens')
  await page.getByLabel('What it is for').fill('Newsletter')
  await page.getByLabel('See teams').check()
  await page.getByRole('button', { name: 'Make a token' }).click()
  const token = await page.locator('code').textContent()
  assert.equal((await app.as({ token: token ?? '' }).get('/teams')).status, 200)
  assert.equal((await app.as({ token: token ?? '' }).get('/users')).status, 403)
  await page.getByRole('button', { name: 'End Newsletter' }).click()
  await page.getByText('The token no longer works.').waitFor()
  assert.equal((await app.as({ token: token ?? '' }).get('/teams')).status, 401)
  assert.deepEqual(complaints, [])
})

describe('every part of the settings is accessible', () => {
  const parts = Object.entries({
    users: 'Members',
    invitations: 'Invitations',
    roles: 'Roles',
    space: 'Space',
    tokens: 'Access tokens',
    integrations: 'Integrations',
    jobs: 'Jobs',
    audit: 'Audit log',
    privacy: 'Personal data',
  })
  for (const colorScheme of ['light', 'dark'] as const) {
    test(colorScheme, async () => {
      const { page, complaints } = await visit({ colorScheme })
      await signIn(page, ines, '/console/settings/users')
      for (const [part, title] of parts) {
        await page.locator(`nav a[href="/console/settings/${part}"]`).click()
        await page.getByRole('heading', { level: 1, name: title }).waitFor()
        await assertAccessible(page, `${part}, ${colorScheme}`)
      }
      assert.deepEqual(complaints, [])
    })
  }
})
