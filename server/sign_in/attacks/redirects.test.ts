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
const { app, website } = attacked
const ask = (changes: Record<string, string | undefined>) =>
  new Browser(app.url).send(authorizePath(pkcePair().challenge, changes))

describe('a redirect URI that is not registered exactly gets nothing, not even an error', () => {
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
  for (const [name, redirect_uri] of Object.entries(bent))
    test(name, async () => {
      const seen = await ask({ client_id: website.client_id, scope: 'teams:read', redirect_uri })
      assertErrorPage(seen)
      assert.equal(seen.headers.get('set-cookie'), null)
    })
})

describe('a native application may listen on any loopback port, and nowhere else', () => {
  for (const port of ['', ':1', ':7777', ':65535'])
    test(`http://127.0.0.1${port}/callback is accepted`, async () => {
      const seen = await ask({ redirect_uri: `http://127.0.0.1${port}/callback` })
      assert.match(seen.headers.get('location')!, /^\/sign-in\//)
    })
  const elsewhere = [
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
  ]
  for (const redirect_uri of elsewhere)
    test(`${redirect_uri} is refused`, async () => assertErrorPage(await ask({ redirect_uri })))
})

describe('the console, which gets codes without consent, is redirected to its exact address only', () => {
  const { port } = new URL(app.url)
  const elsewhere = [
    'http://127.0.0.1:7777/console/callback',
    'http://127.0.0.1/console/callback',
    'http://127.0.0.1:1/console/callback',
    `http://localhost:${port}/console/callback`,
    `http://[::1]:${port}/console/callback`,
    `https://127.0.0.1:${port}/console/callback`,
    `http://127.0.0.1:${port}/console/callback/`,
    `http://127.0.0.1:${port}/console/callback?next=x`,
  ]
  const console_params = { client_id: 'muster-console', scope: 'openid' }
  for (const redirect_uri of elsewhere)
    test(`${redirect_uri.replace(port, 'PORT')} gets no code, not even from a signed-in browser`, async () => {
      const browser = await signedInBrowser(app, attacked.victim)
      assertErrorPage(await browser.send(authorizePath(pkcePair().challenge, { ...console_params, redirect_uri })))
    })
  test('its own address gets one without a question', async () => {
    const browser = await signedInBrowser(app, attacked.victim)
    const redirect_uri = `${app.url}/console/callback`
    const { url } = await browser.go(authorizePath(pkcePair().challenge, { ...console_params, redirect_uri }))
    assert.ok(url.startsWith(`${redirect_uri}?code=`), url)
  })
  test('signing out redirects to its own port only', async () => {
    const post_logout_redirect_uri = 'http://127.0.0.1:7777/console/'
    const query = new URLSearchParams({ client_id: 'muster-console', post_logout_redirect_uri })
    assertErrorPage(await new Browser(app.url).go(`/oauth/end_session?${query}`))
  })
})

test('another program on the user’s machine gets no code without consent, also when it had one before', async () => {
  const browser = await signedInBrowser(app, attacked.victim)
  assert.match((await signIn(browser, authorizePath(pkcePair().challenge), attacked.victim)).url, /code=/)
  for (const port of [7777, 7778]) {
    const redirect_uri = `http://127.0.0.1:${port}/callback`
    assert.match((await browser.go(authorizePath(pkcePair().challenge, { redirect_uri }))).text, /value="allow"/)
  }
})

describe('responses', () => {
  for (const response_type of ['token', 'id_token', 'code token', 'code id_token', 'id_token token', 'none', 'CODE'])
    test(`response_type=${response_type} is refused: a token is never sent in a URL`, async () => {
      const seen = await ask({ response_type, nonce: 'n' })
      assertErrorRedirect(seen, 'unsupported_response_type', attacked)
    })
  for (const response_mode of ['fragment', 'form_post', 'web_message', 'jwt', 'query.jwt', 'nonsense'])
    test(`response_mode=${response_mode} is refused, in the query`, async () => {
      const seen = await ask({ response_mode })
      assert.match(
        new URL(seen.headers.get('location')!).searchParams.get('error')!,
        /^(invalid_request|unsupported_response_mode)$/,
      )
      assert.equal(new URL(seen.headers.get('location')!).hash, '')
    })
  test('an unknown application gets nothing', async () => assertErrorPage(await ask({ client_id: 'nobody' })))
  test('an application that was ended gets nothing', async () => {
    const [ended] = await app.owner`
      update integrations set ended_at = now() where client_id = ${attacked.phone.client_id} returning client_id`
    assertErrorPage(await ask({ client_id: ended!['client_id'], redirect_uri: website_uri }))
    await app.owner`update integrations set ended_at = null where client_id = ${attacked.phone.client_id}`
  })
  test('state is returned unchanged, whatever it contains', async () => {
    const state = `"><script>alert(1)</script>&code=mine#\u00e9\u{1f600} %0d%0a`
    const seen = await ask({ state, response_type: 'token' })
    assert.deepEqual([redirectParams(seen).get('state'), redirectParams(seen).getAll('code')], [state, []])
  })
  test('a request cannot change the issuer', async () => {
    const seen = await ask({ iss: 'https://evil.example', response_type: 'token' })
    assert.deepEqual(redirectParams(seen).getAll('iss'), [app.url])
  })
  test('the Host header changes no URL of ours', async () => {
    for (const headers of [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example' },
      { forwarded: 'host=evil.example' },
    ] as Record<string, string>[]) {
      const { body } = await app.as().get('/.well-known/openid-configuration', headers)
      assert.ok(!JSON.stringify(body).includes('evil.example'))
    }
  })
})

describe('signing out redirects nowhere else', () => {
  const leave = (query: Record<string, string>) =>
    new Browser(app.url).go(`/oauth/end_session?${new URLSearchParams(query)}`)
  test('a URI without an application is not followed', async () => {
    const seen = await leave({ post_logout_redirect_uri: 'https://evil.example/' })
    assert.equal(seen.url, '/oauth/end_session/success')
  })
  test('a URI that the application did not register is refused', async () => {
    for (const post_logout_redirect_uri of ['https://evil.example/', `${app.url}/console/../evil`, loopback])
      assertErrorPage(await leave({ client_id: 'muster-console', post_logout_redirect_uri }))
  })
  test('a hint that we did not sign is refused', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const id_token_hint = `${part({ alg: 'none' })}.${part({ iss: app.url, aud: 'muster-console', sub: '1' })}.`
    assertErrorPage(await leave({ id_token_hint, post_logout_redirect_uri: `${app.url}/console/` }))
  })
})
