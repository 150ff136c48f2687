import { dirname, join } from 'node:path'
import { type BenchServer, space, withBenchServer } from './bench_server.ts'
import { familyOf, memoryOf } from './cpu.ts'
import type { Dataset } from './dataset.ts'
import { latencies } from './latencies.ts'
import { type Limits, limitsOf, startBare } from './limits.ts'
import {
  connections,
  type Measurement,
  measureDriver,
  measureScript,
  measureServer,
  musterOf,
  type Pace,
} from './measure.ts'
import { hottest, operations } from './operations.ts'
import { checkPeer, fillPeers, startPeer } from './peers/install.ts'
import { peerOperations, peers } from './peers/peers.ts'
import { pgbenchVersion } from './pgbench.ts'
import { type Progress, progress } from './progress.ts'
import { idRangeOf } from './replay_values.ts'
import { fillSpace, type Size } from './space.ts'
import type { RunningServer } from './start_program.ts'
import { recording } from './statements.ts'

interface OperationsParams {
  size: Size
  rounds: number
  seconds: number
  /** Only operations whose name contains this text. */
  only: string
}

/** The measurements of an operation, by server, one for each round. */
export interface OperationResult {
  group: string
  operation: string
  hot: boolean
  limits: Limits
  runs: Record<string, Measurement[]>
}

export interface OperationResults {
  outcomes: OperationResult[]
  curves: Awaited<ReturnType<typeof latencies>>
  /** What could not be measured, and why. */
  missing: string[]
  idle_mb: number
  processes: number
  facts: Pick<BenchServer, 'postgres' | 'warm_start_ms'>
}

const warm_up_s = 3
// pgbench accepts only whole seconds.
const short_s = 1
const short_warm_up_s = 0.3

export const benchOperations = ({ size, rounds, seconds, only }: OperationsParams): Promise<OperationResults> =>
  withBenchServer(async site => {
    const family = familyOf(site.server.pid, site.dataDir)
    const idle_mb = Math.max(...family.map(memoryOf))
    const chosen = Object.entries(operations)
      .flatMap(([group, list]) => Object.keys(list).map(operation => ({ group, operation })))
      .filter(({ operation }) => operation.includes(only))
    const hot = chosen.filter(({ operation }) => isHot(operation)).length
    const bar = progress(1 + chosen.length * (1 + rounds) + (hot > 0 ? Object.keys(peers).length : 0))
    const dataset = await fillSpace(site, size, line => bar.step(line, 0))
    if (hot > 0) await fillPeers(site.owner, space)
    bar.step('filled')
    const socket = join(site.dataDir, 'postgres', '.s.PGSQL.5432')
    const missing: string[] = pgbenchVersion() ? [] : ['pgbench: not installed (Debian: postgresql-contrib).']
    const processes = family.length
    const bench: Bench = { site, dataset, socket, processes, bar, missing, rounds, seconds, started: [] }
    const outcomes = await prepareOperations(bench, chosen)
    try {
      if (hot > 0) await startPeers(bench)
      await runRounds(bench, outcomes)
    } finally {
      for (const peer of bench.started) await peer.stop()
    }
    const curves = await latencies(
      bench,
      outcomes.filter(({ hot }) => hot),
    )
    bar.end()
    return { outcomes, curves, missing, idle_mb, processes, facts: site }
  })

export interface Bench {
  site: BenchServer
  dataset: Dataset
  socket: string
  processes: number
  bar: Progress
  missing: string[]
  rounds: number
  seconds: number
  /** The running peers. */
  started: RunningServer[]
}

const isHot = (operation: string) => Object.values<string>(hottest).includes(operation)

/** A space allows few concurrent downloads. */
const paceOf = (operation: string, seconds: number): Pace => ({
  connections: operation.includes('.csv') ? 1 : connections,
  seconds,
})

/** Notes a failure for the report, and continues with the rest. */
async function tryOrNote<T>({ missing }: Bench, what: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    const lines = String(error instanceof Error ? error.message : error).split('\n')
    missing.push(`${what}: ${lines.find(line => /ERROR:/.test(line)) ?? lines.slice(-8).join(' ')}`)
    return undefined
  }
}

/** Records the limits of each operation, and warms up the server. */
async function prepareOperations(
  bench: Bench,
  chosen: { group: string; operation: string }[],
): Promise<OperationResult[]> {
  const { site, dataset, bar } = bench
  const outcomes: OperationResult[] = []
  await recording(site.owner, site.dataDir, space, async record => {
    for (const { group, operation } of chosen) {
      const limits = await tryOrNote(bench, operation, () => limitsOf(site, dataset, operation, record))
      if (limits) outcomes.push({ group, operation, hot: isHot(operation), limits, runs: {} })
      bar.step(`looked at ${operation}`)
    }
  })
  const warm: OperationResult[] = []
  for (const outcome of outcomes) {
    const pace = paceOf(outcome.operation, outcome.hot ? warm_up_s : short_warm_up_s)
    bar.step(`warming up ${outcome.operation}`, 0)
    const one = await tryOrNote(bench, outcome.operation, () =>
      measureServer(site, dataset, musterOf(site), outcome.operation, pace, 0),
    )
    if (one) warm.push(outcome)
  }
  return warm
}

/** Measures in turns, so that other load affects all servers alike. */
async function runRounds(bench: Bench, outcomes: OperationResult[]) {
  const { bar, rounds, seconds } = bench
  for (let round = 1; round <= rounds; round++) {
    for (const outcome of outcomes) {
      await runRound(bench, outcome, round, paceOf(outcome.operation, outcome.hot ? seconds : short_s))
      const rate = outcome.runs.muster?.at(-1)?.per_second ?? Number.NaN
      bar.step(`round ${round}, ${outcome.operation}: ${rate.toFixed(0)} a second`)
    }
  }
}

async function runRound(bench: Bench, { operation, hot, limits, runs }: OperationResult, round: number, pace: Pace) {
  const { site, dataset, socket } = bench
  const note = async (name: string, work: () => Promise<Measurement>) => {
    const one = await tryOrNote(bench, `${name}, ${operation}`, work)
    if (one) (runs[name] ??= []).push(one)
    return one
  }
  await note('muster', () => measureServer(site, dataset, musterOf(site), operation, pace, round))
  for (const name of hot ? (['plain', 'packed'] as const) : (['plain'] as const)) {
    const script = limits[name]
    if (!script || !pgbenchVersion()) continue
    const one = await note(name, () => measureScript(site, socket, script, pace))
    if (!one) limits[name] = undefined
  }
  const drawn = hot && idRangeOf(operation, dataset)
  if (drawn)
    await note('driver', () => measureDriver(site, { statements: limits.statements, drawn, ...pace }, bench.processes))
  if (hot) await note('bare', () => runBareServer(bench, limits, operation, pace))
  const peerOperation = peerOperations.find(name => hottest[name] === operation)
  if (!peerOperation) return
  for (const peer of bench.started) await note(peer.name, () => measureServer(site, dataset, peer, peerOperation, pace))
}

async function runBareServer({ site, dataset, processes }: Bench, { canned }: Limits, operation: string, pace: Pace) {
  const bare = await startBare(canned, processes)
  try {
    return await measureServer(site, dataset, { ...bare, name: 'muster' }, operation, pace)
  } finally {
    await bare.stop()
  }
}

async function startPeers(bench: Bench) {
  const { site, dataset, socket, processes, bar, started } = bench
  for (const [name, { title }] of Object.entries(peers)) {
    await tryOrNote(bench, title, async () => {
      const peer = await startPeer(name, site.owner, dirname(socket), processes)
      started.push(peer)
      await checkPeer(peer, dataset)
      for (const operation of peerOperations)
        await measureServer(site, dataset, peer, operation, { connections, seconds: warm_up_s })
    })
    bar.step(`started ${title}`)
  }
}
