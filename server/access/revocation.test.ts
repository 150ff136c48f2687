import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually, startTestApp, type TestApp } from '../test/harness.ts'
import { anIntegration } from '../test/integrations.ts'
import { aSpace, aUser, type Person, roleId } from '../test/people.ts'
import { Browser, requestTokens, setPasswords, type Tokens, tokensFor } from '../test/sign_in.ts'

// Revocations take effect at once, also in a process that has just cached the token. The cache alone would
// keep it for ten seconds; notifications arrive long before.

const app = await startTestApp({ own: true })
const other = await startTestApp({ same_database_as: app })
const space = await aSpace(app)
const admin = await aUser(app, space, { role: 'superadmin' })
const scope = 'openid offline_access teams:read users:read'
const patience_ms = 8000

async function someone(): Promise<{ person: Person; tokens: Tokens; browser: Browser }> {
  const person = await aUser(app, space, { role: 'manager' })
  await setPasswords(app, person)
  const browser = new Browser(app.url)
  return { person, browser, tokens: await tokensFor(app, person, { browser, scope }) }
}
const status = async (where: TestApp, token: string) => (await where.as({ token }).get('/me')).status

/** Both processes cache the token; it is revoked; both refuse it. */
async function assertTaken(token: string, take: () => Promise<{ status: number }>) {
  assert.deepEqual([await status(app, token), await status(other, token)], [200, 200])
  const taken = await take()
  assert.ok(taken.status < 400, String(taken.status))
  assert.equal(await status(app, token), 401, 'by the one that took it, before it answered')
  await eventually(async () => (await status(other, token)) === 401, patience_ms)
}

const revoke = (token: string) =>
  app.as().send('POST', '/oauth/revoke', {
    body: new URLSearchParams({ token, client_id: 'muster-cli' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

const ways: Record<string, (held: Awaited<ReturnType<typeof someone>>) => Promise<{ status: number }>> = {
  'when the application revokes it': ({ tokens }) => revoke(tokens.access_token),
  'when the application revokes its refresh token': ({ tokens }) => revoke(tokens.refresh_token),
  'when its refresh token is used twice': async ({ tokens: { refresh_token } }) => {
    const fields = { grant_type: 'refresh_token', refresh_token, client_id: 'muster-cli' }
    await requestTokens(app, fields)
    assert.equal((await requestTokens(app, fields)).status, 400)
    return { status: 200 }
  },
  'when the user is suspended': ({ person }) =>
    app.as(admin).post('/v1/suspensions', { user_id: person.id, reason: 'x' }),
  'when the user is removed from the space': ({ person }) => app.as(admin).delete(`/users/${person.id}`),
}

describe('an access token is refused at once, everywhere,', () => {
  for (const [name, take] of Object.entries(ways))
    test(name, async () => {
      const held = await someone()
      await assertTaken(held.tokens.access_token, () => take(held))
    })

  test('when the integration that it was given to is ended', async () => {
    const integration = await anIntegration(app, admin, { role_id: admin.role_id })
    const { client_id, secret } = integration
    const { body } = await requestTokens(app, { grant_type: 'client_credentials', client_id, client_secret: secret })
    await assertTaken(body.access_token, () => app.as(admin).delete(`/v1/integrations/${integration.id}`))
  })

  test('also by a process that receives no notifications', async () => {
    const { tokens } = await someone()
    assert.equal(await status(other, tokens.access_token), 200)
    // The last statement of a listener is its probe.
    const cut = await app.owner`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle' and (query like 'select pg_notify(%' or query = 'select 1 as alive')`
    assert.equal(cut.length, 2)
    await revoke(tokens.access_token)
    await eventually(async () => (await status(other, tokens.access_token)) === 401, patience_ms)
  })
})

test('a lower role takes permissions from an application at once, in every process', async () => {
  const { person, tokens } = await someone()
  const may = async (where: TestApp) =>
    (await where.as({ token: tokens.access_token }).get('/me')).body.data.permissions.includes('users:read')
  assert.deepEqual([await may(app), await may(other)], [true, true])
  const role = { user_id: person.id, role_id: await roleId(app, space, 'user') }
  assert.equal((await app.as(admin).patch('/users/role', role)).status, 200)
  assert.equal(await may(app), false)
  await eventually(async () => !(await may(other)), patience_ms)
})
