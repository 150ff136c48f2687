import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const [home, away, foreign] = [await aSpace(app, 'Home'), await aSpace(app, 'Away'), await aSpace(app, 'Foreign')]
const cast = await aUserPerRole(app, home)

/** A user of both spaces whose token is bound to the first. */
async function aTraveller() {
  const person = await aUser(app, home)
  await aUser(app, away, { mail: person.mail, role: 'admin' })
  return person
}
const boundTo = async (person: Person) => (await app.as(person).get('/me')).body.data.space?.id
const selected = async (person: Person) =>
  (await app.as(person).get(`/users/${person.id}`)).body.data.User.selected_group_id
const select = (person: Person, ids: unknown, more: object = {}) =>
  app.as(person).patch(`/users/${person.id}`, { mail: person.mail, selected_group_id: ids, ...more })

test('selecting a space without UpdateToken, or with false, is a 422, as is what is no selection; nothing changes', async () => {
  const person = await aTraveller()
  for (const more of [{}, { UpdateToken: false }]) {
    const answer = await select(person, [away], { city: 'Nice', ...more })
    assert.deepEqual(refusal(answer), refusal.at('body.data.selected_group_id'))
  }
  for (const ids of [[], ['1'], [0], 5, null]) {
    const [status, code, location] = refusal(await select(person, ids, { UpdateToken: true }))
    assert.deepEqual([status, code], [422, 'invalid_request'], JSON.stringify(ids))
    assert.match(location ?? '', /^body\.data\.selected_group_id/)
  }
  const { city, selected_group_id } = (await app.as(person).get(`/users/${person.id}`)).body.data.User
  assert.deepEqual([city, selected_group_id, await boundTo(person)], ['', [home], home])
  const { status } = await app.as(person).patch(`/users/${person.id}`, { mail: person.mail, UpdateToken: true })
  assert.deepEqual([status, await boundTo(person)], [200, home], 'UpdateToken alone selects nothing')
})

test('with UpdateToken in data or beside it the selection changes, and the token in use is bound to the space at once', async () => {
  const person = await aTraveller()
  const { status, body } = await select(person, [away], { UpdateToken: true })
  assert.deepEqual([status, typeof body.data], [200, 'string'])
  assert.equal(await boundTo(person), away)
  assert.deepEqual(await selected(person), [away])
  const { group_id, role } = (await app.as(person).get(`/users/${person.id}`)).body.data.User
  assert.deepEqual([group_id, role], [away, 'admin'])
  const beside = { data: { mail: person.mail, selected_group_id: [home] }, UpdateToken: true }
  const answer = await app.as(person).send('PATCH', `/users/${person.id}`, { body: JSON.stringify(beside) })
  assert.deepEqual([answer.status, await boundTo(person)], [200, home])
})

test('of several selected spaces the token is bound to the first, and their order is kept', async () => {
  const person = await aTraveller()
  await select(person, [away, home], { UpdateToken: true })
  assert.deepEqual([await boundTo(person), await selected(person)], [away, [away, home]])
  await select(person, [home, away], { UpdateToken: true })
  assert.deepEqual([await boundTo(person), await selected(person)], [home, [home, away]])
})

test('other tokens of the same user stay in their space', async () => {
  const person = await aTraveller()
  const second = await aUser(app, home, { mail: person.mail })
  await select(person, [away], { UpdateToken: true })
  assert.deepEqual([await boundTo(person), await boundTo(second)], [away, home])
})

test('a space the user does not belong to is a 403, and nothing changes', async () => {
  const person = await aTraveller()
  for (const ids of [[foreign], [away, foreign], [9_000_000]]) {
    assert.deepEqual(refusal(await select(person, ids, { UpdateToken: true, city: 'Nice' })), refusal.forbidden)
  }
  const { city, selected_group_id } = (await app.as(person).get(`/users/${person.id}`)).body.data.User
  assert.deepEqual([city, selected_group_id, await boundTo(person)], ['', [home], home])
})

test('a space that the user has left is a 403, or in which they are suspended: the token could not return', async () => {
  for (const column of ['deleted_at', 'suspended_at']) {
    const person = await aTraveller()
    await app.owner`update users set ${app.owner(column)} = now() where group_id = ${away} and id = ${person.id}`
    assert.deepEqual(refusal(await select(person, [away], { UpdateToken: true })), refusal.forbidden)
    assert.equal(await boundTo(person), home)
  }
})

test('no user can select spaces for another user', async () => {
  const person = await aTraveller()
  const data = { mail: person.mail, selected_group_id: [away], UpdateToken: true }
  assert.deepEqual(refusal(await app.as(cast.superadmin).patch(`/users/${person.id}`, data)), refusal.forbidden)
  assert.deepEqual(await selected(person), [home])
})

test('a selection sent back as it was read is no change, and needs no UpdateToken', async () => {
  const person = await aTraveller()
  await select(person, [away, home], { UpdateToken: true })
  const { User } = (await app.as(person).get(`/users/${person.id}`)).body.data
  assert.deepEqual(User.selected_group_id, [away, home])
  assert.equal((await app.as(person).patch(`/users/${person.id}`, { ...User, city: 'Nice' })).status, 200)
  const after = (await app.as(person).get(`/users/${person.id}`)).body.data.User
  assert.deepEqual([after.city, after.selected_group_id, await boundTo(person)], ['Nice', [away, home], away])
  const turned = await app.as(person).patch(`/users/${person.id}`, { ...User, selected_group_id: [home, away] })
  assert.deepEqual(refusal(turned), refusal.at('body.data.selected_group_id'))
})

test('users who manage users can send back a user they read, also when this space is not selected', async () => {
  const person = await aTraveller()
  for (const expected of [[home], []]) {
    const path = `/users/${person.id}`
    const { User } = (await app.as(cast.admin).get(path)).body.data
    assert.deepEqual(User.selected_group_id, expected)
    assert.equal((await app.as(cast.admin).patch(path, { ...User, city: 'Nice' })).status, 200)
    assert.equal((await app.as(cast.admin).patch(path, { ...User, selected_group_id: [away] })).status, 422)
    await select(person, [away], { UpdateToken: true })
  }
  assert.deepEqual(await selected(person), [away])
})
