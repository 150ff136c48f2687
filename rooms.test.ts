import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, test } from 'node:test'

// Which part of the server may import which. ARCHITECTURE.md draws the same picture.

const files = globSync('server/**/*.ts')
  .filter(file => !/\.test\.ts$|^server\/test\//.test(file))
  .sort()

/** A wing is a part of the domain: `core/` holds what its resources share, every other folder is one resource. */
const wings: Record<string, string[]> = {
  organisation: [],
  integrations: ['organisation/core', 'organisation/schema'],
  contacts: ['organisation/core'],
  money: ['organisation/core', 'contacts/core'],
  field: ['organisation/core', 'organisation/schema', 'contacts/core', 'contacts/engine'],
}

/**
 * Contacts know nothing of payments and visits, except here. The wing that owns the fact offers the SQL in its core, and the importing file is named.
 */
const exceptions: Record<string, string[]> = {
  'server/contacts/core/bulk.ts': ['money/core'],
  'server/contacts/core/write.ts': ['money/core'],
  'server/contacts/core/read.ts': ['field/core'],
  'server/contacts/contacts/timeline_queries.ts': ['field/core'],
  'server/contacts/find/queries.ts': ['field/core'],
  'server/contacts/merges/queries.ts': ['money/core'],
  'server/contacts/search/engine/compile.ts': ['money/core'],
  'server/contacts/merges/record.ts': ['money/core'],
  'server/contacts/merges/undo_queries.ts': ['money/core'],
  'server/contacts/privacy_requests/erasure_queries.ts': ['money/core'],
  'server/contacts/tags/schema.ts': ['integrations/schema'],
}

const shared = ['access', 'csv', 'db', 'errors', 'events', 'fields', 'http', 'json']
const everyWing = Object.keys(wings).flatMap(wing => ['core', 'schema', 'resource'].map(part => `${wing}/${part}`))

/** The rooms outside the wings, and what each may import. Files at the top of server/ are rooms of their own. */
const rooms: Record<string, string[]> = {
  machine: [],
  config: ['machine'],
  csv: [],
  currencies: [],
  documentation: [],
  errors: [],
  json: [],
  poll_loop: [],
  fields: ['currencies'],
  log: ['config'],
  db: ['config', 'errors', 'json', 'machine'],
  access: ['db', 'errors'],
  mail: ['config', 'db', 'poll_loop'],
  events: ['access', 'db', 'errors', 'fields', 'mail', 'poll_loop'],
  http: ['access', 'currencies', 'db', 'documentation', 'errors', 'events', 'fields', 'json'],
  jobs: ['access', 'db', 'errors', 'poll_loop'],
  system: ['db', 'errors', 'http'],
  backup: ['config', 'db', 'errors'],
  console: ['errors', 'http'],
  sign_in: ['access', 'db', 'errors', 'fields', 'http', 'json', 'mail', 'organisation/core'],
  create_space: ['db', 'money/core', 'organisation/core'],
  demo: ['access', 'config', 'create_space', 'db', 'fields', ...everyWing],
  housekeeping: ['access', 'contacts/core', 'contacts/resource', 'db', 'events', 'http', 'mail', 'money/core'],
  app: [
    'access',
    'config',
    'console',
    'db',
    'errors',
    'events',
    'housekeeping',
    'http',
    'jobs',
    'mail',
    'sign_in',
    'system',
  ].concat(everyWing),
  process: ['app', 'backup', 'config', 'db', 'demo', 'http', 'log', 'mail', 'sign_in'],
  main: ['config', 'db', 'http', 'log', 'process'],
}

/** What a file may import beside its own folder. */
function allowedFor(file: string) {
  const room = roomOf(file)
  const [wing = '', part] = room.split('/')
  const others = wings[wing]
  if (!others || !part) return rooms[room]
  const own = { core: ['core', 'schema'], schema: ['core', 'engine', 'schema'], engine: ['core', 'engine'] }[part]
  const inside = (own ?? ['core', 'engine', 'schema']).map(part => `${wing}/${part}`)
  const jobs = part === 'resource' ? ['jobs', 'mail'] : []
  return [...shared, ...jobs, ...inside, ...others, ...(exceptions[file] ?? [])]
}

/** `contacts/core`, `contacts/engine` (of the search), `contacts/schema` (a resource's shapes), `contacts/resource`, or a room outside the wings. */
function roomOf(file: string) {
  const [top = '', second = '', third = '', fourth] = file.replace(/\.ts$/, '').split('/').slice(1)
  if (file === 'server/process/housekeeping.ts') return 'housekeeping'
  if (!wings[top]) return top
  if (second === 'core') return `${top}/core`
  if (fourth) return `${top}/${third}`
  return `${top}/${third === 'schema' ? 'schema' : 'resource'}`
}

const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, target = '']) =>
    posix.join(posix.dirname(file), target),
  )

/** One room is one folder, except that every resource of a wing is a room of its own. */
function isSameRoom(file: string, target: string) {
  const room = roomOf(file)
  return room.endsWith('/resource') || room.endsWith('/schema')
    ? posix.dirname(file) === posix.dirname(target)
    : room === roomOf(target)
}

describe('rooms', () => {
  test('every file of the server stands in a room that has rules', () => {
    for (const file of files) assert.ok(allowedFor(file), `${file}: add its room "${roomOf(file)}" to rooms.test.ts`)
  })

  test('imports run one way', () => {
    const wrong = files.flatMap(file =>
      importsOf(file)
        .filter(target => !isSameRoom(file, target) && !allowedFor(file)?.includes(roomOf(target)))
        .map(target => `${file} must not import ${target}`),
    )
    assert.deepEqual(wrong, [])
  })

  test('every wing has nothing but a core and its resources', () => {
    for (const file of files.filter(file => wings[file.split('/')[1] ?? '']))
      assert.ok(file.split('/').length >= 4, `${file} lies loose in its wing`)
  })

  test('every exception is needed', () => {
    for (const [file, allowed] of Object.entries(exceptions))
      for (const room of allowed)
        assert.ok(files.includes(file) && importsOf(file).some(target => roomOf(target) === room), `${file} → ${room}`)
  })
})
