import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { lockName } from '../../db/advisory_lock.ts'
import { sendConcurrently } from '../../test/concurrency.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser, aUserPerRole, invalidAt, refusal } from '../../test/people.ts'
import { queryOf } from '../../test/search.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const other = await aUser(app, space, { role: 'manager' })
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })
const path = '/v1/saved_filters'
const query = queryOf({ attr: 'city', ope: 'eql', value: 'Lyon' })

async function saved(fields: object = {}, who = cast.manager) {
  const { status, body, text } = await app.as(who).post(path, { name: 'People of Lyon', query, ...fields })
  assert.equal(status, 200, text)
  return body.data
}
const names = async (who = cast.manager) => (await app.as(who).get(path)).body.data.map(({ id }: { id: number }) => id)

describe('saved filters', () => {
  test('are stored as they were sent, with the order, and can be used in a search', async () => {
    const lives = (value: string) => ({ $condition: { attr: 'city', ope: 'eql', value } })
    const query = { $all: [{ $all: [{ any: [lives('Lyon'), { not: { all: [lives('Paris'), lives('Nice')] } }] }] }] }
    const filter = await saved({ query, sort_attr: 'surname', sort_asc: false })
    const { id, created_at, updated_at, ...rest } = filter
    assert.ok(id > 0 && created_at === updated_at)
    assert.deepEqual(rest, {
      ...{ user_id: cast.manager.id, name: 'People of Lyon', shared: false, query, sort_attr: 'surname' },
      ...{ sort_asc: false, own: true },
    })
    const read = await app.as(cast.manager).get(`${path}/${id}`)
    assert.deepEqual(read.body.data, filter)
    const answer = await app
      .as(cast.manager)
      .post('/search', { advanced_search: { query: read.body.data.query, sort_attr: 'surname' } })
    assert.equal(answer.status, 200)
    assert.deepEqual((await saved({ query: {} })).query, {}, 'all contacts')
  })

  test('are visible to their owner only until they are shared with the space', async () => {
    const { id } = await saved()
    assert.ok((await names()).includes(id))
    assert.ok(!(await names(other)).includes(id))
    assert.equal((await app.as(other).get(`${path}/${id}`)).status, 404)
    assert.equal((await app.as(cast.superadmin).patch(`${path}/${id}`, { name: 'x' })).status, 404)
    await app.as(cast.manager).patch(`${path}/${id}`, { shared: true })
    assert.ok((await names(other)).includes(id))
    assert.equal((await app.as(other).get(`${path}/${id}`)).body.data.own, false)
    assert.ok(!(await names(other_space_user)).includes(id))
  })

  test('are changed by their owner, and shared ones by users who manage filters', async () => {
    const { id } = await saved({ shared: true })
    assert.deepEqual(refusal(await app.as(other).patch(`${path}/${id}`, { name: 'Mine' })), [403, 'forbidden'])
    assert.deepEqual(refusal(await app.as(other).delete(`${path}/${id}`)), [403, 'forbidden'])
    const { body } = await app.as(cast.admin).patch(`${path}/${id}`, { name: 'Lyon', shared: false })
    assert.deepEqual([body.data.name, body.data.shared, body.data.query], ['Lyon', false, query])
    const { status } = await app.as(cast.manager).delete(`${path}/${id}`)
    assert.equal(status, 200)
    assert.equal((await app.as(cast.manager).get(`${path}/${id}`)).status, 404)
  })

  test('an invalid query cannot be saved', async () => {
    const wrong: [object, string][] = [
      [{ name: ' ' }, 'body.data.name'],
      [{ query: null }, 'body.data.query'],
      [{ query: { $all: [{ $condition: {} }] } }, 'body.data.query.$all.0'],
      [{ query: queryOf({ attr: 'city', ope: 'eql' }) }, 'body.data.query.$all.0.$all.0.$condition.value'],
      [{ query: { $all: [{ $all: [{ any: [] }] }] } }, 'body.data.query.$all.0.$all.0.any'],
      [{ sort_attr: 'tags' }, 'body.data.sort_attr'],
      [{ shared: 'yes' }, 'body.data.shared'],
    ]
    const { id } = await saved()
    for (const [fields, location] of wrong) {
      const refused = await app.as(cast.manager).post(path, { name: 'x', query, ...fields })
      assert.deepEqual(refusal(refused), invalidAt(location))
      assert.deepEqual(refusal(await app.as(cast.manager).patch(`${path}/${id}`, fields)), invalidAt(location))
    }
  })

  test('are limited to 200 per user, also when two are saved at once', async () => {
    await app.owner`
      insert into saved_filters (group_id, user_id, name, shared, query, sort_attr, sort_asc)
      select ${space}, ${other.id}, 'Filter', false, '{}', 'id', true from generate_series(1, 199)`
    const save = () => app.as(other).post(path, { name: 'One more', query })
    const answers = await sendConcurrently(app, sql => lockName(sql, `saved_filters ${space} ${other.id}`), [
      save,
      save,
    ])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  })

  test('a conflicting change is refused with If-Match', async () => {
    const { id } = await saved()
    const { headers } = await app.as(cast.manager).get(`${path}/${id}`)
    const change = (name: string) =>
      app.as(cast.manager).patch(`${path}/${id}`, { name }, { 'if-match': headers.get('etag')! })
    assert.equal((await change('First')).status, 200)
    assert.equal((await change('Second')).status, 412)
  })
})
