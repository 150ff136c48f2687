import { median } from './machine.ts'
import { connections, type Measured, measureServer, musterOf } from './measuring.ts'
import { hottest } from './operations.ts'
import type { Bench, Outcome } from './whole.ts'

export interface Curve {
  operation: string
  points: { share: number; one: Measured }[]
}

const shares = [0.1, 0.3, 0.5, 0.7, 0.8, 0.9]
const of: string[] = [hottest.list, hottest.read, hottest.create, hottest.contact]

/** Latency when requests come by themselves, so many a second: shares of what the server can do at most. */
export async function latencies(bench: Bench, outcomes: Outcome[]): Promise<Curve[]> {
  const { site, world, seconds, bar } = bench
  const curves: Curve[] = []
  for (const { operation, runs } of outcomes.filter(({ operation }) => of.includes(operation))) {
    const most = median((runs.muster ?? []).map(({ per_second }) => per_second))
    const points: Curve['points'] = []
    for (const share of shares) {
      const pace = { connections, seconds, per_second: share * most }
      points.push({ share, one: await measureServer(site, world, musterOf(site), operation, pace) })
    }
    curves.push({ operation, points })
    bar.step(`latency of ${operation}`, 0)
  }
  return curves
}
