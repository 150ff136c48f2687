import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { benchBank } from './bank.ts'
import { benchOperations } from './bench_operations.ts'
import { benchCitus } from './citus.ts'
import { benchCompare } from './compare.ts'
import { benchConsole } from './console.ts'
import { benchImports } from './imports.ts'
import { benchProfile } from './profile.ts'
import { reportOf } from './report.ts'
import { benchSearch, searchReportOf } from './search.ts'
import { large, medium, small } from './space.ts'
import { benchStatistics } from './statistics.ts'

const usage = `npm run bench -- [compare PATH | search | imports | bank | statistics | profile | console | citus]
  [--small] [--only TEXT] [--rounds NUMBER] [--seconds NUMBER] [--rows NUMBER]`

const { values, positionals } = typed()
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
// Only a full run is written to its file.
const kept = !values.small && !values.only
const log = (line: string) => console.error(line)
const [name = '', folder = ''] = positionals

/** The benches, and the file that a full run writes. */
const benches: Record<string, { results?: string; report: () => Promise<string> }> = {
  '': {
    results: 'results.md',
    report: async () => {
      const size = values.small ? small : large
      const params = { size, rounds, seconds, only: values.only, log }
      return reportOf(await benchOperations(params), params)
    },
  },
  statistics: {
    results: 'statistics.md',
    report: () => benchStatistics({ bundles: values.small ? 20_000 : 1_000_000, rounds, log }),
  },
  search: {
    results: 'search.md',
    report: async () => {
      const contacts = values.small ? 50_000 : 1_000_000
      return searchReportOf(await benchSearch({ contacts, seconds, log }), contacts)
    },
  },
  imports: {
    results: 'imports.md',
    report: () => benchImports({ rows: Number(values.rows ?? (values.small ? 20_000 : 1_000_000)), log }),
  },
  bank: {
    results: 'bank.md',
    report: () => benchBank({ lines: Number(values.rows ?? (values.small ? 1000 : 10_000)), log }),
  },
  profile: {
    results: 'profiles.md',
    report: () => benchProfile({ size: values.small ? small : large, seconds, log }),
  },
  compare: {
    report: () =>
      benchCompare({ folder, size: values.small ? small : medium, rounds, seconds, only: values.only, log }),
  },
  citus: {
    results: 'citus.md',
    report: () => benchCitus({ url: process.env['CITUS_URL'], rounds, seconds, log }),
  },
  console: {
    results: 'console.md',
    report: () => benchConsole({ contacts: values.small ? 2000 : 10_000, rounds, log }),
  },
}

const bench = Object.hasOwn(benches, name) && (folder !== '') === (name === 'compare') ? benches[name] : undefined
if (!bench || !(rounds >= 1 && rounds <= 10) || !(seconds >= 1)) {
  console.error(`Usage: ${usage}`)
  process.exit(2)
}
if (process.platform !== 'linux') {
  console.error('The bench reads processor times from /proc: it runs on Linux only.')
  process.exit(2)
}
const report = await bench.report()
console.log(`\n${report}`)
if (kept && bench.results) writeFileSync(fileURLToPath(new URL(bench.results, import.meta.url)), report)

function typed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        small: { type: 'boolean', default: false },
        rows: { type: 'string' },
        rounds: { type: 'string', default: '3' },
        seconds: { type: 'string', default: '4' },
        only: { type: 'string', default: '' },
      },
    })
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`)
    process.exit(2)
  }
}
