import type { Contender } from './contenders.ts'
import { startBare } from './limits.ts'
import { connections, type Measured, measureServer, middle, musterOf } from './measuring.ts'
import { hottest } from './operations.ts'
import type { Bench, Outcome } from './whole.ts'

export interface Curve {
  operation: string
  points: { share: number; ours: Latency; bare: Latency }[]
}

export interface Latency {
  per_second: number
  p50_ms: number
  p99_ms: number
}

const shares = [0.2, 0.5, 0.7, 0.9]
const of: string[] = [hottest.list, hottest.read, hottest.create, hottest.contact]

/**
 * Latency when requests come by themselves, so many a second: shares of what the server can do at most. Beside it a bare server at the same
 * share of what that can do: the tail that this machine gives to anybody.
 */
export async function latencies(bench: Bench, outcomes: Outcome[]): Promise<Curve[]> {
  const curves: Curve[] = []
  for (const outcome of outcomes.filter(({ operation }) => of.includes(operation))) {
    const bare = await startBare(outcome.limits.canned, bench.processes)
    try {
      curves.push({ operation: outcome.operation, points: await pointsOf(bench, outcome, { ...bare, name: 'muster' }) })
    } finally {
      await bare.stop()
    }
    bench.bar.step(`latency of ${outcome.operation}`, 0)
  }
  return curves
}

async function pointsOf({ site, world, seconds, rounds }: Bench, { operation, runs }: Outcome, bare: Contender) {
  const at = (contender: Omit<Contender, 'stop'>, per_second: number) =>
    measureServer(site, world, contender, operation, { connections, seconds, per_second })
  const points: Curve['points'] = []
  for (const share of shares) {
    const [ours, theirs]: [Measured[], Measured[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      ours.push(await at(musterOf(site), share * middle(runs.muster, 'per_second')))
      theirs.push(await at(bare, share * middle(runs.bare, 'per_second')))
    }
    points.push({ share, ours: latencyOf(ours), bare: latencyOf(theirs) })
  }
  return points
}

const latencyOf = (list: Measured[]): Latency => ({
  per_second: middle(list, 'per_second'),
  p50_ms: middle(list, 'p50_ms'),
  p99_ms: middle(list, 'p99_ms'),
})
