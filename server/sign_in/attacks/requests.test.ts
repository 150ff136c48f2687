import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  anAuthorizationCode,
  assertErrorPage,
  assertErrorRedirect,
  redirectParams,
  startAttackTarget,
  website_uri,
} from '../../test/attack_target.ts'
import { failAsEarlyAsUsual } from '../../test/connecting.ts'
import { startBeside } from '../../test/shared_apps.ts'
import {
  authorizePath,
  Browser,
  loopback,
  pkcePair,
  requestTokens,
  signedInBrowser,
  signIn,
} from '../../test/sign_in.ts'

// Requests that no honest client sends. None may be mistaken for another, and none may cause a 5xx.

const attacked = await startAttackTarget()
const { app, website, phone, victim } = attacked
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const path = (changes: Record<string, string> = {}) => authorizePath(pkcePair().challenge, changes)
const send = (changes: Record<string, string>) => new Browser(app.url).send(path(changes))
const post = (body: string, headers: Record<string, string> = form) =>
  app.as().send('POST', '/oauth/token', { body, headers })
const outcome = ({ status, body }: { status: number; body: any }) => [status, body.error]
const invalid = [400, 'invalid_request']
const exchange = { grant_type: 'authorization_code', client_id: 'muster-cli' }

describe('what is refused:', () => {
  test('a duplicate parameter, in an authorization request and in a token request', async () => {
    const names = ['client_id', 'redirect_uri', 'scope', 'state', 'response_type', 'code_challenge', 'prompt']
    for (const name of names) {
      const { status, headers } = await new Browser(app.url).send(`${path()}&${name}=a&${name}=b`)
      const location = headers.get('location')
      if (status !== 400) assert.equal(new URL(location!).searchParams.get('error'), 'invalid_request', name)
      assert.ok(!location?.includes('sign-in'))
    }
    const { code, verifier, seen } = await anAuthorizationCode(attacked)
    const fields = new URLSearchParams({ ...exchange, code, redirect_uri: loopback, code_verifier: verifier })
    for (const name of ['code', 'client_id', 'redirect_uri', 'code_verifier', 'grant_type'])
      assert.deepEqual(outcome(await post(`${fields}&${name}=x`)), invalid, name)
    const redeemed = await post(String(fields))
    assert.equal(redeemed.status, 200)
    const page = await new Browser(app.url).go(path())
    for (const { headers } of [seen, redeemed, page])
      assert.equal(headers.get('cache-control'), 'no-store', 'what has a secret is never cached')
  })

  test('a huge parameter, without an error', async () => {
    for (const name of ['state', 'scope', 'client_id', 'login_hint', 'nonce'])
      assert.ok((await send({ [name]: 'x'.repeat(12_000) })).status < 500, name)
    assert.deepEqual(outcome(await requestTokens(app, { ...exchange, code: 'x'.repeat(100_000) })), [
      413,
      'invalid_request',
    ])
  })

  test('NUL, lone surrogates and other malformed text', async () => {
    const asked = 'client_id scope state redirect_uri prompt max_age id_token_hint ui_locales'.split(' ')
    const exchanged = 'client_id client_secret code refresh_token grant_type scope token'.split(' ')
    const injected = ["'; drop table tokens; --", '../../etc/passwd', '{"$gt":""}', '[]']
    const browser = new Browser(app.url)
    const page = await browser.go(path())
    for (const odd of ['\0', '%00', '\ud800', '\u202e', ...injected]) {
      for (const name of asked) {
        const { status, text } = await send({ [name]: odd })
        assert.ok(status < 500, `${name}=${odd}: ${text}`)
      }
      for (const name of exchanged) {
        const { status, text } = await requestTokens(app, { ...exchange, [name]: odd })
        assert.ok(status >= 400 && status < 500, `${name}=${odd}: ${text}`)
      }
      assert.ok((await browser.send(`/sign-in/${encodeURIComponent(odd.toWellFormed())}`)).status < 500)
      assert.ok((await browser.send(page.url, { fields: { mail: odd, password: odd } })).status < 500)
    }
  })

  test('array and object notation, which is not parsed', async () => {
    const pairs = 'grant_type[]=authorization_code&client_id[$ne]=x&__proto__[client_id]=muster-cli&constructor=x'
    assert.deepEqual(outcome(await post(pairs)), invalid)
  })

  test('malformed headers', async () => {
    const no_colon = `Basic ${Buffer.from('nocolon').toString('base64')}`
    for (const authorization of ['Basic', 'Basic !!!', no_colon, 'Bearer x', 'Basic a b', 'Negotiate x']) {
      const { status, body } = await requestTokens(app, { grant_type: 'client_credentials' }, { authorization })
      assert.ok(status === 400 || status === 401)
      assert.match(body.error, /^invalid_(request|client)$/)
    }
  })

  test('another method or format than POST and a form for tokens', async () => {
    const query = '/oauth/token?grant_type=client_credentials'
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'])
      assert.ok([404, 405].includes((await app.as().send(method, query)).status), method)
    assert.deepEqual(outcome(await post('{"grant_type":"client_credentials"}', {})), invalid)
    const answer = await app.as().send('POST', `${query}&client_id=muster-cli`, { body: '', headers: form })
    assert.equal(answer.body.error, 'invalid_request')
  })

  test('POST for a code, which other sites could send unseen; and HEAD, which signs no user in', async () => {
    const [base, query] = path().split('?')
    const seen = await new Browser(app.url).send(base!, { fields: Object.fromEntries(new URLSearchParams(query)) })
    assert.ok([404, 405].includes(seen.status))
    const count = async () => (await app.owner`select count(*) as n from oidc_records`)[0]!['n']
    const before = await count()
    const { status, headers } = await new Browser(app.url).send(path(), { method: 'HEAD' })
    assert.ok(status < 500)
    assert.equal(headers.get('location')?.includes('code='), status >= 300 && status < 400 ? false : undefined)
    assert.equal(await count(), before, 'it starts nothing')
  })

  test('an unknown application, without internals; and an unknown path below /oauth', async () => {
    const seen = await send({ client_id: 'nobody' })
    assertErrorPage(seen)
    assert.doesNotMatch(seen.text, /at .*\.(js|ts):\d+|node_modules|postgres|select /i)
    for (const path of ['/oauth/', '/oauth/nowhere', '/oauth/token/', '/oauth/authorize/x/y', '/oauth/../oauth/token'])
      assert.ok([400, 404, 405].includes((await app.as().get(path)).status), path)
  })
})

describe('responses', () => {
  test('of the token endpoint are JSON as in the standard, also errors, whatever the Accept header', async () => {
    for (const accept of ['text/html', '*/*', 'application/json', '']) {
      const { status, body, headers } = await requestTokens(app, exchange, { accept })
      assert.equal(status, 400)
      assert.deepEqual(Object.keys(body).toSorted(), ['error', 'error_description'])
      assert.equal(headers.get('cache-control'), 'no-store')
    }
  })

  test('have a request id and rate limit headers', async () => {
    const known = ['openid-configuration', 'oauth-protected-resource'].map(name => `/.well-known/${name}`)
    for (const path of ['/oauth/jwks', ...known, '/oauth/nowhere', '/sign-in/x', authorizePath('x')]) {
      const { headers } = await new Browser(app.url).send(path)
      assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/, path)
      assert.ok(headers.get('x-ratelimit-remaining'), path)
    }
  })

  test('let another origin request a token only for an application registered there', async () => {
    const fields = { grant_type: 'refresh_token', refresh_token: 'x', client_id: attacked.phone.client_id }
    const allowed = async (origin: string) =>
      (await requestTokens(app, fields, { origin })).headers.get('access-control-allow-origin')
    assert.equal(await allowed('https://evil.example'), null)
    assert.equal(await allowed('https://app.example.org'), 'https://app.example.org')
  })
})

describe('when the database fails', () => {
  const renew = { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'muster-cli' }

  test('clients and browsers get a server error without details', async () => {
    await app.owner`revoke select on oidc_records from muster_app`
    try {
      const token = await requestTokens(app, renew)
      assert.deepEqual(outcome(token), [500, 'server_error'])
      const page = await new Browser(app.url).send('/oauth/end_session/confirm', { fields: { xsrf: 'x' } })
      for (const { text } of [token, page]) assert.doesNotMatch(text, /permission denied|oidc_records|select/)
    } finally {
      await app.owner`grant select on oidc_records to muster_app`
    }
  })

  describe('or is overloaded', () => {
    failAsEarlyAsUsual()

    test('they get a 503 with Retry-After; and the rate limit applies to all paths', async () => {
      // Its sessions wait for locks as briefly as those of a running server.
      const small = await startBeside(app, { RATE_BURST: '30', RATE_PER_SECOND: '0.001' })
      const answer = await app.owner.begin(async sql => {
        await sql`lock table oidc_records in access exclusive mode`
        return requestTokens(small, renew)
      })
      assert.deepEqual([...outcome(answer), answer.headers.get('retry-after')], [503, 'server_error', '1'])
      const statuses: number[] = []
      for (let index = 0; index < 40; index++) statuses.push((await small.as().get('/oauth/jwks')).status)
      assert.ok(statuses.includes(429) && statuses.indexOf(429) <= 30)
      assert.equal((await small.as().get(authorizePath('x'))).status, 429)
      assert.equal((await requestTokens(small, { grant_type: 'client_credentials' })).status, 429)
    })
  })
})

// The target of a code: an attacker who can change it gets the code.

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

describe('answers to an application', () => {
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

  test('an application that was ended gets nothing', async () => {
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
