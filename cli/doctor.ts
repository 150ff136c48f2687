import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { backupFolder, backupsIn } from '../server/backup/schedule.ts'
import { type Config, hostInUrl } from '../server/config.ts'
import { readMigrations } from '../server/db/migrate.ts'
import { openSession, type Session, withTimeout } from '../server/db/sql.ts'
import { reasonOf, transportTo } from '../server/mail/mailer.ts'
import { type Command, withDatabase } from './command.ts'

/** `fine`; `look`: worth a look; `wrong`: something does not work, or soon will not. */
interface Finding {
  state: 'fine' | 'look' | 'wrong'
  about: string
  /** One sentence, and what to do where there is something to do. */
  text: string
}

const gigabyte = 1024 ** 3
const skew_ms_max = 2000
const mail_ms_max = 5000
const hour_ms = 3_600_000
const answer_ms_max = 8000

export const doctor: Command = {
  about: 'Looks whether disk, database, clock, mail and backups are as they should be, and says what to do.',
  run: async (_, config) => {
    const findings = [
      checkDisk(config),
      checkAddress(config),
      await checkServer(config),
      await checkMail(config),
      ...(await checkDatabase(config)),
      checkBackups(config),
    ]
    if (findings.some(({ state }) => state === 'wrong')) process.exitCode = 1
    return findings.map(({ state, about, text }) => `${state.padEnd(6)}${about.padEnd(10)}${text}`).join('\n')
  },
}

function checkDisk({ DATA_DIR }: Config): Finding {
  const about = 'disk'
  if (!existsSync(DATA_DIR)) return { state: 'look', about, text: `${DATA_DIR} is not there yet; npm start makes it.` }
  try {
    accessSync(DATA_DIR, constants.W_OK)
  } catch {
    return { state: 'wrong', about, text: `${DATA_DIR} cannot be written to. Run this as the user who owns it.` }
  }
  const { bavail, bsize, blocks } = statfsSync(DATA_DIR)
  const free = bavail * bsize
  const text = `${(free / gigabyte).toFixed(1)} GB free below ${DATA_DIR}.`
  if (free < gigabyte / 2) return { state: 'wrong', about, text: `${text} Free some before the database has to stop.` }
  const tight = free < 2 * gigabyte || bavail < blocks / 20
  return tight ? { state: 'look', about, text: `${text} That is not much.` } : { state: 'fine', about, text }
}

function checkAddress({ PUBLIC_URL, HOST }: Config): Finding {
  const about = 'address'
  const open = !['127.0.0.1', '::1', 'localhost'].includes(HOST)
  if (PUBLIC_URL?.startsWith('https:')) return { state: 'fine', about, text: `People reach Muster at ${PUBLIC_URL}.` }
  if (PUBLIC_URL || open)
    return {
      state: 'look',
      about,
      text: 'People reach Muster without https: passwords can be read on the way. Put a proxy in front, and set PUBLIC_URL.',
    }
  return { state: 'fine', about, text: 'Only this machine reaches Muster. PUBLIC_URL and HOST open it.' }
}

async function checkServer({ HOST, PORT }: Config): Promise<Finding> {
  const about = 'server'
  if (PORT === 0) return { state: 'look', about, text: 'With PORT=0 nobody knows where it is to be found.' }
  const url = `http://${hostInUrl(HOST)}:${PORT}`
  try {
    const { status } = await fetch(`${url}/health`, { signal: AbortSignal.timeout(answer_ms_max) })
    if (status === 200) return { state: 'fine', about, text: `It answers at ${url}, and is well.` }
    return {
      state: 'wrong',
      about,
      text: `It answers at ${url}, and says that it cannot work (${status}). See its log.`,
    }
  } catch {
    return { state: 'look', about, text: `None answers at ${url}. npm start starts one.` }
  }
}

async function checkMail({ SMTP_URL, DATA_DIR }: Config): Promise<Finding> {
  const about = 'mail'
  if (!SMTP_URL)
    return {
      state: 'look',
      about,
      text: `There is no SMTP_URL: mails are kept in ${join(DATA_DIR, 'mail')} and reach nobody.`,
    }
  const transport = await transportTo(SMTP_URL, mail_ms_max)
  try {
    await withTimeout(2 * mail_ms_max, transport.verify())
    return { state: 'fine', about, text: 'The mail server answers, and lets us in.' }
  } catch (error) {
    return {
      state: 'wrong',
      about,
      text: `The mail server does not take mail (${reasonOf(error)}). Check SMTP_URL.`,
    }
  } finally {
    transport.close()
  }
}

async function checkDatabase(config: Config): Promise<Finding[]> {
  const about = 'database'
  if (!config.DATABASE_URL && !existsSync(join(config.DATA_DIR, 'postgres')))
    return [{ state: 'look', about, text: 'There is none yet; npm start makes it.' }]
  try {
    return await withDatabase(config, inspectDatabase, 'as it is')
  } catch (error) {
    return [{ state: 'wrong', about, text: (error as Error).message }]
  }
}

const superuserLogin: Finding = {
  state: 'look',
  about: 'login',
  text: 'The user of DATABASE_URL is a superuser, whom row level security does not bind. Use one that owns the database and is none.',
}

async function inspectDatabase({ owner_url }: { owner_url: string }): Promise<Finding[]> {
  // Whoever changes tables just now must not keep us waiting.
  const session = openSession(owner_url, { statement_timeout_ms: answer_ms_max })
  try {
    // Coming in takes its time, which is not the clock's fault.
    await session`select`
    const began = Date.now()
    const [row] = await session<
      [{ version: string; now: string; connections: string; used: number; superuser: boolean }]
    >`
      select current_setting('server_version') as version, clock_timestamp() as now, current_setting('max_connections') as connections,
             (select sum(numbackends)::bigint from pg_stat_database) as used,
             (select rolsuper from pg_roles where rolname = session_user) as superuser`
    const skew_ms = Math.abs(new Date(row.now).getTime() - (began + Date.now()) / 2)
    return [
      {
        state: 'fine',
        about: 'database',
        text: `PostgreSQL ${row.version} answers; ${row.used} of ${row.connections} connections are in use.`,
      },
      ...(row.superuser ? [superuserLogin] : []),
      skew_ms > skew_ms_max
        ? {
            state: 'wrong',
            about: 'clock',
            text: `The clocks of Muster and of the database differ by ${Math.round(skew_ms / 1000)} s. Set both by NTP.`,
          }
        : { state: 'fine', about: 'clock', text: 'Muster and the database agree on the time.' },
      ...(await checkTables(session)),
    ]
  } finally {
    await session.end({ timeout: 1 })
  }
}

/** What is in the tables can be told once they are as we know them. */
async function checkTables(session: Session): Promise<Finding[]> {
  const found = await checkSchema(session)
  return found.state === 'fine' ? [found, ...(await checkQueues(session))] : [found]
}

async function checkSchema(session: Session): Promise<Finding> {
  const about = 'schema'
  const [there] = await session<[{ made: boolean }]>`select to_regclass('public.migrations') is not null as made`
  const applied = there.made
    ? (await session<{ name: string }[]>`select name from migrations`).map(({ name }) => name)
    : []
  const known = readMigrations().map(({ name }) => name)
  const newer = applied.find(name => !known.includes(name))
  if (newer)
    return {
      state: 'wrong',
      about,
      text: `The database was made by a newer Muster (it knows ${newer}). Start that version.`,
    }
  const missing = known.filter(name => !applied.includes(name)).length
  return missing > 0
    ? {
        state: 'look',
        about,
        text: `${missing} migrations are still to come; the next start applies them. Take a backup before.`,
      }
    : { state: 'fine', about, text: `Up to date (${applied.length} migrations).` }
}

async function checkQueues(session: Session): Promise<Finding[]> {
  const [row] = await session<[{ late: number; lost: number; stuck: number }]>`
    select (select count(*) from mail_outbox where sent_at is null and abandoned_at is null and created_at < now() - interval '1 hour') as late,
           (select count(*) from mail_outbox where abandoned_at > now() - interval '7 days') as lost,
           (select count(*) from jobs where group_id > 0 and state = 'running' and heartbeat_at < now() - interval '10 minutes') as stuck`
  const { late, lost, stuck } = row
  return [
    late + lost > 0
      ? {
          state: 'look',
          about: 'outbox',
          text: `${late} mails wait for more than an hour, and ${lost} were given up this week.`,
        }
      : { state: 'fine', about: 'outbox', text: 'No mail waits, and none was given up this week.' },
    stuck > 0
      ? {
          state: 'look',
          about: 'jobs',
          text: `${stuck} jobs were left by their process; a running server takes them up again.`,
        }
      : { state: 'fine', about: 'jobs', text: 'None is stuck.' },
  ]
}

function checkBackups(config: Config): Finding {
  const about = 'backups'
  const folder = backupFolder(config)
  if (!folder || config.BACKUP_HOURS === 0)
    return { state: 'look', about, text: 'Muster takes none here. Be sure that somebody else does, or set BACKUP_DIR.' }
  const [newest, ...others] = backupsIn(folder)
  if (newest && newest.taken_at.getTime() > Date.now() + hour_ms)
    return { state: 'look', about, text: `${newest.name} in ${folder} was taken by a wrong clock. Remove it.` }
  if (newest && statSync(join(folder, newest.name)).size === 0)
    return {
      state: 'wrong',
      about,
      text: `${newest.name} in ${folder} is empty; ${others.length} older ones are there.`,
    }
  if (!newest) return { state: 'look', about, text: `There is none in ${folder} yet. "muster backup" takes one now.` }
  const hours = Math.round((Date.now() - newest.taken_at.getTime()) / hour_ms)
  const text = `The last one is ${hours} h old, in ${folder}.`
  if (hours > 2 * config.BACKUP_HOURS)
    return { state: 'wrong', about, text: `${text} See in the log why no other was taken.` }
  return { state: 'fine', about, text: `${text} Keep copies on another machine, and try "muster restore" with one.` }
}
