import { withBenchServer } from './bench_server.ts'
import { median } from './machine.ts'
import { connections, measureServer, musterOf } from './measure.ts'
import { hottest } from './operations.ts'
import { fillSpace, small } from './space.ts'

/** Processor time of a request in ms, by operation. */
export type Sizes = { rows: number; costs: Record<string, number> }[]

const of = [hottest.list, hottest.read, hottest.create, hottest.contact, hottest.search]

/** Measures the same requests in databases of different sizes, each with its own server. */
export async function costsBySize(counts: number[], rounds: number, log: (line: string) => void): Promise<Sizes> {
  const sizes: Sizes = []
  for (const rows of counts) {
    const costs = await withBenchServer(async site => {
      const dataset = await fillSpace(site, { ...small, bundles: rows, contacts: rows }, log)
      const runs: Record<string, number[]> = {}
      for (let round = 0; round <= rounds; round++)
        for (const operation of of) {
          const one = await measureServer(site, dataset, musterOf(site), operation, { connections, seconds: 2 })
          // The first round is a warm-up.
          if (round > 0) (runs[operation] ??= []).push(one.client_ms + one.database_ms)
        }
      return Object.fromEntries(Object.entries(runs).map(([operation, list]) => [operation, median(list)]))
    })
    log(
      `${rows} rows: ${Object.values(costs)
        .map(ms => ms.toFixed(2))
        .join(' / ')} ms`,
    )
    sizes.push({ rows, costs })
  }
  return sizes
}
