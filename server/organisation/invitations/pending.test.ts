import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sendInOrder } from '../../test/concurrency.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpaceWithEveryRole, invitationRequests } from '../../test/invitations.ts'
import { anInvitation, aUser } from '../../test/people.ts'
import { lockMembers } from '../core/roles.ts'

const app = await startTestApp()
const { space, cast, elsewhere, stranger, roles } = await aSpaceWithEveryRole(app)
const { invite, pendingOf } = invitationRequests(app)

describe('permission to invite', () => {
  test('admins have it with any role up to their own, managers with the role of type user only', async () => {
    const above = [403, 403, 403]
    for (const [who, expected] of [
      [cast.superadmin, [200, 200, 200, 200]],
      [cast.admin, [200, 200, 200, 403]],
      [cast.manager, [200, ...above]],
    ] as const)
      for (const [index, name] of (['user', 'manager', 'admin', 'superadmin'] as const).entries()) {
        const email = `${name}-by-${who.role_id}@example.org`
        assert.equal((await invite(who, { email, role_id: roles[name] })).status, expected[index], email)
      }
    assert.equal((await invite(cast.manager, { email: 'by-manager@example.org' })).status, 200)
  })

  test('an admin with a token limited to inviting has it, with the role of type user', async () => {
    const narrow = await aUser(app, space, { role: 'admin', scopes: ['users:invite'] })
    assert.equal((await invite(narrow, { email: 'narrow@example.org' })).status, 200)
    assert.equal((await invite(narrow, { email: 'narrow@example.org', role_id: roles.manager })).status, 403)
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
    const still = (await pendingOf(cast.admin)).find(one => one.id === id)
    assert.deepEqual(still, body.data.invitations)
  })

  test('are paged', async () => {
    const { body } = await app.as(cast.admin).get('/users/invitation?limit=2&offset=1')
    assert.deepEqual(body.data.invitations, (await pendingOf(cast.admin)).slice(1, 3))
    assert.equal((await app.as(cast.admin).get('/users/invitation?limit=0')).status, 422)
  })

  test('can be cancelled once, and then their link is invalid', async () => {
    const path = await anInvitation(app, cast.admin, 'cancel@example.org')
    const { id } = (await pendingOf(cast.admin)).find(one => one.email === 'cancel@example.org')
    const { body } = await app.as(cast.admin).delete(`/users/invitation/${id}`)
    const { status, data } = body
    assert.deepEqual([status, Object.keys(data), typeof data.message], ['success', ['message'], 'string'])
    assert.equal((await app.as().get(path)).status, 404)
    assert.ok(!(await pendingOf(cast.admin)).some(one => one.id === id))
    assert.equal((await app.as(cast.admin).delete(`/users/invitation/${id}`)).status, 404)
  })

  test('do not include members: these cannot be cancelled', async () => {
    const person = await aUser(app, elsewhere)
    const { id } = (await invite(cast.admin, { email: person.mail })).body.data.invitations
    assert.equal((await app.as(cast.admin).delete(`/users/invitation/${id}`)).status, 404)
    for (const bad of ['0', 'x', '1.5'])
      assert.equal((await app.as(cast.admin).delete(`/users/invitation/${bad}`)).status, 422)
  })
})

test('an invitation stores and shows the mobile phone sent with it', async () => {
  const email = 'mobile@example.org'
  const mobile_phone = '+33 6 12 34 56 78'
  for (const request of [{ email, mobile_phone }, { email }])
    assert.equal((await invite(cast.admin, request)).body.data.invitations.mobile_phone, mobile_phone)
  assert.equal((await pendingOf(cast.admin)).find(one => one.email === email).mobile_phone, mobile_phone)
  assert.equal((await invite(cast.admin, { email, mobile_phone: 6 })).status, 422)
})

test('an invitation concurrent with a declined one comes after it: the user gets a new working link', async () => {
  const person = await aUser(app, elsewhere)
  const link = await anInvitation(app, cast.admin, person.mail)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answers = await sendInOrder(app, sql => lockMembers(sql, space), [
    () => app.as().send('POST', link, { body: 'answer=decline', headers }),
    () => invite(cast.admin, { email: person.mail }),
  ])
  for (const { status } of answers) assert.equal(status, 200)
  const [row] = await app.owner`
    select u.deleted_at, u.pending_since is not null as pending, (
      select count(*)::int from invitation_links l
      join invitations i on i.group_id = ${space} and i.id = l.invitation_id and i.user_id = u.id
      where l.group_id = ${space}) as links
    from users u where u.group_id = ${space} and u.id = ${person.id}`
  assert.deepEqual({ ...row }, { deleted_at: null, pending: true, links: 1 })
})
