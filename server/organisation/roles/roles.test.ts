import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sql } from '../../db/sql.ts'
import { sendConcurrently } from '../../test/concurrency.ts'
import { keysOf, startTestApp } from '../../test/harness.ts'
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
const countRoles = async () => (await app.owner`select count(*) from roles where group_id = ${space}`)[0]!['count']

let made = 0
async function aRole(more: object = {}) {
  const { body, text } = await create(cast.superadmin, { name: `Role ${++made}`, ...more })
  assert.ok(body.data?.id, text)
  return body.data
}

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
    assert.deepEqual(refusal(await app.as(cast.admin).get('/roles/abc')), refusal.at('path.id'))
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

  test('no user can create a role with a permission that their own lacks', async () => {
    const { id } = await aRole({ rank: 15, permissions: ['roles:write', 'roles:assign', 'teams:read'] })
    const person = await aUser(app, space)
    await app.as(cast.superadmin).patch('/users/role', { user_id: person.id, role_id: id })
    const greedy = await create(person, { name: 'Greedy', permissions: ['finance:read'] })
    assert.deepEqual(refusal(greedy), refusal.forbidden)
    assert.equal((await create(person, { name: 'Modest', permissions: ['teams:read'] })).status, 200)
  })

  test('two roles of a space never have the same name, in any case; two spaces may', async () => {
    await aRole({ name: 'Scribe' })
    assert.deepEqual(refusal(await create(cast.superadmin, { name: 'SCRIBE' })), refusal.conflict)
    assert.equal((await create(other_space_user, { name: 'Scribe' })).status, 200)
  })

  const wrong: [data: object, location: string][] = [
    [{}, 'body.data.name'],
    [{ name: ' ' }, 'body.data.name'],
    [{ name: 'N', color: 'red' }, 'body.data.color'],
    [{ name: 'N', rank: -1 }, 'body.data.rank'],
    [{ name: 'N', rank: '30' }, 'body.data.rank'],
    [{ name: 'N', web: 'yes' }, 'body.data.web'],
    [{ name: 'N', permissions: ['everything'] }, 'body.data.permissions.0'],
  ]
  test('what is wrong is a 422 that names the place, and nothing is written', async () => {
    const before = await countRoles()
    for (const [data, location] of wrong)
      assert.deepEqual(refusal(await create(cast.superadmin, data)), refusal.at(location))
    assert.equal(await countRoles(), before)
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

  test('a changed permission takes effect at once for all users of the role', async () => {
    const { id } = await aRole({ permissions: ['teams:write'] })
    const person = await aUser(app, space)
    await app.as(cast.superadmin).patch('/users/role', { user_id: person.id, role_id: id })
    for (let round = 0; round < 3; round++) {
      await change(id, { permissions: [] })
      assert.equal((await app.as(person).post('/teams', { team: { name: 'N' } })).status, 403)
      await change(id, { permissions: ['teams:write'] })
      assert.equal((await app.as(person).post('/teams', { team: { name: 'N' } })).status, 200)
    }
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

  test('an unknown role is a 404', async () =>
    assert.deepEqual(refusal(await change(9_000_000, { name: 'Mine' })), refusal.not_found))

  test('a name that another role has is a 409, and an invalid value a 422', async () => {
    const { id, name } = await aRole()
    assert.deepEqual(refusal(await change(id, { name: 'Admin' })), refusal.conflict)
    assert.deepEqual(refusal(await change(id, { name: '' })).slice(0, 3), refusal.at('body.data.name'))
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
    assert.deepEqual(refusal(await app.as(cast.superadmin).delete('/roles/abc')), refusal.at('path.id'))
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

  test('an outdated If-Match is a 412, and the role stays', async () => {
    const { id } = await aRole()
    const etag = (await app.as(cast.superadmin).get(`/roles/${id}`)).headers.get('etag') ?? ''
    await app.as(cast.superadmin).patch(`/roles/${id}`, { color: '#000009' })
    assert.deepEqual(refusal(await remove(id, { 'if-match': etag })), [412, 'precondition_failed'])
    assert.ok(await read(id))
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
