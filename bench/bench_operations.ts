import { join } from 'node:path'
import { type BenchServer, withBenchServer } from './bench_server.ts'
import { openCheckout } from './checkout.ts'
import type { Dataset } from './dataset.ts'
import { measureFairness } from './fairness.ts'
import { measureIdle } from './idle.ts'
import { fillLean, leanScripts } from './lean.ts'
import { documentOf, ownStatements, repeatable } from './limits.ts'
import type { Load } from './load.ts'
import { type Measurement, measureLoad, measureScript, musterOf, only } from './measure.ts'
import { fillMixed, mixed, mixed_weights } from './mixed.ts'
import { hottest, operations } from './operations.ts'
import { checkPeer, fillPeers, startPeer } from './peers/install.ts'
import { peers } from './peers/peers.ts'
import { pgbenchVersion, type Script } from './pgbench.ts'
import { fillSpace, type Size } from './space.ts'
import type { RunningServer } from './start_program.ts'
import { recording } from './statements.ts'

export interface OperationsParams {
  size: Size
  rounds: number
  seconds: number
  /** Only operations whose name contains this text. */
  only: string
  log: (line: string) => void
}

/** The measurements of an operation, by server or limit, one for each round. */
export interface OperationResult {
  operation: string
  statements?: number
  runs: Record<string, Measurement[]>
}

export type OperationResults = Awaited<ReturnType<typeof benchOperations>>

const warm_up_s = 2
const once_s = 1
/** The operations whose cost in a small space is compared with that in the large one. */
const growing = [hottest.read, hottest.contact, hottest.list, hottest.create, hottest.search]

export async function benchOperations(params: OperationsParams) {
  const everything = params.only === ''
  const idle = await measureIdle()
  const small = everything ? await costsInSmallSpace(params) : {}
  return withBenchServer(async site => {
    const bench = await prepare(site, params, idle.processes)
    try {
      const results = await runRounds(bench)
      const others = await runOnce(bench)
      const fairness = everything
        ? await measureFairness(site, bench.dataset, bench.mixed_datasets.at(-1) as Dataset)
        : []
      return { results, others, fairness, small, idle, missing: bench.missing, postgres: site.postgres }
    } finally {
      for (const peer of bench.peers) await peer.stop()
    }
  })
}

interface Bench extends OperationsParams {
  site: BenchServer
  dataset: Dataset
  mixed_datasets: Dataset[]
  peers: RunningServer[]
  /** What could not be measured, and why. */
  missing: string[]
  hot: OperationResult[]
  own: Record<string, Script>
  lean: Record<string, Script>
}

/** Processor time in ms of the same requests in a database with few rows. */
async function costsInSmallSpace({ seconds, log }: OperationsParams): Promise<Record<string, number>> {
  return withBenchServer(async site => {
    const rows = 1000
    const size = { bundles: rows, contacts: rows, users: 20, teams: 5, actions: 2, visits: 100 }
    const dataset = await fillSpace(site, size, log)
    const costs: Record<string, number> = {}
    for (const operation of growing) {
      await measureLoad(site, musterOf(site), only(operation, dataset), warm_up_s)
      const { client_ms, database_ms } = await measureLoad(site, musterOf(site), only(operation, dataset), seconds)
      costs[operation] = client_ms + database_ms
      log(`${operation}: ${costs[operation].toFixed(2)} ms with ${rows} rows`)
    }
    return costs
  })
}

/** Fills the database, records the statements of the most frequent operations, and starts the peers. */
async function prepare(site: BenchServer, params: OperationsParams, processes: number): Promise<Bench> {
  const { size, log } = params
  log('filling 50 spaces')
  const mixed_datasets = mixed.includes(params.only) ? await fillMixed(await openCheckout('.'), site, size) : []
  const dataset = await fillSpace(site, size, log)
  const hot = [...Object.values<string>(hottest), mixed]
    .filter(name => name.includes(params.only))
    .map((operation): OperationResult => ({ operation, runs: {} }))
  const bench: Bench = { ...params, site, dataset, mixed_datasets, peers: [], missing: [], hot, own: {}, lean: {} }
  if (pgbenchVersion()) await prepareLimits(bench)
  else bench.missing.push('pgbench: not installed (Debian: postgresql-contrib).')
  await startPeers(bench, processes)
  return bench
}

async function prepareLimits(bench: Bench) {
  const { site, dataset, hot, own } = bench
  const document = await documentOf(site, dataset)
  await fillLean(site.owner, dataset, document)
  bench.lean = leanScripts(dataset, document)
  await recording(site, dataset.group_id, async record => {
    for (const result of hot.filter(({ operation }) => repeatable.includes(operation)))
      await tryOrNote(bench, `the statements of ${result.operation}`, async () => {
        const { statements, script } = await ownStatements(site, dataset, result.operation, record)
        result.statements = statements
        own[result.operation] = script
      })
  })
}

async function startPeers(bench: Bench, processes: number) {
  const { site, dataset, hot, log } = bench
  const wanted = Object.entries(peers).filter(([, peer]) => hot.some(({ operation }) => operation === peer.operation))
  if (wanted.length > 0) await fillPeers(site.owner, dataset)
  for (const [name, { title, operation }] of wanted)
    await tryOrNote(bench, title, async () => {
      log(`starting ${title}`)
      const peer = await startPeer(name, site.owner, join(site.dataDir, 'postgres'), processes)
      bench.peers.push(peer)
      await checkPeer(peer, dataset)
      await measureLoad(site, peer, only(operation, dataset), warm_up_s)
    })
}

/** Measures in turns, so that other load affects all alike. The first round is a warm-up. */
async function runRounds(bench: Bench) {
  for (let round = 0; round <= bench.rounds; round++)
    for (const result of bench.hot) await runRound(bench, result, round)
  return bench.hot
}

async function runRound(bench: Bench, { operation, runs }: OperationResult, round: number) {
  const { site, dataset, mixed_datasets, own, lean, log } = bench
  const seconds = round === 0 ? warm_up_s : bench.seconds
  const load: Load =
    operation === mixed ? { weights: mixed_weights, datasets: mixed_datasets } : only(operation, dataset)
  const note = async (name: string, work: () => Promise<Measurement>) => {
    const one = await tryOrNote(bench, `${name}, ${operation}`, work)
    if (one && round > 0) (runs[name] ??= []).push(one)
  }
  await note('muster', () => measureLoad(site, musterOf(site), load, seconds))
  if (round === 0) return
  for (const [name, scripts] of Object.entries({ own, lean })) {
    const script = scripts[operation]
    if (script) await note(name, () => measureScript(site, script, seconds))
  }
  for (const peer of bench.peers)
    if (peers[peer.name]?.operation === operation) await note(peer.name, () => measureLoad(site, peer, load, seconds))
  log(`round ${round}, ${operation}: ${runs.muster?.at(-1)?.per_second.toFixed(0)} a second`)
}

/** Measures every other operation once. Downloads are chunked, and measured by the bench of imports. */
async function runOnce(bench: Bench): Promise<Record<string, Measurement>> {
  const { site, dataset, hot, log } = bench
  const measured: Record<string, Measurement> = {}
  const others = Object.values(operations)
    .flatMap(Object.keys)
    .filter(
      name => name.includes(bench.only) && !name.includes('.csv') && !hot.some(({ operation }) => operation === name),
    )
  for (const operation of others) {
    const one = await tryOrNote(bench, operation, () =>
      measureLoad(site, musterOf(site), only(operation, dataset), once_s),
    )
    if (one) measured[operation] = one
    log(`${operation}: ${one?.per_second.toFixed(0)} a second`)
  }
  return measured
}

/** Notes a failure for the report, and continues with the rest. */
async function tryOrNote<T>({ missing }: Bench, what: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    const lines = String(error instanceof Error ? error.message : error).split('\n')
    const note = `${what}: ${lines.find(line => /ERROR:/.test(line)) ?? lines.slice(-8).join(' ')}`
    if (!missing.includes(note)) missing.push(note)
    return undefined
  }
}
