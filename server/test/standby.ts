import { appendFileSync, chmodSync, chownSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareBinaries, unprivilegedSystemAccount } from '../db/embedded/binaries.ts'
import { withSession } from '../db/sql.ts'
import { eventually } from './eventually.ts'
import { aFreePort } from './ports.ts'
import { aTempFolder, launch, type Program, signal } from './process.ts'
import { copyStartedDataDir } from './started_data_dir.ts'

export interface StandbyServer {
  port: number
  /** The address for the login that owns the tables. */
  url: string
  /** Makes it the primary. */
  promote: () => Promise<void>
  stop: () => Promise<void>
}

/** A real PostgreSQL in standby mode, with the demo. It follows no primary. */
export async function aStandby(): Promise<StandbyServer> {
  const folder = aTempFolder('muster-standby-')
  // Another account may run PostgreSQL.
  chmodSync(folder, 0o755)
  const dataDir = join(folder, 'data')
  await copyStartedDataDir(dataDir)
  const data = join(dataDir, 'postgres')
  const file = join(data, 'standby.signal')
  writeFileSync(file, '')
  const { uid, gid } = statSync(data)
  chownSync(file, uid, gid)
  appendFileSync(join(data, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n')
  const port = await aFreePort()
  const url = `postgres://muster_owner@127.0.0.1:${port}/postgres`
  const postgres = startPostgres(data, port)
  await eventually(() => withSession(url, async () => true).catch(() => false)).catch(() => {
    throw new Error(`the standby does not start: ${postgres.stderr()}`)
  })
  return {
    port,
    url,
    promote: () =>
      withSession(url.replace('muster_owner', 'postgres'), async sql => void (await sql`select pg_promote()`)),
    stop: async () => {
      signal(postgres.pid, 'SIGQUIT')
      await postgres.exited
    },
  }
}

function startPostgres(data: string, port: number): Program {
  const account = unprivilegedSystemAccount(data)
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 500,
    fsync: 'off',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return launch({
    command: [join(prepareBinaries(account), 'bin', 'postgres'), '-D', data, ...options],
    cwd: data,
    ...(account && { account }),
  })
}
