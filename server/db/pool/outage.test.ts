import assert from 'node:assert/strict'
import { after, afterEach, describe, test } from 'node:test'
import { failAsEarlyAsUsual } from '../../test/connecting.ts'
import { connectionOptions, throughPort } from '../../test/databases.ts'
import { eventually, startTestApp } from '../../test/harness.ts'
import { aSpace, aUser } from '../../test/people.ts'
import { aProxy, type NetworkFault, type ProxiedConnection } from '../../test/proxy.ts'
import { aScratchApp } from '../../test/scratch_app.ts'
import { openSession } from '../sql.ts'
import { connecting } from './connecting.ts'
import { Pool } from './pool.ts'

// One server reaches the database through a failing proxy, another directly. npm run torture -- outage does so with real
// processes, and measures the time.

const near = await aScratchApp()
const proxy = await aProxy(connectionOptions(near.database_url))
const database_url = throughPort(near.database_url, proxy.port)
const far = await startTestApp({ same_database_as: { ...near, database_url } })
const space = await aSpace(near)
const admin = await aUser(near, space, { role: 'superadmin' })

afterEach(() => proxy.heal())
after(() => proxy.stop())

const status = async (path: string) => (await far.as(admin).get(path)).status
/** The connections on which a process listens for notifications; those of requests set their role when they begin. */
const listens = ({ opening }: ProxiedConnection) => !opening.includes('set role muster_')

describe('while the database is unreachable', () => {
  failAsEarlyAsUsual()
  const faults: Record<string, NetworkFault> = {
    'because packets vanish': { kind: 'blackhole' },
    'because connections are reset': { kind: 'reset' },
    'because answers are cut in the middle': { kind: 'cut', bytes: 10 },
  }
  for (const [reason, fault] of Object.entries(faults))
    test(`${reason}, requests and health are 503, and 200 again afterwards`, async () => {
      assert.equal(await status('/teams'), 200)
      proxy.fail(fault)
      const answers = await Promise.all(
        ['/teams', '/contacts', '/v1/transaction_bundles/1', '/health', '/me'].map(path => far.as(admin).get(path)),
      )
      for (const { status, body } of answers) assert.deepEqual([status, body.code], [503, 'unavailable'])
      assert.equal(answers[0]!.headers.get('retry-after'), '1')
      proxy.heal()
      await eventually(async () => (await status('/teams')) === 200)
      assert.equal(await status('/health'), 200)
    })

  test('running statements fail before their own timeout', async () => {
    const pool = new Pool({ url: database_url, role: 'muster_app', connections: 2, statement_timeout_ms: 600_000 })
    const sleeping = pool.read({}, sql => sql`select pg_sleep(600)`)
    const begun = () =>
      near.owner`select from pg_stat_activity where query like '%pg_sleep(600)%' and state = 'active' and pid <> pg_backend_pid()`
    await eventually(async () => (await begun()).length === 1)
    proxy.fail({ kind: 'blackhole' })
    await assert.rejects(sleeping, { code: 'unavailable' })
    await pool.end()
  })

  test('a slow statement is waited for', async () => {
    const pool = new Pool({ url: database_url, role: 'muster_app', connections: 2, statement_timeout_ms: 600_000 })
    proxy.fail({ kind: 'latency', ms: 50 })
    const [row] = await pool.read({}, sql => sql<[{ done: number }]>`select 1 as done from pg_sleep(2)`)
    assert.equal(row.done, 1)
    await pool.end()
  })

  test('a long transaction whose statements are answered goes on, although new connections are not', async () => {
    const usual_ms = connecting.probe_ms_max
    connecting.probe_ms_max = 500
    const pool = new Pool({ url: database_url, role: 'muster_app', connections: 1, statement_timeout_ms: 600_000 })
    try {
      const answered = await pool.read({}, async sql => {
        await sql`select 1`
        proxy.fail({ kind: 'blackhole' }, listens)
        for (let count = 0; count < 12; count++) await sql`select pg_sleep(0.2)`
        return 'all'
      })
      assert.equal(answered, 'all')
    } finally {
      connecting.probe_ms_max = usual_ms
      await pool.end()
    }
  })
})

describe('a token revoked in another process', () => {
  failAsEarlyAsUsual()
  test('is refused although its notification is lost', async () => {
    const person = await aUser(near, space)
    const [token] = (await near.as(person).get('/v1/tokens')).body.data
    await eventually(async () => (await far.as(person).get('/me')).status === 200)
    proxy.fail({ kind: 'blackhole' }, listens)
    assert.equal((await far.as(person).get('/me')).status, 200, 'it is cached')
    assert.equal((await near.as(admin).delete(`/v1/tokens/${token.id}`)).status, 200)
    // Far sooner than the ten seconds of the cache.
    await eventually(async () => (await far.as(person).get('/me')).status === 401, 3000)
    assert.ok(
      [...proxy.connections].some(({ lost }) => lost),
      'nothing was lost',
    )
  })
})

// After a failover the former primary is read-only, with sessions still open to it. One database simulates both.

test('after a failover to no writable server, writes are a 503 with Retry-After, reads continue, and writes resume', async () => {
  const someone = await aUser(near, await aSpace(near), { role: 'admin' })
  const database = new URL(near.database_url).pathname.slice(1)
  const team = (name: string) => near.as(someone).post('/teams', { team: { name, leaders: [], users: [] } })
  /** Makes every session opened from now on read-only, or writable again. */
  const openedAs = (mode: 'read only' | 'read write') =>
    near.owner.unsafe(
      `alter database "${database}" set default_transaction_read_only = ${mode === 'read only' ? 'on' : 'off'}`,
    )
  assert.equal((await team('Before')).status, 200)
  await openedAs('read only')
  await near.owner`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = ${database} and pid <> pg_backend_pid() and application_name = 'muster'`
  const during = await team('During')
  assert.deepEqual([during.status, during.body.code, during.headers.get('retry-after')], [503, 'unavailable', '1'])
  assert.equal((await near.as(someone).get('/teams')).status, 200)
  // The owner's own session is older than the change, and writes.
  await openedAs('read write')
  const after = await Promise.all(Array.from({ length: 12 }, (_, i) => team(`After ${i}`)))
  assert.deepEqual(new Set(after.map(({ status }) => status)), new Set([200]))
  const { teams } = (await near.as(someone).get('/teams')).body.data
  assert.equal(teams.length, 13)
})

test('a session whose connection broke refuses every further statement, and can be ended', async () => {
  const proxy = await aProxy(connectionOptions(near.database_url))
  const session = await openSession(throughPort(near.database_url, proxy.port))
  await session`select 1`
  await proxy.stop()
  for (let time = 0; time < 3; time++) await assert.rejects(session`select 1`, { code: 'CONNECTION_CLOSED' })
  await assert.rejects(
    session.begin(sql => sql`select 1`),
    { code: 'CONNECTION_CLOSED' },
  )
  await session.end()
})
