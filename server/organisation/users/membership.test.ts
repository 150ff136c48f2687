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
  const refused = await aUser(app, space)
  assert.equal((await assign(cast.admin, refused.id, role.superadmin)).status, 403)
  assert.equal((await app.owner`select from mail_outbox where recipient = ${refused.mail}`).length, 0)
})

test('users assign roles up to their own, to users up to their own, and none above, not even to themselves', async () => {
  const person = await aUser(app, space)
  const { id } = person
  for (const [who, target, name, status] of [
    [cast.admin, id, 'manager', 200],
    [cast.admin, id, 'admin', 200],
    [cast.admin, id, 'user', 200],
    [cast.admin, id, 'superadmin', 403],
    [cast.admin, cast.admin.id, 'superadmin', 403],
    [cast.admin, cast.superadmin.id, 'user', 403],
    [cast.superadmin, id, 'superadmin', 200],
    [cast.superadmin, id, 'user', 200],
  ] as const) {
    const before = await roleOf(target)
    assert.equal((await assign(who, target, role[name])).status, status, name)
    assert.equal(await roleOf(target), status === 200 ? role[name] : before)
  }
  assert.equal((await app.as(person).post('/teams', { team: { name: 'N' } })).status, 403, 'at once after a demotion')
})

test('a role of another space or an unknown one is a 422, and an unknown user a 404', async () => {
  const { role_id } = await aUser(app, await aSpace(app))
  for (const id of [role_id, 9_000_000])
    assert.deepEqual(refusal(await assign(cast.superadmin, cast.user.id, id)), refusal.at('body.data.role_id'))
  for (const id of [other_space_user.id, 9_000_000])
    assert.deepEqual(refusal(await assign(cast.superadmin, id, role.user)), refusal.not_found)
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

const idsOf = (list: { id: number }[]) => list.map(({ id }) => id)
const isIn = async (space: number, id: number) => {
  const [row] = await app.owner`select deleted_at from users where group_id = ${space} and id = ${id}`
  return row?.deleted_at === null
}

test('a removed user is gone from the space, and the answer names them', async () => {
  const person = await aUser(app, space)
  const { status, body } = await app.as(cast.admin).delete(`/users/${person.id}`)
  assert.deepEqual([status, Object.keys(body.data).sort()], [200, ['message', 'user_id']])
  assert.deepEqual([body.status, body.data.user_id, typeof body.data.message], ['success', person.id, 'string'])
  assert.equal((await app.as(cast.admin).get(`/users/${person.id}`)).status, 404)
  assert.ok(!idsOf((await app.as(cast.admin).get('/users')).body.data.users).includes(person.id))
  const [row] = await app.owner`select firstname, deleted_at from users where group_id = ${space} and id = ${person.id}`
  assert.equal(row!.firstname, person.firstname, 'their row is kept for the history of the space')
  assert.ok(row!.deleted_at)
})

test('a user may leave, and leaves their teams too, as leader and as user', async () => {
  const [person, other] = [await aUser(app, space), await aUser(app, space)]
  const { id } = await aTeam(app, cast.manager, { users: [person, other], leaders: [person] })
  assert.equal((await app.as(person).delete(`/users/${person.id}`)).status, 200)
  assert.equal(await isIn(space, person.id), false)
  const { users, leaders } = (await app.as(cast.admin).get(`/teams/${id}`)).body.data.team
  assert.deepEqual([idsOf(users), leaders], [[other.id], []])
})

test('the account of a removed user, other spaces and the tokens there are unchanged', async () => {
  const elsewhere = await aSpace(app)
  const here = await aUser(app, space)
  const there = await aUser(app, elsewhere, { mail: here.mail, role: 'manager' })
  const team = await aTeam(app, there, { users: [there] })
  await app.as(cast.admin).delete(`/users/${here.id}`)
  const me = (await app.as(there).get('/me')).body.data
  assert.deepEqual(
    [me.user.id, me.space.id, me.role.type, idsOf(me.spaces)],
    [here.id, elsewhere, 'manager', [elsewhere]],
  )
  assert.deepEqual(idsOf((await app.as(there).get(`/teams/${team.id}`)).body.data.team.users), [there.id])
  assert.equal((await app.as(here).get('/me')).status, 401)
})

test('a user who is added again has none of their former teams, and can work again', async () => {
  const person = await aUser(app, space)
  const { id } = await aTeam(app, cast.manager, { users: [person] })
  await app.as(cast.admin).delete(`/users/${person.id}`)
  const again = await aUser(app, space, { mail: person.mail })
  assert.equal(again.id, person.id)
  assert.deepEqual((await app.as(cast.admin).get(`/teams/${id}`)).body.data.team.users, [])
  assert.equal((await app.as(again).get('/me')).status, 200)
  assert.equal((await app.as(person).get('/me')).status, 401, 'the old token stays dead')
})

test('users and managers cannot remove others, and no user can remove a higher role', async () => {
  const [person, mate] = [await aUser(app, space), await aUser(app, space)]
  await aTeam(app, cast.manager, { users: [person, mate] })
  assert.deepEqual(refusal(await app.as(person).delete(`/users/${mate.id}`)), refusal.forbidden)
  assert.deepEqual(refusal(await app.as(person).delete(`/users/${cast.user.id}`)), refusal.not_found)
  assert.deepEqual(refusal(await app.as(cast.manager).delete(`/users/${mate.id}`)), refusal.forbidden)
  assert.deepEqual(refusal(await app.as(cast.admin).delete(`/users/${cast.superadmin.id}`)), refusal.forbidden)
  for (const { id } of [mate, cast.user, cast.superadmin]) assert.ok(await isIn(space, id))
})

test('a user who does not exist or has left already is a 404', async () => {
  const gone = await aUser(app, space)
  await app.as(cast.admin).delete(`/users/${gone.id}`)
  for (const id of [9_000_000, gone.id]) {
    assert.deepEqual(refusal(await app.as(cast.superadmin).delete(`/users/${id}`)), refusal.not_found)
  }
})

test('a user who is added to a team while they are removed is not left in it', async () => {
  for (let round = 0; round < 4; round++) {
    const { id } = await aUser(app, space)
    const hold = (sql: Sql) => lockMembers(sql, space)
    const remove = () => app.as(cast.admin).delete(`/users/${id}`)
    const enlist = () => app.as(cast.manager).post('/teams', { team: { name: 'Race', users: [{ id }] } })
    const answers = await sendConcurrently(app, hold, [remove, enlist])
    assert.ok(answers.every(({ status }) => [200, 422].includes(status)))
  }
  const stale = await app.owner`
    select u.id from team_members p join users u on u.group_id = p.group_id and u.id = p.user_id where u.deleted_at is not null`
  assert.deepEqual([...stale], [])
})

test('a returning user whose address was taken gets their sign-in address', async () => {
  const person = await aUser(app, space, { mail: 'comes.back@example.org' })
  await app.as(cast.admin).patch(`/users/${person.id}`, { mail: 'contact@example.org' })
  await app.as(cast.admin).delete(`/users/${person.id}`)
  const other = await aUser(app, space)
  assert.equal((await app.as(cast.admin).patch(`/users/${other.id}`, { mail: 'Contact@example.org' })).status, 200)
  const invited = await app.as(cast.admin).post('/users/invitation', { invitations: [{ email: person.mail }] })
  assert.equal(invited.status, 200, invited.text)
  assert.equal((await app.as(cast.admin).get(`/users/${person.id}`)).body.data.User.mail, person.mail)
})
