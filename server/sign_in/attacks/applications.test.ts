import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { newSecret } from '../../access/secrets.ts'
import {
  anAuthorizationCode,
  assertErrorRedirect,
  isTokenValid,
  redeemCode,
  startAttackTarget,
  website_uri,
} from '../../test/attack_target.ts'
import { anIntegration } from '../../test/integrations.ts'
import { authorizePath, Browser, pkcePair, requestTokens, signIn } from '../../test/sign_in.ts'

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
    const renewed = await requestTokens(app, { grant_type: 'refresh_token', refresh_token, client_id: 'muster-cli' })
    assert.equal(renewed.status, 200)
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
