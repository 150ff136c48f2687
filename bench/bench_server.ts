import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSession, type Session } from '../server/db/sql.ts'
import { defaultWorkers } from '../server/machine.ts'
import { addEmptySpace, empty_space } from '../server/test/empty_space.ts'
import { ask, type Server, startServer, tokenOf } from '../server/test/process.ts'
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
  postgres: string
  /** Stops the server and removes its data. */
  stop: () => Promise<void>
}

export const space = empty_space

// The default number of workers, without a rate limit.
export const settings = {
  WORKERS: String(defaultWorkers()),
  RATE_BURST: '100000000',
  RATE_PER_SECOND: '100000000',
}

/** Starts a server with an embedded database of its own. `start` may be that of another checkout. */
export async function startBenchServer(start = startServer): Promise<BenchServer> {
  const folder = newFolder()
  const dataDir = join(folder, 'data')
  const server = await start({ env: { DATA_DIR: dataDir, ...settings } })
  const owner = await openSession(await admitSuperuser(dataDir))
  // Autovacuum would run at random times and distort measurements.
  await owner.unsafe('alter system set autovacuum = off').then(() => owner`select pg_reload_conf()`)
  const [row] = await owner<[{ version: string }]>`select current_setting('server_version') as version`
  await addEmptySpace(dataDir)
  const token = tokenOf(dataDir, 'superadmin', space)
  const stop = async () => {
    await owner.end({ timeout: 1 })
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { dataDir, server, url: server.url, owner, token, postgres: row.version, stop }
}

export async function withBenchServer<T>(work: (site: BenchServer) => Promise<T>): Promise<T> {
  const site = await startBenchServer()
  try {
    return await work(site)
  } finally {
    await site.stop()
  }
}

export const newFolder = () => realpathSync(mkdtempSync(join(tmpdir(), 'muster-bench-')))

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
