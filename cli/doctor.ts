import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../server/config.ts'
import { development_database, isOfDevelopmentVersion } from '../server/db/development_version.ts'
import { readMigrations } from '../server/db/migrate.ts'
import { openSession, type Session, withTimeout } from '../server/db/sql.ts'
import { reasonOf, transportTo } from '../server/mail/mailer.ts'
import type { ParsedArgs } from './command.ts'
import { withDatabase } from './database.ts'
import { checkBackups } from './doctor_backups.ts'
import { checkFiles } from './doctor_files.ts'
import { checkHosts, type Finding } from './doctor_hosts.ts'
import { findNodeProblems } from './doctor_nodes.ts'
import { checkServer, storedInstanceId } from './doctor_server.ts'
import { checkIdentityProvider } from './doctor_sign_in.ts'
import type { Output } from './output.ts'
import { type Terminal, width_max, wrap } from './terminal.ts'

const gigabyte = 1024 ** 3
const skew_ms_max = 2000
const mail_ms_max = 5000
const response_ms_max = 8000
/** Of the connections that the database allows. */
const full_share = 0.9

export async function doctor(_: ParsedArgs, config: Config, terminal: Terminal): Promise<Output> {
  terminal.progress('Checking')
  // First, because the ID of the installation is in the database.
  const { findings: in_database, instance_id } = await checkDatabase(config)
  const findings = [
    checkDisk(config),
    checkAddress(config),
    await checkServer(config, instance_id),
    await checkMail(config),
    ...(await checkHosts(config)),
    ...in_database,
    checkBackups(config),
    await checkFiles(config),
    ...(await checkIdentityProvider(config)),
  ]
  return {
    text: findings.map(finding => lineOf(finding, terminal)).join('\n'),
    data: findings.map(({ state, about, text }) => ({ state, check: about, text })),
    failed: findings.some(({ state }) => state === 'fail'),
  }
}

const colours = { ok: 'green', warn: 'yellow', fail: 'red' } as const
const text_column = 16

function lineOf({ state, about, text }: Finding, { style, columns }: Terminal) {
  const wrapped = columns === undefined ? text : wrap(text, Math.min(columns, width_max), text_column)
  return `${style(colours[state], state.padEnd(6))}${about.padEnd(10)}${wrapped}`
}

function checkDisk({ DATA_DIR }: Config): Finding {
  const about = 'disk'
  if (!existsSync(DATA_DIR))
    return { state: 'warn', about, text: `${DATA_DIR} does not exist yet. "npm start" creates it.` }
  try {
    accessSync(DATA_DIR, constants.W_OK)
  } catch {
    return { state: 'fail', about, text: `${DATA_DIR} is not writable. Run this as its owner.` }
  }
  const { bavail, bsize, blocks } = statfsSync(DATA_DIR)
  const free = bavail * bsize
  const text = `${(free / gigabyte).toFixed(1)} GB free in ${DATA_DIR}.`
  if (free < gigabyte / 2) return { state: 'fail', about, text: `${text} Free disk space before the database stops.` }
  const tight = free < 2 * gigabyte || bavail < blocks / 20
  return tight ? { state: 'warn', about, text: `${text} Free disk space soon.` } : { state: 'ok', about, text }
}

function checkAddress({ PUBLIC_URL, HOST }: Config): Finding {
  const about = 'address'
  const open = !['127.0.0.1', '::1', 'localhost'].includes(HOST)
  if (PUBLIC_URL?.startsWith('https:')) return { state: 'ok', about, text: `Muster is served at ${PUBLIC_URL}.` }
  if (PUBLIC_URL || open)
    return {
      state: 'warn',
      about,
      text: 'Muster is served without https, so passwords are sent unencrypted. Put a TLS proxy in front and set PUBLIC_URL.',
    }
  return {
    state: 'ok',
    about,
    text: 'Muster is reachable only from this machine. Set PUBLIC_URL and HOST to change this.',
  }
}

async function checkMail({ SMTP_URL, DATA_DIR }: Config): Promise<Finding> {
  const about = 'mail'
  if (!SMTP_URL)
    return {
      state: 'warn',
      about,
      text: `SMTP_URL is not set. E-mails are written to ${join(DATA_DIR, 'mail')} and not sent.`,
    }
  const transport = await transportTo(SMTP_URL, mail_ms_max)
  try {
    await withTimeout(2 * mail_ms_max, transport.verify())
    return { state: 'ok', about, text: 'The mail server accepts the connection.' }
  } catch (error) {
    return {
      state: 'fail',
      about,
      text: `The mail server refuses the connection (${reasonOf(error)}). Check SMTP_URL.`,
    }
  } finally {
    transport.close()
  }
}

interface InspectedDatabase {
  findings: Finding[]
  /** The ID of this installation; undefined if it is not known. */
  instance_id: string | undefined
}

async function checkDatabase(config: Config): Promise<InspectedDatabase> {
  const about = 'database'
  const only = (finding: Finding) => ({ findings: [finding], instance_id: undefined })
  if (!config.DATABASE_URL && !existsSync(join(config.DATA_DIR, 'postgres')))
    return only({ state: 'warn', about, text: 'There is no database yet. "npm start" creates it.' })
  try {
    return await withDatabase(config, inspectDatabase, { state: 'as it is' })
  } catch (error) {
    return only({ state: 'fail', about, text: (error as Error).message })
  }
}

const superuserLogin: Finding = {
  state: 'warn',
  about: 'login',
  text: 'The user of DATABASE_URL is a superuser, exempt from row-level security. Use one that owns the database and is not a superuser.',
}

async function inspectDatabase({ owner_url }: { owner_url: string }): Promise<InspectedDatabase> {
  // A migration may hold locks.
  const session = await openSession(owner_url, { statement_timeout_ms: response_ms_max })
  try {
    // Connects first, so that the time of connecting does not count as clock skew.
    await session`select`
    const began = Date.now()
    const [row] = await session<
      [{ version: string; now: string; connections: number; used: number; superuser: boolean; standby: boolean }]
    >`
      select current_setting('server_version') as version, clock_timestamp() as now, current_setting('max_connections')::int as connections,
             pg_is_in_recovery() as standby,
             (select sum(numbackends)::bigint from pg_stat_database) as used,
             (select rolsuper from pg_roles where rolname = session_user) as superuser`
    const skew_ms = Math.abs(new Date(row.now).getTime() - (began + Date.now()) / 2)
    const findings: Finding[] = [
      databaseFinding(row),
      ...(row.superuser ? [superuserLogin] : []),
      skew_ms > skew_ms_max
        ? {
            state: 'fail',
            about: 'clock',
            text: `The clocks of Muster and of the database differ by ${Math.round(skew_ms / 1000)} s. Synchronise both with NTP.`,
          }
        : { state: 'ok', about: 'clock', text: 'Muster and the database have the same time.' },
      ...(await checkTables(session)),
    ]
    return { findings, instance_id: await storedInstanceId(session) }
  } finally {
    await session.end({ timeout: 1 })
  }
}

function databaseFinding({
  version,
  used,
  connections,
  standby,
}: {
  version: string
  used: number
  connections: number
  standby: boolean
}): Finding {
  const about = 'database'
  const text = `PostgreSQL ${version} answers, ${standby ? 'as a standby' : 'as the primary'}. ${used} of ${connections} connections in use.`
  if (standby)
    return {
      state: 'fail',
      about,
      text: `${text} A standby cannot be written to. Set DATABASE_URL to the primary, or to all servers.`,
    }
  if (used >= connections * full_share)
    return { state: 'warn', about, text: `${text} Raise max_connections, or lower WORKERS or DATABASE_CONNECTIONS.` }
  return { state: 'ok', about, text }
}

/** Queries tables only if the schema is current. */
async function checkTables(session: Session): Promise<Finding[]> {
  const found = await checkSchema(session)
  if (found.state !== 'ok') return [found]
  const nodes = await findNodeProblems(session)
  const reachable = nodes.length === 0
  return [found, ...nodes, await checkOutbox(session), ...(reachable ? [await checkJobs(session)] : [])]
}

async function checkSchema(session: Session): Promise<Finding> {
  const about = 'schema'
  const [table] = await session<[{ exists: boolean }]>`select to_regclass('public.migrations') is not null as exists`
  const applied = table.exists ? await session<{ name: string }[]>`select name from migrations` : []
  if (isOfDevelopmentVersion(applied)) return { state: 'fail', about, text: development_database }
  const known = readMigrations().map(({ name }) => name)
  const newer = applied.find(({ name }) => !known.includes(name))
  if (newer)
    return {
      state: 'fail',
      about,
      text: `The database was created by a newer version of Muster (migration ${newer.name}). Start that version.`,
    }
  const missing = known.length - applied.length
  return missing > 0
    ? {
        state: 'warn',
        about,
        text: `${missing} migrations pending. The next start applies them. Take a backup first.`,
      }
    : { state: 'ok', about, text: `Up to date (${applied.length} migrations).` }
}

async function checkOutbox(session: Session): Promise<Finding> {
  const [{ late, lost }] = await session<[{ late: number; lost: number }]>`
    select (select count(*) from mail_outbox where sent_at is null and abandoned_at is null and created_at < now() - interval '1 hour') as late,
           (select count(*) from mail_outbox where abandoned_at > now() - interval '7 days') as lost`
  return late + lost > 0
    ? {
        state: 'warn',
        about: 'outbox',
        text: `${late} e-mails waiting for more than an hour, ${lost} abandoned in the last 7 days.`,
      }
    : { state: 'ok', about: 'outbox', text: 'No delayed e-mails, none abandoned in the last 7 days.' }
}

/** Asks all nodes of a distributed database. */
async function checkJobs(session: Session): Promise<Finding> {
  const [{ stuck }] = await session<[{ stuck: number }]>`
    select count(*) as stuck from jobs where group_id > 0 and state = 'running' and heartbeat_at < now() - interval '10 minutes'`
  return stuck > 0
    ? { state: 'warn', about: 'jobs', text: `${stuck} jobs without a worker. A running server resumes them.` }
    : { state: 'ok', about: 'jobs', text: 'No stuck jobs.' }
}
