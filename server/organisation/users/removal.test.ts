import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sql } from '../../db/sql.ts'
import { sendConcurrently } from '../../test/concurrency.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aTeam, aUser, aUserPerRole, refusal } from '../../test/people.ts'
import { lockMembers } from '../core/roles.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
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

test('the tokens of a removed user are refused at once', async () => {
  for (let round = 0; round < 3; round++) {
    const person = await aUser(app, space)
    assert.equal((await app.as(person).get('/me')).status, 200)
    await app.as(cast.admin).delete(`/users/${person.id}`)
    const answer = await app.as(person).get('/me')
    assert.deepEqual(refusal(answer), refusal.unauthenticated)
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/)
  }
})

test('they leave their teams, as leader and as user', async () => {
  const [person, other] = [await aUser(app, space), await aUser(app, space)]
  const { id } = await aTeam(app, cast.manager, { users: [person, other], leaders: [person] })
  await app.as(cast.admin).delete(`/users/${person.id}`)
  const { users, leaders } = (await app.as(cast.admin).get(`/teams/${id}`)).body.data.team
  assert.deepEqual([idsOf(users), leaders], [[other.id], []])
})

test('their account, other spaces and the tokens there are unchanged', async () => {
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

test('every user may leave', async () => {
  const person = await aUser(app, space)
  assert.equal((await app.as(person).delete(`/users/${person.id}`)).status, 200)
  assert.equal(await isIn(space, person.id), false)
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
  assert.deepEqual(refusal(await app.as(cast.superadmin).delete('/users/abc')), refusal.at('path.id'))
})

test('a user who changed in the meantime is not removed', async () => {
  const person = await aUser(app, space)
  const etag = (await app.as(cast.admin).get(`/users/${person.id}`)).headers.get('etag') ?? ''
  await app.as(person).patch(`/users/${person.id}`, { mail: person.mail, phone: '1' })
  const late = await app.as(cast.admin).delete(`/users/${person.id}`, { 'if-match': etag })
  assert.deepEqual(refusal(late), [412, 'precondition_failed'])
  assert.ok(await isIn(space, person.id))
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
