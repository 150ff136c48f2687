import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { eventually, startTestApp } from '../test/harness.ts'
import { anIntegration } from '../test/integrations.ts'
import { aSpace, aUser, mailsTo, type Person } from '../test/people.ts'
import { aUserWithPassword, Browser, requestTokens, setPasswords, signedInBrowser, tokensFor } from '../test/sign_in.ts'

const app = await startTestApp()
const space = await aSpace(app, 'Two Rivers')
const other = await aSpace(app, 'Les Trois Ponts', 'fr')
const admin = await aUser(app, space, { role: 'superadmin' })
const ada = await aUserWithPassword(app, [space])
await app.owner`update users set firstname = 'Ada', surname = 'Byron' where id = ${ada.id}`
const redirect_uri = 'https://website.example.org/callback'
const website = await anIntegration(app, admin, { public: true, redirect_uris: [redirect_uri], scopes: ['teams:read'] })
const { client_id } = website

const ask = (token: string) => app.as({ token }).get('/oauth/userinfo')
const tokens = (scope: string, person: Person = ada) => tokensFor(app, person, { client_id, redirect_uri, scope })
const keys = createRemoteJWKSet(new URL(`${app.url}/oauth/jwks`))
const claimsIn = async (id_token: string) =>
  (await jwtVerify(id_token, keys, { issuer: app.url, audience: client_id })).payload
const profile = { name: 'Ada Byron', given_name: 'Ada', family_name: 'Byron', locale: 'en' }
const email = { email: ada.mail, email_verified: false }

describe('the claims about a user', () => {
  const told: Record<string, object> = {
    openid: {},
    'openid profile': profile,
    'openid email': email,
    'openid profile email teams:read': { ...profile, ...email },
  }
  test('depend on the scope, in userinfo and in the ID token', async () => {
    for (const [scope, expected] of Object.entries(told)) {
      const { access_token, id_token } = await tokens(scope)
      const { status, body, headers } = await ask(access_token)
      assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store'])
      assert.deepEqual(body, { sub: String(ada.id), ...expected }, scope)
      const { iss, aud, exp, iat, at_hash, ...claims } = await claimsIn(id_token)
      assert.deepEqual(claims, { sub: String(ada.id), ...expected }, scope)
    }
  })

  test('also by POST, with the token in the header or in the body', async () => {
    const { access_token } = await tokens('openid email')
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams({ access_token }).toString()
    const answers = [
      await app.as({ token: access_token }).send('POST', '/oauth/userinfo', { headers: form, body: '' }),
      await app.as().send('POST', '/oauth/userinfo', { headers: form, body }),
    ]
    for (const answer of answers) assert.deepEqual([answer.status, answer.body.email], [200, ada.mail])
  })

  test('the name is that of the space, and the address that of the sign-in', async () => {
    const person = await aUserWithPassword(app, [space])
    await app.owner`update users set mail = 'shown@example.org', firstname = 'Known', surname = 'Here' where id = ${person.id}`
    const { body } = await ask((await tokens('openid profile email', person)).access_token)
    assert.deepEqual([body.email, body.name], [person.mail, 'Known Here'])
  })

  test('the consent page names them, and nothing else', async () => {
    const browser = await signedInBrowser(app, ada)
    const query = { client_id, redirect_uri, response_type: 'code', code_challenge_method: 'S256' }
    const path = (scope: string) =>
      `/oauth/authorize?${new URLSearchParams({ ...query, scope, code_challenge: 'a'.repeat(43) })}`
    const page = await browser.go(path('openid profile email'))
    assert.match(page.text, /Sign in to Website\?/)
    assert.match(page.text, /See your name and your language\./)
    assert.match(page.text, /See the email address you sign in with\./)
    const only = await browser.go(path('openid email'))
    assert.doesNotMatch(only.text, /See your name/)
  })
})

test('the signing algorithm is RS256 unless the integration says ES256, and ES256 for our own applications', async () => {
  const header = async (changes: object) => decodeProtectedHeader((await tokensFor(app, ada, changes)).id_token).alg
  assert.equal(await header({ client_id, redirect_uri, scope: 'openid' }), 'RS256')
  const settings = { public: true, redirect_uris: [redirect_uri], id_token_signed_response_alg: 'ES256' }
  const older = await anIntegration(app, admin, settings)
  assert.equal(await header({ client_id: older.client_id, redirect_uri, scope: 'openid' }), 'ES256')
  assert.equal(await header({ scope: 'openid' }), 'ES256')
})

describe('userinfo is refused to a caller who', () => {
  const refused = async (token: string, status = 401, error = 'invalid_token') => {
    const answer = await ask(token)
    assert.deepEqual([answer.status, answer.body.error], [status, error], answer.text)
    assert.ok(!answer.text.includes('@'))
    assert.match(answer.headers.get('www-authenticate')!, new RegExp(`error="${error}"`))
  }

  test('has no token', async () => {
    for (const headers of [{}, { authorization: 'Basic YTpi' }] as Record<string, string>[]) {
      const { status, body } = await app.as().get('/oauth/userinfo', headers)
      assert.ok(status === 400 || status === 401)
      assert.match(body.error, /^invalid_(request|token)$/)
    }
  })
  test('puts the token in the URL', async () => {
    const { access_token } = await tokens('openid')
    assert.equal((await app.as().get(`/oauth/userinfo?access_token=${access_token}`)).status, 400)
  })
  test('has a token without openid', async () =>
    refused((await tokens('teams:read profile email')).access_token, 403, 'insufficient_scope'))
  test('has a personal token, one of a service account, or an invented one', async () => {
    const program = await anIntegration(app, admin, { role_id: admin.role_id, scopes: ['teams:read'] })
    const self = { grant_type: 'client_credentials', client_id: program.client_id, client_secret: program.secret }
    const { body } = await requestTokens(app, self)
    for (const token of [ada.token, body.access_token, `${ada.token}x`, 'nonsense']) await refused(token)
  })
  test('has a revoked token', async () => {
    const { access_token } = await tokens('openid email')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams({ token: access_token, client_id }).toString()
    await app.as().send('POST', '/oauth/revoke', { body, headers })
    await refused(access_token)
  })

  const changes: Record<string, (person: Person) => PromiseLike<unknown>> = {
    'has an expired token': ({ id }) =>
      app.owner`update tokens set expires_at = now() - interval '1 second' where user_id = ${id} and kind = 'access'`,
    'asks about a suspended user': ({ id }) =>
      app.owner`update users set suspended_at = now() where group_id = ${space} and id = ${id}`,
    'asks about a user who has left the space, though they are in another': ({ id }) =>
      app.as(admin).delete(`/users/${id}`),
    'acts in a space that is not the integration’s': ({ id }) =>
      app.owner`update tokens set group_id = ${other} where user_id = ${id} and kind = 'access'`,
    'asks for an integration that was ended': () =>
      app.owner`update integrations set ended_at = now() where client_id = ${client_id}`,
  }
  for (const [what, change] of Object.entries(changes))
    test(what, async () => {
      const person = await aUserWithPassword(app, [space, other])
      const { access_token } = await tokens('openid email', person)
      assert.equal((await ask(access_token)).status, 200)
      await change(person)
      await refused(access_token)
      await app.owner`update integrations set ended_at = null where client_id = ${client_id}`
    })

  test('asks about a user without the second factor that the space requires', async () => {
    const strict = await aSpace(app, 'Strict')
    const person = await aUserWithPassword(app, [strict])
    const { access_token } = await tokensFor(app, person, { scope: 'openid email' })
    assert.equal((await ask(access_token)).status, 200)
    await app.owner`update spaces set second_factor_required = true where id = ${strict}`
    await refused(access_token)
  })
})

test('email_verified is true once a user has opened a link in a mail to that address', async () => {
  const person = await aUserWithPassword(app, [space])
  const verified = async () =>
    (await ask((await tokensFor(app, person, { scope: 'openid email' })).access_token)).body.email_verified
  assert.equal(await verified(), false)
  await new Browser(app.url).go('/password', { fields: { mail: person.mail } })
  const { text } = await eventually(() =>
    mailsTo(app, person.mail).find(({ text }) => text.includes('/password/mus_l_')),
  )
  const path = /\/password\/\S+/.exec(text)![0]
  const typed = 'five lanterns over the canal'
  assert.equal((await new Browser(app.url).go(path, { fields: { password: typed } })).status, 200)
  await setPasswords(app, person)
  assert.equal(await verified(), true)
})
