import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { benchMoney } from './money.ts'
import { pgbenchVersion } from './pgbench.ts'
import { reportOf } from './report.ts'

const usage = 'npm run bench -- money [--small] [--rounds NUMBER] [--seconds NUMBER]'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    small: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
  },
})
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
if (positionals.join() !== 'money' || !(rounds >= 1) || !(seconds >= 1)) {
  console.error(`Say what to measure: ${usage}`)
  process.exit(2)
}
if (process.platform !== 'linux') {
  console.error('The bench reads processor times from /proc: it runs on Linux only.')
  process.exit(2)
}
if (!pgbenchVersion())
  console.log(
    'There is no pgbench on this machine (Debian has it in postgresql-contrib): we are measured, but against nothing.',
  )

const bundles = values.small ? 10_000 : 200_000
const measured = await benchMoney({ bundles, rounds, seconds, tell: line => console.log(line) })
const report = reportOf({ ...measured, bundles, rounds, seconds })
console.log(`\n${report}`)
// A short run is for looking; only a whole one is worth keeping.
if (!values.small) writeFileSync(fileURLToPath(new URL('results.md', import.meta.url)), report)
