import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { sections } from '../console/src/settings/sections.ts'
import { eventually } from '../server/test/harness.ts'
import { aSpace, aTeam, aUser } from '../server/test/people.ts'
import { assertAccessibleInTurn, openConsole, phone } from './browser.ts'
import { heading, typePassword } from './passwords.ts'

const { app, enter, member } = await openConsole()
const space = await aSpace(app, 'Collectif')
const ines = await member(space, { role: 'superadmin' })

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await heading(page, 'You are signed out').waitFor()
  await page.getByRole('link', { name: 'Sign in again' }).click()
}

test('a user with a second factor signs in with it, or with a recovery code', async () => {
  const person = await member(space, { firstname: 'Fay', surname: 'Twofold' })
  const page = await enter(person)
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
})

test('a role changed on one screen takes effect on another user’s screen', async () => {
  const omar = await member(space, { role: 'manager' })
  const worker = await enter(omar, '/console/contacts')
  await worker.getByRole('button', { name: 'New contact' }).first().waitFor()
  const boss = await enter(ines, `/console/settings/users?open=${omar.id}`)
  const card = boss.getByRole('dialog')
  await card.getByText('In no team').waitFor()
  await card.getByText(/^today/).waitFor()
  await card.getByRole('combobox', { name: 'Role' }).click()
  await boss.getByRole('option', { name: 'Member', exact: true }).click()
  await boss.getByText('Role changed.').waitFor()
  const [row] = await app.owner<{ type: string }[]>`
    select r.type from users u join roles r on r.group_id = u.group_id and r.id = u.role_id where u.group_id = ${space} and u.id = ${omar.id}`
  assert.equal(row?.type, 'user')
  await worker.reload()
  await worker.getByText('You do not have permission to do this.').waitFor()
  await worker.getByRole('link', { name: 'Home' }).waitFor()
  assert.equal(await worker.getByRole('link', { name: 'Contacts', exact: true }).count(), 0)
})

test('a setting is found by its words and focused, also on a phone, and every known field is on its page', async () => {
  const page = await enter(ines, '/console/settings')
  const search = page.getByRole('combobox', { name: 'Search the settings' })
  await search.fill('clock')
  await page.getByRole('option', { name: /^Time zone/, selected: true }).waitFor()
  await search.press('Enter')
  const focused = (id: string) => page.locator(`#${id}:focus`).waitFor()
  await focused('time_zone')
  await search.fill('password')
  await search.press('ArrowDown')
  await search.press('Escape')
  assert.equal(await search.inputValue(), '')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').locator('input').fill('member number')
  await page.getByRole('option', { name: /^Prefix of membership numbers/ }).click()
  await focused('membership_prefix')
  for (const { to, search, fields } of sections)
    for (const { id } of fields) {
      await page.goto(`/console${to}${search ? `?tab=${search.tab}` : ''}#${id}`)
      await focused(id)
    }

  await page.setViewportSize(phone)
  await page.getByRole('link', { name: 'All settings' }).click()
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await page.getByRole('link', { name: /^Bank/ }).click()
  await page.getByRole('heading', { name: 'Bank', level: 1 }).waitFor()
  assert.equal(await page.getByRole('navigation', { name: 'Settings' }).count(), 0)
})

test('members are listed with teams and last visit, and filtered', async () => {
  const [idle, busy] = [
    await aUser(app, space, { firstname: 'Ida', surname: 'Idle' }),
    await aUser(app, space, { firstname: 'Bo', surname: 'Busy' }),
  ]
  const team = await aTeam(app, ines, { name: 'Harbour', users: [idle] })
  await app.as(busy).get('/me')
  await eventually(async () => (await app.owner`select from member_visits where user_id = ${busy.id}`).length > 0)
  const page = await enter(ines, '/console/settings/users')
  const row = (name: string | RegExp) => page.getByRole('row', { name })
  await row(/Ida Idle.*Harbour.*Never/).waitFor()
  await row(/Bo Busy.*today/).waitFor()
  await page.getByRole('combobox', { name: 'Not seen for' }).click()
  await page.getByRole('group', { name: 'Not seen for' }).getByRole('option', { name: '90 days' }).click()
  await row(/Bo Busy/).waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'Team' }).click()
  await page.getByRole('option', { name: 'Harbour' }).click()
  await page.getByText('1 member', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Ida Idle' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Harbour' }).waitFor()
  await page
    .getByRole('dialog')
    .getByText(/^\d+ permissions: /)
    .click()
  await page.getByText('Sees public teams and their own.').waitFor()
  await page.getByRole('link', { name: 'See what they did in the audit log' }).click()
  await page.waitForURL(/\/settings\/audit\?user=/)
  await page.goto('/console/settings/audit')
  await page.getByRole('cell', { name: 'Signed in' }).first().waitFor()
  await page.getByRole('combobox', { name: 'Event' }).click()
  await page.getByRole('option', { name: 'Changes only' }).click()
  await page.getByRole('cell', { name: 'Signed in' }).first().waitFor({ state: 'detached' })
  assert.match(page.url(), /changes=true/)
  await page.goto(`/console/settings/users?open=${team.id + 1_000_000}`)
  await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
})

test('a token is created, shown once, works, and is revoked', async () => {
  const page = await enter(ines, '/console/settings/tokens')
  await page.getByLabel('Purpose').fill('Newsletter')
  await page.getByText('Nothing chosen yet.').waitFor()
  assert.equal(await page.getByLabel('See teams').count(), 0)
  await page.getByRole('button', { name: 'Show the permissions, Teams' }).click()
  await page.getByLabel('See teams').check()
  await page.getByText('1 permission: some of Teams.').waitFor()
  const group = page.getByRole('checkbox', { name: /^Teams/ })
  assert.equal(await group.evaluate(box => (box as HTMLInputElement).indeterminate), true)
  await page.getByLabel('Valid for', { exact: true }).fill('2')
  await page.getByLabel('Unit of “Valid for”').selectOption({ label: 'weeks' })
  await page.getByRole('button', { name: 'Create a token' }).click()
  await page.getByRole('alert').and(page.locator(':focus')).waitFor()
  const token = await page.getByRole('alert').locator('code').textContent()
  await assertAccessibleInTurn(page, 'a new token')
  assert.equal((await app.as({ token: token ?? '' }).get('/teams')).status, 200)
  assert.equal((await app.as({ token: token ?? '' }).get('/users')).status, 403)
  const [made] = await app.owner<{ days: number }[]>`
    select round(extract(epoch from expires_at - created_at) / 86400)::integer as days from tokens where name = 'Newsletter'`
  assert.equal(made?.days, 14)
  await page.getByRole('button', { name: 'Revoke Newsletter' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke Newsletter?' })
  await assertAccessibleInTurn(page, 'the question before a token is revoked')
  await question.getByRole('button', { name: 'Revoke', exact: true }).click()
  await page.getByText('Token revoked.').waitFor()
  await page.getByText(token ?? '').waitFor({ state: 'detached' })
  assert.equal((await app.as({ token: token ?? '' }).get('/teams')).status, 401)
})
