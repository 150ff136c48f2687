import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VisitRecorder } from '../../access/visit_recorder.ts'
import { eventually, startTestApp } from '../../test/harness.ts'
import { anIntegration } from '../../test/integrations.ts'
import { aSpace, aTeam, aUser, aUserPerRole, type Person, withAppPool } from '../../test/people.ts'
import type { Member } from './schema.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const today = () => new Date().toISOString().slice(0, 10)

const membersFor = async (as: Person): Promise<Member[]> => (await app.as(as).get('/v1/members?limit=1000')).body.data
const memberFor = async (as: Person, id: number) => (await membersFor(as)).find(({ user_id }) => user_id === id)!
const lastDay = async (id: number) => (await memberFor(cast.admin, id)).last_seen_on

describe('the last visit', () => {
  test('is the day of the last request with any token, and null before the first', async () => {
    const person = await aUser(app, space)
    assert.equal(await lastDay(person.id), null)
    await app.as(person).get('/me')
    await eventually(async () => (await lastDay(person.id)) === today())
  })

  test('is written once a day, and moves only forward', async () => {
    const person = await aUser(app, space)
    await app.as(person).get('/me')
    await eventually(async () => (await lastDay(person.id)) === today())
    await app.owner`update member_visits set seen_on = '2026-01-05' where group_id = ${space} and user_id = ${person.id}`
    const [late, later] = [await aUser(app, space), await aUser(app, space)]
    const answers = await Promise.all([person, person, person, late].map(who => app.as(who).get('/me')))
    assert.ok(answers.every(({ status }) => status === 200))
    await eventually(async () => (await lastDay(late.id)) === today())
    assert.equal(await lastDay(person.id), '2026-01-05', 'this process has recorded the day already')
    await withAppPool(app, async pool => {
      // Two other processes, which have not recorded it yet.
      new VisitRecorder(pool).record({ id: person.id, group_id: space })
      await eventually(async () => (await lastDay(person.id)) === today())
      await app.owner`update member_visits set seen_on = '2999-12-31' where group_id = ${space} and user_id = ${person.id}`
      const recorder = new VisitRecorder(pool)
      for (const { id } of [person, later]) recorder.record({ id, group_id: space })
      await eventually(async () => (await lastDay(later.id)) === today())
    })
    assert.equal(await lastDay(person.id), '2999-12-31')
  })

  test('and the second factor are visible to users who manage users, and to oneself', async () => {
    const person = await aUser(app, space)
    await app.as(person).get('/me')
    await eventually(async () => (await lastDay(person.id)) === today())
    assert.equal((await memberFor(cast.admin, person.id)).second_factor, false)
    const seen = await memberFor(cast.manager, person.id)
    assert.deepEqual([seen.last_seen_on, seen.second_factor], [null, null])
    await eventually(async () => (await memberFor(cast.manager, cast.manager.id)).last_seen_on === today())
  })

  test('is deleted when the user leaves the space', async () => {
    const person = await aUser(app, space)
    await app.as(person).get('/me')
    await eventually(async () => (await lastDay(person.id)) === today())
    await app.as(cast.admin).delete(`/users/${person.id}`)
    assert.ok(!(await membersFor(cast.admin)).some(({ user_id }) => user_id === person.id))
    const rows = await app.owner`select from member_visits where group_id = ${space} and user_id = ${person.id}`
    assert.equal(rows.length, 0)
  })
})

describe('the members', () => {
  test('are those of GET /users, in its order, without service accounts', async () => {
    await anIntegration(app, cast.admin)
    const { users } = (await app.as(cast.admin).get('/users?limit=1000')).body.data
    const members = await membersFor(cast.admin)
    const [listed, read] = [members.map(({ user_id }) => user_id), users.map(({ id }: { id: number }) => id)]
    assert.deepEqual(listed, read)
    const page = (await app.as(cast.admin).get('/v1/members?limit=2&offset=1')).body
    assert.deepEqual(page.data, members.slice(1, 3))
    assert.equal(page.total, members.length)
  })

  test('have a state: active, pending until they open the space, suspended', async () => {
    const [person, invited] = [await aUser(app, space), await aUser(app, await aSpace(app))]
    await app.as(cast.admin).post('/v1/suspensions', { user_id: person.id })
    await app.as(cast.admin).post('/users/invitation', { invitations: [{ email: invited.mail }] })
    const states = new Map((await membersFor(cast.admin)).map(({ user_id, state }) => [user_id, state]))
    const found = [cast.user.id, person.id, invited.id].map(id => states.get(id))
    assert.deepEqual(found, ['active', 'suspended', 'pending'])
    assert.equal((await memberFor(cast.admin, invited.id)).second_factor, null, 'the space sees only the address')
  })

  test('have the teams that the caller sees, each once', async () => {
    const person = await aUser(app, space)
    const harbour = await aTeam(app, cast.admin, { name: 'Harbour', users: [person], leaders: [person] })
    const secret = await aTeam(app, cast.admin, { name: 'Secret', private: true, users: [person] })
    const hidden = await aTeam(app, cast.admin, { name: 'Hidden', hide_users: true, users: [person] })
    const teamsFor = async (as: Person) => (await memberFor(as, person.id)).teams
    const named = ({ id, name }: { id: number; name: string }) => ({ id, name })
    assert.deepEqual(await teamsFor(cast.admin), [harbour, hidden, secret].map(named))
    assert.deepEqual(await teamsFor(cast.manager), [harbour].map(named))
  })

  test('are those of one space', async () => {
    const stranger = await aUser(app, await aSpace(app), { role: 'superadmin' })
    const [only, ...others] = await membersFor(stranger)
    assert.deepEqual([only?.user_id, others], [stranger.id, []])
  })
})
