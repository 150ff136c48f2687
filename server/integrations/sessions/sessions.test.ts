import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aSession, withAccessToken } from '../../test/integrations.ts'
import { aSpace, aUser, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)

const list = async (as: Person) => (await app.as(as).get('/v1/sessions')).body.data.sessions
const works = async (person: { token: string }) => (await app.as(person).get('/me')).status === 200
const kept = async ({ id }: Person) =>
  (await app.owner<{ kind: string }[]>`select kind from oidc_records where user_id = ${id} order by kind`).map(
    ({ kind }) => kind,
  )

/** A user with their browser. */
async function someone() {
  const person = await aUser(app, space)
  const session = await aSession(app, person)
  return { ...(await withAccessToken(app, person, { grant: session.grant })), session }
}

describe('sessions', () => {
  test('a user sees where they are signed in, and which session is the current one', async () => {
    const person = await someone()
    const other = await aSession(app, person)
    const sessions = await list(person)
    const keys = 'agent created_at current expires_at id updated_at'
    assert.deepEqual(Object.keys(sessions[0]).sort(), keys.split(' '))
    const found = Object.fromEntries(sessions.map(({ id, current }: any) => [id, current]))
    assert.deepEqual(found, { [person.session.session_id]: true, [other.session_id]: false })
    assert.deepEqual(await list(await aUser(app, space)), [])
  })

  test('that are over are not listed', async () => {
    const person = await someone()
    await app.owner`update oidc_records set expires_at = now() - interval '1 second' where user_id = ${person.id}`
    assert.deepEqual(await list(person), [])
  })

  test('ending one revokes the console tokens there at once, and keeps the others', async () => {
    const person = await someone()
    // The console has every scope, and its tokens still end with the session.
    const other = await aSession(app, person, { scope: 'openid offline_access' })
    const there = await withAccessToken(app, person, { grant: other.grant })
    assert.ok(await works(there))
    assert.equal((await app.as(person).delete(`/v1/sessions/${other.session_id}`)).status, 200)
    assert.ok(!(await works(there)) && (await works(person)))
    assert.deepEqual(await kept(person), ['Grant', 'RefreshToken', 'Session'])
    const again = await app.as(person).delete(`/v1/sessions/${other.session_id}`)
    assert.deepEqual(refusal(again), refusal.not_found)
    const [entry] = await app.owner<[{ details: object }]>`
      select details from audit_log where kind = 'session.ended' and subject_id = ${person.id}`
    assert.deepEqual(entry.details, { session_ids: [other.session_id] })
  })

  test('ending one keeps tokens with offline access, and revokes the others', async () => {
    const person = await someone()
    for (const [scope, stays] of [
      ['openid offline_access teams:read', true],
      ['openid teams:read', false],
    ] as const) {
      const { session_id, grant_id } = await aSession(app, person, { client_id: 'f'.repeat(32), scope })
      await app.as(person).delete(`/v1/sessions/${session_id}`)
      const grants = await app.owner`select from oidc_records where id = ${grant_id}`
      assert.equal(grants.length === 1, stays, scope)
    }
  })

  test('a user can sign out everywhere else, also from several places at once', async () => {
    const person = await someone()
    for (let n = 0; n < 3; n++) await aSession(app, person)
    const answers = await Promise.all([1, 2].map(() => app.as(person).delete('/v1/sessions')))
    assert.ok(answers.every(({ status }) => status === 200))
    const left = (await list(person)).map(({ id }: { id: number }) => id)
    assert.deepEqual(left, [person.session.session_id])
    assert.equal((await app.as(person).delete('/v1/sessions')).body.data.ended, 0)
  })

  test('of other users can be neither seen nor ended, whatever the role', async () => {
    const person = await someone()
    for (const other of [await aUser(app, space, { role: 'superadmin' }), await aUser(app, await aSpace(app))]) {
      assert.deepEqual(await list(other), [])
      const answer = await app.as(other).delete(`/v1/sessions/${person.session.session_id}`)
      assert.deepEqual(refusal(answer), refusal.not_found)
      await app.as(other).delete('/v1/sessions')
    }
    assert.equal((await list(person)).length, 1)
  })
})
