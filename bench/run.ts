import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { benchMoney } from './money.ts'
import { pgbenchVersion } from './pgbench.ts'
import { reportOf } from './report.ts'
import { benchSearch, searchReportOf } from './search.ts'

const usage = 'npm run bench -- money|search [--small] [--rounds NUMBER] [--seconds NUMBER]'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    small: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
  },
})
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
const [what = ''] = positionals
if (positionals.length !== 1 || !['money', 'search'].includes(what) || !(rounds >= 1) || !(seconds >= 1)) {
  console.error(`Say what to measure: ${usage}`)
  process.exit(2)
}
if (process.platform !== 'linux') {
  console.error('The bench reads processor times from /proc: it runs on Linux only.')
  process.exit(2)
}
const tell = (line: string) => console.log(line)
// A short run is for looking; only a whole one is worth keeping.
const keep = (file: string, report: string) => {
  console.log(`\n${report}`)
  if (!values.small) writeFileSync(fileURLToPath(new URL(file, import.meta.url)), report)
}

if (what === 'search') {
  const contacts = values.small ? 50_000 : 1_000_000
  keep('search.md', searchReportOf(await benchSearch({ contacts, seconds, tell }), contacts))
} else {
  if (!pgbenchVersion())
    console.log(
      'There is no pgbench on this machine (Debian has it in postgresql-contrib): we are measured, but against nothing.',
    )
  const bundles = values.small ? 10_000 : 200_000
  const measured = await benchMoney({ bundles, rounds, seconds, tell })
  keep('results.md', reportOf({ ...measured, bundles, rounds, seconds }))
}
