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
import { authorizePath, Browser, password, pkcePair, requestTokens } from '../../test/sign_in.ts'

// Applications that impersonate others, request too many scopes, or use tokens of others.

const attacked = await startAttackTarget()
const { app, website, phone, admin } = attacked
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
})
const self = { grant_type: 'client_credentials' }
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('the secret of an application', () => {
  test('authenticates it on its own, in the header or in the body', async () => {
    for (const answer of [
      await requestTokens(app, self, basic(website.client_id, website.secret)),
      await requestTokens(app, { ...self, client_id: website.client_id, client_secret: website.secret }),
    ]) {
      assert.equal(answer.status, 200, answer.text)
      assert.ok(await isTokenValid(attacked, answer.body.access_token))
    }
  })

  const wrong: Record<string, string> = {
    'an invented one': newSecret('mus_s_'),
    'an empty one': '',
    'the placeholder in our records': 'kept as digests',
    'a text with NUL': 'a\0b',
    'a very long one': 'x'.repeat(10_000),
    'another kind of secret': newSecret('mus_a_'),
  }
  for (const [name, secret] of Object.entries(wrong))
    test(`${name} is refused`, async () => {
      const answers = [
        await requestTokens(app, self, basic(website.client_id, secret)),
        await requestTokens(app, { ...self, client_id: website.client_id, client_secret: secret }),
      ]
      for (const { status, body } of answers) {
        assert.ok(status === 401 || status === 400, `${status}`)
        assert.match(body.error, /^invalid_(client|request)$/)
      }
    })

  test('of another application is refused', async () => {
    const other = await anIntegration(app, admin, { name: 'Other', role_id: admin.role_id })
    const { status, body } = await requestTokens(app, self, basic(website.client_id, other.secret))
    assert.deepEqual([status, body.error], [401, 'invalid_client'])
  })

  test('can be two at once, and one that was ended is refused while the other works', async () => {
    const own = await anIntegration(app, admin, { name: 'Rotating', role_id: admin.role_id })
    const { body } = await app.as(admin).post(`/v1/integrations/${own.id}/secrets`, {})
    const second = body.data.secret
    for (const secret of [own.secret, second])
      assert.equal((await requestTokens(app, self, basic(own.client_id, secret))).status, 200)
    await app.as(admin).delete(`/v1/integrations/${own.id}/secrets/${own.secrets[0].id}`)
    assert.equal((await requestTokens(app, self, basic(own.client_id, own.secret))).status, 401)
    assert.equal((await requestTokens(app, self, basic(own.client_id, second))).status, 200)
  })

  test('does not outlive the application', async () => {
    const own = await anIntegration(app, admin, { name: 'Ended', role_id: admin.role_id })
    const { body } = await requestTokens(app, self, basic(own.client_id, own.secret))
    assert.ok(await isTokenValid(attacked, body.access_token))
    await app.as(admin).delete(`/v1/integrations/${own.id}`)
    assert.ok(!(await isTokenValid(attacked, body.access_token)))
    assert.equal((await requestTokens(app, self, basic(own.client_id, own.secret))).status, 401)
  })

  test('is required when there is one: no code of a user is redeemed without it', async () => {
    const code = await anAuthorizationCode(attacked, {
      client_id: website.client_id,
      redirect_uri: website_uri,
      scope: 'teams:read',
    })
    const without = await redeemCode(attacked, code, { client_id: website.client_id, redirect_uri: website_uri })
    assert.deepEqual([without.status, without.body.error], [401, 'invalid_client'])
    const changes = { client_id: website.client_id, redirect_uri: website_uri, client_secret: website.secret }
    assert.equal((await redeemCode(attacked, code, changes)).status, 200)
  })

  test('cannot be sent in two ways at once', async () => {
    const twice = { ...self, client_id: website.client_id, client_secret: website.secret }
    assert.equal(
      (await requestTokens(app, twice, basic(website.client_id, website.secret))).body.error,
      'invalid_request',
    )
  })
})

describe('an application cannot authenticate with a client assertion', () => {
  const assertion = (header: object, signature: (text: string) => string) => {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: website.client_id,
      sub: website.client_id,
      aud: `${app.url}/oauth/token`,
      jti: 'x',
      iat: now,
      exp: now + 60,
    }
    const text = `${part(header)}.${part(claims)}`
    return {
      ...self,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: `${text}.${signature(text)}`,
    }
  }
  test('unsigned', async () =>
    assert.equal(
      (
        await requestTokens(
          app,
          assertion({ alg: 'none' }, () => ''),
        )
      ).status,
      400,
    ))
  test('signed with its secret, or with the placeholder of the database', async () => {
    for (const key of [website.secret, 'kept as digests']) {
      const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
      assert.equal((await requestTokens(app, assertion({ alg: 'HS256' }, sign))).status, 400)
    }
  })
})

describe('scopes and grants of an application', () => {
  const ask = (changes: Record<string, string>) =>
    new Browser(app.url).send(authorizePath(pkcePair().challenge, changes))
  test('a scope beyond its own is refused', async () => {
    const seen = await ask({
      client_id: website.client_id,
      redirect_uri: website_uri,
      scope: 'teams:read finance:write',
    })
    assertErrorRedirect(seen, 'invalid_scope', attacked, website_uri)
  })
  test('also with client credentials', async () => {
    const { status, body } = await requestTokens(
      app,
      { ...self, scope: 'finance:write' },
      basic(website.client_id, website.secret),
    )
    assert.deepEqual([status, body.error], [400, 'invalid_scope'])
  })
  test('a scope beyond the user’s role grants nothing', async () => {
    const { body } = await redeemCode(
      attacked,
      await anAuthorizationCode(attacked, { scope: 'openid space:manage teams:read' }),
    )
    assert.deepEqual((await app.as({ token: body.access_token }).get('/me')).body.data.permissions, ['teams:read'])
  })
  test('asking for more later asks the user again', async () => {
    const browser = new Browser(app.url)
    const shared = { client_id: phone.client_id, redirect_uri: website_uri }
    const first = await browser.go(authorizePath(pkcePair().challenge, { ...shared, scope: 'teams:read' }))
    const { mail } = attacked.victim
    const consent = await browser.go(first.url, { fields: { mail, password } })
    const space = String(attacked.space)
    assert.match((await browser.go(consent.url, { fields: { decision: 'allow', space } })).url, /code=/)
    assert.match(
      (await browser.go(authorizePath(pkcePair().challenge, { ...shared, scope: 'teams:read' }))).url,
      /code=/,
    )
    const more = await browser.go(authorizePath(pkcePair().challenge, { ...shared, scope: 'teams:read users:read' }))
    assert.match(more.text, /value="allow"/)
  })
  test('a public application cannot use client credentials', async () => {
    const { status, body } = await requestTokens(app, { ...self, client_id: phone.client_id })
    assert.ok(status === 400 && /^(unauthorized_client|invalid_request)$/.test(body.error), body.error)
  })
  for (const grant_type of [
    'password',
    'implicit',
    'urn:ietf:params:oauth:grant-type:device_code',
    'urn:ietf:params:oauth:grant-type:jwt-bearer',
  ])
    test(`grant_type=${grant_type} is refused`, async () => {
      const { mail } = attacked.victim
      const { status, body } = await requestTokens(app, {
        grant_type,
        client_id: 'muster-cli',
        username: mail,
        password: 'x',
      })
      assert.deepEqual([status, body.error], [400, 'unsupported_grant_type'])
    })
  for (const name of ['request', 'request_uri', 'registration'])
    test(`${name}= is refused: parameters are accepted in the query only`, async () => {
      const value =
        name === 'request'
          ? `${part({ alg: 'none' })}.${part({ redirect_uri: 'https://evil.example' })}.`
          : 'https://evil.example/x'
      assertErrorRedirect(await ask({ [name]: value }), `${name}_not_supported`, attacked)
    })
  test('dynamic registration is not possible', async () => {
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
  const owner = basic(website.client_id, website.secret)

  test('cannot be introspected', async () => {
    const { body } = await redeemCode(
      attacked,
      await anAuthorizationCode(attacked, { scope: 'openid offline_access teams:read' }),
    )
    for (const token of [body.access_token, body.refresh_token, attacked.victim.token, newSecret('mus_a_'), 'nonsense'])
      assert.deepEqual((await look('/oauth/introspect', token, owner)).body, { active: false })
  })
  test('nor revoked', async () => {
    const { body } = await redeemCode(
      attacked,
      await anAuthorizationCode(attacked, { scope: 'openid offline_access teams:read' }),
    )
    for (const token of [body.access_token, body.refresh_token, attacked.victim.token])
      assert.equal((await look('/oauth/revoke', token, owner)).status, 200)
    assert.ok(
      (await isTokenValid(attacked, body.access_token)) && (await isTokenValid(attacked, attacked.victim.token)),
    )
  })
  test('a caller without authentication can neither introspect nor revoke', async () => {
    const { body } = await requestTokens(app, self, owner)
    for (const path of ['/oauth/introspect', '/oauth/revoke']) {
      assert.equal((await look(path, body.access_token, {})).status, 400)
      assert.equal((await look(path, body.access_token, basic(website.client_id, newSecret('mus_s_')))).status, 401)
      assert.equal((await look(path, body.access_token, {}, { client_id: website.client_id })).status, 401)
    }
    assert.ok(await isTokenValid(attacked, body.access_token))
  })
  test('a token in the URL is ignored', async () => {
    const { body } = await requestTokens(app, self, owner)
    for (const name of ['access_token', 'token', 'authorization'])
      assert.equal((await app.as().get(`/me?${name}=${body.access_token}`)).status, 401)
  })
})
