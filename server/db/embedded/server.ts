import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  accessSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { memory } from '../../config.ts'
import { type Account, prepareBinaries, unprivilegedAccount } from './binaries.ts'
import { lastLine, lastWords } from './log.ts'
import { dropForeignLock, isAtWork, isRunning, postmasterOf, stateOf } from './postmaster.ts'
import { owner_login, prepareRoles, server_login } from './roles.ts'

/** The embedded PostgreSQL could not be started; the message is a sentence for the person who tried. */
export class EmbeddedError extends Error {}

export interface Embedded {
  /** For the sessions of the server. */
  url: string
  /** For migrations, backups and commands: it owns the tables. */
  owner_url: string
  /** Whether this call made a new, empty database. */
  fresh: boolean
  /** Ends the server, whoever started it. */
  stop: () => Promise<void>
}

type Settings = Record<string, string | number>

interface Place {
  data: string
  settings: Settings
  account: Account | undefined
  bin: (name: string) => string
}

const start_ms_max = 60_000
const stop_ms_max = 30_000
const socket_path_bytes_max = 100

/**
 * Starts PostgreSQL below `dataDir`, or joins the one that already runs there: a server that outlived a crash is
 * as good as a new one. Whether somebody else uses it is for the caller to ask (see tenancy.ts).
 */
export async function startEmbedded(dataDir: string, settings: Settings = {}): Promise<Embedded> {
  const data = join(dataDir, 'postgres')
  const { account, fresh, urlFor } = await bringUpIn(dataDir, data, settings)
  await prepareRoles({ data, account, urlFor, postmaster: () => postmasterOf(data) })
  return { url: urlFor(server_login), owner_url: urlFor(owner_login), fresh, stop: () => stop(data) }
}

async function bringUpIn(dataDir: string, data: string, settings: Settings) {
  try {
    makeFolder(dataDir)
    const account = unprivilegedAccount(data)
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

// One level after the other: asked to make the parents too, mkdir never comes back from below /proc.
function makeFolder(folder: string) {
  if (!existsSync(folder)) {
    makeFolder(dirname(folder))
    return mkdirSync(folder, { mode: 0o755 })
  }
  if (!statSync(folder).isDirectory()) throw Object.assign(new Error(`${folder} is not a folder`), { code: 'ENOTDIR' })
  accessSync(folder, constants.W_OK | constants.X_OK)
}

/** Where the running server of a data directory is reached, by each of its logins. */
function addressIn(data: string) {
  const socket = join(shortDirectory(data), '.s.PGSQL.5432')
  return (user: string) => `postgres://${user}@localhost/postgres?socket=${encodeURIComponent(socket)}`
}

// Made beside its place and moved there when whole, so that a half made database is never mistaken for one.
async function initialise(place: Place, dataDir: string) {
  for (const name of readdirSync(dataDir).filter(name => name.startsWith('postgres.new-'))) {
    if (!isRunning(Number(name.split('-')[1]))) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
  const temporary = join(dataDir, `postgres.new-${process.pid}-${randomBytes(4).toString('hex')}`)
  mkdirSync(temporary, { mode: 0o700 })
  if (place.account) chownSync(temporary, place.account.uid, place.account.gid)
  const half: Place = { ...place, data: temporary }
  const args = [
    '-U',
    'postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]
  try {
    const { code, output } = await finished(launch(half, 'initdb', args, 'pipe'))
    if (code !== 0) throw new EmbeddedError(sentenceAbout(new Error(lastLine(output)), dataDir))
    renameSync(temporary, place.data)
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true })
    // Somebody else made it at the same moment: theirs is the one.
    if (!existsSync(join(place.data, 'PG_VERSION'))) throw error
  }
}

async function bringUp(place: Place) {
  const deadline = Date.now() + start_ms_max
  let silences = 0
  while (Date.now() < deadline) {
    if (stateOf(place.data) === 'ready') return
    if (stateOf(place.data) === 'absent') {
      dropForeignLock(place.data)
      const failure = await start(place, deadline)
      if (!failure) return
      // A server killed a moment ago may still hold its memory or its lock, and whoever left last may have ended ours with their own; that passes.
      const passes = failure.silent ? ++silences <= silences_max : passing.test(failure.text)
      if (isFull(failure.text) || !passes)
        throw new EmbeddedError(sentenceAbout(new Error(failure.text), dirname(place.data)))
    }
    await delay(50)
  }
  throw new EmbeddedError(
    `The database in ${place.data} did not come up within ${start_ms_max / 1000} seconds. Its log is in ${place.data}/log.`,
  )
}

const passing = /lock file|still in use|shutting down|starting up|administrator command/
const silences_max = 5

/** Why the server did not start: what it said, or only how it ended. */
interface Failure {
  text: string
  silent: boolean
}

/** Starts the server and waits until it answers. */
async function start(place: Place, deadline: number): Promise<Failure | undefined> {
  const began = new Date().toISOString().replace('T', ' ').slice(0, -1)
  const said = join(place.data, 'start.log')
  rmSync(said, { force: true })
  const out = openSync(said, 'a', 0o600)
  if (place.account) chownSync(said, place.account.uid, place.account.gid)
  const settings = Object.entries(place.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = launch(place, 'postgres', ['-k', here(place.data), '-p', '5432', ...settings], out)
  closeSync(out)
  let ended: string | undefined
  let failure: Failure | undefined
  server.once('exit', (code, signal) => {
    ended = String(signal ?? code)
  })
  server.once('error', ({ message }) => {
    failure = { text: message, silent: false }
  })
  server.unref()
  while (Date.now() < deadline) {
    if (stateOf(place.data) === 'ready') return undefined
    if (ended !== undefined) return whyEnded(place.data, began, ended)
    if (failure) return failure
    await delay(10)
  }
  return { text: 'it took too long', silent: false }
}

const last_words_ms = 1000

/** Its log is kept by a process of its own, which writes down the last words of the others when they are gone. */
async function whyEnded(data: string, began: string, ended: string): Promise<Failure> {
  for (const deadline = Date.now() + last_words_ms; Date.now() < deadline; await delay(20)) {
    const text = lastWords(data, began)
    if (text !== undefined) return { text, silent: false }
  }
  return { text: `it ended without a word (${ended})`, silent: true }
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

// An eighth of the memory, within what a small machine can spare and what pays: the rest is well kept by the operating system.
function bufferMegabytes() {
  return Math.round(Math.min(Math.max(memory() / 8 / 2 ** 20, 128), 1024))
}

// A session keeps what a long answer took. Left to itself the C library gives it back and asks for it anew, page by page, for every answer.
const keptMemory = { MALLOC_MMAP_THRESHOLD_: '4194304', MALLOC_TRIM_THRESHOLD_: '8388608' }

/** Runs one of PostgreSQL's programs in the data directory, as the account that owns it, apart from our terminal's signals. */
function launch(place: Place, program: string, args: string[], output: 'pipe' | number): ChildProcess {
  return spawn(place.bin(program), ['-D', here(place.data), ...args], {
    cwd: place.data,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...keptMemory },
    stdio: ['ignore', output, output],
    detached: true,
    ...(place.account && { uid: place.account.uid, gid: place.account.gid }),
  })
}

// Below a directory that only root may enter, the unprivileged account still reaches the place it is already standing in.
const here = (data: string) => (process.platform === 'linux' ? '/proc/self/cwd' : data)

async function stop(data: string) {
  const told = new Set<number>()
  const deadline = Date.now() + stop_ms_max
  // One that was only just started may still have to write down who it is.
  while (Date.now() < deadline && isAtWork(data)) {
    const pid = postmasterOf(data)
    if (pid !== undefined && !told.has(pid)) process.kill(pid, 'SIGINT')
    if (pid !== undefined) told.add(pid)
    await delay(10)
  }
}

// A socket's path has room for about a hundred bytes; a longer one is reached through a short link.
function shortDirectory(data: string) {
  if (Buffer.byteLength(data) <= socket_path_bytes_max - '/.s.PGSQL.5432'.length) return data
  const link = join(
    tmpdir(),
    `muster-${process.getuid?.() ?? 0}-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`,
  )
  if (existsSync(link) && lstatSync(link).uid !== process.getuid?.())
    throw new EmbeddedError(`${link} belongs to somebody else; choose a shorter DATA_DIR.`)
  rmSync(link, { force: true })
  symlinkSync(data, link)
  return link
}

function finished(program: ChildProcess): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    let output = ''
    for (const stream of [program.stdout, program.stderr])
      stream?.on('data', chunk => {
        output += chunk
      })
    program.once('error', reject)
    program.once('close', code => resolve({ code, output }))
  })
}

const isFull = (message: string) => /no space left/i.test(message)

function sentenceAbout(error: unknown, dataDir: string) {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || isFull(message))
    return `The disk that holds ${dataDir} is full. Free some space and start again; nothing was damaged.`
  if (code === 'EROFS' || /read-only file system/i.test(message))
    return `${dataDir} is on a read-only disk. Set DATA_DIR to a place Muster can write to.`
  if (code === 'EACCES' || code === 'EPERM' || /permission denied/i.test(message)) {
    return `Muster may not write in ${dataDir}. Start it as the user who owns that folder, or set DATA_DIR to another one.`
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') return `${dataDir} is not a folder. Set DATA_DIR to one.`
  return `The embedded database could not start: ${message.replace(/^.*(FATAL|PANIC|error):\s*/i, '')}`
}
