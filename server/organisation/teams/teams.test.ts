import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sql } from '../../db/sql.ts'
import { sendConcurrently } from '../../test/concurrency.ts'
import { keysOf, startTestApp } from '../../test/harness.ts'
import { aSpace, aTeam, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'
import { lockMembers } from '../core/roles.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })

const words = (text: string) => text.trim().split(/\s+/).sort()
const team_keys = words('id created_at updated_at name description private created_by hide_users leaders users address')
const member_keys = words('id firstname surname mail avatar phone role role_data')
const address_keys =
  words(`housenumber street postalcode citycode city state country addition infos building floor door pollingstation
  building_type lattitude longitude location score invalid`)
const idsOf = (list: { id: number }[]) => list.map(({ id }) => id)
const countTeams = async () => (await app.owner`select count(*) from teams where group_id = ${space}`)[0]!['count']
const read = async (id: number) => (await app.as(cast.admin).get(`/teams/${id}`)).body.data.team

describe('creating a team', () => {
  test('a manager creates a team and gets it in the shape of the interface', async () => {
    const { status, body } = await app.as(cast.manager).post('/teams', {
      team: {
        name: 'North',
        description: 'Door to door',
        private: true,
        hide_users: true,
        users: [{ id: cast.user.id }],
        leaders: [{ id: cast.manager.id }],
        address: { city: 'Lyon', score: 0.5, invalid: true },
      },
    })
    assert.deepEqual([status, keysOf(body), keysOf(body.data)], [200, ['data', 'status'], ['team']])
    assert.equal(body.status, 'success')
    const { team } = body.data
    assert.deepEqual(keysOf(team), team_keys)
    assert.deepEqual(keysOf(team.address), address_keys)
    const { name, description, hide_users, address } = team
    assert.deepEqual([name, description, team.private, hide_users], ['North', 'Door to door', true, true])
    assert.deepEqual([address.city, address.score, address.invalid, address.street], ['Lyon', 0.5, true, ''])
    assert.match(team.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const [leader, user] = [team.leaders[0], team.users[0]]
    assert.deepEqual([keysOf(leader), keysOf(user)], [member_keys, member_keys])
    assert.deepEqual(keysOf(user.role_data), ['color', 'id', 'name', 'order', 'rank', 'type'])
    assert.deepEqual([leader.id, user.id, user.role], [cast.manager.id, cast.user.id, 'user'])
    assert.equal(user.mail, cast.user.mail)
  })

  test('omitted fields of a new team are empty, and only its address is null', async () => {
    const { id, created_at, updated_at, ...rest } = await aTeam(app, cast.manager, { name: 'Bare' })
    assert.ok(id && created_at === updated_at)
    const own = { created_by: cast.manager.id, name: 'Bare' }
    const empty = { ...own, description: '', private: false, hide_users: false, leaders: [], users: [], address: null }
    assert.deepEqual(rest, empty)
  })

  test('an id and timestamps in the request are ignored', async () => {
    const old = '2001-01-01T00:00:00.000Z'
    const team = { id: 7_000_000, created_at: old, name: 'North' }
    const { status, body } = await app.as(cast.manager).post('/teams', { team })
    assert.equal(status, 200)
    assert.notEqual(body.data.team.id, 7_000_000)
    assert.notEqual(body.data.team.created_at, old)
  })

  test('both spellings of an address are accepted, and the interface’s own is returned', async () => {
    for (const sent of [
      { latitude: '45.7', house_number: '12 bis' },
      { lattitude: '45.7', housenumber: '12 bis' },
    ]) {
      const { body } = await app.as(cast.manager).post('/teams', { team: { name: 'Map', address: sent } })
      const { address } = body.data.team
      assert.deepEqual([address.lattitude, address.housenumber, keysOf(address)], ['45.7', '12 bis', address_keys])
    }
  })

  test('users keep the order they were named in, and a user named twice is there once', async () => {
    const [a, b] = [await aUser(app, space), await aUser(app, space)]
    const team = await aTeam(app, cast.manager, { users: [b, a, b], leaders: [a] })
    assert.deepEqual([idsOf(team.users), idsOf(team.leaders)], [[b.id, a.id], [a.id]])
  })

  test('an unknown or foreign user is a 422 that names the place, and nothing is written', async () => {
    const gone = await aUser(app, space)
    await app.as(cast.admin).delete(`/users/${gone.id}`)
    const before = await countTeams()
    for (const field of ['leaders', 'users'])
      for (const id of [other_space_user.id, 8_000_000, gone.id]) {
        const team = { name: 'North', [field]: [{ id: cast.user.id }, { id }] }
        const answer = await app.as(cast.manager).post('/teams', { team })
        assert.deepEqual(refusal(answer), refusal.at(`body.data.team.${field}.1.id`))
        assert.equal(answer.body.errors[0].value, id)
        assert.match(answer.body.detail, new RegExp(String(id)))
      }
    assert.equal(await countTeams(), before)
  })
})

describe('reading a team', () => {
  test('a team that does not exist is a 404, and an id that cannot be one a 422', async () => {
    assert.deepEqual(refusal(await app.as(cast.admin).get('/teams/9000000')), refusal.not_found)
    for (const id of ['0', '-1', 'abc', '1.5', '9007199254740993'])
      assert.deepEqual(refusal(await app.as(cast.admin).get(`/teams/${id}`)), refusal.at('path.id'))
  })

  test('a team reads as it was created, with a strong ETag, and answers 304 without a body to If-None-Match', async () => {
    const made = await aTeam(app, cast.manager, { users: [cast.user] })
    const { body, headers } = await app.as(cast.manager).get(`/teams/${made.id}`)
    assert.deepEqual(body, { status: 'success', data: { team: made } })
    const etag = headers.get('etag') ?? ''
    assert.match(etag, /^"[^"]+"$/)
    const again = await app.as(cast.manager).get(`/teams/${made.id}`, { 'if-none-match': etag })
    assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', etag])
    await app.as(cast.manager).patch('/teams', { team: { id: made.id, description: 'changed' } })
    assert.equal((await app.as(cast.manager).get(`/teams/${made.id}`, { 'if-none-match': etag })).status, 200)
  })
})

async function stored(id: number) {
  type Row = { name: string; deleted_at: string | null }
  const [row] = await app.owner<[Row]>`select name, deleted_at from teams where id = ${id}`
  return row
}

test('a deleted team is gone from every read, and its row is kept', async () => {
  const { id } = await aTeam(app, cast.manager, { name: 'Gone', users: [cast.user] })
  const answers = await Promise.all([1, 2].map(() => app.as(cast.manager).delete(`/teams/${id}`)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404], 'of two deletions at once one succeeds')
  const { body } = answers.find(({ status }) => status === 200)!
  assert.deepEqual(
    [keysOf(body), keysOf(body.data)],
    [
      ['data', 'status'],
      ['message', 'team_id'],
    ],
  )
  assert.deepEqual([body.status, body.data.team_id, typeof body.data.message], ['success', id, 'string'])
  assert.equal((await app.as(cast.manager).get(`/teams/${id}`)).status, 404)
  const paths = ['/teams', '/teams/public', `/teams?user_id=${cast.user.id}`]
  const lists = await Promise.all(paths.map(path => app.as(cast.admin).get(path)))
  assert.ok(lists.every(({ body }) => !idsOf(body.data?.teams ?? body).includes(id)))
  const row = await stored(id)
  assert.equal(row.name, 'Gone')
  assert.ok(row.deleted_at)
})

test('deleting or replacing an unknown or deleted team is a 404', async () => {
  const { id } = await aTeam(app, cast.manager)
  await app.as(cast.manager).delete(`/teams/${id}`)
  assert.deepEqual(refusal(await app.as(cast.manager).delete(`/teams/${id}`)), refusal.not_found)
  assert.deepEqual(refusal(await app.as(cast.admin).delete('/teams/9000000')), refusal.not_found)
  assert.deepEqual(refusal(await app.as(cast.manager).patch('/teams', { team: { id } })), refusal.not_found)
})

test('leaders, the creator and admins replace and delete; other managers and plain members are refused', async () => {
  const [leader, member] = [await aUser(app, space), await aUser(app, space)]
  const manager = await aUser(app, space, { role: 'manager' })
  const make = () => aTeam(app, cast.manager, { leaders: [leader], users: [member] })
  const replace = (person: Person, team: object) =>
    app.as(person).patch('/teams', { team: { ...team, description: person.mail } })
  for (const person of [leader, cast.manager, cast.admin, cast.superadmin]) {
    const team = await make()
    const { status, body } = await replace(person, team)
    assert.deepEqual([status, body.data.team.description], [200, person.mail])
    assert.equal((await app.as(person).delete(`/teams/${team.id}`)).status, 200)
  }
  const team = await make()
  for (const person of [member, manager])
    for (const answer of [await replace(person, team), await app.as(person).delete(`/teams/${team.id}`)])
      assert.deepEqual(refusal(answer), refusal.forbidden)
  assert.deepEqual((await app.as(cast.admin).get(`/teams/${team.id}`)).body.data.team, team)
})

const manyTeams = (group_id: number, by: number, count: number) => app.owner`
  insert into teams (group_id, created_by, name, description, private, hide_users)
  select ${group_id}::bigint, ${by}::bigint, 'Team ' || n, '', false, false from generate_series(1, ${count}::int) as n`

test('lists of teams are complete, and the number of teams is limited, also with concurrent creations', async () => {
  const space = await aSpace(app)
  const { admin, user } = await aUserPerRole(app, space)
  await manyTeams(space, admin.id, 4998)
  for (const who of [admin, user]) {
    assert.equal((await app.as(who).get('/teams')).body.data.teams.length, 4998)
    assert.equal((await app.as(who).get('/teams/public')).body.length, 4998)
  }
  assert.equal((await app.as(admin).get('/teams?limit=10&offset=4990')).body.data.teams.length, 8)
  const make = () => app.as(admin).post('/teams', { team: { name: 'One more' } })
  const hold = (sql: Sql) => lockMembers(sql, space)
  const answers = await sendConcurrently(app, hold, [make, make, make])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 409])
  const refused = await make()
  assert.deepEqual(refusal(refused), refusal.conflict)
  assert.match(refused.body.detail, /at most 5000 teams/)
  const [{ id }] = await app.owner<[{ id: number }]>`select min(id) as id from teams where group_id = ${space}`
  assert.equal((await app.as(admin).delete(`/teams/${id}`)).status, 200)
  assert.equal((await make()).status, 200)
})

test('the location of a team follows its coordinates in every read', async () => {
  const own = await aSpace(app)
  const { admin: leader } = await aUserPerRole(app, own)
  const team = await aTeam(app, leader)
  const sent = { id: team.id, address: { latitude: '45.75', longitude: '4.85', location: 'elsewhere' } }
  const { body } = await app.as(leader).patch('/teams', { team: sent })
  assert.equal(body.data.team.address.location, '45.75, 4.85')
  await app.owner`update teams set address = address || '{"location": "", "longitude": "5"}' where id = ${team.id}`
  assert.equal((await app.as(leader).get(`/teams/${team.id}`)).body.data.team.address.location, '45.75, 5')
  assert.equal((await app.as(leader).get('/teams')).body.data.teams[0].address.location, '45.75, 5')
  assert.equal((await app.as(leader).get('/teams/public')).body[0].address.location, '45.75, 5')
  const without = { id: team.id, address: { latitude: '45.75', location: 'by the river' } }
  const again = await app.as(leader).patch('/teams', { team: without })
  assert.equal(again.body.data.team.address.location, 'by the river')
})

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

test('a replacement without a field resets that field alone, also one of the address', async () => {
  for (const [field, cleared] of Object.entries(empty)) {
    const { [field]: omitted, ...rest } = await aFullTeam()
    assert.notDeepEqual(omitted, cleared)
    const { body } = await app.as(cast.manager).patch('/teams', { team: rest })
    const { updated_at } = body.data.team
    assert.deepEqual(body.data.team, { ...rest, [field]: cleared, updated_at })
  }
  const team = { ...(await aFullTeam()), address: { street: 'Rue Neuve' } }
  const { address } = (await app.as(cast.manager).patch('/teams', { team })).body.data.team
  assert.deepEqual([address.street, address.city], ['Rue Neuve', ''])
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

test('an unknown or foreign user is named in a 422, and the team is unchanged', async () => {
  const team = await aFullTeam()
  const replace = (sent: object) => app.as(cast.manager).patch('/teams', { team: sent })
  for (const field of ['leaders', 'users'])
    for (const id of [other_space_user.id, 8_000_000]) {
      const answer = await replace({ id: team.id, name: 'Other', [field]: [{ id }] })
      assert.deepEqual(refusal(answer), refusal.at(`body.data.team.${field}.0.id`))
      assert.equal(answer.body.errors[0].value, id)
    }
  assert.deepEqual(await read(team.id), team)
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

test('the ETag of a write is the one of the next read; with the ending of a compressing proxy it is valid, with another not', async () => {
  const { id } = await aFullTeam()
  const write = await app.as(cast.manager).patch('/teams', { team: { id, description: '' } })
  const etag = (await app.as(cast.manager).get(`/teams/${id}`)).headers.get('etag') ?? ''
  assert.deepEqual([etag !== '', write.headers.get('etag')], [true, etag])
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
