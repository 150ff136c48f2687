import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sql } from '../../db/sql.ts'
import { sendConcurrently } from '../../test/concurrency.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aTeam, aUser, aUserPerRole, refusal } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })
const idsOf = (list: { id: number }[]) => list.map(({ id }) => id)

/** A team with a value in every field. */
async function aFullTeam() {
  const { body } = await app.as(cast.manager).post('/teams', {
    team: {
      name: 'Full',
      description: 'Everything',
      private: true,
      hide_users: true,
      leaders: [{ id: cast.user.id }],
      users: [{ id: cast.admin.id }],
      address: { city: 'Lyon' },
    },
  })
  return body.data.team
}
const lockTeam = (id: number) => (sql: Sql) =>
  sql`select from teams where group_id = ${space} and id = ${id} for update`
const read = async (id: number) => (await app.as(cast.admin).get(`/teams/${id}`)).body.data.team

const empty = { description: '', private: false, hide_users: false, leaders: [], users: [], address: null }

test('a replacement with only the id clears every field, and keeps the name', async () => {
  const { id, created_at } = await aFullTeam()
  await app.owner`update teams set updated_at = '2020-01-01' where id = ${id}`
  const { status, body } = await app.as(cast.manager).patch('/teams', { team: { id } })
  assert.equal(status, 200)
  const { updated_at, ...team } = body.data.team
  assert.deepEqual(team, { id, created_by: cast.manager.id, created_at, name: 'Full', ...empty })
  assert.ok(updated_at >= created_at, 'it was changed now')
  assert.deepEqual(await read(id), body.data.team)
})

for (const [field, cleared] of Object.entries(empty)) {
  test(`a replacement without ${field} resets ${field} alone`, async () => {
    const { [field]: omitted, ...rest } = await aFullTeam()
    assert.notDeepEqual(omitted, cleared)
    const { body } = await app.as(cast.manager).patch('/teams', { team: rest })
    const { updated_at } = body.data.team
    assert.deepEqual(body.data.team, { ...rest, [field]: cleared, updated_at })
  })
}

test('an omitted address field is cleared', async () => {
  const team = await aFullTeam()
  const { body } = await app.as(cast.manager).patch('/teams', { team: { ...team, address: { street: 'Rue Neuve' } } })
  assert.deepEqual([body.data.team.address.street, body.data.team.address.city], ['Rue Neuve', ''])
})

test('a team that was read, changed and sent back keeps all other fields', async () => {
  const { id } = await aFullTeam()
  const team = await read(id)
  const changed = { ...team, description: 'Changed', name: 'Renamed' }
  const { status, body } = await app.as(cast.manager).patch('/teams', { team: changed })
  assert.equal(status, 200)
  assert.deepEqual(body.data.team, { ...changed, updated_at: body.data.team.updated_at })
  assert.deepEqual(await read(id), body.data.team)
})

test('the users and leaders of a replacement replace the former ones', async () => {
  const [a, b] = [await aUser(app, space), await aUser(app, space)]
  const { id } = await aTeam(app, cast.manager, { users: [a, b], leaders: [a] })
  const list = [{ id: b.id }]
  const { body } = await app.as(cast.manager).patch('/teams', { team: { id, users: list, leaders: list } })
  assert.deepEqual([idsOf(body.data.team.users), idsOf(body.data.team.leaders)], [[b.id], [b.id]])
})

test('an unknown or foreign user is named in a 422, as is a wrong field, and the team is unchanged', async () => {
  const team = await aFullTeam()
  const replace = (sent: object) => app.as(cast.manager).patch('/teams', { team: sent })
  for (const field of ['leaders', 'users'])
    for (const id of [other_space_user.id, 8_000_000]) {
      const answer = await replace({ id: team.id, name: 'Other', [field]: [{ id }] })
      assert.deepEqual(refusal(answer), refusal.at(`body.data.team.${field}.0.id`))
      assert.equal(answer.body.errors[0].value, id)
    }
  for (const [sent, field] of [
    [{ name: 'N' }, 'id'],
    [{ id: '1' }, 'id'],
    [{ id: 1, name: null }, 'name'],
    [{ id: 1, description: 5 }, 'description'],
    [{ id: 1, hide_users: 'no' }, 'hide_users'],
  ] as const)
    assert.deepEqual(refusal(await replace(sent)), refusal.at(`body.data.team.${field}`))
  assert.deepEqual(await read(team.id), team)
})

test('a body without data is a 422, and a body that is no JSON a 400', async () => {
  const send = (body: string) => app.as(cast.admin).send('PATCH', '/teams', { body })
  assert.deepEqual(refusal(await send('{"team":{"id":1}}')), refusal.at('body.data'))
  assert.deepEqual(refusal(await send('{"data":')), [400, 'invalid_json'])
})

test('replacing a team that does not exist is a 404', async () =>
  assert.deepEqual(refusal(await app.as(cast.admin).patch('/teams', { team: { id: 9_000_000 } })), refusal.not_found))

test('leaders, the creator and admins replace; other managers and plain members are refused', async () => {
  const [leader, member] = [await aUser(app, space), await aUser(app, space)]
  const manager = await aUser(app, space, { role: 'manager' })
  const team = await aTeam(app, cast.manager, { leaders: [leader], users: [member] })
  for (const person of [member, manager]) {
    const answer = await app.as(person).patch('/teams', { team: { ...team, name: 'Mine' } })
    assert.deepEqual(refusal(answer), refusal.forbidden)
  }
  assert.deepEqual(await read(team.id), team)
  for (const person of [leader, cast.manager, cast.admin, cast.superadmin]) {
    const { status, body } = await app.as(person).patch('/teams', { team: { ...team, description: person.mail } })
    assert.deepEqual([status, body.data.team.description], [200, person.mail])
  }
})

test('a private team is a 404 for a manager who is not in it, and is unchanged', async () => {
  const team = await aTeam(app, cast.manager, { private: true })
  const manager = await aUser(app, space, { role: 'manager' })
  const answer = await app.as(manager).patch('/teams', { team: { id: team.id, name: 'Mine' } })
  assert.deepEqual(refusal(answer), refusal.not_found)
  assert.deepEqual(refusal(await app.as(manager).delete(`/teams/${team.id}`)), refusal.not_found)
  assert.deepEqual(await read(team.id), team)
})

test('a leader hands a private team over to another user and leaves it', async () => {
  const [leader, heir] = [await aUser(app, space), await aUser(app, space)]
  const team = await aTeam(app, cast.manager, { private: true, leaders: [leader], users: [heir] })
  const { status } = await app.as(leader).patch('/teams', { team: { ...team, leaders: [{ id: heir.id }] } })
  assert.equal(status, 200)
  assert.deepEqual(idsOf((await read(team.id)).leaders), [heir.id])
  assert.equal((await app.as(leader).get(`/teams/${team.id}`)).status, 404)
})

test('the ETag of a write is the one of the next read', async () => {
  const { id } = await aFullTeam()
  const write = await app.as(cast.manager).patch('/teams', { team: { id } })
  const read = await app.as(cast.manager).get(`/teams/${id}`)
  assert.ok(write.headers.get('etag'))
  assert.equal(write.headers.get('etag'), read.headers.get('etag'))
})

test('an ETag to which a proxy has appended its compression is valid, and one with another ending is not', async () => {
  const { id } = await aFullTeam()
  const etag = (await app.as(cast.manager).get(`/teams/${id}`)).headers.get('etag') ?? ''
  const replace = async (ending: string) => {
    const headers = { 'if-match': etag.replace(/"$/, `${ending}"`) }
    return (await app.as(cast.manager).patch('/teams', { team: { id, description: ending } }, headers)).status
  }
  for (const ending of ['-other', '-', 'gzip']) assert.equal(await replace(ending), 412, ending)
  assert.equal(await replace('-zstd'), 200)
  assert.equal(await replace('-gzip'), 412, 'the team has changed')
})

test('of several concurrent replacements with the same If-Match exactly one succeeds', async () => {
  const { id } = await aFullTeam()
  const etag = (await app.as(cast.manager).get(`/teams/${id}`)).headers.get('etag') ?? ''
  const descriptions = ['a', 'b', 'c', 'd']
  const replacements = descriptions.map(
    description => () => app.as(cast.manager).patch('/teams', { team: { id, description } }, { 'if-match': etag }),
  )
  const answers = await sendConcurrently(app, lockTeam(id), replacements)
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412, 412])
  const winner = answers.findIndex(({ status }) => status === 200)
  assert.equal((await read(id)).description, descriptions[winner])
})

test('concurrent replacements leave the users of one of them, never a mixture', async () => {
  const people = await Promise.all([aUser(app, space), aUser(app, space), aUser(app, space), aUser(app, space)])
  const { id } = await aTeam(app, cast.manager)
  const replacements = people.map(person => () => {
    const list = [{ id: person.id }]
    return app.as(cast.manager).patch('/teams', { team: { id, users: list, leaders: list } })
  })
  const answers = await sendConcurrently(app, lockTeam(id), replacements)
  assert.ok(answers.every(({ status }) => status === 200))
  const { users, leaders } = await read(id)
  assert.equal(users.length, 1)
  assert.deepEqual(idsOf(users), idsOf(leaders))
})

test('a leader can add only users visible to them, and keeps existing members', async () => {
  const [leader, member, hidden_user] = [await aUser(app, space), await aUser(app, space), await aUser(app, space)]
  const team = await aTeam(app, cast.manager, { leaders: [leader], users: [member] })
  const widened = [{ id: member.id }, { id: hidden_user.id }]
  const { status, body } = await app.as(leader).patch('/teams', { team: { ...team, users: widened } })
  assert.equal(status, 422)
  assert.equal(body.errors[0].location, 'body.data.team.users.1.id')
  assert.equal((await app.as(leader).get(`/users/${hidden_user.id}`)).status, 404)
  assert.deepEqual(idsOf((await read(team.id)).users), [member.id])
  assert.equal((await app.as(leader).patch('/teams', { team })).status, 200)
})
