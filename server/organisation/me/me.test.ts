import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allPermissions, permissionsOf } from '../../access/permissions.ts'
import { keysOf, startTestApp } from '../../test/harness.ts'
import { aSpace, aUser, aUserPerRole } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app, 'Home', 'fr')
const cast = await aUserPerRole(app, space)

test('returns the caller, their space, role and permissions', async () => {
  const { status, body } = await app.as(cast.user).get('/me')
  assert.deepEqual([status, keysOf(body), body.status], [200, ['data', 'status'], 'success'])
  const { user, ...rest } = body.data
  assert.deepEqual(user, (await app.as(cast.user).get(`/users/${cast.user.id}`)).body.data.User)
  const here = { id: space, name: 'Home', locale: 'fr', time_zone: 'Europe/Paris' }
  const role = { id: cast.user.role_id, name: 'user', type: 'user', order: 4, rank: 40 }
  assert.deepEqual(rest, { space: here, role, permissions: [...permissionsOf.user].sort(), spaces: [here] })
})

test('each of the built-in roles is told its own permissions, and a superadmin has them all', async () => {
  for (const type of ['superadmin', 'admin', 'manager', 'user'] as const) {
    const { permissions, role } = (await app.as(cast[type]).get('/me')).body.data
    assert.deepEqual([role.type, permissions], [type, [...permissionsOf[type]].sort()])
  }
  assert.deepEqual((await app.as(cast.superadmin).get('/me')).body.data.permissions, [...allPermissions].sort())
})

test('a limited token shows only what role and token allow together', async () => {
  const narrow = await aUser(app, space, { role: 'user', scopes: ['teams:read', 'finance:read'] })
  assert.deepEqual((await app.as(narrow).get('/me')).body.data.permissions, ['teams:read'])
})

test('users see their own private fields whatever their role', async () => {
  const birthdate = '1990-05-01T00:00:00.000Z'
  const home = { phone: '1', address: '1 rue', city: 'Lyon', postal: '69001', location: '1,2', birthdate }
  await app.as(cast.user).patch(`/users/${cast.user.id}`, { mail: cast.user.mail, ...home })
  const { user } = (await app.as(cast.user).get('/me')).body.data
  assert.deepEqual(user, { ...user, ...home, mail: cast.user.mail })
})

test('a user of two spaces sees both, and the data that this one has of them', async () => {
  const away = await aSpace(app, 'Away')
  const here = await aUser(app, space)
  const there = await aUser(app, away, { mail: here.mail, role: 'admin' })
  await app.as(there).patch(`/users/${there.id}`, { mail: 'away@example.org', city: 'Nice' })
  const [mine, theirs] = [(await app.as(here).get('/me')).body.data, (await app.as(there).get('/me')).body.data]
  const names = [
    { id: space, name: 'Home', locale: 'fr', time_zone: 'Europe/Paris' },
    { id: away, name: 'Away', locale: 'en', time_zone: 'UTC' },
  ]
  assert.deepEqual([mine.spaces, theirs.spaces], [names, names])
  const told = ({ space, role, user }: typeof mine) => [space.id, role.type, user.mail, user.city]
  assert.deepEqual(told(mine), [space, 'user', here.mail, ''])
  assert.deepEqual(told(theirs), [away, 'admin', 'away@example.org', 'Nice'])
})
