import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callerWith, noCredential } from '../../access/caller.ts'
import type { WriteContext } from '../../access/write_context.ts'
import { Pool } from '../../db/pool/pool.ts'
import type { Sql } from '../../db/sql.ts'
import { sendConcurrently } from '../../test/concurrency.ts'
import { startTestApp } from '../../test/harness.ts'
import { withAccessToken } from '../../test/integrations.ts'
import { aSpace, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'
import { lockMembers } from '../core/roles.ts'
import * as queries from './queries.ts'

const app = await startTestApp()
const [space, elsewhere] = [await aSpace(app, 'Here'), await aSpace(app, 'There')]
const cast = await aUserPerRole(app, space)

const path = '/v1/suspensions'
const suspend = (as: Person, user_id: number, reason?: string) => app.as(as).post(path, { user_id, reason })
const restore = (as: Person, user_id: number) => app.as(as).delete(`${path}/${user_id}`)
const listed = async (as: Person) =>
  (await app.as(as).get(path)).body.data.map(({ user }: { user: { id: number } }) => user.id)
const works = async (person: { token: string }) => (await app.as(person).get('/me')).status === 200

describe('a suspended user', () => {
  test('is refused at once with every token, and can act again once restored', async () => {
    const person = await aUser(app, space)
    const through = await withAccessToken(app, person)
    assert.ok((await works(person)) && (await works(through)))
    const { status, body } = await suspend(cast.admin, person.id, 'Lost telephone')
    assert.equal(status, 200)
    const { user, reason, suspended_by } = body.data
    assert.deepEqual([user.id, reason, suspended_by.id], [person.id, 'Lost telephone', cast.admin.id])
    assert.ok(!(await works(person)) && !(await works(through)))
    const refused = await app.as(person).get('/me')
    assert.match(refused.headers.get('www-authenticate') ?? '', /invalid_token/)
    assert.ok((await listed(cast.admin)).includes(person.id))
    assert.equal((await restore(cast.admin, person.id)).status, 200)
    assert.ok((await works(person)) && (await works(through)))
    assert.ok(!(await listed(cast.admin)).includes(person.id))
    const entries = await app.owner<{ kind: string }[]>`
      select kind from audit_log where group_id = ${space} and subject = 'user' and subject_id = ${person.id} order by id`
    assert.deepEqual([...entries], [{ kind: 'user.suspended' }, { kind: 'user.restored' }])
  })

  test('causes one event, by HTTP or by command line', async () => {
    const { id } = await aUser(app, space)
    const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 1 })
    const onCommand = (work: (sql: Sql, writer: WriteContext) => Promise<unknown>) =>
      pool.write({ group_id: space, user_id: cast.admin.id }, async sql => {
        const caller = await callerWith(sql, { ...noCredential, user_id: cast.admin.id, group_id: space, scopes: null })
        await work(sql, { caller: caller!, request_id: 'command line' })
      })
    await onCommand((sql, writer) => queries.suspendUser(sql, writer, id, ''))
      .then(() => onCommand((sql, writer) => queries.restoreUser(sql, writer, id)))
      .finally(() => pool.end())
    await suspend(cast.admin, id)
    await restore(cast.admin, id)
    const events = await app.owner<{ kind: string; user_id: number }[]>`
      select kind, user_id from events where group_id = ${space} and subject_id = ${id} and kind <> 'user.joined' order by id`
    const kinds = events.map(({ kind }) => kind)
    assert.deepEqual(kinds, ['user.suspended', 'user.restored', 'user.suspended', 'user.restored'])
    assert.ok(events.every(({ user_id }) => user_id === cast.admin.id))
  })

  test('stays a member, keeps their name and their other spaces', async () => {
    const person = await aUser(app, space)
    const there = await aUser(app, elsewhere, { mail: person.mail })
    await suspend(cast.admin, person.id)
    assert.equal((await app.as(cast.admin).get(`/users/${person.id}`)).status, 200)
    assert.ok(await works(there))
  })

  test('cannot be suspended twice, nor restored twice', async () => {
    const { id } = await aUser(app, space)
    const twice = await Promise.all([suspend(cast.admin, id), suspend(cast.admin, id)])
    assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 409])
    const back = await Promise.all([restore(cast.admin, id), restore(cast.admin, id)])
    assert.deepEqual(back.map(({ status }) => status).sort(), [200, 404])
  })

  test('does not count as the superadmin that a space needs', async () => {
    const own = await aSpace(app)
    const [one, two] = [await aUser(app, own, { role: 'superadmin' }), await aUser(app, own, { role: 'superadmin' })]
    assert.equal((await suspend(one, two.id)).status, 200)
    assert.deepEqual(refusal(await app.as(one).delete(`/users/${one.id}`)), [409, 'last_superadmin'])
    const plain = (await app.as(one).get('/roles')).body.data.roles.at(-1).id
    const demoted = await app.as(one).patch('/users/role', { user_id: one.id, role_id: plain })
    assert.deepEqual(refusal(demoted), [409, 'last_superadmin'])
  })
})

describe('suspending', () => {
  test('two superadmins who suspend each other at the same moment leave one', async () => {
    for (let round = 0; round < 2; round++) {
      const own = await aSpace(app)
      const [one, two] = [await aUser(app, own, { role: 'superadmin' }), await aUser(app, own, { role: 'superadmin' })]
      const hold = (sql: Sql) => lockMembers(sql, own)
      const answers = await sendConcurrently(app, hold, [() => suspend(one, two.id), () => suspend(two, one.id)])
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    }
  })

  test('no user can suspend themselves, or a higher role, or a user who does not exist', async () => {
    assert.deepEqual(refusal(await suspend(cast.admin, cast.admin.id)), refusal.forbidden)
    assert.deepEqual(refusal(await suspend(cast.admin, cast.superadmin.id)), refusal.forbidden)
    const own = await aSpace(app)
    const chief = await aUser(app, own, { role: 'superadmin' })
    assert.deepEqual(refusal(await suspend(chief, chief.id)), refusal.forbidden)
    assert.ok((await works(cast.admin)) && (await works(cast.superadmin)))
    for (const answer of [await suspend(chief, 9_000_000), await restore(chief, 9_000_000)])
      assert.deepEqual(refusal(answer), refusal.not_found)
  })

  test('an application needs a sign-in of the last 15 minutes for it', async () => {
    const late = await withAccessToken(app, cast.admin, { signed_in_s: 1000 })
    const { id } = await aUser(app, space)
    assert.deepEqual(refusal(await suspend(late, id)), [401, 'reauthentication_required'])
    assert.equal((await suspend(await withAccessToken(app, cast.admin), id)).status, 200)
    assert.deepEqual(refusal(await restore(late, id)), [401, 'reauthentication_required'])
  })
})
