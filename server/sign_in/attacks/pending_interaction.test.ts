import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startAttackTarget, website_uri } from '../../test/attack_target.ts'
import { authorizePath, Browser, password, pkcePair, signIn } from '../../test/sign_in.ts'

// Any caller can begin a sign-in, as often as they like. The server stores nothing until a password was right.

const attacked = await startAttackTarget({ env: { RATE_BURST: '100000' } })
const { app, website, victim } = attacked
const rows = async () => (await app.owner<[{ n: number }]>`select count(*) as n from oidc_records`)[0].n

describe('callers who are not signed in leave no rows', () => {
  test('however often they start a sign-in, view the page, continue, or sign out', async () => {
    const before = await rows()
    const web = { client_id: website.client_id, redirect_uri: website_uri, scope: 'openid teams:read' }
    for (let round = 0; round < 25; round++) {
      const browser = new Browser(app.url)
      const page = await browser.go(authorizePath(pkcePair().challenge, round % 2 ? web : {}))
      assert.match(page.text, /name="password"/)
      assert.match((await browser.go(page.url.replace('/sign-in/', '/oauth/authorize/'))).text, /name="password"/)
      await browser.go('/oauth/end_session')
      await browser.go('/account')
      await browser.send(page.url, { fields: { mail: `${round}@example.net`, password: 'a wrong guess' } })
      await app.owner`delete from sign_in_attempts`
    }
    assert.equal(await rows(), before)
  })

  test('and a signed-in user leaves those of their own session', async () => {
    const before = await rows()
    assert.match((await signIn(new Browser(app.url), authorizePath(pkcePair().challenge), victim)).url, /code=/)
    const after = await rows()
    assert.ok(after > before && after - before <= 4, `${after - before}`)
  })
})

describe('the cookie of a pending sign-in', () => {
  const begun = async (changes: Record<string, string> = {}) => {
    const browser = new Browser(app.url)
    const page = await browser.go(authorizePath(pkcePair().challenge, changes))
    const held = [...browser.jar].filter(([name]) => name.startsWith('muster_pending@'))
    assert.equal(held.length, 2)
    return { browser, page, held: held.map(([, cookie]) => cookie) }
  }

  test('is accepted as we signed it, or not at all', async () => {
    const bent: ((value: string, other: string) => string)[] = [
      value => value.replace(/^./, first => (first === 'A' ? 'B' : 'A')),
      value => value.split('.')[0]!,
      value => `${value.split('.')[0]}.`,
      value => value.slice(0, -1),
      (_, other) => other,
      (value, other) => `${other.split('.')[0]}.${value.split('.')[1]}`,
      () => '',
      () => '.',
      () => 'a.b.c',
    ]
    for (const bend of bent) {
      const [{ browser, page, held }, other] = [await begun(), await begun()]
      for (const cookie of held) cookie.value = bend(cookie.value, other.held[0]!.value)
      const seen = await browser.send(page.url)
      assert.equal(seen.status, 400, seen.text)
      const typed = await browser.send(page.url, { fields: { mail: victim.mail, password } })
      assert.equal(typed.status, 400)
      const resumed = await browser.send(page.url.replace('/sign-in/', '/oauth/authorize/'))
      assert.equal(resumed.status, 400)
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

  test('is limited: a request that is too long for it is refused', async () => {
    const browser = new Browser(app.url)
    const state = Array.from({ length: 100 }, () => pkcePair().verifier).join('')
    const seen = await browser.send(authorizePath(pkcePair().challenge, { state }))
    assert.equal(new URL(seen.headers.get('location')!).searchParams.get('error'), 'invalid_request')
  })

  test('has room for the requests of real clients', async () => {
    const state = Array.from({ length: 40 }, () => pkcePair().verifier).join('')
    const { browser, page } = await begun({ state, nonce: pkcePair().verifier, login_hint: victim.mail })
    const consent = await browser.go(page.url, { fields: { mail: victim.mail, password } })
    const back = await browser.go(consent.url, { fields: { decision: 'allow', space: String(attacked.space) } })
    assert.equal(new URL(back.url).searchParams.get('state'), state)
  })
})
