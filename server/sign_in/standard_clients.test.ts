import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { Auth } from '@auth/core'
import * as openid from 'openid-client'
import { startTestApp } from '../test/harness.ts'
import { anIntegration } from '../test/integrations.ts'
import { aSpace, aUser } from '../test/people.ts'
import { aUserWithPassword, Browser, signIn } from '../test/sign_in.ts'

// Common clients, unmodified and configured as documented. The programs of the guide are extracted and run.

const app = await startTestApp()
const space = await aSpace(app, 'Two Rivers')
const admin = await aUser(app, space, { role: 'superadmin' })
const ada = await aUserWithPassword(app, [space])
await app.owner`update users set firstname = 'Ada', surname = 'Byron' where id = ${ada.id}`
const require = createRequire(import.meta.url)

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

describe('passport-openidconnect', () => {
  test('signs in when the integration may omit PKCE', async () => {
    const { id, displayName, name, emails } = await shownBy('muster_passport.mjs', { pkce_required: false })
    assert.deepEqual([id, displayName, emails], [String(ada.id), 'Ada Byron', [{ value: ada.mail }]])
    assert.deepEqual(name, { familyName: 'Byron', givenName: 'Ada' })
  })

  test('reads the profile from userinfo too', async () => {
    const { url, serve } = await aSite()
    const { client_id, secret } = await aClient(`${url}/callback`, { pkce_required: false })
    const modules = ['express', 'express-session', 'passport', 'passport-openidconnect']
    const [express, session, passport, Strategy] = modules.map(name => require(name))
    const options = {
      issuer: app.url,
      authorizationURL: `${app.url}/oauth/authorize`,
      tokenURL: `${app.url}/oauth/token`,
      userInfoURL: `${app.url}/oauth/userinfo`,
      clientID: client_id,
      clientSecret: secret,
      callbackURL: '/callback',
      scope: ['profile', 'email'],
      skipUserProfile: false,
    }
    const own = new passport.Passport()
    type Done = (...args: unknown[]) => void
    own.use(new Strategy(options, (_issuer: string, profile: object, done: Done) => done(null, profile)))
    const website = express()
    website.use(session({ secret: 'x', resave: false, saveUninitialized: false }))
    website.get('/login', own.authenticate('openidconnect'))
    website.get('/callback', own.authenticate('openidconnect', { session: false }), (request: any, response: any) =>
      response.json(request.user),
    )
    serve(website)
    const site = new Browser(url)
    const profile = JSON.parse((await throughMuster(site, await site.go('/login'))).text)
    assert.deepEqual([profile.displayName, profile.emails[0].value], ['Ada Byron', ada.mail])
  })
})

test('express-openid-connect', async () => {
  const shown = await shownBy('muster_express.mjs')
  for (const person of [shown.user, shown.userinfo])
    assert.deepEqual([person.sub, person.name, person.email], [String(ada.id), 'Ada Byron', ada.mail])
})

test('openid-client', async () => {
  const redirect_uri = 'https://website.example.org/callback'
  const { client_id, secret } = await aClient(redirect_uri)
  // Plain HTTP, on this machine only.
  const execute = [openid.allowInsecureRequests]
  const config = await openid.discovery(new URL(app.url), client_id, secret, undefined, { execute })
  const verifier = openid.randomPKCECodeVerifier()
  const start = openid.buildAuthorizationUrl(config, {
    redirect_uri,
    scope: 'openid profile email',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const { url } = await signIn(new Browser(app.url), start.pathname + start.search, ada)
  const tokens = await openid.authorizationCodeGrant(config, new URL(url), { pkceCodeVerifier: verifier })
  const claims = tokens.claims()!
  assert.deepEqual([claims['name'], claims['email']], ['Ada Byron', ada.mail])
  const person = await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
  assert.deepEqual([person.given_name, person.family_name, person.locale], ['Ada', 'Byron', 'en'])
  assert.deepEqual([person.email, person.email_verified], [ada.mail, false])
})
