import assert from 'node:assert/strict'
import { posix } from 'node:path'
import { describe, test } from 'node:test'
import { areas, importsOf, product } from './source_files.ts'

// Which part of the server may import which, as drawn in ARCHITECTURE.md.

const files = product.filter(file => file.startsWith('server/'))

/** What each area may import of other areas. */
const areaImports: Record<(typeof areas)[number], string[]> = {
  organisation: [],
  integrations: ['organisation/core', 'organisation/schema'],
  contacts: ['organisation/core'],
  money: ['organisation/core', 'contacts/core'],
  field: ['organisation/core', 'organisation/schema', 'contacts/core', 'contacts/engine'],
}

/**
 * Files of contacts and the organisation that may import SQL about payments and visits. The area that owns the data offers the SQL in its core.
 * A provider is also ended by a sign-in, so its mail is in the core.
 */
const exceptions: Record<string, string[]> = {
  'server/contacts/bulk_changes/action_queries.ts': ['field/core'],
  'server/contacts/core/bulk.ts': ['money/core'],
  'server/contacts/core/write.ts': ['money/core'],
  'server/contacts/core/read_functions.ts': ['field/core'],
  'server/contacts/contacts/summary_queries.ts': ['field/core', 'money/core'],
  'server/contacts/contacts/timeline_sources_queries.ts': ['field/core', 'money/core'],
  'server/contacts/duplicates/similar_queries.ts': ['money/core'],
  'server/contacts/exports/queries.ts': ['money/core'],
  'server/contacts/find/queries.ts': ['field/core'],
  'server/contacts/merges/queries.ts': ['money/core'],
  'server/contacts/search/engine/compile.ts': ['money/core'],
  'server/contacts/merges/record.ts': ['money/core'],
  'server/contacts/merges/undo_queries.ts': ['money/core'],
  'server/contacts/privacy_requests/erasure_queries.ts': ['money/core'],
  'server/contacts/tags/schema.ts': ['integrations/schema'],
  'server/integrations/activity/queries.ts': ['contacts/core', 'field/core'],
  'server/integrations/audit/queries.ts': ['contacts/core'],
  'server/integrations/jobs/queries.ts': ['contacts/core'],
  'server/organisation/core/identity_providers/mails.ts': ['mail'],
  'server/organisation/spaces/queries.ts': ['money/core'],
  'server/money/bank_lines/payment_changes.ts': ['money/resource'],
}

const shared =
  'access csv csv_reader db errors events fields file_storage http json json_rows messages pdf time_zone xlsx'.split(
    ' ',
  )
const everyArea = areas.flatMap(area => ['core', 'schema', 'resource'].map(part => `${area}/${part}`))

const isArea = (name: string): name is (typeof areas)[number] => (areas as readonly string[]).includes(name)

/** What the other folders and files of server/ may import. */
const folderImports: Record<string, string[]> = {
  expected_error: [],
  machine: [],
  nearest_name: [],
  config: 'database_url expected_error file_settings machine map_settings nearest_name sign_in_settings'.split(' '),
  file_settings: [],
  map_settings: [],
  sign_in_settings: [],
  database_url: [],
  csv: [],
  csv_reader: [],
  currencies: [],
  documentation: [],
  errors: ['expected_error', 'messages'],
  json: [],
  json_rows: [],
  messages: [],
  pdf: [],
  poll_loop: [],
  xlsx: ['zip'],
  zip: [],
  time_zone: ['fields'],
  fields: ['currencies'],
  log: ['config'],
  db: ['config', 'database_url', 'errors', 'expected_error', 'json', 'machine', 'poll_loop'],
  access: ['db', 'errors'],
  mail: ['config', 'db', 'poll_loop'],
  file_storage: ['config', 'db', 'poll_loop'],
  events: ['access', 'db', 'errors', 'fields', 'mail', 'messages', 'poll_loop'],
  http: 'access currencies db documentation errors events fields json messages nearest_name time_zone xlsx'.split(' '),
  jobs: ['access', 'db', 'errors', 'messages', 'poll_loop'],
  system: ['db', 'errors', 'http'],
  backup: ['config', 'db', 'errors', 'expected_error', 'file_storage'],
  console: ['errors', 'http'],
  guides: ['http'],
  sign_in: ['access', 'db', 'errors', 'fields', 'http', 'json', 'mail', 'organisation/core'],
  create_space: ['currencies', 'db', 'money/core', 'organisation/core', 'time_zone'],
  demo: ['access', 'config', 'create_space', 'db', 'fields', ...everyArea],
  set_up: ['access', 'create_space', 'currencies', 'db', 'fields', 'http', 'organisation/core', 'time_zone'],
  functions: ['db', ...everyArea],
  housekeeping: ['access', 'contacts/core', 'contacts/resource', 'db', 'events', 'http', 'mail', 'money/core'],
  resources: ['access', 'db', 'events', 'file_storage', 'http', 'set_up', 'sign_in', 'system', ...everyArea],
  app: 'access backup config console db errors events file_storage guides housekeeping http jobs mail resources sign_in sign_in_settings system'
    .split(' ')
    .concat(everyArea),
  process: ['app', 'backup', 'config', 'db', 'demo', 'file_storage', 'http', 'log', 'mail', 'set_up', 'sign_in'],
  main: ['config', 'db', 'expected_error', 'http', 'log', 'process'],
}

/** What a file may import outside its own folder. */
function allowedFor(file: string) {
  const [top = '', part] = partOf(file).split('/')
  const others = isArea(top) && areaImports[top]
  if (!others || !part) return folderImports[top]
  const own = { core: ['core', 'schema'], schema: ['core', 'engine', 'schema'], engine: ['core', 'engine'] }[part]
  const inside = (own ?? ['core', 'engine', 'schema']).map(part => `${top}/${part}`)
  const jobs = part === 'resource' ? ['jobs', 'mail'] : []
  return [...shared, ...jobs, ...inside, ...others, ...(exceptions[file] ?? [])]
}

/** `contacts/core`, `contacts/engine` (of the search), `contacts/schema` (of a resource), `contacts/resource`, or a folder outside the areas. */
function partOf(file: string) {
  const [top = '', second = '', third = '', fourth] = file.replace(/\.ts$/, '').split('/').slice(1)
  if (file === 'server/process/housekeeping.ts') return 'housekeeping'
  if (!isArea(top)) return top
  if (second === 'core') return `${top}/core`
  if (fourth) return `${top}/${third}`
  return `${top}/${third === 'schema' ? 'schema' : 'resource'}`
}

/** Resources do not import each other, so each counts as a part of its own. */
function isSamePart(file: string, target: string) {
  const part = partOf(file)
  return part.endsWith('/resource') || part.endsWith('/schema')
    ? posix.dirname(file) === posix.dirname(target)
    : part === partOf(target)
}

describe('imports of the server', () => {
  test('every folder has a rule', () => {
    for (const file of files)
      assert.ok(allowedFor(file), `${file}: add a rule for "${partOf(file)}" to module_boundaries.test.ts`)
  })

  test('follow the rules', () => {
    const wrong = files.flatMap(file =>
      importsOf(file)
        .filter(target => !isSamePart(file, target) && !allowedFor(file)?.includes(partOf(target)))
        .map(target => `${file} must not import ${target}`),
    )
    assert.deepEqual(wrong, [])
  })

  test('an area has only core and resource folders', () => {
    for (const file of files.filter(file => isArea(file.split('/')[1] ?? '')))
      assert.ok(file.split('/').length >= 4, `${file} must be in core/ or in the folder of a resource`)
  })

  test('every exception is needed', () => {
    for (const [file, allowed] of Object.entries(exceptions))
      for (const part of allowed)
        assert.ok(files.includes(file) && importsOf(file).some(target => partOf(target) === part), `${file} → ${part}`)
  })
})
