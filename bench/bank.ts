import type { OpenLine } from '../server/money/core/bank/proposals/proposal_input.ts'
import { proposalsOf } from '../server/money/core/bank/proposals/read.ts'
import { syntheticYear } from '../server/money/core/bank/proposals/synthetic_year.ts'
import { storeAccount, storeLines, storePayments, storePeople } from '../server/test/bank_proposals.ts'
import { type BenchServer, space, withBenchServer } from './bench_server.ts'
import { goalTable } from './goals.ts'
import { machine } from './machine.ts'

interface BankParams {
  lines: number
  log: (line: string) => void
}

const page_size = 1000

/** Measures how long proposals for many open lines take. */
export const benchBank = ({ lines, log }: BankParams): Promise<string> =>
  withBenchServer(async site => {
    log(`storing ${lines} lines`)
    const begin = performance.now()
    const ids = await fill(site, lines)
    const stored = (performance.now() - begin) / 1000
    const propose = (part: number[]) => proposalsOf(site.owner, space, part)
    const [all, all_s] = await timed(() => propose(ids))
    log(`all at once: ${all_s.toFixed(1)} s`)
    const [, paged_s] = await timed(async () => {
      for (let at = 0; at < ids.length; at += page_size) await propose(ids.slice(at, at + page_size))
    })
    const [, page_s] = await timed(() => propose(ids.slice(0, 50)))
    const found = [...all.values()].filter(list => list.length > 0).length
    return `# Proposals for bank lines

Written by \`npm run bench -- bank\`: ${lines} open lines of synthetic years, with their payments. Lines and payments are
stored by SQL in ${stored.toFixed(1)} s; ${found} lines get a proposal.

${machine(site.postgres)}

| | seconds |
|---|---|
| proposals for all lines at once | ${all_s.toFixed(1)} |
| the same, ${page_size} lines at a time | ${paged_s.toFixed(1)} |
| for the 50 lines of a page | ${page_s.toFixed(2)} |

${goalTable({ bank_lines_s: all_s })}
`
  })

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const begin = performance.now()
  const result = await work()
  return [result, (performance.now() - begin) / 1000]
}

/** The lines and payments of several years, all in one year, with ids of their own. */
async function fill({ owner }: BenchServer, count: number): Promise<number[]> {
  await owner.unsafe('set session_replication_role = replica')
  await storeAccount(owner, space)
  const ids: number[] = []
  for (let seed = 1; ids.length < count; seed++) {
    const { people, payments, lines } = syntheticYear(seed)
    const shift = seed * 100_000
    const persons = people.map(person => ({ ...person, id: person.id + shift }))
    await storePeople(owner, space, persons)
    const moved = payments.map(payment => ({
      ...payment,
      transaction_id: payment.transaction_id + shift,
      transaction_bundle_id: payment.transaction_bundle_id + shift,
      person: { ...payment.person, id: payment.person.id + shift },
    }))
    await storePayments(owner, space, moved)
    const wanted: OpenLine[] = lines.slice(0, count - ids.length).map(line => ({ ...line, id: line.id + shift }))
    await storeLines(owner, space, wanted, 'open')
    ids.push(...wanted.map(({ id }) => id))
  }
  await owner.unsafe('reset session_replication_role')
  await owner.unsafe('vacuum analyze')
  return ids
}
