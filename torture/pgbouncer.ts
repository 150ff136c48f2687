import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createOnce, fetchFromDebian } from '../e2e/install_browser.ts'
import { Pool } from '../server/db/pool/pool.ts'
import { poolsTransactions } from '../server/db/pool/pooler_check.ts'
import { openSession } from '../server/db/sql.ts'
import { aFreePort, failedStart, isRoot, launch, startServer } from '../server/test/process.ts'
import { aProxy } from '../server/test/proxy.ts'
import { admitSuperuser } from '../server/test/superuser.ts'
import { requestData, space, type TestServer, type Verdict, withTestServer } from './test_server.ts'
import { runSuite } from './tests.ts'

interface PgbouncerParams {
  /** The number of starts that must be refused in transaction mode. */
  starts: number
  log?: (line: string) => void
}

const up_ms_max = 10_000
const ignored = 'role,statement_timeout,lock_timeout,TimeZone,search_path,extra_float_digits'

/** Tests that also run on a database behind pgbouncer. */
const tested_paths = [
  'server/db',
  'server/http',
  'server/money',
  'server/contacts',
  'server/access/revocation.test.ts',
  'server/organisation/teams',
  'server/integrations/changes',
]

/** Promise 9 behind pgbouncer: in session mode row-level security holds; in transaction mode Muster refuses to start. */
export async function torturePgbouncer({ starts, log }: PgbouncerParams): Promise<Verdict> {
  const program = await findPgbouncer()
  if (!program)
    return {
      summary: '',
      broken: {},
      notes: [],
      skipped: 'pgbouncer is not installed, and Debian has none for this machine',
    }
  return withTestServer(900_000, async site => {
    const superuser = await admitSuperuser(site.dataDir)
    const line = await aProxy({ path: join(site.dataDir, 'postgres', '.s.PGSQL.5432') })
    const behind = <T>(settings: Record<string, string>, work: (url: string) => Promise<T>) =>
      withPgbouncer(program, line.port, settings, work)
    try {
      const seen = { roles: 0, rows: 0, started: 0, unnoticed: 0, alarms: 0, failed: 0 }
      for (const ignore of ['', ignored])
        await behind({ pool_mode: 'session', ignore_startup_parameters: ignore }, async url => {
          const found = await actingBehind(url)
          seen.roles += found.roles
          seen.rows += found.rows
          for (let time = 0; time < starts; time++) seen.alarms += Number(await poolsTransactions(url))
          seen.failed += await servesBehind(url, site)
          log?.(`per session, ignoring ${ignore || 'nothing'}: ${JSON.stringify(seen)}`)
        })
      for (const server_round_robin of ['0', '1'])
        await behind(
          { pool_mode: 'transaction', ignore_startup_parameters: ignored, server_round_robin },
          async url => {
            for (let time = 0; time < starts * 10; time++) seen.unnoticed += Number(!(await poolsTransactions(url)))
            for (let time = 0; time < starts; time++) seen.started += await startedBehind(url)
            log?.(`per transaction, round robin ${server_round_robin}: ${JSON.stringify(seen)}`)
          },
        )
      // A database with sessions cannot be copied, so pgbouncer must keep none.
      const settings = { pool_mode: 'session', server_lifetime: '0', max_client_conn: '1000', default_pool_size: '450' }
      const tests = await behind(settings, async url => {
        const by = new URL(url)
        by.username = new URL(superuser).username
        return runSuite(tested_paths, by.href, { MUSTER_TEST_POOLER: 'on' })
      })
      return {
        summary: `Session mode: ${tests.summary}. Transaction mode: ${2 * starts} starts and ${20 * starts} checks.`,
        broken: {
          'transactions in another role': seen.roles,
          'rows of another space or of none': seen.rows,
          'requests that failed': seen.failed,
          'session poolers refused': seen.alarms,
          'transaction poolers not detected': seen.unnoticed,
          'starts behind one without an error message': seen.started,
          ...tests.broken,
        },
        notes: tests.notes,
      }
    } finally {
      await line.stop()
    }
  })
}

/** Counts transactions in a wrong role, and rows of other spaces, while sessions of the owner open and close. */
async function actingBehind(url: string) {
  const found = { roles: 0, rows: 0 }
  const poolOf = (role: string) => ({ role, pool: new Pool({ url, role, connections: 3 }) })
  const app = poolOf('muster_app')
  const pools = [app, poolOf('muster_worker')]
  for (let time = 0; time < 20; time++) {
    const owner = await openSession(url)
    await owner`select`
    await owner.end()
    for (const { role, pool } of pools) {
      const [row] = await pool.read({}, sql => sql<{ role: string }[]>`select current_user::text as role`)
      found.roles += Number(row?.role !== role)
    }
    const other = await app.pool.read({ group_id: space }, sql => sql`select from contacts where group_id <> ${space}`)
    found.rows += other.length + (await app.pool.read({}, sql => sql`select from contacts`)).length
  }
  await Promise.all(pools.map(({ pool }) => pool.end()))
  return found
}

/** Runs some requests on a server behind pgbouncer; returns the number of failures. */
async function servesBehind(url: string, site: TestServer): Promise<number> {
  const server = await startServer({ env: { DATABASE_URL: url, WORKERS: '2', RATE_BURST: '1000000' } })
  const behind = { ...site, url: server.url }
  try {
    const data = { team: { name: `Behind ${Date.now()}` } }
    const { team } = await requestData(behind, '/teams', {
      method: 'POST',
      data,
      key: data.team.name.replace(/\W+/g, '-'),
    })
    const { teams } = await requestData(site, '/teams')
    await requestData(behind, '/contacts', { method: 'POST', data: { contact: { firstname: 'Be', surname: 'Hind' } } })
    await Promise.all(Array.from({ length: 50 }, () => requestData(behind, '/contacts?limit=10')))
    return Number(!teams.some(({ id }: { id: number }) => id === team.id))
  } finally {
    await server.stop()
  }
}

const startedBehind = (url: string) =>
  failedStart({ env: { DATABASE_URL: url } }).then(
    sentence => Number(!/uses transaction pooling.*pool_mode = session/.test(sentence)),
    () => 1,
  )

async function withPgbouncer<T>(
  program: Program,
  server_port: number,
  settings: Record<string, string>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-pgbouncer-'))
  const listen_port = await aFreePort()
  const all = {
    listen_addr: '127.0.0.1',
    listen_port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(folder, 'users.txt'),
    // Finds the logins that tests create.
    auth_user: 'postgres',
    max_client_conn: 500,
    default_pool_size: 100,
    ...(isRoot && { user: 'nobody' }),
    ...settings,
  }
  writeFileSync(all.auth_file, '"muster_owner" ""\n"postgres" ""\n')
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]\n* = host=127.0.0.1 port=${server_port}\n[pgbouncer]\n` +
      Object.entries(all)
        .map(([name, value]) => `${name} = ${value}\n`)
        .join(''),
  )
  const { child, exited, stderr } = launch({
    command: [program.file],
    env: program.env,
    args: [join(folder, 'pgbouncer.ini')],
  })
  try {
    await answering(listen_port).catch(() => Promise.reject(new Error(`pgbouncer does not start: ${stderr()}`)))
    return await work(`postgres://muster_owner@127.0.0.1:${listen_port}/postgres`)
  } finally {
    child.kill('SIGKILL')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
}

async function answering(port: number) {
  for (const deadline = Date.now() + up_ms_max; ; await delay(50)) {
    const socket = connect(port, '127.0.0.1')
    const open = await new Promise(resolve =>
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
    )
    socket.destroy()
    if (open) return
    if (Date.now() > deadline) throw new Error('it does not answer')
  }
}

interface Program {
  file: string
  env: Record<string, string>
}

/** The installed pgbouncer, or the Debian package, unpacked in node_modules/.cache. */
async function findPgbouncer(): Promise<Program | undefined> {
  const places = ['/usr/sbin', '/usr/local/sbin', ...(process.env.PATH ?? '').split(':')]
  const file = places.map(place => join(place, 'pgbouncer')).find(existsSync)
  if (file) return { file, env: {} }
  if (!existsSync('/usr/bin/apt-get')) return undefined
  const folder = await createOnce('pgbouncer-debian', async made => fetchFromDebian('pgbouncer', made)).catch(
    () => undefined,
  )
  if (!folder) return undefined
  const libraries = new Set(globSync('**/*.so*', { cwd: folder }).map(name => join(folder, dirname(name))))
  return { file: join(folder, 'usr/sbin/pgbouncer'), env: { LD_LIBRARY_PATH: [...libraries].join(':') } }
}
