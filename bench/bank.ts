import { monitorEventLoopDelay } from 'node:perf_hooks'
import { camtFile, type FileLine } from '../server/demo/bank_file.ts'
import { proposalsOf } from '../server/money/core/bank/proposals/read.ts'
import { syntheticYear } from '../server/money/core/bank/proposals/synthetic_year.ts'
import { storePayments, storePeople } from '../server/test/bank_proposals.ts'
import { answer, type BenchServer, space, withBenchServer } from './bench_server.ts'
import { goalTable } from './goals.ts'
import { machine } from './machine.ts'

interface BankParams {
  lines: number
  log: (line: string) => void
}

const iban = 'FR7630006000011234567890189'

/** Measures how long it takes to import many lines, and to make proposals for them. */
export const benchBank = ({ lines, log }: BankParams): Promise<string> =>
  withBenchServer(async site => {
    log(`storing the payments of ${lines} lines`)
    const file = await fill(site, lines)
    const [, upload_s] = await timed(() => upload(site, file))
    log(`upload: ${upload_s.toFixed(1)} s`)
    await site.owner.unsafe('vacuum analyze')
    const rows = await site.owner<{ id: number }[]>`select id from bank_lines where group_id = ${space} order by id`
    const ids = rows.map(({ id }) => id)
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const before = process.cpuUsage()
    const [all, all_s] = await timed(() => proposalsOf(site.owner, space, ids))
    const { user, system } = process.cpuUsage(before)
    delay.disable()
    log(`proposals: ${all_s.toFixed(1)} s`)
    const list = (query: string) => timed(() => answer(site, `/v1/bank_lines?bank_account_id=1&state=open&${query}`))
    const [, page_s] = await list('limit=50')
    const [, certain_s] = await list('limit=50&certain=true')
    const found = [...all.values()].filter(proposals => proposals.length > 0).length
    return `# Bank lines

Written by \`npm run bench -- bank\`: ${ids.length} lines of synthetic years in one camt.053 file, and the payments of these years, which
are stored by SQL. ${found} lines get a proposal.

${machine(site.postgres)}

| | seconds |
|---|---|
| upload of the file, by HTTP | ${upload_s.toFixed(1)} |
| proposals for all lines | ${all_s.toFixed(1)} |
| of that, processor time of Node | ${((user + system) / 1e6).toFixed(1)} |
| the newest 50 lines with proposals, by HTTP | ${page_s.toFixed(2)} |
| the certain ones of the newest 2000 lines, by HTTP | ${certain_s.toFixed(1)} |

While proposals are made, the event loop waits at most ${Math.round(delay.max / 1e6)} ms, and in 99 of 100 cases
${Math.round(delay.percentile(99) / 1e6)} ms.

${goalTable({ bank_lines_s: upload_s + all_s })}
`
  })

async function upload({ url, token }: BenchServer, file: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' }
  const response = await fetch(`${url}/v1/bank_statements?name=bench.xml`, { method: 'POST', headers, body: file })
  if (!response.ok) throw new Error(`The upload was answered ${response.status}: ${await response.text()}`)
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const begin = performance.now()
  const result = await work()
  return [result, (performance.now() - begin) / 1000]
}

/** Stores the payments of several years, all in one year, with ids of their own. Returns the file with their lines. */
async function fill({ owner }: BenchServer, count: number): Promise<string> {
  await owner.unsafe('set session_replication_role = replica')
  await owner`
    insert into bank_accounts (group_id, id, name, iban, currency, ledger_account) values (${space}, 1, 'Bank', ${iban}, 'EUR', '512000')`
  const all: FileLine[] = []
  for (let seed = 1; all.length < count; seed++) {
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
    all.push(...lines.slice(0, count - all.length))
  }
  await owner.unsafe('reset session_replication_role')
  await owner.unsafe('vacuum analyze')
  const lines = all.toSorted((a, b) => a.date.localeCompare(b.date))
  const [from = '', to = ''] = [lines.at(0)?.date, lines.at(-1)?.date]
  return camtFile({ iban, currency: 'EUR', reference: 'BENCH', from, to, opening: 0, lines })
}
