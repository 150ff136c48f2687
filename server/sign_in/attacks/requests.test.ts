import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { anAuthorizationCode, assertErrorPage, redeemCode, startAttackTarget } from '../../test/attack_target.ts'
import { authorizePath, Browser, pkcePair, requestTokens } from '../../test/sign_in.ts'

// Requests that no honest client sends. None may be mistaken for another, and none may cause a 5xx.

const attacked = await startAttackTarget({ env: { RATE_BURST: '100000' } })
const { app } = attacked
const form = { 'content-type': 'application/x-www-form-urlencoded' }

describe('a duplicate parameter is refused:', () => {
  const names = ['client_id', 'redirect_uri', 'scope', 'state', 'response_type', 'code_challenge', 'prompt']
  for (const name of names)
    test(`${name}, in an authorization request`, async () => {
      const path = `${authorizePath(pkcePair().challenge)}&${name}=a&${name}=b`
      const seen = await new Browser(app.url).send(path)
      assert.ok(
        seen.status === 400 || new URL(seen.headers.get('location')!).searchParams.get('error') === 'invalid_request',
      )
      assert.ok(!seen.headers.get('location')?.includes('sign-in'))
    })
  for (const name of ['code', 'client_id', 'redirect_uri', 'code_verifier', 'grant_type'])
    test(`${name}, in a token request`, async () => {
      const { code, verifier } = await anAuthorizationCode(attacked)
      const fields = new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: 'http://127.0.0.1:7777/callback',
        client_id: 'muster-cli',
        code_verifier: verifier,
      })
      const answer = await app.as().send('POST', '/oauth/token', { body: `${fields}&${name}=x`, headers: form })
      assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request'])
    })
})

describe('oversized and malformed input', () => {
  test('a huge parameter is refused without an error', async () => {
    for (const name of ['state', 'scope', 'client_id', 'login_hint', 'nonce']) {
      const seen = await new Browser(app.url).send(authorizePath(pkcePair().challenge, { [name]: 'x'.repeat(12_000) }))
      assert.ok(seen.status < 500, name)
    }
    const huge = await requestTokens(app, {
      grant_type: 'authorization_code',
      code: 'x'.repeat(100_000),
      client_id: 'muster-cli',
    })
    assert.deepEqual([huge.status, huge.body.error], [413, 'invalid_request'])
  })
  test('NUL, lone surrogates and other malformed text are refused', async () => {
    for (const odd of [
      '\0',
      '%00',
      '\ud800',
      '\u202e',
      "'; drop table tokens; --",
      '../../etc/passwd',
      '{"$gt":""}',
      '[]',
    ]) {
      for (const name of [
        'client_id',
        'scope',
        'state',
        'redirect_uri',
        'prompt',
        'max_age',
        'id_token_hint',
        'ui_locales',
      ]) {
        const { status, text } = await new Browser(app.url).send(authorizePath(pkcePair().challenge, { [name]: odd }))
        assert.ok(status < 500, `${name}=${odd}: ${text}`)
      }
      for (const name of ['client_id', 'client_secret', 'code', 'refresh_token', 'grant_type', 'scope', 'token']) {
        const { status, text } = await requestTokens(app, {
          grant_type: 'authorization_code',
          client_id: 'muster-cli',
          [name]: odd,
        })
        assert.ok(status >= 400 && status < 500, `${name}=${odd}: ${text}`)
      }
      const page = await new Browser(app.url).go(authorizePath(pkcePair().challenge))
      assert.ok((await new Browser(app.url).send(`/sign-in/${encodeURIComponent(odd.toWellFormed())}`)).status < 500)
      assert.ok((await new Browser(app.url).send(page.url, { fields: { mail: odd, password: odd } })).status < 500)
    }
  })
  test('array and object notation is not parsed', async () => {
    const answer = await app.as().send('POST', '/oauth/token', {
      body: 'grant_type[]=authorization_code&client_id[$ne]=x&__proto__[client_id]=muster-cli&constructor=x',
      headers: form,
    })
    assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request'])
  })
  test('malformed headers are refused', async () => {
    for (const authorization of [
      'Basic',
      'Basic !!!',
      `Basic ${Buffer.from('nocolon').toString('base64')}`,
      'Bearer x',
      'Basic a b',
      'Negotiate x',
    ]) {
      const { status, body } = await requestTokens(app, { grant_type: 'client_credentials' }, { authorization })
      assert.ok(status === 400 || status === 401)
      assert.match(body.error, /^invalid_(request|client)$/)
    }
  })
})

describe('methods and formats', () => {
  test('tokens are requested with POST and a form only', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'])
      assert.ok(
        [404, 405].includes((await app.as().send(method, '/oauth/token?grant_type=client_credentials')).status),
        method,
      )
    const json = await app.as().send('POST', '/oauth/token', { body: '{"grant_type":"client_credentials"}' })
    assert.deepEqual([json.status, json.body.error], [400, 'invalid_request'])
    const query = await app
      .as()
      .send('POST', '/oauth/token?grant_type=client_credentials&client_id=muster-cli', { body: '', headers: form })
    assert.equal(query.body.error, 'invalid_request')
  })
  test('a code is never requested with POST: other sites could do that unseen', async () => {
    const [path, query] = authorizePath(pkcePair().challenge).split('?')
    const seen = await new Browser(app.url).send(path!, { fields: Object.fromEntries(new URLSearchParams(query)) })
    assert.ok([404, 405].includes(seen.status))
  })
  test('HEAD signs no user in and starts nothing', async () => {
    const before = await app.owner`select count(*) as n from oidc_records`
    const { status, headers } = await new Browser(app.url).send(authorizePath(pkcePair().challenge), { method: 'HEAD' })
    assert.ok(status < 500)
    assert.equal(headers.get('location')?.includes('code='), status >= 300 && status < 400 ? false : undefined)
    const after = await app.owner`select count(*) as n from oidc_records`
    assert.equal(after[0]!['n'], before[0]!['n'])
  })
  test('errors of the token endpoint are JSON as in the standard, whatever the Accept header', async () => {
    for (const accept of ['text/html', '*/*', 'application/json', '']) {
      const { status, body, headers } = await requestTokens(
        app,
        { grant_type: 'authorization_code', client_id: 'muster-cli' },
        { accept },
      )
      assert.equal(status, 400)
      assert.deepEqual(Object.keys(body).toSorted(), ['error', 'error_description'])
      assert.equal(headers.get('cache-control'), 'no-store')
    }
  })
  test('responses with a secret are never cached', async () => {
    const code = await anAuthorizationCode(attacked)
    for (const { headers } of [
      code.seen,
      await redeemCode(attacked, code),
      await new Browser(app.url).go(authorizePath(pkcePair().challenge)),
    ])
      assert.equal(headers.get('cache-control'), 'no-store')
  })
  test('every response has its request id and rate limit headers', async () => {
    for (const path of [
      '/oauth/jwks',
      '/.well-known/openid-configuration',
      '/.well-known/oauth-protected-resource',
      '/oauth/nowhere',
      '/sign-in/x',
      authorizePath('x'),
    ]) {
      const { headers } = await new Browser(app.url).send(path)
      assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/, path)
      assert.ok(headers.get('x-ratelimit-remaining'), path)
    }
  })
  test('an unknown path below /oauth is a 404', async () => {
    for (const path of ['/oauth/', '/oauth/nowhere', '/oauth/token/', '/oauth/authorize/x/y', '/oauth/../oauth/token'])
      assert.ok([400, 404, 405].includes((await app.as().get(path)).status), path)
  })
  test('another origin may request a token only for an application registered there', async () => {
    const ask = (origin: string) =>
      requestTokens(
        app,
        { grant_type: 'refresh_token', refresh_token: 'x', client_id: attacked.phone.client_id },
        { origin },
      )
    assert.equal((await ask('https://evil.example')).headers.get('access-control-allow-origin'), null)
    assert.equal(
      (await ask('https://app.example.org')).headers.get('access-control-allow-origin'),
      'https://app.example.org',
    )
  })
  test('an error page reveals no internals', async () => {
    const seen = await new Browser(app.url).send(authorizePath(pkcePair().challenge, { client_id: 'nobody' }))
    assertErrorPage(seen)
    assert.doesNotMatch(seen.text, /at .*\.(js|ts):\d+|node_modules|postgres|select /i)
  })
})

describe('when the database fails', () => {
  const renew = { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'muster-cli' }

  test('clients and browsers get a server error without details', async () => {
    await app.owner`revoke select on oidc_records from muster_app`
    try {
      const token = await requestTokens(app, renew)
      assert.deepEqual([token.status, token.body.error], [500, 'server_error'])
      const page = await new Browser(app.url).send('/oauth/end_session/confirm', { fields: { xsrf: 'x' } })
      for (const { text } of [token, page]) assert.doesNotMatch(text, /permission denied|oidc_records|select/)
    } finally {
      await app.owner`grant select on oidc_records to muster_app`
    }
  })

  test('or a 503 with Retry-After when it is overloaded', async () => {
    const answer = await app.owner.begin(async sql => {
      await sql`lock table oidc_records in access exclusive mode`
      return requestTokens(app, renew)
    })
    assert.deepEqual([answer.status, answer.body.error, answer.headers.get('retry-after')], [503, 'server_error', '1'])
  })
})

test('the rate limit applies to all of it', async () => {
  const { app: small } = await startAttackTarget({ env: { RATE_BURST: '30', RATE_PER_SECOND: '0.001' } })
  const statuses: number[] = []
  for (let index = 0; index < 40; index++) statuses.push((await small.as().get('/oauth/jwks')).status)
  assert.ok(statuses.includes(429) && statuses.indexOf(429) <= 30)
  assert.equal((await small.as().get(authorizePath('x'))).status, 429)
  assert.equal((await requestTokens(small, { grant_type: 'client_credentials' })).status, 429)
})
