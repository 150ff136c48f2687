import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { verificationCount } from '../../access/passwords.ts'
import { digestOf } from '../../access/secrets.ts'
import { databaseTime, secondsAfter } from '../../db/clock.ts'
import { addressKey } from '../../http/limits/rate_limit.ts'
import { assertSafePage, resetSignInAttempts, startAttackTarget, website_uri } from '../../test/attack_target.ts'
import { eventually } from '../../test/harness.ts'
import { invitationRequests } from '../../test/invitations.ts'
import { aSpace, aUser, mailsTo, refusal } from '../../test/people.ts'
import {
  authorizePath,
  Browser,
  password,
  pkcePair,
  setPasswords,
  signedInBrowser,
  signIn,
  tokensFor,
  type VisitedPage,
} from '../../test/sign_in.ts'
import { checkOrigin } from '../forms.ts'

// Attacks on the sign-in pages: other sites, password guessing, and former users of the same browser.

const attacked = await startAttackTarget()
const { app, victim, website } = attacked
const allowing = { decision: 'allow', space: String(attacked.space) }
const path = (changes: Record<string, string> = {}) => authorizePath(pkcePair().challenge, changes)

async function atTheDoor(changes: Record<string, string> = {}) {
  const browser = new Browser(app.url)
  return { browser, page: await browser.go(path(changes)) }
}
const type = (browser: Browser, page: VisitedPage, mail: string, typed: string, headers = {}) =>
  browser.send(page.url, { fields: { mail, password: typed }, headers })
const sessionIn = (browser: Browser) => browser.jar.get('muster_session@/')?.value
const secondsLeft = async () =>
  (
    await app.owner`
      select extract(epoch from expires_at - now())::int as left from oidc_records where kind = 'Session' and user_id is not null
      order by updated_at desc limit 1`
  )[0]!['left']

describe('another site', () => {
  test('can send neither the sign-in form nor the consent', async () => {
    const [{ browser, page }, own] = [await atTheDoor(), await atTheDoor()]
    const consent = await browser.go(page.url, { fields: { mail: victim.mail, password } })
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    assert.equal((await type(own.browser, own.page, victim.mail, password, headers)).status, 403)
    assert.equal((await browser.send(consent.url, { fields: allowing, headers })).status, 403)
  })

  test('is told by what its browser sends, also an older one', () => {
    const check = (headers: object) => () => checkOrigin({ headers } as FastifyRequest, 'https://muster.example')
    const evil = { origin: 'https://evil.example' }
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://blog.muster.example', 'sec-fetch-site': 'same-site' },
      evil,
      { origin: 'http://muster.example' },
      // Browsers without either header send a Referer.
      { referer: 'https://muster.example.evil.example/' },
    ])
      assert.throws(check(headers), /from another site/, JSON.stringify(headers))
    for (const headers of [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://muster.example' },
      { origin: 'null' },
      { referer: 'https://muster.example/account' },
      {},
    ])
      assert.doesNotThrow(check(headers), JSON.stringify(headers))
  })

  test('cannot sign a user out: that needs a secret of our page', async () => {
    const browser = new Browser(app.url)
    const tokens = await tokensFor(app, victim, { browser })
    for (const fields of [{ logout: 'yes' }, { logout: 'yes', xsrf: 'guessed' }] as Record<string, string>[])
      assert.equal((await browser.send('/oauth/end_session/confirm', { fields })).status, 400)
    await browser.go('/oauth/end_session')
    assert.equal((await app.as({ token: tokens.access_token }).get('/me')).status, 200)
  })

  test('cannot frame any of our pages, and is the target of a form only if the application is there', async () => {
    const { browser, page } = await atTheDoor()
    const consent = await browser.go(page.url, { fields: { mail: victim.mail, password } })
    const error = await browser.send(path({ redirect_uri: 'https://evil.example' }))
    for (const seen of [page, consent, error, await browser.go('/oauth/end_session')]) assertSafePage(seen)
    assert.match(page.headers.get('content-security-policy')!, /form-action 'self' http:\/\/127\.0\.0\.1:7777;/)
  })

  test('cannot inject markup into our pages', async () => {
    const evil = '"><script>alert(1)</script>'
    const { browser, page } = await atTheDoor()
    for (const { text } of [
      await type(browser, page, evil, 'wrong password'),
      await new Browser(app.url).go(path({ login_hint: evil })),
      await browser.send(path({ client_id: evil })),
      await browser.send(path({ scope: evil, redirect_uri: evil })),
    ])
      assert.doesNotMatch(text, /<script/)
  })

  test('cannot continue a sign-in that was begun in another browser, nor forge its signed cookie', async () => {
    const { browser, page } = await atTheDoor()
    const uid = page.url.split('/').at(-1)!
    const other = new Browser(app.url)
    const seen = await other.go(page.url)
    assert.deepEqual([seen.status, /This sign-in has expired/.test(seen.text)], [400, true])
    assert.match(seen.text, /<a class="button" href="\/console\/">Sign in to Muster/)
    assert.equal((await type(other, page, victim.mail, password)).status, 400)
    assert.equal((await other.go(`/oauth/authorize/${uid}`)).status, 400)
    for (const cookie of [`muster_sign_in=${uid}`, `muster_sign_in=${uid}; muster_sign_in.sig=AAAA`])
      assert.equal((await new Browser(app.url).send(page.url, { headers: { cookie } })).status, 400)
    assert.equal((await browser.send(page.url)).status, 200)
  })
})

describe('the session', () => {
  test('gets a new ID at sign-in, so that one known before or planted by an attacker is useless', async () => {
    const attacker = new Browser(app.url)
    await attacker.go('/oauth/end_session')
    await attacker.go(path())
    const before = sessionIn(attacker)
    await signIn(attacker, path(), victim)
    const planted = sessionIn(attacker)
    assert.notEqual(planted, before)
    const browser = new Browser(app.url)
    for (const [name, cookie] of attacker.jar) if (name.startsWith('muster_session')) browser.jar.set(name, cookie)
    await browser.go(path({ prompt: 'login' }))
    await signIn(browser, path({ prompt: 'login' }), victim)
    assert.notEqual(sessionIn(browser), planted)
    assert.match((await attacker.go(path())).text, /name="password"/)
  })

  test('lasts an hour without use and twelve in all, and is over when it has expired in the database', async () => {
    const browser = new Browser(app.url)
    await tokensFor(app, victim, { browser })
    const left = await secondsLeft()
    assert.ok(left > 3500 && left <= 3600, String(left))
    await app.owner`
      update oidc_records
      set record = jsonb_set(record::jsonb, '{loginTs}', to_jsonb(extract(epoch from now() - interval '11 hours 50 minutes')::bigint))::json
      where kind = 'Session'`
    await browser.go(path())
    const rest = await secondsLeft()
    assert.ok(rest <= 602, String(rest))
    await app.owner`update oidc_records set expires_at = now() - interval '1 second' where kind = 'Session'`
    assert.match((await browser.go(path())).text, /name="password"/)
  })

  test('prompt=login and max_age ask for the password again, prompt=none never asks', async () => {
    const browser = new Browser(app.url)
    const silent = async () => {
      const { headers } = await browser.send(path({ prompt: 'none' }))
      return new URL(headers.get('location')!).searchParams.get('error')
    }
    assert.equal(await silent(), 'login_required')
    await tokensFor(app, victim, { browser })
    for (const changes of [{ prompt: 'login' }, { max_age: '0' }] as Record<string, string>[])
      assert.match((await browser.go(path(changes))).text, /name="password"/)
    assert.equal(await silent(), 'interaction_required')
  })

  test('our cookies are HttpOnly, SameSite, and limited to their paths', async () => {
    const browser = new Browser(app.url)
    const first = await browser.send(path())
    const page = await browser.send(first.headers.get('location')!)
    const submitted = await type(browser, page, victim.mail, password)
    const resumed = await browser.send(submitted.headers.get('location')!)
    const cookies = [first, submitted, resumed].flatMap(({ headers }) => headers.getSetCookie())
    assert.ok(cookies.length >= 5)
    for (const cookie of cookies.filter(cookie => !cookie.includes('1970'))) {
      assert.match(cookie, /; httponly/i)
      assert.match(cookie, /; samesite=lax/i)
      assert.doesNotMatch(cookie, /; domain=/i)
    }
    assert.match(cookies.find(cookie => cookie.startsWith('muster_sign_in='))!, /path=\/sign-in\/[\w-]+/)
  })
})

// Any caller can begin a sign-in, as often as they like. The server stores nothing until a password was right.
describe('a pending sign-in', () => {
  const rows = async () => (await app.owner<[{ n: number }]>`select count(*) as n from oidc_records`)[0].n
  const begun = async (changes: Record<string, string> = {}) => {
    const { browser, page } = await atTheDoor(changes)
    const held = [...browser.jar].filter(([name]) => name.startsWith('muster_pending@'))
    assert.equal(held.length, 2)
    return { browser, page, held: held.map(([, cookie]) => cookie) }
  }

  test('leaves no rows, however often callers start, view the page, continue, guess or sign out', async () => {
    const before = await rows()
    const web = { client_id: website.client_id, redirect_uri: website_uri, scope: 'openid teams:read' }
    for (const changes of [{}, web, {}, web] as Record<string, string>[]) {
      const { browser, page } = await atTheDoor(changes)
      assert.match(page.text, /name="password"/)
      assert.match((await browser.go(page.url.replace('/sign-in/', '/oauth/authorize/'))).text, /name="password"/)
      await browser.go('/oauth/end_session')
      await browser.go('/account')
      await type(browser, page, 'guessed@example.net', 'a wrong guess')
    }
    assert.equal(await rows(), before)
    assert.match((await signIn(new Browser(app.url), path(), victim)).url, /code=/)
    const after = await rows()
    assert.ok(after > before && after - before <= 4, `a signed-in user leaves ${after - before}`)
  })

  test('has a cookie that is accepted as we signed it, or not at all', async () => {
    const [{ browser, page, held }, { held: others }] = [await begun(), await begun()]
    const [kept, [body, signature]] = [held[0]!.value, held[0]!.value.split('.')]
    const other = others[0]!.value
    const flipped = kept.replace(/^./, first => (first === 'A' ? 'B' : 'A'))
    const foreign = [other, `${other.split('.')[0]}.${signature}`]
    for (const bent of [flipped, body!, `${body}.`, kept.slice(0, -1), ...foreign, '', '.', 'a.b.c']) {
      const copy = new Browser(app.url)
      for (const [name, cookie] of browser.jar)
        copy.jar.set(name, name.startsWith('muster_pending@') ? { ...cookie, value: bent } : cookie)
      const resumed = page.url.replace('/sign-in/', '/oauth/authorize/')
      for (const seen of [
        await copy.send(page.url),
        await type(copy, page, victim.mail, password),
        await copy.send(resumed),
      ])
        assert.equal(seen.status, 400, `${bent}: ${seen.text}`)
    }
  })

  test('is useless in another browser without the cookie that names it', async () => {
    const { browser, page } = await begun()
    const other = new Browser(app.url)
    for (const [name, cookie] of browser.jar) if (name.startsWith('muster_pending@')) other.jar.set(name, cookie)
    assert.equal((await other.send(page.url)).status, 400)
  })

  test('does not authenticate: the password is asked for again each time', async () => {
    const { browser, page } = await begun()
    const kept = new Map(browser.jar)
    assert.match((await browser.go(page.url, { fields: { mail: victim.mail, password } })).text, /value="allow"/)
    const again = new Browser(app.url)
    for (const [name, cookie] of kept) if (!name.startsWith('muster_session')) again.jar.set(name, cookie)
    assert.doesNotMatch((await again.go(page.url)).text, /value="allow"/)
  })

  test('has room for the requests of real clients, and refuses a longer one', async () => {
    const stateOf = (length: number) => Array.from({ length }, () => pkcePair().verifier).join('')
    const seen = await new Browser(app.url).send(path({ state: stateOf(100) }))
    assert.equal(new URL(seen.headers.get('location')!).searchParams.get('error'), 'invalid_request')
    const state = stateOf(40)
    const { browser, page } = await begun({ state, nonce: pkcePair().verifier, login_hint: victim.mail })
    const consent = await browser.go(page.url, { fields: { mail: victim.mail, password } })
    const back = await browser.go(consent.url, { fields: allowing })
    assert.equal(new URL(back.url).searchParams.get('state'), state)
  })
})

describe('guessing passwords', () => {
  beforeEach(() => resetSignInAttempts(attacked))

  test('sixty concurrent guesses count as five, however they are sent', async () => {
    const { browser, page } = await atTheDoor()
    const began = Date.now()
    const guesses = await Promise.all(Array.from({ length: 60 }, () => type(browser, page, victim.mail, 'a guess')))
    // If the answers take so long that a delay ends meanwhile (2 s, then 4, then 8), one more guess counts.
    const waited = Math.floor(Math.log2((Date.now() - began) / 2000 + 1))
    const [heard, refused] = [422, 429].map(code => guesses.filter(({ status }) => status === code).length)
    // A busy machine may answer some of them with 503.
    const shed = guesses.filter(({ status }) => status === 503).length
    assert.ok(heard! + shed >= 5 && heard! <= 5 + waited, `${heard} were heard`)
    assert.equal(refused! + shed, 60 - heard!)
    // So that the delay is not over yet.
    const later = secondsAfter(await databaseTime(app.owner), 60)
    await app.owner`update sign_in_attempts set wait_until = ${later} where wait_until is not null`
    const right = await type(browser, page, victim.mail, password)
    assert.equal(right.status, 429, 'and the right one has to wait, too')
    assert.ok(Number(right.headers.get('retry-after')) > 0)
  })

  test('the delay grows with each wrong attempt, up to a quarter of an hour', async () => {
    const { browser, page } = await atTheDoor()
    const guess = () => type(browser, page, victim.mail, 'wrong')
    const refusedFor = async () => {
      const { status, headers } = await guess()
      assert.equal(status, 429)
      return Number(headers.get('retry-after'))
    }
    for (let tries = 0; tries < 5; tries++) assert.equal((await guess()).status, 422)
    // Retry-After is the rest of the delay: on a busy machine some of it has passed.
    assert.ok((await refusedFor()) <= 2)
    await app.owner`update sign_in_attempts set tries = 40, wait_until = null`
    assert.equal((await guess()).status, 422)
    const longest = await refusedFor()
    assert.ok(longest > 600 && longest <= 900, String(longest))
  })

  test('cannot lock the owner out of a known browser', async () => {
    const known = new Browser(app.url)
    await tokensFor(app, victim, { browser: known })
    const { browser, page } = await atTheDoor()
    for (let index = 0; index < 7; index++) await type(browser, page, victim.mail, 'wrong')
    assert.equal((await type(browser, page, victim.mail, password)).status, 429)
    const door = await known.go(path({ prompt: 'login' }))
    assert.equal((await type(known, door, victim.mail, password)).status, 303)
  })

  test('at many accounts from one IP address is slowed down, too', async () => {
    const { browser, page } = await atTheDoor()
    await type(browser, page, 'nobody0@example.net', 'wrong')
    // The address has guessed 48 times more.
    await app.owner`update sign_in_attempts set tries = 49 where key = ${digestOf(`address:${addressKey('127.0.0.1')}`)}`
    const guesses = []
    for (const n of [1, 2, 3]) guesses.push((await type(browser, page, `nobody${n}@example.net`, 'wrong')).status)
    assert.deepEqual(guesses, [422, 429, 429])
  })

  test('whether an account exists shows neither in the text nor in the work done', async () => {
    await aUser(app, attacked.space, { mail: 'without.password@example.org' })
    const seen = []
    const { browser, page } = await atTheDoor()
    for (const mail of [victim.mail, 'nobody@example.net', 'without.password@example.org', 'no address']) {
      await resetSignInAttempts(attacked)
      const before = verificationCount()
      const answer = await type(browser, page, mail, 'wrong password')
      seen.push([answer.status, answer.text.replaceAll(mail, 'MAIL'), verificationCount() - before])
    }
    for (const other of seen.slice(1)) assert.deepEqual(other, seen[0])
    assert.equal(seen[0]![2], 1, 'one hash each')
    assert.ok((await type(browser, page, `a\u0000${victim.mail}`, 'wrong password')).status < 500)
    await eventually(
      async () => (await app.owner`select from audit_log where kind = 'account.sign_in_failed'`).length > 0,
    )
  })

  test('a service account cannot sign in', async () => {
    const [program] = await app.owner`
      update accounts set password_hash = (select password_hash from accounts where id = ${victim.id}) where service_account returning login_mail`
    const { browser, page } = await atTheDoor()
    assert.equal((await type(browser, page, program!['login_mail'], password)).status, 422)
  })
})

// PostgreSQL lower-cases İ to i, JavaScript to two characters; both must count as one mailbox.
const spellings = (mail: string) => [
  mail,
  ...['İ', 'I', 'i'].map(letter => mail.replace('i', letter)),
  mail.toUpperCase(),
]

async function aMember(mail: string) {
  const person = await aUser(app, attacked.space, { mail })
  await setPasswords(app, person)
  return person
}

describe('the spelling of an address', () => {
  beforeEach(() => resetSignInAttempts(attacked))
  after(() => resetSignInAttempts(attacked))

  test('gives no additional attempts at a password', async () => {
    const person = await aMember('sign.in@example.org')
    const attempt = async (mail: string) => {
      const browser = new Browser(app.url)
      const page = await browser.go(authorizePath(pkcePair().challenge))
      return (await browser.go(page.url, { fields: { mail, password: 'wrong password' } })).status
    }
    for (const mail of spellings(person.mail)) assert.equal(await attempt(mail), 422)
    for (const mail of [...spellings(person.mail), ` ${person.mail} `, `${person.mail} `])
      assert.equal(await attempt(mail), 429, mail)
  })

  test('gives no additional mails for a new password', async () => {
    const person = await aMember('reset.it@example.org')
    const ask = async (mail: string) => (await new Browser(app.url).go('/password', { fields: { mail } })).status
    for (const mail of spellings(person.mail)) assert.equal(await ask(mail), 200)
    for (const mail of spellings(person.mail)) assert.equal(await ask(mail), 429, mail)
  })

  test('leads to the same account and the same invitation', async () => {
    const person = await aMember('kim.in@example.org')
    for (const mail of spellings(person.mail)) await signedInBrowser(app, { mail })
    const admin = await aUser(app, await aSpace(app), { role: 'admin' })
    const { invite } = invitationRequests(app)
    const twice = await invite(admin, { email: 'new.in@example.org' }, { email: 'new.İn@example.org' })
    assert.deepEqual(refusal(twice), refusal.at('body.data.invitations.1.email'))
    const answers = []
    for (const email of spellings(person.mail)) answers.push(await invite(admin, { email }))
    assert.deepEqual(new Set(answers.map(({ body }) => body.data.invitations.user_id)), new Set([person.id]))
  })

  test('does not make a new sign-in address of the current one', async () => {
    const person = await aMember('same.in@example.org')
    const browser = await signedInBrowser(app, person)
    const { status } = await browser.go('/account/address', { fields: { mail: 'same.İn@example.org' } })
    assert.equal(status, 422)
    assert.deepEqual(mailsTo(app, 'same.İn@example.org'), [])
  })
})
