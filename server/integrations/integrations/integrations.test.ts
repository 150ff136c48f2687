import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { anIntegration, aServiceAccountToken, withAccessToken } from '../../test/integrations.ts'
import { aSpace, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'
import { loopback, renewTokens, requestTokens, setPasswords, tokensFor } from '../../test/sign_in.ts'
import { checkRedirectUris } from './redirect_uris.ts'

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
await setPasswords(app, cast.manager)
const works = async (token: string) => (await app.as({ token }).get('/me')).status === 200

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
    [{ scopes: [], role_id: cast.manager.role_id }, 'body.data.scopes'],
    [{ role_id: 9_000_000 }, 'body.data.role_id'],
    [{ role_id: other_space_user.role_id }, 'body.data.role_id'],
    [{ redirect_uris: [] }, 'body.data.redirect_uris'],
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
    for (const uri of [...bad, ' https://example.org/', 'https://example.org/ b', ''])
      assert.throws(() => checkRedirectUris(['https://example.org/', uri]), /redirect_uris\.1/, uri)
    const answer = await make(cast.admin, { redirect_uris: ['https://example.org/', bad[0]] })
    assert.deepEqual(refusal(answer), refusal.at('body.data.redirect_uris.1'))
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

test('ending an integration ends its secrets, its own tokens and those for users at once; its name stays in the history', async () => {
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
  const answers = await Promise.all([1, 2].map(() => app.as(cast.admin).delete(`${path}/${program.id}`)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404], 'one of two at the same moment')
  for (const token of held) assert.equal((await app.as(token).get('/me')).status, 401)
  assert.deepEqual(refusal(await app.as(cast.admin).get(`${path}/${program.id}`)), refusal.not_found)
  const [row] = await app.owner<[{ live: number }]>`
    select count(*) as live from integration_secrets where integration_id = ${program.id} and ended_at is null`
  assert.equal(row.live, 0)
  const [user] = await app.owner<[{ firstname: string }]>`select firstname from users where id = ${program.user_id}`
  assert.equal(user.firstname, 'Gone')
  assert.deepEqual((await entries(program.id)).at(-1), 'integration.ended')
})

describe('a service account', () => {
  test('acts with its role and scopes, and its name is in the history', async () => {
    const program = await anIntegration(app, cast.admin, { name: 'Newsletter', scopes: ['teams:write', 'teams:read'] })
    const token = await aServiceAccountToken(app, program)
    const made = await app.as(token).post('/teams', { team: { name: 'By a program' } })
    assert.equal(made.status, 200)
    assert.equal((await app.as(token).get('/users')).status, 403)
    const { user } = (await app.as(token).get('/me')).body.data
    assert.deepEqual([user.id, user.firstname], [program.user_id, 'Newsletter'])
  })

  test('is named in the audit log', async () => {
    const { user_id, ...program } = await anIntegration(app, cast.admin, { name: 'Warden', scopes: ['users:write'] })
    const token = await aServiceAccountToken(app, { ...program, user_id } as Parameters<typeof aServiceAccountToken>[1])
    const person = await aUser(app, space)
    assert.equal((await app.as(token).post('/v1/suspensions', { user_id: person.id })).status, 200)
    const [entry] = (await app.as(cast.admin).get(`/v1/audit?user_id=${user_id}`)).body.data
    assert.deepEqual([entry.kind, entry.user.firstname, entry.subject_id], ['user.suspended', 'Warden', person.id])
    const [row] = (await app.as(cast.admin).get('/v1/suspensions')).body.data
    assert.equal(row.suspended_by.firstname, 'Warden')
  })

  test('cannot create integrations or secrets, alone or for a user, which would let it survive its end', async () => {
    const scopes = ['clients:manage', 'teams:read']
    const program = await anIntegration(app, cast.superadmin, { scopes })
    const settings = { name: 'Heir', scopes: ['teams:read'], redirect_uris: ['https://example.org/back'] }
    const { redirect_uris } = settings
    for (const token of [
      await aServiceAccountToken(app, program),
      await withAccessToken(app, cast.superadmin, { client_id: program.client_id, scopes }),
    ]) {
      const own = `/v1/integrations/${program.id}`
      for (const answer of [
        await app.as(token).post('/v1/integrations', settings),
        await app.as(token).post(`${own}/secrets`),
        await app.as(token).patch(own, { redirect_uris }),
      ])
        assert.deepEqual(refusal(answer), refusal.forbidden)
      assert.equal((await app.as(token).get('/v1/integrations')).status, 200)
    }
  })

  test('is no user: not listed, counted, read, changed, removed, found, or added to teams', async () => {
    const before = (await app.as(cast.admin).get('/users')).body.data.count
    const { user_id } = await anIntegration(app, cast.superadmin, { name: 'Zeppelin' })
    const chief = app.as(cast.superadmin)
    const { count, users } = (await chief.get('/users')).body.data
    assert.deepEqual([count, users.some(({ id }: { id: number }) => id === user_id)], [before, false])
    assert.deepEqual((await chief.get('/v1/find?q=Zeppelin')).body.data.users, [])
    const teamwork = await chief.post('/teams', { team: { name: 'T', users: [{ id: user_id }] } })
    assert.deepEqual(refusal(teamwork), refusal.at('body.data.team.users.0.id'))
    const refused = [
      await chief.get(`/users/${user_id}`),
      await chief.patch(`/users/${user_id}`, { mail: 'a@example.org' }),
      await chief.delete(`/users/${user_id}`),
      await chief.patch('/users/role', { user_id, role_id: cast.user.role_id }),
      await chief.post('/v1/suspensions', { user_id }),
    ]
    for (const answer of refused) assert.deepEqual(refusal(answer), refusal.not_found)
  })

  test('with the highest role does not count as the last superadmin', async () => {
    const own = await aSpace(app)
    const chief = await aUser(app, own, { role: 'superadmin' })
    await anIntegration(app, chief)
    assert.deepEqual(refusal(await app.as(chief).delete(`/users/${chief.id}`)), [409, 'last_superadmin'])
  })

  test('cannot be invited, and its address is unusable', async () => {
    const { user_id } = await anIntegration(app, cast.superadmin)
    const [account] = await app.owner<[{ login_mail: string; password_hash: null }]>`
      select login_mail, password_hash from accounts where id = ${user_id}`
    assert.equal(account.password_hash, null)
    assert.match(account.login_mail, /\.invalid$/)
    await app.as(other_space_user).post('/users/invitation', { invitations: [{ email: account.login_mail }] })
    const [there] = await app.owner`select from users where group_id = ${elsewhere} and id = ${user_id}`
    assert.equal(there, undefined)
  })
})

describe('an integration that signs users in', () => {
  test('requires PKCE and uses RS256 by default, and both can be changed', async () => {
    const { id, ...made } = (await make(cast.admin)).body.data
    assert.deepEqual([made.pkce_required, made.id_token_signed_response_alg], [true, 'RS256'])
    const changes = { pkce_required: false, id_token_signed_response_alg: 'ES256' }
    const changed = (await change(cast.admin, id, changes)).body.data
    assert.deepEqual([changed.pkce_required, changed.id_token_signed_response_alg], [false, 'ES256'])
    await change(cast.admin, id, { name: 'Other' })
    assert.deepEqual([(await read(id)).pkce_required, (await read(id)).name], [false, 'Other'])
    const other = (await make(cast.admin, changes)).body.data
    assert.deepEqual([other.pkce_required, other.id_token_signed_response_alg], [false, 'ES256'])
    const open = (await make(cast.admin, { public: true })).body.data
    const opened = await change(cast.admin, open.id, { pkce_required: false })
    const closed = await make(cast.admin, { public: true, pkce_required: false })
    for (const answer of [opened, closed]) assert.deepEqual(refusal(answer), refusal.at('body.data.pkce_required'))
  })

  test('needs no permission when it only signs users in', async () => {
    const made = await make(cast.admin, { scopes: [] })
    assert.deepEqual([made.status, made.body.data.scopes], [200, []])
  })
})

// Uses the real authorization server: changes of integrations take effect there, too.

test('an integration that acts only for users, or has no secret, gets no token for itself', async () => {
  const redirect_uris = [loopback]
  for (const settings of [{ redirect_uris }, { redirect_uris, public: true }]) {
    const { client_id, secret } = await anIntegration(app, cast.admin, settings)
    const self = { grant_type: 'client_credentials', client_id, ...(secret && { client_secret: secret }) }
    const { status } = await requestTokens(app, self)
    assert.ok(status === 400 || status === 401, String(status))
  }
})

describe('an integration that acts for users', () => {
  const aSurvey = () =>
    anIntegration(app, cast.admin, { name: 'Survey', public: true, redirect_uris: [loopback], scopes: ['teams:read'] })
  const scope = 'openid offline_access teams:read'
  const renew = (client_id: string, refresh_token: string) => renewTokens(app, { refresh_token }, { client_id })

  test('is listed for the user who authorised it, and ending it there revokes its access and refresh tokens', async () => {
    const { client_id } = await aSurvey()
    const { access_token, refresh_token } = await tokensFor(app, cast.manager, { client_id, scope })
    assert.ok(await works(access_token))
    const { data } = (await app.as(cast.manager).get('/v1/grants')).body
    const [grant] = data.filter((one: { client_id: string }) => one.client_id === client_id)
    assert.deepEqual([grant.name, grant.scopes.includes('teams:read')], ['Survey', true])
    assert.equal((await app.as(cast.manager).delete(`/v1/grants/${grant.id}`)).status, 200)
    assert.ok(!(await works(access_token)))
    assert.equal((await renew(client_id, refresh_token)).status, 400)
  })

  test('that was ended cannot refresh its tokens', async () => {
    const { client_id, id } = await aSurvey()
    const { access_token, refresh_token } = await tokensFor(app, cast.manager, { client_id, scope })
    await app.as(cast.admin).delete(`/v1/integrations/${id}`)
    assert.ok(!(await works(access_token)))
    assert.equal((await renew(client_id, refresh_token)).status, 401)
  })
})
