import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { anAuthorizationCode, isTokenValid, redeemCode, startAttackTarget } from '../../test/attack_target.ts'
import { requestTokens, type Tokens } from '../../test/sign_in.ts'

// A refresh token is as sensitive as a password, for weeks. It works once, and a second use reveals a theft.

const attacked = await startAttackTarget()
const { app } = attacked

async function held(scope = 'openid offline_access teams:read users:read'): Promise<Tokens> {
  return (await redeemCode(attacked, await anAuthorizationCode(attacked, { scope }))).body
}
const renew = ({ refresh_token }: { refresh_token: string }, changes: Record<string, string> = {}) =>
  requestTokens(app, { grant_type: 'refresh_token', refresh_token, client_id: 'muster-cli', ...changes })

describe('a refresh token', () => {
  test('is replaced each time', async () => {
    const first = await held()
    const second = await renew(first)
    assert.equal(second.status, 200)
    assert.match(second.body.refresh_token, /^mus_r_/)
    assert.notEqual(second.body.refresh_token, first.refresh_token)
  })

  test('used a second time revokes the whole family of tokens', async () => {
    const first = await held()
    const second = (await renew(first)).body
    const third = (await renew(second)).body
    assert.ok(await isTokenValid(attacked, third.access_token))
    const stolen = await renew(first)
    assert.deepEqual([stolen.status, stolen.body.error], [400, 'invalid_grant'])
    for (const { access_token } of [first, second, third]) assert.ok(!(await isTokenValid(attacked, access_token)))
    assert.equal((await renew(third)).body.error, 'invalid_grant')
  })

  test('used ten times at once succeeds once, and leaves no working token', async () => {
    for (let round = 0; round < 5; round++) {
      const first = await held()
      const answers = await Promise.all(Array.from({ length: 10 }, () => renew(first)))
      const [winner, ...others] = answers.filter(({ status }) => status === 200)
      assert.deepEqual([winner?.status, others.length], [200, 0])
      assert.ok(!(await isTokenValid(attacked, winner!.body.access_token)))
      assert.ok(!(await isTokenValid(attacked, first.access_token)))
      assert.equal((await renew(winner!.body)).body.error, 'invalid_grant')
    }
  })

  test('of one application is useless to another', async () => {
    const first = await held()
    const { status, body } = await renew(first, { client_id: attacked.phone.client_id })
    assert.deepEqual([status, body.error], [400, 'invalid_grant'])
    assert.equal((await renew(first)).status, 200)
  })

  test('never grants more than before, and less on request', async () => {
    const first = await held('openid offline_access teams:read users:read')
    const more = await renew(first, { scope: 'teams:read finance:write' })
    assert.deepEqual([more.status, more.body.error], [400, 'invalid_scope'])
    const less = await renew(first, { scope: 'teams:read' })
    assert.equal(less.body.scope, 'teams:read')
    const { body } = await app.as({ token: less.body.access_token }).get('/me')
    assert.deepEqual(body.data.permissions, ['teams:read'])
  })

  test('is only issued with offline_access', async () => {
    assert.equal((await held('openid teams:read')).refresh_token, undefined)
  })

  test('is not an access token, and an access token is not a refresh token', async () => {
    const { access_token, refresh_token } = await held()
    assert.ok(!(await isTokenValid(attacked, refresh_token)))
    assert.equal((await renew({ refresh_token: access_token })).body.error, 'invalid_grant')
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

  test('ends with the membership in the space, or with the application', async () => {
    const first = await held()
    await app.owner`update users set suspended_at = now() where id = ${attacked.victim.id}`
    const suspended = await renew(first)
    await app.owner`update users set suspended_at = null where id = ${attacked.victim.id}`
    assert.deepEqual([suspended.status, suspended.body.error], [400, 'invalid_grant'])
    // It was not used up: it works again after the suspension.
    assert.equal((await renew(first)).status, 200)
  })
})
