import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anAction, aVisit, countsOf } from '../../test/field.ts'
import { startTestApp } from '../../test/harness.ts'
import { aCast, aSpace, aTeam } from '../../test/people.ts'
import { aContact } from '../../test/treasury.ts'

const app = await startTestApp({ level: 'error' })
const space = await aSpace(app)
const cast = await aCast(app, space)

test('smoke', async () => {
  const team = await aTeam(app, cast.manager, { users: [cast.user] })
  const action = await anAction(app, cast.manager, {
    Users: [{ id: cast.admin.id }],
    Teams: [{ id: team.id }],
    Addresses: [
      { housenumber: 12, street: 'Rue', city: 'Lyon', postalcode: '01000', latitude: '45.1', longitude: '4.8' },
    ],
  })
  console.log(JSON.stringify(action, null, 1))
  const contact = await aContact(app, cast.manager, {
    address: {
      street: 'Rue',
      house_number: '12',
      city: 'Lyon',
      postal_code: '01000',
      latitude: '45.2',
      longitude: '4.8',
    },
  })
  const v = await aVisit(app, cast.user, action.id, { address: { id: action.Addresses[0].id }, result: 'talked' })
  console.log(v)
  console.log(
    await aVisit(app, cast.user, action.id, {
      address: { street: 'Rue B', city: 'Lyon' },
      result: 'refused',
      contact: { surname: 'New' },
    }),
  )
  console.log((await app.as(cast.manager).post(`/actions/${action.id}/addresses/from_contacts`)).text)
  console.log((await app.as(cast.manager).get(`/actions/${action.id}/addresses`)).text)
  console.log((await app.as(cast.user).get(`/actions/${action.id}/contacts`)).text)
  console.log((await app.as(cast.user).get(`/actions/${action.id}/visits`)).text)
  console.log((await app.as(cast.user).get(`/actions/${action.id}/statistics`)).text)
  console.log(
    (await app.as(cast.user).patch(`/actions/${action.id}/visits/${v.id}`, { visit: { result: 'absent' } })).text,
  )
  console.log((await app.as(cast.user).get(`/actions/${action.id}/visits/${v.id}/history`)).text)
  console.log((await app.as(cast.user).delete(`/actions/${action.id}/visits/${v.id}`)).text)
  console.log((await app.as(cast.user).post(`/actions/${action.id}/declared_visits`, { count: 4 })).text)
  console.log((await app.as(cast.user).get(`/actions/${action.id}/declared_visits`)).text)
  console.log((await app.as(cast.manager).post(`/actions/${action.id}/duplicate`, { name: 'Again' })).status)
  console.log(await countsOf(app, cast.user, action.id), contact)
  assert.ok(true)
})
