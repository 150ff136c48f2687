import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allPermissions } from '../server/access/permissions.ts'
import {
  choiceOf,
  groupsWith,
  type Permission,
  permission_groups,
  presets,
  sensitive,
} from './src/components/permission_groups.ts'
import { permissions as english } from './src/translations/en/permissions.ts'
import { permissions as french } from './src/translations/fr/permissions.ts'

test('every permission of the server is in one group, and has a name and a sentence in both languages', () => {
  const grouped = Object.values(permission_groups).flat()
  assert.deepEqual([...grouped].sort(), [...allPermissions].sort())
  for (const permissions of [english, french]) {
    assert.deepEqual(Object.keys(permissions.name).sort(), [...allPermissions].sort())
    assert.deepEqual(Object.keys(permissions.about).sort(), [...allPermissions].sort())
    for (const sentence of Object.values(permissions.about)) assert.match(sentence, /^\p{Lu}.*\.$/u)
    assert.deepEqual(Object.keys(permissions.group), Object.keys(permission_groups))
    assert.deepEqual(Object.keys(permissions.preset), Object.keys(presets))
  }
})

test('presets name permissions that exist, and tick only what the user may give', () => {
  for (const words of [...Object.values(presets), sensitive])
    for (const word of words ?? []) assert.ok(allPermissions.includes(word as Permission), word)
  const allowed: Permission[] = ['finance:read', 'teams:read']
  assert.deepEqual(choiceOf('everything', allowed), allowed)
  assert.deepEqual(choiceOf('treasurer', allowed), ['finance:read'])
  assert.ok(choiceOf('read_only', [...allPermissions]).every(word => word.endsWith(':read')))
})

test('permissions are listed by group, without empty groups', () => {
  assert.deepEqual(groupsWith(['finance:read', 'users:read', 'catalogue:read']), [
    { name: 'people', permissions: ['users:read'] },
    { name: 'money', permissions: ['catalogue:read', 'finance:read'] },
  ])
})
