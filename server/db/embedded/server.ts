import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { ExpectedError } from '../../expected_error.ts'
import { memory } from '../../machine.ts'
import { prepareBinaries, type SystemAccount, unprivilegedSystemAccount } from './binaries.ts'
import { isPostgresRunning, isRunning, postmasterOf, removeStaleLock, stateOf } from './postmaster.ts'
import { owner_login, prepareRoles, server_login } from './roles.ts'
import { isFull, lastError, startError } from './server_log.ts'

/** The embedded PostgreSQL could not be started. The message is shown to the operator. */
export class EmbeddedError extends ExpectedError {}

export interface EmbeddedServer {
  /** For the sessions of the server. */
  url: string
  /** For migrations, backups and commands: it owns the tables. */
  owner_url: string
  /** Whether this call created the database. */
  fresh: boolean
  /** Stops the server, also if another process started it. */
  stop: () => Promise<void>
}

type Settings = Record<string, string | number>

interface Place {
  data: string
  settings: Settings
  account: SystemAccount | undefined
  bin: (name: string) => string
}

const start_ms_max = 60_000
const stop_ms_max = 30_000
const attempts_max = 5
const socket_path_bytes_max = 100

/**
 * Starts PostgreSQL below `dataDir`, or uses the one that already runs there, also one that has outlived a crash of Muster. Other processes
 * may use it too: see lock.ts.
 */
export async function startEmbedded(dataDir: string, settings: Settings = {}): Promise<EmbeddedServer> {
  const data = join(dataDir, 'postgres')
  const postmaster_before = postmasterOf(data)
  const { account, fresh, urlFor } = await bringUpIn(dataDir, data, settings)
  try {
    await prepareRoles({ data, account, urlFor, postmaster: () => postmasterOf(data) })
  } catch (error) {
    // One that another process started may be in use.
    if (postmasterOf(data) !== postmaster_before) await stop(data)
    throw error
  }
  return { url: urlFor(server_login), owner_url: urlFor(owner_login), fresh, stop: () => stop(data) }
}

async function bringUpIn(dataDir: string, data: string, settings: Settings) {
  try {
    createFolder(dataDir)
    const account = unprivilegedSystemAccount(data)
    const native = prepareBinaries(account)
    const place: Place = {
      data,
      account,
      bin: name => join(native, 'bin', name),
      settings: { ...usualSettings, ...settings },
    }
    const fresh = !existsSync(join(data, 'PG_VERSION'))
    if (fresh) await initialise(place, dataDir)
    await bringUp(place)
    return { account, fresh, urlFor: addressIn(data) }
  } catch (error) {
    throw error instanceof EmbeddedError ? error : new EmbeddedError(sentenceAbout(error, dataDir))
  }
}

// Creates one level at a time: a recursive mkdir below /proc never returns.
function createFolder(folder: string) {
  if (!existsSync(folder)) {
    createFolder(dirname(folder))
    return mkdirSync(folder, { mode: 0o755 })
  }
  if (!statSync(folder).isDirectory()) throw Object.assign(new Error(`${folder} is not a folder`), { code: 'ENOTDIR' })
  accessSync(folder, constants.W_OK | constants.X_OK)
}

/** The address of the running server of a data directory, for each login. */
function addressIn(data: string) {
  const socket = join(shortDirectory(data), '.s.PGSQL.5432')
  return (user: string) => `postgres://${user}@localhost/postgres?socket=${encodeURIComponent(socket)}`
}

// Creates the database in a temporary folder and renames it when it is complete.
async function initialise(place: Place, dataDir: string) {
  for (const name of readdirSync(dataDir).filter(name => name.startsWith('postgres.new-'))) {
    if (!isRunning(Number(name.split('-')[1]))) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
  const temporary = join(dataDir, `postgres.new-${process.pid}-${randomBytes(4).toString('hex')}`)
  mkdirSync(temporary, { mode: 0o700 })
  if (place.account) chownSync(temporary, place.account.uid, place.account.gid)
  try {
    await run({ ...place, data: temporary }, 'initdb', [
      '--username=postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ])
    renameSync(temporary, place.data)
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true })
    // Another process created it at the same time; that one is used.
    if (!existsSync(join(place.data, 'PG_VERSION'))) throw error
  }
}

async function bringUp(place: Place) {
  const deadline = Date.now() + start_ms_max
  for (let attempt = 1; Date.now() < deadline; ) {
    const state = stateOf(place.data)
    if (state === 'ready') return
    if (state === 'absent') {
      removeStaleLock(place.data)
      // Another process may have started or stopped the server at the same time.
      await start(place).catch(error => {
        if (isFull(error.message) || attempt++ >= attempts_max) throw error
      })
    }
    await delay(50 * attempt)
  }
  throw new Error(`it did not start within ${start_ms_max / 1000} seconds. Its log is in ${place.data}/log.`)
}

/** Starts the server and waits until it accepts connections. */
async function start(place: Place) {
  const began = new Date().toISOString().replace('T', ' ').slice(0, -1)
  const settings = Object.entries(place.settings).map(([name, value]) => `-c '${name}=${value}'`)
  const options = `-k '${here(place.data)}' -p 5432 ${settings.join(' ')}`
  rmSync(join(place.data, 'start.log'), { force: true })
  try {
    await run(place, 'pg_ctl', [
      'start',
      '--silent',
      '--log=start.log',
      `--timeout=${start_ms_max / 1000}`,
      '-o',
      options,
    ])
  } catch (error) {
    // The logging collector, a separate process, may write the last error after the server has ended.
    await whenEnded(place.data)
    throw new Error(startError(place.data, began) ?? (error as Error).message)
  }
}

/**
 * Runs one of PostgreSQL's programs to its end: in the data directory, as the account that owns it, detached from the signals of the
 * terminal.
 */
async function run({ data, account, bin }: Place, program: string, args: string[]) {
  const child = spawn(bin(program), [`--pgdata=${here(data)}`, ...args], {
    cwd: data,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...malloc_settings },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...account,
  })
  const [[code], errors] = await Promise.all([once(child, 'close'), text(child.stderr)])
  if (code !== 0) throw new Error(lastError(errors.trim().split('\n')) ?? `${program} ended with ${code}`)
}

const usualSettings: Settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: 500,
  shared_buffers: `${bufferMegabytes()}MB`,
  // A week of logs, then the oldest day is overwritten.
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_size: 0,
  log_min_messages: 'warning',
}

// An eighth of the memory, between 128 MB and 1 GB; the page cache of the operating system uses the rest.
function bufferMegabytes() {
  return Math.round(Math.min(Math.max(memory() / 8 / 2 ** 20, 128), 1024))
}

// Keeps memory of long results in the process. By default the C library returns it to the system and requests it again for each result.
const malloc_settings = { MALLOC_MMAP_THRESHOLD_: '4194304', MALLOC_TRIM_THRESHOLD_: '8388608' }

// The unprivileged account can use its working directory even below a folder that only root may enter.
const here = (data: string) => (process.platform === 'linux' ? '/proc/self/cwd' : data)

async function stop(data: string) {
  const pid = postmasterOf(data)
  if (pid !== undefined) process.kill(pid, 'SIGINT')
  await whenEnded(data)
}

async function whenEnded(data: string) {
  for (const deadline = Date.now() + stop_ms_max; Date.now() < deadline && isPostgresRunning(data); ) await delay(10)
}

// The path of a socket has a limit of about a hundred bytes; a longer one is reached through a symbolic link.
function shortDirectory(data: string) {
  if (Buffer.byteLength(data) <= socket_path_bytes_max - '/.s.PGSQL.5432'.length) return data
  const link = join(
    tmpdir(),
    `muster-${process.getuid?.() ?? 0}-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`,
  )
  if (existsSync(link) && lstatSync(link).uid !== process.getuid?.())
    throw new EmbeddedError(`${link} belongs to another user. Set DATA_DIR to a shorter path.`)
  rmSync(link, { force: true })
  symlinkSync(data, link)
  return link
}

function sentenceAbout(error: unknown, dataDir: string) {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || isFull(message))
    return `The disk that holds ${dataDir} is full. Free some space and start again. No data was damaged.`
  if (code === 'EROFS' || /read-only file system/i.test(message))
    return `${dataDir} is on a read-only disk. Set DATA_DIR to a folder that Muster can write to.`
  if (code === 'EACCES' || code === 'EPERM' || /permission denied/i.test(message)) {
    const { command, remedy } = accessCommand(dataDir)
    return `Muster cannot write to ${dataDir}. ${remedy}: ${command}, or set DATA_DIR to another folder.`
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') return `${dataDir} is not a folder. Set DATA_DIR to a folder.`
  return `The embedded database could not start: ${message.replace(/^.*(FATAL|PANIC|error):\s*/i, '')}`
}

/** The command that lets this account use the folder: create it, open its modes, or take it over. */
function accessCommand(dataDir: string) {
  const { username, uid } = userInfo()
  // False also below a folder that this account may not enter.
  if (!existsSync(dataDir)) return { remedy: 'Create it', command: `sudo install -d -o ${username} '${dataDir}'` }
  const { uid: owner, mode } = statSync(dataDir)
  if (owner === uid && (mode & 0o700) !== 0o700) return { remedy: 'Run', command: `chmod u+rwx '${dataDir}'` }
  return { remedy: 'Start it as the user who owns that folder, run', command: `sudo chown -R ${username} '${dataDir}'` }
}
