import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aCast, anInvitation, aSpace, aUser, roleId } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app, 'Two Rivers')
const cast = await aCast(app, space)
const elsewhere = await aSpace(app, 'Elsewhere')
const stranger = await aUser(app, elsewhere, { role: 'superadmin' })
const roles = {
  superadmin: await roleId(app, space, 'superadmin'),
  admin: await roleId(app, space, 'admin'),
  manager: await roleId(app, space, 'manager'),
  user: await roleId(app, space, 'user'),
}

type Token = { token: string }
const invite = (who: Token | undefined, ...invitations: unknown[]) =>
  app.as(who).post('/users/invitation', { invitations })
const pendingOf = async (who: Token) =>
  (await app.as(who).get('/users/invitation?limit=1000')).body.data.invitations as any[]

/** How much is stored of all that an invitation may write. */
const stored = async () =>
  (
    await app.owner`
  select (select count(*)::int from invitations) as invitations, (select count(*)::int from invitation_links) as links,
    (select count(*)::int from users) as users, (select count(*)::int from accounts) as accounts,
    (select count(*)::int from mail_outbox) as mails`
  )[0]

describe('who may invite', () => {
  test('is an admin, with any role up to their own', async () => {
    for (const name of ['admin', 'manager', 'user'] as const) {
      assert.equal(
        (await invite(cast.admin, { email: `${name}-by-admin@example.org`, role_id: roles[name] })).status,
        200,
      )
    }
    assert.equal((await invite(cast.admin, { email: 'above@example.org', role_id: roles.superadmin })).status, 403)
    assert.equal((await invite(cast.superadmin, { email: 'boss@example.org', role_id: roles.superadmin })).status, 200)
  })

  test('is a manager, with the role of type user only', async () => {
    assert.equal((await invite(cast.manager, { email: 'by-manager@example.org' })).status, 200)
    assert.equal((await invite(cast.manager, { email: 'by-manager@example.org', role_id: roles.user })).status, 200)
    for (const name of ['manager', 'admin', 'superadmin'] as const) {
      assert.equal(
        (await invite(cast.manager, { email: 'by-manager@example.org', role_id: roles[name] })).status,
        403,
        name,
      )
    }
  })

  test('is nobody with the role user, and nobody without a token', async () => {
    const { body } = await invite(cast.admin, { email: 'guarded@example.org' })
    const before = await stored()
    for (const [who, status] of [
      [cast.user, 403],
      [undefined, 401],
    ] as const) {
      assert.equal((await invite(who, { email: 'nobody@example.org' })).status, status)
      assert.equal((await app.as(who).get('/users/invitation')).status, status)
      assert.equal((await app.as(who).delete(`/users/invitation/${body.data.invitations.id}`)).status, status)
    }
    assert.deepEqual(await stored(), before)
  })

  test('is an admin with a token made for inviting only, with the role of type user', async () => {
    const narrow = await aUser(app, space, { role: 'admin', scopes: ['users:invite'] })
    assert.equal((await invite(narrow, { email: 'narrow@example.org' })).status, 200)
    assert.equal((await invite(narrow, { email: 'narrow@example.org', role_id: roles.manager })).status, 403)
    const without = await aUser(app, space, { role: 'admin', scopes: ['users:read'] })
    assert.equal((await invite(without, { email: 'narrow@example.org' })).status, 403)
  })
})

describe('pending invitations', () => {
  test('belong to their space: another one neither lists nor cancels them', async () => {
    const { body } = await invite(cast.admin, { email: 'ours@example.org' })
    const { id } = body.data.invitations
    const theirs = (await invite(stranger, { email: 'ours@example.org' })).body.data.invitations
    assert.deepEqual(await pendingOf(stranger), [theirs])
    assert.notEqual(theirs.id, id)
    assert.equal((await app.as(stranger).delete(`/users/invitation/${id}`)).status, 404)
    assert.deepEqual(
      (await pendingOf(cast.admin)).find(one => one.id === id),
      body.data.invitations,
    )
  })

  test('are listed page by page', async () => {
    const { body } = await app.as(cast.admin).get('/users/invitation?limit=2&offset=1')
    assert.deepEqual(body.data.invitations, (await pendingOf(cast.admin)).slice(1, 3))
    assert.equal((await app.as(cast.admin).get('/users/invitation?limit=0')).status, 422)
  })

  test('can be cancelled once, and then their link leads nowhere', async () => {
    const path = await anInvitation(app, cast.admin, 'cancel@example.org')
    const { id } = (await pendingOf(cast.admin)).find(one => one.email === 'cancel@example.org')
    const { body } = await app.as(cast.admin).delete(`/users/invitation/${id}`)
    assert.deepEqual(
      [body.status, Object.keys(body.data), typeof body.data.message],
      ['success', ['message'], 'string'],
    )
    assert.equal((await app.as().get(path)).status, 404)
    assert.ok(!(await pendingOf(cast.admin)).some(one => one.id === id))
    assert.equal((await app.as(cast.admin).delete(`/users/invitation/${id}`)).status, 404)
  })

  test('are not those of people who are in: these cannot be cancelled', async () => {
    const person = await aUser(app, elsewhere)
    const { id } = (await invite(cast.admin, { email: person.mail })).body.data.invitations
    assert.equal((await app.as(cast.admin).delete(`/users/invitation/${id}`)).status, 404)
    for (const bad of ['0', 'x', '1.5'])
      assert.equal((await app.as(cast.admin).delete(`/users/invitation/${bad}`)).status, 422)
  })
})
