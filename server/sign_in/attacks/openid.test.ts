import assert from 'node:assert/strict'
import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { describe, test } from 'node:test'
import { decodeJwt } from 'jose'
import {
  anAuthorizationCode,
  assertErrorPage,
  assertErrorRedirect,
  isTokenValid,
  redeemCode,
  startAttackTarget,
  website_uri,
} from '../../test/attack_target.ts'
import { anIntegration } from '../../test/integrations.ts'
import { authorizePath, Browser, pkcePair, requestTokens, type Tokens } from '../../test/sign_in.ts'

// Forged ID tokens, omitted verifiers, and claims that were not granted.

const attacked = await startAttackTarget()
const { app, website, phone, admin, victim } = attacked
const shared = { redirect_uris: [website_uri], scopes: ['teams:read'] }
const lenient = await anIntegration(app, admin, { name: 'Lenient', pkce_required: false, ...shared })
const neighbour = await anIntegration(app, admin, { name: 'Neighbour', pkce_required: false, ...shared })

const { keys } = (await app.as().get('/oauth/jwks')).body as { keys: (Record<string, string> & { kid: string })[] }

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const userinfo = (token: string) => app.as({ token }).get('/oauth/userinfo')
const without = { code_challenge: undefined, code_challenge_method: undefined }
const asking = ({ client_id }: { client_id: string }, changes: Record<string, string | undefined> = {}) => ({
  client_id,
  redirect_uri: website_uri,
  scope: 'openid teams:read',
  ...changes,
})
const as = ({ client_id, secret }: { client_id: string; secret: string }) => ({
  client_id,
  client_secret: secret,
  redirect_uri: website_uri,
})

describe('an ID token that we did not sign', () => {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: app.url, aud: 'muster-console', sub: String(victim.id), iat: now, exp: now + 600 }
  const signed = (header: object, signature: (text: string) => Buffer, body: object = claims) => {
    const text = `${part(header)}.${part(body)}`
    return `${text}.${signature(text).toString('base64url')}`
  }
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const [es, rs] = [keys.find(({ alg }) => alg === 'ES256')!, keys.find(({ alg }) => alg === 'RS256')!]
  const publicPem = (key: object) =>
    createPublicKey({ key: key as any, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
  const hmac = (key: string | Buffer) => (text: string) => createHmac('sha256', key).update(text).digest()

  const forged: Record<string, string> = {
    'without a signature': signed({ alg: 'none' }, () => Buffer.alloc(0)),
    'with our public RSA key as a shared secret': signed({ alg: 'HS256', kid: rs.kid }, hmac(publicPem(rs))),
    'with our public EC key as a shared secret': signed({ alg: 'HS256', kid: es.kid }, hmac(publicPem(es))),
    'with a part of our public key as a shared secret': signed(
      { alg: 'HS256' },
      hmac(Buffer.from(rs['n']!, 'base64url')),
    ),
    'with the placeholder of a client secret': signed({ alg: 'HS256' }, hmac('kept as digests')),
    'with another RSA key, under the ID of ours': signed({ alg: 'RS256', kid: rs.kid }, text =>
      sign('sha256', Buffer.from(text), rsa.privateKey),
    ),
    'with another EC key, under the ID of ours': signed({ alg: 'ES256', kid: es.kid }, text =>
      sign('sha256', Buffer.from(text), { key: elliptic.privateKey, dsaEncoding: 'ieee-p1363' }),
    ),
    'with a key in its own header': signed(
      { alg: 'RS256', jwk: rsa.publicKey.export({ format: 'jwk' }), jku: 'https://evil.example/jwks' },
      text => sign('sha256', Buffer.from(text), rsa.privateKey),
    ),
    'as RS256 under the ID of the EC key': signed({ alg: 'RS256', kid: es.kid }, text =>
      sign('sha256', Buffer.from(text), rsa.privateKey),
    ),
    'as ES256 with an empty signature': signed({ alg: 'ES256', kid: es.kid }, () => Buffer.alloc(64)),
  }
  for (const [name, id_token_hint] of Object.entries(forged))
    test(`${name} is neither a hint nor a token`, async () => {
      const query = new URLSearchParams({ id_token_hint, post_logout_redirect_uri: `${app.url}/console/` })
      assertErrorPage(await new Browser(app.url).go(`/oauth/end_session?${query}`))
      const asked = await new Browser(app.url).send(
        authorizePath(pkcePair().challenge, { id_token_hint, prompt: 'none' }),
      )
      assert.ok(!asked.headers.get('location')?.includes('code='))
      assert.ok(!(await isTokenValid(attacked, id_token_hint)))
      assert.equal((await userinfo(id_token_hint)).status, 401)
    })

  test('of another algorithm than the client’s is not a hint, although we signed it', async () => {
    const { value } = (await app.owner`select value from server_keys where name = 'jwks_rs256'`)[0] as any
    const key = createPrivateKey({ key: value.keys[0], format: 'jwk' })
    // ID tokens of muster-console are signed with ES256.
    const id_token_hint = signed({ alg: 'RS256', kid: rs.kid }, text => sign('sha256', Buffer.from(text), key))
    const query = new URLSearchParams({ id_token_hint, post_logout_redirect_uri: `${app.url}/console/` })
    assertErrorPage(await new Browser(app.url).go(`/oauth/end_session?${query}`))
  })

  test('a valid one is not an access token, code or refresh token', async () => {
    const { id_token } = (await redeemCode(attacked, await anAuthorizationCode(attacked, { scope: 'openid email' })))
      .body as Tokens
    assert.ok(!(await isTokenValid(attacked, id_token)))
    assert.equal((await userinfo(id_token)).status, 401)
    for (const fields of [
      { grant_type: 'refresh_token', refresh_token: id_token },
      { grant_type: 'authorization_code', code: id_token },
    ])
      assert.equal(
        (await requestTokens(app, { ...fields, client_id: 'muster-cli', redirect_uri: website_uri } as any)).status,
        400,
      )
  })
})

describe('omitting PKCE', () => {
  const ask = (changes: Record<string, string | undefined>) => new Browser(app.url).send(authorizePath('', changes))

  test('is refused for every client that may not, with a secret or without', async () => {
    assertErrorRedirect(await ask({ ...without }), 'invalid_request', attacked)
    for (const client of [website, phone])
      assertErrorRedirect(await ask({ ...asking(client), ...without }), 'invalid_request', attacked, website_uri)
  })

  test('is never allowed for a public client, also by a database constraint', async () => {
    await assert.rejects(
      async () => app.owner`update integrations set pkce_required = false where client_id = ${phone.client_id}`,
      /integrations_public_pkce/,
    )
  })

  test('works for an integration that may, with its secret only', async () => {
    const code = await anAuthorizationCode(attacked, { ...asking(lenient), ...without })
    const bare = { code_verifier: undefined }
    const stolen = await redeemCode(attacked, code, {
      ...bare,
      client_id: lenient.client_id,
      redirect_uri: website_uri,
    })
    assert.deepEqual([stolen.status, stolen.body.error], [401, 'invalid_client'])
    assert.equal((await redeemCode(attacked, code, { ...bare, ...as(lenient) })).status, 200)
  })

  test('at redemption is refused when a challenge was sent', async () => {
    for (const code_verifier of [undefined, '', pkcePair().verifier]) {
      const code = await anAuthorizationCode(attacked, asking(lenient))
      const { status } = await redeemCode(attacked, code, { code_verifier, ...as(lenient) })
      assert.equal(status, 400)
    }
  })

  test('by an attacker is noticed when the client sends its verifier', async () => {
    const code = await anAuthorizationCode(attacked, { ...asking(lenient), ...without })
    const { status, body } = await redeemCode(attacked, code, as(lenient))
    assert.deepEqual([status, body.error], [400, 'invalid_grant'])
  })

  test('with a weak method is refused as well', async () => {
    const weak = { ...asking(lenient), code_challenge: pkcePair().challenge, code_challenge_method: 'plain' }
    assertErrorRedirect(await ask(weak), 'invalid_request', attacked, website_uri)
  })

  test('does not let one client use the code of another, though both may and both have secrets', async () => {
    const code = await anAuthorizationCode(attacked, { ...asking(lenient), ...without })
    const bare = { code_verifier: undefined }
    const injected = await redeemCode(attacked, code, { ...bare, ...as(neighbour) })
    assert.deepEqual([injected.status, injected.body.error], [400, 'invalid_grant'])
    const posing = await redeemCode(attacked, code, { ...bare, ...as(neighbour), client_id: lenient.client_id })
    assert.deepEqual([posing.status, posing.body.error], [401, 'invalid_client'])
    assert.equal((await redeemCode(attacked, code, { ...bare, ...as(lenient) })).status, 200, 'and its owner still can')
  })

  test('is no longer possible when the integration is changed', async () => {
    const own = await anIntegration(app, admin, { name: 'Once', pkce_required: false, ...shared })
    assert.match((await ask({ ...asking(own), ...without })).headers.get('location')!, /^\/sign-in\//)
    await app.as(admin).patch(`/v1/integrations/${own.id}`, { pkce_required: true })
    assertErrorRedirect(await ask({ ...asking(own), ...without }), 'invalid_request', attacked, website_uri)
  })
})

describe('more personal data than granted', () => {
  const held = async (scope: string, changes: Record<string, string> = {}) =>
    (await redeemCode(attacked, await anAuthorizationCode(attacked, { scope, ...changes }))).body as Tokens
  const renew = ({ refresh_token }: Tokens, scope?: string) =>
    requestTokens(app, { grant_type: 'refresh_token', refresh_token, client_id: 'muster-cli', ...(scope && { scope }) })

  test('is not available by refreshing', async () => {
    const tokens = await held('openid offline_access teams:read')
    for (const scope of ['openid email', 'openid profile', 'openid offline_access teams:read email'])
      assert.deepEqual((await renew(tokens, scope)).body.error, 'invalid_scope')
    const { body } = await renew(tokens)
    assert.deepEqual((await userinfo(body.access_token)).body, { sub: String(victim.id) })
    assert.equal(decodeJwt(body.id_token)['email'], undefined)
  })

  test('a refresh with fewer scopes returns less', async () => {
    const tokens = await held('openid profile email offline_access')
    const { body } = await renew(tokens, 'openid')
    assert.deepEqual((await userinfo(body.access_token)).body, { sub: String(victim.id) })
    assert.deepEqual([decodeJwt(body.id_token)['email'], decodeJwt(body.id_token)['name']], [undefined, undefined])
  })

  test('is not available from userinfo by naming a scope', async () => {
    const { access_token } = await held('openid')
    const { status, text } = await app.as({ token: access_token }).get('/oauth/userinfo?scope=openid%20email')
    assert.ok(status === 403 || status === 400, text)
    assert.ok(!text.includes('@'))
  })

  const claims_by_name: Record<string, unknown> = {
    'for both': {
      userinfo: { email: null, name: { essential: true } },
      id_token: { email: null, email_verified: null },
    },
    'for another user': { id_token: { sub: { value: String(admin.id), essential: true } } },
    'for internal fields': { userinfo: { password_hash: null, login_mail: null, __proto__: null, constructor: null } },
  }
  for (const [name, claims] of Object.entries(claims_by_name))
    test(`is not available by the claims parameter: ${name}`, async () => {
      const tokens = await held('openid', { claims: JSON.stringify(claims) })
      assert.deepEqual((await userinfo(tokens.access_token)).body, { sub: String(victim.id) })
      const { sub, email, name: told } = decodeJwt(tokens.id_token)
      assert.deepEqual([sub, email, told], [String(victim.id), undefined, undefined])
    })

  test('the claims parameter causes no error, whatever it contains', async () => {
    for (const claims of ['{', 'null', '[]', '"x"', '{"id_token":1}', '['.repeat(3000), '\0'])
      assert.ok((await new Browser(app.url).send(authorizePath(pkcePair().challenge, { claims }))).status < 500)
  })

  test('asking for name or address later asks the user again', async () => {
    const browser = new Browser(app.url)
    const params = (scope: string) => authorizePath(pkcePair().challenge, { ...asking(phone), scope })
    const first = await browser.go(params('openid'))
    const consent = await browser.go(first.url, {
      fields: { mail: victim.mail, password: 'four lanterns over the canal' },
    })
    const space = String(attacked.space)
    assert.match((await browser.go(consent.url, { fields: { decision: 'allow', space } })).url, /code=/)
    assert.match((await browser.go(params('openid'))).url, /code=/)
    for (const scope of ['openid email', 'openid profile'])
      assert.match((await browser.go(params(scope))).text, /value="allow"/)
  })

  test('another origin may read userinfo only for an application registered there', async () => {
    const tokens = (
      await redeemCode(attacked, await anAuthorizationCode(attacked, asking(phone)), {
        client_id: phone.client_id,
        redirect_uri: website_uri,
      })
    ).body as Tokens
    const allowed = async (origin: string) =>
      (await app.as({ token: tokens.access_token }).get('/oauth/userinfo', { origin })).headers.get(
        'access-control-allow-origin',
      )
    assert.deepEqual(
      [await allowed('https://app.example.org'), await allowed('https://evil.example')],
      ['https://app.example.org', null],
    )
  })
})
