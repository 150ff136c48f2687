import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aForm } from '../../test/contacts.ts'
import { anAction, visit } from '../../test/field.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aTeam, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const [member, teammate, leader, outsider] = [
  await aUser(app, space),
  await aUser(app, space),
  await aUser(app, space),
  await aUser(app, space),
]
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })
const team = await aTeam(app, cast.admin, { users: [teammate], leaders: [leader] })
const people = { Users: [{ id: member.id }], Teams: [{ id: team.id }] }
const open = await anAction(app, cast.manager, { name: 'Open', public: true, ...people })
const closed = await anAction(app, cast.manager, { name: 'Closed', public: false, ...people })
const foreign = await anAction(app, other_space_user, { public: true })

const seenBy = async (who: Person) => {
  const { body } = await app.as(who).get('/actions')
  return body.data.ActionsAggreg.map(({ Action }: any) => Action.name).sort()
}

describe('visibility of actions', () => {
  const both = ['Closed', 'Open']
  const matrix: [string, Person, string[]][] = [
    ['a superadmin', cast.superadmin, both],
    ['an admin', cast.admin, both],
    ['a manager', cast.manager, both],
    ['a user of the action', member, both],
    ['a member of one of its teams', teammate, both],
    ['a leader of one of its teams', leader, both],
    ['another user', outsider, ['Open']],
  ]
  for (const [who, person, names] of matrix) {
    test(`${who} sees ${names.join(' and ')} in the list and by id, may record visits there, and sees no other action`, async () => {
      assert.deepEqual(await seenBy(person), names)
      const as = app.as(person)
      for (const { name, id } of [open, closed, foreign]) {
        const status = names.includes(name) && id !== foreign.id ? 200 : 404
        for (const path of ['', '/addresses', '/visits', '/declared_visits', '/statistics'])
          assert.equal((await as.get(`/actions/${id}${path}`)).status, status, path)
        assert.equal((await as.post(`/actions/${id}/visits`, { visit: visit() })).status, status)
        assert.equal((await as.post(`/actions/${id}/declared_visits`, { count: 1 })).status, status)
      }
    })
  }

  test('another space sees only its own', async () => assert.deepEqual(await seenBy(other_space_user), [foreign.name]))

  test('a custom role that may write actions and not read all sees the ones it created', async () => {
    await app.as(cast.superadmin).post('/roles', { name: 'Planner', permissions: ['actions:write'] })
    const planner = await aUser(app, space, { role: 'Planner' })
    const { id } = await anAction(app, planner, { name: 'Planned' })
    assert.deepEqual(await seenBy(planner), ['Open', 'Planned'])
    assert.equal((await app.as(planner).get(`/actions/${id}`)).status, 200)
    assert.deepEqual(
      refusal(await app.as(planner).patch(`/actions/${closed.id}`, { action: { goal: 1 } })),
      refusal.not_found,
    )
  })

  test('a user who leaves the team or the space no longer sees the action, also when they return', async () => {
    const [first, second] = [await aUser(app, space), await aUser(app, space)]
    const own = await aTeam(app, cast.admin, { users: [first] })
    const members = { Teams: [{ id: own.id }], Users: [{ id: second.id }] }
    const { id } = await anAction(app, cast.manager, { name: 'Left', ...members })
    const status = async (who: Person) => (await app.as(who).get(`/actions/${id}`)).status
    assert.deepEqual([await status(first), await status(second)], [200, 200])
    await app.as(cast.admin).patch('/teams', { team: { id: own.id, users: [] } })
    await app.as(cast.admin).delete(`/users/${second.id}`)
    const back = await aUser(app, space, { mail: second.mail })
    assert.deepEqual([await status(first), await status(back)], [404, 404])
  })

  test('a deleted team gives no access any more, and is not shown', async () => {
    const person = await aUser(app, space)
    const own = await aTeam(app, cast.admin, { users: [person] })
    const { id } = await anAction(app, cast.manager, { Teams: [{ id: own.id }] })
    await app.as(cast.admin).delete(`/teams/${own.id}`)
    assert.equal((await app.as(person).get(`/actions/${id}`)).status, 404)
    assert.deepEqual((await app.as(cast.admin).get(`/actions/${id}`)).body.data.Action.Teams, [])
  })
})

describe('users, teams and forms of an action', () => {
  test('users are shown with the same fields as elsewhere, and never with a code', async () => {
    await app
      .as(cast.admin)
      .patch(`/users/${member.id}`, { mail: member.mail, phone: '0601', address: '1 rue', birthdate: '1990-01-01' })
    const userSeenBy = async (who: Person) => (await app.as(who).get(`/actions/${open.id}`)).body.data.Action.Users[0]
    const cut = async (who: Person) => {
      const { mail, phone, address, birthdate, validationcode } = await userSeenBy(who)
      return [mail, phone, address, birthdate, validationcode]
    }
    assert.deepEqual(await cut(cast.admin), [member.mail, '0601', '1 rue', '1990-01-01T00:00:00.000Z', null])
    assert.deepEqual(await cut(cast.manager), [member.mail, '0601', '', null, null])
    assert.deepEqual(await cut(outsider), ['', '', '', null, null])
    const { created_by_detail } = (await app.as(outsider).get(`/actions/${open.id}`)).body.data.Action
    const { phone, email, first_name } = created_by_detail
    assert.deepEqual([phone, email, first_name], ['', '', cast.manager.firstname])
  })

  test('unknown, foreign or hidden ids are all named at once, and nothing changes', async () => {
    const hidden = await aTeam(app, cast.admin, { private: true })
    const [form, theirs] = [await aForm(app, cast.admin), await aForm(app, other_space_user)]
    const lists = {
      Users: [{ id: member.id }, { id: other_space_user.id }, { id: 9_000_000 }],
      Teams: [{ id: team.id }, { id: hidden.id }],
      Forms: [{ id: form.id }, { id: theirs.id }],
    }
    const at = ['Users.1.id', 'Users.2.id', 'Teams.1.id', 'Forms.1.id'].map(place => `body.data.action.${place}`)
    const made = await app.as(cast.manager).post('/actions', { action: { name: 'New', ...lists } })
    assert.deepEqual(refusal(made), refusal.at(...at))
    const before = (await app.as(cast.admin).get(`/actions/${open.id}`)).body
    const changed = await app.as(cast.manager).patch(`/actions/${open.id}`, { action: { goal: 99, ...lists } })
    assert.deepEqual(refusal(changed), refusal.at(...at))
    assert.deepEqual((await app.as(cast.admin).get(`/actions/${open.id}`)).body, before)
  })

  test('keep the order sent, each once', async () => {
    const Users = [outsider, member, outsider, teammate].map(({ id }) => ({ id }))
    const { id } = await anAction(app, cast.manager, { Users })
    const { Action } = (await app.as(cast.manager).get(`/actions/${id}`)).body.data
    const ids = Action.Users.map(({ id }: any) => id)
    assert.deepEqual(ids, [outsider.id, member.id, teammate.id])
  })

  test('a private team is not revealed by its action, nor lost when a user who cannot see it sends it back', async () => {
    const secret = await aTeam(app, cast.admin, { name: 'Secret', private: true, users: [teammate] })
    const { id } = await anAction(app, cast.admin, { public: true, Teams: [{ id: secret.id }, { id: team.id }] })
    const teamsFor = async (who: Person) =>
      (await app.as(who).get(`/actions/${id}`)).body.data.Action.Teams.map(({ id }: any) => id)
    assert.deepEqual(await teamsFor(cast.manager), [team.id])
    assert.deepEqual(await teamsFor(teammate), [secret.id, team.id])
    const { Action } = (await app.as(cast.manager).get(`/actions/${id}`)).body.data
    await app.as(cast.manager).patch(`/actions/${id}`, { Action })
    assert.deepEqual((await teamsFor(cast.admin)).sort(), [secret.id, team.id].sort())
  })

  test('the users of a team that hides them are hidden here too', async () => {
    const shy = await aTeam(app, cast.admin, { hide_users: true, leaders: [leader], users: [teammate] })
    const { id } = await anAction(app, cast.admin, { public: true, Teams: [{ id: shy.id }] })
    const usersFor = async (who: Person) =>
      (await app.as(who).get(`/actions/${id}`)).body.data.Action.Teams[0].userswithactive.map(({ id }: any) => id)
    assert.deepEqual(await usersFor(outsider), [leader.id])
    assert.deepEqual(await usersFor(teammate), [leader.id, teammate.id])
    assert.deepEqual(await usersFor(cast.admin), [leader.id, teammate.id])
  })
})
