import { type ChildProcess, spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { globalSetup, globalTeardown } from './e2e/install_browser.ts'

// Runs the tests, or those below the given paths: npm test -- server/contacts e2e/teams.test.ts
// On another PostgreSQL, 15 or newer, whose user may create databases and roles: npm test -- --database-url postgres://…
// Most files share a process, an application and a database: starting these for each file would take longer than the tests.

/** Which files may share a process, and how many of them. A file belongs to the first kind that matches. Those that wait longest start first. */
const kinds: { patterns: string[]; files_max: number }[] = [
  // These start processes and kill them.
  {
    patterns: [
      'server/process/{crash,workers,refused_start,waiting_start,start,stop}.test.ts',
      'torture/**/*.test.ts',
      'cli/{api,backups,muster}.test.ts',
    ],
    files_max: 1,
  },
  { patterns: ['e2e/**/*.test.ts'], files_max: 3 },
  { patterns: ['server/access/matrix.test.ts', 'server/db/plans.test.ts'], files_max: 1 },
  // It replaces the clock of its process.
  { patterns: ['server/http/stream/sse.test.ts'], files_max: 1 },
  { patterns: ['*.test.ts', '{server,sdk,cli}/**/*.test.ts', 'console/*.test.ts'], files_max: 24 },
]
// Tests often wait: twice as many processes as cores keep the cores busy. A process takes up to 1.5 GB with its browser.
const at_once = Math.max(2, Math.min(availableParallelism() * 2, Math.floor(totalmem() / 1.5e9) - 1))
// Only what hangs takes this long, also on a machine with twenty other things to do.
const test_ms_max = 15 * 60_000
const silence_ms_max = 20 * 60_000
const output_ms_max = 3000

const typed = process.argv.slice(2)
const at = typed.indexOf('--database-url')
if (at >= 0) {
  process.env.MUSTER_TEST_DATABASE_URL = typed[at + 1] ?? fail('--database-url needs an address.')
  typed.splice(at, 2)
}
const wanted = typed.map(path => path.replace(/^\.\//, ''))
const dealt = new Set<string>()
const found = (patterns: string[]) =>
  globSync(patterns)
    .filter(file => !dealt.has(file) && (wanted.length === 0 || wanted.some(path => file.startsWith(path))))
    .sort()

const batches = kinds.flatMap(({ patterns, files_max }) => {
  const files = found(patterns)
  for (const file of files) dealt.add(file)
  const count = Math.ceil(files.length / files_max)
  // Files of one folder cost about the same: dealt out in turn, the slow ones spread over the batches.
  return Array.from({ length: count }, (_, i) => files.filter((_, n) => n % count === i))
})
for (const path of wanted) if (!batches.flat().some(file => file.startsWith(path))) fail(`There is no test in ${path}.`)

interface Result {
  held: boolean
  passed: number
  failed: number
  skipped: number
}

const results = new Map<string[], Result>()
/** If more batches than this fail, it is not because the machine was busy. */
const repeated_batches_max = 3
const running = new Set<ChildProcess>()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    batches.length = 0
    for (const child of running) end(child)
    process.exitCode = 130
  })

let unstable: string[][] = []
let style_faults = 0
await globalSetup()
try {
  await Promise.all([checkStyle(), ...Array.from({ length: at_once }, work)])
  unstable = await repeatBroken()
} finally {
  await globalTeardown()
}

for (const files of unstable) console.log(`\nUnstable, passed when it was run alone: ${commandFor(files)}`)
for (const files of brokenBatches()) console.log(`\nBroken: ${commandFor(files)}`)
const sum = (name: 'passed' | 'failed' | 'skipped') =>
  [...results.values()].reduce((total, one) => total + one[name], 0)
const failed = sum('failed') + style_faults
console.log(`\n${sum('passed')} passed, ${failed} failed, ${sum('skipped')} skipped`)
if (failed > 0) process.exitCode ||= 1

async function work() {
  for (let files = batches.shift(); files; files = batches.shift()) results.set(files, await run(files))
}

/** Runs what failed once more, one batch after the other: a test may have waited too long for a busy machine. Returns what passed now. */
async function repeatBroken() {
  const again = brokenBatches()
  if (again.length > repeated_batches_max || process.exitCode) return []
  for (const files of again) results.set(files, await run(files))
  return again.filter(files => results.get(files)?.held)
}

function brokenBatches() {
  return [...results].flatMap(([files, { held }]) => (held ? [] : [files]))
}

function commandFor(files: string[]) {
  return `npm run only${files[0]?.startsWith('e2e') ? ':browser' : ''} -- ${files.join(' ')}`
}

/** Checks types and style while the first tests run. */
async function checkStyle() {
  const began = Date.now()
  const { said, ending } = await outcome('npm', ['run', '--silent', 'check'])
  console.log(`${ending === 0 ? '✔' : '✖'} types and style (${secondsSince(began)} s)`)
  if (ending === 0) return
  style_faults = 1
  console.log(said)
}

async function run(files: string[]): Promise<Result> {
  const began = Date.now()
  // Every core already runs a batch: more threads for one process would slow the others down.
  const { said, ending } = await outcome(process.execPath, [
    '--import=./server/test/preload.ts',
    '--single-threaded',
    '--test',
    '--test-isolation=none',
    `--test-timeout=${test_ms_max}`,
    '--test-reporter=spec',
    ...files,
  ])
  const count = (name: string) => Number(new RegExp(`^ℹ ${name} (\\d+)$`, 'm').exec(said)?.[1] ?? 0)
  const failed = count('fail') + count('cancelled')
  // Node exits with 0 although a hook failed after all tests, or a file had no test.
  const held = ending === 0 && count('tests') >= files.length && count('cancelled') === 0 && !/^\s*✖/m.test(said)
  const span = files.length === 1 ? files[0] : `${files[0]} … ${files.at(-1)}, ${files.length} files`
  console.log(`${held ? '✔' : '✖'} ${span} (${count('tests')} tests, ${secondsSince(began)} s)`)
  if (!held) console.log(`${said}\nIt ended with ${ending}.`)
  return { held, passed: count('pass'), failed: held ? failed : Math.max(failed, 1), skipped: count('skipped') }
}

function secondsSince(began: number) {
  return ((Date.now() - began) / 1000).toFixed(1)
}

/** Runs a program in its own process group, so that the processes it starts end with it. It is killed when it prints nothing for too long. */
async function outcome(program: string, args: string[]) {
  const { FORCE_COLOR: _, ...env } = process.env
  const child = spawn(program, args, {
    env: { ...env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running.add(child)
  const timer = setTimeout(() => end(child), silence_ms_max)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      said += text
      timer.refresh()
    })
  const ending = await new Promise<number | string>(resolve => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'nothing'))
    // A process that it started may still hold its output.
    child.once('exit', (code, signal) => setTimeout(resolve, output_ms_max, code ?? signal ?? 'nothing').unref())
  })
  clearTimeout(timer)
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

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
