import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { readConfig } from '../../config.ts'
import { failAsEarlyAsUsual } from '../../test/connecting.ts'
import { connectionOptions, freshDatabase, freshName, throughPort } from '../../test/databases.ts'
import { eventually, startTestApp } from '../../test/harness.ts'
import { aSpace, aUserPerRole } from '../../test/people.ts'
import { aPooler, type PoolerOptions } from '../../test/pooler.ts'
import { aScratchApp } from '../../test/scratch_app.ts'
import { connectDatabase } from '../connect.ts'
import { openSession, withSession } from '../sql.ts'
import { Pool } from './pool.ts'
import { poolsTransactions } from './pooler_check.ts'

// A pooler like pgbouncer is between Muster and PostgreSQL. It accepts only some start-up parameters.

const near = await aScratchApp()
const [mine, theirs] = [await aSpace(near, 'Mine'), await aSpace(near, 'Theirs')]
const { admin } = await aUserPerRole(near, mine)
await aUserPerRole(near, theirs)

async function through(options: PoolerOptions, url = near.database_url) {
  const pooler = await aPooler(connectionOptions(url), options)
  after(() => pooler.stop())
  return throughPort(url, pooler.port)
}

const poolAt = (url: string, role = 'muster_app') => {
  const pool = new Pool({ url, role, connections: 2 })
  after(() => pool.end())
  return pool
}

/** Removes the statement that sets the role, as a faulty proxy might. */
const losingTheRole = (message: Buffer) =>
  Buffer.from(
    message.toString('latin1').replace(/set role muster_\w+/, taken => 'reset role'.padEnd(taken.length)),
    'latin1',
  )

describe('behind a pooler in session mode', () => {
  failAsEarlyAsUsual()
  for (const unknown of ['dropped', 'refused'] as const) {
    test(`that has unknown start-up parameters ${unknown}, sessions have their role and settings`, async () => {
      const pool = poolAt(await through({ mode: 'session', unknown }))
      const [row] = await pool.read(
        { group_id: mine },
        sql => sql`
          select current_user::text as role, current_setting('TimeZone') as zone, current_setting('statement_timeout') as statement,
                 current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`,
      )
      assert.deepEqual(row, { role: 'muster_app', zone: 'UTC', statement: '15s', lock: '4s', idle: '5min' })
      const rows = await pool.read({ group_id: mine }, sql => sql<{ group_id: number }[]>`select group_id from users`)
      assert.ok(
        rows.length > 0 && rows.every(({ group_id }) => group_id === mine),
        'a forgotten where shows no other space',
      )
      const [unseen] = await pool.read({}, sql => sql`select count(*)::int as n from users`)
      assert.equal(unseen?.n, 0)
    })
  }

  test('the server works as usual, and its caches receive notifications', async () => {
    const database_url = await through({ mode: 'session', unknown: 'dropped' })
    const far = await startTestApp({ same_database_as: { ...near, database_url } })
    assert.equal((await far.as(admin).post('/teams', { team: { name: 'Far' } })).status, 200)
    const { teams } = (await far.as(admin).get('/teams')).body.data
    assert.deepEqual(
      teams.map(({ name }: { name: string }) => name),
      ['Far'],
    )
    assert.equal((await far.as(admin).get('/health')).status, 200)
  })
})

describe('a session that is not subject to row-level security', () => {
  test('because the pooler lost its role is not used: the request is a 503, and the log has the reason', async () => {
    const lines: string[] = []
    let losing = false
    const rewrite = (message: Buffer) => (losing ? losingTheRole(message) : message)
    const pooler = await aPooler(connectionOptions(near.database_url), { mode: 'session', unknown: 'dropped', rewrite })
    after(() => pooler.stop())
    const database_url = throughPort(near.database_url, pooler.port)
    const log = { write: (line: string) => lines.push(line) }
    const far = await startTestApp({ same_database_as: { ...near, database_url }, level: 'error', log })
    assert.equal((await far.as(admin).get('/teams')).status, 200)
    losing = true
    pooler.hangUp()
    await eventually(async () => (await far.as(admin).get('/teams')).body.detail?.includes('not configured'))
    const { status, body } = await far.as(admin).get('/teams')
    assert.deepEqual([status, body.code], [503, 'unavailable'])
    assert.doesNotMatch(body.detail, /muster_|postgres/)
    assert.match(lines.join(''), /Its sessions have the role \w+ instead of muster_app/)
    assert.equal((await far.as(admin).post('/teams', { team: { name: 'Unbound' } })).status, 503)
    losing = false
    await eventually(async () => (await far.as(admin).get('/teams')).status === 200)
    const found = await near.owner`select from teams where group_id = ${mine} and name = 'Unbound'`
    assert.equal(found.length, 0)
  })

  test('because its role is a superuser, bypasses it or owns an unforced table, is not used', async () => {
    const { database_url, owner } = near
    const roles = ['superuser', 'bypassrls', ''].map(attribute => ({ attribute, name: freshName('role') }))
    try {
      for (const { name, attribute } of roles) {
        await owner.unsafe(`create role ${name} nologin ${attribute}`)
        const pool = poolAt(database_url, name)
        const look = pool.read({}, sql => sql`select`)
        if (attribute) await assert.rejects(look, refusal(`Row level security does not apply to ${name}`))
        else await look
      }
      const { name } = roles[2]!
      await owner.unsafe(
        `create table loose (id bigint); alter table loose enable row level security, owner to ${name}`,
      )
      const look = () => poolAt(database_url, name).read({}, sql => sql`select`)
      await assert.rejects(look(), refusal(`does not apply to ${name} on the table loose`))
      await owner.unsafe('alter table loose force row level security')
      await look()
    } finally {
      await owner.unsafe(
        `drop table if exists loose; ${roles.map(({ name }) => `drop role if exists ${name}`).join(';')}`,
      )
    }
  })

  test('prevents the start of the server, with one sentence', async () => {
    const url = await through({ mode: 'session', unknown: 'dropped', rewrite: losingTheRole })
    await assert.rejects(connectDatabase(readConfig({ DATABASE_URL: url }), 'server'), {
      message: /^The database of DATABASE_URL .* cannot be used\. Its sessions have the role \w+ instead of muster_/,
    })
  })
})

const refusal = (text: string) => (error: Error & { code: string }) => {
  assert.equal(error.code, 'unavailable')
  assert.ok((error.cause as Error).message.includes(text), (error.cause as Error).message)
  return true
}

describe('a pooler in transaction mode', () => {
  for (const takes of ['last used', 'in turn'] as const) {
    test(`is detected when it assigns the connection that was ${takes}, also when many are open`, async () => {
      const url = await through({ mode: 'transaction', unknown: 'refused', takes })
      assert.equal(await poolsTransactions(url), true)
      const holders = await Promise.all(Array.from({ length: 4 }, () => openSession(url)))
      for (const holder of holders) await holder.unsafe('begin; select')
      for (const holder of holders) await holder.unsafe('rollback')
      for (let time = 0; time < 5; time++) assert.equal(await poolsTransactions(url), true)
      await Promise.all(holders.map(holder => holder.end()))
    })
  }

  test('prevents the start of the server, with one sentence that says what to do', async () => {
    const url = await through({ mode: 'transaction', unknown: 'dropped' })
    await assert.rejects(connectDatabase(readConfig({ DATABASE_URL: url }), 'server'), {
      message: /^The database of DATABASE_URL .* uses transaction pooling.* set pool_mode = session/,
    })
  })

  test('cannot lift row-level security even when it was installed after the start', async () => {
    const url = await through({ mode: 'transaction', unknown: 'dropped', takes: 'in turn' })
    const [app, worker] = [poolAt(url), poolAt(url, 'muster_worker')]
    const sessions = await Promise.all(Array.from({ length: 3 }, () => openSession(url)))
    let served = 0
    for (let time = 0; time < 10; time++) {
      for (const session of sessions) await session.unsafe('reset role')
      // Some fail, since their statement was prepared on another connection.
      const seen = await Promise.allSettled(
        [app, worker].map(pool => pool.read({}, sql => sql.unsafe('select current_user::text as role'))),
      )
      for (const [at, role] of ['muster_app', 'muster_worker'].entries()) {
        const answer = seen[at]!
        if (answer.status !== 'fulfilled') continue
        assert.equal(answer.value[0]?.['role'], role)
        served++
      }
    }
    assert.ok(served > 0)
    await Promise.all(sessions.map(session => session.end()))
  })
})

describe('a database without a pooler in transaction mode is not mistaken for one', () => {
  test('neither directly nor behind a pooler in session mode, whatever else happens there', async () => {
    for (const url of [near.database_url, await through({ mode: 'session', unknown: 'refused' })]) {
      const looks = Array.from({ length: 8 }, () => poolsTransactions(url))
      assert.deepEqual(new Set(await Promise.all(looks)), new Set([false]))
    }
  })

  test('and a server starts behind a pooler in session mode, and fills an empty database', async () => {
    const url = await through({ mode: 'session', unknown: 'refused' }, await freshDatabase('pooled', 'empty'))
    const { owner_url, disconnect } = await connectDatabase(readConfig({ DATABASE_URL: url }), 'server')
    assert.ok((await withSession(owner_url, session => session`select from migrations`)).length > 20)
    await disconnect()
  })
})
