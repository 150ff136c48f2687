import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, test } from 'node:test'
import { eventually } from '../test/harness.ts'
import {
  ask,
  assertNoProcessLeft,
  aTempFolder,
  killStartedProcesses,
  launch,
  launchServer,
  openDatabase,
  processesIn,
  startServer,
  tokenOf,
  whenReady,
} from '../test/process.ts'
import { longTest } from '../test/runs.ts'
import { copyStartedDataDir } from '../test/started_data_dir.ts'

const folder = aTempFolder()
const dataDir = join(folder, 'data')
const env = { DATA_DIR: dataDir }
await copyStartedDataDir(dataDir)

afterEach(killStartedProcesses)

const signals = [
  ['SIGTERM', test],
  ['SIGINT', longTest],
] as const

describe('a running server', () => {
  for (const [signal, one] of signals) {
    one(`stops cleanly on ${signal}, with its database`, async () => {
      const server = await startServer({ env })
      assert.ok(processesIn(dataDir).length > 0)
      const { code, stderr } = await server.stop(signal)
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
      await assertNoProcessLeft(dataDir)
    })
  }

  longTest('stops cleanly when the signal comes several times, as Ctrl-C in a terminal does', async () => {
    const server = await startServer({ env })
    for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM'] as const) server.child.kill(signal)
    const { code, stderr } = await server.exited
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    await assertNoProcessLeft(dataDir)
  })

  test('answers running requests first, and accepts no new ones', async () => {
    const server = await startServer({ env })
    const token = tokenOf(dataDir)
    const owner = await openDatabase(dataDir)
    await owner`select 1`
    const lock = await owner.reserve()
    await lock`begin`
    await lock`lock table teams in access exclusive mode`
    const reading = ask(`${server.url}/teams`, { token })
    const writing = ask(`${server.url}/teams`, { token, method: 'POST', data: { team: { name: 'Under way' } } })
    await eventually(async () => {
      const [row] = await lock<[{ count: number }]>`select count(*)::int from pg_locks where not granted`
      return row.count >= 2
    })
    const rude = connect(Number(new URL(server.url).port), '127.0.0.1')
    rude.write(`GET /teams/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`)
    await eventually(async () => {
      const [row] = await lock<[{ count: number }]>`select count(*)::int from pg_locks where not granted`
      return row.count >= 3
    })
    const stopped = server.stop()
    await eventually(async () => (await ask(`${server.url}/health`)).status !== 200)
    // A client that resets its connection delays nothing.
    rude.resetAndDestroy()
    await lock`commit`
    lock.release()
    assert.equal((await reading).status, 200)
    assert.equal((await writing).status, 200)
    await owner.end()
    assert.equal((await stopped).code, 0)
    await assertNoProcessLeft(dataDir)

    const again = await startServer({ env })
    const { body } = await ask(`${again.url}/teams`, { token })
    assert.ok(
      body.data.teams.some(({ name }: { name: string }) => name === 'Under way'),
      'what was answered was kept',
    )
    await again.stop()
  })

  test('is not delayed by idle connections', async () => {
    const server = await startServer({ env })
    const silent = connect(Number(new URL(server.url).port), '127.0.0.1')
    silent.on('error', () => {})
    await ask(`${server.url}/health`)
    const begun = performance.now()
    assert.equal((await server.stop()).code, 0)
    assert.ok(performance.now() - begun < 4000, `it took ${performance.now() - begun} ms`)
    await assertNoProcessLeft(dataDir)
  })
})

describe('a server that is still starting', () => {
  const moments: Record<string, (place: string) => boolean> = {
    'while the database is being created': place => readdirSync(place).some(name => name.startsWith('postgres.new-')),
    'while the database starts': place => existsSync(join(place, 'postgres', 'postmaster.pid')),
    'when the database has just started': place => /ready/.test(textOf(join(place, 'postgres', 'postmaster.pid'))),
  }
  for (const [moment, hasCome] of Object.entries(moments)) {
    const one = moment === 'while the database starts' ? test : longTest
    one(`stops cleanly on SIGTERM ${moment}, and starts the next time`, async () => {
      const place = join(folder, moment.replaceAll(' ', '-'))
      mkdirSync(place)
      const starting = launchServer({ env: { DATA_DIR: place, DEMO: 'off' } })
      await eventually(() => hasCome(place))
      starting.child.kill('SIGTERM')
      const { code, stderr } = await starting.exited
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
      await assertNoProcessLeft(place)
      const server = await startServer({ env: { DATA_DIR: place, DEMO: 'off' } })
      assert.equal((await server.stop()).code, 0)
      assert.deepEqual(readdirSync(place), ['postgres'])
    })
  }

  longTest('stops cleanly on SIGTERM while it creates the demo, which the next start completes', async () => {
    const place = join(folder, 'demo')
    const bare = await startServer({ env: { DATA_DIR: place, DEMO: 'off' } })
    const owner = await openDatabase(place)
    await owner`select 1`
    const lock = await owner.reserve()
    bare.child.kill('SIGKILL')
    await bare.exited
    await lock`begin`
    await lock`lock table teams in access exclusive mode`
    const starting = launchServer({ env: { DATA_DIR: place } })
    await eventually(
      async () => (await lock`select from pg_locks where not granted and relation = 'teams'::regclass`).length > 0,
    )
    starting.child.kill('SIGTERM')
    const { code, stderr } = await starting.exited
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    await owner.end({ timeout: 0 }).catch(() => {})
    await assertNoProcessLeft(place)

    const server = await startServer({ env: { DATA_DIR: place } })
    const { status, body } = await ask(`${server.url}/teams`, { token: tokenOf(place) })
    assert.equal(status, 200)
    assert.ok(body.data.teams.length >= 6)
    assert.equal((await server.stop()).code, 0)
  })
})

describe('npm start', () => {
  // Without the scripts before it, which might install packages into the checkout under test.
  for (const [signal, one] of signals) {
    one(`forwards ${signal}: server and database stop`, async () => {
      const npm = launch({
        command: ['npm', 'start', '--ignore-scripts'],
        env: { ...env, PORT: '0', LOG_LEVEL: 'warn', npm_config_update_notifier: 'false' },
      })
      const server = await whenReady(npm)
      assert.equal((await ask(`${server.url}/health`)).status, 200)
      await server.stop(signal)
      assert.equal((await ask(`${server.url}/health`)).status, 0, 'the server still answers')
      await assertNoProcessLeft(dataDir)
    })
  }
})

function textOf(file: string) {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
