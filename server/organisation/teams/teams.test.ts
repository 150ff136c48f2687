import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aTeam, aUser, aUserPerRole, refusal } from '../../test/people.ts'

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
const keysOf = (value: object) => Object.keys(value).sort()
const idsOf = (list: { id: number }[]) => list.map(({ id }) => id)
const countTeams = async () => (await app.owner`select count(*) from teams where group_id = ${space}`)[0]!['count']

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

  const wrong: [what: string, team: unknown, location: string][] = [
    ['no team at all', undefined, 'body.data.team'],
    ['no name', {}, 'body.data.team.name'],
    ['a blank name', { name: '  ' }, 'body.data.team.name'],
    ['a name that is a number', { name: 5 }, 'body.data.team.name'],
    ['private as text', { name: 'N', private: 'true' }, 'body.data.team.private'],
    ['users that are not a list', { name: 'N', users: { id: 1 } }, 'body.data.team.users'],
    ['a user without an id', { name: 'N', users: [{}] }, 'body.data.team.users.0.id'],
    ['a leader whose id is text', { name: 'N', leaders: [{ id: '1' }] }, 'body.data.team.leaders.0.id'],
    ['an address whose score is text', { name: 'N', address: { score: '1' } }, 'body.data.team.address.score'],
  ]
  test('what is wrong is a 422 that names the place, an unknown or foreign user too, and nothing is written', async () => {
    const gone = await aUser(app, space)
    await app.as(cast.admin).delete(`/users/${gone.id}`)
    const before = await countTeams()
    for (const [what, team, location] of wrong)
      assert.deepEqual(refusal(await app.as(cast.manager).post('/teams', { team })), refusal.at(location), what)
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
  test('a team reads as it was created', async () => {
    const made = await aTeam(app, cast.manager, { users: [cast.user] })
    const { status, body } = await app.as(cast.manager).get(`/teams/${made.id}`)
    assert.deepEqual([status, body], [200, { status: 'success', data: { team: made } }])
  })

  test('a team that does not exist is a 404, and an id that cannot be one a 422', async () => {
    assert.deepEqual(refusal(await app.as(cast.admin).get('/teams/9000000')), refusal.not_found)
    for (const id of ['0', '-1', 'abc', '1.5', '9007199254740993'])
      assert.deepEqual(refusal(await app.as(cast.admin).get(`/teams/${id}`)), refusal.at('path.id'))
  })

  test('a read sends a strong ETag, and answers 304 without a body to If-None-Match', async () => {
    const made = await aTeam(app, cast.manager)
    const etag = (await app.as(cast.manager).get(`/teams/${made.id}`)).headers.get('etag') ?? ''
    assert.match(etag, /^"[^"]+"$/)
    const again = await app.as(cast.manager).get(`/teams/${made.id}`, { 'if-none-match': etag })
    assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', etag])
    await app.as(cast.manager).patch('/teams', { team: { id: made.id, description: 'changed' } })
    assert.equal((await app.as(cast.manager).get(`/teams/${made.id}`, { 'if-none-match': etag })).status, 200)
  })
})
