import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually, startTestApp } from '../test/harness.ts'
import { anIntegration, aServiceAccountToken, aSession, withAccessToken } from '../test/integrations.ts'
import { aSpace, aUser } from '../test/people.ts'

// Revocations over HTTP take effect in every process: `here` revokes, while `there` has just accepted the credential and
// cached it. Revocations by the authorization server are in revocation.test.ts.

const here = await startTestApp({ own: true })
const there = await startTestApp({ same_database_as: here })
const space = await aSpace(here)
const chief = await aUser(here, space, { role: 'superadmin' })
const rounds = 5
// Shorter than the lifetime of the cache.
const patience_ms = 8000

interface Case {
  caller: { token: string }
  /** The path that worked, and the status of its refusal afterwards. */
  path: string
  status: number
  take: () => Promise<{ status: number }>
}

const cases: Record<string, () => Promise<Case>> = {
  'a revoked token': async () => {
    const caller = await aUser(here, space)
    const [token] = (await here.as(caller).get('/v1/tokens')).body.data
    return { caller, path: '/me', status: 401, take: () => here.as(chief).delete(`/v1/tokens/${token.id}`) }
  },
  'a role that loses a permission': async () => {
    const role = { name: `Role ${Math.random()}`, permissions: ['audit:read'] }
    const { id, name } = (await here.as(chief).post('/roles', role)).body.data
    const caller = await aUser(here, space, { role: name })
    return {
      caller,
      path: '/v1/audit',
      status: 403,
      take: () => here.as(chief).patch(`/roles/${id}`, { permissions: [] }),
    }
  },
  'a revoked secret': async () => {
    const { id, secrets, ...program } = await anIntegration(here, chief)
    const caller = await aServiceAccountToken(here, program)
    const take = () => here.as(chief).delete(`/v1/integrations/${id}/secrets/${secrets[0].id}`)
    return { caller, path: '/me', status: 401, take }
  },
  'a revoked grant': async () => {
    const person = await aUser(here, space)
    const { grant, grant_id } = await aSession(here, person)
    const caller = await withAccessToken(here, person, { grant })
    return { caller, path: '/me', status: 401, take: () => here.as(person).delete(`/v1/grants/${grant_id}`) }
  },
}

for (const [what, prepare] of Object.entries(cases))
  describe(what, () => {
    test(`is refused in another process, ${rounds} of ${rounds}`, async () => {
      for (let round = 0; round < rounds; round++) await check(await prepare(), async () => {})
    })

    test('is refused in another process that receives no notifications', async () => {
      for (let round = 0; round < 2; round++) await check(await prepare(), deafen)
    })
  })

async function check({ caller, path, status, take }: Case, before: () => Promise<unknown>) {
  for (let times = 0; times < 2; times++) assert.equal((await there.as(caller).get(path)).status, 200)
  await before()
  assert.equal((await take()).status, 200)
  assert.equal((await here.as(caller).get(path)).status, status, 'where it was taken, the very next request is refused')
  await eventually(async () => (await there.as(caller).get(path)).status === status, patience_ms)
}

/** Ends the sessions on which both listen for notifications. Their last statement is the probe of the listener. */
const deafen = () =>
  eventually(async () => {
    const cut = await here.owner`
      with hearing as (
        select pid from pg_stat_activity
        where datname = current_database() and state = 'idle' and (query like 'select pg_notify(%' or query = 'select 1 as alive')
      )
      select pg_terminate_backend(pid) from hearing where (select count(*) from hearing) >= 2`
    return cut.length >= 2
  })
