import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../server/test/harness.ts'
import { aNameServer, aProvider } from '../server/test/identity_provider.ts'
import { anInvitation, aSpace, aTeam } from '../server/test/people.ts'
import { aReceiver, type Received } from '../server/test/webhook_receiver.ts'
import { assertAccessibleInTurn, openConsole, patience_ms, phone } from './browser.ts'

const names = await aNameServer()
const provider = await aProvider()
const { app, visit, enter, member } = await openConsole({ env: { WEBHOOKS_PRIVATE: 'on', DNS_SERVERS: names.address } })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const domain = 'lyon.example.org'

const asksProvider = (said: string) => said.startsWith(`asked outside: ${provider.issuer}`)

/** From the console to the provider and back. */
async function goThrough(page: Page, mail: string) {
  await page.goto('/console/')
  await page.getByLabel('Email address').fill(mail)
  await button(page, 'Use your organisation’s sign-in').click()
  await assertAccessibleInTurn(page, 'the offer of a provider')
  await page.getByRole('link', { name: 'Continue with Lyon Login' }).click()
}

test('a superadmin sets a provider up, a member signs in through it, and is refused once removed', async () => {
  const boss = await member(await aSpace(app, 'Lyon'), { role: 'superadmin' })
  const page = await enter(boss, '/console/settings/identity_providers')
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
  const { page: guest, complaints } = await visit()
  await goThrough(guest, mail)
  await guest.getByRole('button', { name: 'Your account' }).waitFor()
  assert.ok(guest.url().startsWith(`${app.url}/console/`))
  assert.ok(complaints.splice(0).every(asksProvider))

  const users = (await app.as(boss).get('/users')).body.data.users as { id: number; mail: string }[]
  const removed = users.find(user => user.mail === mail)
  assert.equal((await app.as(boss).delete(`/users/${removed?.id}`)).status, 200)
  const { page: former, complaints: others } = await visit()
  await goThrough(former, mail)
  await former.getByText(/You are not a member of this space/).waitFor()
  await assertAccessibleInTurn(former, 'a refused person')
  await former.getByRole('link', { name: 'Back to sign-in' }).click()
  await former.getByRole('heading', { name: 'Sign in' }).waitFor()
  assert.ok(others.splice(0).every(asksProvider))
})

async function aBoss() {
  return member(await aSpace(app), { role: 'superadmin' })
}
const path = '/console/settings/webhooks'

const deliveries = (page: Page) => page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Whether the signature is valid for this secret. */
function isSigned({ headers, body }: Received, secret: string) {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const sum = createHmac('sha256', key).update(text).digest('base64')
  return headers['webhook-signature']!.split(' ').includes(`v1,${sum}`)
}

async function make(page: Page, name: string, url: string) {
  await button(page, 'New webhook').click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'Address' }).fill(url)
  await page.getByRole('button', { name: 'Payments', exact: true }).click()
  await page.getByText('3 event types selected').waitFor()
  await button(page, 'Select none').click()
  const team = page.getByRole('group', { name: 'Team', exact: true })
  await team.getByText('added', { exact: true }).click()
  await team.getByText('changed', { exact: true }).click()
  await page.getByText('2 event types selected').waitFor()
}

test('a webhook is created, tested, receives events, gets a new secret, and is paused and deleted', async () => {
  const boss = await aBoss()
  const receiver = await aReceiver()
  const page = await enter(boss, path)
  await page.getByText('No webhooks yet').waitFor()
  await assertAccessibleInTurn(page, 'no webhook')

  await make(page, 'Website', 'ftp://example.org')
  await assertAccessibleInTurn(page, 'a new webhook')
  await button(page, 'Create webhook').click()
  await page.getByText('Must be an https URL.', { exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Address' }).fill(receiver.url)
  await button(page, 'Create webhook').click()
  const secret = page.getByRole('alert').filter({ hasText: 'Copy it now' }).locator('code')
  const first = (await secret.textContent())!
  assert.match(first, /^whsec_/)
  await page.getByRole('heading', { name: 'No deliveries yet' }).waitFor()
  await assertAccessibleInTurn(page, 'a webhook with its secret')

  await button(page, 'Send a test').click()
  await deliveries(page).filter({ hasText: 'Webhook: test' }).getByText('Delivered').waitFor()
  await page.getByText(/Answered 204 in/).waitFor()
  assert.ok(isSigned(receiver.received[0]!, first), 'signed with the secret that was shown')
  await aTeam(app, boss, { name: 'Harbour' })
  await deliveries(page).filter({ hasText: 'Team: added' }).getByText('Delivered').waitFor()
  await assertAccessibleInTurn(page, 'deliveries')

  await button(page, 'New secret').click()
  await assertAccessibleInTurn(page, 'asked for a new secret')
  await page.keyboard.press('Escape')
  await dialog(page, 'Create a new secret?').waitFor({ state: 'hidden' })
  await button(page, 'New secret').click()
  await dialog(page, 'Create a new secret?').getByRole('button', { name: 'New secret' }).click()
  await page.getByText('The previous secret is also used for signing').waitFor()
  const second = (await secret.textContent())!
  assert.notEqual(second, first)
  await deliveries(page).filter({ hasText: 'Team: added' }).getByRole('button', { name: 'Send again' }).click()
  const again = await eventually(() => receiver.received[2], patience_ms)
  assert.equal(again.id, receiver.received[1]!.id, 'the same event')
  assert.ok(isSigned(again, first) && isSigned(again, second), 'with both secrets')

  await button(page, 'Pause').click()
  await page.getByText('This webhook is paused').waitFor()
  assert.equal(await button(page, 'Send a test').count(), 0)
  await assertAccessibleInTurn(page, 'a paused webhook')
  await aTeam(app, boss, { name: 'Market' })
  await button(page, 'Turn on').click()
  await button(page, 'Send since…').click()
  await dialog(page, 'Send past events').getByLabel('Since').fill('2020-01-01T00:00')
  await assertAccessibleInTurn(page, 'asked since when')
  let sent = 0
  page.on('request', request => {
    if (request.url().endsWith('/replay')) sent++
  })
  await dialog(page, 'Send past events').getByRole('button', { name: 'Send again' }).dblclick()
  await page.getByText(/events will be sent again/).waitFor()
  assert.equal(sent, 1, 'however often it is clicked')
  await eventually(
    () => receiver.received.filter(({ event }) => event.type === 'team.created').length >= 4,
    patience_ms,
  )

  await button(page, 'Close').first().click()
  await page.reload()
  await page.getByRole('link', { name: 'Website' }).waitFor()
  assert.equal(await page.getByText(second).count(), 0, 'a secret is shown once')
  await assertAccessibleInTurn(page, 'the list of webhooks')
  await page.getByRole('link', { name: 'Website' }).press('Enter')
  await button(page, 'Delete').click()
  await dialog(page, 'Delete Website?').getByRole('button', { name: 'Delete the webhook' }).click()
  await page.getByText('Website is deleted.').waitFor()
  await page.getByText('No webhooks yet').waitFor()
})

test('a failed delivery shows its reason and next attempt, and succeeds when it is resent by hand', async () => {
  const boss = await aBoss()
  let works = false
  const receiver = await aReceiver((_, response) => {
    if (!works) response.writeHead(503).end('down for repairs')
  })
  const page = await enter(boss, path, { viewport: phone })
  await make(page, 'Newsletter', receiver.url)
  await button(page, 'Create webhook').click()
  await button(page, 'Send a test').click()
  const one = deliveries(page).filter({ hasText: 'Webhook: test' })
  await one.getByText(/Answered 503 in .* next attempt/).waitFor()
  await one.getByText('down for repairs').waitFor()
  await page.getByText(/Deliveries have failed since/).waitFor()
  await assertAccessibleInTurn(page, 'a delivery that waits')

  await one.getByRole('button', { name: 'Try now: Webhook: test' }).click()
  await one.getByText(/2 attempts/).waitFor()
  await app.owner`update webhook_deliveries set state = 'failed', ended_at = now() where group_id = ${boss.space}`
  await one.getByText('Failed').waitFor()
  await page.getByRole('radiogroup', { name: 'Show deliveries' }).getByText('Delivered').click()
  await page.getByText('Nothing matches these filters.').waitFor()
  assert.match(page.url(), /state=delivered/)
  await page.getByRole('radiogroup', { name: 'Show deliveries' }).getByText('Failed').click()
  works = true
  await one.getByRole('button', { name: 'Send again: Webhook: test' }).click()
  await page.getByRole('radiogroup', { name: 'Show deliveries' }).getByText('All', { exact: true }).click()
  await one.getByText('Delivered').waitFor()
})

test('the events of a webhook can be changed later, in French too', async () => {
  const boss = await aBoss()
  const hook = { name: 'Site', url: 'https://example.org/hook', types: ['team.created', 'contact.created'] }
  const { id } = (await app.as(boss).post('/v1/webhooks', hook)).body.data
  const page = await enter(boss, `${path}?open=${id}&tab=settings`, { locale: 'fr' })
  await page.getByText('2 types d’événements sélectionnés').waitFor()
  await page.getByRole('group', { name: 'Contact', exact: true }).getByText('effacé définitivement').click()
  await page.getByRole('textbox', { name: 'Nom' }).fill('Le site')
  await assertAccessibleInTurn(page, 'a webhook that is changed, in French')
  const url = 'https://example.org/moved'
  await app.as(boss).patch(`/v1/webhooks/${id}`, { url })
  await button(page, 'Enregistrer').click()
  await page.getByRole('heading', { name: 'Le site' }).waitFor()
  const { name, types, ...kept } = (await app.as(boss).get(`/v1/webhooks/${id}`)).body.data
  assert.deepEqual([name, types.sort()], ['Le site', ['contact.created', 'contact.erased', 'team.created']])
  assert.equal(kept.url, url, 'what a colleague changed meanwhile stays')
})

test('a user who may not manage webhooks finds none', async () => {
  const boss = await aBoss()
  const manager = await member(boss.space, { role: 'manager' })
  const page = await enter(manager, '/console/settings/tokens')
  await page.getByRole('link', { name: 'Access tokens' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Webhooks' }).count(), 0)
  await page.goto(path)
  await page.getByText('You do not have permission to do this.').waitFor()
})
