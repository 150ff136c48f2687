import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { verificationCount } from '../../access/passwords.ts'
import { databaseTime, secondsAfter } from '../../db/clock.ts'
import { resetSignInAttempts, startAttackTarget } from '../../test/attack_target.ts'
import { eventually } from '../../test/harness.ts'
import { aUser } from '../../test/people.ts'
import { authorizePath, Browser, password, pkcePair, signIn, tokensFor, type VisitedPage } from '../../test/sign_in.ts'

// Attacks on the sign-in pages: other sites, password guessing, and former users of the same browser.

const attacked = await startAttackTarget()
const { app, victim } = attacked
beforeEach(() => resetSignInAttempts(attacked))

async function atTheDoor() {
  const browser = new Browser(app.url)
  return { browser, page: await browser.go(authorizePath(pkcePair().challenge)) }
}
const type = (browser: Browser, page: VisitedPage, mail: string, typed: string, headers = {}) =>
  browser.send(page.url, { fields: { mail, password: typed }, headers })

describe('another site', () => {
  const foreign: Record<string, Record<string, string>> = {
    'a foreign Origin': { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    'a foreign Origin of an older browser': { origin: 'https://evil.example', 'sec-fetch-site': '' },
    'a site of the same domain': { origin: 'https://blog.127.0.0.1', 'sec-fetch-site': 'same-site' },
    'no Origin, but Sec-Fetch-Site': { 'sec-fetch-site': 'cross-site' },
  }
  for (const [name, headers] of Object.entries(foreign)) {
    test(`cannot send the sign-in form (${name})`, async () => {
      const { browser, page } = await atTheDoor()
      assert.equal((await type(browser, page, victim.mail, password, headers)).status, 403)
    })
    test(`cannot allow an application (${name})`, async () => {
      const { browser, page } = await atTheDoor()
      const consent = await browser.go(page.url, { fields: { mail: victim.mail, password } })
      const fields = { decision: 'allow', space: String(attacked.space) }
      assert.equal((await browser.send(consent.url, { fields, headers })).status, 403)
    })
  }

  test('cannot sign a user out: that needs a secret of our page', async () => {
    const browser = new Browser(app.url)
    const tokens = await tokensFor(app, victim, { browser })
    for (const fields of [{ logout: 'yes' }, { logout: 'yes', xsrf: 'guessed' }] as Record<string, string>[])
      assert.equal((await browser.send('/oauth/end_session/confirm', { fields })).status, 400)
    await browser.go('/oauth/end_session')
    assert.equal((await app.as({ token: tokens.access_token }).get('/me')).status, 200)
  })

  test('cannot frame any of our pages', async () => {
    const { browser, page } = await atTheDoor()
    const consent = await browser.go(page.url, { fields: { mail: victim.mail, password } })
    const error = await browser.send(authorizePath(pkcePair().challenge, { redirect_uri: 'https://evil.example' }))
    for (const { headers } of [page, consent, error, await browser.go('/oauth/end_session')]) {
      const policy = headers.get('content-security-policy')!
      for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"])
        assert.ok(policy.includes(rule), policy)
      assert.doesNotMatch(policy, /script-src|unsafe|\*/)
      assert.deepEqual(
        ['referrer-policy', 'cache-control', 'x-content-type-options'].map(name => headers.get(name)),
        ['no-referrer', 'no-store', 'nosniff'],
      )
    }
  })

  test('may be the target of a form only if the application is there', async () => {
    const { page } = await atTheDoor()
    assert.match(page.headers.get('content-security-policy')!, /form-action 'self' http:\/\/127\.0\.0\.1:7777;/)
  })

  test('cannot inject markup into our pages', async () => {
    const evil = '"><script>alert(1)</script>'
    const { browser, page } = await atTheDoor()
    const pages = [
      await type(browser, page, evil, 'wrong password'),
      await new Browser(app.url).go(authorizePath(pkcePair().challenge, { login_hint: evil })),
      await browser.send(authorizePath(pkcePair().challenge, { client_id: evil })),
      await browser.send(authorizePath(pkcePair().challenge, { scope: evil, redirect_uri: evil })),
    ]
    for (const { text } of pages) assert.doesNotMatch(text, /<script/)
  })

  test('cannot continue a sign-in that was begun in another browser', async () => {
    const { page } = await atTheDoor()
    const other = new Browser(app.url)
    const seen = await other.go(page.url)
    assert.deepEqual([seen.status, /This sign-in has expired/.test(seen.text)], [400, true])
    assert.match(seen.text, /<a class="button" href="\/console\/">Sign in to Muster/)
    assert.equal((await type(other, page, victim.mail, password)).status, 400)
    assert.equal((await other.go(`/oauth/authorize/${page.url.split('/').at(-1)}`)).status, 400)
  })

  test('cannot forge the cookie of a sign-in: it is signed', async () => {
    const { browser, page } = await atTheDoor()
    const uid = page.url.split('/').at(-1)!
    for (const cookie of [`muster_sign_in=${uid}`, `muster_sign_in=${uid}; muster_sign_in.sig=AAAA`])
      assert.equal((await new Browser(app.url).send(page.url, { headers: { cookie } })).status, 400)
    assert.equal((await browser.send(page.url)).status, 200)
  })
})

describe('the session', () => {
  test('gets a new ID at sign-in, so that it cannot be known before', async () => {
    const browser = new Browser(app.url)
    await browser.go('/oauth/end_session')
    await browser.go(authorizePath(pkcePair().challenge))
    const before = browser.jar.get('muster_session@/')?.value
    await signIn(browser, authorizePath(pkcePair().challenge), victim)
    const first = browser.jar.get('muster_session@/')!.value
    assert.notEqual(first, before)
    await browser.go(authorizePath(pkcePair().challenge, { prompt: 'login' }))
    await signIn(browser, authorizePath(pkcePair().challenge, { prompt: 'login' }), victim)
    assert.notEqual(browser.jar.get('muster_session@/')!.value, first)
  })

  test('planted by an attacker is useless once the victim has signed in', async () => {
    const attacker = new Browser(app.url)
    await signIn(attacker, authorizePath(pkcePair().challenge), victim)
    const planted = attacker.jar.get('muster_session@/')!.value
    const other = await aUser(app, attacked.space)
    const browser = new Browser(app.url)
    for (const [name, cookie] of attacker.jar) if (name.startsWith('muster_session')) browser.jar.set(name, cookie)
    await browser.go(authorizePath(pkcePair().challenge, { prompt: 'login' }))
    await signIn(browser, authorizePath(pkcePair().challenge, { prompt: 'login' }), victim)
    assert.notEqual(browser.jar.get('muster_session@/')!.value, planted)
    const seen = await attacker.go(authorizePath(pkcePair().challenge))
    assert.match(seen.text, /name="password"/)
    assert.ok(other)
  })

  test('lasts an hour without use and twelve in all', async () => {
    await tokensFor(app, victim)
    const [row] = await app.owner`
      select extract(epoch from expires_at - now())::int as left from oidc_records where kind = 'Session' and user_id is not null order by id desc limit 1`
    assert.ok(row!['left'] > 3500 && row!['left'] <= 3600)
    const browser = new Browser(app.url)
    await tokensFor(app, victim, { browser })
    await app.owner`
      update oidc_records
      set record = jsonb_set(record::jsonb, '{loginTs}', to_jsonb(extract(epoch from now() - interval '11 hours 50 minutes')::bigint))::json
      where kind = 'Session'`
    await browser.go(authorizePath(pkcePair().challenge))
    const [old] = await app.owner`
      select extract(epoch from expires_at - now())::int as left from oidc_records where kind = 'Session' order by updated_at desc limit 1`
    assert.ok(old!['left'] <= 602, String(old!['left']))
  })

  test('that has expired in the database is over', async () => {
    const browser = new Browser(app.url)
    await tokensFor(app, victim, { browser })
    await app.owner`update oidc_records set expires_at = now() - interval '1 second' where kind = 'Session'`
    assert.match((await browser.go(authorizePath(pkcePair().challenge))).text, /name="password"/)
  })

  test('prompt=login and max_age ask for the password again, prompt=none never asks', async () => {
    const browser = new Browser(app.url)
    const { headers } = await browser.send(authorizePath(pkcePair().challenge, { prompt: 'none' }))
    assert.equal(new URL(headers.get('location')!).searchParams.get('error'), 'login_required')
    await tokensFor(app, victim, { browser })
    for (const changes of [{ prompt: 'login' }, { max_age: '0' }])
      assert.match((await browser.go(authorizePath(pkcePair().challenge, changes))).text, /name="password"/)
    const silent = await browser.send(authorizePath(pkcePair().challenge, { prompt: 'none' }))
    assert.equal(new URL(silent.headers.get('location')!).searchParams.get('error'), 'interaction_required')
  })

  test('our cookies are HttpOnly, SameSite, and limited to their paths', async () => {
    const browser = new Browser(app.url)
    const first = await browser.send(authorizePath(pkcePair().challenge))
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

describe('guessing passwords', () => {
  test('sixty concurrent guesses count as five, however they are sent', async () => {
    const { browser, page } = await atTheDoor()
    const began = Date.now()
    const guesses = await Promise.all(
      Array.from({ length: 60 }, (_, index) => type(browser, page, victim.mail, `guess number ${index}`)),
    )
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

  test('another spelling of the address is the same account', async () => {
    const { browser, page } = await atTheDoor()
    for (const mail of [victim.mail, victim.mail.toUpperCase(), ` ${victim.mail} `, `${victim.mail} `, victim.mail])
      assert.equal((await type(browser, page, mail, 'wrong')).status, 422)
    assert.equal((await type(browser, page, victim.mail, 'wrong')).status, 429)
  })

  test('the delay grows with each wrong attempt, up to a quarter of an hour', async () => {
    const { browser, page } = await atTheDoor()
    const waits: number[] = []
    for (let index = 0; index < 18; index++) {
      const answer = await type(browser, page, victim.mail, 'wrong')
      if (answer.status === 429) waits.push(Number(answer.headers.get('retry-after')))
      await app.owner`update sign_in_attempts set wait_until = case when ${answer.status === 429} then null else wait_until end`
    }
    // Retry-After is the rest of the delay: on a busy machine some of it has passed.
    const begun = waits.slice(0, 4).map(left_s => Math.max(2, 2 ** Math.ceil(Math.log2(left_s))))
    assert.deepEqual(begun, [2, 4, 8, 16])
    await app.owner`update sign_in_attempts set tries = 40, wait_until = null`
    await type(browser, page, victim.mail, 'wrong')
    assert.equal(Number((await type(browser, page, victim.mail, 'wrong')).headers.get('retry-after')), 900)
  })

  test('cannot lock the owner out of a known browser', async () => {
    const known = new Browser(app.url)
    await tokensFor(app, victim, { browser: known })
    const { browser, page } = await atTheDoor()
    for (let index = 0; index < 7; index++) await type(browser, page, victim.mail, 'wrong')
    assert.equal((await type(browser, page, victim.mail, password)).status, 429)
    const door = await known.go(authorizePath(pkcePair().challenge, { prompt: 'login' }))
    assert.equal((await type(known, door, victim.mail, password)).status, 303)
  })

  test('at many accounts from one IP address is slowed down, too', async () => {
    const { browser, page } = await atTheDoor()
    for (let index = 0; index < 50; index++) await type(browser, page, `nobody${index}@example.net`, 'wrong')
    assert.equal((await type(browser, page, 'another@example.net', 'wrong')).status, 429)
  })

  test('whether an account exists shows neither in the text nor in the work done', async () => {
    await aUser(app, attacked.space, { mail: 'without.password@example.org' })
    const seen = []
    for (const mail of [
      victim.mail,
      'nobody@example.net',
      'without.password@example.org',
      'no address',
      `a\u0000${victim.mail}`,
    ]) {
      await resetSignInAttempts(attacked)
      const { browser, page } = await atTheDoor()
      const before = verificationCount()
      const answer = await type(browser, page, mail, 'wrong password')
      if (mail.includes('\u0000')) continue
      seen.push([answer.status, answer.text.replaceAll(mail, 'MAIL'), verificationCount() - before])
    }
    for (const other of seen.slice(1)) assert.deepEqual(other, seen[0])
    assert.equal(seen[0]![2], 1, 'one hash each')
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
