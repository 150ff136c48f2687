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
import { runs } from '../../test/runs.ts'
import { authorizePath, Browser, pkcePair, renewTokens, type requestTokens, type Tokens } from '../../test/sign_in.ts'

// A code is useless without its verifier, to another application, and a second time. A refresh token is as sensitive as a password, for
// weeks: it works once, and a second use reveals a theft.

const attacked = await startAttackTarget()
const { app, victim } = attacked
const lasting = { scope: 'openid offline_access teams:read users:read' }
const ask = (changes: Record<string, string | undefined>) =>
  new Browser(app.url).send(authorizePath(pkcePair().challenge, changes))
const outcome = ({ status, body }: { status: number; body: any }) => [status, body.error]
const invalid = [400, 'invalid_grant']
const suspend = (suspended_at: string | null) =>
  app.owner`update users set suspended_at = ${suspended_at} where id = ${victim.id}`

describe('the code verifier (PKCE)', () => {
  const bent: Record<string, Record<string, string | undefined>> = {
    'no challenge': { code_challenge: undefined, code_challenge_method: undefined },
    'no method, which would then be plain': { code_challenge_method: undefined },
    'the method plain': { code_challenge_method: 'plain' },
    'a misspelled method': { code_challenge_method: 's256' },
    'an empty challenge': { code_challenge: '' },
    'a challenge too short for a digest': { code_challenge: 'abc' },
    'characters that no digest has': { code_challenge: 'ü'.repeat(43) },
  }
  for (const [name, changes] of Object.entries(bent))
    test(`is required: ${name} is refused`, async () =>
      assertErrorRedirect(await ask(changes), 'invalid_request', attacked))

  test('redeems nothing when it is another, and the code still works for its owner', async () => {
    const [code, other] = [await anAuthorizationCode(attacked), await anAuthorizationCode(attacked)]
    const wrong = [pkcePair().verifier, undefined, '', 'the digest', 'short', 'a'.repeat(5000), other.verifier]
    for (const code_verifier of wrong) {
      const { status, body } = await redeemCode(attacked, code, { code_verifier })
      assert.equal(status, 400, code_verifier)
      assert.match(body.error, /^invalid_(grant|request)$/)
    }
    assert.equal((await redeemCode(attacked, code)).status, 200)
  })
})

describe('an authorization code', () => {
  test('works once; the second use revokes the tokens of the first', async () => {
    const code = await anAuthorizationCode(attacked, lasting)
    const { body } = await redeemCode(attacked, code)
    assert.ok(await isTokenValid(attacked, body.access_token))
    assert.deepEqual(outcome(await redeemCode(attacked, code)), invalid)
    assert.ok(!(await isTokenValid(attacked, body.access_token)))
    assert.deepEqual(outcome(await renew(body)), invalid)
  })

  test('redeemed ten times at once succeeds once, and leaves no working token', async () => {
    for (let round = 0; round < runs(5); round++) {
      const code = await anAuthorizationCode(attacked, lasting)
      const winner = await onlyWinner(() => redeemCode(attacked, code))
      assert.ok(!(await isTokenValid(attacked, winner.access_token)))
      assert.deepEqual(outcome(await renew(winner)), invalid)
    }
  })

  test('is useless to another application and at another redirect URI, which learn nothing either', async () => {
    const code = await anAuthorizationCode(attacked)
    const elsewhere = ['http://127.0.0.1:7778/callback', 'http://127.0.0.1/callback', website_uri, undefined]
    assert.deepEqual(outcome(await redeemCode(attacked, code, { client_id: attacked.phone.client_id })), invalid)
    for (const redirect_uri of elsewhere)
      assert.equal((await redeemCode(attacked, code, { redirect_uri })).status, 400, redirect_uri)
    assert.equal((await redeemCode(attacked, code)).status, 200, 'and its owner can still use it')
  })

  test('is valid for a minute', async () => {
    const code = await anAuthorizationCode(attacked)
    const [row] = await app.owner`
      select extract(epoch from expires_at - created_at)::int as seconds from oidc_records where kind = 'AuthorizationCode' order by id desc limit 1`
    assert.ok(row!['seconds'] <= 60)
    await app.owner`update oidc_records set expires_at = now() - interval '1 second' where kind = 'AuthorizationCode'`
    assert.deepEqual(outcome(await redeemCode(attacked, code)), invalid)
  })

  test('that is invented, changed, truncated or a token is refused, and a code is not a token', async () => {
    const { code, verifier } = await anAuthorizationCode(attacked)
    assert.ok(!(await isTokenValid(attacked, code)))
    const changed = [`${code}x`, code.slice(0, -1), code.toUpperCase(), code.replace('mus_o_', 'mus_a_'), `${code}\0`]
    const token = (await redeemCode(attacked, await anAuthorizationCode(attacked))).body.access_token
    for (const made of ['mus_o_', ...changed, "' or 1=1 --", token])
      assert.equal((await redeemCode(attacked, { code: made, verifier })).status, 400, made)
  })

  test('of a user who was suspended since is refused', async () => {
    const code = await anAuthorizationCode(attacked)
    await suspend('now')
    const answer = await redeemCode(attacked, code)
    await suspend(null)
    assert.deepEqual(outcome(answer), invalid)
  })
})

const held = async (scope = lasting.scope): Promise<Tokens> =>
  (await redeemCode(attacked, await anAuthorizationCode(attacked, { scope }))).body
const renew = (tokens: { refresh_token: string }, changes?: Record<string, string>) => renewTokens(app, tokens, changes)

async function onlyWinner(use: () => ReturnType<typeof requestTokens>): Promise<Tokens> {
  const answers = await Promise.all(Array.from({ length: 10 }, use))
  const [winner, ...others] = answers.filter(({ status }) => status === 200)
  assert.equal(others.length, 0)
  for (const answer of answers.filter(answer => answer !== winner)) assert.deepEqual(outcome(answer), invalid)
  return winner!.body
}

describe('a refresh token', () => {
  test('is replaced each time; used a second time, it revokes the whole family of tokens', async () => {
    const first = await held()
    const second = (await renew(first)).body
    assert.match(second.refresh_token, /^mus_r_/)
    assert.notEqual(second.refresh_token, first.refresh_token)
    const third = (await renew(second)).body
    assert.ok(await isTokenValid(attacked, third.access_token))
    assert.deepEqual(outcome(await renew(first)), invalid)
    for (const { access_token } of [first, second, third]) assert.ok(!(await isTokenValid(attacked, access_token)))
    assert.deepEqual(outcome(await renew(third)), invalid)
  })

  test('used ten times at once succeeds once, and leaves no working token', async () => {
    for (let round = 0; round < runs(5); round++) {
      const first = await held()
      const winner = await onlyWinner(() => renew(first))
      for (const { access_token } of [winner, first]) assert.ok(!(await isTokenValid(attacked, access_token)))
      assert.deepEqual(outcome(await renew(winner)), invalid)
    }
  })

  test('is useless to another application, and never grants more than before, but less on request', async () => {
    const first = await held()
    assert.deepEqual(outcome(await renew(first, { client_id: attacked.phone.client_id })), invalid)
    assert.deepEqual(outcome(await renew(first, { scope: 'teams:read finance:write' })), [400, 'invalid_scope'])
    const less = await renew(first, { scope: 'teams:read' })
    assert.equal(less.body.scope, 'teams:read')
    const { body } = await app.as({ token: less.body.access_token }).get('/me')
    assert.deepEqual(body.data.permissions, ['teams:read'])
  })

  test('is only issued with offline_access; it is not an access token, nor the reverse', async () => {
    assert.equal((await held('openid teams:read')).refresh_token, undefined)
    const { access_token, refresh_token } = await held()
    assert.ok(!(await isTokenValid(attacked, refresh_token)))
    assert.deepEqual(outcome(await renew({ refresh_token: access_token })), invalid)
  })

  test('is valid for thirty days, and never past ninety however often it is used', async () => {
    const days = async () => {
      const [row] = await app.owner`
        select round(extract(epoch from expires_at - now()) / 86400)::int as days from oidc_records where kind = 'RefreshToken' order by id desc limit 1`
      return row!['days']
    }
    const first = await held()
    assert.equal(await days(), 30)
    await app.owner`
      update oidc_records set record = jsonb_set(record::jsonb, '{iiat}', to_jsonb(extract(epoch from now() - interval '85 days')::bigint))::json
      where kind = 'RefreshToken'`
    assert.equal((await renew(first)).status, 200)
    assert.equal(await days(), 5)
  })

  test('ends with the membership in the space, and works again after a suspension', async () => {
    const first = await held()
    await suspend('now')
    const suspended = await renew(first)
    await suspend(null)
    assert.deepEqual(outcome(suspended), invalid)
    assert.equal((await renew(first)).status, 200, 'it was not used up')
  })
})
