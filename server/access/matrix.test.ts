import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { resourcesOf } from '../app.ts'
import { startTestApp } from '../test/harness.ts'
import { aCast, aSpace, aUser, roleId } from '../test/people.ts'
import { allPermissions } from './permissions.ts'

// Who may do what: every operation, called by everybody. An operation without a line here fails the last test.

const app = await startTestApp()
const [space, elsewhere] = [await aSpace(app, 'Here'), await aSpace(app, 'There')]
const cast = await aCast(app, space)
const stranger = await aUser(app, elsewhere, { role: 'superadmin' })
const narrow = await aUser(app, space, { role: 'superadmin', scopes: ['webhooks:manage'] })
const [expired, revoked] = [
  await aUser(app, space, { role: 'superadmin' }),
  await aUser(app, space, { role: 'superadmin' }),
]
await app.owner`update tokens set expires_at = now() - interval '1 second' where user_id = ${expired.id}`
await app.owner`update tokens set revoked_at = now() where user_id = ${revoked.id}`

const callers = { ...cast, narrow, stranger, expired, revoked, nobody: undefined }
type Who = keyof typeof callers
type Row = { ask: (who: Who) => Promise<{ method: string; path: string; data?: unknown }> } & Partial<
  Record<Who, number>
>

const userRole = await roleId(app, space, 'user')
const aTarget = () => aUser(app, space)
const aTeam = async (fields = {}) =>
  (await app.as(cast.admin).post('/teams', { team: { name: 'Team', ...fields } })).body.data.team.id as number
const aCustomRole = async () =>
  (await app.as(cast.superadmin).post('/roles', { name: `Custom ${Math.random()}` })).body.data.id as number
const anInvitation = async () =>
  (await app.as(cast.admin).post('/users/invitation', { invitations: [{ email: `i${Math.random()}@example.org` }] }))
    .body.data.invitations.id as number

const everyone = { superadmin: 200, admin: 200, manager: 200, user: 200 }
const from = (lowest: 'superadmin' | 'admin' | 'manager') => ({
  superadmin: 200,
  admin: lowest === 'superadmin' ? 403 : 200,
  manager: lowest === 'manager' ? 200 : 403,
  user: 403,
})
const get = (path: string) => async () => ({ method: 'GET', path })

/** Expected statuses; nobody, expired and revoked are 401 everywhere unless a line says otherwise. */
const matrix: Record<string, Row> = {
  'me.read': { ask: get('/me'), ...everyone, narrow: 200, stranger: 200 },
  'spaces.list': { ask: get('/spaces'), ...everyone, narrow: 200, stranger: 200 },
  'spaces.read': { ask: get(`/spaces/${space}`), ...everyone, narrow: 200, stranger: 404 },
  'spaces.update': {
    ask: async () => ({ method: 'PATCH', path: `/spaces/${space}`, data: {} }),
    ...from('superadmin'),
    narrow: 403,
    stranger: 404,
  },
  'users.list': { ask: get('/users'), ...everyone, narrow: 403, stranger: 200 },
  'users.read': {
    ask: async () => ({ method: 'GET', path: `/users/${(await aTarget()).id}` }),
    ...everyone,
    user: 404,
    narrow: 403,
    stranger: 404,
  },
  'users.update': {
    ask: async () => {
      const { id, mail } = await aTarget()
      return { method: 'PATCH', path: `/users/${id}`, data: { mail } }
    },
    superadmin: 200,
    admin: 200,
    manager: 403,
    user: 404,
    narrow: 403,
    stranger: 404,
  },
  'users.assignRole': {
    ask: async () => ({
      method: 'PATCH',
      path: '/users/role',
      data: { user_id: (await aTarget()).id, role_id: userRole },
    }),
    ...from('admin'),
    narrow: 403,
    stranger: 404,
  },
  'users.remove': {
    ask: async () => ({ method: 'DELETE', path: `/users/${(await aTarget()).id}` }),
    superadmin: 200,
    admin: 200,
    manager: 403,
    user: 404,
    narrow: 403,
    stranger: 404,
  },
  'roles.list': { ask: get('/roles'), ...everyone, narrow: 200, stranger: 200 },
  'roles.read': { ask: get(`/roles/${userRole}`), ...everyone, narrow: 200, stranger: 404 },
  'roles.create': {
    ask: async who => ({ method: 'POST', path: '/roles', data: { name: `Made by ${who}` } }),
    ...from('superadmin'),
    narrow: 403,
    stranger: 200,
  },
  'roles.update': {
    ask: async () => ({ method: 'PATCH', path: `/roles/${await aCustomRole()}`, data: { color: '#000000' } }),
    ...from('superadmin'),
    narrow: 403,
    stranger: 404,
  },
  'roles.remove': {
    ask: async () => ({ method: 'DELETE', path: `/roles/${await aCustomRole()}` }),
    ...from('superadmin'),
    narrow: 403,
    stranger: 404,
  },
  'invitations.list': { ask: get('/users/invitation'), ...from('manager'), narrow: 403, stranger: 200 },
  'invitations.create': {
    ask: async who => ({
      method: 'POST',
      path: '/users/invitation',
      data: { invitations: [{ email: `by-${who}@example.org` }] },
    }),
    ...from('manager'),
    narrow: 403,
    stranger: 200,
  },
  'invitations.cancel': {
    ask: async () => ({ method: 'DELETE', path: `/users/invitation/${await anInvitation()}` }),
    ...from('manager'),
    narrow: 403,
    stranger: 404,
  },
  'invitations.show': { ask: get('/invitations/none'), ...all(404) },
  'invitations.accept': { ask: async () => ({ method: 'POST', path: '/invitations/none', data: {} }), ...all(415) },
  'teams.list': { ask: get('/teams'), ...everyone, narrow: 403, stranger: 200 },
  'teams.listPublic': { ask: get('/teams/public'), ...everyone, narrow: 403, stranger: 200 },
  'teams.create': {
    ask: async () => ({ method: 'POST', path: '/teams', data: { team: { name: 'New' } } }),
    ...from('manager'),
    narrow: 403,
    stranger: 200,
  },
  'teams.read': {
    ask: async () => ({ method: 'GET', path: `/teams/${await aTeam()}` }),
    ...everyone,
    narrow: 403,
    stranger: 404,
  },
  'teams.replace': {
    ask: async () => ({
      method: 'PATCH',
      path: '/teams',
      data: { team: { id: await aTeam(), description: 'changed' } },
    }),
    ...from('admin'),
    narrow: 403,
    stranger: 404,
  },
  'teams.remove': {
    ask: async () => ({ method: 'DELETE', path: `/teams/${await aTeam()}` }),
    ...from('admin'),
    narrow: 403,
    stranger: 404,
  },
  'system.health': { ask: get('/health'), ...all(200) },
  'system.openapi': { ask: get('/openapi.json'), ...all(200) },
  'system.reference': { ask: get('/docs'), ...all(200) },
  'system.styles': { ask: get('/pages.css'), ...all(200) },
}

function all(status: number): Record<Who, number> {
  return Object.fromEntries(Object.keys(callers).map(who => [who, status])) as Record<Who, number>
}

// The outbox is left out: the courier empties it in its own time.
const tables = [
  'users',
  'roles',
  'teams',
  'team_people',
  'invitations',
  'invitation_links',
  'spaces',
  'accounts',
  'tokens',
  'idempotency_keys',
]
const fingerprint = async () =>
  JSON.stringify(
    await Promise.all(
      tables.map(
        table =>
          app.owner`select count(*) as n, coalesce(sum(hashtext(t::text)), 0)::text as sum from ${app.owner(table)} t`,
      ),
    ),
  )

for (const [name, { ask, ...expected }] of Object.entries(matrix)) {
  describe(name, () => {
    for (const who of Object.keys(callers) as Who[]) {
      const status = expected[who] ?? 401
      test(`${who}: ${status}`, async () => {
        const { method, path, data } = await ask(who)
        const before = await fingerprint()
        const answer = await app
          .as(callers[who])
          .send(method, path, data === undefined ? {} : { body: JSON.stringify({ data }) })
        assert.equal(answer.status, status, answer.text)
        if (status >= 400) assert.equal(await fingerprint(), before, 'a refusal changed something')
      })
    }
  })
}

test('every operation has its line in the matrix', () => {
  const known = resourcesOf().flatMap(({ name, operations }) => Object.keys(operations).map(verb => `${name}.${verb}`))
  assert.deepEqual(Object.keys(matrix).sort(), known.sort())
})

test('every permission that an operation needs is a known one', () => {
  const needed = resourcesOf().flatMap(({ operations }) =>
    Object.values(operations).map(({ definition }) => definition.access.needs),
  )
  for (const word of needed) assert.ok(['anyone', 'member', ...allPermissions].includes(word), word)
})
