import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { postmasterOf } from '../server/test/process.ts'
import type { BenchServer } from './bench_server.ts'
import { cpuOfAll, cpuOfDatabase, familyOf, memoryOf } from './cpu.ts'
import type { Load, LoadJob, LoadResult } from './load.ts'
import { median } from './machine.ts'
import { runPgbench, type Script } from './pgbench.ts'
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

export const connections = 16

/** How often each server was sent each load. */
const turns = new Map<string, number>()

export const musterOf = ({ server }: BenchServer) => ({ name: 'muster', url: server.url, pid: server.pid })

/** The median over all rounds. */
export const medianOf = (list: Measurement[] | undefined, part: keyof Measurement) =>
  median((list ?? []).map(one => one[part]))
export const cost = (list: Measurement[] | undefined) => medianOf(list, 'client_ms') + medianOf(list, 'database_ms')

/** The requests of one operation in one space. */
export const only = (operation: string, dataset: Load['datasets'][number]): Load => ({
  weights: { [operation]: 1 },
  datasets: [dataset],
})

/** Sends requests to a server that uses the database of the site: Muster, or a peer. */
export async function measureLoad(
  site: BenchServer,
  { name, url, pid }: Omit<RunningServer, 'stop'>,
  load: Load,
  seconds: number,
): Promise<Measurement> {
  const family = familyOf(pid, site.dataDir)
  const key = [url, ...Object.keys(load.weights)].join()
  const turn = turns.get(key) ?? 0
  turns.set(key, turn + 1)
  return measured(site, async () => {
    const before = cpuOfAll(family)
    const taken = await runLoad({ url, contender: name, ...load, turn, connections, seconds })
    if (taken.requests === 0) throw new Error('there are no requests left')
    const client_ms = (cpuOfAll(family) - before) / taken.requests
    return {
      ...taken,
      per_second: taken.requests / taken.seconds,
      client_ms,
      memory_mb: Math.max(...family.map(memoryOf)),
    }
  })
}

/** Statements without a server, by pgbench. */
export const measureScript = (site: BenchServer, script: Script, seconds: number): Promise<Measurement> =>
  measured(site, async () => {
    const { transactions, per_second, latency_ms, cpu_ms } = await runPgbench(
      script,
      site.dataDir,
      connections,
      seconds,
    )
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

/** In a process of its own, whose processor time is not counted. */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('load.ts', import.meta.url))])
  child.stdin.end(JSON.stringify(job))
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
  const [result, complaint, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (code !== 0) throw new Error(complaint.trim().slice(0, 2000))
  return JSON.parse(result) as LoadResult
}

type Raw = Omit<Measurement, 'database_ms'> & { requests: number }

async function measured(site: BenchServer, work: () => Promise<Raw>): Promise<Measurement> {
  await settle(site)
  const postmaster = postmasterOf(site.dataDir)
  const before = cpuOfDatabase(site.dataDir, postmaster)
  const { requests, per_second, p50_ms, p99_ms, client_ms, memory_mb } = await work()
  const database_ms = (cpuOfDatabase(site.dataDir, postmaster) - before) / requests
  return { per_second, p50_ms, p99_ms, client_ms, memory_mb, database_ms }
}

/** Every measurement starts from the same state: small tables without dead rows, and a checkpoint made. Autovacuum is off. */
async function settle({ owner }: BenchServer) {
  const tables = await owner<{ name: string }[]>`
    select quote_ident(relname) as name from pg_stat_user_tables
    where schemaname = 'public' and n_dead_tup > 1000 and n_live_tup < 50000`
  for (const { name } of tables) await owner.unsafe(`vacuum ${name}`)
  await owner.unsafe('checkpoint')
}
