import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { keepBooksOf } from '../server/money/bookkeeping.ts'
import { postmasterOf } from '../server/test/process.ts'
import { cpuOf, cpuOfDatabase } from './cpu.ts'
import type { Job, Load } from './load.ts'
import { type Operation, operations } from './operations.ts'
import { pgbenchVersion, runPgbench, type Script, scriptOf } from './pgbench.ts'
import { answer, onASite, type Site, space } from './site.ts'
import { recorded } from './statements.ts'

interface Wish {
  bundles: number
  rounds: number
  seconds: number
  tell: (line: string) => void
}

/** One measurement. Processor time is per request: of whoever asks the database, and of the database. */
export interface Measured {
  per_second: number
  p50_ms: number
  p99_ms: number
  client_ms: number
  database_ms: number
}

export interface Outcome {
  operation: Operation
  statements: number
  ours: Measured[]
  /** pgbench with the same statements one by one, and in one packet. */
  plain: Measured[]
  packed: Measured[]
}

interface Bench extends Site {
  cursor: string
  socket: string
}

const connections = 16
// Until the server has compiled what it will run all day.
const warm_up_s = 4

export const benchMoney = (wish: Wish): Promise<{ outcomes: Outcome[]; postgres: string; bytes: number }> =>
  onASite(wish, async site => {
    const page = await answer(site, `/v1/transaction_bundles?limit=1&offset=${wish.bundles / 2 - 1}`)
    const list = await answer(site, '/v1/transaction_bundles?limit=100')
    const socket = join(site.dataDir, 'postgres', '.s.PGSQL.5432')
    const bench: Bench = { ...site, socket, cursor: page.body.next_cursor }
    return { outcomes: await measureAll(bench, wish), postgres: site.postgres, bytes: list.bytes }
  })

/** Interleaved, so that a machine that is busy with something else is busy for all of them. */
async function measureAll(site: Bench, { rounds, seconds, tell }: Wish): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const scripts = new Map<Operation, { plain: Script; packed: Script }>()
  for (const operation of Object.keys(operations) as Operation[]) {
    await load(site, operation, warm_up_s)
    const { statements, plain, packed } = await scriptsFor(site, operation)
    scripts.set(operation, { plain, packed })
    outcomes.push({ operation, statements, ours: [], plain: [], packed: [] })
  }
  const withPgbench = pgbenchVersion() !== undefined
  for (let round = 1; round <= rounds; round++) {
    for (const { operation, ours, plain, packed } of outcomes) {
      ours.push(await measured(site, () => serverPace(site, operation, seconds)))
      if (!withPgbench) continue
      const script = scripts.get(operation)!
      plain.push(await measured(site, () => limitPace(site, script.plain, seconds)))
      packed.push(await measured(site, () => limitPace(site, script.packed, seconds)))
      tell(
        `round ${round} of ${rounds}, ${operation}: ${[ours, plain, packed].map(list => list.at(-1)!.per_second.toFixed(0)).join(' / ')} per second`,
      )
    }
  }
  return outcomes
}

type Raw = Omit<Measured, 'database_ms'> & { requests: number }

async function measured(site: Bench, work: () => Promise<Raw>): Promise<Measured> {
  await settle(site)
  const postmaster = postmasterOf(site.dataDir)
  const before = cpuOfDatabase(site.dataDir, postmaster)
  const { requests, ...raw } = await work()
  return { ...raw, database_ms: (cpuOfDatabase(site.dataDir, postmaster) - before) / requests }
}

/** Everybody starts from the same: tallies folded, nothing left to write. */
async function settle({ worker, owner }: Bench) {
  await keepBooksOf(worker, space)
  await owner.unsafe('vacuum tallies, sum_changes')
  await owner.unsafe('checkpoint')
}

async function serverPace(site: Bench, operation: Operation, seconds: number): Promise<Raw> {
  const before = cpuOf(site.server.pid)
  const { requests, seconds: took, p50_ms, p99_ms } = await load(site, operation, seconds)
  const client_ms = (cpuOf(site.server.pid) - before) / requests
  return { requests, per_second: requests / took, p50_ms, p99_ms, client_ms }
}

async function limitPace(site: Bench, script: Script, seconds: number): Promise<Raw> {
  const { transactions, per_second, latency_ms, cpu_ms } = await runPgbench(script, site.socket, {
    connections,
    seconds,
  })
  return {
    requests: transactions,
    per_second,
    p50_ms: latency_ms,
    p99_ms: Number.NaN,
    client_ms: cpu_ms / transactions,
  }
}

/** In a process of its own, so that what it costs is not counted with the server. */
async function load({ server, token, filled, cursor }: Bench, operation: Operation, seconds: number): Promise<Load> {
  const job: Job = { url: server.url, token, operation, filled, cursor, connections, seconds }
  const program = fileURLToPath(new URL('load.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(job)])
  return JSON.parse(stdout) as Load
}

/** Asks the server once, and makes of what it asked the database a script for pgbench. */
async function scriptsFor(site: Bench, operation: Operation) {
  const { owner, dataDir, filled, cursor } = site
  const { first_bundle, first_contact } = filled
  const path = '/v1/transaction_bundles'
  const varying = { key: randomUUID(), bundle: first_bundle, contact: first_contact }
  const items = (fields: object) => [{ contact_id: first_contact, ...fields }]
  const payment = {
    transactions: items({
      amount: 5400,
      payment_method_kind: 'card',
      payment_method: { brand: 'card', last4: '4242' },
    }),
    memberships: items({ amount: 2400 }),
    donations: items({ amount: 3000 }),
  }
  const once = {
    create: () => answer(site, path, { method: 'POST', data: payment, key: varying.key }),
    list: () => answer(site, `${path}?limit=100`),
    cursor: () => answer(site, `${path}?limit=100&cursor=${cursor}`),
    read: () => answer(site, `${path}/${first_bundle}`),
    patch: () => {
      const data = { transactions: [{ id: first_bundle, comment: randomUUID() }] }
      return answer(site, `${path}/${first_bundle}`, { method: 'PATCH', data, key: varying.key })
    },
  }
  const statements = await recorded(owner, dataDir, space, async () => {
    const { body } = await once[operation]()
    if (operation === 'create') varying.bundle = body.data.id
  })
  const made = (together: boolean) => scriptOf(statements, operation, varying, filled, together)
  return { statements: statements.length, plain: made(false), packed: made(true) }
}
