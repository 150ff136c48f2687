import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { globalSetup, globalTeardown } from './e2e/install_browser.ts'
import { affectedBy, changedSince } from './server/test/runner/affected.ts'
import { batchesOf, costs_file, isLong, readCosts, testFiles, testsIn } from './server/test/runner/batches.ts'
import { outside, ProcessorTime } from './server/test/runner/processor_time.ts'
import { budgetOf, dearest } from './server/test/runner/report.ts'
import { type BatchResult, endAll, runBatch, runCheck } from './server/test/runner/run_batch.ts'
import { watch } from './server/test/runner/watch.ts'

// npm test                                    all tests, types and style
// npm test -- server/contacts e2e/bank.test.ts    the tests below these paths
// npm test -- --changed [--since main]        the tests that uncommitted changes, or those since a commit, concern
// npm run test:watch                          those that each saved file concerns
// npm test -- --record                        all of them, and writes their processor time into the table
// npm test -- --database-url postgres://…     on another PostgreSQL, whose user may create databases and roles

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean', default: false },
    since: { type: 'string', default: 'HEAD' },
    record: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
    'database-url': { type: 'string' },
  },
})
if (values.watch) await watch()
if (values['database-url']) process.env.MUSTER_TEST_DATABASE_URL = values['database-url']

const whole = positionals.length === 0 && !values.changed
const files = chosenFiles()
// Tests often wait, and PostgreSQL works beside them.
const at_once = availableParallelism() + 1
const costs = readCosts()
const waiting = batchesOf(files, costs, at_once)
const results: BatchResult[] = []
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    interrupted = true
    waiting.length = 0
    endAll()
  })

const time = new ProcessorTime()
let has_style = true
await globalSetup()
try {
  await Promise.all([checkStyle(), ...Array.from({ length: at_once }, work)])
} finally {
  await globalTeardown()
}
const spent = time.stop()

for (const { files, held } of results) if (!held) console.log(`\nBroken: ${commandFor(files)}`)
report()
const sum = (name: 'passed' | 'failed' | 'skipped') => results.reduce((total, one) => total + one[name], 0)
const failed = sum('failed') + Number(!has_style)
const later = whole ? testFiles().filter(isLong) : []
const skipped = sum('skipped') + later.reduce((total, file) => total + testsIn(file), 0)
if (skipped > 0) console.log('npm run torture -- properties screens stories runs what is skipped here.')
console.log(`\n${sum('passed')} passed, ${failed} failed, ${skipped} skipped`)
if (interrupted) process.exitCode = 130
else if (failed > 0) process.exitCode = 1

function chosenFiles() {
  if (values.changed) return changedFiles()
  for (const path of positionals) if (testFiles([path]).length === 0) fail(`There is no test in ${path}.`)
  return whole ? testFiles().filter(file => !isLong(file)) : testFiles(positionals)
}

function changedFiles() {
  const changed = changedSince(values.since)
  const chosen = affectedBy(changed).flatMap(({ file }) => (isLong(file) && !changed.includes(file) ? [] : [file]))
  console.log(`${changed.length} files changed since ${values.since}; ${chosen.length} test files concern them.`)
  return chosen
}

async function work() {
  for (let files = waiting.shift(); files; files = waiting.shift()) results.push(await runBatch(files, { time }))
}

async function checkStyle() {
  if (whole) has_style = await runCheck()
}

function commandFor(files: string[]) {
  return `npm run only${files[0]?.startsWith('e2e') ? ':browser' : ''} -- ${files.join(' ')}`
}

function report() {
  if (time.costs.size === 0 || !whole) return
  for (const line of [...dearest(time.costs, costs), ...budgetOf(time.costs, costs, spent)]) console.log(line)
  if (!values.record) return
  const round = (_: string, value: unknown) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value)
  const lines = [...time.costs]
    .filter(([file]) => file !== outside)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([file, cost]) => `  ${JSON.stringify(file)}: ${JSON.stringify(cost, round)}`)
  writeFileSync(costs_file, `{\n${lines.join(',\n')}\n}\n`)
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
