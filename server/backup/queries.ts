import { randomUUID } from 'node:crypto'
import { copyFrom, openCopyStream } from '../db/copy_stream.ts'
import { readMigrations } from '../db/migrate.ts'
import { onlyRow, resumeSocket, type Session, type Sql } from '../db/sql.ts'

export interface Table {
  name: string
  columns: string[]
}

/** A sequence and its last value; null if it was never used. */
export interface Sequence {
  name: string
  last: string | null
}

/**
 * Overrides the settings of the user: values are written portably, and row-level security raises an error instead of hiding rows. On Citus the
 * session has one connection to each machine, so that it reads all rows of a space from one snapshot.
 */
export async function configureSession(session: Session) {
  await session.unsafe(
    "set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set row_security = off; " +
      "set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '60s'; " +
      'set citus.max_adaptive_executor_pool_size = 1',
  )
}

/** Whether row-level security does not apply to the user: otherwise a backup would silently miss rows. */
export async function seesAllRows(sql: Sql): Promise<boolean> {
  const rows = await sql<{ sees: boolean }[]>`
    select rolsuper or rolbypassrls as sees from pg_roles where rolname = current_user`
  return onlyRow(rows).sees
}

export const hasNoTables = async (sql: Sql) => (await tableNames(sql)).length === 0

/** Whether there are no tables, or only ours without any space or account. */
export async function isEmpty(sql: Sql): Promise<boolean> {
  const names = await tableNames(sql)
  if (names.length === 0) return true
  const own = new Set(['migrations', ...ownNames('table')])
  if (names.some(name => !own.has(name))) return false
  const rows = await sql`select from (select id from spaces union all select id from accounts) r limit 1`
  return rows.length === 0
}

async function tableNames(sql: Sql): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`
  return tables.map(({ name }) => name)
}

/** The names that our migrations give. Everything else in the same database belongs to others. */
function ownNames(kind: 'table' | 'sequence'): string[] {
  const named = new RegExp(`^(?:create ${kind}|alter ${kind} \\w+ rename to) (\\w+)`, 'gm')
  return readMigrations().flatMap(({ text }) => [...text.matchAll(named)].flatMap(([, name]) => name ?? []))
}

/** Our tables except migrations, each after the tables that it references, without generated columns. */
export async function tablesInOrder(sql: Sql): Promise<Table[]> {
  const [tables, references] = await Promise.all([
    sql<Table[]>`
      select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname::text = any(${ownNames('table')}::text[])
      group by c.relname
      order by c.relname`,
    sql<{ from: string; to: string }[]>`
      select distinct f.relname as from, t.relname as to
      from pg_constraint k
      join pg_class f on f.oid = k.conrelid
      join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and k.conrelid <> k.confrelid and k.conparentid = 0 and k.connamespace = 'public'::regnamespace`,
  ])
  const names = new Set(tables.map(({ name }) => name))
  const ordered: Table[] = []
  const placed = new Set<string>()
  const isFree = ({ name }: Table) =>
    references.every(({ from, to }) => from !== name || placed.has(to) || !names.has(to))
  for (let rest = [...tables]; rest.length > 0; rest = rest.filter(({ name }) => !placed.has(name))) {
    const free = rest.filter(isFree)
    if (free.length === 0)
      throw new Error(`these tables reference each other: ${rest.map(({ name }) => name).join(', ')}`)
    for (const table of free) {
      ordered.push(table)
      placed.add(table.name)
    }
  }
  return ordered
}

/**
 * Prevents truncating and rewriting of the tables until the end of the transaction; rows can still change. It must be the first statement: a
 * table rewritten after the snapshot was taken would look empty.
 */
export async function lockTables(sql: Sql, tables: Table[]) {
  await sql.unsafe(`lock table migrations, ${tables.map(({ name }) => quoted(name)).join(', ')} in access share mode`)
}

/** Read last: values used while the backup is taken must not be used again after it is restored. */
export async function sequencesOf(sql: Sql): Promise<Sequence[]> {
  return [
    ...(await sql<Sequence[]>`
      select s.relname as name, pg_sequence_last_value(s.oid)::text as last
      from pg_class s
      left join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
      left join pg_class t on t.oid = d.refobjid
      where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace
        and (t.relname::text = any(${ownNames('table')}::text[]) or s.relname::text = any(${ownNames('sequence')}::text[]))
      order by 1`),
  ]
}

export async function canReadSequences(sql: Sql): Promise<boolean> {
  const hidden = await sql`
    select from pg_sequence s
    join pg_class c on c.oid = s.seqrelid and c.relnamespace = 'public'::regnamespace
    where not has_sequence_privilege(s.seqrelid, 'select')
    limit 1`
  return hidden.length === 0
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

export async function postgresVersion(sql: Sql): Promise<string> {
  return onlyRow(await sql<{ version: string }[]>`select current_setting('server_version') as version`).version
}

/** Deletes the rows that migrations insert. */
export async function emptyTables(sql: Sql, tables: Table[]) {
  await sql.unsafe(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
}

/**
 * A restored database may be a copy of one that still runs. So pending deliveries are deleted, webhooks are disabled until an administrator
 * enables them, and the change feed gets a new epoch: its positions are assigned again, so that old cursors must be rejected.
 */
export async function resetOutgoingEvents(sql: Sql) {
  await sql.unsafe(`
    update feeds set epoch = '${randomUUID()}';
    delete from webhook_deliveries where state = 'waiting';
    update webhooks set after_event_id = (select last_value from events_id_seq);
    update webhooks set enabled = false, disabled_because = 'restored' where enabled`)
}

/** A restored database is another installation. The next start gives it an ID. */
export async function forgetInstanceId(sql: Sql) {
  await sql.unsafe("delete from server_keys where name = 'instance_id'")
}

/** Uploads that ran when the backup was taken may have ended since: their contents must not be deleted. */
export async function forgetRunningUploads(sql: Sql) {
  await sql.unsafe("delete from file_removals where kind = 'upload'")
}

export async function countRows(sql: Sql, { name }: Table): Promise<number> {
  return onlyRow(await sql.unsafe<{ count: number }[]>(`select count(*) as count from ${quoted(name)}`)).count
}

export async function* copyOut(session: Session, { name, columns }: Table): AsyncGenerator<Buffer> {
  yield* await openCopyStream(session, `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`)
  resumeSocket(session)
}

export const copyIn = (session: Session, { name, columns }: Table, contents: AsyncIterable<Buffer>) =>
  copyFrom(session, `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`, contents)

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
