import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Operation } from '../http/operation.ts'
import { resourcesOf } from '../resources.ts'
import { startTestApp } from '../test/harness.ts'
import { anIntegration, aServiceAccountToken, withAccessToken } from '../test/integrations.ts'
import { allRows } from '../test/matrix/all.ts'
import { type Caller, callers, type Row } from '../test/matrix/rows.ts'
import { aSpace, aUser, aUserPerRole } from '../test/people.ts'
import { allPermissions, permissionsOf } from './permissions.ts'

// Calls every operation as every kind of caller. An operation without a row fails the test after the matrix.

// Jobs do not run here: they would change rows between two reads.
const app = await startTestApp({ env: { JOBS: 'off' } })
const [space, elsewhere] = [await aSpace(app, 'Here'), await aSpace(app, 'There')]
const cast = await aUserPerRole(app, space)
const aChief = () => aUser(app, space, { role: 'superadmin' })

await app.as(cast.superadmin).post('/roles', { name: 'Listed', rank: 30, permissions: permissionsOf.manager })
const people = {
  ...cast,
  custom_role: await aUser(app, space, { role: 'Listed' }),
  other_space: await aUser(app, elsewhere, { role: 'superadmin' }),
}
const narrow_token = await aUser(app, space, { role: 'superadmin', scopes: ['webhooks:manage'] })
const [expired, revoked, suspended] = [await aChief(), await aChief(), await aChief()]
await app.owner`update tokens set expires_at = now() - interval '1 second' where user_id = ${expired.id}`
await app.owner`update tokens set revoked_at = now() where user_id = ${revoked.id}`
assert.equal((await app.as(cast.superadmin).post('/v1/suspensions', { user_id: suspended.id })).status, 200)
const wide = await anIntegration(app, cast.superadmin, {
  scopes: allPermissions,
  role_id: cast.admin.role_id,
  redirect_uris: ['https://example.org/back'],
})
const service_account = await aServiceAccountToken(app, wide)

// The scopes of an application: every permission but one.
const missing_permission = new Map<string, { token: string }>()
for (const word of ['', ...allPermissions]) {
  const scopes = allPermissions.filter(other => other !== word)
  missing_permission.set(word, await withAccessToken(app, cast.superadmin, { client_id: wide.client_id, scopes }))
}
const operations = new Map<string, Operation>(
  resourcesOf().flatMap(({ name, operations }) =>
    Object.entries(operations).map(([verb, operation]) => [`${name}.${verb}`, operation] as const),
  ),
)
/** The permission that an operation needs; empty when any member, or anyone, may call it. */
const needOf = (name: string) => {
  const needs = operations.get(name)?.definition.access.needs ?? ''
  return (allPermissions as string[]).includes(needs) ? needs : ''
}

const scripts = { ...people, service_account, narrow_token, expired, revoked, suspended, no_token: undefined }
const applications: Partial<Record<Caller, { token: string }>> = {}
for (const [caller, person] of Object.entries(people))
  applications[caller as Caller] = await withAccessToken(app, person)
applications.narrow_token = await withAccessToken(app, narrow_token, { scopes: ['webhooks:manage'] })
applications.suspended = await withAccessToken(app, suspended)

function callerOf(name: string, { signed_in }: Row, caller: Caller): { token: string } | undefined {
  if (caller === 'missing_permission') return missing_permission.get(needOf(name))
  return (signed_in && applications[caller]) || scripts[caller]
}

function expectedOf(name: string, row: Row, caller: Caller): number {
  const said = row[caller]
  if (said !== undefined) return said
  if (caller === 'custom_role') return row.manager!
  if (caller === 'service_account') return row.admin!
  if (caller === 'missing_permission') return needOf(name) ? 403 : row.superadmin!
  return 401
}

const matrix = await allRows({ app, space, cast })

// All tables except those that background work empties and compacts.
const tables = await app.owner<{ name: string }[]>`
  select c.relname as name from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in ('mail_outbox', 'counters', 'file_removals')
  order by 1`
const sums = tables.map(
  ({ name }) =>
    `select '${name}' as name, count(*) as n, coalesce(sum(hashtext(t::text)), 0)::text as sum from "${name}" t`,
)
const fingerprint = async () => [
  ...(await app.owner.unsafe(`${sums.join(' union all ')} order by name`, [], { prepare: true })),
]

async function send(name: string, row: Row, caller: Caller, request: Awaited<ReturnType<Row['request']>>) {
  const { method, path, data, body_extras, file } = request
  const body = file ?? (data === undefined ? undefined : JSON.stringify({ ...body_extras, data }))
  const headers = { headers: file === undefined ? {} : { 'content-type': 'text/csv' } }
  return app.as(callerOf(name, row, caller)).send(method, path, body === undefined ? {} : { body, ...headers })
}

for (const [name, row] of Object.entries(matrix)) {
  const expected = callers.map(caller => ({ caller, status: expectedOf(name, row, caller) }))
  const refused = expected.filter(({ status }) => status >= 400)
  describe(name, () => {
    for (const { caller, status } of expected.filter(({ status }) => status < 400)) {
      test(`${caller}: ${status}`, async () => {
        const answer = await send(name, row, caller, await row.request(caller))
        assert.equal(answer.status, status, answer.text)
      })
    }

    // Together, so that all tables need be read only twice.
    const story = refused.map(({ caller, status }) => `${caller}: ${status}`).join(', ')
    if (refused.length > 0)
      test(`${story}, and nothing changes`, async () => {
        const requests: Awaited<ReturnType<Row['request']>>[] = []
        for (const { caller } of refused) requests.push(await row.request(caller))
        const before = await fingerprint()
        for (const [index, { caller, status }] of refused.entries()) {
          const answer = await send(name, row, caller, requests[index]!)
          assert.equal(answer.status, status, `${caller}: ${answer.text}`)
        }
        assert.deepEqual(await fingerprint(), before, 'a refusal changed something')
      })
  })
}

test('every operation has a row in the matrix', () => {
  assert.deepEqual(Object.keys(matrix).sort(), [...operations.keys()].sort())
})

test('every permission that an operation needs is a known one', () => {
  for (const { definition } of operations.values())
    assert.ok(['anyone', 'member', ...allPermissions].includes(definition.access.needs), definition.access.needs)
})
