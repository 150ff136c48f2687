import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'
import { aProvidedSpace, goThrough, startProviderApp, tokensThrough } from '../../test/identity_provider.ts'
import { anInvitation, aSpace, aUser, roleId } from '../../test/people.ts'
import {
  authorizePath,
  Browser,
  oneTimeCode,
  password,
  pkcePair,
  renewTokens,
  setPasswords,
  setUpSecondFactor,
  signedInBrowser,
  type VisitedPage,
} from '../../test/sign_in.ts'

const { app, names, provider, server_provider } = await startProviderApp()
const space = await aSpace(app, 'Lyon')
const other = await aSpace(app, 'Elsewhere')
const lyon = await aProvidedSpace(app, space, provider, names.records)

let people = 0
const subject = () => `subject-${++people}`
const isPage = (seen: VisitedPage, title: string) => assert.match(seen.text, new RegExp(`<h1>${title}</h1>`), seen.text)

/** Goes to the provider and back, in a browser of its own. */
const visit = (browser = new Browser(app.url)) =>
  goThrough(app, browser, { path: authorizePath(pkcePair().challenge), key: lyon.key })

async function aMember(spaces: [number, ...number[]], domain = lyon.domain) {
  const [first, ...others] = spaces
  const mail = `member-${++people}@${domain}`
  const person = await aUser(app, first, { mail })
  for (const id of others) await aUser(app, id, { mail })
  await setPasswords(app, person)
  return person
}

/** A member who has connected the provider. */
async function aConnectedMember(spaces: [number, ...number[]] = [space]) {
  const person = await aMember(spaces)
  const sub = subject()
  provider.person = { sub, email: person.mail, email_verified: true }
  const browser = new Browser(app.url)
  const seen = await visit(browser)
  isPage(seen, 'Connect Lyon Login')
  await browser.go(seen.url, { fields: { mail: person.mail, password } })
  return { ...person, sub, at_provider: { sub, email: person.mail, email_verified: true } }
}

describe('the provider of a space', () => {
  test('an invited person without an account signs in, and is a member with the role of the invitation', async () => {
    const mail = `new-${++people}@${lyon.domain}`
    await anInvitation(app, lyon.superadmin, mail)
    provider.person = { sub: subject(), email: mail, email_verified: true, given_name: 'Ada', family_name: 'Petit' }
    const { access_token } = await tokensThrough(app, new Browser(app.url), lyon.key)
    const { data } = (await app.as({ token: access_token }).get('/me')).body
    const { firstname, surname } = data.user
    assert.deepEqual([data.user.mail, firstname, surname, data.space.id], [mail, 'Ada', 'Petit', space])
    const asked = `/v1/audit?kind=account.signed_in&user_id=${data.user.id}`
    const [entry] = (await app.as(lyon.superadmin).get(asked)).body.data
    assert.equal(entry.details.identity_provider, 'Lyon Login')
  })

  test('two first sign-ins of one person at once make one account; an address that another member uses makes none', async () => {
    const mail = `twice-${++people}@${lyon.domain}`
    await anInvitation(app, lyon.superadmin, mail)
    provider.person = { sub: subject(), email: mail, email_verified: true }
    const both = await Promise.all([1, 2].map(() => visit()))
    for (const seen of both) assert.match(seen.text, /value="allow"/)
    const taken = `taken-${++people}@${lyon.domain}`
    await anInvitation(app, lyon.superadmin, taken)
    await app.as(lyon.superadmin).patch(`/users/${lyon.superadmin.id}`, { mail: taken })
    provider.person = { sub: subject(), email: taken, email_verified: true }
    assert.equal((await visit()).status, 409)
  })

  test('a person without an invitation is refused, or gets the role that the space names', async () => {
    const mail = `stranger-${++people}@${lyon.domain}`
    provider.person = { sub: subject(), email: mail, email_verified: true }
    const refused = await visit()
    assert.equal(refused.status, 403)
    assert.match(refused.text, /Ask an administrator to invite you/)
    const role_id = await roleId(app, space, 'user')
    await app.as(lyon.superadmin).patch(`/v1/identity_providers/${lyon.id}`, { role_id })
    const { access_token } = await tokensThrough(app, new Browser(app.url), lyon.key)
    const { data } = (await app.as({ token: access_token }).get('/me')).body
    assert.deepEqual([data.user.mail, data.role.type], [mail, 'user'])
    // A removed person does not join again by themselves.
    await app.as(lyon.superadmin).delete(`/users/${data.user.id}`)
    const again = await visit()
    assert.deepEqual([again.status, (await app.as({ token: access_token }).get('/me')).status], [403, 401])
    await app.as(lyon.superadmin).patch(`/v1/identity_providers/${lyon.id}`, { role_id: null })
  })

  test('an existing account is connected once with its password, and then needs none', async () => {
    const person = await aConnectedMember()
    provider.person = person.at_provider
    const { access_token } = await tokensThrough(app, new Browser(app.url), lyon.key)
    assert.equal((await app.as({ token: access_token }).get('/me')).body.data.user.id, person.id)
    const asked = `/v1/audit?kind=account.connected&user_id=${person.id}`
    const connected = (await app.as(lyon.superadmin).get(asked)).body.data
    assert.equal(connected.length, 1)
  })

  test('the session is valid in that space only: not in others, and not on the account pages', async () => {
    const person = await aConnectedMember([space, other])
    provider.person = person.at_provider
    const browser = new Browser(app.url)
    const { access_token } = await tokensThrough(app, browser, lyon.key)
    const client = app.as({ token: access_token })
    const { spaces, user } = (await client.get('/me')).body.data
    assert.deepEqual([spaces.map(({ id }: { id: number }) => id), user.selected_group_id], [[space], [space]])
    assert.deepEqual((await client.get('/spaces')).body.data.count, 1)
    assert.equal((await client.get(`/spaces/${other}`)).status, 404)
    const move = { mail: person.mail, selected_group_id: [other], UpdateToken: true }
    const moved = await client.patch(`/users/${person.id}`, move)
    assert.equal(moved.status, 403)
    isPage(await browser.go('/account'), 'Sign in')
    isPage(await browser.go('/account/password'), 'Sign in')
  })

  test('the second factor of an account is asked after the provider', async () => {
    const person = await aConnectedMember()
    const { secret } = await setUpSecondFactor(await signedInBrowser(app, person))
    provider.person = person.at_provider
    const browser = new Browser(app.url)
    const seen = await visit(browser)
    assert.match(seen.text, /name="code"/)
    const allowed = await browser.go(seen.url, { fields: { code: oneTimeCode(secret, 1) } })
    assert.match(allowed.text, /value="allow"/)
  })

  test('once it is disabled or deleted, nobody signs in and no token is renewed; the password works', async () => {
    const person = await aConnectedMember()
    provider.person = person.at_provider
    const browser = new Browser(app.url)
    const { refresh_token } = await tokensThrough(app, browser, lyon.key)
    const renewed = await renewTokens(app, { refresh_token })
    assert.equal(renewed.status, 200)
    await app.as(lyon.superadmin).patch(`/v1/identity_providers/${lyon.id}`, { enabled: false })
    assert.equal((await renewTokens(app, renewed.body)).body.error, 'invalid_grant')
    isPage(await browser.go(authorizePath(pkcePair().challenge)), 'Sign in')
    const off = await visit()
    assert.match(off.text, /is turned off/)
    await signedInBrowser(app, person)
    await app.as(lyon.superadmin).patch(`/v1/identity_providers/${lyon.id}`, { enabled: true })
  })

  test('a record that has disappeared from the domain ends the sign-ins; an outage of the name servers does not', async () => {
    const person = await aConnectedMember()
    provider.person = person.at_provider
    const age = (days: number) => app.owner`
      update identity_providers set checked_at = now() - make_interval(days => ${days}) where id = ${lyon.id}`
    const records = names.records.get(lyon.domain) ?? []
    await age(2)
    const proved = await visit()
    assert.match(proved.text, /value="allow"/)
    names.failing = true
    await age(2)
    const unknown = await visit()
    assert.match(unknown.text, /value="allow"/)
    names.failing = false
    names.records.set(lyon.domain, ['v=spf1 -all'])
    const gone = await visit()
    assert.match(gone.text, /is turned off/)
    const { verified_at } = (await app.as(lyon.superadmin).get(`/v1/identity_providers/${lyon.id}`)).body.data
    assert.equal(verified_at, null)
    names.records.set(lyon.domain, records)
    assert.equal((await app.as(lyon.superadmin).post(`/v1/identity_providers/${lyon.id}/verify`)).status, 200)
  })
})

describe('the sign-in page', () => {
  test('offers the provider of the address, also after a wrong password', async () => {
    const browser = new Browser(app.url)
    const page = await browser.go(authorizePath(pkcePair().challenge))
    const submit = async (mail: string, more: Record<string, string>) =>
      browser.go(page.url, { fields: { mail, password: '', ...more } })
    const find = { organisation: 'find' }
    const offered = await submit(`anyone@${lyon.domain}`, find)
    assert.ok(offered.text.includes(`${page.url}/provider/${lyon.key}?mail=anyone%40${lyon.domain}`), offered.text)
    for (const [mail, more, words] of [
      [`anyone@${lyon.domain}`, { password: 'no such password' }, 'Continue with Lyon Login'],
      ['a@nowhere.example.org', find, 'No organisation here'],
      [' ', find, 'Enter your email address'],
    ] as const) {
      const { status, text } = await submit(mail, more)
      assert.deepEqual([status, text.includes(words)], [422, true], words)
    }
  })

  test('offers the provider of the operator, which signs in to every space and to the account pages', async () => {
    const person = await aMember([space, other], 'whole.example.org')
    server_provider.person = { sub: subject(), email: person.mail, email_verified: true }
    const browser = new Browser(app.url)
    const page = await browser.go('/account')
    assert.ok(page.text.includes('Continue with Whole Login'))
    const seen = await goThrough(app, browser, { path: '/account', key: 'server' })
    isPage(seen, 'Connect Whole Login')
    assert.equal((await browser.go(seen.url, { fields: { mail: person.mail, password } })).url, '/account')
    const second = await goThrough(app, new Browser(app.url), { path: '/account', key: 'server' })
    assert.equal(second.url, '/account')
  })

  test('offers the provider that a space requires, also for a domain of the operator', async () => {
    const [strict] = await app.owner<[{ id: number }]>`
      insert into identity_providers
        (group_id, created_by, name, issuer, client_id, sealed_secret, domain, verification, verified_at, required)
      values (${other}, 1, 'Strict Login', ${provider.issuer}, 'muster', '', 'whole.example.org', 'x', now(), true)
      returning id`
    const hinted = authorizePath(pkcePair().challenge, { login_hint: 'anyone@whole.example.org' })
    const page = await new Browser(app.url).go(hinted)
    await app.owner`delete from identity_providers where id = ${strict.id}`
    assert.match(page.text, /asks you to sign in with Strict Login/)
    for (const key of [`${other}-${strict.id}`, 'server']) assert.ok(page.text.includes(`/provider/${key}?mail=`), key)
  })

  test('says in both languages what happened when the person cancels, and leads back', async () => {
    provider.lies = {
      back: params => {
        params.delete('code')
        params.set('error', 'access_denied')
      },
    }
    const browser = new Browser(app.url)
    const seen = await visit(browser)
    isPage(seen, 'Sign-in cancelled')
    const back = /class="button" href="([^"]+)"/.exec(seen.text)?.[1] ?? ''
    isPage(await browser.send(back, { headers: { 'accept-language': 'fr' } }), 'Connexion')
    provider.lies = {}
  })
})

// Against a provider that was not written for these tests: it sends the address only from its UserInfo endpoint, and requires client_secret_basic.

/** Starts the provider of an organisation, whose users sign in without a form. */
async function aForeignProvider(redirect_uri: () => string, person: { sub: string; email: string }) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }
  let handle: ReturnType<Provider['callback']> | undefined
  let foreign: Provider | undefined
  const server = createServer(async (request, response) => {
    foreign ??= createForeign()
    handle ??= foreign.callback()
    if (!request.url?.startsWith('/interaction/')) return handle(request, response)
    const { params } = await foreign.interactionDetails(request, response)
    const grant = new foreign.Grant({ accountId: person.sub, clientId: String(params['client_id']) })
    grant.addOIDCScope('openid email profile')
    const result = { login: { accountId: person.sub }, consent: { grantId: await grant.save() } }
    await foreign.interactionFinished(request, response, result)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close().closeAllConnections())
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const createForeign = () =>
    new Provider(issuer, {
      jwks: { keys: [key as never] },
      clients: [{ client_id: 'muster', client_secret: 'of the client', redirect_uris: [redirect_uri()] }],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      cookies: { keys: ['a key of the cookies'] },
      findAccount: (_, accountId) => ({
        accountId,
        claims: () => ({ ...person, email_verified: true, given_name: 'Nour', family_name: 'Haddad' }),
      }),
    })
  return issuer
}

test('an invited person signs in through a provider of another make', async () => {
  const space = await aSpace(app, 'Grenoble')
  const chief = await aUser(app, space, { role: 'superadmin' })
  const domain = `foreign-${process.pid}.example.org`
  const person = { sub: 'a1b2', email: `nour@${domain}` }
  let redirect_uri = ''
  const issuer = await aForeignProvider(() => redirect_uri, person)
  const wish = { name: 'Keys', issuer, client_id: 'muster', client_secret: 'of the client', domain }
  const { id, dns_record, redirect_uri: own } = (await app.as(chief).post('/v1/identity_providers', wish)).body.data
  redirect_uri = own
  names.records.set(domain, [dns_record])
  assert.equal((await app.as(chief).post(`/v1/identity_providers/${id}/verify`)).status, 200)
  await anInvitation(app, chief, person.email)
  const path = authorizePath(pkcePair().challenge)
  const seen = await goThrough(app, new Browser(app.url), { path, key: `${space}-${id}` })
  assert.match(seen.text, new RegExp(`${person.email}[^]*value="allow"`), seen.text)
  const users = (await app.as(chief).get('/users')).body.data.users as { mail: string; firstname: string }[]
  assert.equal(users.find(({ mail }) => mail === person.email)?.firstname, 'Nour')
})
