import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { anAuthorizationCode, assertErrorPage, redeemCode, startAttackTarget } from '../../test/attack_target.ts'
import { failAsEarlyAsUsual } from '../../test/connecting.ts'
import { startBeside } from '../../test/shared_apps.ts'
import { authorizePath, Browser, loopback, pkcePair, requestTokens } from '../../test/sign_in.ts'

// Requests that no honest client sends. None may be mistaken for another, and none may cause a 5xx.

const attacked = await startAttackTarget()
const { app } = attacked
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
    const { code, verifier } = await anAuthorizationCode(attacked)
    const fields = new URLSearchParams({ ...exchange, code, redirect_uri: loopback, code_verifier: verifier })
    for (const name of ['code', 'client_id', 'redirect_uri', 'code_verifier', 'grant_type'])
      assert.deepEqual(outcome(await post(`${fields}&${name}=x`)), invalid, name)
    assert.equal((await post(String(fields))).status, 200)
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

  test('an unknown path below /oauth', async () => {
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

  test('with a secret are never cached', async () => {
    const code = await anAuthorizationCode(attacked)
    for (const { headers } of [code.seen, await redeemCode(attacked, code), await new Browser(app.url).go(path())])
      assert.equal(headers.get('cache-control'), 'no-store')
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

  test('reveal no internals', async () => {
    const seen = await send({ client_id: 'nobody' })
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
