import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tablesInOrder } from '../backup/queries.ts'
import { distribute, joinNodes, onEachNode } from '../test/citus_cluster.ts'
import { clusterUrl, databaseAt, freshDatabase, freshName } from '../test/databases.ts'
import { defined } from '../test/defined.ts'
import { aDemoDatabase } from '../test/demo.ts'
import { copyRows, fillEmptyTables, rowsOf } from '../test/earlier_release.ts'
import { startTestApp } from '../test/harness.ts'
import { type Migration, migrate, readMigrations } from './migrate.ts'
import { migrationsOf, readReleases } from './released_migrations.ts'
import { openSession, type Session } from './sql.ts'

// A database of each released version, with the data of the demo, is upgraded by an owner to whom row-level security applies. On Citus it is
// distributed before. A migration that computes values tests them itself, and one that moves or deletes rows says so in `moved`.

const all = readMigrations()
const releases = readReleases()
const { database_url, demo } = await aDemoDatabase()
const app = await startTestApp({ database_url })
const superadmin = defined(
  demo.accounts.find(({ role }) => role === 'superadmin'),
  'the superadmin of the demo',
)

/** Tables whose rows a migration moves or deletes, by the name of the table. */
const moved: Record<string, string> = {
  sums: '0011 moves sums to the days of the time zone; time_zones.test.ts checks them',
}

/** Fields of forms and of answers that no released version stores, so that the rows copied from the demo lose their values. */
const added_to_forms = ['help', 'text', 'version', 'required_at_door', 'condition']
const withoutAdded = (body: unknown) =>
  JSON.parse(
    JSON.stringify(body, (_, value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
      const added = 'refvalues' in value ? added_to_forms : ['form_version']
      return Object.fromEntries(Object.entries(value).filter(([name]) => !added.includes(name)))
    }),
  )

/** A database of a released version, and its address for an owner who is not a superuser. */
async function withRelease(
  version: string,
  work: (release: { url: string; owner_url: string; session: Session }) => Promise<void>,
) {
  const name = freshName('release')
  const owner = `release_owner_${process.pid}`
  const url = databaseAt(name)
  await onEachNode(clusterUrl(), `create database ${name}`)
  await onEachNode(url, `drop role if exists ${owner}`)
  await onEachNode(url, `create role ${owner} login`)
  await onEachNode(url, `grant muster_app, muster_worker, muster_search, muster_eraser to ${owner}`)
  await onEachNode(url, `alter database ${name} owner to ${owner}`)
  await joinNodes(url)
  const session = await openSession(url)
  try {
    const owner_url = url.replace(/\/\/[^@/]*@/, `//${owner}@`)
    await migrate(owner_url, migrationsOf(version, releases, all))
    await distribute(url)
    await copyRows(app.database_url, url)
    await fillEmptyTables(url)
    await work({ url, owner_url, session })
  } finally {
    await session.end()
    await onEachNode(clusterUrl(), `drop database ${name} with (force)`)
    await onEachNode(clusterUrl(), `drop role ${owner}`)
  }
}

/** Applies these migrations, and checks that every table has the rows that it had, in all columns that remain. */
async function upgrade(owner_url: string, session: Session, migrations: Migration[]) {
  const tables = await tablesInOrder(session)
  const counts = await rowsOf(session, tables)
  await migrate(owner_url, migrations)
  const now = new Map((await tablesInOrder(session)).map(({ name, columns }) => [name, columns]))
  const kept = tables.filter(({ name }) => !moved[name])
  for (const { name } of kept) assert.ok(now.has(name), `the upgrade removed ${name}`)
  const shared = kept.map(({ name, columns }) => ({
    name,
    columns: columns.filter(column => now.get(name)?.includes(column)),
  }))
  const unchanged = shared.filter(
    ({ name, columns }) => columns.length === tables.find(table => table.name === name)?.columns.length,
  )
  const after = await rowsOf(session, shared)
  for (const { name } of unchanged) assert.deepEqual(after[name], counts[name], `the upgrade changed rows of ${name}`)
  for (const { name } of shared)
    assert.deepEqual(countOf(after[name]), countOf(counts[name]), `the upgrade changed the number of rows of ${name}`)
  return Object.values(counts).filter(row => countOf(row) > 0).length
}

const countOf = (row: unknown) => (row as { count: number }).count

/** The whole schema. The names of owners are left out, and the shards on a coordinator, which Citus names. */
const catalogue = async (session: Session) =>
  (await schemaOf(session)).filter(({ name }) => !/_\d{6,}(\.|$)/.test(name))

const schemaOf = async (session: Session) => [
  ...(await session<{ kind: string; name: string; text: string }[]>`
    select 'column' as kind, c.relname || '.' || a.attname as name,
      concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid)) as text
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p')
    union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) || convalidated
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'policy', tablename || '.' || policyname, concat_ws(' ', permissive, roles, cmd, qual, with_check) from pg_policies
    union all select 'table', relname, concat_ws(' ', relkind, relrowsecurity, relforcerowsecurity, reloptions,
        (select string_agg(split_part(acl::text, '/', 1), ' ' order by acl::text) from unnest(relacl) acl where acl::text ~ '^muster_(app|worker|eraser)'))
      from pg_class where relnamespace = 'public'::regnamespace
    union all select 'granted column', c.relname || '.' || a.attname, regexp_replace(a.attacl::text, '/\\w+', '', 'g')
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where a.attacl is not null and c.relnamespace = 'public'::regnamespace
    union all select 'function', oid::regprocedure::text, concat_ws(' ', pg_get_functiondef(oid), (
        select string_agg(split_part(acl::text, '/', 1), ' ' order by acl::text) from unnest(proacl) acl where acl::text ~ '^(=|muster_(app|worker|eraser))'))
      from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
    union all select 'trigger', tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    order by 1, 2, 3`),
]

const losses: [text: string, expected: RegExp][] = [
  ['alter table contact_tags no force row level security;\ndelete from contact_tags;', /rows of contact_tags/],
  ['drop table saved_filters', /removed saved_filters/],
  ["alter table teams no force row level security;\nupdate teams set description = 'x';", /rows of teams/],
]

describe('a database of a released version, with data,', () => {
  const versions = Object.keys(releases)
  for (const version of versions)
    test(`${version}: gets the current schema, loses nothing and works`, async () => {
      const fresh = await openSession(await freshDatabase('fresh', 'migrated'))
      const expected = await catalogue(fresh)
      await fresh.end()
      await withRelease(version, async ({ url, owner_url, session }) => {
        const filled = await upgrade(owner_url, session, all)
        // New tables are distributed.
        await distribute(url)
        assert.ok(filled >= 70, `only ${filled} tables had rows`)
        assert.deepEqual(await catalogue(session), expected)
        const upgraded = await startTestApp({ database_url: url })
        for (const path of ['/contacts', '/v1/transaction_bundles', '/actions', '/teams']) {
          const [before, now] = await Promise.all([app, upgraded].map(each => each.as(superadmin).get(path)))
          assert.equal(now?.status, 200, path)
          assert.deepEqual(withoutAdded(now?.body), withoutAdded(before?.body), path)
        }
        await upgraded.stop()
        if (version === versions.at(-1)) await assertLossesAreFound(owner_url, session)
      })
    })

  /** A later upgrade that loses rows, a table or values does not pass the check above. */
  async function assertLossesAreFound(owner_url: string, session: Session) {
    const later = [...all]
    for (const [index, [text, expected]] of losses.entries()) {
      later.push({ name: `900${index}_loses.sql`, text })
      await assert.rejects(upgrade(owner_url, session, later), expected)
    }
  }
})
