import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aNameServer, aProvider } from '../server/test/identity_provider.ts'
import { anInvitation, aSpace, aUser } from '../server/test/people.ts'
import { assertAccessibleInTurn, openBrowser, signIn, startTestApp } from './browser.ts'
import { setPassword } from './passwords.ts'

const names = await aNameServer()
const provider = await aProvider()
const app = await startTestApp({ env: { WEBHOOKS_PRIVATE: 'on', DNS_SERVERS: names.address } })
const visit = await openBrowser(app)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const domain = 'lyon.example.org'

/** From the console to the provider and back. */
async function goThrough(page: Page, mail: string) {
  await page.goto('/console/')
  await page.getByLabel('Email address').fill(mail)
  await button(page, 'Use your organisation’s sign-in').click()
  await assertAccessibleInTurn(page, 'the offer of a provider')
  await page.getByRole('link', { name: 'Continue with Lyon Login' }).click()
}

test('a superadmin sets a provider up, a member signs in through it, and is refused once removed', async () => {
  const boss = await setPassword(app, await aUser(app, await aSpace(app, 'Lyon'), { role: 'superadmin' }))
  const { page } = await visit()
  await signIn(page, boss, '/console/settings/identity_providers')
  await page.getByText('Sign in with the accounts of your organisation').waitFor()
  await button(page, 'Add a provider').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Lyon Login')
  await page.getByRole('textbox', { name: 'Mail domain' }).fill('not a domain')
  await page.getByRole('textbox', { name: 'Issuer' }).fill(`${provider.issuer}/typo`)
  await page.getByRole('textbox', { name: 'Client ID' }).fill('muster')
  await page.getByLabel('Client secret').fill(provider.client_secret)
  await button(page, 'Add provider').click()
  await page.getByText(/such as example\.org\.$/).waitFor()
  await page.getByRole('textbox', { name: 'Mail domain' }).fill(domain)
  await button(page, 'Add provider').click()

  await page.getByText('Three steps left').waitFor()
  await assertAccessibleInTurn(page, 'a provider whose domain is not proved')
  await button(page, 'Verify domain').click()
  await page
    .getByRole('alert')
    .getByText(/No OpenID Connect provider was found at .*typo/)
    .waitFor()
  await page.getByRole('textbox', { name: 'Issuer' }).fill(provider.issuer)
  await button(page, 'Save').click()
  await page.getByText('Must be entered again with a new issuer or client ID.').waitFor()
  await page.getByLabel('New client secret').fill(provider.client_secret)
  await button(page, 'Save').click()
  await button(page, 'Verify domain').click()
  await page
    .getByRole('alert')
    .getByText(/TXT record .* was not found/)
    .waitFor()
  const record = (await page.getByText(/^muster-verification=/).textContent()) ?? ''
  names.records.set(domain, [record])
  await button(page, 'Verify domain').click()
  await page.getByText(`${domain} is yours. Members can sign in now.`).waitFor()
  await page.getByText('Three steps left').waitFor({ state: 'detached' })
  await assertAccessibleInTurn(page, 'a provider')

  const mail = `nour@${domain}`
  await anInvitation(app, boss, mail)
  provider.person = { sub: 'nour', email: mail, email_verified: true, given_name: 'Nour', family_name: 'Haddad' }
  const { page: member } = await visit()
  await goThrough(member, mail)
  await member.getByRole('button', { name: /Your account/ }).waitFor()
  assert.ok(member.url().startsWith(`${app.url}/console/`))

  const users = (await app.as(boss).get('/users')).body.data.users as { id: number; mail: string }[]
  const removed = users.find(user => user.mail === mail)
  assert.equal((await app.as(boss).delete(`/users/${removed?.id}`)).status, 200)
  const { page: former } = await visit()
  await goThrough(former, mail)
  await former.getByText(/You are not a member of this space/).waitFor()
  await assertAccessibleInTurn(former, 'a refused person')
  await former.getByRole('link', { name: 'Back to sign-in' }).click()
  await former.getByRole('heading', { name: 'Sign in' }).waitFor()
})
