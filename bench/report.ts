import type { OperationResult, OperationResults, OperationsParams } from './bench_operations.ts'
import { goalTable, type Values } from './goals.ts'
import { machine } from './machine.ts'
import { connections, cost, type Measurement, medianOf } from './measure.ts'
import { hottest } from './operations.ts'
import { peers } from './peers/peers.ts'

const titles: Record<string, string> = {
  muster: 'Muster',
  own: 'pgbench, the same statements',
  lean: 'pgbench, the leanest SQL',
  ...Object.fromEntries(Object.entries(peers).map(([name, { title }]) => [name, title])),
}

/** The report. Numbers are medians over all rounds. */
export const reportOf = (facts: OperationResults, { size, rounds, seconds }: OperationsParams) => `# Benchmark results

Written by \`npm run bench\`; [README.md](README.md) explains each number. Compare the ratios; the absolute values depend on the machine
and its load.

${machine(facts.postgres)}
- one space with ${Object.entries(size)
  .map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
  .join(', ')}; 50 smaller spaces for the mixed load
- ${connections} connections; medians of ${rounds} rounds of ${seconds} s, in turns; Muster and the peers in ${facts.idle.processes} processes each

## Goals

${goalTable(valuesOf(facts))}

## The most frequent operations

The ratio is Muster's requests per second, divided by those of the line.

| | requests/s | p50 ms | p99 ms | CPU ms of its own | of PostgreSQL | memory MB | ratio |
|---|---|---|---|---|---|---|---|
${facts.results.map(linesOf).join('\n')}

## A busy space beside a small one

The slowest percent of reads by id in a small space, one after the other, while a large space sends requests over 24 connections.

| the large space sends | idle, ms | busy, ms | ratio |
|---|---|---|---|
${facts.fairness.map(({ busy, quiet_p99_ms, busy_p99_ms }) => row([busy, n(quiet_p99_ms), n(busy_p99_ms), n(busy_p99_ms / quiet_p99_ms)])).join('\n')}

## All other operations

One second each, once.

| | requests/s | p50 ms | Node CPU ms | PostgreSQL CPU ms |
|---|---|---|---|---|
${Object.entries(facts.others)
  .map(([operation, one]) =>
    row([operation, n(one.per_second, 0), n(one.p50_ms, 1), n(one.client_ms), n(one.database_ms)]),
  )
  .join('\n')}
${facts.missing.length > 0 ? `\n## Not measured\n\n${facts.missing.map(note => `- ${note}`).join('\n')}\n` : ''}`

const n = (value: number, digits = 2) => (Number.isFinite(value) ? value.toFixed(digits) : '')
const row = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`

function linesOf({ operation, statements, runs }: OperationResult) {
  return Object.entries(runs)
    .map(([name, list]) => {
      const of = (part: keyof Measurement, digits = 2) => n(medianOf(list, part), digits)
      const title =
        name === 'muster' ? `**${operation}**` : `${titles[name]}${name === 'own' ? ` (${statements})` : ''}`
      const ratio = name === 'muster' ? '' : n(rate({ runs }, name))
      return row([
        title,
        of('per_second', 0),
        of('p50_ms', 1),
        of('p99_ms', 1),
        of('client_ms'),
        of('database_ms'),
        of('memory_mb', 0),
        ratio,
      ])
    })
    .join('\n')
}

const rate = ({ runs }: Pick<OperationResult, 'runs'>, other: string) =>
  medianOf(runs.muster, 'per_second') / medianOf(runs[other], 'per_second')

/** The measured values of the goals. */
function valuesOf({ results, others, fairness, small, idle }: OperationResults): Values {
  const of = (name: keyof typeof hottest) =>
    results.find(({ operation }) => operation === hottest[name]) ?? { operation: '', runs: {} }
  const own = (name: keyof typeof hottest) => rate(of(name), 'own')
  const growth = (name: keyof typeof hottest) => cost(of(name).runs.muster) / (small[hottest[name]] ?? Number.NaN)
  const deep = others['GET /v1/transaction_bundles, 100 in the middle, by cursor']
  return {
    create_lean: rate(of('create'), 'lean'),
    create_postgraphile: rate(of('create'), 'postgraphile'),
    list_directus: rate(of('list'), 'directus'),
    list_express: rate(of('list'), 'express'),
    own_read: own('read'),
    own_contact: own('contact'),
    own_second: own('second'),
    own_contacts: own('contacts'),
    own_teams: own('teams'),
    own_search: own('search'),
    own_create: own('create'),
    deep_page: deep ? (deep.client_ms + deep.database_ms) / cost(of('second').runs.muster) : Number.NaN,
    growth_read: growth('read'),
    growth_contact: growth('contact'),
    growth_list: growth('list'),
    growth_create: growth('create'),
    growth_search: growth('search'),
    fairness: Math.max(...fairness.map(({ quiet_p99_ms, busy_p99_ms }) => busy_p99_ms / quiet_p99_ms)),
    ...idle,
  }
}
