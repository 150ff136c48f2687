import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { eventually, startTestApp } from '../test/harness.ts'
import { anIntegration } from '../test/integrations.ts'
import { anInvitation, aSpace, aUser, mailsTo, type Person } from '../test/people.ts'
import {
  aUserWithPassword,
  authorizePath,
  Browser,
  password,
  pkcePair,
  renewTokens,
  setPasswords,
  signedInBrowser,
  submitPassword,
  tokensFor,
  type VisitedPage,
} from '../test/sign_in.ts'

const app = await startTestApp()
const space = await aSpace(app, 'Two Rivers')
const other = await aSpace(app, 'Les Trois Ponts', 'fr')
const ada = await aUser(app, space, { role: 'admin', firstname: 'Ada' })
await setPasswords(app, ada)

const me = async ({ access_token }: { access_token: string }) =>
  (await app.as({ token: access_token }).get('/me')).body.data
const isPage = (seen: VisitedPage, title: string) => assert.match(seen.text, new RegExp(`<h1>${title}</h1>`), seen.text)

const someone = (spaces: [number, ...number[]] = [space]) => aUserWithPassword(app, spaces)

describe('from the first page to the first request', () => {
  test('our own console asks nothing for a user of one space', async () => {
    const person = await someone()
    const console = { client_id: 'muster-console', redirect_uri: `${app.url}/console/callback`, scope: 'openid' }
    const seen = await submitPassword(new Browser(app.url), person, console)
    assert.ok(seen.url.startsWith(`${app.url}/console/callback?code=mus_o_`), seen.text)
  })

  test('the pages are in French for a French browser or account', async () => {
    const person = await someone()
    await app.owner`update accounts set locale = 'fr' where id = ${person.id}`
    const browser = new Browser(app.url)
    const { url } = await browser.go(authorizePath(pkcePair().challenge))
    const page = await browser.send(url, { headers: { 'accept-language': 'fr' } })
    isPage(page, 'Connexion')
    const consent = await browser.go(page.url, { fields: { mail: person.mail, password } })
    isPage(consent, 'Autoriser Muster on the command line à agir en votre nom\u00a0\\?')
    assert.ok(consent.text.includes('Voir les équipes publiques et les vôtres.'))
  })

  test('a refusal is returned to the application', async () => {
    const browser = new Browser(app.url)
    const page = await submitPassword(browser, ada)
    const { url } = await browser.go(page.url, { fields: { decision: 'refuse' } })
    const { searchParams } = new URL(url)
    assert.deepEqual([searchParams.get('error'), searchParams.get('code')], ['access_denied', null])
  })

  test('another user can sign in instead, and nothing of the first one stays', async () => {
    const browser = new Browser(app.url)
    const person = await someone()
    const held = await tokensFor(app, ada, { browser })
    const consent = await browser.go(authorizePath(pkcePair().challenge))
    assert.ok(consent.text.includes(ada.mail))
    const page = await browser.go(consent.url, { fields: { again: 'yes' } })
    isPage(page, 'Sign in')
    const next = await browser.go(page.url, { fields: { mail: person.mail, password } })
    assert.ok(next.text.includes(person.mail) && !next.text.includes(ada.mail))
    assert.equal((await app.as({ token: held.access_token }).get('/me')).status, 401)
  })
})

test('a sensitive operation requires a recent sign-in, which the application requests (RFC 9470)', async () => {
  const person = await someone()
  const browser = new Browser(app.url)
  const scope = 'openid tokens:write'
  await tokensFor(app, person, { browser, scope })
  await app.owner`
    update oidc_records
    set record = jsonb_set(record::jsonb, '{loginTs}', to_jsonb(extract(epoch from now() - interval '20 minutes')::bigint))::json
    where kind = 'Session' and user_id = ${person.id}`
  const make = ({ access_token: token }: { access_token: string }) =>
    app.as({ token }).post('/v1/tokens', { name: 'script' })
  const refused = await make(await tokensFor(app, person, { browser, scope }))
  assert.deepEqual([refused.status, refused.body.code], [401, 'reauthentication_required'])
  const challenge = refused.headers.get('www-authenticate')!
  assert.match(challenge, /error="insufficient_user_authentication", max_age="900", resource_metadata="/)
  const max_age = /max_age="(\d+)"/.exec(challenge)![1]!
  const page = await browser.go(authorizePath(pkcePair().challenge, { scope, max_age }))
  isPage(page, 'Sign in')
  const made = await make(await tokensFor(app, person, { browser, scope, max_age }))
  assert.equal(made.status, 200, made.text)
})

describe('choosing a space', () => {
  test('is necessary for a user of several spaces, and the token is bound to the chosen one', async () => {
    const person = await someone([space, other])
    const page = await submitPassword(new Browser(app.url), person)
    for (const name of ['Two Rivers', 'Les Trois Ponts']) assert.ok(page.text.includes(name))
    const tokens = await tokensFor(app, person, { space: other })
    assert.equal((await me(tokens)).space.id, other)
  })

  test('the page marks a space that has only added the user, and that continuing accepts', async () => {
    const person = await aUserWithPassword(app, [other])
    await anInvitation(app, ada, person.mail)
    const several = await submitPassword(new Browser(app.url), person)
    assert.match(several.text, /Two Rivers +<small>You were added to this space\. If you continue, you accept/)
    assert.doesNotMatch(several.text, /Les Trois Ponts +<small>/)
    const redirect_uri = 'https://website.example.org/callback'
    const { client_id } = await anIntegration(app, ada, { public: true, redirect_uris: [redirect_uri] })
    const asked = authorizePath(pkcePair().challenge, { client_id, redirect_uri })
    const { text } = await (await signedInBrowser(app, person)).go(asked)
    assert.match(text, /<strong>Two Rivers<\/strong><\/p>\s*<p class="hint">You were added to this space/)
  })

  test('a space of another user cannot be chosen', async () => {
    const browser = new Browser(app.url)
    const page = await submitPassword(browser, await someone())
    const again = await browser.go(page.url, { fields: { decision: 'allow', space: String(other) } })
    isPage(again, 'Allow Muster on the command line to act for you\\?')
  })

  test('an integration acts in its own space, and for no users of other spaces', async () => {
    const admin = await aUser(app, other, { role: 'superadmin' })
    const redirect_uri = 'https://ponts.example.org/cb'
    const { client_id } = await anIntegration(app, admin, { public: true, redirect_uris: [redirect_uri] })
    const changes = { client_id, redirect_uri, scope: 'teams:read' }
    const both = await someone([space, other])
    assert.equal((await me(await tokensFor(app, both, changes))).space.id, other)
    const page = await submitPassword(new Browser(app.url), await someone(), changes)
    assert.equal(page.status, 403)
    isPage(page, 'You have no access to a space')
  })

  test('a suspended user is told so in that space, and can enter the others', async () => {
    const [one, both] = [await someone(), await someone([space, other])]
    await app.owner`update users set suspended_at = now() where group_id = ${space} and id in (${one.id}, ${both.id})`
    const page = await submitPassword(new Browser(app.url), one)
    assert.equal(page.status, 403)
    assert.match(page.text, /Your access to Two Rivers is suspended/)
    const choice = await submitPassword(new Browser(app.url), both)
    assert.match(choice.text, /your access is suspended/)
    assert.equal((await me(await tokensFor(app, both, { space: other }))).space.id, other)
  })

  test('moving the access token moves its refresh token', async () => {
    const person = await someone([space, other])
    const tokens = await tokensFor(app, person, { space, scope: 'openid offline_access users:write teams:read' })
    const change = { mail: person.mail, selected_group_id: [other], UpdateToken: true }
    assert.equal((await app.as({ token: tokens.access_token }).patch(`/users/${person.id}`, change)).status, 200)
    assert.equal((await me(tokens)).space.id, other)
    assert.equal((await me((await renewTokens(app, tokens)).body)).space.id, other)
  })

  test('a user removed from a space loses the tokens of applications there, and none elsewhere', async () => {
    const admin = await aUser(app, space, { role: 'superadmin' })
    const person = await someone([space, other])
    const scope = 'openid offline_access teams:read'
    const here = await tokensFor(app, person, { space, scope })
    const there = await tokensFor(app, person, { space: other, scope })
    assert.equal((await app.as(admin).delete(`/users/${person.id}`)).status, 200)
    assert.equal((await app.as({ token: here.access_token }).get('/me')).status, 401)
    const [lost, kept] = [await renewTokens(app, here), await renewTokens(app, there)]
    assert.deepEqual([lost.body.error, kept.status], ['invalid_grant', 200])
  })
})

describe('the second factor', () => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const digits = (base32: string) => new TOTP({ secret: Secret.fromBase32(base32) }).generate()

  async function protectedOne() {
    const person = await someone()
    await app.owner`insert into second_factors (account_id, confirmed_at, secret) values (${person.id}, now(), ${secret})`
    return person
  }

  test('is asked for after the right password only', async () => {
    const person = await protectedOne()
    const browser = new Browser(app.url)
    const page = await submitPassword(browser, person)
    isPage(page, 'Enter your code')
    assert.equal((await browser.go(page.url, { fields: { code: '000000' } })).status, 422)
    const next = await browser.go(page.url, { fields: { code: digits(secret) } })
    isPage(next, 'Allow Muster on the command line to act for you\\?')
    const early = new Browser(app.url)
    const first = await early.go(authorizePath(pkcePair().challenge))
    isPage(await early.go(first.url, { fields: { code: digits(secret) } }), 'Sign in')
  })

  test('cannot be skipped by calling the authorization server', async () => {
    const browser = new Browser(app.url)
    const page = await submitPassword(browser, await protectedOne())
    isPage(await browser.go(`/oauth/authorize/${page.url.split('/').at(-1)}`), 'Sign in')
  })

  test('can be guessed five times before a delay', async () => {
    const browser = new Browser(app.url)
    const page = await submitPassword(browser, await protectedOne())
    const guess = (index: number) => browser.send(page.url, { fields: { code: `00000${index % 10}` } })
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, index) => guess(index)))
    for (const [code, count] of [
      [422, 5],
      [429, 7],
    ] as const)
      assert.equal(guesses.filter(({ status }) => status === code).length, count)
    assert.equal((await browser.send(page.url, { fields: { code: digits(secret) } })).status, 429)
  })
})

describe('the record of sign-ins', () => {
  const entries = (person: Person) =>
    app.owner`select group_id, user_id, kind, details from audit_log where subject_id = ${person.id} and kind like 'account.%' order by id`

  test('a sign-in is in the audit log of every space of the user, without IP address or application', async () => {
    const person = await someone([space, other])
    await submitPassword(new Browser(app.url), person)
    const found = await entries(person)
    const seen = found.map(({ group_id, user_id, kind }) => `${group_id} ${user_id} ${kind}`)
    assert.deepEqual(seen, [`${space} ${person.id} account.signed_in`, `${other} ${person.id} account.signed_in`])
    assert.deepEqual(found[0]!['details'], { new_browser: true, second_factor: false })
  })

  test('a wrong password is too, without a user', async () => {
    const person = await someone()
    const browser = new Browser(app.url)
    const page = await browser.go(authorizePath(pkcePair().challenge))
    await browser.go(page.url, { fields: { mail: person.mail, password: 'no such password' } })
    const [entry] = await eventually(async () => (await entries(person)).length > 0 && entries(person))
    const { kind, user_id, details } = entry!
    assert.deepEqual([kind, user_id, details.reason], ['account.sign_in_failed', null, 'password'])
  })

  test('a new browser sends a mail, a known one does not', async () => {
    const person = await someone()
    const browser = new Browser(app.url)
    await submitPassword(browser, person)
    await eventually(() => mailsTo(app, person.mail).length === 1)
    assert.match(mailsTo(app, person.mail)[0]!.subject, /New sign-in/)
    for (const name of [...browser.jar.keys()].filter(name => !name.includes('browser'))) browser.jar.delete(name)
    await submitPassword(browser, person)
    await submitPassword(new Browser(app.url), person)
    await eventually(() => mailsTo(app, person.mail).length === 2)
    const queued = await app.owner`select count(*) as n from mail_outbox where recipient = ${person.mail}`
    assert.equal(queued[0]!['n'], 2)
  })

  test('secrets are stored as digests only', async () => {
    const browser = new Browser(app.url)
    const tokens = await tokensFor(app, await someone(), { browser, scope: 'openid offline_access' })
    const [{ text }] = await app.owner<[{ text: string }]>`
      select coalesce((select string_agg(r::text, ' ') from oidc_records r), '') || coalesce((select string_agg(t::text, ' ') from tokens t), '')
        || coalesce((select string_agg(b::text, ' ') from known_browsers b), '') as text`
    const cookies = [...browser.jar].filter(([name]) => !name.includes('.sig')).map(([, { value }]) => value)
    assert.ok(cookies.length >= 2)
    for (const secret of [tokens.access_token, tokens.refresh_token, ...cookies]) assert.ok(!text.includes(secret))
  })
})
