import { Pool } from '../server/db/pool/pool.ts'
import { maintainSpace } from '../server/money/core/maintenance.ts'
import { computedSums } from '../server/money/core/sums.ts'
import { postmasterOf, socketOf } from '../server/test/process.ts'
import { answer, type BenchServer, space, withBenchServer } from './bench_server.ts'
import { cpuOfDatabase } from './cpu.ts'
import { fillPayments } from './fill_payments.ts'
import { goalTable } from './goals.ts'
import { machine, median } from './machine.ts'

interface StatisticsParams {
  bundles: number
  rounds: number
  log: (line: string) => void
}

/** One request by the server, or the same sums computed from payments. */
interface Measured {
  took_ms: number
  database_ms: number
}

const spans = { everything: ['2025-01-01', '2027-12-31'], 'a month': ['2025-01-01', '2025-01-31'] } as const

/** Compares the cost of statistics with computing the same sums from payments. */
export const benchStatistics = ({ bundles, rounds, log }: StatisticsParams): Promise<string> =>
  withBenchServer(async site => {
    log(`filling a space with ${bundles} bundles`)
    await fillPayments(site.owner, space, bundles)
    log('adding up and sealing')
    const url = socketOf(site.dataDir)
    const worker = new Pool({ url, role: 'muster_worker', connections: 1, statement_timeout_ms: 600_000 })
    for (let rest = 1; rest > 0; rest = await unsealed(site)) await maintainSpace(worker, space)
    await worker.end()
    await site.owner.unsafe('vacuum analyze')
    const lines: string[] = []
    const ratios: number[] = []
    for (const [span, [from, to]] of Object.entries(spans)) {
      const [server, payments]: [Measured[], Measured[]] = [[], []]
      for (let round = 0; round < rounds; round++) {
        server.push(await measure(site, () => answer(site, `/v1/statistics/money?from=${from}&to=${to}`)))
        payments.push(await measure(site, () => addUp(site, from, to)))
      }
      const middle = (list: Measured[], part: keyof Measured) => median(list.map(one => one[part]))
      const cells = [server, payments].flatMap(list => [middle(list, 'took_ms'), middle(list, 'database_ms')])
      lines.push(`| ${[span, ...cells.map(ms => ms.toFixed(0))].join(' | ')} |`)
      ratios.push(middle(server, 'database_ms') / middle(payments, 'database_ms'))
      log(lines.at(-1) ?? '')
    }
    return `# Cost of statistics

Written by \`npm run bench -- statistics\`, in a space with ${bundles} bundles of three items; medians of ${rounds} rounds, in turns. "From the payments"
adds up the payments themselves in SQL, for one of the four lists that the server answers with.

${machine(site.postgres)}

| sums over | Muster, ms | processor time of PostgreSQL | from the payments, ms | processor time |
|---|---|---|---|---|
${lines.join('\n')}

${goalTable({ statistics: Math.max(...ratios) })}
`
  })

async function unsealed({ owner }: BenchServer) {
  const [row] = await owner<[{ rest: number }]>`
    select count(*) as rest from bundle_changes
    where group_id = ${space} and id > coalesce((select max(reached) from seals where group_id = ${space}), 0)`
  return row.rest
}

/** The same sums, computed from payments. */
const addUp = ({ owner }: BenchServer, from: string, to: string) =>
  owner`
    select to_char(day, 'YYYY-MM'), currency, status_id, sum(transactions), sum(amount), sum(donations), sum(memberships)
    from (${computedSums(owner, space, 1, owner`and date >= ${from} and date <= ${to}`)}) s
    group by 1, 2, 3`

async function measure({ dataDir }: BenchServer, work: () => PromiseLike<unknown>): Promise<Measured> {
  const postmaster = postmasterOf(dataDir)
  const [cpu, start] = [cpuOfDatabase(dataDir, postmaster), performance.now()]
  await work()
  return { took_ms: performance.now() - start, database_ms: cpuOfDatabase(dataDir, postmaster) - cpu }
}
