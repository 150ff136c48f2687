import { type BenchServer, startBenchServer } from './bench_server.ts'
import { type Checkout, openCheckout } from './checkout.ts'
import { compareGoals } from './goals.ts'
import type { Load } from './load.ts'
import { machine, median } from './machine.ts'
import { connections, type Measurement, measureLoad, musterOf, only } from './measure.ts'
import { fillMixed, mixed, mixed_weights } from './mixed.ts'
import { hottest, operations } from './operations.ts'
import type { Size } from './space.ts'

interface CompareParams {
  /** The folder of the other checkout. */
  folder: string
  size: Size
  rounds: number
  seconds: number
  /** Only operations whose name contains this text. */
  only: string
  log: (line: string) => void
}

/** The measurements of an operation: here and there, one for each round. */
type Pair = [Measurement[], Measurement[]]

const warm_up_s = 2
const compared = Object.values<string>(hottest)

/** Measures the servers of this checkout and another one in turns, each with its own database and the same data. */
export async function benchCompare({ folder, only: text, ...params }: CompareParams): Promise<string> {
  const checkouts = [await openCheckout('.'), await openCheckout(folder)] as const
  const all = text ? Object.values(operations).flatMap(Object.keys) : compared
  const chosen = [...all, mixed].filter(name => name.includes(text))
  const starting = checkouts.map(({ process }) => startBenchServer(process.startServer))
  try {
    const sites = await Promise.all(starting)
    params.log('filling both databases')
    const loads = await Promise.all(
      sites.map((site, at) => loadsOf(checkouts[at] as Checkout, site, chosen, params.size)),
    )
    const pairs = new Map(chosen.map((name): [string, Pair] => [name, [[], []]]))
    for (let round = 0; round <= params.rounds; round++)
      for (const [name, pair] of pairs) await takeTurns(sites, loads, name, pair, round, params)
    return reportOf(pairs, folder, params, sites[0]?.postgres ?? '')
  } finally {
    for (const one of await Promise.allSettled(starting)) if (one.status === 'fulfilled') await one.value.stop()
  }
}

/** Fills the database of a server, and returns the load of each operation. */
async function loadsOf(checkout: Checkout, site: BenchServer, chosen: string[], size: Size) {
  // The large space comes last, because its ids are the highest.
  const datasets = chosen.includes(mixed) ? await fillMixed(checkout, site, size) : []
  const dataset = await checkout.space.fillSpace(site, size, () => {})
  return new Map(
    chosen.map((name): [string, Load] => [
      name,
      name === mixed ? { weights: mixed_weights, datasets } : only(name, dataset),
    ]),
  )
}

async function takeTurns(
  sites: BenchServer[],
  loads: Map<string, Load>[],
  name: string,
  pair: Pair,
  round: number,
  { seconds, log }: Pick<CompareParams, 'seconds' | 'log'>,
) {
  const rates: string[] = []
  for (const [at, site] of sites.entries()) {
    const load = loads[at]?.get(name) as Load
    const one = await measureLoad(site, musterOf(site), load, round === 0 ? warm_up_s : seconds)
    if (round > 0) pair[at]?.push(one)
    rates.push(one.per_second.toFixed(0))
  }
  log(`${round === 0 ? 'warm-up' : `round ${round}`}, ${name}: ${rates.join(' and ')} a second`)
}

function reportOf(
  pairs: Map<string, Pair>,
  folder: string,
  { rounds, seconds, size }: Omit<CompareParams, 'folder' | 'only'>,
  postgres: string,
) {
  const lines = [...pairs].map(([name, pair]) => `| ${name} | ${cellsOf(pair).join(' | ')} |`)
  const rates = new Map([...pairs].map(([name, pair]) => [name, ratioOf(pair, one => one.per_second)]))
  return `# Compared with ${folder}

${machine(postgres)}
- ${size.bundles} payments and ${size.contacts} contacts; ${connections} connections; medians of ${rounds} rounds of ${seconds} s, in turns

Each cell: here / there. The ratios are here to there: more requests a second and less processor time are better.

| | requests/s | ratio | Node CPU ms | PostgreSQL CPU ms | ratio of processor time | p99 ms |
|---|---|---|---|---|---|---|
${lines.join('\n')}

Goals, if the other checkout is af0626b4:

${compareGoals(rates)}
`
}

function cellsOf(pair: Pair) {
  const both = (part: keyof Measurement, digits: number) =>
    pair.map(list => median(list.map(one => one[part])).toFixed(digits)).join(' / ')
  return [
    both('per_second', 0),
    ratioOf(pair, one => one.per_second).toFixed(2),
    both('client_ms', 2),
    both('database_ms', 2),
    ratioOf(pair, ({ client_ms, database_ms }) => client_ms + database_ms).toFixed(2),
    both('p99_ms', 0),
  ]
}

/** The median of the ratios of all rounds: both sides of a round ran under the same other load. */
const ratioOf = ([ours, theirs]: Pair, of: (one: Measurement) => number) =>
  median(ours.map((one, at) => of(one) / of(theirs[at] as Measurement)))
