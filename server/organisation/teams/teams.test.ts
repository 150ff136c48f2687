import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aTeam, aUser, aUserPerRole, refusal } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })

const team_keys = [
  'id',
  'created_at',
  'updated_at',
  'name',
  'description',
  'private',
  'created_by',
  'hide_users',
  'leaders',
  'users',
  'address',
]
const member_keys = ['id', 'firstname', 'surname', 'mail', 'avatar', 'phone', 'role', 'role_data']
const address_keys = [
  'housenumber',
  'street',
  'postalcode',
  'citycode',
  'city',
  'state',
  'country',
  'addition',
  'infos',
  'building',
  'floor',
  'door',
  'pollingstation',
  'building_type',
  'lattitude',
  'longitude',
  'location',
  'score',
  'invalid',
]
const keysOf = (value: object) => Object.keys(value).sort()
const idsOf = (list: { id: number }[]) => list.map(({ id }) => id)
const countTeams = async () => (await app.owner<[{ count: number }]>`select count(*) as count from teams`)[0].count

const operations: [method: string, path: string, body?: object][] = [
  ['GET', '/teams'],
  ['GET', '/teams/public'],
  ['GET', '/teams/1'],
  ['DELETE', '/teams/1'],
  ['POST', '/teams', { data: { team: { name: 'North' } } }],
  ['PATCH', '/teams', { data: { team: { id: 1 } } }],
]
for (const [method, path, body] of operations) {
  test(`${method} ${path} refuses a caller without a token, and names the scheme`, async () => {
    const answer = await app.as().send(method, path, body && { body: JSON.stringify(body) })
    assert.deepEqual(refusal(answer), [401, 'unauthenticated'])
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/)
  })
}

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
    assert.deepEqual(
      [status, keysOf(body), keysOf(body.data), body.status],
      [200, ['data', 'status'], ['team'], 'success'],
    )
    const { team } = body.data
    assert.deepEqual(keysOf(team), team_keys.sort())
    assert.deepEqual(keysOf(team.address), address_keys.sort())
    assert.deepEqual(
      [team.name, team.description, team.private, team.hide_users],
      ['North', 'Door to door', true, true],
    )
    assert.deepEqual(
      [team.address.city, team.address.score, team.address.invalid, team.address.street],
      ['Lyon', 0.5, true, ''],
    )
    assert.match(team.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const [leader, user] = [team.leaders[0], team.users[0]]
    assert.deepEqual([keysOf(leader), keysOf(user)], [member_keys.sort(), member_keys.sort()])
    assert.deepEqual(keysOf(user.role_data), ['color', 'id', 'name', 'order', 'rank', 'type'])
    assert.deepEqual(
      [leader.id, user.id, user.mail, user.role],
      [cast.manager.id, cast.user.id, cast.user.mail, 'user'],
    )
  })

  test('omitted fields of a new team are empty, and only its address is null', async () => {
    const { id, created_at, updated_at, ...rest } = await aTeam(app, cast.manager, { name: 'Bare' })
    assert.ok(id && created_at === updated_at)
    const empty = {
      created_by: cast.manager.id,
      name: 'Bare',
      description: '',
      private: false,
      hide_users: false,
      leaders: [],
      users: [],
      address: null,
    }
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

  test('latitude and house_number are accepted, and returned as lattitude and housenumber', async () => {
    const address = { latitude: '45.7', house_number: '12 bis' }
    const { body } = await app.as(cast.manager).post('/teams', { team: { name: 'Map', address } })
    assert.deepEqual([body.data.team.address.lattitude, body.data.team.address.housenumber], ['45.7', '12 bis'])
    assert.deepEqual(keysOf(body.data.team.address), address_keys.sort())
  })

  test("the interface's own spelling is accepted too", async () => {
    const address = { lattitude: '45.7', housenumber: '12' }
    const { body } = await app.as(cast.manager).post('/teams', { team: { name: 'Map', address } })
    assert.deepEqual([body.data.team.address.lattitude, body.data.team.address.housenumber], ['45.7', '12'])
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
  for (const [what, team, location] of wrong) {
    test(`${what} is a 422 that names the place, and nothing is written`, async () => {
      const before = await countTeams()
      assert.deepEqual(refusal(await app.as(cast.manager).post('/teams', { team })), [422, 'invalid_request', location])
      assert.equal(await countTeams(), before)
    })
  }

  for (const field of ['leaders', 'users']) {
    test(`an unknown or foreign user in ${field} is named in a 422, and nothing is written`, async () => {
      const before = await countTeams()
      for (const id of [other_space_user.id, 8_000_000]) {
        const team = { name: 'North', [field]: [{ id: cast.user.id }, { id }] }
        const answer = await app.as(cast.manager).post('/teams', { team })
        assert.deepEqual(refusal(answer), [422, 'invalid_request', `body.data.team.${field}.1.id`])
        assert.equal(answer.body.errors[0].value, id)
        assert.match(answer.body.detail, new RegExp(String(id)))
      }
      assert.equal(await countTeams(), before)
    })
  }

  test('a user who left the space cannot be named', async () => {
    const gone = await aUser(app, space)
    await app.as(cast.admin).delete(`/users/${gone.id}`)
    const answer = await app.as(cast.manager).post('/teams', { team: { name: 'North', users: [{ id: gone.id }] } })
    assert.deepEqual(refusal(answer), [422, 'invalid_request', 'body.data.team.users.0.id'])
  })

  test('a user may not create teams', async () => {
    const before = await countTeams()
    assert.deepEqual(refusal(await app.as(cast.user).post('/teams', { team: { name: 'Mine' } })), [403, 'forbidden'])
    assert.equal(await countTeams(), before)
  })

  test('a read-only token cannot create teams', async () => {
    const reader = await aUser(app, space, { role: 'admin', scopes: ['teams:read'] })
    assert.deepEqual(refusal(await app.as(reader).post('/teams', { team: { name: 'Mine' } })), [403, 'forbidden'])
    assert.equal((await app.as(reader).get('/teams')).status, 200)
  })

  test('the same Idempotency-Key creates one team, and the second answer is marked as repeated', async () => {
    const before = await countTeams()
    const post = () =>
      app.as(cast.manager).post('/teams', { team: { name: 'Once' } }, { 'idempotency-key': 'one-team' })
    const [first, second] = [await post(), await post()]
    assert.equal(second.text, first.text)
    assert.deepEqual(
      [first.headers.get('idempotent-replayed'), second.headers.get('idempotent-replayed')],
      [null, 'true'],
    )
    assert.equal(await countTeams(), before + 1)
  })

  test('the same Idempotency-Key sent many times at once creates one team', async () => {
    const before = await countTeams()
    const post = () =>
      app.as(cast.manager).post('/teams', { team: { name: 'Once' } }, { 'idempotency-key': 'one-team-at-once' })
    const answers = await Promise.all([post(), post(), post(), post()])
    assert.deepEqual([...new Set(answers.map(({ text }) => text))].length, 1)
    assert.equal(await countTeams(), before + 1)
  })
})

describe('reading a team', () => {
  test('a team reads as it was created', async () => {
    const made = await aTeam(app, cast.manager, { users: [cast.user] })
    const { status, body } = await app.as(cast.manager).get(`/teams/${made.id}`)
    assert.deepEqual([status, body], [200, { status: 'success', data: { team: made } }])
  })

  test('a team that does not exist is a 404', async () => {
    assert.deepEqual(refusal(await app.as(cast.admin).get('/teams/9000000')), [404, 'not_found'])
  })

  test('a team of another space is a 404, also for a superadmin', async () => {
    const made = await aTeam(app, cast.manager)
    assert.deepEqual(refusal(await app.as(other_space_user).get(`/teams/${made.id}`)), [404, 'not_found'])
  })

  for (const id of ['0', '-1', 'abc', '1.5', '9007199254740993']) {
    test(`the team id ${id} is a 422`, async () => {
      assert.deepEqual(refusal(await app.as(cast.admin).get(`/teams/${id}`)), [422, 'invalid_request', 'path.id'])
    })
  }

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
