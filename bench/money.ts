import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Pool } from '../server/db/pool.ts'
import type { Session } from '../server/db/sql.ts'
import { foldTallies } from '../server/money/tallies.ts'
import { openDatabase, postmasterOf, type Server, startServer, tokenOf } from '../server/test/process.ts'
import { cpuOf, cpuOfDatabase } from './cpu.ts'
import { type Filled, fill } from './fill.ts'
import type { Job, Load } from './load.ts'
import { type Operation, operations } from './operations.ts'
import { pgbenchVersion, runPgbench, type Script, scriptOf } from './pgbench.ts'
import { recorded } from './statements.ts'

export interface Wish {
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

interface Site {
  dataDir: string
  server: Server
  owner: Session
  worker: Pool
  token: string
  filled: Filled
  cursor: string
  socket: string
}

const connections = 16
const space = 2
// Until the server has compiled what it will run all day.
const warm_up_s = 4

export async function benchMoney(wish: Wish): Promise<{ outcomes: Outcome[]; postgres: string; bytes: number }> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-bench-')))
  const dataDir = join(folder, 'data')
  const server = await startServer({
    env: { DATA_DIR: dataDir, RATE_BURST: '100000000', RATE_PER_SECOND: '100000000' },
  })
  const owner = openDatabase(dataDir)
  const socket = join(dataDir, 'postgres', '.s.PGSQL.5432')
  const url = `postgres://postgres@localhost/postgres?socket=${encodeURIComponent(socket)}`
  const worker = new Pool({ url, role: 'muster_worker', connections: 1, statement_timeout_ms: 60_000 })
  try {
    // It would come and go as it likes, and be counted with whoever is measured just then.
    await owner.unsafe('alter system set autovacuum = off').then(() => owner`select pg_reload_conf()`)
    wish.tell(`filling a space with ${wish.bundles} bundles`)
    const filled = await fill(owner, space, wish.bundles)
    const token = tokenOf(dataDir, 'superadmin', space)
    const page = await ask(server.url, token, 'GET', `/v1/transaction_bundles?limit=1&offset=${wish.bundles / 2 - 1}`)
    const site: Site = { dataDir, server, owner, worker, token, filled, socket, cursor: page.body.next_cursor }
    const list = await ask(server.url, token, 'GET', '/v1/transaction_bundles?limit=100')
    const [row] = await owner<[{ version: string }]>`select current_setting('server_version') as version`
    return { outcomes: await measureAll(site, wish), postgres: row.version, bytes: list.bytes }
  } finally {
    await Promise.all([owner.end({ timeout: 1 }), worker.end()])
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Interleaved, so that a machine that is busy with something else is busy for all of them. */
async function measureAll(site: Site, { rounds, seconds, tell }: Wish): Promise<Outcome[]> {
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

async function measured(site: Site, work: () => Promise<Raw>): Promise<Measured> {
  await settle(site)
  const postmaster = postmasterOf(site.dataDir)
  const before = cpuOfDatabase(site.dataDir, postmaster)
  const { requests, ...raw } = await work()
  return { ...raw, database_ms: (cpuOfDatabase(site.dataDir, postmaster) - before) / requests }
}

/** Everybody starts from the same: tallies folded, nothing left to write. */
async function settle({ worker, owner }: Site) {
  await worker.write({}, foldTallies)
  await owner.unsafe('vacuum tallies')
  await owner.unsafe('checkpoint')
}

async function serverPace(site: Site, operation: Operation, seconds: number): Promise<Raw> {
  const before = cpuOf(site.server.pid)
  const { requests, seconds: took, p50_ms, p99_ms } = await load(site, operation, seconds)
  const client_ms = (cpuOf(site.server.pid) - before) / requests
  return { requests, per_second: requests / took, p50_ms, p99_ms, client_ms }
}

async function limitPace(site: Site, script: Script, seconds: number): Promise<Raw> {
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
async function load({ server, token, filled, cursor }: Site, operation: Operation, seconds: number): Promise<Load> {
  const job: Job = { url: server.url, token, operation, filled, cursor, connections, seconds }
  const program = fileURLToPath(new URL('load.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(job)])
  return JSON.parse(stdout) as Load
}

/** Asks the server once, and makes of what it asked the database a script for pgbench. */
async function scriptsFor(site: Site, operation: Operation) {
  const { owner, dataDir, server, token, filled, cursor } = site
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
    create: () => ask(server.url, token, 'POST', path, payment, varying.key),
    list: () => ask(server.url, token, 'GET', `${path}?limit=100`),
    cursor: () => ask(server.url, token, 'GET', `${path}?limit=100&cursor=${cursor}`),
    read: () => ask(server.url, token, 'GET', `${path}/${first_bundle}`),
    patch: () =>
      ask(
        server.url,
        token,
        'PATCH',
        `${path}/${first_bundle}`,
        { transactions: [{ id: first_bundle, comment: randomUUID() }] },
        varying.key,
      ),
  }
  const statements = await recorded(owner, dataDir, space, async () => {
    const { body } = await once[operation]()
    if (operation === 'create') varying.bundle = body.data.id
  })
  const made = (together: boolean) => scriptOf(statements, operation, varying, filled, together)
  return { statements: statements.length, plain: made(false), packed: made(true) }
}

async function ask(url: string, token: string, method: string, path: string, data?: unknown, key?: string) {
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(data !== undefined && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(data !== undefined && { body: JSON.stringify({ data }) }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`)
  return { body: JSON.parse(text) as any, bytes: Buffer.byteLength(text) }
}
