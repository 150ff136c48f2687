import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { eventually } from '../server/test/harness.ts'
import { aSpace, aUser, mailsTo } from '../server/test/people.ts'
import { longTest } from '../server/test/runs.ts'
import { assertAccessibleInTurn, openBrowser, patience_ms, signIn, startTestApp } from './browser.ts'
import { setPassword } from './passwords.ts'

const app = await startTestApp()
const visit = await openBrowser(app)
const space = await aSpace(app, 'Collectif')
const ines = await setPassword(app, await aUser(app, space, { role: 'superadmin' }))

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

async function typePassword(page: Page, mail: string, password: string) {
  await page.getByLabel('E-mail address').fill(mail)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await heading(page, 'You are signed out').waitFor()
  await page.getByRole('link', { name: 'Sign in again' }).click()
}

test('users invited by pasted addresses choose a password and arrive in the console with their role', async () => {
  const [boss, guest] = [await visit(), await visit()]
  await signIn(boss.page, ines, '/console/settings/invitations')
  const addresses = boss.page.getByLabel('Mail addresses')
  await addresses.fill('zora@example.org, not-an-address ')
  await boss.page.getByText('Not mail addresses: not-an-address').waitFor()
  await addresses.fill('zora@example.org\nleo@example.org')
  await boss.page.getByRole('combobox', { name: 'Role' }).click()
  await boss.page.getByRole('option', { name: 'manager', exact: true }).click()
  await boss.page.getByRole('button', { name: 'Invite 2 people' }).click()
  await boss.page.getByRole('cell', { name: 'zora@example.org' }).waitFor()
  await boss.page.getByRole('cell', { name: 'leo@example.org' }).waitFor()

  const mail = await eventually(() => mailsTo(app, 'zora@example.org')[0], patience_ms)
  const link = new RegExp(`${app.url}(/invitations/\\S+)`).exec(mail.text)![1]!
  const { page } = guest
  const password = 'a wide river and a slow boat'
  await page.goto(link)
  await heading(page, 'Join Collectif').waitFor()
  await page.getByText('with the role “manager”').waitFor()
  await assertAccessibleInTurn(page, 'an invitation')
  await page.getByLabel('First name').fill('Zora')
  await page.getByLabel('Surname').fill('Neale')
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await page.getByText('Password must have at least 12 characters').waitFor()
  await assertAccessibleInTurn(page, 'an invitation that is not accepted yet')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await heading(page, 'Welcome to Collectif').waitFor()
  await assertAccessibleInTurn(page, 'the welcome')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await typePassword(page, 'zora@example.org', password)

  await page.getByRole('button', { name: /^ZN\b.*, Your account/ }).waitFor()
  await page.getByRole('link', { name: 'Contacts', exact: true }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Payments', exact: true }).count(), 0, 'a manager sees no money')
  await page.goto(link)
  await heading(page, 'This link no longer works').waitFor()

  await boss.page.reload()
  await boss.page.getByRole('cell', { name: 'leo@example.org' }).waitFor()
  assert.equal(await boss.page.getByRole('cell', { name: 'zora@example.org' }).count(), 0, 'no longer waited for')
  await boss.page.getByRole('link', { name: 'Members', exact: true }).click()
  await boss.page.getByRole('row', { name: /Zora Neale.*manager/ }).waitFor()
  assert.deepEqual([...boss.complaints, ...guest.complaints], [])
})

longTest('a user with a second factor signs in with it, or with a recovery code', async () => {
  const person = await setPassword(app, await aUser(app, space, { firstname: 'Fay', surname: 'Twofold' }))
  const { page, complaints } = await visit()
  await signIn(page, person)
  await page.getByRole('button', { name: /^FT\b.*, Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Password and security' }).click()
  await heading(page, 'Your account').waitFor()
  await assertAccessibleInTurn(page, 'the account')
  await page.getByRole('link', { name: 'Second factor' }).click()
  await heading(page, 'Set up a second factor').waitFor()
  await assertAccessibleInTurn(page, 'setting up a second factor')
  const key = (await page.locator('.secret code').innerText()).replaceAll(' ', '')
  const totp = new TOTP({ secret: Secret.fromBase32(key) })
  await page.getByLabel('Enter the 6 digits shown in the app').fill(totp.generate())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await heading(page, 'Your recovery codes').waitFor()
  await assertAccessibleInTurn(page, 'the recovery codes')
  const [recovery] = (await page.locator('pre.codes').innerText()).split('\n')
  await page.getByRole('link', { name: 'I have saved the codes' }).click()
  await page.getByText('Second factor turned on.').waitFor()
  await page.getByRole('link', { name: 'Back to Muster' }).click()

  await page.getByRole('button', { name: /^FT\b.*, Your account/ }).waitFor()
  await signOut(page)
  await typePassword(page, person.mail, person.password)
  await heading(page, 'Enter your code').waitFor()
  const code = page.getByLabel('Code')
  await code.fill('not it')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('This code is wrong').waitFor()
  await assertAccessibleInTurn(page, 'the second step')
  // A code works once: this is the next one, which is also valid if the clock has moved on.
  await code.fill(totp.generate({ timestamp: Date.now() + totp.period * 1000 }))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /^FT\b.*, Your account/ }).waitFor()

  await signOut(page)
  await typePassword(page, person.mail, person.password)
  await code.fill(recovery!)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /^FT\b.*, Your account/ }).waitFor()
  assert.deepEqual(complaints, [])
})

test('a role changed on one screen takes effect on another user’s screen', async () => {
  const omar = await setPassword(app, await aUser(app, space, { role: 'manager' }))
  const [boss, worker] = [await visit(), await visit()]
  await signIn(worker.page, omar, '/console/contacts')
  await worker.page.getByRole('button', { name: 'New contact' }).first().waitFor()
  await signIn(boss.page, ines, `/console/settings/users?open=${omar.id}`)
  await boss.page.getByRole('combobox', { name: 'Role' }).click()
  await boss.page.getByRole('option', { name: 'user', exact: true }).click()
  await boss.page.getByText('Role changed.').waitFor()
  const [row] = await app.owner<{ type: string }[]>`
    select r.type from users u join roles r on r.group_id = u.group_id and r.id = u.role_id where u.group_id = ${space} and u.id = ${omar.id}`
  assert.equal(row?.type, 'user')
  await worker.page.reload()
  await worker.page.getByText('You do not have permission to do this.').waitFor()
  await worker.page.getByRole('link', { name: 'Home' }).waitFor()
  assert.equal(await worker.page.getByRole('link', { name: 'Contacts', exact: true }).count(), 0)
  assert.deepEqual([...boss.complaints, ...worker.complaints], [])
})

longTest('a token is created, shown once, works, and is revoked', async () => {
  const { page, complaints } = await visit()
  await signIn(page, ines, '/console/settings/tokens')
  await page.getByLabel('Purpose').fill('Newsletter')
  await page.getByLabel('See teams').check()
  await page.getByRole('button', { name: 'Create a token' }).click()
  const token = await page.locator('code').textContent()
  await assertAccessibleInTurn(page, 'a new token')
  assert.equal((await app.as({ token: token ?? '' }).get('/teams')).status, 200)
  assert.equal((await app.as({ token: token ?? '' }).get('/users')).status, 403)
  await page.getByRole('button', { name: 'Revoke Newsletter' }).click()
  await page.getByText('Token revoked.').waitFor()
  assert.equal((await app.as({ token: token ?? '' }).get('/teams')).status, 401)
  assert.deepEqual(complaints, [])
})
