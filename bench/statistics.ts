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

/** The measurements for one span: by the server, and computed from payments. */
interface SpanResult {
  span: string
  /** The number of payments in the span. */
  transactions: number
  server: Measured[]
  payments: Measured[]
}

interface Measured {
  took_ms: number
  database_ms: number
}

const spans = {
  'everything there is': ['2025-01-01', '2027-12-31'],
  'a year': ['2026-01-01', '2026-12-31'],
  'a year up to an instant': ['2026-01-01', '2026-12-15T16:20:00.000Z'],
  'a month': ['2026-03-01', '2026-03-31'],
} as const

/** Compares the cost of statistics with computing the same sums from payments. */
export const benchStatistics = (params: StatisticsParams): Promise<string> =>
  withBenchServer(async site => {
    const { bundles, rounds, log } = params
    log(`filling a space with ${bundles} bundles`)
    await fillPayments(site.owner, space, bundles)
    log('adding up and sealing')
    const url = socketOf(site.dataDir)
    const worker = new Pool({ url, role: 'muster_worker', connections: 1, statement_timeout_ms: 600_000 })
    for (let rest = 1; rest > 0; rest = await unsealed(site)) await maintainSpace(worker, space)
    await worker.end()
    await site.owner.unsafe('vacuum analyze')
    const asked: SpanResult[] = []
    for (const [span, [from, to]] of Object.entries(spans)) {
      const path = `/v1/statistics/money?from=${from}&to=${to}`
      const { body } = await answer(site, path)
      const transactions = body.data.months.reduce(
        (sum: number, month: { transactions: number }) => sum + month.transactions,
        0,
      )
      const one: SpanResult = { span, transactions, server: [], payments: [] }
      for (let round = 1; round <= rounds; round++) {
        one.server.push(await measure(site, () => answer(site, path)))
        one.payments.push(await measure(site, () => addUp(site, from, to)))
      }
      asked.push(one)
      log(
        `${span}: ${one.server.at(-1)?.took_ms.toFixed(0)} ms, from the payments ${one.payments.at(-1)?.took_ms.toFixed(0)} ms`,
      )
    }
    const [from, to] = spans['everything there is']
    const at_once = await measure(site, () =>
      Promise.all(Array.from({ length: 6 }, () => answer(site, `/v1/statistics/money?from=${from}&to=${to}`))),
    )
    return reportOf(asked, at_once.took_ms, site.postgres, params)
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
    from (${computedSums(owner, space, 1, owner`and date >= ${from} and date <= ${to}`)})
      s (day, currency, payment_method_kind, code_campaign, status_id, unless, transactions, amount, reimbursed, unpaid, net, parts, donations, memberships)
    group by 1, 2, 3`

async function measure({ dataDir }: BenchServer, work: () => PromiseLike<unknown>): Promise<Measured> {
  const postmaster = postmasterOf(dataDir)
  const [cpu, start] = [cpuOfDatabase(dataDir, postmaster), performance.now()]
  await work()
  return { took_ms: performance.now() - start, database_ms: cpuOfDatabase(dataDir, postmaster) - cpu }
}

/** The report on the cost of statistics. */
const reportOf = (
  asked: SpanResult[],
  at_once_ms: number,
  postgres: string,
  { bundles, rounds }: StatisticsParams,
) => `# Cost of statistics

Written by \`npm run bench -- statistics\`. Compare the ratios; the absolute values depend on the machine and its load.

${machine(postgres)}
- a space with ${bundles} bundles of three items each; medians of ${rounds} rounds, interleaved

"From the payments" adds up the payments themselves in SQL, for one of the four lists that the server answers with.

| about | payments | Muster, ms | PostgreSQL's processor time, ms | from the payments, ms | processor time, ms | ratio of processor time |
|---|---|---|---|---|---|---|
${asked.map(row).join('\n')}

${goalTable({ statistics: asked[0] ? ratioOf(asked[0]) : Number.NaN })}

Six concurrent requests for everything take ${at_once_ms.toFixed(0)} ms.
`

const cpuOf = (list: Measured[]) => median(list.map(({ database_ms }) => database_ms))
const ratioOf = ({ server, payments }: SpanResult) => cpuOf(server) / cpuOf(payments)

function row(one: SpanResult) {
  const cells = [one.server, one.payments].flatMap(list => [median(list.map(({ took_ms }) => took_ms)), cpuOf(list)])
  return `| ${[one.span, one.transactions, ...cells.map(ms => ms.toFixed(0)), ratioOf(one).toFixed(3)].join(' | ')} |`
}
