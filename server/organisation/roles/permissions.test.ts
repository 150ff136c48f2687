import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Permission, permissionsOf } from '../../access/permissions.ts'
import { startTestApp } from '../../test/harness.ts'
import { withAccessToken } from '../../test/integrations.ts'
import { aSpace, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)

const entries = (subject: string, subject_id: number) =>
  app.owner<{ kind: string; user_id: number; details: any }[]>`
    select kind, user_id, details from audit_log
    where group_id = ${space} and subject = ${subject} and subject_id = ${subject_id} order by id`

let made = 0
async function aRole(permissions: Permission[], more: object = {}) {
  const name = `Role ${++made}`
  const { body, text } = await app.as(cast.superadmin).post('/roles', { name, rank: 25, permissions, ...more })
  assert.ok(body.data?.id, text)
  return body.data as { id: number; name: string; order: number; rank: number; permissions: Permission[] }
}
const whoHas = async (permissions: Permission[], more?: object) => {
  const role = await aRole(permissions, more)
  return { role, person: await aUser(app, space, { role: role.name }) }
}
const permissionsIn = async (person: Person) => (await app.as(person).get('/me')).body.data.permissions

describe('the permissions of a role', () => {
  test('are shown for every role, the built-in ones included, and are what its users may do', async () => {
    const { role, person } = await whoHas(['finance:read', 'teams:read'])
    const { roles } = (await app.as(cast.user).get('/roles')).body.data
    const shown = Object.fromEntries(roles.map((one: any) => [one.name, one.permissions]))
    for (const [type, list] of Object.entries(permissionsOf)) assert.deepEqual(shown[type], list)
    assert.deepEqual(shown[role.name], ['finance:read', 'teams:read'])
    assert.deepEqual(await permissionsIn(person), ['finance:read', 'teams:read'])
    assert.equal((await app.as(person).get('/v1/transaction_bundles')).status, 200)
    assert.equal((await app.as(person).get('/contacts')).status, 403)
  })

  test('no user can add a permission that they do not have, least of all to their own role', async () => {
    const held: Permission[] = ['roles:write', 'roles:assign', 'teams:read']
    const { role, person } = await whoHas(held)
    const lesser = await aRole(['teams:read'], { rank: 30 })
    for (const { id } of [role, lesser]) {
      const greedy = await app.as(person).patch(`/roles/${id}`, { permissions: [...held, 'finance:read'] })
      assert.deepEqual(refusal(greedy), refusal.forbidden)
      assert.deepEqual(refusal(await app.as(person).patch(`/roles/${id}`, { rank: 20 })), refusal.forbidden)
    }
    assert.deepEqual((await permissionsIn(person)).sort(), held.sort())
    assert.equal((await app.as(person).patch(`/roles/${lesser.id}`, { permissions: [] })).status, 200)
  })

  test('no user can assign a role with more permissions than their own, whatever its rank', async () => {
    const { person } = await whoHas(['roles:assign', 'users:read', 'teams:read'], { rank: 15 })
    const rich = await aRole(['finance:read'], { rank: 35 })
    const target = await aUser(app, space)
    const give = await app.as(person).patch('/users/role', { user_id: target.id, role_id: rich.id })
    assert.deepEqual(refusal(give), refusal.forbidden)
    const body = { invitations: [{ email: 'new@example.org', role_id: rich.id }] }
    assert.deepEqual(refusal(await app.as(person).post('/users/invitation', body)), refusal.forbidden)
  })

  test('a limited token grants no more than its scopes', async () => {
    const narrow = await aUser(app, space, { role: 'superadmin', scopes: ['roles:write', 'roles:assign'] })
    const role = { name: 'Wide', permissions: ['finance:read'] }
    assert.deepEqual(refusal(await app.as(narrow).post('/roles', role)), refusal.forbidden)
  })
})

describe('a change of permissions', () => {
  test('is audited: who created, changed, assigned and deleted a role', async () => {
    const { role, person } = await whoHas(['teams:read'])
    await app.as(cast.superadmin).patch(`/roles/${role.id}`, { permissions: ['forms:read'] })
    const give = { user_id: person.id, role_id: cast.user.role_id }
    assert.equal((await app.as(cast.superadmin).patch('/users/role', give)).status, 200)
    assert.equal((await app.as(cast.superadmin).delete(`/roles/${role.id}`)).status, 200)
    const kinds = (await entries('role', role.id)).map(({ kind, user_id }) => [kind, user_id])
    const by = cast.superadmin.id
    assert.deepEqual(kinds, [
      ['role.made', by],
      ['role.changed', by],
      ['role.deleted', by],
    ])
    const [given] = await entries('user', person.id)
    assert.deepEqual([given?.kind, given?.details], ['user.role_changed', { from: role.name, to: 'user' }])
    await app.as(cast.superadmin).delete(`/users/${person.id}`)
    assert.equal((await entries('user', person.id)).at(-1)?.kind, 'user.removed')
  })

  test('that is refused is not audited', async () => {
    const { role } = await whoHas(['teams:read'])
    await app.as(cast.superadmin).delete(`/roles/${role.id}`)
    const [made, ...others] = await entries('role', role.id)
    assert.deepEqual([made?.kind, others], ['role.made', []])
  })

  test('needs a sign-in of the last 15 minutes when an application requests it', async () => {
    const { role, person } = await whoHas(['teams:read'])
    const late = app.as(await withAccessToken(app, cast.superadmin, { signed_in_s: 901 }))
    const answers = [
      await late.patch('/users/role', { user_id: person.id, role_id: cast.admin.role_id }),
      await late.patch(`/roles/${role.id}`, { permissions: ['finance:read'] }),
      await late.post('/users/invitation', { invitations: [{ email: 'b@example.org', role_id: cast.admin.role_id }] }),
    ]
    for (const answer of answers) assert.deepEqual(refusal(answer), [401, 'reauthentication_required'])
    assert.deepEqual(await permissionsIn(person), ['teams:read'])
    assert.equal((await late.post('/users/invitation', { invitations: [{ email: 'b@example.org' }] })).status, 200)
    const fresh = app.as(await withAccessToken(app, cast.superadmin))
    assert.equal((await fresh.patch(`/roles/${role.id}`, { permissions: ['forms:read'] })).status, 200)
  })
})

test('`order` of every custom role is 0 and ignored in requests; `rank` decides', async () => {
  const role = await aRole([], { order: 1, rank: 25 })
  assert.deepEqual([role.order, role.rank], [0, 25])
  const { body } = await app.as(cast.superadmin).patch(`/roles/${role.id}`, { order: 3, rank: 26 })
  assert.deepEqual([body.data.order, body.data.rank], [0, 26])
  const plain = await app.as(cast.superadmin).post('/roles', { name: 'Without a rank', order: 2 })
  assert.deepEqual([plain.body.data.order, plain.body.data.rank], [0, 40])
})
