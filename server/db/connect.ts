import type { Config } from '../config.ts'
import { readDatabaseUrl } from '../database_url.ts'
import { ExpectedError } from '../expected_error.ts'
import { leaseEmbedded } from './embedded/lock.ts'
import { migrate, type OnMigration } from './migrate.ts'
import { poolsTransactions } from './pool/pooler_check.ts'
import { connect_ms_max, hasSqlstate, onlyRow, type Sql, sqlstateOf, withSession, withTimeout } from './sql.ts'
import { notWritable } from './sql_errors.ts'

export interface Connected {
  /** For sessions that set a role to which row-level security applies. */
  url: string
  /** For migrations, backups and commands, which read all spaces. The same as `url` where `DATABASE_URL` is set. */
  owner_url: string
  /** Whether this call created the embedded database. */
  fresh: boolean
  disconnect: () => Promise<void>
}

/** The database cannot be used. The message is shown to the operator. */
export class DatabaseError extends ExpectedError {
  /** Whether it may become usable without a change of the configuration. */
  readonly isTemporary: boolean

  constructor(message: string, isTemporary = false) {
    super(message)
    this.isTemporary = isTemporary
  }
}

const oldest_version = 150_000
const how_to_create =
  "Create the database with: create database muster template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'."

/** Connects to the embedded database or to `DATABASE_URL`, checks it, and migrates it unless `state` is 'as it is'. */
export async function connectDatabase(
  config: Config,
  as: 'server' | 'guest',
  state: 'up to date' | 'as it is' = 'up to date',
  onMigration?: OnMigration,
): Promise<Connected> {
  const { url, owner_url, fresh, release } = config.DATABASE_URL
    ? { url: config.DATABASE_URL, owner_url: config.DATABASE_URL, fresh: false, release: async () => {} }
    : await leaseEmbedded(config.DATA_DIR, as)
  try {
    await checkServer(url, state)
    if (config.DATABASE_URL && (await poolsTransactions(url))) throw new Error(pooled)
    if (state === 'up to date') await migrate(owner_url, undefined, onMigration)
    if (as === 'server') await checkRoles(url)
    return { url, owner_url, fresh, disconnect: release }
  } catch (error) {
    await release()
    if (config.DATABASE_URL) throw databaseError(error, config.DATABASE_URL)
    throw hasSqlstate(error, 'unsafe_session')
      ? new DatabaseError(`The embedded database cannot be used. ${(error as Error).message}`)
      : error
  }
}

const pooled =
  'The connection pooler in front of it uses transaction pooling, and Muster needs session pooling: ' +
  'set pool_mode = session, or use the address of PostgreSQL itself.'

/** Checks that the login may set each role of the server, and that row-level security applies to it. */
async function checkRoles(url: string) {
  for (const role of ['muster_app', 'muster_worker']) await withSession(url, async () => {}, { role })
}

async function checkServer(url: string, state: 'up to date' | 'as it is') {
  const { version, encoding, lowers_accents, fresh, unwritable } = await withSession(url, readProperties)
  if (unwritable && state === 'up to date') throw notWritable.error(unwritable)
  if (version < oldest_version)
    throw new Error(`It is PostgreSQL ${Math.floor(version / 10_000)}; Muster needs PostgreSQL 15 or newer.`)
  if (fresh && encoding !== 'UTF8') throw new Error(`Its encoding is ${encoding}; Muster needs UTF8. ${how_to_create}`)
  // Élise and ÉLISE would be different names. A database that is already in use is accepted as it is.
  if (fresh && !lowers_accents) throw new Error(`Its locale cannot lower-case É. ${how_to_create}`)
}

async function readProperties(sql: Sql) {
  const rows = sql<
    { version: number; encoding: string; lowers_accents: boolean; fresh: boolean; unwritable: string | null }[]
  >`
    select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
           lower('É') = 'é' as lowers_accents, to_regclass('migrations') is null as fresh,
           case when pg_is_in_recovery() then 'it is a standby server' when current_setting('transaction_read_only') = 'on' then 'it is read-only' end
             as unwritable`
  return onlyRow(await withTimeout(connect_ms_max, rows))
}

const unreachable = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'CONNECT_TIMEOUT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNRESET',
  'CONNECTION_CLOSED',
]
// The server is out of connections, is starting or stopping, or a failover is going on.
const temporary = /^(08|53300|57P0|25006|MU002)/

/** The error as a sentence for the operator. */
export function databaseError(error: unknown, url: string) {
  const code = sqlstateOf(error) ?? (error as NodeJS.ErrnoException).code ?? ''
  return new DatabaseError(sentenceAbout(error, url), unreachable.includes(code) || temporary.test(code))
}

function sentenceAbout(error: unknown, url: string) {
  const where = `The database of DATABASE_URL (${readDatabaseUrl(url).shown.replace(/^\w+:\/\//, '')})`
  const { code, message } = error as NodeJS.ErrnoException
  if (unreachable.includes(code ?? ''))
    return `${where} cannot be reached (${code}). Check the address, and that PostgreSQL is running there.`
  switch (sqlstateOf(error)) {
    case 'MU002':
    case '25006':
      return `${where} cannot be written to: ${message}. Use the address of the primary, or name all servers in DATABASE_URL.`
    case '53300':
      return `${where} has no free connection: ${message}. Raise max_connections, or lower WORKERS or DATABASE_CONNECTIONS.`
    case '28P01':
    case '28000':
      return `${where} rejects this user or password.`
    case '3D000':
      return `${where} does not exist. Create it first.`
    case '42501':
      return (
        `${where}: ${message}. The user needs CREATEROLE, or an administrator creates the roles muster_app, muster_worker, ` +
        'muster_search and muster_eraser, grants them to it, and grants muster_app to muster_eraser.'
      )
    default:
      return `${where} cannot be used. ${message}`
  }
}
