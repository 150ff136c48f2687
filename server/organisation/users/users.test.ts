import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keysOf, startTestApp } from '../../test/harness.ts'
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
const idsOf = (list: { id: number }[]) => list.map(({ id }) => id)
const userSeenBy = async (person: Person, id: number) => (await app.as(person).get(`/users/${id}`)).body.data.User
const read = async (id: number) => (await app.as(cast.superadmin).get(`/users/${id}`)).body.data.User

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
    assert.deepEqual(await list('?offset=100'), { count: 5, teams: null, users: [] })
    for (const [sort, whole] of [
      ['true', order],
      ['false', order.toReversed()],
    ] as const) {
      assert.deepEqual(idsOf((await list(`?sort=${sort}`)).users), whole)
      const pages = await Promise.all([0, 2, 4].map(offset => list(`?sort=${sort}&limit=2&offset=${offset}`)))
      const walked = pages.flatMap(({ users }) => idsOf(users))
      assert.deepEqual(walked, whole, 'pages contain the whole list, each user once')
      for (const { count } of pages) assert.equal(count, 5, 'whatever the page')
    }
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

  test('a user that does not exist or who left is a 404', async () => {
    const gone = await aUser(app, space)
    await app.as(cast.admin).delete(`/users/${gone.id}`)
    for (const id of [0, 9_000_000, other_space_user.id, gone.id])
      assert.deepEqual(refusal(await app.as(cast.admin).get(`/users/${id}`)), refusal.not_found)
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

const change = (as: Person, id: number, data: unknown, headers?: Record<string, string>) =>
  app.as(as).patch(`/users/${id}`, data, headers)
const profile = {
  firstname: 'Ada',
  surname: 'Lovelace',
  phone: '+33 6',
  address: '1 rue',
  city: 'Lyon',
  postal: '69001',
  location: '45.7,4.8',
  avatar: 'https://example.org/a.png',
  birthdate: '1990-05-01T00:00:00.000Z',
}

describe('changing a profile', () => {
  test('every field of the interface is stored, and the answer is a message', async () => {
    const person = await aUser(app, space)
    const { status, body } = await change(person, person.id, { mail: 'ada@example.org', ...profile })
    assert.deepEqual([status, Object.keys(body).sort()], [200, ['data', 'status']])
    assert.deepEqual([body.status, typeof body.data], ['success', 'string'])
    const user = await read(person.id)
    assert.deepEqual(user, { ...user, mail: 'ada@example.org', ...profile })
  })

  test('only the fields in the request change, and one sent empty is emptied', async () => {
    const person = await aUser(app, space)
    await change(person, person.id, { mail: person.mail, ...profile })
    const before = await read(person.id)
    await change(person, person.id, { mail: person.mail, city: 'Nice', phone: '', avatar: '' })
    const after = await read(person.id)
    assert.deepEqual(after, { ...before, city: 'Nice', phone: '', avatar: '', updated_at: after.updated_at })
    assert.ok(after.updated_at >= before.updated_at)
  })

  test('read-only fields are ignored', async () => {
    const person = await aUser(app, space)
    const before = await read(person.id)
    const role = { role: 'superadmin', role_data: { id: 1 } }
    const sent = { id: 1, group_id: other_space_user.space, ...role, deleted_at: '2020-01-01' }
    assert.equal((await change(person, person.id, { mail: person.mail, ...sent })).status, 200)
    const after = await read(person.id)
    assert.deepEqual(after, { ...before, updated_at: after.updated_at })
  })

  test('an address that is none is a 422 that names the place, and nothing changes', async () => {
    const person = await aUser(app, space)
    const before = await read(person.id)
    for (const mail of ['', 'ada at example.org', 'ada@'])
      assert.deepEqual(refusal(await change(person, person.id, { city: 'Nice', mail })), refusal.at('body.data.mail'))
    assert.deepEqual(await read(person.id), before)
  })

  test('a user can change their own profile, and not that of a teammate or another user', async () => {
    const [person, mate] = [await aUser(app, space), await aUser(app, space)]
    await aTeam(app, cast.manager, { users: [person, mate] })
    const before = await read(mate.id)
    assert.equal((await change(person, person.id, { mail: person.mail, phone: '1' })).status, 200)
    assert.deepEqual(refusal(await change(person, mate.id, { mail: mate.mail, phone: '1' })), refusal.forbidden)
    assert.deepEqual(refusal(await change(person, cast.user.id, { mail: mate.mail, phone: '1' })), refusal.not_found)
    assert.deepEqual(refusal(await change(cast.manager, mate.id, { mail: mate.mail, phone: '1' })), refusal.forbidden)
    assert.deepEqual(await read(mate.id), before)
  })

  test('users who manage users change users up to their own rank, and none above', async () => {
    const [peer, person] = [await aUser(app, space, { role: 'admin' }), await aUser(app, space)]
    assert.equal((await change(cast.admin, person.id, { mail: person.mail, phone: '1' })).status, 200)
    assert.equal((await change(cast.admin, peer.id, { mail: peer.mail, phone: '1' })).status, 200)
    const { superadmin } = cast
    const above = await change(cast.admin, superadmin.id, { mail: superadmin.mail, phone: '1' })
    assert.deepEqual(refusal(above), refusal.forbidden)
    assert.equal((await read(superadmin.id)).phone, '')
  })
})

describe('the mail address', () => {
  test('is unique in the space without case, in other alphabets too', async () => {
    const [one, other] = [await aUser(app, space, { mail: 'Taken@example.org' }), await aUser(app, space)]
    await aUser(app, space, { mail: 'élodie@example.org' })
    for (const mail of ['Taken@example.org', 'tAKEN@EXAMPLE.org', 'ÉLODIE@example.org']) {
      assert.deepEqual(refusal(await change(other, other.id, { mail, phone: '1' })), [409, 'mail_taken'])
    }
    const { mail, phone } = await read(other.id)
    assert.deepEqual([mail, phone], [other.mail, ''])
    assert.equal((await change(one, one.id, { mail: 'TAKEN@example.org' })).status, 200, "one may rewrite one's own")
  })

  test('may be that of a user of another space, or of a former member', async () => {
    const [person, gone] = [await aUser(app, space), await aUser(app, space)]
    await app.as(cast.admin).delete(`/users/${gone.id}`)
    for (const { mail } of [other_space_user, gone])
      assert.equal((await change(person, person.id, { mail })).status, 200)
  })

  test('that several users request at the same moment goes to exactly one', async () => {
    const people = await Promise.all([aUser(app, space), aUser(app, space), aUser(app, space)])
    const answers = await Promise.all(people.map(person => change(person, person.id, { mail: 'wanted@example.org' })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
  })

  test('shown in the space changes at once; the sign-in address does not', async () => {
    const person = await aUser(app, space)
    await change(cast.admin, person.id, { mail: 'Shown@example.org' })
    assert.equal((await read(person.id)).mail, 'Shown@example.org')
    const [account] = await app.owner`select login_mail from accounts where id = ${person.id}`
    assert.equal(account!.login_mail, person.mail)
  })
})

describe('the birthdate', async () => {
  const person = await aUser(app, space)
  const given: [sent: string | null, stored: string | null][] = [
    ['1990-05-01', '1990-05-01T00:00:00.000Z'],
    ['1990-05-01T18:30:00Z', '1990-05-01T18:30:00.000Z'],
    ['1990-05-01T18:30:00.123Z', '1990-05-01T18:30:00.123Z'],
    ['1990-05-01T01:30:00+02:00', '1990-04-30T23:30:00.000Z'],
    ['1990-05-01T18:30:00-05:30', '1990-05-02T00:00:00.000Z'],
    ['1990-05-01T18:30:00+18:00', '1990-05-01T00:30:00.000Z'],
    ['1990-05-01t18:30:00z', '1990-05-01T18:30:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    [null, null],
    ['', null],
  ]
  test('is stored as an instant in UTC, and removed by null or an empty text', async () => {
    for (const [sent, stored] of given) {
      const before = stored === null ? '2000-01-01' : null
      await change(person, person.id, { mail: person.mail, birthdate: before })
      assert.equal((await change(person, person.id, { mail: person.mail, birthdate: sent })).status, 200)
      assert.equal((await read(person.id)).birthdate, stored, `${sent}`)
    }
  })

  test('that does not exist is a 422', async () => {
    const dates = '2026-02-30 2025-02-29 2026-13-01 1990-05-01T25:00:00Z 1990-05-01T10:00:00 01/05/1990'
    for (const birthdate of dates.split(' ')) {
      const answer = await change(person, person.id, { mail: person.mail, birthdate })
      assert.deepEqual(refusal(answer), refusal.at('body.data.birthdate'), `${birthdate}`)
    }
  })
})

describe('concurrent changes of a profile', () => {
  test('of different fields are both kept', async () => {
    const person = await aUser(app, space)
    const { mail } = person
    await Promise.all([
      change(person, person.id, { mail, city: 'Nice' }),
      change(cast.admin, person.id, { mail, phone: '1' }),
    ])
    const { city, phone } = await read(person.id)
    assert.deepEqual([city, phone], ['Nice', '1'])
  })

  test('an outdated If-Match is a 412, and of two with the same one exactly one succeeds', async () => {
    const person = await aUser(app, space)
    const etag = (await app.as(person).get(`/users/${person.id}`)).headers.get('etag') ?? ''
    const answers = await Promise.all(
      ['a', 'b'].map(city => change(person, person.id, { mail: person.mail, city }, { 'if-match': etag })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
    const late = await change(person, person.id, { mail: person.mail, city: 'c' }, { 'if-match': etag })
    assert.deepEqual(refusal(late), [412, 'precondition_failed'])
    assert.equal((await read(person.id)).city, answers[0]!.status === 200 ? 'a' : 'b')
  })
})
