import type { Bench, OperationResult } from './bench_operations.ts'
import { startBare } from './limits.ts'
import { connections, type Measurement, measureServer, medianOf, musterOf } from './measure.ts'
import { hottest } from './operations.ts'
import type { RunningServer } from './start_program.ts'

export interface Curve {
  operation: string
  points: { share: number; ours: Latency; bare: Latency }[]
}

interface Latency {
  per_second: number
  p50_ms: number
  p99_ms: number
}

const shares = [0.2, 0.5, 0.7, 0.9]
const of: string[] = [hottest.list, hottest.read, hottest.create, hottest.contact]

/**
 * Latency in an open loop, at shares of the highest rate of the server; and of a bare server at the same share of its own highest rate, which
 * shows what the machine itself contributes.
 */
export async function latencies(bench: Bench, outcomes: OperationResult[]): Promise<Curve[]> {
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

async function pointsOf(
  { site, dataset, seconds, rounds }: Bench,
  { operation, runs }: OperationResult,
  bare: RunningServer,
) {
  const at = (contender: Omit<RunningServer, 'stop'>, per_second: number) =>
    measureServer(site, dataset, contender, operation, { connections, seconds, per_second })
  const points: Curve['points'] = []
  for (const share of shares) {
    const [ours, theirs]: [Measurement[], Measurement[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      ours.push(await at(musterOf(site), share * medianOf(runs.muster, 'per_second')))
      theirs.push(await at(bare, share * medianOf(runs.bare, 'per_second')))
    }
    points.push({ share, ours: latencyOf(ours), bare: latencyOf(theirs) })
  }
  return points
}

const latencyOf = (list: Measurement[]): Latency => ({
  per_second: medianOf(list, 'per_second'),
  p50_ms: medianOf(list, 'p50_ms'),
  p99_ms: medianOf(list, 'p99_ms'),
})
