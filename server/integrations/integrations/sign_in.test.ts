import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { anIntegration } from '../../test/integrations.ts'
import { aSpace, aUserPerRole } from '../../test/people.ts'
import { aUserWithPassword, Browser, loopback, requestTokens, setPasswords, tokensFor } from '../../test/sign_in.ts'

// Uses the real authorization server: changes of integrations take effect there, too.

const app = await startTestApp()
const space = await aSpace(app, 'Two Rivers')
const cast = await aUserPerRole(app, space)
await setPasswords(app, cast.manager)

const basic = (client_id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${client_id}:${secret}`).toString('base64')}`,
})
const getToken = ({ client_id, secret }: { client_id: string; secret: string }, fields: Record<string, string> = {}) =>
  requestTokens(app, { grant_type: 'client_credentials', ...fields }, basic(client_id, secret))
const works = async (token: string) => (await app.as({ token }).get('/me')).status === 200

describe('an integration that acts on its own', () => {
  test('gets a token for its secret, with all its scopes or fewer', async () => {
    const scopes = ['teams:read', 'users:read']
    const website = await anIntegration(app, cast.admin, { name: 'Website', scopes })
    const { status, body } = await getToken(website)
    assert.equal(status, 200)
    assert.match(body.access_token, /^mus_a_/)
    const me = (await app.as({ token: body.access_token }).get('/me')).body.data
    assert.deepEqual([me.user.id, me.permissions], [website.user_id, scopes])
    assert.equal((await getToken(website)).body.scope, scopes.join(' '))
    const less = (await getToken(website, { scope: 'teams:read' })).body.access_token
    assert.deepEqual((await app.as({ token: less }).get('/me')).body.data.permissions, ['teams:read'])
    assert.equal((await getToken(website, { scope: 'finance:read' })).status, 400)
  })

  test('that acts only for users, or has no secret, gets no token for itself', async () => {
    const redirect_uris = [loopback]
    for (const settings of [{ redirect_uris }, { redirect_uris, public: true }]) {
      const { client_id, secret } = await anIntegration(app, cast.admin, settings)
      const self = { grant_type: 'client_credentials', client_id, ...(secret && { client_secret: secret }) }
      const { status } = await requestTokens(app, self)
      assert.ok(status === 400 || status === 401, String(status))
    }
  })
})

describe('an integration that acts for users', () => {
  const aSurvey = () =>
    anIntegration(app, cast.admin, { name: 'Survey', public: true, redirect_uris: [loopback], scopes: ['teams:read'] })
  const scope = 'openid offline_access teams:read'
  const renew = (client_id: string, refresh_token: string) =>
    requestTokens(app, { grant_type: 'refresh_token', client_id, refresh_token })

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

  test('tokens of a suspended user are refused, and cannot be refreshed', async () => {
    const person = await aUserWithPassword(app, [space])
    const { client_id } = await aSurvey()
    const { access_token, refresh_token } = await tokensFor(app, person, { client_id, scope })
    await app.as(cast.admin).post('/v1/suspensions', { user_id: person.id })
    assert.ok(!(await works(access_token)))
    assert.notEqual((await renew(client_id, refresh_token)).status, 200)
  })
})

describe('a sign-in session', () => {
  test('is listed with its browser; ending it revokes the tokens of the command line too', async () => {
    const person = await aUserWithPassword(app, [space])
    const browser = new Browser(app.url)
    const { access_token } = await tokensFor(app, person, { browser, scope: 'openid tokens:write' })
    const here = app.as({ token: access_token })
    const { sessions } = (await here.get('/v1/sessions')).body.data
    assert.deepEqual([sessions.length, sessions[0].agent, sessions[0].current], [1, 'Browser of a test', true])
    assert.equal((await here.delete('/v1/sessions')).body.data.ended, 0)
    assert.equal((await app.as(person).delete(`/v1/sessions/${sessions[0].id}`)).status, 200)
    assert.ok(!(await works(access_token)))
    assert.equal((await app.as(person).get('/v1/sessions')).body.data.sessions.length, 0)
  })

  test('that has just begun allows a token for a script', async () => {
    const person = await aUserWithPassword(app, [space])
    const { access_token } = await tokensFor(app, person, { scope: 'openid tokens:write' })
    const made = await app.as({ token: access_token }).post('/v1/tokens', { name: 'Script' })
    assert.equal(made.status, 200)
    assert.deepEqual(made.body.data.scopes, ['tokens:write'])
    await app.owner`update tokens set authenticated_at = now() - interval '16 minutes' where user_id = ${person.id}`
    await app.as(cast.admin).post('/v1/suspensions', { user_id: person.id })
    await app.as(cast.admin).delete(`/v1/suspensions/${person.id}`)
    assert.equal((await app.as({ token: access_token }).post('/v1/tokens', { name: 'Script' })).status, 401)
  })
})
