import type { Config } from '../config.ts'
import { moveIn } from './embedded/lock.ts'
import { migrate } from './migrate.ts'
import { poolsTransactions } from './pool/pooler_check.ts'
import { openSession, refusedAs, stateOf, within } from './sql.ts'

export interface Connected {
  /** For sessions that act in a role which row level security binds. */
  url: string
  /** For migrations, backups and whatever else looks at all spaces. With `DATABASE_URL` the same. */
  owner_url: string
  /** Whether the embedded database was made just now. */
  fresh: boolean
  disconnect: () => Promise<void>
}

/** The database cannot be used; the message is a sentence for the person who started us. */
export class DatabaseError extends Error {}

const oldest_version = 150_000
const first_answer_ms_max = 8000
const anew =
  "Create the database anew: create database muster template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'."

/** The embedded database, or the one of `DATABASE_URL`, reachable and up to date; or as it is, for whoever must not change it. */
export async function connectDatabase(
  config: Config,
  as: 'server' | 'guest',
  state: 'up to date' | 'as it is' = 'up to date',
): Promise<Connected> {
  const { url, owner_url, fresh, leave } = config.DATABASE_URL
    ? { url: config.DATABASE_URL, owner_url: config.DATABASE_URL, fresh: false, leave: async () => {} }
    : await moveIn(config.DATA_DIR, as)
  try {
    await checkVersion(url)
    if (config.DATABASE_URL && (await poolsTransactions(url))) throw new Error(pooled)
    if (state === 'up to date') await migrate(owner_url)
    if (as === 'server') await checkRoles(url)
    return { url, owner_url, fresh, disconnect: leave }
  } catch (error) {
    await leave()
    if (config.DATABASE_URL) throw new DatabaseError(sentenceAbout(error, config.DATABASE_URL))
    throw refusedAs(error, 'unsafe_session')
      ? new DatabaseError(`The embedded database cannot be used. ${(error as Error).message}`)
      : error
  }
}

const pooled =
  'A connection pooler in between works per transaction, and Muster needs a connection for each session: ' +
  'set pool_mode = session for it, or give the address of PostgreSQL itself.'

/** Each role that the server acts as can be taken, and row level security binds it. */
async function checkRoles(url: string) {
  const sessions = ['muster_app', 'muster_worker'].map(role => openSession(url, { role }))
  try {
    await Promise.all(sessions.map(session => within(first_answer_ms_max, session.unsafe('select'))))
  } finally {
    await Promise.all(sessions.map(session => session.end({ timeout: 0 })))
  }
}

async function checkVersion(url: string) {
  const session = openSession(url)
  try {
    const [row] = await within(
      first_answer_ms_max,
      session<[{ version: number; encoding: string; letters: boolean; fresh: boolean }]>`
        select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
               lower('É') = 'é' as letters, to_regclass('migrations') is null as fresh`,
    )
    if (row.version < oldest_version)
      throw new Error(`It is PostgreSQL ${Math.floor(row.version / 10_000)}, and Muster needs 15 or newer.`)
    if (row.fresh && row.encoding !== 'UTF8')
      throw new Error(`It is written in ${row.encoding}, and Muster needs UTF8. ${anew}`)
    // Élise and ÉLISE would be two people. Where they are already, a refusal would help nobody.
    if (row.fresh && !row.letters) throw new Error(`It does not know that É is the capital of é. ${anew}`)
  } finally {
    await session.end({ timeout: 0 })
  }
}

function sentenceAbout(error: unknown, url: string) {
  const { host, pathname } = new URL(url)
  // An @ behind the host is the end of a password that was not written as an address wants it.
  const where = pathname.includes('@')
    ? 'The database of DATABASE_URL'
    : `The database of DATABASE_URL (${host}${pathname})`
  const { code, message } = error as NodeJS.ErrnoException
  switch (stateOf(error) ?? code) {
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ECONNRESET':
    case 'CONNECTION_CLOSED':
      return `${where} cannot be reached (${code}). Check the address, and that PostgreSQL runs there.`
    case '28P01':
    case '28000':
      return `${where} refuses this user or password.`
    case '3D000':
      return `${where} does not exist. Create it first.`
    case '42501':
      return (
        `${where}: ${message}. The user needs CREATEROLE, or an administrator creates the roles muster_app, muster_worker, ` +
        'muster_search and muster_eraser and grants them to it.'
      )
    default:
      return `${where} cannot be used. ${message}`
  }
}
