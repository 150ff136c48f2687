import { parseArgs } from 'node:util'
import { tortureEvents } from './events.ts'
import { tortureHistory } from './history.ts'
import { tortureMoney } from './money.ts'
import { tortureNumbering } from './numbering.ts'
import { held, type Verdict } from './site.ts'
import { tortureTampering } from './tampering.ts'
import { tortureUpdates } from './updates.ts'

const hour_ms = 3_600_000
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(1 + Math.floor(Math.random() * 1_000_000)) },
    kills: { type: 'string', default: '25' },
    writers: { type: 'string', default: '8' },
  },
})
const [seed, kills, writers] = [values.seed, values.kills, values.writers].map(Number) as [number, number, number]
const tell = (line: string) => console.log(line)

/** Each at the number that was promised. */
const tortures: Record<string, { promise: string; run: () => Promise<Verdict> }> = {
  money: {
    promise: `1, seed ${seed}: ${writers} writers, ${kills} kills`,
    run: () => tortureMoney({ seed, kills, writers, life_ms_max: 2500, time_ms_max: 280_000, tell }),
  },
  history: {
    promise: `3, seed ${seed}: 10 000 lives of bundles`,
    run: () => tortureHistory({ seed, sequences: 10_000, time_ms_max: hour_ms, tell }),
  },
  tampering: {
    promise: `4, seed ${seed}: 1 000 single characters changed`,
    run: () => tortureTampering({ seed, flips: 1000, time_ms_max: hour_ms, tell }),
  },
  updates: {
    promise: '5: 100 times 50 updates of one bundle at once',
    run: () => tortureUpdates({ repetitions: 100, parallel: 50, time_ms_max: hour_ms, tell }),
  },
  numbering: {
    promise: '6: 200 memberships at once, 20 % of them rolled back',
    run: () => tortureNumbering({ memberships: 200, rolled_back_percent: 20, time_ms_max: hour_ms }),
  },
  events: {
    promise: `21, seed ${seed}: 1 000 events, a receiver that fails half of the time, 10 kills`,
    run: () => tortureEvents({ seed, events: 1000, kills: 10, time_ms_max: 600_000, tell }),
  },
}

const torture = Object.hasOwn(tortures, positionals.join()) ? tortures[positionals.join()] : undefined
if (!torture || ![seed, kills, writers].every(Number.isSafeInteger)) {
  const names = Object.keys(tortures).join(' | ')
  console.error(`Say what to torture: npm run torture -- ${names} [--seed NUMBER] [--kills NUMBER] [--writers NUMBER]`)
  process.exit(2)
}
console.log(`Promise ${torture.promise}.`)
const verdict = await torture.run()
report(verdict)
process.exit(held(verdict) ? 0 : 1)

function report({ said, broken, notes }: Verdict) {
  const counted = Object.entries(broken).map(([what, count]) => [what, String(count), count === 0 ? 'yes' : 'NO'])
  const rows = [['promise', 'number', 'held'], ...counted]
  const widths = [0, 1, 2].map(column => Math.max(...rows.map(row => row[column]!.length)))
  console.log(`\n${said}\n`)
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column]!)).join('  '))
  for (const line of notes.slice(0, 10)) console.log(line)
}
