import assert from 'node:assert/strict'
import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { describe, test } from 'node:test'
import { decodeJwt } from 'jose'
import { newSecret } from '../../access/secrets.ts'
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
import {
  authorizePath,
  Browser,
  pkcePair,
  renewTokens,
  requestTokens,
  signIn,
  type Tokens,
} from '../../test/sign_in.ts'

// Applications that impersonate others, request too many scopes, or use tokens of others.

const attacked = await startAttackTarget()
const { app, website, phone, admin, victim } = attacked
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
})
const self = { grant_type: 'client_credentials' }
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const outcome = ({ status, body }: { status: number; body: any }) => [status, body.error]
const { client_id } = website
const ours = { client_id, redirect_uri: website_uri, scope: 'teams:read' }
const owner = basic(client_id, website.secret)
const shared = { redirect_uris: [website_uri], scopes: ['teams:read'] }
const lenient = await anIntegration(app, admin, { name: 'Lenient', pkce_required: false, ...shared })
const neighbour = await anIntegration(app, admin, { name: 'Neighbour', pkce_required: false, ...shared })
const { keys } = (await app.as().get('/oauth/jwks')).body as { keys: (Record<string, string> & { kid: string })[] }

describe('the secret of an application', () => {
  const alone = (secret: string, id = client_id) => requestTokens(app, self, basic(id, secret))

  test('authenticates it on its own, in the header or in the body, but not in both at once', async () => {
    const typed = { ...self, client_id, client_secret: website.secret }
    for (const answer of [await requestTokens(app, self, owner), await requestTokens(app, typed)]) {
      assert.equal(answer.status, 200, answer.text)
      assert.ok(await isTokenValid(attacked, answer.body.access_token))
    }
    assert.equal((await requestTokens(app, typed, owner)).body.error, 'invalid_request')
  })

  test('that is wrong is refused, in the header and in the body', async () => {
    const other = await anIntegration(app, admin, { name: 'Other', role_id: admin.role_id })
    const placeholder = 'kept as digests'
    const wrong = [newSecret('mus_s_'), '', placeholder, 'a\0b', 'x'.repeat(10_000), newSecret('mus_a_'), other.secret]
    for (const client_secret of wrong)
      for (const { status, body } of [
        await alone(client_secret),
        await requestTokens(app, { ...self, client_id, client_secret }),
      ]) {
        assert.ok(status === 401 || status === 400, `${status} ${client_secret}`)
        assert.match(body.error, /^invalid_(client|request)$/)
      }
    assert.deepEqual(outcome(await alone(other.secret)), [401, 'invalid_client'])
  })

  test('can be two at once; one that was ended is refused, and none outlives the application', async () => {
    const own = await anIntegration(app, admin, { name: 'Rotating', role_id: admin.role_id })
    const statuses = async (...secrets: string[]) =>
      Promise.all(secrets.map(async secret => (await alone(secret, own.client_id)).status))
    const { body } = await app.as(admin).post(`/v1/integrations/${own.id}/secrets`, {})
    assert.deepEqual(await statuses(own.secret, body.data.secret), [200, 200])
    await app.as(admin).delete(`/v1/integrations/${own.id}/secrets/${own.secrets[0].id}`)
    assert.deepEqual(await statuses(own.secret, body.data.secret), [401, 200])
    const token = (await alone(body.data.secret, own.client_id)).body.access_token
    assert.ok(await isTokenValid(attacked, token))
    await app.as(admin).delete(`/v1/integrations/${own.id}`)
    assert.ok(!(await isTokenValid(attacked, token)))
    assert.deepEqual(await statuses(body.data.secret), [401])
  })

  test('is required when there is one: no code of a user is redeemed without it', async () => {
    const code = await anAuthorizationCode(attacked, ours)
    assert.deepEqual(outcome(await redeemCode(attacked, code, ours)), [401, 'invalid_client'])
    assert.equal((await redeemCode(attacked, code, { ...ours, client_secret: website.secret })).status, 200)
  })

  test('cannot be replaced by a client assertion, unsigned or signed with it or with the placeholder', async () => {
    const now = Math.floor(Date.now() / 1000)
    const aud = `${app.url}/oauth/token`
    const claims = { iss: client_id, sub: client_id, aud, jti: 'x', iat: now, exp: now + 60 }
    for (const key of [undefined, website.secret, 'kept as digests']) {
      const text = `${part({ alg: key === undefined ? 'none' : 'HS256' })}.${part(claims)}`
      const signature = key === undefined ? '' : createHmac('sha256', key).update(text).digest('base64url')
      const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
      const fields = { ...self, client_assertion_type, client_assertion: `${text}.${signature}` }
      assert.equal((await requestTokens(app, fields)).status, 400, key)
    }
  })
})

describe('scopes and grants of an application', () => {
  const ask = (changes: Record<string, string>) =>
    new Browser(app.url).send(authorizePath(pkcePair().challenge, changes))

  test('a scope beyond its own is refused, also with client credentials', async () => {
    const seen = await ask({ ...ours, scope: 'teams:read finance:write' })
    assertErrorRedirect(seen, 'invalid_scope', attacked, website_uri)
    const answer = await requestTokens(app, { ...self, scope: 'finance:write' }, owner)
    assert.deepEqual(outcome(answer), [400, 'invalid_scope'])
  })

  test('a scope beyond the user’s role grants nothing', async () => {
    const code = await anAuthorizationCode(attacked, { scope: 'openid space:manage teams:read' })
    const { body } = await redeemCode(attacked, code)
    assert.deepEqual((await app.as({ token: body.access_token }).get('/me')).body.data.permissions, ['teams:read'])
  })

  test('asking for more later, also for name or address, asks the user again', async () => {
    const browser = new Browser(app.url)
    const path = (scope: string) => authorizePath(pkcePair().challenge, { ...ours, client_id: phone.client_id, scope })
    assert.match((await signIn(browser, path('openid teams:read'), victim)).url, /code=/)
    assert.match((await browser.go(path('openid teams:read'))).url, /code=/)
    for (const more of ['users:read', 'email', 'profile'])
      assert.match((await browser.go(path(`openid teams:read ${more}`))).text, /value="allow"/, more)
  })

  test('other grants are refused, and client credentials to a public application', async () => {
    const public_client = await requestTokens(app, { ...self, client_id: phone.client_id })
    assert.equal(public_client.status, 400)
    assert.match(public_client.body.error, /^(unauthorized_client|invalid_request)$/)
    const urn = 'urn:ietf:params:oauth:grant-type:'
    for (const grant_type of ['password', 'implicit', `${urn}device_code`, `${urn}jwt-bearer`]) {
      const fields = { grant_type, client_id: 'muster-cli', username: victim.mail, password: 'x' }
      assert.deepEqual(outcome(await requestTokens(app, fields)), [400, 'unsupported_grant_type'], grant_type)
    }
  })

  test('parameters are accepted in the query only, and dynamic registration is not possible', async () => {
    const request = `${part({ alg: 'none' })}.${part({ redirect_uri: 'https://evil.example' })}.`
    const elsewhere = 'https://evil.example/x'
    for (const [name, value] of Object.entries({ request, request_uri: elsewhere, registration: elsewhere }))
      assertErrorRedirect(await ask({ [name]: value }), `${name}_not_supported`, attacked)
    for (const path of ['/oauth/reg', '/oauth/register', '/reg'])
      assert.equal((await app.as().send('POST', path, { body: '{}' })).status, 404)
  })
})

describe('tokens of other applications', () => {
  const look = (path: string, token: string, headers: Record<string, string>, more: Record<string, string> = {}) =>
    app.as().send('POST', path, {
      body: new URLSearchParams({ token, ...more }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })

  test('can be neither introspected nor revoked', async () => {
    const code = await anAuthorizationCode(attacked, { scope: 'openid offline_access teams:read' })
    const { access_token, refresh_token } = (await redeemCode(attacked, code)).body
    const others = [access_token, refresh_token, victim.token]
    for (const token of [...others, newSecret('mus_a_'), 'nonsense'])
      assert.deepEqual((await look('/oauth/introspect', token, owner)).body, { active: false })
    for (const token of others) assert.equal((await look('/oauth/revoke', token, owner)).status, 200)
    for (const token of [access_token, victim.token]) assert.ok(await isTokenValid(attacked, token))
    assert.equal((await renewTokens(app, { refresh_token })).status, 200)
  })

  test('a caller without authentication can neither introspect nor revoke, and a token in the URL is ignored', async () => {
    const token = (await requestTokens(app, self, owner)).body.access_token
    for (const path of ['/oauth/introspect', '/oauth/revoke']) {
      assert.equal((await look(path, token, {})).status, 400)
      assert.equal((await look(path, token, basic(client_id, newSecret('mus_s_')))).status, 401)
      assert.equal((await look(path, token, {}, { client_id })).status, 401)
    }
    assert.ok(await isTokenValid(attacked, token))
    for (const name of ['access_token', 'token', 'authorization'])
      assert.equal((await app.as().get(`/me?${name}=${token}`)).status, 401)
  })
})

// Forged ID tokens, omitted verifiers, and claims that were not granted.

type Changes = Record<string, string | undefined>
const userinfo = (token: string) => app.as({ token }).get('/oauth/userinfo')
const without = { code_challenge: undefined, code_challenge_method: undefined }
const asking = ({ client_id }: { client_id: string }) => ({
  client_id,
  redirect_uri: website_uri,
  scope: 'openid teams:read',
})
const knownAs = ({ client_id, secret }: { client_id: string; secret: string }) => ({
  client_id,
  client_secret: secret,
  redirect_uri: website_uri,
})
const held = async (scope: string, changes: Changes = {}): Promise<Tokens> =>
  (await redeemCode(attacked, await anAuthorizationCode(attacked, { scope, ...changes }))).body

describe('an ID token', () => {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: app.url, aud: 'muster-console', sub: String(victim.id), iat: now, exp: now + 600 }
  const signed = (header: object, signature: (text: string) => Buffer) => {
    const text = `${part(header)}.${part(claims)}`
    return `${text}.${signature(text).toString('base64url')}`
  }
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const [es, rs] = [keys.find(({ alg }) => alg === 'ES256')!, keys.find(({ alg }) => alg === 'RS256')!]
  const publicPem = (key: object) =>
    createPublicKey({ key: key as any, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
  const hmac = (key: string | Buffer) => (text: string) => createHmac('sha256', key).update(text).digest()
  const withRsa = (text: string) => sign('sha256', Buffer.from(text), rsa.privateKey)
  const withEc = (text: string) =>
    sign('sha256', Buffer.from(text), { key: elliptic.privateKey, dsaEncoding: 'ieee-p1363' })
  const own_key = { jwk: rsa.publicKey.export({ format: 'jwk' }), jku: 'https://evil.example/jwks' }
  const asHint = (id_token_hint: string) =>
    new Browser(app.url).go(
      `/oauth/end_session?${new URLSearchParams({ id_token_hint, post_logout_redirect_uri: `${app.url}/console/` })}`,
    )

  const forged: [string, object, (text: string) => Buffer][] = [
    ['without a signature', { alg: 'none' }, () => Buffer.alloc(0)],
    ['with our public RSA key as a shared secret', { alg: 'HS256', kid: rs.kid }, hmac(publicPem(rs))],
    ['with our public EC key as a shared secret', { alg: 'HS256', kid: es.kid }, hmac(publicPem(es))],
    ['with a part of our public key as a shared secret', { alg: 'HS256' }, hmac(Buffer.from(rs['n']!, 'base64url'))],
    ['with the placeholder of a client secret', { alg: 'HS256' }, hmac('kept as digests')],
    ['with another RSA key, under the ID of ours', { alg: 'RS256', kid: rs.kid }, withRsa],
    ['with another EC key, under the ID of ours', { alg: 'ES256', kid: es.kid }, withEc],
    ['with a key in its own header', { alg: 'RS256', ...own_key }, withRsa],
    ['as RS256 under the ID of the EC key', { alg: 'RS256', kid: es.kid }, withRsa],
    ['as ES256 with an empty signature', { alg: 'ES256', kid: es.kid }, () => Buffer.alloc(64)],
  ]
  for (const [name, header, signature] of forged)
    test(`that we did not sign, ${name}, is neither a hint nor a token`, async () => {
      const id_token_hint = signed(header, signature)
      assertErrorPage(await asHint(id_token_hint))
      const path = authorizePath(pkcePair().challenge, { id_token_hint, prompt: 'none' })
      assert.ok(!(await new Browser(app.url).send(path)).headers.get('location')?.includes('code='))
      assert.ok(!(await isTokenValid(attacked, id_token_hint)))
      assert.equal((await userinfo(id_token_hint)).status, 401)
    })

  test('of another algorithm than the client’s is not a hint, although we signed it', async () => {
    const { value } = (await app.owner`select value from server_keys where name = 'jwks_rs256'`)[0] as any
    const key = createPrivateKey({ key: value.keys[0], format: 'jwk' })
    // ID tokens of muster-console are signed with ES256.
    assertErrorPage(await asHint(signed({ alg: 'RS256', kid: rs.kid }, text => sign('sha256', Buffer.from(text), key))))
  })

  test('that is valid is not an access token, code or refresh token', async () => {
    const { id_token } = await held('openid email')
    assert.ok(!(await isTokenValid(attacked, id_token)))
    assert.equal((await userinfo(id_token)).status, 401)
    const shared = { client_id: 'muster-cli', redirect_uri: website_uri }
    for (const [grant_type, name] of Object.entries({ refresh_token: 'refresh_token', authorization_code: 'code' }))
      assert.equal((await requestTokens(app, { ...shared, grant_type, [name]: id_token })).status, 400)
  })
})

describe('omitting PKCE', () => {
  const ask = (changes: Changes) => new Browser(app.url).send(authorizePath('', changes))
  const bare = { code_verifier: undefined }

  test('is refused for every client that may not, with a secret or without, and with a weak method', async () => {
    assertErrorRedirect(await ask({ ...without }), 'invalid_request', attacked)
    const weak = { code_challenge: pkcePair().challenge, code_challenge_method: 'plain' }
    for (const changes of [
      { ...asking(website), ...without },
      { ...asking(phone), ...without },
      { ...asking(lenient), ...weak },
    ])
      assertErrorRedirect(await ask(changes), 'invalid_request', attacked, website_uri)
  })

  test('is never allowed for a public client, also by a database constraint', async () => {
    await assert.rejects(
      async () => app.owner`update integrations set pkce_required = false where client_id = ${phone.client_id}`,
      /integrations_public_pkce/,
    )
  })

  test('works for an integration that may: with its own secret, and with no other though both may', async () => {
    const code = await anAuthorizationCode(attacked, { ...asking(lenient), ...without })
    const { client_id, redirect_uri } = knownAs(lenient)
    for (const [fields, expected] of [
      [{ client_id, redirect_uri }, [401, 'invalid_client']],
      [knownAs(neighbour), [400, 'invalid_grant']],
      [{ ...knownAs(neighbour), client_id }, [401, 'invalid_client']],
    ] as const)
      assert.deepEqual(outcome(await redeemCode(attacked, code, { ...bare, ...fields })), expected)
    assert.equal(
      (await redeemCode(attacked, code, { ...bare, ...knownAs(lenient) })).status,
      200,
      'and its owner still can',
    )
  })

  test('at redemption is refused when a challenge was sent, and noticed when only the client sends its verifier', async () => {
    const code = await anAuthorizationCode(attacked, asking(lenient))
    for (const code_verifier of [undefined, '', pkcePair().verifier])
      assert.equal(
        (await redeemCode(attacked, code, { code_verifier, ...knownAs(lenient) })).status,
        400,
        code_verifier,
      )
    const stripped = await anAuthorizationCode(attacked, { ...asking(lenient), ...without })
    assert.deepEqual(outcome(await redeemCode(attacked, stripped, knownAs(lenient))), [400, 'invalid_grant'])
  })

  test('is no longer possible when the integration is changed', async () => {
    const own = await anIntegration(app, admin, { name: 'Once', pkce_required: false, ...shared })
    assert.match((await ask({ ...asking(own), ...without })).headers.get('location')!, /^\/sign-in\//)
    await app.as(admin).patch(`/v1/integrations/${own.id}`, { pkce_required: true })
    assertErrorRedirect(await ask({ ...asking(own), ...without }), 'invalid_request', attacked, website_uri)
  })
})

describe('more personal data than granted', () => {
  const renew = (tokens: Tokens, scope?: string) => renewTokens(app, tokens, scope ? { scope } : {})
  const onlySubject = async ({ access_token, id_token }: Tokens) => {
    assert.deepEqual((await userinfo(access_token)).body, { sub: String(victim.id) })
    const { sub, email, name } = decodeJwt(id_token)
    assert.deepEqual([sub, email, name], [String(victim.id), undefined, undefined])
  }

  test('is not available by refreshing, and a refresh with fewer scopes returns less', async () => {
    const tokens = await held('openid offline_access teams:read')
    for (const scope of ['openid email', 'openid profile', 'openid offline_access teams:read email'])
      assert.equal((await renew(tokens, scope)).body.error, 'invalid_scope')
    await onlySubject((await renew(tokens)).body)
    await onlySubject((await renew(await held('openid profile email offline_access'), 'openid')).body)
  })

  test('is not available from userinfo by naming a scope', async () => {
    const { access_token } = await held('openid')
    const { status, text } = await app.as({ token: access_token }).get('/oauth/userinfo?scope=openid%20email')
    assert.ok(status === 403 || status === 400, text)
    assert.ok(!text.includes('@'))
  })

  test('is not available by the claims parameter, which causes no error whatever it contains', async () => {
    const emails = { email: null, email_verified: null }
    for (const claims of [
      { userinfo: { email: null, name: { essential: true } }, id_token: emails },
      { id_token: { sub: { value: String(admin.id), essential: true } } },
      { userinfo: { password_hash: null, login_mail: null, __proto__: null, constructor: null } },
    ])
      await onlySubject(await held('openid', { claims: JSON.stringify(claims) }))
    for (const claims of ['{', 'null', '[]', '"x"', '{"id_token":1}', '['.repeat(3000), '\0'])
      assert.ok((await new Browser(app.url).send(authorizePath(pkcePair().challenge, { claims }))).status < 500)
  })

  test('another origin may read userinfo only for an application registered there', async () => {
    const { client_id, redirect_uri } = asking(phone)
    const code = await anAuthorizationCode(attacked, asking(phone))
    const { access_token } = (await redeemCode(attacked, code, { client_id, redirect_uri })).body
    const allowed = async (origin: string) => {
      const { headers } = await app.as({ token: access_token }).get('/oauth/userinfo', { origin })
      return headers.get('access-control-allow-origin')
    }
    assert.equal(await allowed('https://app.example.org'), 'https://app.example.org')
    assert.equal(await allowed('https://evil.example'), null)
  })
})
