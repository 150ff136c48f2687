import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { anIntegration, aServiceAccountToken, withAccessToken } from '../../test/integrations.ts'
import { aSpace, aUser, aUserPerRole, refusal } from '../../test/people.ts'

const app = await startTestApp()
const [space, elsewhere] = [await aSpace(app, 'Here'), await aSpace(app, 'There')]
const cast = await aUserPerRole(app, space)
const other_space_user = await aUser(app, elsewhere, { role: 'superadmin' })

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
