import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { resourcesOf } from '../app.ts'
import type { Operation } from '../http/operation.ts'
import { startTestApp } from '../test/harness.ts'
import { anIntegration, aProgramToken, signedIn } from '../test/integrations.ts'
import { allRows } from '../test/matrix/all.ts'
import { type Row, type Who, whos } from '../test/matrix/rows.ts'
import { aSpace, aUser, aUserPerRole } from '../test/people.ts'
import { allPermissions, permissionsOf } from './permissions.ts'

// Who may do what: every operation, called by everybody. An operation without a line fails the test after the matrix.

// Nobody works on jobs here: they would change things in their own time.
const app = await startTestApp({ env: { JOBS: 'off' } })
const [space, elsewhere] = [await aSpace(app, 'Here'), await aSpace(app, 'There')]
const cast = await aUserPerRole(app, space)
const aChief = () => aUser(app, space, { role: 'superadmin' })

await app.as(cast.superadmin).post('/roles', { name: 'Listed', rank: 30, permissions: permissionsOf.manager })
const people = {
  ...cast,
  custom: await aUser(app, space, { role: 'Listed' }),
  stranger: await aUser(app, elsewhere, { role: 'superadmin' }),
}
const narrow = await aUser(app, space, { role: 'superadmin', scopes: ['webhooks:manage'] })
const [expired, revoked, suspended] = [await aChief(), await aChief(), await aChief()]
await app.owner`update tokens set expires_at = now() - interval '1 second' where user_id = ${expired.id}`
await app.owner`update tokens set revoked_at = now() where user_id = ${revoked.id}`
assert.equal((await app.as(cast.superadmin).post('/v1/suspensions', { user_id: suspended.id })).status, 200)
const wide = await anIntegration(app, cast.superadmin, {
  scopes: allPermissions,
  role_id: cast.admin.role_id,
  redirect_uris: ['https://example.org/back'],
})
const program = await aProgramToken(app, wide)

// What an application was allowed: everything but one permission.
const lacking = new Map<string, { token: string }>()
for (const word of ['', ...allPermissions]) {
  const scopes = allPermissions.filter(other => other !== word)
  lacking.set(word, await signedIn(app, cast.superadmin, { client_id: wide.client_id, scopes }))
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

const scripts = { ...people, program, narrow, expired, revoked, suspended, nobody: undefined }
const applications: Partial<Record<Who, { token: string }>> = {}
for (const [who, person] of Object.entries(people)) applications[who as Who] = await signedIn(app, person)
applications.narrow = await signedIn(app, narrow, { scopes: ['webhooks:manage'] })
applications.suspended = await signedIn(app, suspended)

function callerOf(name: string, { signed_in }: Row, who: Who): { token: string } | undefined {
  if (who === 'lacking') return lacking.get(needOf(name))
  return (signed_in && applications[who]) || scripts[who]
}

function expectedOf(name: string, row: Row, who: Who): number {
  const said = row[who]
  if (said !== undefined) return said
  if (who === 'custom') return row.manager!
  if (who === 'program') return row.admin!
  if (who === 'lacking') return needOf(name) ? 403 : row.superadmin!
  return 401
}

const matrix = await allRows({ app, space, cast })

// All tables but those that are emptied and folded in their own time.
const tables = await app.owner<{ name: string }[]>`
  select c.relname as name from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in ('mail_outbox', 'counters')
  order by 1`
const sums = tables.map(
  ({ name }) =>
    `select '${name}' as name, count(*) as n, coalesce(sum(hashtext(t::text)), 0)::text as sum from "${name}" t`,
)
const fingerprint = async () => [...(await app.owner.unsafe(sums.join(' union all '), [], { prepare: true }))]

async function send(name: string, row: Row, who: Who, wish: Awaited<ReturnType<Row['ask']>>) {
  const { method, path, data, beside, file } = wish
  const body = file ?? (data === undefined ? undefined : JSON.stringify({ ...beside, data }))
  const headers = { headers: file === undefined ? {} : { 'content-type': 'text/csv' } }
  return app.as(callerOf(name, row, who)).send(method, path, body === undefined ? {} : { body, ...headers })
}

for (const [name, row] of Object.entries(matrix)) {
  const expected = whos.map(who => ({ who, status: expectedOf(name, row, who) }))
  const refused = expected.filter(({ status }) => status >= 400)
  describe(name, () => {
    for (const { who, status } of expected.filter(({ status }) => status < 400)) {
      test(`${who}: ${status}`, async () => {
        const answer = await send(name, row, who, await row.ask(who))
        assert.equal(answer.status, status, answer.text)
      })
    }

    // Together, so that all tables need be read only twice.
    const story = refused.map(({ who, status }) => `${who}: ${status}`).join(', ')
    if (refused.length > 0)
      test(`${story}, and nothing changes`, async () => {
        const wishes: Awaited<ReturnType<Row['ask']>>[] = []
        for (const { who } of refused) wishes.push(await row.ask(who))
        const before = await fingerprint()
        for (const [index, { who, status }] of refused.entries()) {
          const answer = await send(name, row, who, wishes[index]!)
          assert.equal(answer.status, status, `${who}: ${answer.text}`)
        }
        assert.deepEqual(await fingerprint(), before, 'a refusal changed something')
      })
  })
}

test('every operation has its line in the matrix', () => {
  assert.deepEqual(Object.keys(matrix).sort(), [...operations.keys()].sort())
})

test('every permission that an operation needs is a known one', () => {
  for (const { definition } of operations.values())
    assert.ok(['anyone', 'member', ...allPermissions].includes(definition.access.needs), definition.access.needs)
})
