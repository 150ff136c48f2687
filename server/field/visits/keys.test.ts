import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendConcurrently } from '../../test/concurrency.ts'
import { actionCounts, anAction, visit } from '../../test/field.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser, aUserPerRole, refusal } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const outsider = await aUser(app, cast.user.space)
const anOpenAction = () => anAction(app, cast.manager, { public: true, Users: [{ id: cast.user.id }] })
const record = (id: number, sent: object, who = cast.user) => app.as(who).post(`/actions/${id}/visits`, { visit: sent })

test('a visit sent twice is one visit, answered as it was first recorded; another visit is a second one', async () => {
  const { id } = await anOpenAction()
  const sent = visit({ result: 'talked' })
  const first = await record(id, sent)
  assert.deepEqual((await record(id, sent)).body, first.body)
  assert.deepEqual((await record(id, { ...sent, result: 'absent', comment: 'other' })).body, first.body)
  assert.deepEqual(await actionCounts(app, cast.admin, id), [1, 1, 0])
  await record(id, { ...sent, key: 'another' })
  assert.deepEqual(await actionCounts(app, cast.admin, id), [2, 2, 0])
})

test('twenty equal visits at the same moment are one visit, one contact and twenty equal answers', async () => {
  const { id } = await anOpenAction()
  const sent = visit({ result: 'talked', address: { housenumber: 1, street: 'R' }, contact: { surname: 'Twenty' } })
  const answers = await Promise.all(Array.from({ length: 20 }, () => record(id, sent)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  assert.deepEqual(await actionCounts(app, cast.admin, id), [1, 1, 0])
  const [{ people, doors }] = await app.owner<[{ people: number; doors: number }]>`
    select (select count(*) from contacts where surname = 'Twenty') as people,
           (select count(*) from action_addresses where action_id = ${id}) as doors`
  assert.deepEqual([people, doors], [1, 1])
})

test('equal visits that wait for the same lock are one', async () => {
  const { id } = await anOpenAction()
  const sent = visit()
  const answers = await sendConcurrently(
    app,
    sql => sql`select from actions where group_id = ${space} and id = ${id} for update`,
    Array.from({ length: 4 }, () => () => record(id, sent)),
  )
  assert.equal(new Set(answers.map(({ body }) => body.data.visit.id)).size, 1)
  assert.deepEqual(await actionCounts(app, cast.admin, id), [1, 0, 0])
})

test('two phones that send the same visits in opposite order both succeed, and each visit is there once', async () => {
  const { id } = await anOpenAction()
  const visits = Array.from({ length: 30 }, () => visit({ address: { housenumber: 7, street: 'Quai' } }))
  const send = (list: object[]) => app.as(cast.user).post(`/actions/${id}/visits`, { visits: list })
  const answers = await Promise.all([send(visits), send(visits.toReversed()), send(visits), send(visits.toReversed())])
  for (const { status } of answers) assert.equal(status, 200)
  assert.deepEqual(await actionCounts(app, cast.admin, id), [30, 0, 0])
})

test('a key that is twice in one request is one visit, and in two actions two', async () => {
  const [{ id }, other] = [await anOpenAction(), await anOpenAction()]
  const sent = visit()
  const visits = [sent, { ...sent, result: 'moved' }]
  const { body } = await app.as(cast.user).post(`/actions/${id}/visits`, { visits })
  assert.deepEqual(body.data.visits[0], body.data.visits[1])
  assert.deepEqual(await actionCounts(app, cast.admin, id), [1, 0, 0])
  assert.notEqual((await record(other.id, sent)).body.data.visit.id, body.data.visits[0].id)
})

test('a key of another user reveals nothing to a non-member', async () => {
  const { id } = await anOpenAction()
  const sent = visit({ comment: 'not for everybody' })
  await record(id, sent)
  const answer = await record(id, sent, outsider)
  assert.deepEqual(refusal(answer), refusal.conflict)
  assert.doesNotMatch(answer.text, /not for everybody/)
  assert.deepEqual(await actionCounts(app, cast.admin, id), [1, 0, 0])
})

test('archiving and recording at the same moment: the visit is recorded before, or refused after', async () => {
  const { id } = await anOpenAction()
  const [archived, recorded] = await Promise.all([app.as(cast.manager).delete(`/actions/${id}`), record(id, visit())])
  assert.equal(archived.status, 200)
  const [{ count }] = await app.owner<[{ count: number }]>`select count(*) from visits where action_id = ${id}`
  assert.deepEqual([recorded.status, count], recorded.status === 200 ? [200, 1] : [409, 0])
})
