import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { promisesOf } from './promises.ts'
import { type Line, machine, updatePromisesPage } from './promises_page.ts'
import { screen_parts } from './screens.ts'
import { isHeld } from './test_server.ts'

// npm run torture, or npm run torture -- all       every promise
// npm run torture -- outage disk                   these two
// npm run torture -- screens --part 3              a part of the screens
// npm run torture -- mutations --faults 1-10       some of the faults

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(1 + Math.floor(Math.random() * 1_000_000)) },
    kills: { type: 'string', default: '25' },
    writers: { type: 'string', default: '8' },
    part: { type: 'string' },
    faults: { type: 'string' },
  },
})
const [seed, kills, writers] = [values.seed, values.kills, values.writers].map(Number) as [number, number, number]
const part = values.part === undefined ? undefined : Number(values.part)
const promises = promisesOf({
  seed,
  kills,
  writers,
  part,
  faults: values.faults,
  log: line => console.log(`  ${line}`),
})
const unknown = positionals.filter(name => name !== 'all' && !promises.some(promise => promise.name === name))
const isPart = part === undefined || (Number.isSafeInteger(part) && part >= 1 && part <= screen_parts)
if (unknown.length > 0 || !isPart || ![seed, kills, writers].every(Number.isSafeInteger)) {
  const names = promises.map(({ name }) => name).join(' | ')
  console.error(
    `Name promises, or none for all: npm run torture -- all | ${names} ` +
      `[--seed NUMBER] [--kills NUMBER] [--writers NUMBER] [--part 1…${screen_parts}] [--faults 1-10]`,
  )
  process.exit(2)
}
const chosen = promises.filter(
  ({ name }) => positionals.length === 0 || positionals.includes('all') || positionals.includes(name),
)
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
console.log(`${machine()}, ${commit}, seed ${seed}.`)

const lines: Line[] = []
for (const { number, name, promise, shown, run } of chosen) {
  console.log(`\n${number} ${name}: ${promise}`)
  const begun = Date.now()
  const verdict = await run().catch(error => ({
    summary: '',
    broken: { 'failed to run': 1 },
    notes: [String(error)],
  }))
  const broken = Object.entries(verdict.broken).filter(([, count]) => count > 0)
  const answer =
    'skipped' in verdict && verdict.skipped ? `not tested: ${verdict.skipped}` : isHeld(verdict) ? 'yes' : 'NO'
  const counted = broken.length > 0 ? broken : Object.entries(verdict.broken)
  const found = [verdict.summary.split('\n', 1).join(), ...counted.map(([what, count]) => `${what}: ${count}`)]
    .filter(Boolean)
    .join(' · ')
  lines.push({
    number,
    name,
    promise,
    shown,
    found,
    answer,
    when: `${new Date().toISOString().slice(0, 10)}, ${commit}`,
  })
  console.log(`  ${found}\n  held: ${answer} (${Math.round((Date.now() - begun) / 1000)} s)`)
  if (answer === 'NO') for (const note of verdict.notes.slice(0, 10)) console.log(`  ${note}`)
}

const widest = Math.max(...lines.map(({ name }) => name.length))
console.log(`\n#   ${'promise'.padEnd(widest)}  holds  result`)
for (const { number, name, answer, found } of lines)
  console.log(`${number.padEnd(3)} ${name.padEnd(widest)}  ${answer.slice(0, 4).padEnd(4)}  ${found.slice(0, 140)}`)
// A part says nothing about the whole.
if (part === undefined && values.faults === undefined) updatePromisesPage(lines, promises)
process.exit(lines.every(({ answer }) => answer !== 'NO') ? 0 : 1)
