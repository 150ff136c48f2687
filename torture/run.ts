import { parseArgs } from 'node:util'
import { held, type Result, tortureMoney } from './money.ts'

const usage = 'npm run torture -- money [--seed NUMBER] [--kills NUMBER] [--writers NUMBER]'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(1 + Math.floor(Math.random() * 1_000_000)) },
    kills: { type: 'string', default: '25' },
    writers: { type: 'string', default: '8' },
  },
})
const [seed, kills, writers] = [values.seed, values.kills, values.writers].map(Number) as [number, number, number]
if (positionals.join() !== 'money' || ![seed, kills, writers].every(Number.isSafeInteger)) {
  console.error(`Say what to torture: ${usage}`)
  process.exit(2)
}

console.log(`Promise 1, seed ${seed}: ${writers} writers, ${kills} kills.`)
const result = await tortureMoney({
  seed,
  kills,
  writers,
  life_ms_max: 2500,
  time_ms_max: 280_000,
  tell: line => console.log(line),
})
report(result)
process.exit(held(result) ? 0 : 1)

function report({
  acknowledged,
  retried,
  replayed,
  lost,
  doubled,
  half,
  gaps,
  unexpected,
  verified,
  complaints,
}: Result) {
  const promised: [string, number][] = [
    ['acknowledged writes that were lost', lost],
    ['writes that were doubled', doubled],
    ['bundles that are half there', half],
    ['gaps in the membership numbers', gaps],
    ['answers that no retry can mend', unexpected.length],
    ['findings of muster verify', Number(verified.findings)],
  ]
  const rows = [
    ['promise', 'number', 'held'],
    ...promised.map(([promise, number]) => [promise, String(number), number === 0 ? 'yes' : 'NO']),
  ]
  const widths = [0, 1, 2].map(column => Math.max(...rows.map(row => row[column]!.length)))
  console.log(
    `\n${acknowledged} writes acknowledged, ${retried} requests sent again, ${replayed} of them already done.\n`,
  )
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column]!)).join('  '))
  console.log(`\n${verified.said}`)
  for (const line of [...unexpected.slice(0, 5), ...complaints.slice(0, 5)]) console.log(line)
}
