import { maintainSpace } from '../server/money/core/maintenance.ts'
import { postmasterOf, socketOf } from '../server/test/process.ts'
import { type BenchServer, space } from './bench_server.ts'
import { cpuOfAll, cpuOfDatabase, familyOf, memoryOf } from './cpu.ts'
import type { Dataset } from './dataset.ts'
import { type DriverJob, runDriver } from './driver.ts'
import type { LoadJob, LoadResult } from './load.ts'
import { median } from './machine.ts'
import { runPgbench, type Script } from './pgbench.ts'
import { runInChild } from './run_in_child.ts'
import type { RunningServer } from './start_program.ts'

/** One measurement. Processor time is per request, of the database client and of the database. */
export interface Measurement {
  per_second: number
  p50_ms: number
  p99_ms: number
  client_ms: number
  database_ms: number
  /** Memory of the largest process. */
  memory_mb: number
}

export interface Pace {
  connections: number
  seconds: number
  per_second?: number
}

export const connections = 16

let turns = 0

/** In a process of its own, whose processor time is not counted. */
const runLoad = (job: LoadJob) => runInChild<LoadResult>('load.ts', job)

export const musterOf = ({ server }: BenchServer) => ({ name: 'muster', url: server.url, pid: server.pid })

/** The median over all rounds. */
export const medianOf = (list: Measurement[] | undefined, part: keyof Measurement) =>
  median((list ?? []).map(one => one[part]))
export const cost = (list: Measurement[] | undefined) => medianOf(list, 'client_ms') + medianOf(list, 'database_ms')

export async function measureServer(
  site: BenchServer,
  dataset: Dataset,
  { name, url, pid }: Omit<RunningServer, 'stop'>,
  operation: string,
  pace: Pace,
  turn = ++turns,
): Promise<Measurement> {
  const family = familyOf(pid, site.dataDir)
  return measured(site, async () => {
    const before = cpuOfAll(family)
    const load = await runLoad({ url, contender: name, operation, dataset, turn, ...pace })
    const client_ms = (cpuOfAll(family) - before) / load.requests
    return {
      ...load,
      per_second: load.requests / load.seconds,
      client_ms,
      memory_mb: Math.max(...family.map(memoryOf)),
    }
  })
}

/** The same statements with pgbench, over the same socket. */
export const measureScript = (site: BenchServer, socket: string, script: Script, pace: Pace): Promise<Measurement> =>
  measured(site, async () => {
    const { transactions, per_second, latency_ms, cpu_ms } = await runPgbench(script, socket, pace)
    const client_ms = cpu_ms / transactions
    return {
      requests: transactions,
      per_second,
      p50_ms: latency_ms,
      p99_ms: Number.NaN,
      client_ms,
      memory_mb: Number.NaN,
    }
  })

/** The same statements through our driver, in as many processes as the server has. */
export const measureDriver = (
  site: BenchServer,
  job: Omit<DriverJob, 'url'>,
  processes: number,
): Promise<Measurement> =>
  measured(site, async () => {
    const { transactions, cpu_ms } = await runDriver({ ...job, url: socketOf(site.dataDir) }, processes)
    return {
      requests: transactions,
      per_second: transactions / job.seconds,
      p50_ms: (1000 * job.connections * job.seconds) / transactions,
      p99_ms: Number.NaN,
      client_ms: cpu_ms / transactions,
      memory_mb: Number.NaN,
    }
  })

type Raw = Omit<Measurement, 'database_ms'> & { requests: number }

async function measured(site: BenchServer, work: () => Promise<Raw>): Promise<Measurement> {
  await settle(site)
  const postmaster = postmasterOf(site.dataDir)
  const before = cpuOfDatabase(site.dataDir, postmaster)
  const { requests, per_second, p50_ms, p99_ms, client_ms, memory_mb } = await work()
  const database_ms = (cpuOfDatabase(site.dataDir, postmaster) - before) / requests
  return { per_second, p50_ms, p99_ms, client_ms, memory_mb, database_ms }
}

/** Every measurement starts from the same state: counters compacted, and a checkpoint made. */
async function settle({ worker, owner }: BenchServer) {
  await maintainSpace(worker, space)
  await owner.unsafe('vacuum counters, sums, events')
  await owner.unsafe('checkpoint')
}
