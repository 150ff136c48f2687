import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { hashPassword } from '../access/passwords.ts'
import { defined } from './defined.ts'
import type { TestApp } from './harness.ts'
import { aUser, type Person, type UserFields } from './people.ts'

// A minimal browser: it keeps cookies, follows redirects and submits the forms of the sign-in pages.

export const password = 'four lanterns over the canal'
let hash: Promise<string> | undefined

/** Lets these people sign in with `password`. */
export async function setPasswords(app: TestApp, ...people: { id: number }[]) {
  hash ??= hashPassword(password)
  await app.owner`update accounts set password_hash = ${await hash} where id = any(${people.map(({ id }) => id)})`
}

/** A member of these spaces who can sign in. */
export async function aUserWithPassword(
  app: TestApp,
  [first, ...others]: [number, ...number[]],
  fields: UserFields = {},
): Promise<Person> {
  const person = await aUser(app, first, fields)
  for (const space of others) await aUser(app, space, { mail: person.mail })
  await setPasswords(app, person)
  return person
}

export interface VisitedPage {
  status: number
  /** The address of the page, without the server's. */
  url: string
  text: string
  headers: Headers
}

export interface BrowserRequest {
  method?: string
  fields?: Record<string, string>
  headers?: Record<string, string>
}

/** One browser. A redirect to another server ends the navigation. */
export class Browser {
  readonly #url: string
  readonly jar = new Map<string, { value: string; path: string }>()
  constructor(url: string) {
    this.#url = url
  }

  cookieFor(path: string) {
    return [...this.jar]
      .filter(([, { path: scope }]) => path === scope || path.startsWith(scope.endsWith('/') ? scope : `${scope}/`))
      .map(([name, { value }]) => `${name.split('@')[0]}=${value}`)
      .join('; ')
  }

  /** Sends one request without following redirects. */
  async send(path: string, { method, fields, headers = {} }: BrowserRequest = {}): Promise<VisitedPage> {
    const cookie = this.cookieFor(path.replace(/\?.*/s, ''))
    const response = await fetch(this.#url + path, {
      method: method ?? (fields ? 'POST' : 'GET'),
      ...(fields && { body: new URLSearchParams(fields).toString() }),
      headers: sent({
        accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
        'user-agent': 'Browser of a test',
        ...(cookie && { cookie }),
        ...(fields && { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }),
        ...headers,
      }),
      redirect: 'manual',
    })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    return { status: response.status, url: path, text: await response.text(), headers: response.headers }
  }

  /** Follows redirects within the server. */
  async go(path: string, step: BrowserRequest = {}): Promise<VisitedPage> {
    let seen = await this.send(path, step)
    for (let hops = 0; seen.status === 303 || seen.status === 302; hops++) {
      assert.ok(hops < 10, 'sent in circles')
      const target = new URL(defined(seen.headers.get('location'), 'the location'), this.#url)
      if (target.origin !== this.#url || target.pathname.startsWith('/console')) return { ...seen, url: target.href }
      seen = await this.send(target.pathname + target.search, {})
    }
    return seen
  }

  #keep(line: string) {
    const [pair = '', ...attributes] = line.split(/; */)
    const at = pair.indexOf('=')
    const path = attributes.find(word => /^path=/i.test(word))?.slice(5) ?? '/'
    const gone = attributes.some(word => /^expires=Thu, 01 Jan 1970/i.test(word)) || at === pair.length - 1
    const key = `${pair.slice(0, at)}@${path}`
    if (gone) this.jar.delete(key)
    else this.jar.set(key, { value: pair.slice(at + 1), path })
  }
}

/** A header with an empty value is not sent. */
const sent = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))

/** PKCE: the verifier that an application keeps, and the challenge that it sends. */
export function pkcePair() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export const loopback = 'http://127.0.0.1:7777/callback'

/** The address of an authorization request of the command line, with anything changed or, when undefined, left out. */
export function authorizePath(challenge: string, changes: Record<string, string | undefined> = {}) {
  const params = {
    client_id: 'muster-cli',
    response_type: 'code',
    redirect_uri: loopback,
    scope: 'openid teams:read',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'as it was',
    ...changes,
  }
  const given = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `/oauth/authorize?${new URLSearchParams(given)}`
}

/** Types mail and password, consents, and ends at the redirect to the application. */
export async function signIn(
  browser: Browser,
  path: string,
  person: Pick<Person, 'mail'>,
  { space, typed = password }: { space?: number; typed?: string } = {},
): Promise<VisitedPage> {
  let seen = await browser.go(path)
  if (seen.text.includes('name="password"'))
    seen = await browser.go(seen.url, { fields: { mail: person.mail, password: typed } })
  if (seen.text.includes('value="allow"')) {
    const only = /name="space" value="(\d+)"/.exec(seen.text)?.[1] ?? ''
    seen = await browser.go(seen.url, { fields: { decision: 'allow', space: space ? String(space) : only } })
  }
  return seen
}

/** To the page that follows the password. */
export async function submitPassword(browser: Browser, person: Person, changes: Record<string, string> = {}) {
  const page = await browser.go(authorizePath(pkcePair().challenge, changes))
  return browser.go(page.url, { fields: { mail: person.mail, password } })
}

export const codeFrom = ({ url }: VisitedPage) => new URL(url).searchParams.get('code') ?? ''

/** Asks for tokens, as an application does. */
export async function requestTokens(
  app: TestApp,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) {
  return app.as().send('POST', '/oauth/token', {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
}

/** Renews the tokens of the command line, with anything changed. */
export const renewTokens = (
  app: TestApp,
  { refresh_token }: { refresh_token: string },
  changes: Record<string, string> = {},
) => requestTokens(app, { grant_type: 'refresh_token', refresh_token, client_id: 'muster-cli', ...changes })

export interface Tokens {
  access_token: string
  refresh_token: string
  id_token: string
  scope: string
  expires_in: number
}

/** From the first page to the tokens, as the command line would. */
export async function tokensFor(
  app: TestApp,
  person: Pick<Person, 'mail'>,
  {
    browser = new Browser(app.url),
    space,
    ...changes
  }: {
    browser?: Browser
    space?: number
    client_id?: string
    redirect_uri?: string
    scope?: string
    prompt?: string
    max_age?: string
  } = {},
): Promise<Tokens> {
  const { verifier, challenge } = pkcePair()
  const seen = await signIn(browser, authorizePath(challenge, changes), person, space ? { space } : {})
  return tokensFrom(app, seen, verifier, changes)
}

/** Exchanges the code with which the browser was sent back. */
export async function tokensFrom(
  app: TestApp,
  seen: VisitedPage,
  verifier: string,
  { client_id = 'muster-cli', redirect_uri = loopback }: { client_id?: string; redirect_uri?: string } = {},
): Promise<Tokens> {
  const { status, body, text } = await requestTokens(app, {
    grant_type: 'authorization_code',
    code: codeFrom(seen),
    redirect_uri,
    client_id,
    code_verifier: verifier,
  })
  assert.equal(status, 200, text)
  return body
}

/** A browser in which this user has just signed in. */
export async function signedInBrowser(app: TestApp, person: Pick<Person, 'mail'>, typed = password) {
  const browser = new Browser(app.url)
  const seen = await signIn(browser, '/account', person, { typed })
  assert.equal(seen.url, '/account')
  return browser
}

/** Makes the last sign-in of this person older. */
export const ageSignIn = (app: TestApp, { id }: { id: number }, minutes = 16) => app.owner`
  update oidc_records
  set record = (record::jsonb || jsonb_build_object('loginTs', extract(epoch from now())::bigint - ${minutes * 60}::bigint))::json
  where user_id = ${id} and kind = 'Session'`

/**
 * The one-time code for this key. A code works once, and one step early or late: the second one of a test is that of the next step, which stays valid when
 * the clock moves on.
 */
export const oneTimeCode = (secret: string, steps_from_now = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps_from_now * 30_000 })

/** The key on the page that sets a second factor up. */
export const totpSecretOn = ({ text }: VisitedPage) =>
  defined(/<p class="secret"><code>([A-Z2-7 ]+)</.exec(text)?.[1], 'the secret').replaceAll(' ', '')

/** The recovery codes on the page that shows them. */
export const recoveryCodesOn = ({ text }: VisitedPage) =>
  /<pre class="codes">([^<]+)</.exec(text)?.[1]?.split('\n') ?? []

/** Turns the second factor on in this browser. */
export async function setUpSecondFactor(browser: Browser) {
  const secret = totpSecretOn(await browser.go('/account/second-factor'))
  const codes = recoveryCodesOn(await browser.go('/account/second-factor', { fields: { code: oneTimeCode(secret) } }))
  assert.equal(codes.length, 10)
  return { secret, codes }
}
