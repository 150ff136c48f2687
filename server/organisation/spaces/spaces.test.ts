import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser, aUserPerRole, refusal } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app, 'Home', 'fr')
const cast = await aUserPerRole(app, space)
const elsewhere = await aSpace(app, 'Elsewhere')
const other_space_user = await aUser(app, elsewhere, { role: 'superadmin' })

const keysOf = (value: object) => Object.keys(value).sort()
const idsOf = (list: { id: number }[]) => list.map(({ id }) => id)
const read = async (id: number) => (await app.owner`select name, locale from spaces where id = ${id}`)[0]
const change = (id: number, data: object, headers?: Record<string, string>) =>
  app.as(cast.superadmin).patch(`/spaces/${id}`, data, headers)

test('users see the spaces they belong to, whichever their token is bound to', async () => {
  const here = await aUser(app, space)
  const there = await aUser(app, elsewhere, { mail: here.mail })
  for (const person of [here, there]) {
    const { status, body } = await app.as(person).get('/spaces')
    assert.deepEqual([status, keysOf(body), keysOf(body.data)], [200, ['data', 'status'], ['count', 'spaces']])
    assert.deepEqual([body.data.count, idsOf(body.data.spaces)], [2, [space, elsewhere]])
    for (const one of body.data.spaces) {
      const keys = 'created_at id locale name second_factor_required time_zone updated_at'
      assert.deepEqual(keysOf(one), keys.split(' '))
      assert.deepEqual((await app.as(person).get(`/spaces/${one.id}`)).body, { status: 'success', data: one })
    }
  }
})

test('a space that the user does not belong to, has left, or that does not exist, is a 404', async () => {
  const here = await aUser(app, space)
  await aUser(app, elsewhere, { mail: here.mail })
  await app.as(other_space_user).delete(`/users/${here.id}`)
  assert.deepEqual(idsOf((await app.as(here).get('/spaces')).body.data.spaces), [space])
  for (const id of [elsewhere, 9_000_000])
    assert.deepEqual(refusal(await app.as(here).get(`/spaces/${id}`)), refusal.not_found)
  assert.deepEqual(refusal(await app.as(cast.user).get(`/spaces/${elsewhere}`)), refusal.not_found)
  assert.deepEqual(refusal(await app.as(here).get('/spaces/abc')), refusal.at('path.id'))
})

test('a superadmin renames the space, and only the fields in the request change', async () => {
  const before = (await app.as(cast.superadmin).get(`/spaces/${space}`)).body.data
  const { status, body } = await change(space, { name: 'Renamed', id: 5 })
  assert.deepEqual([status, body.data], [200, { ...before, name: 'Renamed', updated_at: body.data.updated_at }])
  assert.deepEqual((await app.as(cast.superadmin).get(`/spaces/${space}`)).body.data, body.data)
  await change(space, { locale: 'en-GB' })
  assert.deepEqual({ ...(await read(space)) }, { name: 'Renamed', locale: 'en-GB' })
})

test('only the space the token is bound to can be changed, even by a superadmin of both', async () => {
  const other = await aSpace(app, 'Other')
  const both = await aUser(app, space, { role: 'superadmin' })
  await aUser(app, other, { mail: both.mail, role: 'superadmin' })
  for (const id of [other, elsewhere, 9_000_000]) {
    assert.deepEqual(refusal(await app.as(both).patch(`/spaces/${id}`, { name: 'Mine' })), refusal.not_found)
  }
  assert.deepEqual([(await read(other))!.name, (await read(elsewhere))!.name], ['Other', 'Elsewhere'])
})

const wrong: [data: object, location: string][] = [
  [{ name: ' ' }, 'body.data.name'],
  [{ name: 5 }, 'body.data.name'],
  [{ name: null }, 'body.data.name'],
  [{ name: 'x'.repeat(201) }, 'body.data.name'],
  [{ locale: 'French' }, 'body.data.locale'],
  [{ time_zone: 'Paris' }, 'body.data.time_zone'],
  [{ time_zone: '+01:00' }, 'body.data.time_zone'],
  [{ time_zone: null }, 'body.data.time_zone'],
  [{ time_zone: 'europe/paris' }, 'body.data.time_zone'],
  [{ second_factor_required: 'yes' }, 'body.data.second_factor_required'],
  [{ second_factor_required: null }, 'body.data.second_factor_required'],
]
test('what is wrong is a 422 that names the place, and nothing changes', async () => {
  const before = await read(space)
  for (const [data, location] of wrong)
    assert.deepEqual(refusal(await change(space, data)), refusal.at(location), JSON.stringify(data))
  assert.deepEqual(await read(space), before)
})

test('of two changes at the same time with the same If-Match exactly one succeeds', async () => {
  const etag = (await app.as(cast.superadmin).get(`/spaces/${space}`)).headers.get('etag') ?? ''
  const answers = await Promise.all(['One', 'Two'].map(name => change(space, { name }, { 'if-match': etag })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
  assert.deepEqual(refusal(await change(space, { name: 'Three' }, { 'if-match': etag })), [412, 'precondition_failed'])
  assert.equal((await read(space))!.name, answers[0]!.status === 200 ? 'One' : 'Two')
})
