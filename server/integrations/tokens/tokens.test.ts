import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { digestOf } from '../../access/secrets.ts'
import { startTestApp } from '../../test/harness.ts'
import { anIntegration, aServiceAccountToken, aUserWithAccessToken, withAccessToken } from '../../test/integrations.ts'
import { aSpace, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const [space, elsewhere] = [await aSpace(app, 'Here'), await aSpace(app, 'There')]
const cast = await aUserPerRole(app, space)
const other_space_user = await aUser(app, elsewhere, { role: 'superadmin' })

const make = (as: Person, more: object = {}, headers?: Record<string, string>) =>
  app.as(as).post('/v1/tokens', { name: 'Nightly export', ...more }, headers)
const list = async (as: Person, query = '') => (await app.as(as).get(`/v1/tokens${query}`)).body
const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
const entries = (kind: string, subject_id: number) =>
  app.owner<{ user_id: number; details: object }[]>`
    select user_id, details from audit_log where group_id = ${space} and kind = ${kind} and subject_id = ${subject_id}`

describe('creating a token', () => {
  test('a user who has just signed in gets a working secret, once', async () => {
    const person = await aUserWithAccessToken(app, space)
    const { status, body } = await make(person)
    assert.equal(status, 200)
    const { secret, id, ...token } = body.data
    assert.match(secret, /^mus_p_/)
    assert.deepEqual([token.name, token.scopes, token.user.id], ['Nightly export', null, person.id])
    const days = (Date.parse(token.expires_at) - Date.parse(token.created_at)) / 86_400_000
    assert.equal(Math.round(days), 90)
    assert.equal((await app.as({ token: secret }).get('/me')).body.data.user.id, person.id)
    const listed = await list(person)
    assert.deepEqual(ids(listed.data).includes(id), true)
    assert.ok(!JSON.stringify(listed).includes('mus_p_'))
    assert.equal((await entries('token.made', id))[0]?.user_id, person.id)
  })

  test('its secret is stored nowhere: not as a token, not in the audit log, not with an idempotency key', async () => {
    const person = await aUserWithAccessToken(app, space)
    const headers = { 'idempotency-key': 'make-it-once' }
    const first = await make(person, {}, headers)
    const again = await make(person, {}, headers)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(again.body.data, { ...first.body.data, secret: null })
    const { secret } = first.body.data
    const tables = ['tokens', 'audit_log', 'idempotency_keys']
    const rows = await Promise.all(
      tables.map(table => app.owner`select row_to_json(t)::text from ${app.owner(table)} t`),
    )
    const stored = JSON.stringify(rows)
    assert.ok(!stored.includes(secret.slice(6, 30)) && stored.includes(digestOf(secret)))
    assert.equal((await list(person)).total, 2, 'the one it was found with, and the one made')
  })

  test('it can be limited to scopes of its creator, and to no others', async () => {
    const person = await aUserWithAccessToken(app, space, { role: 'manager' })
    const { body } = await make(person, { scopes: ['teams:read'], days: 1 })
    assert.deepEqual(body.data.scopes, ['teams:read'])
    assert.equal((await app.as({ token: body.data.secret }).get('/teams')).status, 200)
    assert.equal((await app.as({ token: body.data.secret }).get('/users')).status, 403)
    assert.deepEqual(refusal(await make(person, { scopes: ['finance:read'] })), refusal.forbidden)
  })

  test('a token created with fewer scopes has no more than those', async () => {
    const person = await withAccessToken(app, await aUser(app, space), { scopes: ['tokens:write', 'teams:read'] })
    assert.deepEqual(refusal(await make(person, { scopes: ['forms:read'] })), refusal.forbidden)
    const { body } = await make(person)
    assert.deepEqual(body.data.scopes.sort(), ['teams:read', 'tokens:write'])
  })

  test('a sign-in of more than 15 minutes ago is refused, with what is required', async () => {
    const late = await withAccessToken(app, cast.user, { signed_in_s: 901 })
    const answer = await make(late)
    assert.deepEqual(refusal(answer), [401, 'reauthentication_required'])
    const told = answer.headers.get('www-authenticate') ?? ''
    assert.match(told, /^Bearer .*error="insufficient_user_authentication", max_age="900"/)
    assert.equal((await make(await withAccessToken(app, cast.user, { signed_in_s: 890 }))).status, 200)
  })

  test('personal tokens, service accounts and third-party applications cannot create tokens', async () => {
    const redirect_uris = ['https://example.org/back']
    const settings = { scopes: ['tokens:write'], redirect_uris, role_id: cast.user.role_id }
    const program = await anIntegration(app, cast.superadmin, settings)
    const { client_id } = program
    const callers = [
      cast.user.token,
      (await aServiceAccountToken(app, program)).token,
      (await withAccessToken(app, cast.user, { client_id, scopes: ['tokens:write'] })).token,
    ]
    for (const token of callers) {
      const answer = await app.as({ token }).post('/v1/tokens', { name: 'Forever' })
      assert.deepEqual(refusal(answer), refusal.forbidden)
    }
  })

  test('a user has at most 50 in a space, even when many are created at once', async () => {
    const person = await aUserWithAccessToken(app, space)
    const answers = await Promise.all(Array.from({ length: 54 }, () => make(person)))
    const made = answers.filter(({ status }) => status === 200).length
    assert.equal(made, 49, 'with the one that was there')
    assert.ok(answers.every(({ status }) => status === 200 || status === 409))
    assert.equal((await list(person)).total, 50)
  })
})

describe('managing tokens', () => {
  test('users see and revoke their own, which are refused at once', async () => {
    const person = await aUserWithAccessToken(app, space)
    const { id, secret } = (await make(person)).body.data
    for (let round = 0; round < 3; round++) assert.equal((await app.as({ token: secret }).get('/me')).status, 200)
    const answers = await Promise.all([1, 2].map(() => app.as(person).delete(`/v1/tokens/${id}`)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404], 'one of two at the same moment')
    assert.equal((await app.as({ token: secret }).get('/me')).status, 401)
    assert.ok(!ids((await list(person)).data).includes(id))
    assert.deepEqual(refusal(await app.as(person).delete(`/v1/tokens/${id}`)), refusal.not_found)
    assert.equal((await entries('token.ended', id)).length, 1)
  })

  test('only users who manage the space see and revoke those of others', async () => {
    const person = await aUser(app, space)
    const [token] = (await list(person)).data
    for (const other of [cast.admin, cast.manager, cast.user]) {
      assert.deepEqual(refusal(await app.as(other).get('/v1/tokens?all=true')), refusal.forbidden)
      assert.deepEqual(refusal(await app.as(other).delete(`/v1/tokens/${token.id}`)), refusal.not_found)
    }
    assert.ok(ids((await list(cast.superadmin, '?all=true')).data).includes(token.id))
    assert.ok(!ids((await list(cast.superadmin)).data).includes(token.id))
    assert.equal((await app.as(cast.superadmin).delete(`/v1/tokens/${token.id}`)).status, 200)
    assert.equal((await app.as(person).get('/me')).status, 401)
  })

  test('a user who manages the space cannot revoke tokens of higher roles', async () => {
    const made = { name: 'Keeper', rank: 30, permissions: ['space:manage', 'tokens:write'] }
    const role = await app.as(cast.superadmin).post('/roles', made)
    const keeper = await aUser(app, space, { role: 'Keeper' })
    assert.equal(role.status, 200)
    const chief = (await list(cast.superadmin)).data[0]
    assert.deepEqual(refusal(await app.as(keeper).delete(`/v1/tokens/${chief.id}`)), refusal.forbidden)
    assert.equal((await app.as(cast.superadmin).get('/me')).status, 200)
  })

  test('those of another space are a 404, also for the same user', async () => {
    const person = await aUser(app, space)
    const there = await aUser(app, elsewhere, { mail: person.mail })
    const [token] = (await list(person)).data
    assert.deepEqual(ids((await list(there)).data).includes(token.id), false)
    for (const other of [other_space_user, there])
      assert.deepEqual(refusal(await app.as(other).delete(`/v1/tokens/${token.id}`)), refusal.not_found)
    assert.ok(!ids((await list(other_space_user, '?all=true')).data).includes(token.id))
  })

  test('those of applications are not listed; a personal token can revoke itself', async () => {
    const person = await aUser(app, space)
    await withAccessToken(app, person)
    const [own, ...others] = (await list(person)).data
    assert.deepEqual(others, [])
    assert.equal((await app.as(person).delete(`/v1/tokens/${own.id}`)).status, 200)
    assert.equal((await app.as(person).get('/me')).status, 401)
  })
})
