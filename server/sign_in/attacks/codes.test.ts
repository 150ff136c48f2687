import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  anAuthorizationCode,
  assertErrorRedirect,
  isTokenValid,
  redeemCode,
  startAttackTarget,
  website_uri,
} from '../../test/attack_target.ts'
import { authorizePath, Browser, pkcePair } from '../../test/sign_in.ts'

// A code is useless without its verifier, to another application, and a second time.

const attacked = await startAttackTarget()
const { app } = attacked
const ask = (changes: Record<string, string | undefined>) =>
  new Browser(app.url).send(authorizePath(pkcePair().challenge, changes))

describe('the code verifier (PKCE)', () => {
  const bent: Record<string, Record<string, string | undefined>> = {
    'is required': { code_challenge: undefined, code_challenge_method: undefined },
    'is refused without its method, which would then be plain': { code_challenge_method: undefined },
    'is refused with the method plain': { code_challenge_method: 'plain' },
    'is refused with a misspelled method': { code_challenge_method: 's256' },
    'is refused when it is empty': { code_challenge: '' },
    'is refused when it is too short for a digest': { code_challenge: 'abc' },
    'is refused with characters that no digest has': { code_challenge: 'ü'.repeat(43) },
  }
  for (const [name, changes] of Object.entries(bent))
    test(name, async () => assertErrorRedirect(await ask(changes), 'invalid_request', attacked))

  test('is required of applications with a secret, too', async () => {
    const changes = { client_id: attacked.website.client_id, redirect_uri: website_uri, scope: 'teams:read' }
    const seen = await ask({ ...changes, code_challenge: undefined, code_challenge_method: undefined })
    assertErrorRedirect(seen, 'invalid_request', attacked, website_uri)
  })

  const redeemed: Record<string, string | undefined> = {
    'a wrong one': pkcePair().verifier,
    none: undefined,
    'an empty one': '',
    'the digest itself': 'the digest',
    'a short one': 'short',
    'a very long one': 'a'.repeat(5000),
  }
  for (const [name, code_verifier] of Object.entries(redeemed))
    test(`${name} redeems nothing`, async () => {
      const code = await anAuthorizationCode(attacked)
      const { status, body } = await redeemCode(attacked, code, { code_verifier })
      assert.equal(status, 400)
      assert.match(body.error, /^invalid_(grant|request)$/)
    })

  test('of another code redeems nothing', async () => {
    const [one, other] = [await anAuthorizationCode(attacked), await anAuthorizationCode(attacked)]
    const { status, body } = await redeemCode(attacked, { code: one.code, verifier: other.verifier })
    assert.deepEqual([status, body.error], [400, 'invalid_grant'])
  })

  test('a wrong one does not use up the code', async () => {
    const code = await anAuthorizationCode(attacked)
    assert.equal((await redeemCode(attacked, code, { code_verifier: pkcePair().verifier })).status, 400)
    assert.equal((await redeemCode(attacked, code)).status, 200)
  })
})

describe('an authorization code', () => {
  test('works once; the second use revokes the tokens of the first', async () => {
    const code = await anAuthorizationCode(attacked, { scope: 'openid offline_access teams:read' })
    const { body } = await redeemCode(attacked, code)
    assert.ok(await isTokenValid(attacked, body.access_token))
    const again = await redeemCode(attacked, code)
    assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant'])
    assert.ok(!(await isTokenValid(attacked, body.access_token)))
    const renewal = { grant_type: 'refresh_token', refresh_token: body.refresh_token }
    assert.equal((await redeemCode(attacked, code, renewal)).body.error, 'invalid_grant')
  })

  test('redeemed ten times at once succeeds once, and leaves no working token', async () => {
    for (let round = 0; round < 5; round++) {
      const code = await anAuthorizationCode(attacked, { scope: 'openid offline_access teams:read' })
      const answers = await Promise.all(Array.from({ length: 10 }, () => redeemCode(attacked, code)))
      const [winner, ...others] = answers.filter(({ status }) => status === 200)
      assert.deepEqual([winner?.status, others.length], [200, 0])
      for (const { status, body } of answers.filter(answer => answer !== winner))
        assert.deepEqual([status, body.error], [400, 'invalid_grant'])
      assert.ok(!(await isTokenValid(attacked, winner!.body.access_token)))
      const renewal = { grant_type: 'refresh_token', refresh_token: winner!.body.refresh_token }
      assert.equal((await redeemCode(attacked, code, renewal)).body.error, 'invalid_grant')
    }
  })

  test('of one application is useless to another, which learns nothing either', async () => {
    const code = await anAuthorizationCode(attacked)
    const { status, body } = await redeemCode(attacked, code, { client_id: attacked.phone.client_id })
    assert.deepEqual([status, body.error], [400, 'invalid_grant'])
    assert.equal((await redeemCode(attacked, code)).status, 200, 'and its owner can still use it')
  })

  test('is bound to its redirect URI', async () => {
    for (const redirect_uri of [
      'http://127.0.0.1:7778/callback',
      'http://127.0.0.1/callback',
      website_uri,
      undefined,
    ]) {
      const code = await anAuthorizationCode(attacked)
      assert.equal((await redeemCode(attacked, code, { redirect_uri })).status, 400)
    }
  })

  test('is valid for a minute', async () => {
    const code = await anAuthorizationCode(attacked)
    const [row] = await app.owner`
      select extract(epoch from expires_at - created_at)::int as seconds from oidc_records where kind = 'AuthorizationCode' order by id desc limit 1`
    assert.ok(row!['seconds'] <= 60)
    await app.owner`update oidc_records set expires_at = now() - interval '1 second' where kind = 'AuthorizationCode'`
    assert.equal((await redeemCode(attacked, code)).body.error, 'invalid_grant')
  })

  test('that is invented, changed or truncated is refused', async () => {
    const { code, verifier } = await anAuthorizationCode(attacked)
    for (const made of [
      'mus_o_',
      `${code}x`,
      code.slice(0, -1),
      code.toUpperCase(),
      code.replace('mus_o_', 'mus_a_'),
      `${code}\0`,
      "' or 1=1 --",
    ])
      assert.equal((await redeemCode(attacked, { code: made, verifier })).status, 400)
  })

  test('is not a token, and a token is not a code', async () => {
    const code = await anAuthorizationCode(attacked)
    assert.ok(!(await isTokenValid(attacked, code.code)))
    const { body } = await redeemCode(attacked, code)
    assert.equal((await redeemCode(attacked, { code: body.access_token, verifier: code.verifier })).status, 400)
  })

  test('of a user who was suspended since is refused', async () => {
    const code = await anAuthorizationCode(attacked)
    await app.owner`update users set suspended_at = now() where id = ${attacked.victim.id}`
    const { status, body } = await redeemCode(attacked, code)
    await app.owner`update users set suspended_at = null where id = ${attacked.victim.id}`
    assert.deepEqual([status, body.error], [400, 'invalid_grant'])
  })
})
