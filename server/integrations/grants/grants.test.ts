import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { anIntegration, aSession, withAccessToken } from '../../test/integrations.ts'
import { aSpace, aUser, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const [space, elsewhere] = [await aSpace(app), await aSpace(app)]
const admin = await aUser(app, space, { role: 'admin' })
const survey = await anIntegration(app, admin, { name: 'Survey', redirect_uris: ['https://example.org/back'] })

const list = async (as: Person) => (await app.as(as).get('/v1/grants')).body
const works = async (person: { token: string }) => (await app.as(person).get('/me')).status === 200

/** Authorises the survey for this user, and returns its token. */
async function authorise(person: Person) {
  const { client_id } = survey
  const { grant, grant_id } = await aSession(app, person, { client_id, scope: 'openid offline_access teams:read' })
  return { grant_id, through: await withAccessToken(app, person, { client_id, scopes: ['teams:read'], grant }) }
}

describe('grants', () => {
  test('a user sees the applications they authorised, by name, with their scopes', async () => {
    const person = await aUser(app, space)
    const { grant_id } = await authorise(person)
    const { data, total } = await list(person)
    const { id, name, client_id, scopes, current } = data[0]
    assert.deepEqual([total, id, name, client_id], [1, grant_id, 'Survey', survey.client_id])
    assert.deepEqual([scopes, current], [['openid', 'offline_access', 'teams:read'], false])
  })

  test('include the console, marked as the current one', async () => {
    const person = await aUser(app, space)
    const { grant } = await aSession(app, person)
    const [own] = (await list(await withAccessToken(app, person, { grant }))).data
    assert.deepEqual([own.name, own.current], ['Muster', true])
  })

  test('ending one revokes its tokens at once, and keeps those of others', async () => {
    const [person, other] = [await aUser(app, space), await aUser(app, space)]
    const [mine, theirs] = [await authorise(person), await authorise(other)]
    assert.ok((await works(mine.through)) && (await works(theirs.through)))
    const answers = await Promise.all([1, 2].map(() => app.as(person).delete(`/v1/grants/${mine.grant_id}`)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404], 'one of two at the same moment')
    assert.ok(!(await works(mine.through)) && (await works(theirs.through)) && (await works(person)))
    const left = await app.owner<{ kind: string }[]>`select kind from oidc_records where user_id = ${person.id}`
    assert.deepEqual([...left], [{ kind: 'Session' }], 'what renews it is gone too')
    assert.equal((await list(person)).total, 0)
    const [entry] = await app.owner<[{ details: object }]>`
      select details from audit_log where kind = 'grant.ended' and subject_id = ${mine.grant_id}`
    assert.deepEqual(entry.details, { client_id: survey.client_id, name: 'Survey' })
  })

  test('of other users or spaces can be neither seen nor ended', async () => {
    const person = await aUser(app, space)
    const { grant_id, through } = await authorise(person)
    const there = await aUser(app, elsewhere, { mail: person.mail })
    for (const other of [admin, there, await aUser(app, space, { role: 'superadmin' })]) {
      assert.equal((await list(other)).total, 0)
      assert.deepEqual(refusal(await app.as(other).delete(`/v1/grants/${grant_id}`)), refusal.not_found)
    }
    assert.ok(await works(through))
  })

  test('of an ended integration are not listed', async () => {
    const person = await aUser(app, space)
    const own = await anIntegration(app, admin, { redirect_uris: ['https://example.org/back'] })
    const { client_id } = own
    await aSession(app, person, { client_id })
    assert.equal((await list(person)).total, 1)
    await app.as(admin).delete(`/v1/integrations/${own.id}`)
    assert.equal((await list(person)).total, 0)
  })
})
