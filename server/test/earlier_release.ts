import { configureSession, copyIn, copyOut, sequencesOf, setSequences, tablesInOrder } from '../backup/queries.ts'
import { openSession, type Session } from '../db/sql.ts'

/**
 * Copies the rows of a database with the current schema into one with an earlier schema: all tables, and all columns that both have. So an
 * earlier release has the data of the demo, which only the current code can write. Values that an earlier type lacks are added to it.
 */
export async function copyRows(from: string, to: string) {
  const [source, target] = [await openSession(from), await openSession(to)]
  try {
    await Promise.all([configureSession(source), configureSession(target)])
    await addEnumValues(source, target)
    await source.unsafe('begin isolation level repeatable read read only')
    const known = new Map((await tablesInOrder(source)).map(({ name, columns }) => [name, columns]))
    for (const { name, columns } of await tablesInOrder(target)) {
      const shared = { name, columns: columns.filter(column => known.get(name)?.includes(column)) }
      if (known.has(name)) await fillRemoved(target, name, shared.columns)
      if (shared.columns.length > 0) await copyIn(target, shared, copyOut(source, shared))
    }
    const present = new Set((await sequencesOf(target)).map(({ name }) => name))
    const sequences = await sequencesOf(source)
    await setSequences(
      target,
      sequences.filter(({ name }) => present.has(name)),
    )
  } finally {
    await Promise.all([source.end(), target.end()])
  }
}

/** Gives the columns that the current schema has no more a value, where they must have one. */
async function fillRemoved(target: Session, table: string, present: string[]) {
  const required = await target<{ name: string; type: string }[]>`
    select a.attname::text as name, t.typname::text as type
    from pg_attribute a join pg_type t on t.oid = a.atttypid
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attnotnull and not a.atthasdef`
  for (const { name, type } of required.filter(column => !present.includes(column.name)))
    await target.unsafe(`alter table "${table}" alter column "${name}" set default ${guess(type, null)}`)
}

async function addEnumValues(source: Session, target: Session) {
  const values = await source<{ type: string; value: string }[]>`
    select t.typname::text as type, e.enumlabel::text as value
    from pg_enum e join pg_type t on t.oid = e.enumtypid
    where t.typnamespace = 'public'::regnamespace
    order by e.enumsortorder`
  for (const { type, value } of values) await target.unsafe(`alter type ${type} add value if not exists '${value}'`)
}

/** The number of rows of each table, and a digest of the rows of these columns. */
export async function rowsOf(session: Session, tables: { name: string; columns: string[] }[]) {
  const rows: Record<string, unknown> = {}
  for (const { name, columns } of tables) {
    const list = columns.map(column => `"${column}"`).join(', ')
    const [row] = await session.unsafe(
      `select count(*)::int as count, md5(coalesce(string_agg(t::text, E'\\n' order by t::text), '')) as digest from (select ${list} from "${name}") t`,
    )
    rows[name] = { ...row }
  }
  return rows
}

/** Inserts a row into every empty table, as far as its constraints can be guessed. */
export async function fillEmptyTables(url: string) {
  const session = await openSession(url)
  try {
    for (const { name } of await tablesInOrder(session)) {
      const filled = await session.unsafe(`select from "${name}" limit 1`)
      if (filled.length === 0) await addRow(session, name).catch(() => {})
    }
  } finally {
    await session.end()
  }
}

interface Column {
  name: string
  type: string
  required: boolean
  allowed: string | null
}

async function addRow(session: Session, table: string) {
  const columns = await session<Column[]>`
    select a.attname::text as name, t.typname::text as type, a.attnotnull and not a.atthasdef as required,
      (select substring(pg_get_constraintdef(c.oid) from $re$'([^']+)'::text$re$) from pg_constraint c
        where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum] limit 1) as allowed
    from pg_attribute a join pg_type t on t.oid = a.atttypid
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`
  const references = await session<{ target: string; own: string[]; theirs: string[] }[]>`
    select c.confrelid::regclass::text as target,
      (select array_agg(a.attname::text order by k.n) from unnest(c.conkey) with ordinality k(num, n)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num) as own,
      (select array_agg(a.attname::text order by k.n) from unnest(c.confkey) with ordinality k(num, n)
        join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.num) as theirs
    from pg_constraint c where c.conrelid = ${table}::regclass and c.contype = 'f' and c.confrelid <> c.conrelid`
  const values = new Map(
    columns
      .filter(({ required }) => required)
      .map(({ name, type, allowed }) => [name, guesses[name] ?? guess(type, allowed)]),
  )
  for (const { target, own, theirs } of references) {
    const needed =
      own.some(column => values.has(column)) && own.every(each => columns.some(({ name }) => name === each))
    for (const [index, column] of own.entries())
      if (needed) values.set(column, `(select "${theirs[index]}" from ${target} order by ${theirs.join(', ')} limit 1)`)
  }
  await session.unsafe(
    `insert into "${table}" (${[...values.keys()].map(name => `"${name}"`).join(', ')}) select ${[...values.values()].join(', ')}`,
  )
}

const guesses: Record<string, string> = {
  group_id: '(select min(id) from spaces)',
  low_id: '1',
  high_id: '2',
  url: "'https://example.org'",
  types: "'{contact.created}'",
  enabled: 'true',
}

function guess(type: string, allowed: string | null) {
  if (type.startsWith('_')) return "'{}'"
  if (type === 'text') return `'${allowed && /^\w+$/.test(allowed) ? allowed : 'x'}'`
  if (/json/.test(type)) return "'{}'"
  if (/timestamp|date/.test(type)) return 'now()'
  if (type === 'bool') return 'false'
  if (type === 'bytea') return "'x'::bytea"
  return '1'
}
