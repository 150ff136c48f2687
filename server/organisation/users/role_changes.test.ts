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
  for (let round = 0; round < 10; round++) {
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
    assert.deepEqual(refusal(await assign(cast.admin, id, role.superadmin)), [403, 'forbidden'])
  }
  assert.deepEqual([await roleOf(cast.user.id), await roleOf(cast.admin.id)], [role.user, role.admin])
})

test('no user can change the role of a higher user', async () => {
  assert.deepEqual(refusal(await assign(cast.admin, cast.superadmin.id, role.user)), [403, 'forbidden'])
  assert.equal(await roleOf(cast.superadmin.id), role.superadmin)
})

test('managers and users cannot assign roles', async () => {
  for (const person of [cast.manager, cast.user]) {
    assert.deepEqual(refusal(await assign(person, cast.user.id, role.user)), [403, 'forbidden'])
    assert.deepEqual(refusal(await assign(person, person.id, role.superadmin)), [403, 'forbidden'])
  }
  assert.deepEqual([await roleOf(cast.manager.id), await roleOf(cast.user.id)], [role.manager, role.user])
})

test('a limited token cannot assign roles', async () => {
  const narrow = await aUser(app, space, { role: 'superadmin', scopes: ['users:read', 'users:write'] })
  assert.deepEqual(refusal(await assign(narrow, cast.user.id, role.manager)), [403, 'forbidden'])
  assert.equal((await assign(cast.superadmin, narrow.id, role.user)).status, 200)
})

test('a superadmin makes another superadmin', async () => {
  const person = await aUser(app, space)
  assert.equal((await assign(cast.superadmin, person.id, role.superadmin)).status, 200)
  assert.equal((await assign(cast.superadmin, person.id, role.user)).status, 200)
})

test('a role of another space, or an unknown one, is a 422', async () => {
  const { role_id } = await aUser(app, await aSpace(app))
  for (const id of [role_id, other_space_user.role_id, 9_000_000]) {
    assert.deepEqual(refusal(await assign(cast.superadmin, cast.user.id, id)), [
      422,
      'invalid_request',
      'body.data.role_id',
    ])
  }
  assert.equal(await roleOf(cast.user.id), role.user)
})

test('a user who does not exist, or of another space, is a 404', async () => {
  for (const id of [9_000_000, other_space_user.id]) {
    assert.deepEqual(refusal(await assign(cast.superadmin, id, role.user)), [404, 'not_found'])
  }
  assert.equal(await roleOf(other_space_user.id), other_space_user.role_id)
})

const wrong: [data: object, location: string][] = [
  [{ role_id: 1 }, 'body.data.user_id'],
  [{ user_id: 1 }, 'body.data.role_id'],
  [{ user_id: '1', role_id: 1 }, 'body.data.user_id'],
  [{ user_id: 1, role_id: null }, 'body.data.role_id'],
]
for (const [data, location] of wrong) {
  test(`${JSON.stringify(data)} is a 422 at ${location}`, async () => {
    assert.deepEqual(refusal(await app.as(cast.admin).patch('/users/role', data)), [422, 'invalid_request', location])
  })
}

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
  const answers = await sendConcurrently(
    app,
    lockPeople(own),
    people.map(
      (person, index) => () =>
        index % 2 ? assign(person, person.id, user) : app.as(person).delete(`/users/${person.id}`),
    ),
  )
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
  const strong = await app
    .as(cast.superadmin)
    .post('/roles', { name: 'Privacy', rank: 25, permissions: ['privacy:manage'] })
  assert.deepEqual(refusal(await assign(cast.admin, person.id, strong.body.data.id)), [403, 'forbidden'])
})

test('a repeated Idempotency-Key assigns the role once', async () => {
  const person = await aUser(app, space)
  const key = { 'idempotency-key': 'one-role' }
  const first = await assign(cast.admin, person.id, role.manager, key)
  await assign(cast.admin, person.id, role.user)
  const again = await assign(cast.admin, person.id, role.manager, key)
  assert.deepEqual([again.status, again.text, again.headers.get('idempotent-replayed')], [200, first.text, 'true'])
  assert.equal(await roleOf(person.id), role.user)
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
