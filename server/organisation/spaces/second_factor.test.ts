import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const refused = [403, 'second_factor_required']

/** Inserts a confirmed second factor. */
const factorFor = ({ id }: Person) =>
  app.owner`insert into second_factors (account_id, confirmed_at, secret) values (${id}, now(), 'ABCDEFGH')`
const ask = (as: Person, second_factor_required: boolean) =>
  app.as(as).patch(`/spaces/${as.space}`, { second_factor_required })

async function aSpaceWithAHead() {
  const space = await aSpace(app)
  const head = await aUser(app, space, { role: 'superadmin' })
  await factorFor(head)
  return { space, head }
}

test('when a space requires a second factor, users without one are refused at once, until they have one', async () => {
  const { space, head } = await aSpaceWithAHead()
  const person = await aUser(app, space)
  assert.equal((await app.as(person).get('/me')).status, 200)
  const { status, body } = await ask(head, true)
  assert.deepEqual([status, body.data.second_factor_required], [200, true])
  const answer = await app.as(person).get('/me')
  assert.deepEqual(refusal(answer), refused)
  assert.match(answer.body.detail, /account page/)
  assert.deepEqual(refusal(await app.as(person).post('/teams', { team: { name: 'N' } })), refused)
  assert.equal((await app.as(head).get('/me')).status, 200)
  await factorFor(person)
  assert.equal((await app.as(person).get('/me')).status, 200)
  await ask(head, false)
  assert.equal((await app.as(await aUser(app, space)).get('/me')).status, 200)
})

test('a second factor that was never confirmed does not count; public operations stay open', async () => {
  const { space, head } = await aSpaceWithAHead()
  const person = await aUser(app, space)
  await app.owner`insert into second_factors (account_id, secret) values (${person.id}, 'ABCDEFGH')`
  await ask(head, true)
  assert.deepEqual(refusal(await app.as(person).get('/me')), refused)
  assert.equal((await app.as(person).get('/health')).status, 200)
})

test('only a user with a second factor can require it, so that they do not lock themselves out', async () => {
  const space = await aSpace(app)
  const head = await aUser(app, space, { role: 'superadmin' })
  assert.deepEqual(refusal(await ask(head, true)), refusal.conflict)
  assert.equal((await app.as(head).get(`/spaces/${space}`)).body.data.second_factor_required, false)
})

test('another space of the same user does not require it; a token cannot move to where it is refused', async () => {
  const { space, head } = await aSpaceWithAHead()
  const here = await aUser(app, await aSpace(app))
  const there = await aUser(app, space, { mail: here.mail })
  await ask(head, true)
  assert.equal((await app.as(here).get('/me')).status, 200)
  assert.deepEqual(refusal(await app.as(there).get('/me')), refused)
  const move = { mail: here.mail, selected_group_id: [space], UpdateToken: true }
  assert.deepEqual(refusal(await app.as(here).patch(`/users/${here.id}`, move)), refused)
  assert.equal((await app.as(here).get('/me')).body.data.space.id, here.space)
})

test('an application needs a sign-in of the last 15 minutes to change it, and no other setting', async () => {
  const { space, head } = await aSpaceWithAHead()
  await app.owner`update tokens set kind = 'access', client_id = 'muster-console', authenticated_at = now() - interval '16 minutes' where user_id = ${head.id}`
  assert.deepEqual(refusal(await ask(head, true)), [401, 'reauthentication_required'])
  assert.equal((await app.as(head).patch(`/spaces/${space}`, { name: 'Renamed' })).status, 200)
})

test('the audit log shows who required it and who lifted it, and nothing when it stays the same', async () => {
  const { space, head } = await aSpaceWithAHead()
  for (const value of [true, true, false]) await ask(head, value)
  const entries = await app.owner`
    select user_id, subject_id, details from audit_log where group_id = ${space} and kind = 'space.second_factor' order by id`
  const changed = (from: boolean, to: boolean) => ({ user_id: head.id, subject_id: space, details: { from, to } })
  assert.deepEqual([...entries], [changed(false, true), changed(true, false)])
})
