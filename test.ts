import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { cpus } from 'node:os'
import { text } from 'node:stream/consumers'
import { globalSetup, globalTeardown } from './e2e/installed.ts'

// Runs the tests, or those below the paths it is given: npm test -- server/people e2e/teams.test.ts
// Most files share a process with their neighbours: with one for each, almost half of the time went by in starting them.

const shared = ['tidy.test.ts', 'server/*/**/*.test.ts', 'sdk/**/*.test.ts', 'console/*.test.ts']
// These start a browser, or processes that they kill.
const alone = ['e2e/**/*.test.ts', 'server/*.test.ts', 'cli/**/*.test.ts', 'torture/**/*.test.ts']
const files_max = 6
const at_once = Math.max(2, Math.floor(cpus().length / 2))
const batch_ms_max = 8 * 60_000
const test_ms_max = 3 * 60_000

const wanted = process.argv.slice(2)
const isWanted = (file: string) =>
  wanted.length === 0 || wanted.some(path => file.startsWith(path.replace(/^\.\//, '')))
const found = (patterns: string[]) => globSync(patterns).filter(isWanted).sort()

const together = found(shared)
const batches = [
  ...found(alone).map(file => [file]),
  ...Array.from({ length: Math.ceil(together.length / files_max) }, (_, i) =>
    together.slice(i * files_max, (i + 1) * files_max),
  ),
]
if (batches.length === 0) fail(`There is no test in ${wanted.join(', ')}.`)

const sums = { tests: 0, pass: 0, fail: 0, skipped: 0 }
const broken: string[][] = []
const running = new Set<ReturnType<typeof spawn>>()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    batches.length = 0
    for (const child of running) child.kill('SIGKILL')
    process.exitCode = 130
  })

await globalSetup()
try {
  await Promise.all(Array.from({ length: at_once }, work))
} finally {
  await globalTeardown()
}

for (const files of broken)
  console.log(`\nBroken: npm run only${files[0]?.startsWith('e2e') ? ':browser' : ''} -- ${files.join(' ')}`)
console.log(`\n${sums.pass} passed, ${sums.fail} failed, ${sums.skipped} skipped`)
if (broken.length > 0) process.exitCode ||= 1

async function work() {
  for (let files = batches.shift(); files; files = batches.shift()) await run(files)
}

async function run(files: string[]) {
  const began = Date.now()
  const args = ['--test', '--test-isolation=none', `--test-timeout=${test_ms_max}`, '--test-reporter=spec', ...files]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const timer = setTimeout(() => child.kill('SIGKILL'), batch_ms_max)
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  const [said, complained, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  clearTimeout(timer)
  running.delete(child)
  const count = (name: keyof typeof sums) => Number(new RegExp(`^ℹ ${name} (\\d+)$`, 'm').exec(said)?.[1] ?? 0)
  for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += count(name)
  // A batch that ends well must have run something: a file that is not found is no success.
  const held = code === 0 && count('tests') > 0
  if (!held) broken.push(files)
  if (!held && count('fail') === 0) sums.fail++
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  const span = files.length === 1 ? files[0] : `${files[0]} … ${files.at(-1)}, ${files.length} files`
  console.log(`${held ? '✔' : '✖'} ${span} (${count('tests')} tests, ${seconds} s)`)
  if (!held) console.log(said, complained, code === null ? `It was ended after ${seconds} s.` : '')
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
