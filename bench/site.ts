import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from '../server/db/pool.ts'
import type { Session } from '../server/db/sql.ts'
import { ask, openDatabase, type Server, socketOf, startServer, tokenOf } from '../server/test/process.ts'
import { type Filled, fill } from './fill.ts'

/** A server of our own with a full space, and its database behind the scenes. */
export interface Site {
  dataDir: string
  server: Server
  owner: Session
  worker: Pool
  token: string
  filled: Filled
  postgres: string
}

export const space = 2

export async function onASite<T>(
  { bundles, tell }: { bundles: number; tell: (line: string) => void },
  work: (site: Site) => Promise<T>,
): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-bench-')))
  const dataDir = join(folder, 'data')
  const server = await startServer({
    env: { DATA_DIR: dataDir, RATE_BURST: '100000000', RATE_PER_SECOND: '100000000' },
  })
  const owner = openDatabase(dataDir)
  const worker = new Pool({
    url: socketOf(dataDir),
    role: 'muster_worker',
    connections: 1,
    statement_timeout_ms: 600_000,
  })
  try {
    // It would come and go as it likes, and be counted with whoever is measured just then.
    await owner.unsafe('alter system set autovacuum = off').then(() => owner`select pg_reload_conf()`)
    tell(`filling a space with ${bundles} bundles`)
    const filled = await fill(owner, space, bundles)
    const [row] = await owner<[{ version: string }]>`select current_setting('server_version') as version`
    const token = tokenOf(dataDir, 'superadmin', space)
    return await work({ dataDir, server, owner, worker, token, filled, postgres: row.version })
  } finally {
    await Promise.all([owner.end({ timeout: 1 }), worker.end()])
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What the server answers; anything but success is the end of the measurement. */
export async function answer(
  { server, token }: Site,
  path: string,
  wish: { method?: string; data?: unknown; key?: string } = {},
) {
  const { status, body, bytes } = await ask(server.url + path, { token, ...wish })
  if (status !== 200) throw new Error(`${wish.method ?? 'GET'} ${path} was answered ${status}: ${JSON.stringify(body)}`)
  return { body, bytes }
}
