import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { ExpectedError } from '../expected_error.ts'
import { adaptFunctions } from './citus/functions.ts'
import { development_database, isOfDevelopmentVersion } from './development_version.ts'
import { hasSqlstate, type Sql, withSession } from './sql.ts'
import { statementsIn } from './sql_statements.ts'

const directory = new URL('./migrations/', import.meta.url)
const functions_file = new URL('./functions.sql', import.meta.url)
const lock_id = 7_717_001
const wait_for_turn_ms_max = 120_000
/** How long a migration waits for the lock of a table. Queries that arrive after it wait as long. */
const wait_for_table_ms_max = 2000
const tries_max = 20
const between_tries_ms = 1000

export class MigrationError extends ExpectedError {}

/** Applies all pending migrations in one transaction, then the current functions. Processes that call it at once wait for the first one. */
export async function migrate(
  url: string,
  migrations = readMigrations(),
  onMigration: OnMigration = () => {},
): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await migrateOnce(url, migrations, onMigration)
    } catch (error) {
      if (!hasSqlstate(error, 'lock_timeout')) throw error
      if (attempt >= tries_max)
        throw new MigrationError(
          'The tables stay locked by other connections. Stop the other programs that use this database and start again.',
        )
      await delay(between_tries_ms)
    }
  }
}

/** Called before each migration that is applied. */
export type OnMigration = (name: string) => void

const migrateOnce = (url: string, migrations: Migration[], onMigration: OnMigration) =>
  withSession(url, session =>
    session.begin(async sql => {
      await holdMigrations(sql)
      await sql.unsafe(`set local lock_timeout = ${wait_for_table_ms_max}`)
      // Citus refuses to change a function after it changed a table in parallel on several shards. PostgreSQL ignores the setting.
      await sql.unsafe(`set local citus.multi_shard_modify_mode = 'sequential'`)
      await prepareMigrations(sql)
      const applied = await applyMigrations(sql, migrations, onMigration)
      if (migrations.length >= readMigrations().length) await installFunctions(sql)
      return applied
    }),
  ) as Promise<string[]>

/** Until the end of the transaction no other process applies migrations. */
export async function holdMigrations(sql: Sql) {
  await sql.unsafe(`set local lock_timeout = ${wait_for_turn_ms_max}`)
  await sql.unsafe(`select pg_advisory_xact_lock(${lock_id})`)
}

export async function prepareMigrations(sql: Sql) {
  await sql.unsafe(`create table if not exists migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
}

export interface Migration {
  name: string
  text: string
}

export function readMigrations(): Migration[] {
  return readdirSync(directory)
    .filter(name => name.endsWith('.sql'))
    .sort()
    .map(name => ({ name, text: readFileSync(new URL(name, directory), 'utf8') }))
}

/** Applies the migrations that the database does not have yet, in the open transaction. */
export async function applyMigrations(sql: Sql, migrations: Migration[], onMigration: OnMigration = () => {}) {
  const applied = await sql<{ name: string; checksum: string }[]>`select name, checksum from migrations order by name`
  if (isOfDevelopmentVersion(applied)) throw new MigrationError(development_database)
  const known = new Map(migrations.map(({ name, text }) => [name, checksumOf(text)]))
  for (const { name, checksum } of applied) {
    if (!known.has(name))
      throw new MigrationError(
        `The database was created by a newer version of Muster (migration ${name}). Start that version.`,
      )
    if (known.get(name) !== checksum)
      throw new MigrationError(`${name} was changed after it had been applied. Restore it and add a new migration.`)
  }
  const done = new Set(applied.map(({ name }) => name))
  const pending = migrations.filter(({ name }) => !done.has(name))
  for (const { name, text } of pending) {
    onMigration(name)
    for (const statement of statementsIn(text)) await sql.unsafe(statement)
    await sql`insert into migrations (name, checksum) values (${name}, ${checksumOf(text)})`
  }
  return pending.map(({ name }) => name)
}

/** Installs functions.sql unless the database has it. The comment on `enter` is the checksum of what was installed last. */
async function installFunctions(sql: Sql) {
  const text = readFileSync(functions_file, 'utf8')
  const checksum = checksumOf(text)
  const rows = await sql`
    select from pg_proc
    where proname = 'enter' and pronamespace = 'public'::regnamespace and obj_description(oid, 'pg_proc') = ${checksum}`
  if (rows.length > 0) return
  for (const statement of statementsIn(text)) await sql.unsafe(statement)
  await adaptFunctions(sql)
  await sql.unsafe(`comment on function enter is '${checksum}'`)
}

export const checksumOf = (text: string) => createHash('sha256').update(text).digest('hex')
