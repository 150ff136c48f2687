import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  assertErrorPage,
  assertErrorRedirect,
  redirectParams,
  startAttackTarget,
  website_uri,
} from '../../test/attack_target.ts'
import { authorizePath, Browser, loopback, pkcePair, signedInBrowser, signIn } from '../../test/sign_in.ts'

// The target of a code: an attacker who can change it gets the code.

const attacked = await startAttackTarget()
const { app, website, phone, victim } = attacked
const ask = (changes: Record<string, string | undefined>, browser = new Browser(app.url)) =>
  browser.send(authorizePath(pkcePair().challenge, changes))

test('a redirect URI that is not registered exactly gets nothing, not even an error', async () => {
  const bent: Record<string, string | undefined> = {
    'a path with ..': 'https://app.example.org/cb/../evil',
    'a path with .., encoded': 'https://app.example.org/cb/%2e%2e/evil',
    'an encoded slash': 'https://app.example.org/cb%2f..',
    'a longer path': 'https://app.example.org/cb/more',
    'a trailing slash': 'https://app.example.org/cb/',
    'a shorter path': 'https://app.example.org/',
    'another case of the path': 'https://app.example.org/CB',
    'another case of the host': 'https://APP.example.org/cb',
    'a query': 'https://app.example.org/cb?next=https://evil.example',
    'a fragment': 'https://app.example.org/cb#fragment',
    'another port': 'https://app.example.org:8443/cb',
    'the default port, spelled out': 'https://app.example.org:443/cb',
    'another scheme': 'http://app.example.org/cb',
    'no scheme': '//app.example.org/cb',
    'a suffix on the host': 'https://app.example.org.evil.example/cb',
    'a prefix on the host': 'https://evil-app.example.org/cb',
    'the host as a user name': 'https://app.example.org@evil.example/cb',
    'the host as a user name behind a backslash': 'https://evil.example\\@app.example.org/cb',
    'the URI as a query of another': 'https://evil.example/?https://app.example.org/cb',
    'a host of look-alike characters': 'https://аpp.example.org/cb',
    'a dot at the end of the host': 'https://app.example.org./cb',
    'a script': 'javascript:alert(1)//https://app.example.org/cb',
    'a data URI': 'data:text/html,<h1>app.example.org</h1>',
    'a space at the end': 'https://app.example.org/cb ',
    'a NUL at the end': 'https://app.example.org/cb\0',
    'an injected header': 'https://app.example.org/cb\r\nSet-Cookie: a=b',
    nothing: '',
    'no URI': undefined,
  }
  for (const [name, redirect_uri] of Object.entries(bent)) {
    const seen = await ask({ client_id: website.client_id, scope: 'teams:read', redirect_uri })
    assertErrorPage(seen, name)
    assert.equal(seen.headers.get('set-cookie'), null, name)
  }
})

test('a native application may listen on any loopback port, and nowhere else', async () => {
  for (const port of ['', ':1', ':7777', ':65535']) {
    const seen = await ask({ redirect_uri: `http://127.0.0.1${port}/callback` })
    assert.match(seen.headers.get('location')!, /^\/sign-in\//, port)
  }
  for (const redirect_uri of [
    'http://127.0.0.1.evil.example/callback',
    'http://127.0.0.1:7777@evil.example/callback',
    'http://127.0.0.1:7777/other',
    'http://127.0.0.1:7777/callback/../other',
    'http://127.0.0.1:7777/callback#x',
    'https://127.0.0.1:7777/callback',
    'http://localhost:7777/callback',
    'http://0.0.0.0:7777/callback',
    'http://127.1:7777/callback',
    'http://2130706433:7777/callback',
    'http://[::ffff:127.0.0.1]:7777/callback',
  ])
    assertErrorPage(await ask({ redirect_uri }), redirect_uri)
})

test('the console, which gets codes without consent, gets them at its exact address only', async () => {
  const console_params = { client_id: 'muster-console', scope: 'openid' }
  const { port } = new URL(app.url)
  const browser = await signedInBrowser(app, victim)
  for (const redirect_uri of [
    'http://127.0.0.1:7777/console/callback',
    'http://127.0.0.1/console/callback',
    'http://127.0.0.1:1/console/callback',
    `http://localhost:${port}/console/callback`,
    `http://[::1]:${port}/console/callback`,
    `https://127.0.0.1:${port}/console/callback`,
    `http://127.0.0.1:${port}/console/callback/`,
    `http://127.0.0.1:${port}/console/callback?next=x`,
  ])
    assertErrorPage(await ask({ ...console_params, redirect_uri }, browser), redirect_uri)
  const own = `${app.url}/console/callback`
  const { url } = await browser.go(authorizePath(pkcePair().challenge, { ...console_params, redirect_uri: own }))
  assert.ok(url.startsWith(`${own}?code=`), url)
})

test('another program on the user’s machine gets no code without consent, also when it had one before', async () => {
  const browser = await signedInBrowser(app, victim)
  assert.match((await signIn(browser, authorizePath(pkcePair().challenge), victim)).url, /code=/)
  for (const port of [7777, 7778]) {
    const redirect_uri = `http://127.0.0.1:${port}/callback`
    assert.match((await browser.go(authorizePath(pkcePair().challenge, { redirect_uri }))).text, /value="allow"/)
  }
})

describe('responses', () => {
  test('a token is never sent in a URL: every response_type but code is refused', async () => {
    const types = ['token', 'id_token', 'code token', 'code id_token', 'id_token token', 'none', 'CODE']
    for (const response_type of types)
      assertErrorRedirect(await ask({ response_type, nonce: 'n' }), 'unsupported_response_type', attacked)
  })

  test('every response_mode but query is refused, in the query', async () => {
    for (const response_mode of ['fragment', 'form_post', 'web_message', 'jwt', 'query.jwt', 'nonsense']) {
      const { hash, searchParams } = new URL((await ask({ response_mode })).headers.get('location')!)
      assert.match(searchParams.get('error')!, /^(invalid_request|unsupported_response_mode)$/, response_mode)
      assert.equal(hash, '')
    }
  })

  test('an application that is unknown or was ended gets nothing', async () => {
    assertErrorPage(await ask({ client_id: 'nobody' }))
    await app.owner`update integrations set ended_at = now() where client_id = ${phone.client_id}`
    assertErrorPage(await ask({ client_id: phone.client_id, redirect_uri: website_uri }))
    await app.owner`update integrations set ended_at = null where client_id = ${phone.client_id}`
  })

  test('state is returned unchanged, whatever it contains, and a request cannot change the issuer', async () => {
    const state = `"><script>alert(1)</script>&code=mine#\u00e9\u{1f600} %0d%0a`
    const params = redirectParams(await ask({ state, iss: 'https://evil.example', response_type: 'token' }))
    assert.deepEqual([params.get('state'), params.getAll('code'), params.getAll('iss')], [state, [], [app.url]])
  })

  test('the Host header changes no URL of ours', async () => {
    for (const name of ['host', 'x-forwarded-host', 'forwarded']) {
      const headers = { [name]: name === 'forwarded' ? 'host=evil.example' : 'evil.example' }
      const { text } = await app.as().get('/.well-known/openid-configuration', headers)
      assert.ok(!text.includes('evil.example'), name)
    }
  })
})

test('signing out redirects nowhere but to the addresses that an application registered', async () => {
  const leave = (query: Record<string, string>) =>
    new Browser(app.url).go(`/oauth/end_session?${new URLSearchParams(query)}`)
  const [evil, client_id] = ['https://evil.example/', 'muster-console']
  // Without an application, the address is not followed.
  assert.equal((await leave({ post_logout_redirect_uri: evil })).url, '/oauth/end_session/success')
  for (const address of [evil, `${app.url}/console/../evil`, loopback, 'http://127.0.0.1:7777/console/'])
    assertErrorPage(await leave({ client_id, post_logout_redirect_uri: address }), address)
})
