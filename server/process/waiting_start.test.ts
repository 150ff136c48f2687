import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { withSession } from '../db/sql.ts'
import { commandLine } from '../test/commands.ts'
import { connectionOptions, freshDatabase } from '../test/databases.ts'
import { eventually } from '../test/eventually.ts'
import { aFreePort, ask, aTempFolder, failedStart, launchServer, startServer, whenReady } from '../test/process.ts'
import { aProxy } from '../test/proxy.ts'
import { aStandby } from '../test/standby.ts'

const folder = aTempFolder()
const DATA_DIR = join(folder, 'unused')
const standby = await aStandby()
after(() => standby.stop())

describe('a start', () => {
  test('on a database that is unreachable waits, says why, and ends at once when it is stopped', async () => {
    const DATABASE_URL = `postgres://me:hunter2@127.0.0.1:${await aFreePort()}/muster`
    const program = launchServer({ env: { DATA_DIR, DATABASE_URL } })
    await eventually(() => /Waiting for the database.*cannot be reached \(ECONNREFUSED\)/.test(program.stdout()))
    program.child.kill('SIGTERM')
    const { code, stdout, stderr } = await program.exited
    assert.deepEqual([code, stderr], [0, ''])
    assert.doesNotMatch(stdout, /hunter2/)
  })

  test('serves as soon as the database can be reached', async () => {
    const url = await freshDatabase('late', 'migrated')
    const proxy = await aProxy(connectionOptions(url))
    proxy.fail({ kind: 'reset' })
    const at = new URL(url)
    const DATABASE_URL = `postgres://${at.username}@127.0.0.1:${proxy.port}${at.pathname}`
    const program = launchServer({ env: { DATA_DIR, DATABASE_URL } })
    await eventually(() => program.stdout().includes('Waiting for the database'))
    proxy.heal()
    const server = await whenReady(program)
    assert.equal((await ask(`${server.url}/health`)).status, 200)
    await server.stop()
    await proxy.stop()
  })

  test('gives up after DATABASE_WAIT_SECONDS, with the reason', async () => {
    const DATABASE_URL = `postgres://me@127.0.0.1:${await aFreePort()}/muster`
    const program = launchServer({ env: { DATA_DIR, DATABASE_URL, DATABASE_WAIT_SECONDS: '2' } })
    const { code, stderr } = await program.exited
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^The database of DATABASE_URL .* cannot be reached .*waited for 2 seconds \(DATABASE_WAIT_SECONDS\)\.\n$/,
    )
  })

  test('on a server without a free connection waits', async () => {
    const url = await freshDatabase('crowded', 'migrated')
    const login = `crowded_${process.pid}`
    await withSession(url, async owner => {
      await owner.unsafe(
        `create role ${login} login connection limit 0 createrole in role muster_app, muster_worker, muster_search, muster_eraser`,
      )
      await owner.unsafe(`grant muster_app, muster_worker to ${login} with admin option`)
      const DATABASE_URL = url.replace(/\/\/[^@/]*@/, `//${login}@`)
      const program = launchServer({ env: { DATA_DIR, DATABASE_URL } })
      await eventually(() => /Waiting for the database.*has no free connection/.test(program.stdout()))
      program.child.kill('SIGTERM')
      assert.equal((await program.exited).code, 0)
    })
  })

  test('without a wait refuses a standby in one sentence', async () => {
    const sentence = await failedStart({ env: { DATA_DIR, DATABASE_URL: standby.url, DATABASE_WAIT_SECONDS: '0' } })
    assert.match(sentence, /cannot be written to: it is a standby server\. Use the address of the primary/)
  })
})

describe('muster doctor', () => {
  const doctor = async (DATABASE_URL: string) =>
    (await commandLine(DATA_DIR, { DATABASE_URL }).command(['doctor'])).stdout

  test('tells a standby from a primary', async () => {
    assert.match(
      await doctor(standby.url),
      /^fail +database +PostgreSQL .* answers, as a standby\..*Set DATABASE_URL to the primary/m,
    )
    assert.match(
      await doctor(await freshDatabase('primary', 'migrated')),
      /^ok +database +PostgreSQL .* answers, as the primary\./m,
    )
  })

  test('says what each server of a list is', async () => {
    const said = await doctor(`postgres://muster_owner@127.0.0.1:1,127.0.0.1:${standby.port}/postgres`)
    assert.match(
      said,
      /^fail +servers +127\.0\.0\.1:1 cannot be used \(ECONNREFUSED\), 127\.0\.0\.1:\d+ is a standby\. Without a primary/m,
    )
  })
})

test('a start on a standby waits, and serves after the standby has become the primary', async () => {
  const several = `postgres://muster_owner@127.0.0.1:1,127.0.0.1:${standby.port}/postgres`
  const programs = [standby.url, several].map(DATABASE_URL => launchServer({ env: { DATA_DIR, DATABASE_URL } }))
  for (const program of programs)
    await eventually(() => /Waiting for the database.*cannot be written to.*is a standby server/.test(program.stdout()))
  await standby.promote()
  for (const program of programs) {
    const server = await whenReady(program)
    assert.equal((await ask(`${server.url}/health`)).status, 200)
    await server.stop()
  }
  const again = await startServer({ env: { DATA_DIR, DATABASE_URL: several } })
  assert.equal((await ask(`${again.url}/health`)).status, 200)
  await again.stop()
})
