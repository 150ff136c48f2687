import type { BenchServer } from './bench_server.ts'
import { type Checkout, openCheckout } from './checkout.ts'
import { machine, median } from './machine.ts'
import { connections, type Load, type Measurement, measureLoad, musterOf } from './measure.ts'
import { fillMixed, mixed_weights } from './mixed.ts'
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

interface Side {
  site: BenchServer
  loads: Record<string, Load>
}

type Runs = Record<string, [Measurement[], Measurement[]]>

const warm_up_s = 2
const mixed = 'mixed load'
const compared = [
  hottest.read,
  hottest.contact,
  hottest.list,
  hottest.second,
  'GET /contacts',
  'GET /teams, 100 of them',
  hottest.search,
  hottest.create,
  hottest.change,
  'PATCH /contacts/{id}',
]

/** Measures the servers of this checkout and another one in turns, each with its own database and the same data. */
export async function benchCompare({ folder, only, ...params }: CompareParams): Promise<string> {
  const [here, there] = [await openCheckout('.'), await openCheckout(folder)]
  const everything = Object.values(operations).flatMap(Object.keys)
  const chosen = [...(only ? everything : compared), mixed].filter(name => name.includes(only))
  return here.bench_server.withBenchServer(ours =>
    there.bench_server.withBenchServer(async theirs => {
      params.log('filling both databases')
      const sides = await Promise.all([
        prepareSide(here, ours, chosen, params.size),
        prepareSide(there, theirs, chosen, params.size),
      ])
      const runs = await takeTurns(sides, chosen, params)
      return reportOf(runs, [here, there], params, ours.postgres)
    }),
  )
}

async function prepareSide(
  checkout: Checkout,
  site: BenchServer,
  chosen: string[],
  { bundles, contacts, ...size }: Size,
): Promise<Side> {
  const largest = { bundles: bundles / 5, contacts: contacts / 10 }
  // The large space comes last, because its ids are the highest.
  const datasets = chosen.includes(mixed) ? await fillMixed(checkout, site, largest) : []
  const dataset = await checkout.space.fillSpace(site, { ...size, bundles, contacts }, () => {})
  const loads = chosen.map((name): [string, Load] =>
    name === mixed
      ? [name, { weights: mixed_weights, datasets }]
      : [name, { weights: { [name]: 1 }, datasets: [dataset] }],
  )
  return { site, loads: Object.fromEntries(loads) }
}

async function takeTurns(
  sides: [Side, Side],
  chosen: string[],
  { rounds, seconds, log }: Omit<CompareParams, 'folder' | 'only'>,
) {
  const runs: Runs = Object.fromEntries(chosen.map(name => [name, [[], []]]))
  for (let round = 0; round <= rounds; round++)
    for (const name of chosen) {
      const rates: string[] = []
      for (const [at, { site, loads }] of sides.entries()) {
        const pace = { connections, seconds: round === 0 ? warm_up_s : seconds }
        const one = await measureLoad(site, musterOf(site), loads[name] as Load, pace, round)
        if (round > 0) runs[name]?.[at]?.push(one)
        rates.push(one.per_second.toFixed(0))
      }
      log(`${round === 0 ? 'warm-up' : `round ${round}`}, ${name}: ${rates.join(' and ')} a second`)
    }
  return runs
}

function reportOf(
  runs: Runs,
  [here, there]: [Checkout, Checkout],
  { rounds, seconds, size }: Omit<CompareParams, 'folder' | 'only'>,
  postgres: string,
) {
  return `# ${here.folder} compared with ${there.folder}

${machine(postgres)}
- ${size.bundles} payments and ${size.contacts} contacts; ${connections} connections; medians of ${rounds} rounds of ${seconds} s, in turns

Each cell: here / there. The ratios are here to there: more requests a second and less processor time are better.

| | requests/s | ratio | Node CPU ms | PostgreSQL CPU ms | ratio of processor time | p99 ms |
|---|---|---|---|---|---|---|
${Object.entries(runs)
  .map(([name, pair]) => `| ${name} | ${cellsOf(pair).join(' | ')} |`)
  .join('\n')}
`
}

function cellsOf([ours, theirs]: [Measurement[], Measurement[]]) {
  const both = (part: keyof Measurement, digits: number) =>
    [ours, theirs].map(list => median(list.map(one => one[part])).toFixed(digits)).join(' / ')
  const cost = ({ client_ms, database_ms }: Measurement) => client_ms + database_ms
  const rateOf = ({ per_second }: Measurement) => per_second
  // Of each round, because both sides of a round ran under the same other load.
  const ratio = (of: (one: Measurement) => number) =>
    median(ours.map((one, at) => of(one) / of(theirs[at] as Measurement))).toFixed(2)
  return [
    both('per_second', 0),
    ratio(rateOf),
    both('client_ms', 2),
    both('database_ms', 2),
    ratio(cost),
    both('p99_ms', 0),
  ]
}
