import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from '../server/db/pool/pool.ts'
import { openSession, type Session } from '../server/db/sql.ts'
import { defaultWorkers } from '../server/machine.ts'
import { ask, type Server, socketOf, startServer, tokenOf } from '../server/test/process.ts'
import { admitSuperuser } from '../server/test/superuser.ts'

/** The address of a server, and a token. */
export interface ServerAddress {
  url: string
  token: string
}

/** A server that runs for the bench, with access to its database. */
export interface BenchServer extends ServerAddress {
  dataDir: string
  server: Server
  owner: Session
  worker: Pool
  postgres: string
  /** From the command to the first reply, with an existing database, in ms. */
  warm_start_ms: number
}

export const space = 2

// The default number of workers, without a rate limit.
const settings = {
  WORKERS: String(defaultWorkers()),
  RATE_BURST: '100000000',
  RATE_PER_SECOND: '100000000',
}

export async function withBenchServer<T>(work: (site: BenchServer) => Promise<T>): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-bench-')))
  const dataDir = join(folder, 'data')
  const first = await startServer({ env: { DATA_DIR: dataDir, ...settings } })
  await first.stop()
  const start = performance.now()
  const server = await startServer({ env: { DATA_DIR: dataDir, ...settings } })
  await ask(`${server.url}/health`)
  const warm_start_ms = performance.now() - start
  const owner = await openSession(await admitSuperuser(dataDir))
  const worker = new Pool({
    url: socketOf(dataDir),
    role: 'muster_worker',
    connections: 1,
    statement_timeout_ms: 600_000,
  })
  try {
    // Autovacuum would run at random times and distort measurements.
    await owner.unsafe('alter system set autovacuum = off').then(() => owner`select pg_reload_conf()`)
    const [row] = await owner<[{ version: string }]>`select current_setting('server_version') as version`
    const token = tokenOf(dataDir, 'superadmin', space)
    return await work({ dataDir, server, url: server.url, owner, worker, token, postgres: row.version, warm_start_ms })
  } finally {
    await Promise.all([owner.end({ timeout: 1 }), worker.end()])
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Sends a request; throws unless it succeeds. */
export async function answer(
  { url, token }: ServerAddress,
  path: string,
  options: { method?: string; data?: unknown; key?: string } = {},
) {
  const { status, body, bytes } = await ask(url + path, { token, ...options })
  if (status < 200 || status > 299)
    throw new Error(`${options.method ?? 'GET'} ${path} was answered ${status}: ${JSON.stringify(body)}`)
  return { body, bytes }
}
