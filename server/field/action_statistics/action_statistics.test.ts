import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aContact } from '../../test/contacts.ts'
import { anAction, aVisit } from '../../test/field.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aTeam, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const [first, second] = [await aUser(app, space), await aUser(app, space)]
const ask = async (who: Person, id: number, query = '') =>
  (await app.as(who).get(`/actions/${id}/statistics${query}`)).body.data

async function anEvening() {
  const team = await aTeam(app, cast.admin, { name: 'North', users: [first] })
  const action = await anAction(app, cast.admin, {
    public: true,
    goal: 10,
    Teams: [{ id: team.id }],
    Users: [{ id: second.id }],
    Addresses: [
      { housenumber: 1, street: 'rue Haute', city: 'Lyon', latitude: '45', longitude: '4' },
      { housenumber: 2, street: 'rue Haute', city: 'Lyon' },
      { housenumber: 1, street: 'rue Basse', city: 'Lyon' },
    ],
  })
  const [basse, haute, left] = action.Addresses
  const contact = await aContact(app, cast.admin)
  await aVisit(app, first, action.id, { result: 'talked', date: '2026-05-01T23:59:59.999Z', address: { id: haute.id } })
  await aVisit(app, first, action.id, { result: 'absent', date: '2026-05-02T00:00:00Z', address: { id: haute.id } })
  await aVisit(app, second, action.id, {
    result: 'absent',
    date: '2026-05-02T12:00:00Z',
    address: { street: 'RUE HAUTE', city: 'lyon', housenumber: 9 },
  })
  await aVisit(app, cast.admin, action.id, {
    result: 'refused',
    date: '2026-05-04',
    contact_id: contact.id,
    address: { id: basse.id },
  })
  const withdrawn = { result: 'talked', date: '2026-05-02', address: { id: left.id } }
  const gone = await aVisit(app, second, action.id, withdrawn)
  await app.as(second).delete(`/actions/${action.id}/visits/${gone.id}`)
  await app.as(second).post(`/actions/${action.id}/declared_visits`, { count: 30, date: '2026-05-03' })
  return { action, team }
}

test('counts by day, result, team, user and street; withdrawn visits are not counted', async () => {
  const { action, team } = await anEvening()
  const told = await ask(first, action.id)
  assert.partialDeepStrictEqual(told, {
    from: null,
    to: null,
    NbVisites: 4,
    NbContacts: 2,
    NbVisitesDeclared: 30,
    goal: 10,
    addresses: 4,
    addresses_visited: 3,
    addresses_without_position: 3,
  })
  assert.deepEqual(told.by_day, [
    { day: '2026-05-01', visits: 1, contacts: 1, declared: 0 },
    { day: '2026-05-02', visits: 2, contacts: 0, declared: 0 },
    { day: '2026-05-03', visits: 0, contacts: 0, declared: 30 },
    { day: '2026-05-04', visits: 1, contacts: 1, declared: 0 },
  ])
  assert.deepEqual(told.by_result, [
    { result: 'absent', visits: 2, contacts: 0 },
    { result: 'refused', visits: 1, contacts: 1 },
    { result: 'talked', visits: 1, contacts: 1 },
  ])
  assert.deepEqual(told.by_team, [
    { team_id: team.id, name: 'North', visits: 2, contacts: 1 },
    { team_id: null, name: '', visits: 2, contacts: 1 },
  ])
  const people = told.by_person.map((one: any) => [one.user_id, one.visits, one.contacts, one.declared])
  assert.deepEqual(people, [
    [first.id, 2, 1, 0],
    [second.id, 1, 0, 30],
    [cast.admin.id, 1, 1, 0],
  ])
  const streets = told.by_street.map(({ addresses, visits, contacts }: any) => `${addresses} ${visits} ${contacts}`)
  assert.deepEqual(streets, ['3 3 1', '1 1 1'])
})

test('a period includes only its own visits, and the whole of its last day', async () => {
  const { action } = await anEvening()
  const told = await ask(first, action.id, '?from=2026-05-02&to=2026-05-03')
  assert.deepEqual([told.NbVisites, told.NbContacts, told.NbVisitesDeclared], [2, 0, 30])
  const days = told.by_day.map(({ day }: any) => day)
  assert.deepEqual(days, ['2026-05-02', '2026-05-03'])
  for (const query of ['from=x', 'to=2026-02-30', 'from=2026-05-02&to=2026-05-01']) {
    const answer = await app.as(first).get(`/actions/${action.id}/statistics?${query}`)
    assert.deepEqual(refusal(answer).slice(0, 2), [422, 'invalid_request'])
  }
})

test('a visit stays with its team, also when its user leaves the team later', async () => {
  const { action, team } = await anEvening()
  await app.as(cast.admin).patch('/teams', { team: { id: team.id, users: [] } })
  const told = await ask(cast.admin, action.id)
  assert.deepEqual(told.by_team[0], { team_id: team.id, name: 'North', visits: 2, contacts: 1 })
})

test('a private team is not revealed: its visits count with those without a team', async () => {
  const secret = await aTeam(app, cast.admin, { private: true, name: 'Secret', users: [first] })
  const { id } = await anAction(app, cast.admin, { public: true, Teams: [{ id: secret.id }] })
  await aVisit(app, first, id)
  await aVisit(app, second, id)
  assert.deepEqual((await ask(second, id)).by_team, [{ team_id: null, name: '', visits: 2, contacts: 0 }])
  assert.equal((await ask(first, id)).by_team.length, 2)
})

test('an action without visits has zeroes', async () => {
  const { id } = await anAction(app, cast.admin)
  const told = await ask(cast.admin, id)
  assert.deepEqual([told.NbVisites, told.NbContacts, told.NbVisitesDeclared, told.addresses], [0, 0, 0, 0])
  assert.deepEqual([told.by_day, told.by_result, told.by_team, told.by_person, told.by_street], [[], [], [], [], []])
})
