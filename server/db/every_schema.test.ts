import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { tablesInOrder } from '../backup/queries.ts'
import { clusterUrl, databaseAt } from '../test/databases.ts'
import { thorough } from '../test/runs.ts'
import { migrate, readMigrations } from './migrate.ts'
import { openSession, type Session } from './sql.ts'

// A database of any earlier version, with data in it, can be upgraded. npm run torture starts one database at each version; here one database
// goes through all versions, and gets rows in each new table.

const all = readMigrations()
const starts = thorough ? all.map((_, index) => index + 1) : [1]
const server = await openSession(clusterUrl())
after(() => server.end())

async function withDatabase(name: string, work: (url: string, owner: Session) => Promise<void>) {
  const database = `every_${process.pid}_${name}`
  await server.unsafe(`create database ${database}`)
  const url = databaseAt(database)
  const owner = await openSession(url)
  try {
    await work(url, owner)
  } finally {
    await owner.end()
    await server.unsafe(`drop database ${database} with (force)`)
  }
}

interface Column {
  name: string
  type: string
  wanted: boolean
  allowed: string | null
}

/** Inserts a row into every empty table, as far as its constraints can be guessed. Returns the tables with a row. */
async function fill(owner: Session): Promise<string[]> {
  const tables = (await tablesInOrder(owner)).map(({ name }) => name)
  const before = await countsOf(owner, tables)
  for (const table of tables.filter(table => before[table] === 0)) await addRow(owner, table).catch(() => {})
  return Object.entries(await countsOf(owner, tables)).flatMap(([table, n]) => (n > 0 ? [table] : []))
}

async function addRow(owner: Session, table: string) {
  const columns = await owner<Column[]>`
    select a.attname::text as name, t.typname::text as type, a.attnotnull and not a.atthasdef and a.attidentity = '' as wanted,
      (select substring(pg_get_constraintdef(c.oid) from $re$'([^']+)'::text$re$) from pg_constraint c
        where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum] limit 1) as allowed
    from pg_attribute a join pg_type t on t.oid = a.atttypid
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`
  const references = await owner<{ target: string; own: string[]; theirs: string[] }[]>`
    select c.confrelid::regclass::text as target,
      (select array_agg(a.attname::text order by k.n) from unnest(c.conkey) with ordinality k(num, n)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num) as own,
      (select array_agg(a.attname::text order by k.n) from unnest(c.confkey) with ordinality k(num, n)
        join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.num) as theirs
    from pg_constraint c where c.conrelid = ${table}::regclass and c.contype = 'f' and c.confrelid <> c.conrelid`
  const values = new Map<string, string>()
  for (const { name, type, wanted, allowed } of columns)
    if (wanted) values.set(name, named[name] ?? guess(type, allowed))
  for (const { target, own, theirs } of references) {
    const needed = own.some(column => values.has(column)) && own.every(own => columns.some(({ name }) => name === own))
    for (const [index, column] of own.entries())
      if (needed) values.set(column, `(select "${theirs[index]}" from ${target} order by 1 limit 1)`)
  }
  const names = [...values.keys()].map(name => `"${name}"`).join(', ')
  await owner.unsafe(
    `insert into "${table}" ${values.size > 0 ? `(${names}) select ${[...values.values()].join(', ')}` : 'default values'}`,
  )
}

// Some tables refer to ids that only a later version constrains to exist.
const named: Record<string, string> = {
  locale: "'en'",
  group_id: '(select min(id) from spaces)',
  user_id: '(select min(id) from users)',
  created_by: '(select min(id) from users)',
  contact_id: '(select min(id) from contacts)',
  transaction_bundle_id: '(select min(id) from transaction_bundles)',
}

function guess(type: string, allowed: string | null) {
  if (type.startsWith('_')) return "'{}'"
  if (type === 'text') return `'${allowed && /^\w+$/.test(allowed) ? allowed : 'x'}'`
  if (/json/.test(type)) return "'{}'"
  if (/timestamp|date/.test(type)) return 'now()'
  if (type === 'currency') return "'EUR'"
  if (type === 'bool') return 'false'
  if (type === 'bytea') return "'x'::bytea"
  return '1'
}

/** The whole schema: an upgraded database must have the one of a new database. */
const catalogue = async (owner: Session) => [
  ...(await owner`
    select 'column' as kind, c.relname || '.' || a.attname as name,
      concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid)) as text
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p')
    union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) || convalidated
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'policy', tablename || '.' || policyname, concat_ws(' ', permissive, roles, cmd, qual, with_check) from pg_policies
    union all select 'table', relname, concat_ws(' ', relkind, relrowsecurity, relforcerowsecurity, reloptions, relacl)
      from pg_class where relnamespace = 'public'::regnamespace
    union all select 'granted column', c.relname || '.' || a.attname, a.attacl::text
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where a.attacl is not null and c.relnamespace = 'public'::regnamespace
    union all select 'function', oid::regprocedure::text, pg_get_functiondef(oid) || coalesce(proacl::text, '')
      from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
    union all select 'trigger', tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    order by 1, 2, 3`),
]

/** Tables whose rows a migration adds to those of another. */
const added: Record<string, string> = { sum_changes: 'sums' }

/** Tables that repeated what others have: the kinds in the settings and in payments. */
const repeated = ['payment_method_kinds']

/** The table that has the rows of a table after a migration. */
function renamedIn(migration: string) {
  const names = new Map([
    ...[...migration.matchAll(/^alter table (\w+) rename to (\w+)/gm)].map(([, from, to]) => [from, to] as const),
    ...[...migration.matchAll(/^drop table (\w+)/gm)].map(([, from = '']) => [from, added[from] ?? from] as const),
  ])
  return (table: string) => names.get(table) ?? table
}

async function countsOf(owner: Session, tables: string[]): Promise<Record<string, number>> {
  if (tables.length === 0) return {}
  const counts = tables.map(table => `select '${table}' as name, count(*)::int as n from "${table}"`)
  const rows = await owner.unsafe<{ name: string; n: number }[]>(counts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

/** Applies the migrations after `start` one by one, and checks that none loses rows. Returns the tables that have rows. */
async function upgrade(url: string, owner: Session, start: number): Promise<string[]> {
  await migrate(url, all.slice(0, start))
  let filled = await fill(owner)
  for (let version = start + 1; version <= all.length; version++) {
    const { name, text } = all[version - 1]!
    const renamed = renamedIn(text)
    filled = filled.filter(table => !(repeated.includes(table) && text.includes(`drop table ${table};`)))
    const before = await countsOf(owner, filled)
    await migrate(url, all.slice(0, version))
    filled = filled.map(renamed)
    const now = await countsOf(owner, filled)
    for (const [table, n] of Object.entries(before))
      assert.ok(now[renamed(table)]! >= n, `${name} took rows from ${table}`)
    // With a start at each version, only the first rows are followed.
    if (starts.length === 1) filled = await fill(owner)
  }
  return filled
}

describe('a database of an earlier version, with data,', () => {
  for (const start of starts)
    test(`made with ${all[start - 1]!.name} gets the current schema, and loses nothing`, async t => {
      await withDatabase(`fresh_${start}`, async (freshUrl, fresh) => {
        await migrate(freshUrl)
        await withDatabase(`old_${start}`, async (url, owner) => {
          const filled = await upgrade(url, owner, start)
          t.diagnostic(`${filled.length} tables with rows`)
          if (start === 1 && starts.length === 1) assert.ok(filled.length >= 40, `only ${filled.join(', ')}`)
          assert.deepEqual(await catalogue(owner), await catalogue(fresh))
        })
      })
    })
})
