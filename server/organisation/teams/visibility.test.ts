import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keysOf, startTestApp } from '../../test/harness.ts'
import { aSpace, aTeam, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const creator = await aUser(app, space, { role: 'manager' })
const [leader, member, outsider] = [await aUser(app, space), await aUser(app, space), await aUser(app, space)]
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })

const idsOf = (list: { id: number }[]) => list.map(({ id }) => id)
const listFor = async (person: Person, query = '') => (await app.as(person).get(`/teams${query}`)).body.data.teams
const publicFor = async (person: Person) => (await app.as(person).get('/teams/public')).body

describe('a public team', async () => {
  const team = await aTeam(app, creator, { name: 'Open', leaders: [leader], users: [member] })

  test('every member of the space sees it, with its users', async () => {
    for (const person of [...Object.values(cast), creator, leader, member, outsider]) {
      const seen = (await listFor(person)).find(({ id }: { id: number }) => id === team.id)
      assert.deepEqual([idsOf(seen.leaders), idsOf(seen.users)], [[leader.id], [member.id]])
      assert.equal((await app.as(person).get(`/teams/${team.id}`)).status, 200)
    }
  })

  test('users of another space see it in no list', async () => {
    const body = (await app.as(other_space_user).get('/teams')).body
    assert.deepEqual(body, { status: 'success', data: { teams: [] } })
    assert.deepEqual(await publicFor(other_space_user), [])
  })

  test('mail and phone of its users are shown to callers who may contact them, and empty for others', async () => {
    await app.as(member).patch(`/users/${member.id}`, { mail: member.mail, phone: '0601' })
    const seenBy = async (person: Person) => {
      const { mail, phone } = (await app.as(person).get(`/teams/${team.id}`)).body.data.team.users[0]
      return [mail, phone]
    }
    for (const person of [cast.superadmin, cast.admin, cast.manager, creator, leader, member]) {
      assert.deepEqual(await seenBy(person), [member.mail, '0601'])
    }
    assert.deepEqual(await seenBy(outsider), ['', ''])
  })
})

describe('a private team', async () => {
  const team = await aTeam(app, creator, { name: 'Closed', private: true, leaders: [leader], users: [member] })

  test('its leaders, its users, its creator and admins see it', async () => {
    for (const person of [leader, member, creator, cast.admin, cast.superadmin]) {
      assert.equal((await app.as(person).get(`/teams/${team.id}`)).status, 200)
      assert.ok(idsOf(await listFor(person)).includes(team.id))
    }
  })

  test('it is a 404 for other users and managers', async () => {
    for (const person of [outsider, cast.user, cast.manager, other_space_user]) {
      assert.deepEqual(refusal(await app.as(person).get(`/teams/${team.id}`)), refusal.not_found)
      assert.ok(!idsOf(await listFor(person)).includes(team.id))
      assert.ok(!idsOf(await listFor(person, `?user_id=${member.id}`)).includes(team.id))
    }
  })

  test('it is not in the list of public teams, not even for its own users', async () => {
    for (const person of [leader, cast.superadmin]) assert.ok(!idsOf(await publicFor(person)).includes(team.id))
  })

  test('a user who is removed from it no longer sees it', async () => {
    const passing = await aUser(app, space)
    const { id } = await aTeam(app, creator, { private: true, users: [passing] })
    assert.equal((await app.as(passing).get(`/teams/${id}`)).status, 200)
    await app.as(creator).patch('/teams', { team: { id, private: true } })
    assert.equal((await app.as(passing).get(`/teams/${id}`)).status, 404)
  })
})

describe('a team that hides its users', async () => {
  const team = await aTeam(app, creator, { name: 'Discreet', hide_users: true, leaders: [leader], users: [member] })
  const shown: Record<string, Person> = { creator, leader, member, admin: cast.admin, superadmin: cast.superadmin }
  const hidden: Record<string, Person> = { outsider, manager: cast.manager }
  const find = (teams: any[]) => teams.find(({ id }) => id === team.id)

  test('shows them to its users, its leaders, its creator and admins', async () => {
    for (const [who, person] of Object.entries(shown)) {
      const seen = (await app.as(person).get(`/teams/${team.id}`)).body.data.team
      for (const { users } of [seen, find(await listFor(person)), find(await publicFor(person))])
        assert.deepEqual(idsOf(users), [member.id], who)
      assert.ok(idsOf(await listFor(person, `?user_id=${member.id}`)).includes(team.id), who)
    }
  })

  test('shows an empty list, and its leaders, to others', async () => {
    for (const [who, person] of Object.entries(hidden)) {
      const seen = (await app.as(person).get(`/teams/${team.id}`)).body.data.team
      assert.equal(seen.hide_users, true)
      for (const { users, leaders } of [seen, find(await listFor(person)), find(await publicFor(person))])
        assert.deepEqual([users, idsOf(leaders)], [[], [leader.id]], who)
    }
  })

  test('does not reveal a hidden membership through user_id', async () => {
    assert.ok(!idsOf(await listFor(cast.manager, `?user_id=${member.id}`)).includes(team.id))
    assert.ok(idsOf(await listFor(cast.manager, `?user_id=${leader.id}`)).includes(team.id))
    assert.ok(idsOf(await listFor(member, `?user_id=${member.id}`)).includes(team.id))
    assert.ok(idsOf(await listFor(cast.admin, `?user_id=${member.id}`)).includes(team.id))
  })
})

describe('the teams of one user', async () => {
  const [busy, mate] = [await aUser(app, space), await aUser(app, space)]
  const teams = [
    await aTeam(app, cast.manager, { name: 'As user', users: [busy, mate] }),
    await aTeam(app, cast.manager, { name: 'As leader', leaders: [busy] }),
  ]
  await aTeam(app, cast.manager, { name: 'Without' })

  test('are those they lead or are in, and no others', async () => {
    for (const person of [cast.manager, cast.admin, busy, mate]) {
      assert.deepEqual(idsOf(await listFor(person, `?user_id=${busy.id}`)).sort(), idsOf(teams).sort())
    }
  })

  test('are an empty list for callers who cannot see that user, and for an unknown user', async () => {
    for (const person of [outsider, other_space_user]) {
      const { status, body } = await app.as(person).get(`/teams?user_id=${busy.id}`)
      assert.deepEqual([status, body], [200, { status: 'success', data: { teams: [] } }])
    }
    for (const id of [9_000_000, other_space_user.id]) assert.deepEqual(await listFor(cast.admin, `?user_id=${id}`), [])
  })
})

describe('the list of teams', () => {
  for (const path of ['/teams', '/teams/public']) {
    test(`${path} pages through every team once`, async () => {
      const idsAt = async (query: string) => {
        const { body } = await app.as(cast.admin).get(`${path}?${query}`)
        return idsOf(body.data?.teams ?? body)
      }
      const all = await idsAt('')
      const pages = await Promise.all(all.map((_, offset) => idsAt(`limit=1&offset=${offset}`)))
      assert.deepEqual(pages.flat(), all)
      assert.equal(new Set(all).size, all.length)
    })
  }
})

describe('the list of public teams', async () => {
  const team = await aTeam(app, creator, { name: 'Street', leaders: [leader], users: [member] })
  const home = { address: '1 rue', city: 'Lyon', postal: '69001', location: '1,2', birthdate: '1990-05-01' }
  await app.as(member).patch(`/users/${member.id}`, { mail: member.mail, phone: '0601', ...home })
  async function userSeenBy(person: Person) {
    const seen = (await publicFor(person)).find(({ id }: { id: number }) => id === team.id)
    return seen.users[0]
  }

  test('is a bare array of teams in the shape of the interface, without private', async () => {
    const list = await publicFor(outsider)
    assert.ok(Array.isArray(list))
    const keys = ['id', 'created_at', 'updated_at', 'name', 'description', 'leaders', 'users', 'hide_users', 'address']
    for (const team of list) assert.deepEqual(keysOf(team), keys.sort())
  })

  test('has full User objects, without private fields for callers who may not see them', async () => {
    const full = (await app.as(member).get(`/users/${member.id}`)).body.data.User
    for (const person of [cast.admin, cast.superadmin]) {
      assert.deepEqual(await userSeenBy(person), (await app.as(person).get(`/users/${member.id}`)).body.data.User)
    }
    const { mail, phone, address, city, postal, location, birthdate, ...rest } = full
    assert.deepEqual([mail, phone, address], [member.mail, '0601', '1 rue'])
    assert.deepEqual([city, postal, location], ['Lyon', '69001', '1,2'])
    assert.equal(birthdate, '1990-05-01T00:00:00.000Z')
    const cut = { address: '', city: '', postal: '', location: '', birthdate: null }
    assert.deepEqual(await userSeenBy(cast.manager), { ...rest, mail, phone, ...cut })
    assert.deepEqual(await userSeenBy(leader), { ...rest, mail, phone, ...cut })
    assert.deepEqual(await userSeenBy(outsider), { ...rest, mail: '', phone: '', ...cut })
  })
})
