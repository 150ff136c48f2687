import assert from 'node:assert/strict'
import { after, describe, type TestContext, test } from 'node:test'
import { onEachNode } from '../../test/citus_cluster.ts'
import { clusterUrl, freshName, notBehindPooler } from '../../test/databases.ts'
import { aSpace, aUserPerRole } from '../../test/people.ts'
import { aScratchApp } from '../../test/scratch_app.ts'
import type { Sql } from '../sql.ts'
import { Pool } from './pool.ts'

// The server refuses connections with SQLSTATE 53300: too many in all, for the database, or for the login.

const app = await aScratchApp()
const { admin } = await aUserPerRole(app, await aSpace(app))
const database = new URL(app.database_url).pathname.slice(1)
const login = freshName('few')
const url = app.database_url.replace(/\/\/[^@/]*@/, `//${login}@`)
await app.owner.unsafe(`create role ${login} login in role muster_app, muster_worker`)
after(() => onEachNode(clusterUrl(), `drop role if exists ${login}`))

const limitOf = { login: `alter role ${login}`, database: `alter database "${database}"` }
const connections = async () => {
  const [row] = await app.owner<
    [{ n: number }]
  >`select count(*)::int as n from pg_stat_activity where datname = ${database}`
  return row.n
}
/** Runs work while the login or the database may have so many connections. */
async function limited(
  whose: keyof typeof limitOf,
  limit: number,
  work: (lift: () => Promise<unknown>) => Promise<void>,
) {
  const lift = () => app.owner.unsafe(`${limitOf[whose]} connection limit -1`)
  await app.owner.unsafe(`${limitOf[whose]} connection limit ${limit}`)
  await work(lift).finally(lift)
}
/** A pool of this login, which has a session. */
async function aPool(t: TestContext, size: number) {
  const pool = new Pool({ url, role: 'muster_app', connections: size })
  t.after(() => pool.end())
  await pool.read({}, sql => sql`select`)
  return pool
}
const numbers = Array.from({ length: 40 }, (_, i) => i)

describe('when the server has no connection left', notBehindPooler('a pooler lets sessions wait'), () => {
  for (const whose of ['login', 'database'] as const)
    test(`for the ${whose}, work waits for the sessions that are open`, async t => {
      const pool = await aPool(t, 6)
      await limited(whose, whose === 'login' ? 1 : await connections(), async () => {
        const number = (i: number) => (sql: Sql) => sql<[{ i: number }]>`select ${i}::int as i`
        const rows = await Promise.all(numbers.map(i => pool.read({}, number(i))))
        const calls = await Promise.all(numbers.map(i => pool.call(undefined, number(i))))
        for (const answers of [rows, calls])
          assert.deepEqual(
            answers.map(([row]) => row?.i),
            numbers,
          )
      })
    })

  test('and this pool has no session, work waits until the server has room', async t => {
    const first = await aPool(t, 2)
    const second = new Pool({ url, role: 'muster_app', connections: 2 })
    t.after(() => second.end())
    await limited('login', 1, async () => {
      const waiting = second.read({}, sql => sql`select 1`)
      await assert.doesNotReject(first.read({}, sql => sql`select 1`))
      await first.end()
      assert.equal((await waiting).length, 1)
    })
  })

  test('and it stays so, work is refused with a 503 that says why', async t => {
    const pool = new Pool({ url, role: 'muster_app', connections: 2, wait_ms_max: 300 })
    t.after(() => pool.end())
    const refusal = { code: 'unavailable', message: /no free connection/ }
    await limited('login', 0, () =>
      assert.rejects(
        pool.read({}, sql => sql`select`),
        refusal,
      ),
    )
  })

  test('the pool grows again when the server has room', async t => {
    const pool = await aPool(t, 2)
    const both = [0, 1]
    await limited('login', 1, async lift => {
      await Promise.all(both.map(i => pool.read({}, sql => sql`select pg_advisory_lock_shared(${i})`)))
      await lift()
      // Each waits until the other runs at the same time.
      const running = new Set<number>()
      const { promise: together, resolve } = Promise.withResolvers<void>()
      const work = (i: number) =>
        pool.read({}, async sql => {
          await sql`select`
          if (running.add(i).size === 2) resolve()
          await together
        })
      await Promise.all(both.map(work))
      assert.equal(running.size, 2)
    })
  })

  test('requests are answered', async () => {
    assert.equal((await app.as(admin).get('/teams')).status, 200)
    await limited('database', await connections(), async () => {
      const paths = ['/teams', '/contacts', '/v1/transaction_bundles', '/me', '/health']
      const answers = await Promise.all(numbers.map(i => app.as(admin).get(paths[i % paths.length]!)))
      assert.deepEqual(
        answers.flatMap(({ status, body }, i) => (status === 200 ? [] : [paths[i % paths.length], body.detail])),
        [],
      )
      const write = (i: number) => app.as(admin).post('/teams', { team: { name: `Few ${i}` } })
      const written = await Promise.all(numbers.slice(20).map(write))
      assert.deepEqual(new Set(written.map(({ status }) => status)), new Set([200]))
    })
  })
})
