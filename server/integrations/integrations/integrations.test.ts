import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { anIntegration, aServiceAccountToken, withAccessToken } from '../../test/integrations.ts'
import { aSpace, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const [space, elsewhere] = [await aSpace(app, 'Here'), await aSpace(app, 'There')]
const cast = await aUserPerRole(app, space)
const other_space_user = await aUser(app, elsewhere, { role: 'superadmin' })

const back = ['https://example.org/back']
const path = '/v1/integrations'
const make = (as: Person, fields: object = {}) =>
  app.as(as).post(path, { name: 'Website', scopes: ['teams:read'], redirect_uris: back, ...fields })
const change = (as: Person, id: number, changes: object, headers?: Record<string, string>) =>
  app.as(as).patch(`${path}/${id}`, changes, headers)
const read = async (id: number) => (await app.as(cast.admin).get(`${path}/${id}`)).body.data
const entries = async (subject_id: number) =>
  (
    await app.owner<{ kind: string }[]>`
      select kind from audit_log where group_id = ${space} and subject = 'integration' and subject_id = ${subject_id} order by id`
  ).map(({ kind }) => kind)

describe('creating an integration', () => {
  test('an admin creates one, and its secret is shown once', async () => {
    const { status, body } = await make(cast.admin, { role_id: cast.manager.role_id })
    assert.equal(status, 200)
    const { id, secret, ...made } = body.data
    assert.match(secret, /^mus_s_/)
    assert.match(made.client_id, /^[0-9a-f]{32}$/)
    assert.deepEqual([made.name, made.public, made.role.type], ['Website', false, 'manager'])
    assert.deepEqual(made.scopes, ['teams:read'])
    assert.deepEqual([made.secrets.length, made.secrets[0].hint], [1, secret.slice(-4)])
    const { created_at, updated_at, ...rest } = await read(id)
    assert.deepEqual({ ...rest, created_at, updated_at }, { id, ...made })
    const listed = await app.as(cast.admin).get(path)
    assert.ok(listed.body.data.some((one: { id: number }) => one.id === id))
    assert.ok(!listed.text.includes('mus_s_'))
    assert.deepEqual(await entries(id), ['integration.made', 'integration.secret_made'])
  })

  test('its secret is stored nowhere', async () => {
    const headers = { 'idempotency-key': 'once' }
    const body = { name: 'Kept', scopes: ['teams:read'], redirect_uris: back }
    const first = await app.as(cast.admin).post(path, body, headers)
    const again = await app.as(cast.admin).post(path, body, headers)
    assert.deepEqual(again.body.data, { ...first.body.data, secret: null })
    const tables = ['integrations', 'integration_secrets', 'audit_log', 'idempotency_keys']
    const rows = await Promise.all(tables.map(table => app.owner`select t::text as row from ${app.owner(table)} t`))
    assert.ok(!JSON.stringify(rows).includes(first.body.data.secret.slice(6, 30)))
  })

  test('a public one has no secret and no role, and gets none', async () => {
    const { body } = await make(cast.admin, { public: true })
    const { id, secret, secrets, role, user_id } = body.data
    assert.deepEqual([secret, secrets, role, user_id], [null, [], null, null])
    assert.deepEqual(refusal(await app.as(cast.admin).post(`${path}/${id}/secrets`)), refusal.conflict)
    const with_role = await make(cast.admin, { public: true, role_id: cast.user.role_id })
    assert.deepEqual(refusal(with_role), refusal.at('body.data.role_id'))
  })

  test('its role and scopes cannot exceed those of its creator', async () => {
    assert.deepEqual(refusal(await make(cast.admin, { role_id: cast.superadmin.role_id })), refusal.forbidden)
    assert.deepEqual(refusal(await make(cast.admin, { scopes: ['contacts:export'] })), refusal.forbidden)
    const { id } = (await make(cast.admin, { role_id: cast.user.role_id })).body.data
    assert.deepEqual(refusal(await change(cast.admin, id, { role_id: cast.superadmin.role_id })), refusal.forbidden)
    assert.deepEqual(refusal(await change(cast.admin, id, { scopes: ['contacts:export'] })), refusal.forbidden)
    assert.equal((await read(id)).role.type, 'user')
  })

  test('a user cannot change, or get a secret of, one with more permissions than their own', async () => {
    const chief = await anIntegration(app, cast.superadmin, { scopes: ['contacts:export'] })
    const wide = await anIntegration(app, cast.superadmin, { scopes: ['contacts:export'], redirect_uris: back })
    for (const { id } of [chief, wide]) {
      assert.deepEqual(refusal(await app.as(cast.admin).post(`${path}/${id}/secrets`)), refusal.forbidden)
      const led = await change(cast.admin, id, { redirect_uris: ['https://evil.example/'] })
      assert.deepEqual(refusal(led), refusal.forbidden)
    }
    assert.deepEqual(refusal(await app.as(cast.admin).delete(`${path}/${chief.id}`)), refusal.forbidden)
  })

  const wrong: [object, string][] = [
    [{ name: ' ' }, 'body.data.name'],
    [{ scopes: [], role_id: cast.manager.role_id }, 'body.data.scopes'],
    [{ scopes: ['openid'] }, 'body.data.scopes.0'],
    [{ role_id: 9_000_000 }, 'body.data.role_id'],
    [{ role_id: other_space_user.role_id }, 'body.data.role_id'],
    [{ redirect_uris: [] }, 'body.data.redirect_uris'],
    [{ redirect_uris: Array.from({ length: 11 }, (_, n) => `https://example.org/${n}`) }, 'body.data.redirect_uris'],
  ]
  test('what is wrong is a 422 that names the place', async () => {
    for (const [fields, place] of wrong)
      assert.deepEqual(refusal(await make(cast.superadmin, fields)).slice(0, 3), refusal.at(place))
  })

  test('redirect URIs must be https or local', async () => {
    const good =
      `https://example.org/ https://example.org/a/b?c=d http://127.0.0.1/callback http://127.0.0.1:8400/callback
      http://[::1]:8400/ http://localhost/callback`.split(/\s+/)
    assert.equal((await make(cast.admin, { redirect_uris: good })).status, 200)
    const bad =
      `http://example.org/back http://127.0.0.1.example.org/ http://localhost.example.org/ https://example.org/#part
      https://example.org/back# https://*.example.org/ https://example.org/* https://user@example.org/
      https://user:pass@example.org/ https://@example.org/ https://example.org/a/../b https://example.org/%2e%2e/b
      https://EXAMPLE.org/ https://example.org:443/ https://example.org\\@evil.example/ https://exämple.org/
      https:example.org/ javascript:alert(1) data:text/html,x com.example.app:/back //example.org/ /back`.split(/\s+/)
    for (const uri of [...bad, ' https://example.org/', 'https://example.org/ b', '']) {
      const answer = await make(cast.admin, { redirect_uris: ['https://example.org/', uri] })
      assert.deepEqual(refusal(answer), refusal.at('body.data.redirect_uris.1'), uri)
    }
  })

  test('an application needs a sign-in of the last 15 minutes for it', async () => {
    const late = await withAccessToken(app, cast.admin, { signed_in_s: 1000 })
    const fresh = await withAccessToken(app, cast.admin)
    const { id } = (await make(fresh)).body.data
    const tries = [make(late), change(late, id, { name: 'Mine' }), app.as(late).post(`${path}/${id}/secrets`)]
    for (const answer of await Promise.all(tries)) assert.deepEqual(refusal(answer), [401, 'reauthentication_required'])
    assert.equal((await read(id)).secrets.length, 1)
  })
})

describe('changing an integration', () => {
  test('keeps fields that are left out; a new name and role take effect at once', async () => {
    const { secret: _, ...before } = await anIntegration(app, cast.admin, { scopes: ['teams:read', 'users:read'] })
    const token = await aServiceAccountToken(app, before)
    assert.equal((await app.as(token).get('/users')).body.data.users.length > 1, true)
    const { status, body } = await change(cast.admin, before.id, { name: 'Other', role_id: cast.user.role_id })
    assert.equal(status, 200)
    const { role, updated_at } = body.data
    assert.deepEqual(body.data, { ...before, name: 'Other', role, updated_at })
    const { user, permissions } = (await app.as(token).get('/me')).body.data
    assert.deepEqual([user.firstname, permissions], ['Other', ['teams:read']])
  })

  test('a removed scope is removed from existing tokens too', async () => {
    const person = await aUser(app, space, { role: 'admin' })
    const scopes = ['teams:read', 'users:read']
    const { id, client_id } = await anIntegration(app, cast.admin, { scopes, redirect_uris: back })
    const through = await withAccessToken(app, person, { client_id, scopes })
    assert.equal((await app.as(through).get('/users')).status, 200)
    assert.equal((await change(cast.admin, id, { scopes: ['teams:read'] })).status, 200)
    assert.equal((await app.as(through).get('/users')).status, 403)
    assert.equal((await app.as(through).get('/teams')).status, 200)
  })

  test('one that acted only for users can be given a role later', async () => {
    const { id } = (await make(cast.admin)).body.data
    const { body } = await change(cast.admin, id, { role_id: cast.user.role_id })
    assert.equal((await app.as(await aServiceAccountToken(app, body.data)).get('/teams')).status, 200)
  })

  test('of two changes with the same If-Match one succeeds', async () => {
    const { id } = (await make(cast.admin)).body.data
    const etag = (await app.as(cast.admin).get(`${path}/${id}`)).headers.get('etag') ?? ''
    const answers = await Promise.all(['A', 'B'].map(name => change(cast.admin, id, { name }, { 'if-match': etag })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
  })

  test('an invalid value is a 422 and changes nothing', async () => {
    const { id } = (await make(cast.admin)).body.data
    const before = await read(id)
    for (const [changes, place] of [
      [{ redirect_uris: ['http://example.org'] }, 'body.data.redirect_uris.0'],
      [{ redirect_uris: [] }, 'body.data.redirect_uris'],
      [{ name: '' }, 'body.data.name'],
      [{ role_id: other_space_user.role_id }, 'body.data.role_id'],
    ] as const)
      assert.deepEqual(refusal(await change(cast.admin, id, changes)).slice(0, 3), refusal.at(place))
    assert.deepEqual(await read(id), before)
  })
})

describe('secrets', () => {
  test('two can be active at once, for replacement without an outage; a third is refused', async () => {
    const { id, secret } = await anIntegration(app, cast.admin)
    const answers = await Promise.all([1, 2, 3].map(() => app.as(cast.admin).post(`${path}/${id}/secrets`)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
    const made = answers.find(({ status }) => status === 200)!.body.data
    assert.match(made.secret, /^mus_s_/)
    assert.notEqual(made.secret, secret)
    assert.deepEqual((await read(id)).secrets.map(({ id }: { id: number }) => id).includes(made.id), true)
  })

  test('ending one revokes the tokens it issued, and keeps the other', async () => {
    const program = await anIntegration(app, cast.admin)
    const token = await aServiceAccountToken(app, program)
    const other = (await app.as(cast.admin).post(`${path}/${program.id}/secrets`)).body.data
    const [first] = program.secrets
    assert.equal((await app.as(cast.admin).delete(`${path}/${program.id}/secrets/${first.id}`)).status, 200)
    assert.equal((await app.as(token).get('/me')).status, 401)
    const { secrets } = await read(program.id)
    assert.deepEqual([secrets.length, secrets[0].id], [1, other.id])
    const again = await app.as(cast.admin).delete(`${path}/${program.id}/secrets/${first.id}`)
    assert.deepEqual(refusal(again), refusal.not_found)
    assert.deepEqual((await entries(program.id)).slice(-2), ['integration.secret_made', 'integration.secret_ended'])
  })

  test('one of another integration is a 404', async () => {
    const [one, two] = [await anIntegration(app, cast.admin), await anIntegration(app, cast.admin)]
    const answer = await app.as(cast.admin).delete(`${path}/${one.id}/secrets/${two.secrets[0].id}`)
    assert.deepEqual(refusal(answer), refusal.not_found)
  })
})

describe('ending an integration', () => {
  test('ends its secrets, its own tokens and those for users at once; its name stays in the history', async () => {
    const program = await anIntegration(app, cast.admin, {
      name: 'Gone',
      redirect_uris: back,
      role_id: cast.user.role_id,
    })
    const held = [
      await aServiceAccountToken(app, program),
      await withAccessToken(app, cast.manager, { client_id: program.client_id, scopes: ['teams:read'] }),
    ]
    for (const token of held) assert.equal((await app.as(token).get('/me')).status, 200)
    assert.equal((await app.as(cast.admin).delete(`${path}/${program.id}`)).status, 200)
    for (const token of held) assert.equal((await app.as(token).get('/me')).status, 401)
    assert.deepEqual(refusal(await app.as(cast.admin).get(`${path}/${program.id}`)), refusal.not_found)
    const [row] = await app.owner<[{ live: number }]>`
      select count(*) as live from integration_secrets where integration_id = ${program.id} and ended_at is null`
    assert.equal(row.live, 0)
    const [user] = await app.owner<[{ firstname: string }]>`select firstname from users where id = ${program.user_id}`
    assert.equal(user.firstname, 'Gone')
    assert.deepEqual((await entries(program.id)).at(-1), 'integration.ended')
  })

  test('of two users who end it at the same moment one gets a 404', async () => {
    const { id } = await anIntegration(app, cast.admin)
    const answers = await Promise.all([1, 2].map(() => app.as(cast.admin).delete(`${path}/${id}`)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404])
  })
})

describe('integrations are refused', () => {
  const operations = (id: number, secret_id: number): [string, string, object?][] => [
    ['GET', path],
    ['GET', `${path}/${id}`],
    ['POST', path, { name: 'Mine', scopes: ['teams:read'], redirect_uris: back }],
    ['PATCH', `${path}/${id}`, { name: 'Mine' }],
    ['POST', `${path}/${id}/secrets`],
    ['DELETE', `${path}/${id}/secrets/${secret_id}`],
    ['DELETE', `${path}/${id}`],
  ]

  test('without a token, with a lower role or from another space', async () => {
    const { secret: _, ...program } = await anIntegration(app, cast.superadmin)
    const send = (as: Person | undefined, [method, path, data]: [string, string, object?]) =>
      app.as(as).send(method, path, data && { body: JSON.stringify({ data }) })
    for (const operation of operations(program.id, program.secrets[0].id)) {
      assert.deepEqual(refusal(await send(undefined, operation)), refusal.unauthenticated)
      for (const person of [cast.manager, cast.user])
        assert.deepEqual(refusal(await send(person, operation)), refusal.forbidden)
      if (operation[1] !== path) assert.deepEqual(refusal(await send(other_space_user, operation)), refusal.not_found)
    }
    assert.deepEqual(await read(program.id), program)
    assert.equal((await app.as(other_space_user).get(path)).body.total, 0)
  })
})
