import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { runSteps } from '../../../cli/distribute.ts'
import { onCitus } from '../../test/citus_cluster.ts'
import { type CitusSchema, obstaclesIn, readCitusSchema } from '../../test/citus_rules.ts'
import { freshDatabase } from '../../test/databases.ts'
import { migrate } from '../migrate.ts'
import { openSession } from '../sql.ts'
import { namedTables } from './distribution.ts'
import { planOf, readClusterMetadata } from './migration.ts'

// This database is without Citus. What it refuses is known, and is checked on the real catalogue; the rest of the plan is executed,
// with functions of the same names that only record their calls.

const database_url = await freshDatabase('plan', onCitus() ? 'empty' : 'migrated')
await migrate(database_url)
const owner = await openSession(database_url)
after(() => owner.end())
const catalogue = await readClusterMetadata(owner)
const names = catalogue.tables

const placings = (statements: string[]) =>
  statements.flatMap(
    text =>
      /(?:create_(?:reference|distributed)_table|citus_add_local_table_to_metadata)\('(\w+)'/.exec(text)?.[1] ?? [],
  )

describe('the plan that distributes the tables', () => {
  const plan = planOf(catalogue)
  const statements = plan.map(({ statement }) => statement)

  test('gives every table its placement, once', () => {
    const placed = placings(statements)
    assert.equal(new Set(placed).size, placed.length)
    const left = names.filter(name => name === 'migrations')
    assert.deepEqual([...placed, ...left].sort(), names)
  })

  test('names only existing tables', () => {
    for (const name of namedTables) assert.ok(names.includes(name), name)
  })

  test('contains nothing that Citus refuses', async () => {
    assert.deepEqual(obstaclesIn(await readCitusSchema(owner)), [])
  })

  test('drops every foreign key before the first table moves, and restores each after the last', () => {
    const order = ['drop constraint', 'create_reference', 'create_distributed', 'add constraint']
    const kinds = statements.flatMap(text => order.filter(word => text.includes(word)))
    assert.deepEqual([...new Set(kinds)], order)
    assert.deepEqual(
      kinds,
      kinds.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)),
    )
    assert.equal(kinds.filter(kind => kind === 'drop constraint').length, catalogue.keys.length)
    assert.equal(kinds.filter(kind => kind === 'add constraint').length, catalogue.keys.length)
  })

  test('colocates all tables of a space with contacts, which are distributed first', () => {
    const spread = statements.filter(text => text.includes("'group_id'"))
    assert.match(spread[0]!, /'contacts', 'group_id', colocate_with => 'none'/)
    for (const text of spread.slice(1)) assert.match(text, /colocate_with => 'contacts'/)
  })

  test('places only new tables when the others are placed', () => {
    const again = planOf({ ...catalogue, distributed: names.filter(name => name !== 'teams') })
    assert.deepEqual(placings(again.map(({ statement }) => statement)), ['teams'])
    const [first] = again.filter(({ statement }) => statement.includes('create_distributed'))
    assert.match(first!.statement, /colocate_with => 'contacts'/)
    for (const { statement } of again.filter(({ statement }) => /constraint/.test(statement)))
      assert.match(statement, /team/)
  })

  test('can be executed, and leaves every constraint as it was', async () => {
    await owner.unsafe(`
      create table placings (name text primary key, number serial);
      create function create_reference_table(name text) returns void language sql as 'insert into placings (name) values (name)';
      create function citus_add_local_table_to_metadata(name text) returns void language sql as 'insert into placings (name) values (name)';
      create function create_distributed_table(name text, distribution_column text, colocate_with text) returns void language sql
        as 'insert into placings (name) values (name)';
      create function truncate_local_data_after_distributing_table(name text) returns void language sql as ''`)
    await runSteps(owner, plan)
    const done = await owner<{ name: string }[]>`select name from placings order by number`
    assert.deepEqual(
      done.map(({ name }) => name),
      placings(statements),
    )
    const after = await readClusterMetadata(owner)
    assert.deepEqual(after.keys, catalogue.keys)
  })
})

describe('what cannot be distributed', () => {
  const none: CitusSchema = { tables: [], keys: [], uniques: [], policies: [] }
  const table = (part: object) => ({
    tables: [{ name: 'teams', columns: ['group_id'], identity: false, triggers: [], ...part }],
  })
  const key = (part: object) => ({
    keys: [
      {
        name: 'k',
        on_delete: 'a',
        table: 'teams',
        target: 'contacts',
        columns: ['group_id'],
        target_columns: ['id'],
        ...part,
      },
    ],
  })
  const cases: [string, Partial<CitusSchema>, RegExp][] = [
    ['a table of a space without group_id', table({ name: 'odd', columns: ['id'] }), /no column group_id/],
    ['an identity column', table({ identity: true }), /identity/],
    ['a trigger', table({ triggers: ['t'] }), /trigger t/],
    [
      'a unique index over all spaces',
      { uniques: [{ table: 'teams', name: 'u', columns: ['name'] }] },
      /unique without group_id/,
    ],
    ['a foreign key without the space', key({ columns: ['x'] }), /group_id/],
    [
      'a foreign key from a reference table to a space',
      key({ table: 'users', target: 'teams', target_columns: ['group_id'] }),
      /everywhere/,
    ],
    [
      'a policy with a sub-select',
      { policies: [{ table: 'teams', name: 'own', condition: '(id IN ( SELECT team_id FROM team_members))' }] },
      /the policy own of teams has a sub-select/,
    ],
    ['a foreign key that sets null', key({ on_delete: 'n', target: 'spaces' }), /sets a column on delete/],
  ]
  for (const [what, part, expected] of cases)
    test(`is named: ${what}`, () => assert.match(obstaclesIn({ ...none, ...part }).join(), expected))
})
