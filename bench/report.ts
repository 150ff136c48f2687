import type { OperationResult, OperationResults } from './bench_operations.ts'
import { goalsOf } from './goals.ts'
import { machine } from './machine.ts'
import { cost, type Measurement, medianOf } from './measure.ts'
import { peers } from './peers/peers.ts'
import type { Sizes } from './sizes.ts'

interface Facts extends OperationResults {
  sizes: Sizes
  size: object
  rounds: number
  seconds: number
}

const contenders: Record<string, string> = {
  muster: 'Muster',
  plain: 'pgbench, the same statements',
  packed: 'pgbench, in one packet',
  driver: 'postgres.js, the same statements',
  bare: 'node:http, the same bytes',
  ...Object.fromEntries(Object.entries(peers).map(([name, { title }]) => [name, title])),
}

/** The report. Numbers are medians over all rounds. */
export const reportOf = (facts: Facts) => `# Benchmark results

Written by \`npm run bench\`; [README.md](README.md) explains each number. Compare the ratios; the absolute values depend on the machine
and its load.

${machine(facts.facts.postgres)}
- one space with ${Object.entries(facts.size)
  .map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
  .join(', ')}
- 16 connections; medians of ${facts.rounds} rounds, interleaved, of ${facts.seconds} s for what is asked most and 1 s for the rest
- Muster, the bare server and the peers in ${facts.processes} ${facts.processes === 1 ? 'process' : 'processes'} each
- idle, a Muster process holds ${facts.idle_mb.toFixed(0)} MB
- ready ${(facts.facts.warm_start_ms / 1000).toFixed(1)} s after the command, with the embedded database

## Goals

${goalsOf(facts).join('\n')}

## The most frequent operations, against limits and peers

${facts.outcomes
  .filter(({ hot }) => hot)
  .map(hotTable)
  .join('\n\n')}

## Every operation

A ratio to pgbench is of requests a second, with the very same statements; there is none where nothing is asked of the database or the statements
cannot be said twice.

${[...new Set(facts.outcomes.map(({ group }) => group))].map(group => groupTable(group, facts.outcomes)).join('\n\n')}

## Latency against load

Requests that come by themselves, so many a second: a share of the most that the operation reaches. Waiting for a free connection counts. At random
moments: of requests that take equally long, at 70 % of the load of one processor, one in a hundred waits several times the median whatever is done. So
beside it stands a bare node:http at the same share of the most that it reaches.

![latency against load](plots/latency.svg)

| operation | share of the most | a second | p50 ms | p99 ms | p99 / p50 | of a bare node:http: p50 ms | p99 ms | p99 / p50 |
|---|---|---|---|---|---|---|---|---|
${facts.curves
  .flatMap(({ operation, points }) =>
    points.map(({ share, ours, bare }) =>
      row([
        `\`${operation}\``,
        `${share * 100} %`,
        n(ours.per_second, 0),
        ...[ours, bare].flatMap(({ p50_ms, p99_ms }) => [n(p50_ms), n(p99_ms), n(p99_ms / p50_ms, 1)]),
      ]),
    ),
  )
  .join('\n')}

## Cost against size

Processor time of Node and PostgreSQL together, in ms a request, in a database with so many bundles and as many contacts.

![cost against size](plots/size.svg)

| operation | ${facts.sizes.map(({ rows }) => rows.toLocaleString('en')).join(' | ')} | most / least |
|---|${facts.sizes.map(() => '---|').join('')}---|
${Object.keys(facts.sizes[0]?.costs ?? {})
  .map(operation => {
    const costs = facts.sizes.map(size => size.costs[operation] ?? Number.NaN)
    return row([`\`${operation}\``, ...costs.map(cost => n(cost, 3)), n(Math.max(...costs) / Math.min(...costs))])
  })
  .join('\n')}

## Not measured

${facts.missing.length > 0 ? facts.missing.map(line => `- ${line.replaceAll('\n', ' ')}`).join('\n') : 'Everything was measured.'}
`

const n = (number: number, digits = 2) => (Number.isFinite(number) ? number.toFixed(digits) : '–')
const row = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`

function hotTable({ operation, limits, runs }: OperationResult) {
  const [rate, own] = [medianOf(runs.muster, 'per_second'), cost(runs.muster)]
  const lines = Object.entries(contenders)
    .filter(([name]) => runs[name]?.length)
    .map(([name, title]) => {
      const of = (part: keyof Measurement) => medianOf(runs[name], part)
      const ratios = name === 'muster' ? ['', ''] : [n(rate / of('per_second')), n(cost(runs[name]) / own)]
      const latency = [n(of('p50_ms'), 1), n(of('p99_ms'), 1)]
      return row([
        title,
        n(of('per_second'), 0),
        ...latency,
        n(of('client_ms')),
        n(of('database_ms')),
        n(of('memory_mb'), 0),
        ...ratios,
      ])
    })
  return `### \`${operation}\`

${limits.statements.length} statements, ${limits.bytes.toLocaleString('en')} bytes.

| | requests/s | p50 ms | p99 ms | CPU ms of its own | of PostgreSQL | memory MB | Muster's rate to its | its cost to Muster's |
|---|---|---|---|---|---|---|---|---|
${lines.join('\n')}`
}

function groupTable(group: string, outcomes: OperationResult[]) {
  const lines = outcomes
    .filter(one => one.group === group)
    .map(({ operation, limits, runs }) => {
      const of = (part: keyof Measurement) => medianOf(runs.muster, part)
      const latency = [n(of('p50_ms'), 1), n(of('p99_ms'), 1)]
      const ratios = [n(of('per_second') / medianOf(runs.plain, 'per_second')), n(cost(runs.muster) / cost(runs.plain))]
      return row([
        `\`${operation}\``,
        limits.statements.length,
        limits.bytes,
        n(of('per_second'), 0),
        ...latency,
        n(of('client_ms')),
        n(of('database_ms')),
        n(of('memory_mb'), 0),
        ...ratios,
      ])
    })
  return `### ${group}

| operation | statements | bytes | requests/s | p50 ms | p99 ms | Node CPU ms | PostgreSQL CPU ms | memory MB | rate to pgbench | cost to pgbench |
|---|---|---|---|---|---|---|---|---|---|---|
${lines.join('\n')}`
}
