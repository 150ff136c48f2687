import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sendConcurrently } from '../../test/concurrency.ts'
import { actionCounts, aFullAction, anAction, aVisit } from '../../test/field.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })

const listed = async (who: Person, query = '') =>
  (await app.as(who).get(`/actions${query}`)).body.data.ActionsAggreg.map(({ Action }: any) => Action.id) as number[]
const change = (id: number, action: object, headers?: Record<string, string>, who = cast.manager) =>
  app.as(who).patch(`/actions/${id}`, { action }, headers)

describe('writing an action', () => {
  const wrong: [object, string][] = [
    [{ name: '' }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 7 }, 'name'],
    [{ goal: -1 }, 'goal'],
    [{ goal: '12' }, 'goal'],
    [{ public: 'yes' }, 'public'],
    [{ start: 'soon' }, 'start'],
    [{ start: '2026-05-02', end: '2026-05-01' }, 'end'],
    [{ polygon: 'POLYGON((0 0))' }, 'polygon'],
    [{ polygon: '{"type":"Point","coordinates":[1,2]}' }, 'polygon'],
    [{ not_polygon: '{"type":"Polygon","coordinates":[[[200,0],[1,1],[2,2],[200,0]]]}' }, 'not_polygon'],
    [{ polling_station_included: 'a,b' }, 'polling_station_included'],
    [{ address_excluded: '{"a":1}' }, 'address_excluded'],
    [{ facts: [1] }, 'facts.0'],
  ]
  test('needs an action with a name, and what is wrong is refused at its place, on creation and on change', async () => {
    const { id } = await anAction(app, cast.manager)
    const make = async (data: object) => refusal(await app.as(cast.manager).post('/actions', data))
    for (const [action, field] of wrong) {
      const expected = refusal.at(`body.data.action.${field}`)
      assert.deepEqual(await make({ action: { name: 'New', ...action } }), expected, JSON.stringify(action))
      assert.deepEqual(refusal(await change(id, action)), expected, JSON.stringify(action))
    }
    assert.deepEqual(await make({}), refusal.at('body.data.action'))
    assert.deepEqual(await make({ action: {} }), refusal.at('body.data.action.name'))
  })

  test('changes only what is sent', async () => {
    const before = await aFullAction(app, cast)
    const { status, body } = await change(before.id, { goal: 7, end: null })
    const { UpdatedAt } = body.data.Action
    assert.equal(status, 200)
    assert.deepEqual(body.data.Action, { ...before, goal: 7, end: null, UpdatedAt })
  })

  test('an action that was read, changed and sent back keeps everything else, its addresses too', async () => {
    const before = await aFullAction(app, cast)
    const { Action } = (await app.as(cast.manager).get(`/actions/${before.id}`)).body.data
    const sent = { Action: { ...Action, pitch: 'New', Addresses: [] } }
    const { body } = await app.as(cast.manager).patch(`/actions/${before.id}`, sent)
    assert.deepEqual(body.data.Action, { ...before, pitch: 'New', UpdatedAt: body.data.Action.UpdatedAt })
  })

  test('an end before the existing start is refused', async () => {
    const { id } = await anAction(app, cast.manager, { start: '2026-05-02' })
    assert.deepEqual(refusal(await change(id, { end: '2026-05-01' })), refusal.at('body.data.action.end'))
  })

  test('a change of an outdated version is refused, and visits do not change the version', async () => {
    const { id } = await anAction(app, cast.manager)
    const etag = (await app.as(cast.manager).get(`/actions/${id}`)).headers.get('etag')!
    await aVisit(app, cast.manager, id)
    assert.equal((await change(id, { goal: 1 }, { 'if-match': etag })).status, 200)
    assert.deepEqual(refusal(await change(id, { goal: 2 }, { 'if-match': etag })), [412, 'precondition_failed'])
  })

  test('of two concurrent changes, the one with the older version is refused', async () => {
    const { id } = await anAction(app, cast.manager)
    const etag = (await app.as(cast.manager).get(`/actions/${id}`)).headers.get('etag')!
    const answers = await sendConcurrently(
      app,
      sql => sql`select from actions where group_id = ${space} and id = ${id} for update`,
      [1, 2].map(goal => () => change(id, { goal }, { 'if-match': etag })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
  })

  test('of another space is answered as an unknown action, and changes nothing', async () => {
    const { id } = await anAction(app, cast.manager)
    const absent = (await app.as(other_space_user).get('/actions/9000000')).body.detail
    for (const answer of [
      await change(id, { goal: 1 }, {}, other_space_user),
      await app.as(other_space_user).get(`/actions/${id}`),
      await app.as(other_space_user).delete(`/actions/${id}`),
      await app.as(other_space_user).post(`/actions/${id}/duplicate`, {}),
    ])
      assert.deepEqual([refusal(answer), answer.body.detail], [refusal.not_found, absent])
  })
})

describe('archiving an action', () => {
  test('removes it from the list, keeps it readable, and can be undone', async () => {
    const { id } = await anAction(app, cast.manager)
    const { status, body } = await app.as(cast.manager).delete(`/actions/${id}`)
    assert.deepEqual([status, body.data.action_id], [200, id])
    assert.ok(!(await listed(cast.admin)).includes(id))
    assert.ok((await listed(cast.admin, '?archived=true')).includes(id))
    assert.notEqual((await app.as(cast.manager).get(`/actions/${id}`)).body.data.Action.archived_at, null)
    assert.equal((await app.as(cast.manager).delete(`/actions/${id}`)).status, 200)
    assert.deepEqual(refusal(await change(id, { goal: 1 })), refusal.conflict)
    assert.equal((await app.as(cast.manager).post(`/actions/${id}/restore`)).body.data.Action.archived_at, null)
    assert.ok((await listed(cast.admin)).includes(id))
  })
})

describe('duplicating an action', () => {
  test('copies everything but the visits, for the caller', async () => {
    const made = await aFullAction(app, cast)
    const original = (await app.as(cast.admin).get(`/actions/${made.id}`)).body.data.Action
    await aVisit(app, cast.user, original.id, { result: 'talked', contact: { surname: 'Met' } })
    const changes = { name: 'Again', start: null, end: null }
    const { body } = await app.as(cast.admin).post(`/actions/${original.id}/duplicate`, changes)
    const copy = body.data.Action
    const { id, CreatedAt, UpdatedAt, created_by, created_by_detail } = copy
    const Addresses = original.Addresses.map((address: object, index: number) => ({
      ...address,
      id: copy.Addresses[index].id,
    }))
    const own = { id, CreatedAt, UpdatedAt, created_by, created_by_detail, Addresses }
    assert.deepEqual(copy, { ...original, ...own, ...changes })
    assert.deepEqual([created_by, await actionCounts(app, cast.admin, id)], [cast.admin.id, [0, 0, 0]])
    const people = (await app.as(cast.admin).get(`/actions/${id}/contacts`)).body.data.contacts
    assert.deepEqual([people.length, people[0].surname], [1, 'Met'])
    assert.notEqual(id, original.id)
  })

  test('with an end before its start is refused', async () => {
    const { id } = await anAction(app, cast.manager, { start: '2026-05-02' })
    const answer = await app.as(cast.manager).post(`/actions/${id}/duplicate`, { end: '2026-05-01' })
    assert.deepEqual(refusal(answer), refusal.at('body.data.end'))
  })
})
