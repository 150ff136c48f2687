import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { Auth } from '@auth/core'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { startTestApp } from '../test/harness.ts'
import { anIntegration } from '../test/integrations.ts'
import { aSpace, aUser } from '../test/people.ts'
import { Browser, loopback, setPasswords, signIn } from '../test/sign_in.ts'

// Third-party clients, used as documented: they check whatever the standards let them check.

const app = await startTestApp()
const space = await aSpace(app, 'Two Rivers')
const admin = await aUser(app, space, { role: 'superadmin' })
const ada = await aUser(app, space, { role: 'manager', firstname: 'Ada', surname: 'Byron' })
await setPasswords(app, ada)
const redirect_uri = 'https://website.example.org/callback'
const integration = await anIntegration(app, admin, {
  name: 'Website',
  redirect_uris: [redirect_uri],
  scopes: ['teams:read', 'contacts:read'],
  role_id: admin.role_id,
})
const issuer = new URL(app.url)
const status = async (token: string) => (await app.as({ token }).get('/me')).status

describe('openid-client', () => {
  const discovered = (client_id: string, authentication: openid.ClientAuth) =>
    openid.discovery(issuer, client_id, undefined, authentication, { execute: [openid.allowInsecureRequests] })

  test('a public client works from discovery to revocation', async () => {
    const config = await discovered('muster-cli', openid.None())
    const [verifier, state, nonce] = [openid.randomPKCECodeVerifier(), openid.randomState(), openid.randomNonce()]
    const start = openid.buildAuthorizationUrl(config, {
      redirect_uri: loopback,
      scope: 'openid profile email offline_access teams:read',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })
    const { url } = await signIn(new Browser(app.url), start.pathname + start.search, ada)
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true }
    const tokens = await openid.authorizationCodeGrant(config, new URL(url), checks)
    const { sub, name, email } = tokens.claims()!
    assert.deepEqual([sub, name, email], [String(ada.id), `${ada.firstname} ${ada.surname}`, ada.mail])
    const about = await openid.fetchUserInfo(config, tokens.access_token, sub)
    assert.deepEqual([about.given_name, about.family_name, about.locale], [ada.firstname, ada.surname, 'en'])
    assert.deepEqual([about.email, about.email_verified], [ada.mail, false])
    assert.equal(tokens.expires_in, 900)
    const me = await openid.fetchProtectedResource(config, tokens.access_token, new URL('/me', issuer), 'GET')
    assert.deepEqual(((await me.json()) as any).data.permissions, ['teams:read'])

    const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token!)
    assert.notEqual(renewed.refresh_token, tokens.refresh_token)
    assert.equal(await status(renewed.access_token), 200)
    await openid.tokenRevocation(config, renewed.refresh_token!)
    assert.deepEqual([await status(renewed.access_token), await status(tokens.access_token)], [401, 401])
    await assert.rejects(openid.refreshTokenGrant(config, renewed.refresh_token!), { error: 'invalid_grant' })
  })

  test('a confidential client acts for a user, and may introspect its own tokens', async () => {
    const config = await discovered(integration.client_id, openid.ClientSecretPost(integration.secret))
    const verifier = openid.randomPKCECodeVerifier()
    const start = openid.buildAuthorizationUrl(config, {
      redirect_uri,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    const { url } = await signIn(new Browser(app.url), start.pathname + start.search, ada)
    const tokens = await openid.authorizationCodeGrant(config, new URL(url), { pkceCodeVerifier: verifier })
    assert.equal(tokens.scope, 'teams:read contacts:read', 'no scope asked is all it may have')
    assert.equal(tokens.refresh_token, undefined, 'nothing that lasts unless it was asked for')
    const seen = await openid.tokenIntrospection(config, tokens.access_token)
    assert.deepEqual([seen.active, seen.sub, seen.client_id], [true, String(ada.id), integration.client_id])
    assert.equal(seen.scope, 'teams:read contacts:read')
    await openid.tokenRevocation(config, tokens.access_token)
    assert.equal((await openid.tokenIntrospection(config, tokens.access_token)).active, false)
    assert.equal(await status(tokens.access_token), 401)
  })

  test('an integration acts on its own with its secret', async () => {
    const config = await discovered(integration.client_id, openid.ClientSecretBasic(integration.secret))
    assert.equal(
      (await openid.clientCredentialsGrant(config)).scope,
      'teams:read contacts:read',
      'all that it may have',
    )
    const tokens = await openid.clientCredentialsGrant(config, { scope: 'teams:read' })
    assert.deepEqual([tokens.scope, tokens.refresh_token], ['teams:read', undefined])
    const { body } = await app.as({ token: tokens.access_token }).get('/me')
    assert.deepEqual([body.data.permissions, body.data.user.id], [['teams:read'], integration.user_id])
    await openid.tokenRevocation(config, tokens.access_token)
    assert.equal(await status(tokens.access_token), 401)
  })
})

describe('oauth4webapi', () => {
  const insecure = { [oauth.allowInsecureRequests]: true }

  test('starts with only the URL of the interface, and ends with a sign-out', async () => {
    const refused = await fetch(new URL('/me', issuer))
    const metadata = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate')!)![1]!
    const about = new URL('/.well-known/oauth-protected-resource', issuer)
    assert.equal(metadata, about.href)
    const resource = await oauth.processResourceDiscoveryResponse(
      new URL(app.url),
      await oauth.resourceDiscoveryRequest(new URL(app.url), insecure),
    )
    const home = new URL(resource.authorization_servers![0]!)
    const server = await oauth.processDiscoveryResponse(
      home,
      await oauth.discoveryRequest(home, { ...insecure, algorithm: 'oauth2' }),
    )
    const client = { client_id: 'muster-console' }
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const callback = `${app.url}/console/callback`
    const query = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: callback,
      response_type: 'code',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      scope: 'openid',
    })
    const browser = new Browser(app.url)
    const { url } = await signIn(browser, `${new URL(server.authorization_endpoint!).pathname}?${query}`, ada)
    const params = oauth.validateAuthResponse(server, client, new URL(url), state)
    const tokens = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), params, callback, verifier, insecure),
      { requireIdToken: true },
    )
    assert.ok(tokens.refresh_token, 'the console stays signed in')
    assert.equal(await status(tokens.access_token), 200)

    const ending = new URL(server.end_session_endpoint!)
    const hint = { id_token_hint: tokens.id_token!, post_logout_redirect_uri: `${app.url}/console/`, state: 'bye' }
    ending.search = String(new URLSearchParams(hint))
    const page = await browser.go(ending.pathname + ending.search)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)![1]!
    const left = await browser.go('/oauth/end_session/confirm', { fields: { xsrf, logout: 'yes' } })
    assert.equal(left.url, `${app.url}/console/?state=bye`)
    assert.equal(await status(tokens.access_token), 401, 'signing out ends what the console holds')
  })
})

test('both metadata documents agree, and promise only what is supported', async () => {
  const [one, other] = await Promise.all(
    ['oauth-authorization-server', 'openid-configuration'].map(name => app.as().get(`/.well-known/${name}`)),
  )
  assert.deepEqual(one!.body, other!.body)
  const { body } = one!
  assert.equal(body.issuer, app.url)
  for (const [name, expected] of Object.entries({
    response_types: ['code'],
    response_modes: ['query'],
    code_challenge_methods: ['S256'],
    grant_types: ['authorization_code', 'client_credentials', 'refresh_token'],
    token_endpoint_auth_methods: ['client_secret_basic', 'client_secret_post', 'none'],
    id_token_signing_alg_values: ['ES256', 'RS256'],
  }))
    assert.deepEqual(body[`${name}_supported`].toSorted(), expected)
  assert.equal(body.authorization_response_iss_parameter_supported, true)
  assert.equal(body.userinfo_endpoint, `${app.url}/oauth/userinfo`)
  for (const scope of ['openid', 'profile', 'email', 'offline_access']) assert.ok(body.scopes_supported.includes(scope))
  for (const claim of ['sub', 'name', 'given_name', 'family_name', 'locale', 'email', 'email_verified'])
    assert.ok(body.claims_supported.includes(claim), claim)
  assert.equal(body.claims_parameter_supported, false)
  for (const name of ['registration', 'pushed_authorization_request', 'device_authorization'])
    assert.equal(body[`${name}_endpoint`], undefined, name)
  const { keys } = (await app.as().get('/oauth/jwks')).body
  const algorithms = keys.map((key: { alg: string }) => key.alg)
  assert.deepEqual(algorithms, ['ES256', 'RS256'])
  for (const key of keys)
    assert.deepEqual([key.use, ...['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'].filter(name => name in key)], ['sig'])
})

// Common clients, unmodified and configured as documented. The programs of the guide are extracted and run.

const guide = readFileSync('docs/guides/connect-an-integration.md', 'utf8')
// Inside the project, where Node finds its packages.
const folder = mkdtempSync(join(process.cwd(), 'node_modules', '.guide-'))
after(() => rmSync(folder, { recursive: true }))

/** A program of the guide, with its settings in the environment. */
async function fromGuide(name: string, env: Record<string, string>) {
  const [, text] = new RegExp(`^\`\`\`\\w+ ${name}\\n(.*?)^\`\`\``, 'ms').exec(guide) ?? assert.fail(`no ${name}`)
  const file = join(folder, name)
  writeFileSync(file, text!)
  Object.assign(process.env, env)
  try {
    return await import(pathToFileURL(file).href)
  } finally {
    for (const key of Object.keys(env)) delete process.env[key]
  }
}

/** A website on this machine, with its own URL. */
async function aSite() {
  let listener: RequestListener | undefined
  const server = createServer((request, response) => listener!(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  after(() => server.closeAllConnections())
  after(() => new Promise(resolve => server.close(resolve)))
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  return { url, serve: (served: RequestListener) => void (listener = served) }
}

const settingsOf = ({ client_id, secret }: { client_id: string; secret: string }, site: string) => ({
  MUSTER_URL: app.url,
  CLIENT_ID: client_id,
  CLIENT_SECRET: secret,
  SITE_URL: site,
  SESSION_SECRET: 'a secret of the website, for its own cookies',
})

/** Signs in from the website through Muster's pages and back. Returns what the website shows. */
async function throughMuster(site: Browser, sent: { url: string }) {
  const target = new URL(sent.url)
  assert.equal(target.origin, app.url, sent.url)
  const back = new URL((await signIn(new Browser(app.url), target.pathname + target.search, ada)).url)
  return site.go(back.pathname + back.search)
}

/** An integration of a site that only signs users in. */
const aClient = (redirect_uri: string, more: object = {}) =>
  anIntegration(app, admin, { scopes: [], redirect_uris: [redirect_uri], ...more })

/** Serves the website of the guide for a new integration, signs in there, and returns what it shows. */
async function shownBy(program: string, more: object = {}) {
  const { url, serve } = await aSite()
  const { app: website } = await fromGuide(program, settingsOf(await aClient(`${url}/callback`, more), url))
  serve(website)
  const site = new Browser(url)
  return JSON.parse((await throughMuster(site, await site.go('/login'))).text)
}

test('Auth.js works with only issuer, id and secret', async () => {
  const { url, serve } = await aSite()
  const integration = await aClient(`${url}/auth/callback/muster`)
  const { muster } = await fromGuide('muster_auth.mjs', settingsOf(integration, url))
  assert.deepEqual(Object.keys(muster).toSorted(), ['clientId', 'clientSecret', 'id', 'issuer', 'name', 'type'])
  serve(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = request.method === 'POST' ? { body: Buffer.concat(chunks) } : {}
    const headers = new Headers(request.headers as Record<string, string>)
    const asked = new Request(url + request.url, { method: request.method!, headers, ...body })
    const options = { secret: 'x'.repeat(32), trustHost: true, basePath: '/auth' }
    const answer = await Auth(asked, { providers: [muster], ...options })
    const cookies = { 'set-cookie': answer.headers.getSetCookie() }
    response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...cookies })
    response.end(await answer.text())
  })
  const site = new Browser(url)
  const { csrfToken } = JSON.parse((await site.send('/auth/csrf')).text)
  const callbackUrl = `${url}/auth/session`
  const sent = await site.go('/auth/signin/muster', { fields: { csrfToken, callbackUrl } })
  const { user } = JSON.parse((await throughMuster(site, sent)).text)
  assert.deepEqual(user, { name: 'Ada Byron', email: ada.mail })
})

test('passport-openidconnect signs in when the integration may omit PKCE', async () => {
  const { id, displayName, name, emails } = await shownBy('muster_passport.mjs', { pkce_required: false })
  assert.deepEqual([id, displayName, emails], [String(ada.id), 'Ada Byron', [{ value: ada.mail }]])
  assert.deepEqual(name, { familyName: 'Byron', givenName: 'Ada' })
})

test('express-openid-connect', async () => {
  const shown = await shownBy('muster_express.mjs')
  for (const person of [shown.user, shown.userinfo])
    assert.deepEqual([person.sub, person.name, person.email], [String(ada.id), 'Ada Byron', ada.mail])
})
