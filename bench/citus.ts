import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aCitusDatabase, type CitusDatabase } from '../server/test/citus_database.ts'
import { createSpaceWithToken, printed } from '../server/test/cli_space.ts'
import { defined } from '../server/test/defined.ts'
import { ask, type Server, startServer } from '../server/test/process.ts'
import { machine, median } from './machine.ts'

interface CitusParams {
  /** The address of a coordinator, as a superuser. */
  url: string | undefined
  rounds: number
  seconds: number
  log: (line: string) => void
}

const spaces_count = 8
const payments_count = 50
const connections = 8

interface BenchSpace {
  token: string
  contact_id: number
  bundle_ids: number[]
}

/** Muster on a database with this many workers; none: not distributed. */
interface Contender {
  workers: number
  database: CitusDatabase
  server: Server
  spaces: BenchSpace[]
  folder: string
}

const operations: Record<string, (site: Contender, space: BenchSpace) => Promise<unknown>> = {
  'a payment by id': ({ server }, { token, bundle_ids }) =>
    answer(server, token, `/v1/transaction_bundles/${bundle_ids[Math.floor(Math.random() * bundle_ids.length)]}`),
  'a page of 50 payments': ({ server }, { token }) => answer(server, token, '/v1/transaction_bundles?limit=50'),
  'create a payment': ({ server }, space) => createPayment(server, space),
}

/** Compares Muster on one PostgreSQL with Muster on one, two and three workers, all on this machine. */
export async function benchCitus({ url, rounds, seconds, log }: CitusParams): Promise<string> {
  if (!url) throw new Error('CITUS_URL does not name the coordinator of a Citus cluster.')
  const contenders: Contender[] = []
  try {
    for (const workers of [0, 1, 2, 3]) {
      log(`preparing ${workers} workers`)
      contenders.push(await aContender(url, workers))
    }
    const rows: string[] = []
    for (const [name, send] of Object.entries(operations)) {
      const rates = contenders.map(() => [] as number[])
      for (let round = 0; round < rounds; round++)
        for (const [index, site] of contenders.entries()) rates[index]?.push(await rateOf(site, send, seconds))
      const middle = rates.map(median)
      const ratios = middle.slice(1).map(rate => (rate / (middle[0] ?? 1)).toFixed(2))
      rows.push(`| ${[name, middle[0]?.toFixed(0), ...ratios].join(' | ')} |`)
      log(rows.at(-1) ?? '')
    }
    const [version] = await defined(contenders[0], 'a contender').database.owner<
      [{ version: string }]
    >`select current_setting('server_version') as version`
    return reportOf(rows, version.version, rounds)
  } finally {
    for (const { server, database, folder } of contenders) {
      await server.stop()
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

async function aContender(url: string, workers: number): Promise<Contender> {
  const database = await aCitusDatabase(url)
  const folder = mkdtempSync(join(tmpdir(), 'muster-bench-citus-'))
  const env = { DATABASE_URL: database.url, DATA_DIR: folder }
  await printed(env, 'migrate')
  if (workers > 0) {
    await database.create()
    for (const worker of database.workers.slice(0, workers)) await worker.join()
    await printed(env, 'distribute')
  }
  const server = await startServer({ env: { ...env, RATE_BURST: '1000000', RATE_PER_SECOND: '1000000' } })
  const spaces: BenchSpace[] = []
  for (let number = 0; number < spaces_count; number++) spaces.push(await aSpace(server, env, number))
  return { workers, database, server, spaces, folder }
}

async function aSpace(server: Server, env: Record<string, string>, number: number): Promise<BenchSpace> {
  const { token } = await createSpaceWithToken(env, `Space ${number}`)
  const data = { contact: { firstname: 'A', surname: 'B' } }
  const { contact } = await answer(server, token, '/contacts', { method: 'POST', data })
  const space: BenchSpace = { token, contact_id: contact.id, bundle_ids: [] }
  for (let count = 0; count < payments_count; count++) space.bundle_ids.push(await createPayment(server, space))
  return space
}

async function createPayment(server: Server, { token, contact_id }: BenchSpace): Promise<number> {
  const data = { transactions: [{ contact_id, amount: 1000, comment: '' }], donations: [{ contact_id, amount: 1000 }] }
  const { id } = await answer(server, token, '/v1/transaction_bundles', { method: 'POST', data, key: randomUUID() })
  return id
}

async function answer({ url }: Server, token: string, path: string, options: Parameters<typeof ask>[1] = {}) {
  const { status, body } = await ask(url + path, { token, ...options })
  if (status !== 200) throw new Error(`${path} was answered ${status}: ${JSON.stringify(body)}`)
  return body.data
}

/** Requests per second, of all spaces in turn over several connections. */
async function rateOf(site: Contender, send: (typeof operations)[string], seconds: number) {
  const end_ms = performance.now() + seconds * 1000
  let count = 0
  await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      for (let turn = index; performance.now() < end_ms; turn++) {
        await send(site, defined(site.spaces[turn % spaces_count], 'a space'))
        count++
      }
    }),
  )
  return count / seconds
}

const reportOf = (rows: string[], postgres: string, rounds: number) => `# Cost of distributing

Written by \`npm run bench -- citus\` with CITUS_URL, in ${spaces_count} spaces; medians of ${rounds} rounds, in turns. Muster, the coordinator, the workers and
the clients share the processors of one machine. So more workers cannot be faster here: the ratios show what distributing
costs.

${machine(postgres)}

| | one PostgreSQL, per second | 1 worker, ratio | 2 workers | 3 workers |
|---|---|---|---|---|
${rows.join('\n')}
`
