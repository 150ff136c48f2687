import { machine, median } from './machine.ts'
import type { Measured, Outcome } from './money.ts'
import { operations } from './operations.ts'

interface Facts {
  outcomes: Outcome[]
  bundles: number
  rounds: number
  seconds: number
  postgres: string
  bytes: number
}

/** What was measured, in words and tables. Numbers are medians over the rounds. */
export function reportOf(facts: Facts) {
  const { outcomes, bundles, rounds, seconds, bytes } = facts
  return `# How fast the books are

Written by \`npm run bench -- money\`. Read the ratios: the rest depends on the machine, and on what else it was doing.

${machine(facts.postgres)}
- a space with ${bundles} bundles of three items each; a page of 100 has ${bytes} bytes
- 16 connections; medians of ${rounds} rounds of ${seconds} s, interleaved

"pgbench" runs the statements that the server was seen to send, as the role it has, over the same socket: one by one, each in its own round trip, and
once more with a whole transaction in one packet. The second is what the database can do at the very least cost, and more than a program that has to
look at the answers can reach. Autovacuum was off, tallies were folded, and a checkpoint was made before each measurement.

## Requests per second

| operation | statements | Muster | p50 ms | p99 ms | pgbench | ratio | pgbench, one packet | ratio |
|---|---|---|---|---|---|---|---|---|
${outcomes.map(rateRow).join('\n')}

## Processor time per request, in ms

| operation | Node | PostgreSQL | together | pgbench + PostgreSQL | ratio | the same, one packet | ratio |
|---|---|---|---|---|---|---|---|
${outcomes.map(costRow).join('\n')}

## Goals

${goals(outcomes).join('\n')}
`
}

function goals(outcomes: Outcome[]) {
  const of = (name: string) => outcomes.find(({ operation }) => operation === name)!
  const [create, list, cursor] = [of('create'), of('list'), of('cursor')]
  const step = cost(cursor.ours) / cost(list.ours)
  const same = Math.abs(step - 1) <= 0.2
  const middle = `- ${word(same)}: a page in the middle, by cursor, costs ${step.toFixed(2)} times the first page (the goal: the same, within 20 %).`
  if (create.plain.length === 0)
    return [middle, '- The other goals are ratios to pgbench, which this machine does not have.']
  const rate = speed(create.ours) / speed(create.plain)
  const share = cost(list.ours) / cost(list.plain)
  return [
    `- ${word(rate >= 0.6)}: bundles are created at ${rate.toFixed(2)} times the rate of pgbench (the goal: 0.6 or more).`,
    `- ${word(share <= 1.5)}: a list of 100 costs ${share.toFixed(2)} times the processor time of pgbench (the goal: 1.5 or less).`,
    middle,
  ]
}

const word = (holds: boolean) => (holds ? 'Holds' : '**Does not hold**')

const speed = (list: Measured[]) => median(list.map(({ per_second }) => per_second))
const client = (list: Measured[]) => median(list.map(({ client_ms }) => client_ms))
const database = (list: Measured[]) => median(list.map(({ database_ms }) => database_ms))
const cost = (list: Measured[]) => client(list) + database(list)
const shown = (number: number, digits = 2) => (Number.isNaN(number) ? '–' : number.toFixed(digits))

function rateRow({ operation, statements, ours, plain, packed }: Outcome) {
  const latency = [median(ours.map(({ p50_ms }) => p50_ms)), median(ours.map(({ p99_ms }) => p99_ms))]
  const cells = [
    shown(speed(ours), 0),
    ...latency.map(ms => shown(ms, 1)),
    shown(speed(plain), 0),
    shown(speed(ours) / speed(plain)),
  ]
  return `| ${[operations[operation], statements, ...cells, shown(speed(packed), 0), shown(speed(ours) / speed(packed))].join(' | ')} |`
}

function costRow({ operation, ours, plain, packed }: Outcome) {
  const own = [client(ours), database(ours), cost(ours)].map(ms => shown(ms))
  const limits = [plain, packed].flatMap(limit => [shown(cost(limit)), shown(cost(ours) / cost(limit))])
  return `| ${[operations[operation], ...own, ...limits].join(' | ')} |`
}
