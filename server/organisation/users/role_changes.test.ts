import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sql } from '../../db/sql.ts'
import { sendConcurrently } from '../../test/concurrency.ts'
import { eventually, startTestApp } from '../../test/harness.ts'
import { aSpace, aTeam, aUser, aUserPerRole, mailsTo, type Person, refusal, roleId } from '../../test/people.ts'
import { lockMembers } from '../core/roles.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })
const role = {
  superadmin: await roleId(app, space, 'superadmin'),
  admin: await roleId(app, space, 'admin'),
  manager: await roleId(app, space, 'manager'),
  user: await roleId(app, space, 'user'),
}

const assign = (as: Person, user_id: number, role_id: number, headers?: Record<string, string>) =>
  app.as(as).patch('/users/role', { user_id, role_id }, headers)
const roleOf = async (id: number) => {
  const [row] = await app.owner<[{ role_id: number }]>`select role_id from users where id = ${id}`
  return row.role_id
}
const lockPeople = (space: number) => (sql: Sql) => lockMembers(sql, space)
const superadminsOf = (space: number) => app.owner`
  select u.id from users u join roles r on r.id = u.role_id
  where u.group_id = ${space} and r.type = 'superadmin' and u.deleted_at is null`

test('a role change is confirmed by a message, and takes effect at once in the user and their permissions', async () => {
  const person = await aUser(app, space)
  assert.equal((await app.as(person).post('/teams', { team: { name: 'N' } })).status, 403)
  const { status, body } = await assign(cast.admin, person.id, role.manager)
  assert.deepEqual([status, Object.keys(body).sort()], [200, ['data', 'status']])
  assert.deepEqual([body.status, typeof body.data], ['success', 'string'])
  assert.equal((await app.as(person).post('/teams', { team: { name: 'N' } })).status, 200)
  const user = (await app.as(cast.admin).get(`/users/${person.id}`)).body.data.User
  assert.deepEqual(
    [user.role, user.role_data],
    ['manager', { id: role.manager, name: 'manager', order: 3, rank: 30, type: 'manager' }],
  )
})

test('a user is told by mail who changed their role, in their language, and only when it changed', async () => {
  const [one, other] = [await aUser(app, space, { firstname: 'Rosa' }), await aUser(app, space, { firstname: 'Lucie' })]
  await app.owner`update users set locale = 'fr' where id = ${other.id}`
  for (const person of [one, other])
    for (const wanted of [role.manager, role.manager]) await assign(cast.admin, person.id, wanted)
  const mail = await eventually(() => mailsTo(app, one.mail)[0])
  assert.equal(mail.subject, 'Your role in Space has changed')
  for (const words of ['Rosa', `${cast.admin.firstname} ${cast.admin.surname}`, '“user”', '“manager”'])
    assert.ok(mail.text.includes(words), words)
  const french = await eventually(() => mailsTo(app, other.mail)[0])
  assert.match(french.text, /Bonjour Lucie[\s\S]*de « user » à « manager »/)
  assert.deepEqual([mailsTo(app, one.mail).length, mailsTo(app, other.mail).length], [1, 1])
})

test('a refused role change sends no mail', async () => {
  const person = await aUser(app, space)
  assert.equal((await assign(cast.admin, person.id, role.superadmin)).status, 403)
  await assign(cast.admin, (await aUser(app, space)).id, role.manager)
  assert.equal((await app.owner`select from mail_outbox where recipient = ${person.mail}`).length, 0)
})

test('a demotion takes effect at once', async () => {
  const person = await aUser(app, space, { role: 'admin' })
  for (let round = 0; round < 3; round++) {
    await assign(cast.superadmin, person.id, role.user)
    assert.equal((await app.as(person).post('/teams', { team: { name: 'N' } })).status, 403)
    await assign(cast.superadmin, person.id, role.admin)
    assert.equal((await app.as(person).post('/teams', { team: { name: 'N' } })).status, 200)
  }
})

test('an admin assigns roles up to their own', async () => {
  const person = await aUser(app, space)
  for (const name of ['manager', 'admin', 'user'] as const) {
    assert.equal((await assign(cast.admin, person.id, role[name])).status, 200)
    assert.equal(await roleOf(person.id), role[name])
  }
})

test('no user can assign a role above their own, not even to themselves', async () => {
  for (const id of [cast.user.id, cast.admin.id]) {
    assert.deepEqual(refusal(await assign(cast.admin, id, role.superadmin)), refusal.forbidden)
  }
  assert.deepEqual([await roleOf(cast.user.id), await roleOf(cast.admin.id)], [role.user, role.admin])
})

test('no user can change the role of a higher user', async () => {
  assert.deepEqual(refusal(await assign(cast.admin, cast.superadmin.id, role.user)), refusal.forbidden)
  assert.equal(await roleOf(cast.superadmin.id), role.superadmin)
})

test('a superadmin makes another superadmin', async () => {
  const person = await aUser(app, space)
  assert.equal((await assign(cast.superadmin, person.id, role.superadmin)).status, 200)
  assert.equal((await assign(cast.superadmin, person.id, role.user)).status, 200)
})

test('a role of another space or an unknown one is a 422, an unknown user a 404, and another mistake a 422', async () => {
  const { role_id } = await aUser(app, await aSpace(app))
  for (const id of [role_id, 9_000_000])
    assert.deepEqual(refusal(await assign(cast.superadmin, cast.user.id, id)), refusal.at('body.data.role_id'))
  for (const id of [other_space_user.id, 9_000_000])
    assert.deepEqual(refusal(await assign(cast.superadmin, id, role.user)), refusal.not_found)
  for (const [data, field] of [
    [{ role_id: 1 }, 'user_id'],
    [{ user_id: 1 }, 'role_id'],
    [{ user_id: '1', role_id: 1 }, 'user_id'],
    [{ user_id: 1, role_id: null }, 'role_id'],
  ] as const)
    assert.deepEqual(refusal(await app.as(cast.admin).patch('/users/role', data)), refusal.at(`body.data.${field}`))
  assert.equal(await roleOf(cast.user.id), role.user)
})

test('the last superadmin can neither step down nor leave', async () => {
  const own = await aSpace(app)
  const last = await aUser(app, own, { role: 'superadmin' })
  await aUser(app, own, { role: 'admin' })
  assert.deepEqual(refusal(await assign(last, last.id, await roleId(app, own, 'admin'))), [409, 'last_superadmin'])
  assert.deepEqual(refusal(await app.as(last).delete(`/users/${last.id}`)), [409, 'last_superadmin'])
  assert.equal((await superadminsOf(own)).length, 1)
  assert.equal((await assign(last, last.id, await roleId(app, own, 'superadmin'))).status, 200)
})

test('two superadmins who demote each other at the same moment leave one', async () => {
  const own = await aSpace(app)
  const [one, other] = [await aUser(app, own, { role: 'superadmin' }), await aUser(app, own, { role: 'superadmin' })]
  const user = await roleId(app, own, 'user')
  const answers = await sendConcurrently(app, lockPeople(own), [
    () => assign(one, other.id, user),
    () => assign(other, one.id, user),
  ])
  const codes = answers.map(({ status }) => status).sort()
  assert.equal(codes[0], 200)
  assert.ok([403, 409].includes(codes[1]!), `the other one is refused, not ${codes[1]}`)
  assert.equal((await superadminsOf(own)).length, 1)
})

test('when all superadmins step down or leave at the same moment one remains, and the others are refused', async () => {
  const own = await aSpace(app)
  const people = await Promise.all(Array.from({ length: 4 }, () => aUser(app, own, { role: 'superadmin' })))
  const user = await roleId(app, own, 'user')
  const goings = people.map(
    (one, index) => () => (index % 2 ? assign(one, one.id, user) : app.as(one).delete(`/users/${one.id}`)),
  )
  const answers = await sendConcurrently(app, lockPeople(own), goings)
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 409])
  assert.equal((await superadminsOf(own)).length, 1)
})

test('a custom role can be assigned up to the caller’s rank and permissions, and takes effect at once', async () => {
  const treasurer = { name: 'Treasurer', rank: 25, permissions: ['finance:read', 'teams:write'] }
  const made = await app.as(cast.superadmin).post('/roles', treasurer)
  const person = await aUser(app, space)
  assert.equal((await assign(cast.admin, person.id, made.body.data.id)).status, 200)
  const { permissions, role } = (await app.as(person).get('/me')).body.data
  assert.deepEqual([permissions, role.type, role.name], [['finance:read', 'teams:write'], 'custom', 'Treasurer'])
  await aTeam(app, person)
  const privacy = { name: 'Privacy', rank: 25, permissions: ['privacy:manage'] }
  const strong = await app.as(cast.superadmin).post('/roles', privacy)
  assert.deepEqual(refusal(await assign(cast.admin, person.id, strong.body.data.id)), refusal.forbidden)
})

test('a role change with an outdated If-Match is a 412, and changes no role', async () => {
  const person = await aUser(app, space)
  const data = { user_id: person.id, role_id: await roleId(app, space, 'manager') }
  const refused = await app.as(cast.admin).patch('/users/role', data, { 'if-match': '"outdated"' })
  assert.equal(refused.status, 412)
  const { headers, body } = await app.as(cast.admin).get(`/users/${person.id}`)
  assert.equal(body.data.User.role, 'user')
  const changed = await app.as(cast.admin).patch('/users/role', data, { 'if-match': headers.get('etag') ?? '' })
  assert.equal(changed.status, 200)
})
