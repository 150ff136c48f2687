import assert from 'node:assert/strict'
import { after } from 'node:test'
import { type Answer, startTestApp, type TestApp } from './harness.ts'
import { anIntegration } from './integrations.ts'
import { aSpace, aUser, type Person } from './people.ts'
import {
  authorizePath,
  Browser,
  codeFrom,
  loopback,
  password,
  pkcePair,
  requestTokens,
  setPasswords,
  signIn,
  type VisitedPage,
} from './sign_in.ts'

/** A server to attack, with users and applications. */
export interface AttackTarget {
  app: TestApp
  space: number
  victim: Person
  admin: Person
  /** A confidential client with a service account. */
  website: { id: number; client_id: string; secret: string; secrets: { id: number }[] }
  /** The lines of the log. */
  log: string[]
  /** A public client. */
  phone: { client_id: string }
}

export const website_uri = 'https://app.example.org/cb'

let target: Promise<AttackTarget> | undefined

/** The server that the attacks of a process share. Its log must contain no secret and no mail address. */
export function startAttackTarget() {
  target ??= start()
  return target
}

async function start(): Promise<AttackTarget> {
  const log: string[] = []
  after(() => {
    assert.ok(log.length > 0, 'nothing was logged, so nothing was shown')
    const text = log.join('')
    for (const secret of [
      /mus_[a-z]_[\w-]{20,}/,
      /@example\.org/,
      new RegExp(password),
      /xsrf=|code_verifier=|client_secret=/,
    ])
      assert.doesNotMatch(text, secret, 'the log holds a secret')
  })
  const app = await startTestApp({ level: 'trace', log: { write: line => void log.push(line) } })
  const space = await aSpace(app, 'Attacked')
  const [victim, admin] = [await aUser(app, space, { role: 'admin' }), await aUser(app, space, { role: 'superadmin' })]
  await setPasswords(app, victim)
  const shared = { redirect_uris: [website_uri], scopes: ['teams:read', 'users:read'] }
  const website = await anIntegration(app, admin, { name: 'Website', role_id: admin.role_id, ...shared })
  const phone = await anIntegration(app, admin, { name: 'Phone', public: true, ...shared })
  return { app, space, victim, admin, log, website, phone }
}

/** Resets the limit on tries, where the attack is about something else. */
export const resetSignInAttempts = ({ app }: AttackTarget) => app.owner`delete from sign_in_attempts`

let browser: Browser | undefined

/** A code for the victim, as the command line gets one, with what is needed to redeem it. */
export async function anAuthorizationCode(
  { app, victim }: AttackTarget,
  changes: Record<string, string | undefined> = {},
) {
  const { verifier, challenge } = pkcePair()
  // One browser, so that the password is typed once; it is typed again when the session has ended.
  browser ??= new Browser(app.url)
  const seen = await signIn(browser, authorizePath(challenge, changes), victim)
  return { code: codeFrom(seen), verifier, seen }
}

/** Redeems a code, with anything changed or left out. */
export function redeemCode(
  { app }: AttackTarget,
  { code, verifier }: { code: string; verifier: string },
  changes: Record<string, string | undefined> = {},
): Promise<Answer> {
  const fields = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: loopback,
    client_id: 'muster-cli',
    code_verifier: verifier,
    ...changes,
  }
  const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return requestTokens(app, Object.fromEntries(given))
}

export const isTokenValid = async ({ app }: AttackTarget, token: string) =>
  (await app.as({ token }).get('/me')).status === 200

/** The refusal is a page of ours, without a redirect. */
export function assertErrorPage(seen: VisitedPage, what = seen.text) {
  assert.equal(seen.status, 400, what)
  assert.equal(seen.headers.get('location'), null)
  assert.match(seen.headers.get('content-type') ?? '', /^text\/html/)
  assert.doesNotMatch(seen.text, /<script|<form/)
}

/** A page of ours runs no script, is neither framed nor cached, and tells its address to no other site. */
export function assertSafePage({ text, headers }: Pick<VisitedPage, 'text' | 'headers'>, what = text) {
  assert.doesNotMatch(text, /<script|\son\w+=|javascript:|style=/i, what)
  const policy = headers.get('content-security-policy') ?? ''
  for (const rule of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"])
    assert.ok(policy.includes(rule), `${what}: ${policy}`)
  assert.doesNotMatch(policy, /script-src|unsafe|\*/, what)
  const names = ['referrer-policy', 'cache-control', 'x-content-type-options']
  const values = names.map(name => headers.get(name))
  assert.deepEqual(values, ['no-referrer', 'no-store', 'nosniff'], what)
}

/** The refusal is sent to the application, with its state and our issuer. */
export function assertErrorRedirect(seen: VisitedPage, error: string, { app }: AttackTarget, target = loopback) {
  assert.equal(seen.status, 303, seen.text)
  const location = new URL(seen.headers.get('location') ?? '')
  assert.equal(location.origin + location.pathname, target)
  const answer = redirectParams(seen)
  assert.deepEqual([answer.get('error'), answer.get('iss'), answer.get('code')], [error, app.url, null])
  assert.equal(answer.get('state'), 'as it was')
}

/** The parameters sent to the application, in the query or in the fragment. */
export function redirectParams({ headers }: VisitedPage) {
  const { hash, search } = new URL(headers.get('location') ?? '')
  return new URLSearchParams(hash ? hash.slice(1) : search)
}
