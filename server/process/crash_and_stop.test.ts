import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { startEmbedded } from '../db/embedded/server.ts'
import { withSession } from '../db/sql.ts'
import { eventually } from '../test/eventually.ts'
import {
  ask,
  assertNoProcessLeft,
  aTempFolder,
  killAll,
  launch,
  launchServer,
  openDatabase,
  postmasterOf,
  processesIn,
  type Server,
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
const pidFile = join(dataDir, 'postgres', 'postmaster.pid')

let latest: Server | undefined
/** The server that an earlier test left running, or a new one. */
async function theServer() {
  if (!latest || latest.child.exitCode !== null || latest.child.signalCode !== null) latest = await startServer({ env })
  return latest
}

const addTeam = async ({ url }: Server, name: string) => {
  const { status } = await ask(`${url}/teams`, { token: tokenOf(dataDir), method: 'POST', data: { team: { name } } })
  assert.equal(status, 200)
}

const assertTeam = async ({ url }: Server, name: string) => {
  const { body } = await ask(`${url}/teams`, { token: tokenOf(dataDir) })
  assert.ok(
    body.data.teams.some((team: { name: string }) => team.name === name),
    `${name} was lost`,
  )
}

const kill = async (server: Server) => {
  server.child.kill('SIGKILL')
  await server.exited
}

describe('after kill -9', () => {
  test('of the server alone, the next start finds everything that was written, and stops the old database', async () => {
    const server = await theServer()
    await addTeam(server, 'Before the first crash')
    await kill(server)
    const next = await theServer()
    await assertTeam(next, 'Before the first crash')
    assert.equal((await next.stop()).code, 0)
    await assertNoProcessLeft(dataDir)
  })

  test('of the server and all of PostgreSQL, the next start finds everything that was written', async () => {
    const server = await theServer()
    await addTeam(server, 'Before the second crash')
    await kill(server)
    await killAll(processesIn(dataDir))
    assert.ok(statSync(pidFile).isFile(), 'the crash left a stale postmaster.pid')
    await assertTeam(await theServer(), 'Before the second crash')
  })
})

describe('when the database is killed under a running server', () => {
  for (const [what, fall] of [
    ['its first process', () => process.kill(postmasterOf(dataDir), 'SIGKILL')],
    ['every process', () => killAll(processesIn(dataDir))],
  ] as const)
    test(`(${what}) requests are answered 503 meanwhile, and it recovers`, async () => {
      const server = await theServer()
      const token = tokenOf(dataDir)
      await addTeam(server, `Before the fall of ${what}`)
      let refused = 0
      const asking = eventually(async () => {
        for (const path of ['/health', '/teams']) {
          const { status, type } = await ask(server.url + path, { token })
          if (status !== 200) assert.deepEqual([status, type], [503, 'application/problem+json'])
          refused += Number(status === 503)
        }
        return refused > 0
      })
      await fall()
      await asking
      await eventually(async () => (await ask(`${server.url}/health`)).status === 200)
      await addTeam(server, `After the fall of ${what}`)
      await assertTeam(server, `Before the fall of ${what}`)
    })

  test('a server stopped at that moment leaves no database behind', async () => {
    const server = await theServer()
    process.kill(postmasterOf(dataDir), 'SIGKILL')
    await eventually(async () => (await ask(`${server.url}/health`)).status === 503)
    assert.equal((await server.stop()).code, 0)
    await eventually(() => processesIn(dataDir).length === 0)
  })
})

describe('a postmaster.pid that a crash left does not prevent the next start of the database', () => {
  copyFileSync('/bin/sleep', join(folder, 'postgres'))
  const bystanders = { 'another program of the same account': 'sleep', 'another PostgreSQL': join(folder, 'postgres') }
  for (const [what, program] of Object.entries(bystanders))
    test(`when its number is now that of ${what}, which is not harmed`, async () => {
      await startEmbedded(dataDir)
      const postmaster = postmasterOf(dataDir)
      await killAll(processesIn(dataDir))
      // PostgreSQL takes one for running that its parent has not yet looked at.
      await eventually(() => !existsSync(`/proc/${postmaster}`))
      const { uid, gid } = statSync(join(dataDir, 'postgres'))
      const account = program === 'sleep' ? { uid, gid } : {}
      const bystander = spawn(program, ['60'], { ...account, cwd: '/', stdio: 'ignore' })
      try {
        const runs = () => /\((sleep|postgres)\)/.test(readFileSync(`/proc/${bystander.pid}/stat`, 'utf8'))
        await eventually(runs)
        writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(bystander.pid)))
        const { stop } = await startEmbedded(dataDir)
        await stop()
        assert.equal(bystander.exitCode ?? bystander.signalCode, null, 'the bystander was harmed')
        await assertNoProcessLeft(dataDir)
      } finally {
        bystander.kill('SIGKILL')
      }
    })
})

describe('a running server', () => {
  longTest('stops cleanly when the signal comes several times, as Ctrl-C in a terminal does', async () => {
    const server = await startServer({ env })
    for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM'] as const) server.child.kill(signal)
    const { code, stderr } = await server.exited
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    await assertNoProcessLeft(dataDir)
  })

  test('answers running requests first, accepts no new ones and waits for no idle connection; its database stops', async () => {
    const server = await startServer({ env })
    const token = tokenOf(dataDir)
    const owner = await openDatabase(dataDir)
    await owner`select 1`
    const lock = await owner.reserve()
    await lock`begin`
    await lock`lock table teams in access exclusive mode`
    const waiting = (count: number) =>
      eventually(async () => (await lock`select from pg_locks where not granted`).length >= count)
    const reading = ask(`${server.url}/teams`, { token })
    const writing = ask(`${server.url}/teams`, { token, method: 'POST', data: { team: { name: 'Under way' } } })
    await waiting(2)
    const port = Number(new URL(server.url).port)
    const rude = connect(port, '127.0.0.1')
    rude.write(`GET /teams/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`)
    await waiting(3)
    const silent = connect(port, '127.0.0.1').on('error', () => {})
    await ask(`${server.url}/health`)
    const stopped = server.stop()
    await eventually(async () => (await ask(`${server.url}/health`)).status !== 200)
    // A client that resets its connection delays nothing.
    rude.resetAndDestroy()
    await lock`commit`
    lock.release()
    assert.equal((await reading).status, 200)
    assert.equal((await writing).status, 200)
    const answered_ms = performance.now()
    await owner.end()
    const { code, stderr } = await stopped
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    silent.destroy()
    assert.ok(performance.now() - answered_ms < 4000, `it took ${performance.now() - answered_ms} ms`)
    await assertNoProcessLeft(dataDir)

    const { owner_url, stop } = await startEmbedded(dataDir)
    const kept = await withSession(owner_url, session => session`select from teams where name = 'Under way'`)
    assert.equal(kept.length, 1, 'what was answered was kept')
    await stop()
  })
})

describe('a server that is still starting', () => {
  const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  const moments: Record<string, (place: string) => boolean> = {
    'while the database is being created': place => readdirSync(place).some(name => name.startsWith('postgres.new-')),
    'while the database starts': place => existsSync(join(place, 'postgres', 'postmaster.pid')),
    'when the database has just started': place => /ready/.test(textOf(join(place, 'postgres', 'postmaster.pid'))),
  }
  for (const [moment, hasCome] of Object.entries(moments)) {
    const one = moment === 'while the database starts' ? test : longTest
    one(`stops cleanly on SIGTERM ${moment}, and starts the next time, without the demo if so wished`, async () => {
      const place = join(folder, moment.replaceAll(' ', '-'))
      mkdirSync(place)
      const starting = launchServer({ env: { DATA_DIR: place, DEMO: 'off' } })
      await eventually(() => hasCome(place))
      starting.child.kill('SIGTERM')
      const { code, stderr } = await starting.exited
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
      await assertNoProcessLeft(place)
      const server = await startServer({ env: { DATA_DIR: place, DEMO: 'off' } })
      assert.equal((await ask(`${server.url}/health`)).status, 200)
      assert.equal((await ask(`${server.url}/me`)).status, 401)
      assert.equal((await server.stop('SIGINT')).code, 0)
      assert.deepEqual(readdirSync(place), ['postgres'])
      await assertNoProcessLeft(place)
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
  for (const [signal, one] of [
    ['SIGTERM', test],
    ['SIGINT', longTest],
  ] as const)
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
})
