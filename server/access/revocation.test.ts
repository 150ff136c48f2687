import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually, startTestApp, type TestApp } from '../test/harness.ts'
import { anIntegration, aServiceAccountToken, aSession, withAccessToken } from '../test/integrations.ts'
import { aSpace, aUser, type Person, roleId } from '../test/people.ts'
import { thorough } from '../test/runs.ts'
import { requestTokens, setPasswords, type Tokens, tokensFor } from '../test/sign_in.ts'

// Revocations take effect at once, also in a process that has just cached the token. The cache alone would
// keep it for ten seconds; notifications arrive long before.

const app = await startTestApp({ own: true })
const other = await startTestApp({ same_database_as: app })
const space = await aSpace(app)
const admin = await aUser(app, space, { role: 'superadmin' })
const scope = 'openid offline_access teams:read users:read'
const patience_ms = 8000

async function someone(): Promise<{ person: Person; tokens: Tokens }> {
  const person = await aUser(app, space, { role: 'manager' })
  await setPasswords(app, person)
  return { person, tokens: await tokensFor(app, person, { scope }) }
}
const revoke = (token: string) =>
  app.as().send('POST', '/oauth/revoke', {
    body: new URLSearchParams({ token, client_id: 'muster-cli' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

type Held = Awaited<ReturnType<typeof someone>>
type Take = () => Promise<{ status: number }>

/** What a caller may do at a path, and what takes it away. */
interface Case {
  caller: { token: string }
  path?: string
  status?: number
  take: Take
}

const held = (take: (held: Held) => ReturnType<Take>) => async (): Promise<Case> => {
  const one = await someone()
  return { caller: { token: one.tokens.access_token }, take: () => take(one) }
}

const cases: Record<string, () => Promise<Case>> = {
  'when the application revokes it': held(({ tokens }) => revoke(tokens.access_token)),
  'when the application revokes its refresh token': held(({ tokens }) => revoke(tokens.refresh_token)),
  'when its refresh token is used twice': held(async ({ tokens: { refresh_token } }) => {
    const fields = { grant_type: 'refresh_token', refresh_token, client_id: 'muster-cli' }
    await requestTokens(app, fields)
    assert.equal((await requestTokens(app, fields)).status, 400)
    return { status: 200 }
  }),
  'when the user is suspended': held(({ person }) => app.as(admin).post('/v1/suspensions', { user_id: person.id })),
  'when the user is removed from the space': held(({ person }) => app.as(admin).delete(`/users/${person.id}`)),
  'when the integration that it was given to is ended': async () => {
    const { id, client_id, secret } = await anIntegration(app, admin, { role_id: admin.role_id })
    const { body } = await requestTokens(app, { grant_type: 'client_credentials', client_id, client_secret: secret })
    return { caller: { token: body.access_token }, take: () => app.as(admin).delete(`/v1/integrations/${id}`) }
  },
  'when a user ends their token': async () => {
    const caller = await aUser(app, space)
    const [token] = (await app.as(caller).get('/v1/tokens')).body.data
    return { caller, take: () => app.as(admin).delete(`/v1/tokens/${token.id}`) }
  },
  'when its role loses the permission': async () => {
    const role = { name: `Role ${Math.random()}`, permissions: ['audit:read'] }
    const { id, name } = (await app.as(admin).post('/roles', role)).body.data
    const caller = await aUser(app, space, { role: name })
    return {
      ...{ caller, path: '/v1/audit', status: 403 },
      take: () => app.as(admin).patch(`/roles/${id}`, { permissions: [] }),
    }
  },
  'when the secret that it was given for is ended': async () => {
    const { id, secrets, ...program } = await anIntegration(app, admin)
    const caller = await aServiceAccountToken(app, program)
    return { caller, take: () => app.as(admin).delete(`/v1/integrations/${id}/secrets/${secrets[0].id}`) }
  },
  'when its grant is ended': async () => {
    const person = await aUser(app, space)
    const { grant, grant_id } = await aSession(app, person)
    const caller = await withAccessToken(app, person, { grant })
    return { caller, take: () => app.as(person).delete(`/v1/grants/${grant_id}`) }
  },
}

/** Both processes cache the credential; it is revoked in one; both refuse it. */
async function check({ caller, path = '/me', status = 401, take }: Case, before: () => Promise<unknown>) {
  const statusIn = async (where: TestApp) => (await where.as(caller).get(path)).status
  assert.deepEqual([await statusIn(app), await statusIn(other), await statusIn(other)], [200, 200, 200])
  await before()
  const taken = await take()
  assert.ok(taken.status < 400, String(taken.status))
  assert.equal(await statusIn(app), status, 'by the one that took it, before it answered')
  await eventually(async () => (await statusIn(other)) === status, patience_ms)
}

/** Ends the sessions on which both listen for notifications. Their last statement is the probe of the listener. */
const deafen = () =>
  eventually(async () => {
    const cut = await app.owner`
      with hearing as (
        select pid from pg_stat_activity
        where datname = current_database() and state = 'idle' and (query like 'select pg_notify(%' or query = 'select 1 as alive')
      )
      select pg_terminate_backend(pid) from hearing where (select count(*) from hearing) >= 2`
    return cut.length >= 2
  })

describe('a token is refused at once, everywhere,', () => {
  for (const [name, prepare] of Object.entries(cases))
    test(name, async () => {
      for (let round = 0; round < (thorough ? 5 : 2); round++) await check(await prepare(), async () => {})
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

describe('a token is also refused by a process that receives no notifications', () => {
  const ways = ['the application revokes it', 'a user ends their token', 'its role loses the permission']
  for (const way of [...ways, 'the secret that it was given for is ended', 'its grant is ended'])
    test(`when ${way}`, async () => check(await cases[`when ${way}`]!(), deafen))
})
