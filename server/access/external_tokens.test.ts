import assert from 'node:assert/strict'
import type { webcrypto } from 'node:crypto'
import { describe, test } from 'node:test'
import { base64url, exportSPKI, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose'
import { ConfigError, readConfig } from '../config.ts'
import { anIssuer } from '../test/external_issuer.ts'
import { startTestApp } from '../test/harness.ts'
import { aSpace, aUser, refusal } from '../test/people.ts'
import { startBeside } from '../test/shared_apps.ts'
import { ExternalIssuer } from './external_tokens.ts'

const issuer = await anIssuer()
const app = await startTestApp({ env: { EXTERNAL_ISSUER: issuer.url, EXTERNAL_AUDIENCE: 'muster' } })
const [space, elsewhere] = [await aSpace(app, 'Here'), await aSpace(app, 'There')]
const admin = await aUser(app, space, { role: 'admin' })
const anna = await aUser(app, space, { role: 'manager' })

const claims = (more: JWTPayload = {}): JWTPayload => ({ sub: 'anna', email: anna.mail, ...more })
const ask = (token: string, path = '/me') => app.as({ token }).get(path)
const now = () => Math.floor(Date.now() / 1000)

describe('a token of a trusted issuer', () => {
  test('authenticates the user whose verified mail it carries, with their role in the space', async () => {
    const { status, body } = await ask(await issuer.sign(claims({ email: anna.mail.toUpperCase() })))
    assert.equal(status, 200)
    assert.deepEqual([body.data.user.id, body.data.role.type, body.data.space.id], [anna.id, 'manager', space])
  })

  test('names the space, or else the first selected space is used', async () => {
    await aUser(app, elsewhere, { mail: anna.mail, role: 'user' })
    const spaceOf = async (more: JWTPayload) => (await ask(await issuer.sign(claims(more)))).body.data?.space.id
    assert.equal(await spaceOf({}), space)
    assert.equal(await spaceOf({ muster_space: elsewhere }), elsewhere)
    assert.equal(await spaceOf({ muster_space: await aSpace(app) }), undefined)
    for (const odd of ['1', 1.5, -1, null, {}])
      assert.equal((await ask(await issuer.sign(claims({ muster_space: odd })))).status, 401)
    const token = await issuer.sign(claims())
    const data = { mail: anna.mail, selected_group_id: [elsewhere, space], UpdateToken: true }
    assert.equal((await app.as({ token }).patch(`/users/${anna.id}`, data)).status, 200)
    assert.equal((await ask(token)).body.data.space.id, elsewhere)
    const back = { ...data, selected_group_id: [space, elsewhere] }
    assert.equal((await app.as({ token }).patch(`/users/${anna.id}`, back)).status, 200)
  })

  test('grants only what both its scopes and the role allow', async () => {
    const allowed = async (scope?: string) =>
      (await ask(await issuer.sign(claims(scope === undefined ? {} : { scope })))).body.data.permissions
    assert.deepEqual(await allowed('openid teams:read finance:read'), ['teams:read'])
    assert.deepEqual(await allowed('openid profile'), [])
    assert.deepEqual(await allowed('constructor toString'), [])
    assert.deepEqual(await allowed('openid muster'), await allowed())
    assert.equal((await ask(await issuer.sign(claims({ scope: 'teams:read' })), '/users')).status, 403)
    assert.equal((await ask(await issuer.sign(claims({ scope: ['teams:read'] })))).status, 401)
  })

  test('is refused at once when the user is suspended or removed; the audit log has an entry for its actions', async () => {
    const person = await aUser(app, space, { role: 'admin' })
    const token = await issuer.sign(claims({ email: person.mail, auth_time: now() }))
    assert.equal((await app.as({ token }).post('/v1/suspensions', { user_id: anna.id })).status, 200)
    assert.equal((await app.as({ token }).delete(`/v1/suspensions/${anna.id}`)).status, 200)
    const [entry] = await app.owner<[{ token_id: null }]>`
      select token_id from audit_log where user_id = ${person.id} and kind = 'user.suspended'`
    assert.equal(entry.token_id, null)
    await app.as(admin).post('/v1/suspensions', { user_id: person.id })
    assert.equal((await ask(token)).status, 401)
    await app.as(admin).delete(`/v1/suspensions/${person.id}`)
    assert.equal((await ask(token)).status, 200)
    await app.as(admin).delete(`/users/${person.id}`)
    assert.equal((await ask(token)).status, 401)
  })

  test('allows sensitive operations only with a recent sign-in', async () => {
    const suspend = async (more: JWTPayload) => {
      const token = await issuer.sign(claims({ email: admin.mail, ...more }))
      return app.as({ token }).post('/v1/suspensions', { user_id: 9_000_000 })
    }
    assert.deepEqual(refusal(await suspend({})), [401, 'reauthentication_required'])
    assert.deepEqual(refusal(await suspend({ auth_time: now() - 1000 })), [401, 'reauthentication_required'])
    assert.equal((await suspend({ auth_time: now() })).status, 404)
  })

  test('does not open a space that requires its own provider', async () => {
    const strict = await aSpace(app, 'Strict')
    const mail = 'member@strict.example.org'
    await aUser(app, strict, { mail })
    await aUser(app, elsewhere, { mail })
    await app.owner`
      insert into identity_providers
        (group_id, created_by, name, issuer, client_id, sealed_secret, domain, verification, verified_at, required)
      values (${strict}, 1, 'Strict Login', 'https://login.strict.example.org', 'muster', '', 'strict.example.org', 'x', now(), true)`
    const asked = async (muster_space: number) => ask(await issuer.sign(claims({ email: mail, muster_space })))
    assert.deepEqual(refusal(await asked(strict)), [403, 'provider_required'])
    assert.equal((await asked(elsewhere)).status, 200)
  })

  test('counts as a second factor only when it claims one', async () => {
    await app.owner`update spaces set second_factor_required = true where id = ${elsewhere}`
    const here = { muster_space: elsewhere }
    assert.deepEqual(refusal(await ask(await issuer.sign(claims(here)))), [403, 'second_factor_required'])
    assert.equal((await ask(await issuer.sign(claims({ ...here, amr: ['pwd', 'mfa'] })))).status, 200)
  })
})

describe('refused like a missing token:', () => {
  const lies: [string, () => Promise<string>][] = [
    ['a key of another issuer', async () => issuer.sign(claims(), await aKey(issuer.keys()[0]!.kid))],
    ['an unknown key', async () => issuer.sign(claims(), await aKey('unknown'))],
    ['no signature at all', async () => unsigned({ alg: 'none' }, await issuer.sign(claims()))],
    ['an empty signature', async () => (await issuer.sign(claims())).replace(/[^.]+$/, '')],
    ['changed claims under a valid signature', async () => forged(await issuer.sign(claims({ email: admin.mail })))],
    ['the public key as a shared secret', async () => confused()],
    ['an ID token', async () => issuer.sign(claims({ nonce: 'n' }))],
    ['an ID token issued with an access token', async () => issuer.sign(claims({ at_hash: 'h' }))],
    ['another audience', async () => issuer.sign(claims({ aud: 'somebody-else' }))],
    ['no audience', async () => issuer.sign(claims({ aud: undefined as unknown as string }))],
    ['another issuer', async () => issuer.sign(claims({ iss: 'https://evil.example' }))],
    ['an issuer with a trailing slash', async () => issuer.sign(claims({ iss: `${issuer.url}/` }))],
    ['an expired token', async () => issuer.sign(claims({ exp: now() - 3600 }))],
    ['a token that is not valid yet', async () => issuer.sign(claims({ nbf: now() + 3600 }))],
    ['no expiry', async () => issuer.sign(claims({ exp: undefined as unknown as number }))],
    ['an unverified address', async () => issuer.sign(claims({ email_verified: false }))],
    ['an address without email_verified', async () => issuer.sign(claims({ email_verified: undefined }))],
    ['email_verified as a text', async () => issuer.sign(claims({ email_verified: 'true' }))],
    ['an unknown address', async () => issuer.sign(claims({ email: 'unknown@example.org' }))],
    ['no address', async () => issuer.sign(claims({ email: undefined }))],
    ['the address of a service account', async () => issuer.sign(claims({ email: await aProgram() }))],
  ]
  test('a token that is not what it claims, or whose address is not verified', async () => {
    for (const [what, make] of lies) {
      const answer = await ask(await make())
      assert.deepEqual(refusal(answer), refusal.unauthenticated, what)
      assert.match(answer.headers.get('www-authenticate') ?? '', /invalid_token/)
    }
  })

  test('a token that the issuer cannot have signed causes no request to it', async () => {
    const before = issuer.state.asked
    for (const token of ['a.b.c', 'x', await unsigned({ alg: 'HS256' }, await issuer.sign(claims()))]) await ask(token)
    assert.equal(issuer.state.asked, before)
  })

  test('every token, when no issuer is trusted', async () => {
    const plain = await startTestApp()
    const before = issuer.state.asked
    assert.equal((await plain.as({ token: await issuer.sign(claims()) }).get('/me')).status, 401)
    assert.equal(issuer.state.asked, before)
  })
})

describe('the keys of the issuer', () => {
  test('a new key is found when a token first names it, and the old one is no longer valid', async () => {
    const other = await anIssuer()
    const trust = new ExternalIssuer({ issuer: other.url, audience: 'muster', cooldown_ms: 0 })
    const old = await other.sign(claims())
    assert.ok(await trust.verify(old))
    await other.rotate()
    assert.ok(await trust.verify(await other.sign(claims())))
    assert.equal(await trust.verify(old), undefined)
  })

  test('many unknown keys do not cause many requests', async () => {
    const other = await anIssuer()
    const trust = new ExternalIssuer({ issuer: other.url, audience: 'muster' })
    assert.ok(await trust.verify(await other.sign(claims())))
    const before = other.state.asked
    const stray = await other.sign(claims(), await aKey('stray'))
    for (let round = 0; round < 20; round++) assert.equal(await trust.verify(stray), undefined)
    assert.ok(other.state.asked - before <= 1)
  })

  test('while they are unreachable the answer is 503, and they are not requested every time', async () => {
    const other = await anIssuer()
    other.state.down = true
    const waiting = await startBeside(app, { EXTERNAL_ISSUER: other.url, EXTERNAL_AUDIENCE: 'muster' })
    const token = await other.sign(claims())
    for (let round = 0; round < 5; round++) {
      const answer = await waiting.as({ token }).get('/me')
      assert.deepEqual(refusal(answer), [503, 'unavailable'])
      assert.equal(answer.headers.get('retry-after'), '10')
    }
    assert.equal(other.state.asked, 1)
    const own = await aUser(waiting, await aSpace(waiting))
    assert.equal((await waiting.as(own).get('/me')).status, 200, 'our own tokens do not need it')
  })

  test('once they are cached the issuer may be unreachable', async () => {
    const other = await anIssuer()
    const trust = new ExternalIssuer({ issuer: other.url, audience: 'muster' })
    const token = await other.sign(claims())
    assert.ok(await trust.verify(token))
    other.state.down = true
    assert.ok(await trust.verify(token))
  })

  test('may be of other algorithms, all of them asymmetric', async () => {
    const other = await anIssuer()
    for (const alg of ['RS256', 'PS256', 'EdDSA']) {
      await other.rotate(alg)
      const trust = new ExternalIssuer({ issuer: other.url, audience: 'muster' })
      assert.ok(await trust.verify(await other.sign(claims(), other.keys()[0]!, alg)), alg)
    }
  })
})

test('the two settings are required together, and the issuer must use https', () => {
  const wrong = [
    { EXTERNAL_ISSUER: 'https://login.example.org' },
    { EXTERNAL_AUDIENCE: 'muster' },
    { EXTERNAL_ISSUER: 'http://login.example.org', EXTERNAL_AUDIENCE: 'muster' },
    { EXTERNAL_ISSUER: 'http://127.0.0.1.example.org', EXTERNAL_AUDIENCE: 'muster' },
    { EXTERNAL_ISSUER: 'https://login.example.org?x=y', EXTERNAL_AUDIENCE: 'muster' },
  ]
  for (const env of wrong) assert.throws(() => readConfig(env), ConfigError)
  assert.ok(readConfig({ EXTERNAL_ISSUER: 'https://login.example.org/realms/a', EXTERNAL_AUDIENCE: 'muster' }))
})

async function aKey(kid: string) {
  return { kid, privateKey: (await generateKeyPair('ES256')).privateKey }
}

const encoded = (value: object) => base64url.encode(JSON.stringify(value))

const unsigned = (header: object, token: string) => `${encoded(header)}.${token.split('.')[1]}.`

function forged(token: string) {
  const [header, body, signature] = token.split('.') as [string, string, string]
  const said = JSON.parse(new TextDecoder().decode(base64url.decode(body)))
  return `${header}.${encoded({ ...said, email: anna.mail })}.${signature}`
}

async function confused() {
  const { jwk, kid } = issuer.keys()[0]!
  const text = await exportSPKI((await importJWK(jwk)) as webcrypto.CryptoKey)
  const whole = { ...claims(), iss: issuer.url, aud: 'muster', exp: now() + 300, email_verified: true }
  return new SignJWT(whole).setProtectedHeader({ alg: 'HS256', kid }).sign(new TextEncoder().encode(text))
}

async function aProgram() {
  const integration = { name: 'Robot', scopes: ['teams:read'], role_id: admin.role_id }
  const { user_id } = (await app.as(admin).post('/v1/integrations', integration)).body.data
  const [account] = await app.owner<[{ login_mail: string }]>`select login_mail from accounts where id = ${user_id}`
  return account.login_mail
}
