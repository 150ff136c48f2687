import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aTeam, aUser, aUserPerRole, refusal } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const keysOf = (value: object) => Object.keys(value).sort()
const idsOf = (list: { id: number }[]) => list.map(({ id }) => id)

async function stored(id: number) {
  type Row = { name: string; deleted_at: string | null }
  const [row] = await app.owner<[Row]>`select name, deleted_at from teams where id = ${id}`
  return row
}

test('a deleted team is gone from every read, and its row is kept', async () => {
  const { id } = await aTeam(app, cast.manager, { name: 'Gone', users: [cast.user] })
  const { status, body } = await app.as(cast.manager).delete(`/teams/${id}`)
  assert.deepEqual([status, keysOf(body), keysOf(body.data)], [200, ['data', 'status'], ['message', 'team_id']])
  assert.deepEqual([body.status, body.data.team_id, typeof body.data.message], ['success', id, 'string'])
  assert.equal((await app.as(cast.manager).get(`/teams/${id}`)).status, 404)
  const paths = ['/teams', '/teams/public', `/teams?user_id=${cast.user.id}`]
  const lists = await Promise.all(paths.map(path => app.as(cast.admin).get(path)))
  assert.ok(lists.every(({ body }) => !idsOf(body.data?.teams ?? body).includes(id)))
  const row = await stored(id)
  assert.equal(row.name, 'Gone')
  assert.ok(row.deleted_at)
})

test('deleting an unknown or deleted team is a 404, and an id that is no number a 422', async () => {
  assert.deepEqual(refusal(await app.as(cast.admin).delete('/teams/north')), refusal.at('path.id'))
  const { id } = await aTeam(app, cast.manager)
  await app.as(cast.manager).delete(`/teams/${id}`)
  assert.deepEqual(refusal(await app.as(cast.manager).delete(`/teams/${id}`)), refusal.not_found)
  assert.deepEqual(refusal(await app.as(cast.admin).delete('/teams/9000000')), refusal.not_found)
  assert.deepEqual(refusal(await app.as(cast.manager).patch('/teams', { team: { id } })), refusal.not_found)
})

test('leaders, the creator and admins delete; other managers and plain members are refused', async () => {
  const [leader, member] = [await aUser(app, space), await aUser(app, space)]
  const manager = await aUser(app, space, { role: 'manager' })
  const make = () => aTeam(app, cast.manager, { leaders: [leader], users: [member] })
  for (const person of [leader, cast.manager, cast.admin, cast.superadmin]) {
    assert.equal((await app.as(person).delete(`/teams/${(await make()).id}`)).status, 200)
  }
  const { id } = await make()
  for (const person of [member, manager]) {
    assert.deepEqual(refusal(await app.as(person).delete(`/teams/${id}`)), refusal.forbidden)
  }
  assert.equal((await stored(id)).deleted_at, null)
})

test('a team that changed in the meantime is not deleted', async () => {
  const { id } = await aTeam(app, cast.manager)
  const etag = (await app.as(cast.manager).get(`/teams/${id}`)).headers.get('etag') ?? ''
  await app.as(cast.manager).patch('/teams', { team: { id, description: 'newer' } })
  const answer = await app.as(cast.manager).delete(`/teams/${id}`, { 'if-match': etag })
  assert.deepEqual(refusal(answer), [412, 'precondition_failed'])
  assert.equal((await stored(id)).deleted_at, null)
})

test('two deletions at the same time: one succeeds, the other is a 404', async () => {
  const { id } = await aTeam(app, cast.manager)
  const answers = await Promise.all([
    app.as(cast.manager).delete(`/teams/${id}`),
    app.as(cast.admin).delete(`/teams/${id}`),
  ])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404])
})
