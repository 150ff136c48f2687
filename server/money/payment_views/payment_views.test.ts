import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { lockName } from '../../db/advisory_lock.ts'
import type { Sql } from '../../db/sql.ts'
import { sendConcurrently } from '../../test/concurrency.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser, aUserPerRole, refusal } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const other = await aUser(app, space, { role: 'admin' })
const permissions = ['finance:read', 'catalogue:read']
await app.as(cast.superadmin).post('/roles', { name: 'Clerk', rank: 30, permissions })
const clerk = await aUser(app, space, { role: 'Clerk' })
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })
const path = '/v1/payment_views'
const filters = { state: 'unpaid', payment_method_kind: 'cheque', period: 'last_month' }

async function saved(fields: object = {}, who = cast.admin) {
  const { status, body, text } = await app.as(who).post(path, { name: 'Unpaid cheques', filters, ...fields })
  assert.equal(status, 200, text)
  return body.data
}
const ids = async (who = cast.admin) => (await app.as(who).get(path)).body.data.map(({ id }: { id: number }) => id)

describe('views of payments', () => {
  test('are stored as they were sent', async () => {
    const { id, created_at, updated_at, ...rest } = await saved()
    assert.ok(id > 0 && created_at === updated_at)
    assert.deepEqual(rest, { user_id: cast.admin.id, name: 'Unpaid cheques', shared: false, filters, own: true })
    const { body } = await app.as(cast.admin).patch(`${path}/${id}`, { filters: { status_id: 3 } })
    assert.deepEqual([body.data.name, body.data.filters], ['Unpaid cheques', { status_id: 3 }])
    assert.deepEqual((await saved({ filters: {} })).filters, {})
  })

  test('never store a contact', async () => {
    assert.deepEqual((await saved({ filters: { contact_id: 7, state: 'pending' } })).filters, { state: 'pending' })
  })

  test('are visible to their owner only until they are shared with the space', async () => {
    const { id } = await saved()
    assert.ok((await ids()).includes(id))
    assert.ok(!(await ids(other)).includes(id))
    assert.equal((await app.as(cast.superadmin).patch(`${path}/${id}`, { name: 'x' })).status, 404)
    await app.as(cast.admin).patch(`${path}/${id}`, { shared: true })
    assert.ok((await ids(other)).includes(id))
    assert.ok(!(await ids(other_space_user)).includes(id))
    assert.equal((await app.as(other_space_user).delete(`${path}/${id}`)).status, 404)
  })

  test('are changed by their owner, and shared ones by users who manage filters', async () => {
    const { id } = await saved({ shared: true })
    assert.deepEqual(refusal(await app.as(clerk).patch(`${path}/${id}`, { name: 'Mine' })), [403, 'forbidden'])
    assert.deepEqual(refusal(await app.as(clerk).delete(`${path}/${id}`)), [403, 'forbidden'])
    const { body } = await app.as(other).patch(`${path}/${id}`, { name: 'Cheques', shared: false })
    assert.deepEqual([body.data.name, body.data.shared, body.data.filters], ['Cheques', false, filters])
    assert.equal((await app.as(cast.admin).delete(`${path}/${id}`)).status, 200)
    assert.ok(!(await ids()).includes(id))
  })

  test('an invalid filter cannot be saved', async () => {
    const wrong: [object, string][] = [
      [{ name: ' ' }, 'body.data.name'],
      [{ filters: null }, 'body.data.filters'],
      [{ filters: { state: 'lost' } }, 'body.data.filters.state'],
      [{ filters: { status_id: 'x' } }, 'body.data.filters.status_id'],
      [{ filters: { period: 'always' } }, 'body.data.filters.period'],
      [{ filters: { period: 'this_year', date_to: '2026-05-01' } }, 'body.data.filters.period'],
      [{ filters: { date_from: 'May' } }, 'body.data.filters.date_from'],
      [{ filters: { date_from: '2026-05-02', date_to: '2026-05-01' } }, 'body.data.filters.date_to'],
      [{ shared: 'yes' }, 'body.data.shared'],
    ]
    const { id } = await saved()
    for (const [fields, location] of wrong) {
      const refused = [422, 'invalid_request', location]
      assert.deepEqual(refusal(await app.as(cast.admin).post(path, { name: 'x', filters, ...fields })), refused)
      assert.deepEqual(refusal(await app.as(cast.admin).patch(`${path}/${id}`, fields)), refused)
    }
  })

  test('are limited to 200 per user, also when two are saved at once', async () => {
    await app.owner`
      insert into payment_views (group_id, user_id, name, shared, filters)
      select ${space}, ${other.id}, 'View', false, '{}' from generate_series(1, 199)`
    const save = () => app.as(other).post(path, { name: 'One more', filters })
    const hold = (sql: Sql) => lockName(sql, `payment_views ${space} ${other.id}`)
    const answers = await sendConcurrently(app, hold, [save, save])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  })

  test('a conflicting change is refused with If-Match', async () => {
    const made = await app.as(cast.admin).post(path, { name: 'Guarded', filters })
    const change = (name: string) =>
      app.as(cast.admin).patch(`${path}/${made.body.data.id}`, { name }, { 'if-match': made.headers.get('etag')! })
    assert.equal((await change('First')).status, 200)
    assert.equal((await change('Second')).status, 412)
  })
})
