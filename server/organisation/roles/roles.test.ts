import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Permission, permissionsOf } from '../../access/permissions.ts'
import type { Sql } from '../../db/sql.ts'
import { sendConcurrently } from '../../test/concurrency.ts'
import { keysOf, startTestApp } from '../../test/harness.ts'
import { withAccessToken } from '../../test/integrations.ts'
import { anInvitation, aSpace, aUser, aUserPerRole, type Person, refusal, roleId } from '../../test/people.ts'
import { lockMembers } from '../core/roles.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const elsewhere = await aSpace(app)
const other_space_user = await aUser(app, elsewhere, { role: 'superadmin' })

const role_keys = 'color created_at id mobile name order permissions rank type updated_at web'.split(' ')
const create = (as: Person, role: object, headers?: Record<string, string>) => app.as(as).post('/roles', role, headers)
const read = async (id: number) => (await app.as(cast.admin).get(`/roles/${id}`)).body.data

let made = 0
async function aRole(more: object = {}) {
  const { body, text } = await create(cast.superadmin, { name: `Role ${++made}`, ...more })
  assert.ok(body.data?.id, text)
  return body.data
}
const permissionsIn = async (person: Person) => (await app.as(person).get('/me')).body.data.permissions

describe('reading roles', () => {
  test('a new space has the four built-in roles, highest rank first, named as their types', async () => {
    const { status, body } = await app.as(other_space_user).get('/roles')
    assert.deepEqual([status, keysOf(body), keysOf(body.data)], [200, ['data', 'status'], ['count', 'roles']])
    assert.equal(body.data.count, 4)
    const types = body.data.roles.map(({ type }: { type: string }) => type)
    assert.deepEqual(types, ['superadmin', 'admin', 'manager', 'user'])
    for (const role of body.data.roles) {
      assert.deepEqual([keysOf(role), role.name], [role_keys, role.type])
      assert.deepEqual([typeof role.web, typeof role.mobile], ['boolean', 'boolean'])
    }
    const told = body.data.roles.map(({ order, rank }: { order: number; rank: number }) => `${order} ${rank}`)
    assert.deepEqual(told, ['1 10', '2 20', '3 30', '4 40'])
  })

  test('every member sees the roles of their space, and of no other', async () => {
    const foreign = (await app.as(other_space_user).get('/roles')).body.data.roles[0].id
    for (const person of Object.values(cast)) {
      const ids = (await app.as(person).get('/roles')).body.data.roles.map(({ id }: { id: number }) => id)
      assert.ok(ids.includes(person.role_id) && !ids.includes(foreign))
    }
    assert.deepEqual(refusal(await app.as(cast.admin).get('/roles/9000000')), refusal.not_found)
  })
})

describe('creating a role', () => {
  test('a superadmin creates a role and gets all its fields', async () => {
    const access = { web: true, mobile: false, permissions: ['finance:read'] }
    const role = { name: 'Treasurer', color: '#112233', rank: 25, ...access }
    const { status, body } = await create(cast.superadmin, { id: 1, type: 'superadmin', ...role })
    assert.deepEqual([status, keysOf(body.data)], [200, role_keys])
    const { id, created_at, updated_at, ...rest } = body.data
    assert.deepEqual(rest, { ...role, type: 'custom', order: 0 })
    assert.deepEqual(await read(id), { id, created_at, updated_at, ...rest })
  })

  test('only a name is required, and such a role has no permissions', async () => {
    const { name, type, permissions, web, mobile } = await aRole({ name: 'Plain' })
    assert.deepEqual([name, type, permissions, web, mobile], ['Plain', 'custom', [], true, true])
  })

  test('no user can create a role above their own', async () => {
    assert.deepEqual(refusal(await create(cast.superadmin, { name: 'Higher', rank: 9 })), refusal.forbidden)
  })

  test('two roles of a space never have the same name, in any case; two spaces may', async () => {
    await aRole({ name: 'Scribe' })
    assert.deepEqual(refusal(await create(cast.superadmin, { name: 'SCRIBE' })), refusal.conflict)
    assert.equal((await create(other_space_user, { name: 'Scribe' })).status, 200)
  })
})

describe('changing a role', () => {
  const change = (id: number, data: object, headers?: Record<string, string>) =>
    app.as(cast.superadmin).patch(`/roles/${id}`, data, headers)

  test('only the fields in the request change', async () => {
    const before = await aRole({ rank: 25, permissions: ['finance:read'], color: '#112233' })
    const { status, body } = await change(before.id, { color: '#445566' })
    assert.equal(status, 200)
    assert.deepEqual(body.data, { ...before, color: '#445566', updated_at: body.data.updated_at })
  })

  test('a built-in role can be renamed, and role then shows the new name', async () => {
    const own = await aSpace(app)
    const chief = await aUser(app, own, { role: 'superadmin' })
    const member = await aUser(app, own)
    const renamed = await app.as(chief).patch(`/roles/${member.role_id}`, { name: 'Activist', color: '#000000' })
    assert.equal(renamed.status, 200)
    const { role, role_data } = (await app.as(chief).get(`/users/${member.id}`)).body.data.User
    assert.deepEqual([role, role_data.name, role_data.type], ['Activist', 'Activist', 'user'])
  })

  test('a built-in role keeps its rank and permissions', async () => {
    const id = await roleId(app, space, 'user')
    const before = await read(id)
    assert.deepEqual(refusal(await change(id, { rank: 11 })), refusal.at('body.data.rank'))
    const more = await change(id, { permissions: ['finance:read'] })
    assert.deepEqual(refusal(more), refusal.at('body.data.permissions'))
    assert.deepEqual(await read(id), before)
    assert.equal((await change(id, before)).status, 200, 'a role that was read can be sent back whole')
  })

  test('a name that another role has is a 409, and a rank above the own one is refused', async () => {
    const { id, name } = await aRole()
    assert.deepEqual(refusal(await change(id, { name: 'Admin' })), refusal.conflict)
    assert.deepEqual(refusal(await change(id, { rank: 1 })), refusal.forbidden)
    assert.equal((await read(id)).name, name)
  })

  test('of two changes at the same time with the same If-Match exactly one succeeds', async () => {
    const { id } = await aRole()
    const etag = (await app.as(cast.superadmin).get(`/roles/${id}`)).headers.get('etag') ?? ''
    const answers = await Promise.all(['#000001', '#000002'].map(color => change(id, { color }, { 'if-match': etag })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
  })
})

describe('deleting a role', () => {
  const remove = (id: number, headers?: Record<string, string>) =>
    app.as(cast.superadmin).delete(`/roles/${id}`, headers)

  test('an unused role is deleted, and the answer names it', async () => {
    const { id } = await aRole()
    const { status, body } = await remove(id)
    assert.deepEqual([status, keysOf(body.data), body.data.role_id], [200, ['message', 'role_id'], id])
    assert.deepEqual(refusal(await app.as(cast.admin).get(`/roles/${id}`)), refusal.not_found)
    assert.deepEqual(refusal(await remove(id)), refusal.not_found)
    assert.deepEqual(refusal(await app.as(cast.superadmin).patch(`/roles/${id}`, {})), refusal.not_found)
  })

  test('a role with users or invitations cannot be deleted', async () => {
    const [worn, offered] = [await aRole(), await aRole()]
    const person = await aUser(app, space)
    await app.as(cast.superadmin).patch('/users/role', { user_id: person.id, role_id: worn.id })
    await anInvitation(app, cast.superadmin, 'invited@example.org', offered.id)
    for (const { id } of [worn, offered]) assert.deepEqual(refusal(await remove(id)), [409, 'role_in_use'])
    await app.as(cast.superadmin).delete(`/users/${person.id}`)
    assert.equal((await remove(worn.id)).status, 200, 'people who left do not keep it')
  })

  test('the four built-in roles cannot be deleted', async () => {
    for (const { role_id } of Object.values(cast))
      assert.deepEqual(refusal(await remove(role_id)), [409, 'role_in_use'])
  })

  test('of assigning and deleting a role at the same moment one is refused, with a reason', async () => {
    for (let round = 0; round < 4; round++) {
      const [{ id }, person] = [await aRole(), await aUser(app, space)]
      const give = () => app.as(cast.superadmin).patch('/users/role', { user_id: person.id, role_id: id })
      const hold = (sql: Sql) => lockMembers(sql, space)
      const [given, removed] = await sendConcurrently(app, hold, [give, () => remove(id)])
      const outcome = `given ${given!.status}, deleted ${removed!.status}`
      assert.ok(['given 200, deleted 409', 'given 422, deleted 200'].includes(outcome), outcome)
    }
  })
})

const entries = (subject: string, subject_id: number) =>
  app.owner<{ kind: string; user_id: number; details: any }[]>`
    select kind, user_id, details from audit_log
    where group_id = ${space} and subject = ${subject} and subject_id = ${subject_id} order by id`

const whoHas = async (permissions: Permission[], more?: object) => {
  const role = await aRole({ rank: 25, permissions, ...more })
  return { role, person: await aUser(app, space, { role: role.name }) }
}

describe('the permissions of a role', () => {
  test('are shown for every role, the built-in ones included, and are what its users may do', async () => {
    const { role, person } = await whoHas(['finance:read', 'teams:read'])
    const { roles } = (await app.as(cast.user).get('/roles')).body.data
    const shown = Object.fromEntries(roles.map((one: any) => [one.name, one.permissions]))
    for (const [type, list] of Object.entries(permissionsOf)) assert.deepEqual(shown[type], list)
    assert.deepEqual(shown[role.name], ['finance:read', 'teams:read'])
    assert.deepEqual(await permissionsIn(person), ['finance:read', 'teams:read'])
    assert.equal((await app.as(person).get('/v1/transaction_bundles')).status, 200)
    assert.equal((await app.as(person).get('/contacts')).status, 403)
  })

  test('no user can create a role with a permission that they do not have, or add one, least of all to their own role', async () => {
    const held: Permission[] = ['roles:write', 'roles:assign', 'teams:read']
    const { role, person } = await whoHas(held)
    const lesser = await aRole({ permissions: ['teams:read'], rank: 30 })
    for (const { id } of [role, lesser]) {
      const greedy = await app.as(person).patch(`/roles/${id}`, { permissions: [...held, 'finance:read'] })
      assert.deepEqual(refusal(greedy), refusal.forbidden)
      assert.deepEqual(refusal(await app.as(person).patch(`/roles/${id}`, { rank: 20 })), refusal.forbidden)
    }
    assert.deepEqual((await permissionsIn(person)).sort(), held.sort())
    const greedy = await create(person, { name: 'Greedy', permissions: ['finance:read'] })
    assert.deepEqual(refusal(greedy), refusal.forbidden)
    assert.equal((await create(person, { name: 'Modest', permissions: ['teams:read'] })).status, 200)
    assert.equal((await app.as(person).patch(`/roles/${lesser.id}`, { permissions: [] })).status, 200)
  })

  test('no user can assign a role with more permissions than their own, whatever its rank', async () => {
    const { person } = await whoHas(['roles:assign', 'users:read', 'teams:read'], { rank: 15 })
    const rich = await aRole({ permissions: ['finance:read'], rank: 35 })
    const target = await aUser(app, space)
    const give = await app.as(person).patch('/users/role', { user_id: target.id, role_id: rich.id })
    assert.deepEqual(refusal(give), refusal.forbidden)
    const body = { invitations: [{ email: 'new@example.org', role_id: rich.id }] }
    assert.deepEqual(refusal(await app.as(person).post('/users/invitation', body)), refusal.forbidden)
  })

  test('a limited token grants no more than its scopes', async () => {
    const narrow = await aUser(app, space, { role: 'superadmin', scopes: ['roles:write', 'roles:assign'] })
    const role = { name: 'Wide', permissions: ['finance:read'] }
    assert.deepEqual(refusal(await app.as(narrow).post('/roles', role)), refusal.forbidden)
  })
})

describe('a change of permissions', () => {
  test('is audited: who created, changed, assigned and deleted a role', async () => {
    const { role, person } = await whoHas(['teams:read'])
    await app.as(cast.superadmin).patch(`/roles/${role.id}`, { permissions: ['forms:read'] })
    const give = { user_id: person.id, role_id: cast.user.role_id }
    assert.equal((await app.as(cast.superadmin).patch('/users/role', give)).status, 200)
    assert.equal((await app.as(cast.superadmin).delete(`/roles/${role.id}`)).status, 200)
    const kinds = (await entries('role', role.id)).map(({ kind, user_id }) => [kind, user_id])
    const by = cast.superadmin.id
    assert.deepEqual(kinds, [
      ['role.made', by],
      ['role.changed', by],
      ['role.deleted', by],
    ])
    const [given] = await entries('user', person.id)
    assert.deepEqual([given?.kind, given?.details], ['user.role_changed', { from: role.name, to: 'user' }])
    await app.as(cast.superadmin).delete(`/users/${person.id}`)
    assert.equal((await entries('user', person.id)).at(-1)?.kind, 'user.removed')
  })

  test('that is refused is not audited', async () => {
    const { role } = await whoHas(['teams:read'])
    await app.as(cast.superadmin).delete(`/roles/${role.id}`)
    const [made, ...others] = await entries('role', role.id)
    assert.deepEqual([made?.kind, others], ['role.made', []])
  })

  test('needs a sign-in of the last 15 minutes when an application requests it', async () => {
    const { role, person } = await whoHas(['teams:read'])
    const late = app.as(await withAccessToken(app, cast.superadmin, { signed_in_s: 901 }))
    const answers = [
      await late.patch('/users/role', { user_id: person.id, role_id: cast.admin.role_id }),
      await late.patch(`/roles/${role.id}`, { permissions: ['finance:read'] }),
      await late.post('/users/invitation', { invitations: [{ email: 'b@example.org', role_id: cast.admin.role_id }] }),
    ]
    for (const answer of answers) assert.deepEqual(refusal(answer), [401, 'reauthentication_required'])
    assert.deepEqual(await permissionsIn(person), ['teams:read'])
    assert.equal((await late.post('/users/invitation', { invitations: [{ email: 'b@example.org' }] })).status, 200)
    const fresh = app.as(await withAccessToken(app, cast.superadmin))
    assert.equal((await fresh.patch(`/roles/${role.id}`, { permissions: ['forms:read'] })).status, 200)
  })
})

test('`order` of every custom role is 0 and ignored in requests; `rank` decides', async () => {
  const role = await aRole({ order: 1, rank: 25 })
  assert.deepEqual([role.order, role.rank], [0, 25])
  const { body } = await app.as(cast.superadmin).patch(`/roles/${role.id}`, { order: 3, rank: 26 })
  assert.deepEqual([body.data.order, body.data.rank], [0, 26])
  const plain = await app.as(cast.superadmin).post('/roles', { name: 'Without a rank', order: 2 })
  assert.deepEqual([plain.body.data.order, plain.body.data.rank], [0, 40])
})
