import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openSession, type Session } from '../db/sql.ts'
import { eventually } from './eventually.ts'
import type { ReplyBody } from './reply_body.ts'
import { socketFor } from './superuser.ts'

// The real programs, started as a person would start them.

export { demoOf, tokenOf } from './demo_file.ts'
export { aFreePort } from './ports.ts'

export const project_dir = fileURLToPath(new URL('../..', import.meta.url))

export const isRoot = process.getuid?.() === 0

// A busy machine needs its time; a program that ends instead is noticed at once.
const patience_ms = 120_000
export const start_ms_max = 300_000

export interface ExitResult {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface Program {
  child: ChildProcess
  pid: number
  stdout: () => string
  stderr: () => string
  /** Settles when the program and its output have ended. */
  exited: Promise<ExitResult>
}

export interface Server extends Program {
  url: string
  /** Sends the signal and waits for the end. */
  stop: (signal?: NodeJS.Signals) => Promise<ExitResult>
}

export interface LaunchOptions {
  env?: Record<string, string>
  args?: string[]
  input?: string
  cwd?: string
  command?: string[]
  /** The account of the operating system that runs it, if another than that of the tests. */
  account?: { uid: number; gid: number }
}

const started = new Set<Program>()
const folders: string[] = []

/** A temporary folder for a test file. Processes that were started in it are killed after the file. */
export function aTempFolder(name = 'muster-process-') {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), name)))
  if (folders.push(folder) === 1) after(tidyUp)
  return folder
}

async function tidyUp() {
  await killStartedProcesses()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

/** Kills the processes that a test left running. */
export async function killStartedProcesses() {
  for (const { child, exited } of started) {
    child.kill('SIGKILL')
    await exited
  }
  for (const folder of folders) {
    await eventually(() => {
      const left = processesIn(folder)
      for (const pid of left) signal(pid, 'SIGKILL')
      return left.length === 0
    })
  }
}

/** Starts a program with these settings and none of the developer's environment. */
export function launch({
  env = {},
  args = [],
  input,
  cwd = project_dir,
  command = [process.execPath],
  account,
}: LaunchOptions): Program {
  const [file = '', ...first] = command
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(file, [...first, ...args], {
    cwd,
    env: {
      PATH,
      HOME,
      NODE_COMPILE_CACHE,
      MALLOC_MMAP_THRESHOLD_: '1048576',
      MALLOC_TRIM_THRESHOLD_: '8388608',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    ...account,
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const said = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', text => {
    said.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    said.stderr += text
  })
  const exited = new Promise<ExitResult>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, ...said }))
  })
  const program: Program = { child, pid: child.pid ?? 0, stdout: () => said.stdout, stderr: () => said.stderr, exited }
  started.add(program)
  const forget = () => {
    started.delete(program)
  }
  exited.then(forget, forget)
  return program
}

/** Runs a program to its end. One that hangs is killed, and fails the test. */
export async function run({
  patience_ms: ms_max = patience_ms,
  ...wish
}: LaunchOptions & { patience_ms?: number }): Promise<ExitResult> {
  const { child, exited } = launch(wish)
  const timer = setTimeout(() => child.kill('SIGKILL'), ms_max)
  try {
    return await exited
  } finally {
    clearTimeout(timer)
  }
}

// As `npm start` does.
const serverArgs = ['--max-semi-space-size=8', '--expose-gc', 'server/main.ts']

/** The server, not waited for. */
export const launchServer = ({ env, args = [], ...wish }: LaunchOptions) =>
  launch({ ...wish, args: [...serverArgs, ...args], env: { PORT: '0', LOG_LEVEL: 'warn', WORKERS: '1', ...env } })

/** The server, once it says that it is ready. */
export const startServer = (options: LaunchOptions): Promise<Server> => whenReady(launchServer(options))

export async function whenReady(program: Program): Promise<Server> {
  let ended: ExitResult | undefined
  program.exited.then(
    ending => {
      ended = ending
    },
    () => {},
  )
  const url = await eventually(() => {
    assert.equal(ended, undefined, 'the server ended instead of starting')
    return /Muster is ready at (\S+)[\s\S]*Ctrl-C/.exec(program.stdout())?.[1]
  }, start_ms_max)
  const stop = (name: NodeJS.Signals = 'SIGTERM') => {
    program.child.kill(name)
    return program.exited
  }
  return { ...program, url, stop }
}

/** Starts a server that must refuse to start, and returns its sentence. */
export async function failedStart(options: LaunchOptions): Promise<string> {
  const { args = [], env } = options
  const ended = await run({ ...options, args: [...serverArgs, ...args], env: { PORT: '0', LOG_LEVEL: 'warn', ...env } })
  // On a busy machine a start may have to wait for its database first, and says so.
  return errorLine({ ...ended, stdout: ended.stdout.replace(/^.*Waiting for the database, .*\n/gm, '') })
}

/** Checks that a program failed with one line for people, without a stack, and returns that line. */
export function errorLine({ code, signal, stdout, stderr }: ExitResult, expected = 1): string {
  assert.equal(signal, null, `it hung: ${stderr}`)
  assert.match(stderr, /^[^\n]+[.]\n$/, 'one line, ending in a full stop')
  assert.doesNotMatch(stderr, /^\s+at |\.ts:\d|node:internal|Error:/m)
  assert.equal(stdout, '')
  assert.equal(code, expected)
  return stderr.trim()
}

/** The processes that stand in this folder or below: PostgreSQL stands in its data directory, initdb too. */
export function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => {
      const place = workingDirOf(pid)
      return place === folder || place?.startsWith(`${folder}/`)
    })
}

function workingDirOf(pid: number) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

export const postmasterOf = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

/** No process is left in the data directory, and no postmaster.pid. */
export async function assertNoProcessLeft(dataDir: string) {
  assert.deepEqual(processesIn(dataDir).map(commandOf), [], 'processes were left behind')
  assert.equal(existsSync(join(dataDir, 'postgres', 'postmaster.pid')), false, 'postmaster.pid was left behind')
}

function commandOf(pid: number) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').slice(0, 120)
  } catch {
    return String(pid)
  }
}

export function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch {
    // It ended by itself.
  }
}

/** Kills them all as a power cut would, and waits until they are gone. */
export async function killAll(pids: number[]) {
  for (const pid of pids) signal(pid, 'SIGKILL')
  await eventually(() => pids.every(pid => workingDirOf(pid) === undefined))
}

export interface Answer {
  status: number
  type: string
  body: ReplyBody
  bytes: number
  /** Whether it is the answer to an earlier request with the same key. */
  replayed: boolean
}

interface RequestOptions {
  token?: string
  method?: string
  data?: unknown
  /** The idempotency key. */
  key?: string
}

/** Sends a request; status 0 when the connection fails. */
export async function ask(url: string, { token, method = 'GET', data, key }: RequestOptions = {}): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(data !== undefined && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(data !== undefined && { body: JSON.stringify({ data }) }),
      signal: AbortSignal.timeout(patience_ms),
    })
    const replayed = response.headers.get('idempotent-replayed') === 'true'
    const type = response.headers.get('content-type')?.split(';')[0] ?? ''
    const text = await response.text()
    const body = type.includes('json') ? JSON.parse(text) : text
    return { status: response.status, type, body, bytes: Buffer.byteLength(text), replayed }
  } catch (error) {
    if ((error as Error).name === 'TimeoutError') throw error
    return { status: 0, type: '', body: undefined, bytes: 0, replayed: false }
  }
}

/** The address of an embedded database for the owner of its tables. */
export const socketOf = (dataDir: string) => socketFor(dataDir, 'muster_owner')

/** The owner's view of it. */
export const openDatabase = (dataDir: string): Promise<Session> => openSession(socketOf(dataDir))
