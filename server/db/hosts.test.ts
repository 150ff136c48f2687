import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { failAsEarlyAsUsual } from '../test/connecting.ts'
import { connectionOptions, notBehindPooler } from '../test/databases.ts'
import { eventually, startTestApp } from '../test/harness.ts'
import { aSpace, aUserPerRole } from '../test/people.ts'
import { aProxy } from '../test/proxy.ts'
import { aScratchApp } from '../test/scratch_app.ts'
import { aStandby } from '../test/standby.ts'
import { hostOf, openSession, withSession } from './sql.ts'

// Two addresses of the primary, each through a proxy, and a real standby with the demo.

const app = await aScratchApp()
const { admin } = await aUserPerRole(app, await aSpace(app))
const standby = await aStandby()
const first = await aProxy(connectionOptions(app.database_url))
const second = await aProxy(connectionOptions(app.database_url))
const user = decodeURIComponent(new URL(app.database_url).username)
const database = new URL(app.database_url).pathname.slice(1)
const unused_port = 1
const urlOf = (ports: number[], target = 'read-write', base = database) =>
  `postgres://${user}@${ports.map(port => `127.0.0.1:${port}`).join(',')}/${base}?target_session_attrs=${target}`
const isWritable = (url: string) =>
  withSession(url, async sql => (await sql`select pg_is_in_recovery() as standby`)[0]?.standby === false)

after(async () => {
  await standby.stop()
  await Promise.all([first.stop(), second.stop()])
})

describe('an address with several hosts', () => {
  test('leads to the first one that answers, and skips one where nothing listens', async () => {
    const session = await openSession(urlOf([unused_port, first.port]))
    assert.equal(hostOf(session), `127.0.0.1:${first.port}`)
    await session.end()
  })

  test('leads past a host that accepts the connection and never answers', async () => {
    first.fail({ kind: 'blackhole' })
    const session = await openSession(urlOf([first.port, second.port]))
    first.heal()
    assert.equal(hostOf(session), `127.0.0.1:${second.port}`)
    await session.end()
  })

  test('leads past a standby, unless any server will do', async () => {
    for (const target of ['read-write', 'primary'])
      assert.ok(await isWritable(urlOf([standby.port, first.port], target, 'postgres')))
    assert.ok(!(await isWritable(urlOf([standby.port, first.port], 'any', 'postgres'))))
  })

  test('leads past a server whose transactions are read-only, but not if it has to be the primary only', async () => {
    await app.owner.unsafe(`alter database "${database}" set default_transaction_read_only = on`)
    try {
      await assert.rejects(openSession(urlOf([first.port, second.port])), {
        message: new RegExp(`127.0.0.1:${first.port} is read-only, 127.0.0.1:${second.port} is read-only`),
      })
      assert.ok(await isWritable(urlOf([first.port, second.port], 'primary')))
    } finally {
      await app.owner.unsafe(`alter database "${database}" reset default_transaction_read_only`)
    }
  })

  test('is refused with what is wrong with each host', async () => {
    await assert.rejects(openSession(urlOf([unused_port, standby.port], 'read-write', 'postgres')), {
      message: `127.0.0.1:${unused_port} cannot be reached (ECONNREFUSED), 127.0.0.1:${standby.port} is a standby server`,
    })
  })

  test('is refused because of a missing database', notBehindPooler('a pooler has its own words for it'), async () => {
    await assert.rejects(openSession(urlOf([unused_port, first.port], 'read-write', 'no_such_database')), {
      code: '3D000',
    })
  })
})

describe('a server with several hosts', () => {
  failAsEarlyAsUsual()
  for (const kind of ['reset', 'blackhole'] as const)
    test(`moves to the next host when the connections to the current one fail (${kind})`, async () => {
      const far = await startTestApp({ same_database_as: { ...app, database_url: urlOf([first.port, second.port]) } })
      const write = (name: string) =>
        far.as(admin).post('/teams', { team: { name } }, { 'idempotency-key': `${kind}-${name}` })
      assert.equal((await write('Before')).status, 200)
      const current = first.connections.size > 0 ? first : second
      current.fail({ kind })
      await eventually(async () => (await write('After')).status === 200)
      assert.ok([200, 401].includes((await far.as(admin).get('/me')).status))
      current.heal()
      await far.stop()
      const { teams } = (await app.as(admin).get('/teams')).body.data
      assert.equal(teams.filter(({ name }: { name: string }) => name === 'After').length, kind === 'reset' ? 1 : 2)
    })
})
