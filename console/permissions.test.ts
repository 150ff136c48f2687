import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allPermissions } from '../server/access/permissions.ts'
import { importWithoutScreens } from '../server/test/browser_globals.ts'
import {
  choiceOf,
  groupsWith,
  type Permission,
  permission_groups,
  presets,
  sensitive,
} from './src/components/permission_groups.ts'
import { allQueueKinds, queueKinds } from './src/home/queue.ts'
import { eventChoices, presetChoices } from './src/integrations/webhooks/events.ts'
import { sectionsFor } from './src/settings/sections.ts'
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

type Offer = (may: (...needed: string[]) => boolean, path?: string) => { name: string }[]
type Offers = Record<'menuFor' | 'entriesFor' | 'creationsFor', Offer>

test('a user is offered the pages, forms, queues, settings and events that they have the permissions for', async () => {
  // Not as literals: this folder is checked without JSX.
  const modules = ['menu', 'creations'].map(name => `./src/shell/${name}.ts`)
  const { menuFor, entriesFor, creationsFor } = await importWithoutScreens(
    async (): Promise<Offers> => Object.assign({}, ...(await Promise.all(modules.map(module => import(module))))),
  )
  const offered = (...own: string[]) => {
    const may = (...needed: string[]) => needed.every(one => own.includes(one))
    return {
      menu: menuFor(may).map(({ name }) => name),
      pages: entriesFor(may).map(({ name }) => name),
      forms: creationsFor(may, '/teams').map(({ name }) => name),
      queues: allQueueKinds.filter(kind => may(...queueKinds[kind].needs)),
      settings: sectionsFor(may).length,
      presets: presetChoices(eventChoices(may)).map(({ name, types }) => `${name} ${types.length}`),
    }
  }
  const { settings, ...volunteer } = offered()
  const everyones = ['home', 'tasks', 'field', 'settings']
  const own = { menu: everyones, pages: everyones, forms: [], queues: ['doors', 'tasks'], presets: [] }
  assert.deepEqual(volunteer, own)
  assert.deepEqual(offered('finance:read', 'contacts:write').menu, everyones, 'payments need the catalogue too')
  const treasurer = offered('finance:read', 'finance:write', 'catalogue:read')
  assert.deepEqual(treasurer.menu, ['home', 'tasks', 'field', 'payments', 'settings'])
  assert.deepEqual(treasurer.queues, ['bank', 'to_check', 'warnings', 'unpaid', 'doors', 'tasks'])
  assert.deepEqual([treasurer.pages.includes('bank'), treasurer.forms], [true, ['payment']])
  assert.deepEqual(offered('finance:read', 'catalogue:read').forms, [])
  assert.deepEqual(treasurer.presets, ['payments 3'])
  const all = offered(...allPermissions)
  assert.deepEqual(all.forms, ['team', 'contact', 'payment', 'task', 'action', 'import', 'invitation'])
  assert.deepEqual([all.queues, all.presets], [allQueueKinds, ['payments 3', 'contacts 7', 'field 9']])
  assert.ok(settings < treasurer.settings && treasurer.settings < all.settings)
})
