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

type Changes = Record<string, string | undefined>
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const userinfo = (token: string) => app.as({ token }).get('/oauth/userinfo')
const without = { code_challenge: undefined, code_challenge_method: undefined }
const asking = ({ client_id }: { client_id: string }) => ({
  client_id,
  redirect_uri: website_uri,
  scope: 'openid teams:read',
})
const as = ({ client_id, secret }: { client_id: string; secret: string }) => ({
  client_id,
  client_secret: secret,
  redirect_uri: website_uri,
})
const outcome = ({ status, body }: { status: number; body: any }) => [status, body.error]
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
    const { client_id, redirect_uri } = as(lenient)
    for (const [fields, expected] of [
      [{ client_id, redirect_uri }, [401, 'invalid_client']],
      [as(neighbour), [400, 'invalid_grant']],
      [{ ...as(neighbour), client_id }, [401, 'invalid_client']],
    ] as const)
      assert.deepEqual(outcome(await redeemCode(attacked, code, { ...bare, ...fields })), expected)
    assert.equal((await redeemCode(attacked, code, { ...bare, ...as(lenient) })).status, 200, 'and its owner still can')
  })

  test('at redemption is refused when a challenge was sent, and noticed when only the client sends its verifier', async () => {
    const code = await anAuthorizationCode(attacked, asking(lenient))
    for (const code_verifier of [undefined, '', pkcePair().verifier])
      assert.equal((await redeemCode(attacked, code, { code_verifier, ...as(lenient) })).status, 400, code_verifier)
    const stripped = await anAuthorizationCode(attacked, { ...asking(lenient), ...without })
    assert.deepEqual(outcome(await redeemCode(attacked, stripped, as(lenient))), [400, 'invalid_grant'])
  })

  test('is no longer possible when the integration is changed', async () => {
    const own = await anIntegration(app, admin, { name: 'Once', pkce_required: false, ...shared })
    assert.match((await ask({ ...asking(own), ...without })).headers.get('location')!, /^\/sign-in\//)
    await app.as(admin).patch(`/v1/integrations/${own.id}`, { pkce_required: true })
    assertErrorRedirect(await ask({ ...asking(own), ...without }), 'invalid_request', attacked, website_uri)
  })
})

describe('more personal data than granted', () => {
  const renew = ({ refresh_token }: Tokens, scope?: string) =>
    requestTokens(app, { grant_type: 'refresh_token', refresh_token, client_id: 'muster-cli', ...(scope && { scope }) })
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
