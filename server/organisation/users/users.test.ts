import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aTeam, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })

const user_keys =
  `id created_at updated_at deleted_at created firstname surname mail phone address city postal location birthdate locale group_id
  selected_group_id role role_data avatar`
    .split(/\s+/)
    .sort()
const keysOf = (value: object) => Object.keys(value).sort()
const idsOf = (list: { id: number }[]) => list.map(({ id }) => id)
const userSeenBy = async (person: Person, id: number) => (await app.as(person).get(`/users/${id}`)).body.data.User

describe('listing users', async () => {
  const sorted = await aSpace(app)
  const admin = await aUser(app, sorted, { role: 'admin', surname: 'Martin', firstname: 'Zoé' })
  const zoe2 = await aUser(app, sorted, { surname: 'Martin', firstname: 'Zoé' })
  const adele = await aUser(app, sorted, { surname: 'Martin', firstname: 'Adèle' })
  const etienne = await aUser(app, sorted, { surname: 'Étienne', firstname: 'Luc' })
  const faure = await aUser(app, sorted, { surname: 'faure', firstname: 'Ana' })
  const order = idsOf([etienne, faure, adele, admin, zoe2])
  const list = async (query = '') => (await app.as(admin).get(`/users${query}`)).body.data

  test('the answer has the shape of the interface, with teams null and complete users', async () => {
    const { status, body } = await app.as(admin).get('/users')
    assert.deepEqual([status, keysOf(body), keysOf(body.data)], [200, ['data', 'status'], ['count', 'teams', 'users']])
    assert.deepEqual([body.status, body.data.teams, body.data.count], ['success', null, 5])
    for (const user of body.data.users) {
      assert.deepEqual(keysOf(user), user_keys)
      assert.deepEqual(keysOf(user.role_data), ['id', 'name', 'order', 'rank', 'type'])
    }
  })

  test('users are sorted by surname, first name and id, in alphabetical order, or the reverse', async () => {
    assert.deepEqual(idsOf((await list()).users), order)
    for (const [sort, whole] of [
      ['true', order],
      ['false', order.toReversed()],
    ] as const) {
      assert.deepEqual(idsOf((await list(`?sort=${sort}`)).users), whole)
      const pages = await Promise.all([0, 2, 4].map(offset => list(`?sort=${sort}&limit=2&offset=${offset}`)))
      const walked = pages.flatMap(({ users }) => idsOf(users))
      assert.deepEqual(walked, whole, 'pages contain the whole list, each user once')
    }
  })

  test('count is the number of users in the space whatever the page', async () => {
    for (const query of ['', '?limit=1', '?limit=2&offset=4', '?offset=100', '?sort=false&limit=3']) {
      assert.equal((await list(query)).count, 5, query)
    }
    assert.deepEqual((await list('?offset=100')).users, [])
  })

  test('a page that cannot be is a 422', async () => {
    const limits = ['0', '-1', 'abc', '1.5', ''].map(limit => `limit=${limit}`)
    for (const query of [...limits, 'offset=-1', 'offset=abc', 'sort=perhaps'])
      assert.deepEqual(refusal(await app.as(admin).get(`/users?${query}`)), refusal.at(`query.${query.split('=')[0]}`))
  })

  test('a limit above the maximum is capped at 1000, which is also the default', async () => {
    const crowd = await aSpace(app)
    const keeper = await aUser(app, crowd, { role: 'admin' })
    await app.owner`
      with people as (
        insert into accounts (login_mail, firstname, surname, locale)
        select 'crowd' || n || '@example.org', 'A', 'B', 'en' from generate_series(1, 1000) n returning *)
      insert into users (group_id, id, role_id, mail, firstname, surname, locale, registered_at)
      select ${crowd}, id, ${keeper.role_id}, login_mail, firstname, surname, locale, created_at from people`
    for (const query of ['', '?limit=5000', '?limit=1001']) {
      const { count, users } = (await app.as(keeper).get(`/users${query}`)).body.data
      assert.deepEqual([count, users.length], [1001, 1000], query)
    }
    assert.equal((await app.as(keeper).get('/users?limit=5000&offset=1000')).body.data.users.length, 1)
  })

  test('no user of another space is in it', async () => {
    assert.deepEqual(idsOf((await app.as(other_space_user).get('/users')).body.data.users), [other_space_user.id])
  })
})

describe('reading a user', () => {
  test('the complete user is returned as User and as user', async () => {
    const { status, body } = await app.as(cast.admin).get(`/users/${cast.user.id}`)
    assert.deepEqual([status, keysOf(body), keysOf(body.data)], [200, ['data', 'status'], ['User', 'user']])
    assert.deepEqual(body.data.user, body.data.User)
    const { id, created, created_at, updated_at, role_data, ...rest } = body.data.User
    assert.deepEqual(keysOf(body.data.User), user_keys)
    assert.ok(id === cast.user.id && created && created_at && updated_at)
    assert.deepEqual(role_data, { id: cast.user.role_id, name: 'user', order: 4, rank: 40, type: 'user' })
    const { mail, firstname, surname } = cast.user
    const empty = { phone: '', address: '', city: '', postal: '', location: '', avatar: '' }
    const none = { birthdate: null, deleted_at: null }
    const here = { locale: 'en', group_id: space, selected_group_id: [space], role: 'user' }
    assert.deepEqual(rest, { ...empty, ...none, ...here, mail, firstname, surname })
  })

  test('a user that does not exist or who left is a 404, and an id that cannot be one a 422', async () => {
    const gone = await aUser(app, space)
    await app.as(cast.admin).delete(`/users/${gone.id}`)
    for (const id of [0, 9_000_000, other_space_user.id, gone.id])
      assert.deepEqual(refusal(await app.as(cast.admin).get(`/users/${id}`)), refusal.not_found)
    for (const id of ['-1', 'abc', '1.5', '9007199254740993'])
      assert.deepEqual(refusal(await app.as(cast.admin).get(`/users/${id}`)), refusal.at('path.id'))
  })
})

describe('visible fields of a user', async () => {
  const [person, mate, outsider] = [await aUser(app, space), await aUser(app, space), await aUser(app, space)]
  await aTeam(app, cast.manager, { users: [person], leaders: [mate] })
  const place = { address: '1 rue', city: 'Lyon', postal: '69001', location: '45,4' }
  const home = { ...place, birthdate: '1990-05-01T00:00:00.000Z' }
  const reach = { mail: person.mail, phone: '0601' }
  await app.as(person).patch(`/users/${person.id}`, { ...reach, ...home })
  const cut = { address: '', city: '', postal: '', location: '', birthdate: null }
  const seen = (user: any) => Object.fromEntries(Object.keys({ ...home, ...reach }).map(field => [field, user[field]]))

  test('the user, admins and superadmins see everything', async () => {
    for (const viewer of [person, cast.admin, cast.superadmin]) {
      assert.deepEqual(seen(await userSeenBy(viewer, person.id)), { ...home, ...reach })
    }
  })

  test('managers and teammates see contact data; the private fields are present and empty', async () => {
    for (const viewer of [cast.manager, mate]) {
      const user = await userSeenBy(viewer, person.id)
      assert.deepEqual([seen(user), keysOf(user)], [{ ...cut, ...reach }, user_keys])
      const { users } = (await app.as(viewer).get('/users')).body.data
      const listed = users.find(({ id }: { id: number }) => id === person.id)
      assert.deepEqual(listed, user)
    }
  })

  test('a manager sees their own private fields', async () => {
    const manager = await aUser(app, space, { role: 'manager' })
    await app.as(manager).patch(`/users/${manager.id}`, { mail: manager.mail, ...home })
    assert.deepEqual(seen(await userSeenBy(manager, manager.id)), { ...home, mail: manager.mail, phone: '' })
  })

  test('a user of other teams does not see them at all', async () => {
    assert.deepEqual(refusal(await app.as(outsider).get(`/users/${person.id}`)), refusal.not_found)
    const { count, users } = (await app.as(outsider).get('/users')).body.data
    assert.deepEqual(idsOf(users), [outsider.id])
    assert.equal(count, (await app.as(cast.manager).get('/users')).body.data.count, 'the count is of the whole space')
  })

  test('members of a deleted team no longer see each other', async () => {
    const [one, other] = [await aUser(app, space), await aUser(app, space)]
    const { id } = await aTeam(app, cast.manager, { users: [one, other] })
    assert.equal((await app.as(one).get(`/users/${other.id}`)).status, 200)
    await app.as(cast.manager).delete(`/teams/${id}`)
    assert.equal((await app.as(one).get(`/users/${other.id}`)).status, 404)
  })

  test('data that another space has of the same user never shows here', async () => {
    const elsewhere = await aSpace(app)
    const there = await aUser(app, elsewhere, { role: 'admin' })
    const double = await aUser(app, elsewhere, { mail: person.mail })
    assert.equal(double.id, person.id)
    const name = { firstname: 'Elsewhere', birthdate: '1970-01-01' }
    const other = { mail: 'other@example.org', phone: '99', city: 'Nice', ...name }
    assert.equal((await app.as(there).patch(`/users/${person.id}`, other)).status, 200)
    const here = await userSeenBy(cast.admin, person.id)
    assert.deepEqual([seen(here), here.firstname, here.group_id], [{ ...home, ...reach }, person.firstname, space])
    const away = await userSeenBy(there, person.id)
    const { mail, phone, address, city, group_id } = away
    assert.deepEqual([mail, phone, address, city, group_id], ['other@example.org', '99', '', 'Nice', elsewhere])
    const selected = [here.selected_group_id, away.selected_group_id]
    assert.deepEqual(selected, [[space], []], 'other spaces of a person are not told')
  })
})
