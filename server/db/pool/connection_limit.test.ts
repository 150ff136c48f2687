import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { onEachNode } from '../../test/citus_cluster.ts'
import { clusterUrl, freshName, notBehindPooler } from '../../test/databases.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUserPerRole } from '../../test/people.ts'
import { Pool } from './pool.ts'

// The server refuses connections with SQLSTATE 53300: too many in all, for the database, or for the login.

const app = await startTestApp({ own: true })
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

describe('when the server has no connection left', notBehindPooler('a pooler lets sessions wait'), () => {
  for (const [whose, alter] of Object.entries(limitOf))
    test(`for the ${whose}, work waits for the sessions that are open`, async () => {
      const pool = new Pool({ url, role: 'muster_app', connections: 6 })
      await pool.read({}, sql => sql`select`)
      await app.owner.unsafe(`${alter} connection limit ${whose === 'login' ? 1 : await connections()}`)
      try {
        const numbers = Array.from({ length: 40 }, (_, i) => i)
        const rows = await Promise.all(
          numbers.map(i => pool.read({}, sql => sql<[{ i: number }]>`select ${i}::int as i`)),
        )
        assert.deepEqual(
          rows.map(([row]) => row.i),
          numbers,
        )
        const calls = await Promise.all(
          numbers.map(i => pool.call(undefined, sql => sql<[{ i: number }]>`select ${i}::int as i`)),
        )
        assert.deepEqual(
          calls.map(([row]) => row.i),
          numbers,
        )
      } finally {
        await app.owner.unsafe(`${alter} connection limit -1`)
        await pool.end()
      }
    })

  test('and this pool has no session, work waits until the server has room', async () => {
    const first = new Pool({ url, role: 'muster_app', connections: 2 })
    const second = new Pool({ url, role: 'muster_app', connections: 2 })
    await first.read({}, sql => sql`select`)
    await app.owner.unsafe(`${limitOf.login} connection limit 1`)
    try {
      const waiting = second.read({}, sql => sql`select 1`)
      await assert.doesNotReject(first.read({}, sql => sql`select 1`))
      await first.end()
      assert.equal((await waiting).length, 1)
    } finally {
      await app.owner.unsafe(`${limitOf.login} connection limit -1`)
      await second.end()
    }
  })

  test('and it stays so, work is refused with a 503 that says why', async () => {
    const pool = new Pool({ url, role: 'muster_app', connections: 2, wait_ms_max: 300 })
    await app.owner.unsafe(`${limitOf.login} connection limit 0`)
    try {
      await assert.rejects(
        pool.read({}, sql => sql`select`),
        { code: 'unavailable', message: /no free connection/ },
      )
    } finally {
      await app.owner.unsafe(`${limitOf.login} connection limit -1`)
      await pool.end()
    }
  })

  test('the pool grows again when the server has room', async () => {
    const pool = new Pool({ url, role: 'muster_app', connections: 2 })
    await pool.read({}, sql => sql`select`)
    await app.owner.unsafe(`${limitOf.login} connection limit 1`)
    const [both, meet] = [[0, 1], (i: number) => pool.read({}, sql => sql`select pg_advisory_lock_shared(${i})`)]
    await Promise.all(both.map(meet))
    await app.owner.unsafe(`${limitOf.login} connection limit -1`)
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
    await pool.end()
  })

  test('requests are answered', async () => {
    assert.equal((await app.as(admin).get('/teams')).status, 200)
    await app.owner.unsafe(`${limitOf.database} connection limit ${await connections()}`)
    try {
      const paths = ['/teams', '/contacts', '/v1/transaction_bundles', '/me', '/health']
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, i) => app.as(admin).get(paths[i % paths.length]!)),
      )
      assert.deepEqual(
        answers.flatMap(({ status, body }, i) => (status === 200 ? [] : [paths[i % paths.length], body.detail])),
        [],
      )
      const written = await Promise.all(
        Array.from({ length: 20 }, (_, i) => app.as(admin).post('/teams', { team: { name: `Few ${i}` } })),
      )
      assert.deepEqual(new Set(written.map(({ status }) => status)), new Set([200]))
    } finally {
      await app.owner.unsafe(`${limitOf.database} connection limit -1`)
    }
  })
})
