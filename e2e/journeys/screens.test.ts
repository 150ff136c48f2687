import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { FullSpaceIds } from '../full_space.ts'
import { peopleScreens, workScreens } from '../screens.ts'

// What `npm run torture -- screens` visits.

const ids = new Proxy({} as FullSpaceIds, { get: () => 1 })
const all = [...peopleScreens(ids), ...workScreens(ids)]
const sources = new URL('../../console/src/', import.meta.url)

test('no route is left out', () => {
  const text = read('router.tsx')
  const routes = [
    ...[...text.matchAll(/=> root,\s+path: '([^']+)'/g)].map(([, path]) => path!),
    ...[...text.matchAll(/=> settings,\s+path: '([^']+)'|settingsPart\('([^']+)'/g)].map(
      ([, path, short]) => `/settings${path ?? short}`,
    ),
  ]
  assert.equal(routes.length, text.match(/createRoute\(|settingsPart\('/g)!.length - 1, 'the router is read in full')
  const seen = all.flatMap(({ path }) => (path === undefined ? [] : [path.split('?')[0]!]))
  const shape = (route: string) => new RegExp(`^${route.replace(/\$\w+/, '\\d+').replace(/(.)\/$/, '$1')}$`)
  assert.deepEqual(
    routes.filter(route => !seen.some(path => shape(route).test(path))),
    [],
  )
})

test('no drawer, dialog or menu is left out', () => {
  const elsewhere = [
    'contacts/imports/UndoImportDialog.tsx',
    'field/action_addresses/AreaTools.tsx',
    'field/actions/DeclareVisits.tsx',
    'integrations/tokens/Tokens.tsx',
    'money/bank/desk/CloseQuestion.tsx',
    'money/transaction_settings/ValidationQuestion.tsx',
    'organisation/invitations/Invitations.tsx',
    'organisation/teams/TeamForm.tsx',
    'shell/NewVersionNotice.tsx',
    'shell/RecentSignInDialog.tsx',
  ]
  const opening = globSync('**/*.tsx', { cwd: sources })
    .filter(name => !name.startsWith('components/'))
    .filter(name => /<(Dialog|(List)?RecordDrawer|(Drawer|Modal)\.Root|(Menu|Popover)\.Dropdown)\b/.test(read(name)))
  const seen = [...all.flatMap(({ source = [] }) => source), ...elsewhere]
  assert.deepEqual(
    opening.filter(name => !seen.includes(name)),
    [],
  )
  assert.deepEqual(
    seen.filter(name => !opening.includes(name)),
    [],
    'and what is named is there',
  )
})

const read = (name: string) => readFileSync(new URL(name, sources), 'utf8')
