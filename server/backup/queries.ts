import { listenAgain, type Session, type Sql } from '../db/sql.ts'

export interface Table {
  name: string
  columns: string[]
}

/** A sequence, and the last number it gave out; null when it gave out none. */
export interface Sequence {
  name: string
  last: string | null
}

/** Nobody whom row level security binds may take or restore a backup: they would see a part and take it for the whole. */
export async function seesEverything(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ sees: boolean }]>`
    select rolsuper or rolbypassrls as sees from pg_roles where rolname = current_user`
  return row.sees
}

export async function isEmpty(sql: Sql): Promise<boolean> {
  const found = await sql`
    select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1`
  return found.length === 0
}

/** Every table but the list of migrations, each after those it refers to. What the database computes by itself is left out. */
export async function tablesInOrder(sql: Sql): Promise<Table[]> {
  const [tables, references] = await Promise.all([
    sql<Table[]>`
      select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> 'migrations'
      group by c.relname
      order by c.relname`,
    sql<{ from: string; to: string }[]>`
      select distinct f.relname as from, t.relname as to
      from pg_constraint k
      join pg_class f on f.oid = k.conrelid
      join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and k.conrelid <> k.confrelid`,
  ])
  const ordered: Table[] = []
  const placed = new Set<string>()
  const isFree = ({ name }: Table) => references.every(({ from, to }) => from !== name || placed.has(to))
  for (let rest = [...tables]; rest.length > 0; rest = rest.filter(({ name }) => !placed.has(name))) {
    const free = rest.filter(isFree)
    if (free.length === 0)
      throw new Error(`these tables refer to each other: ${rest.map(({ name }) => name).join(', ')}`)
    for (const table of free) {
      ordered.push(table)
      placed.add(table.name)
    }
  }
  return ordered
}

/** Read last: numbers are given out while a backup is taken, and must not be given out again after it is restored. */
export async function sequencesOf(sql: Sql): Promise<Sequence[]> {
  return [
    ...(await sql<Sequence[]>`
      select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' order by 1`),
  ]
}

export async function setSequences(sql: Sql, sequences: Sequence[]) {
  await sql`
    select setval(quote_ident(s.name)::regclass, s.last)
    from json_to_recordset(${JSON.stringify(sequences)}::text::json) as s (name text, last bigint)
    where s.last is not null`
}

export interface Applied {
  name: string
  checksum: string
}

export async function migrationsIn(sql: Sql): Promise<Applied[]> {
  return [...(await sql<Applied[]>`select name, checksum from migrations order by name`)]
}

export async function postgresOf(sql: Sql): Promise<string> {
  const [row] = await sql<[{ version: string }]>`select current_setting('server_version') as version`
  return row.version
}

/** What migrations put there by themselves makes room for what was kept. */
export async function emptyTables(sql: Sql, tables: Table[]) {
  await sql.unsafe(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
}

export async function* copyOut(session: Session, { name, columns }: Table): AsyncGenerator<Buffer> {
  yield* await session.unsafe(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`).readable()
  listenAgain(session)
}

export const copyIn = (sql: Session, { name, columns }: Table) =>
  sql.unsafe(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`).writable()

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
