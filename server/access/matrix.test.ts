import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
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

type Sent = Awaited<ReturnType<Row['request']>>

async function send(name: string, row: Row, caller: Caller, { method, path, data, body_extras, file }: Sent) {
  const body = file ?? (data === undefined ? undefined : JSON.stringify({ ...body_extras, data }))
  const headers = { headers: file === undefined ? {} : { 'content-type': 'text/csv' } }
  return app.as(callerOf(name, row, caller)).send(method, path, body === undefined ? {} : { body, ...headers })
}

/** A request that changes nothing serves all callers, unless it concerns the caller. */
async function requestsFor(row: Row, chosen: Caller[]) {
  const [first, ...rest] = chosen
  if (!first) return []
  const shared = await row.request(first)
  const isShared = row.request.length === 0
  return [shared, ...(await Promise.all(rest.map(caller => (isShared ? shared : row.request(caller)))))]
}

const statuses = Object.entries(matrix).map(([name, row]) => {
  const expected = callers.map(caller => ({ caller, status: expectedOf(name, row, caller) }))
  return { name, row, refused: expected.filter(({ status }) => status >= 400), expected }
})
type Refusals = (typeof statuses)[number]

async function refuse({ name, row, refused }: Refusals, requests: Sent[]) {
  for (const [index, { caller, status }] of refused.entries()) {
    const answer = await send(name, row, caller, requests[index]!)
    assert.equal(answer.status, status, `${caller}: ${answer.text}`)
  }
}

const requestsToRefuse = ({ row, refused }: Refusals) =>
  requestsFor(
    row,
    refused.map(({ caller }) => caller),
  )

describe('who may not, is refused', () => {
  const prepared = new Map<string, Sent[]>()
  let before: Awaited<ReturnType<typeof fingerprint>>
  test('whatever the operation needs exists', async () => {
    for (const row of statuses) prepared.set(row.name, await requestsToRefuse(row))
    // The days on which a user is there are recorded, also when the user may do nothing.
    for (const person of [...Object.values(scripts), ...Object.values(applications)]) await app.as(person).get('/teams')
    before = await fingerprint()
    assert.ok(before.length > 50)
  })

  for (const row of statuses.filter(({ refused }) => refused.length > 0))
    test(`${row.name}: ${row.refused.map(({ caller, status }) => `${caller}: ${status}`).join(', ')}`, () =>
      refuse(row, prepared.get(row.name) ?? []))

  // All tables are read only twice, unless something has changed.
  test('and no refusal changes anything', async () => {
    if (isDeepStrictEqual(await fingerprint(), before)) return assert.ok(before)
    for (const row of statuses) {
      const requests = await requestsToRefuse(row)
      const unchanged = await fingerprint()
      await refuse(row, requests)
      assert.deepEqual(await fingerprint(), unchanged, `a refusal of ${row.name} changed something`)
    }
    assert.deepEqual(await fingerprint(), before, 'a refusal changed something')
  })
})

describe('who may, is served', () => {
  for (const { name, row, expected } of statuses) {
    const served = expected.filter(({ status }) => status < 400)
    if (served.length > 0)
      test(`${name}: ${served.map(({ caller, status }) => `${caller}: ${status}`).join(', ')}`, async () => {
        for (const { caller, status } of served) {
          const answer = await send(name, row, caller, await row.request(caller))
          assert.equal(answer.status, status, `${caller}: ${answer.text}`)
        }
      })
  }
})

test('every operation has a row in the matrix', () => {
  assert.deepEqual(Object.keys(matrix).sort(), [...operations.keys()].sort())
})

test('every permission that an operation needs is a known one', () => {
  for (const { definition } of operations.values())
    assert.ok(['anyone', 'member', ...allPermissions].includes(definition.access.needs), definition.access.needs)
})
