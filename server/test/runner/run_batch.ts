import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProcessorTime } from './processor_time.ts'
import type { EndedTest } from './reporter.ts'

// Runs test files in one process, with one application, one database and one browser.

// Only what hangs takes this long, also on a machine with twenty other things to do.
const test_ms_max = 15 * 60_000
const silence_ms_max = 20 * 60_000
const output_ms_max = 3000
const look_ms = 500

interface BatchOptions {
  time?: ProcessorTime
  /** The folder of the repository, if not the present one. */
  cwd?: string
  /** Prints nothing, and ends when a test fails. */
  until_failure?: boolean
}

export interface BatchResult {
  files: string[]
  /** The tests that failed. */
  failures: string[]
  held: boolean
  passed: number
  failed: number
  skipped: number
}

/** What a worker tells: see preload.ts. */
interface Message {
  file?: string
}

const running = new Set<ChildProcess>()

export function endAll() {
  for (const child of running) end(child)
}

export async function runBatch(files: string[], { time, cwd, until_failure }: BatchOptions = {}): Promise<BatchResult> {
  const began = Date.now()
  const folder = mkdtempSync(join(tmpdir(), 'muster-report-'))
  const report = join(folder, 'ended')
  const isDecided = () => until_failure === true && readEnded(report).some(({ error }) => error)
  const { said, ending } = await outcome(process.execPath, argumentsFor(files, report), { time, cwd, isDecided })
  const ended = readEnded(report)
  rmSync(folder, { recursive: true, force: true })
  const result = verdictOf(files, ended, ending, said)
  if (until_failure) return result
  const span = files.length === 1 ? files[0] : `${files[0]} … ${files.at(-1)}, ${files.length} files`
  const count = result.passed + result.failed + result.skipped
  console.log(`${result.held ? '✔' : '✖'} ${span} (${count} tests, ${secondsSince(began)} s)`)
  if (!result.held) console.log(`${faultsIn(ended)}\n${said}\nIt ended with ${ending}.`)
  return result
}

// Every core already runs a batch: more threads for one process would slow the others down.
const argumentsFor = (files: string[], report: string) => [
  '--import=./server/test/preload.ts',
  '--single-threaded',
  '--test',
  '--test-isolation=none',
  `--test-timeout=${test_ms_max}`,
  '--test-reporter=./server/test/runner/reporter.ts',
  `--test-reporter-destination=${report}`,
  ...files,
]

function verdictOf(files: string[], ended: EndedTest[], ending: number | string, said: string): BatchResult {
  const count = (kind: EndedTest['kind']) => ended.filter(test => test.kind === kind).length
  const failures = ended.flatMap(({ file, name, error }) => (error ? [`${file}: ${name}`] : []))
  const tested = new Set(ended.map(({ file }) => file))
  // Node exits with 0 although a hook failed after all tests, or a file had no test.
  const held = ending === 0 && files.every(file => tested.has(file)) && count('failed') === 0 && !/^\s*✖/m.test(said)
  const failed = held ? 0 : Math.max(failures.length, 1)
  return { files, failures, held, passed: count('passed'), failed, skipped: count('skipped') }
}

/** A line that is being written is left out. */
function readEnded(report: string): EndedTest[] {
  if (!existsSync(report)) return []
  const lines = readFileSync(report, 'utf8').split('\n').slice(0, -1)
  return lines.map(line => JSON.parse(line) as EndedTest)
}

const faultsIn = (ended: EndedTest[]) =>
  ended
    .filter(({ kind, error }) => kind === 'failed' && error)
    .map(({ file, name, error }) => `✖ ${file}: ${name}\n${error}`)
    .join('\n\n')

/** Checks types, formatting and lint. */
export async function runCheck() {
  const began = Date.now()
  const { said, ending } = await outcome('npm', ['run', '--silent', 'check'])
  console.log(`${ending === 0 ? '✔' : '✖'} types and style (${secondsSince(began)} s)`)
  if (ending !== 0) console.log(said)
  return ending === 0
}

function secondsSince(began: number) {
  return ((Date.now() - began) / 1000).toFixed(1)
}

interface RunOptions {
  time?: ProcessorTime | undefined
  cwd?: string | undefined
  /** Asked again and again: the program is killed once it is true. */
  isDecided?: () => boolean
}

/** Runs a program in its own process group, so that the processes it starts end with it. It is killed when it is silent for too long. */
async function outcome(program: string, args: string[], { time, cwd, isDecided }: RunOptions = {}) {
  const { FORCE_COLOR: _, ...env } = process.env
  const child = spawn(program, args, {
    env: { ...env, NO_COLOR: '1' },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe', ...(time ? (['ipc'] as const) : [])],
    detached: true,
  })
  running.add(child)
  const timer = setTimeout(() => end(child), silence_ms_max)
  const looking = isDecided && setInterval(() => isDecided() && end(child), look_ms)
  child.on('message', ({ file = '' }: Message) => {
    time?.current.set(child.pid ?? 0, file)
    timer.refresh()
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', text => {
      said += text
      timer.refresh()
    })
  const ending = await new Promise<number | string>(resolve => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'nothing'))
    // A process that it started may still hold its output.
    child.once('exit', (code, signal) => setTimeout(resolve, output_ms_max, code ?? signal ?? 'nothing').unref())
  })
  clearTimeout(timer)
  clearInterval(looking)
  running.delete(child)
  end(child)
  return { said, ending }
}

function end({ pid }: ChildProcess) {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // The process group has ended.
  }
}
