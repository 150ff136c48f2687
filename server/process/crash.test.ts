import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, test } from 'node:test'
import { eventually } from '../test/eventually.ts'
import {
  ask,
  assertNoProcessLeft,
  aTempFolder,
  killAll,
  killStartedProcesses,
  postmasterOf,
  processesIn,
  type Server,
  startServer,
  tokenOf,
} from '../test/process.ts'
import { longTest } from '../test/runs.ts'
import { copyStartedDataDir } from '../test/started_data_dir.ts'

const folder = aTempFolder()
const dataDir = join(folder, 'data')
const env = { DATA_DIR: dataDir }
await copyStartedDataDir(dataDir)
const pidFile = join(dataDir, 'postgres', 'postmaster.pid')

afterEach(killStartedProcesses)

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

const crash = async (server: Server) => {
  server.child.kill('SIGKILL')
  await server.exited
  await killAll(processesIn(dataDir))
}

describe('after kill -9', () => {
  test('of the server alone, the next start finds everything that was written, and stops the old database', async () => {
    const server = await startServer({ env })
    await addTeam(server, 'Before the first crash')
    server.child.kill('SIGKILL')
    await server.exited
    const next = await startServer({ env })
    await assertTeam(next, 'Before the first crash')
    assert.equal((await next.stop()).code, 0)
    await assertNoProcessLeft(dataDir)
  })

  test('of the server and all of PostgreSQL, the next start finds everything that was written', async () => {
    const server = await startServer({ env })
    await addTeam(server, 'Before the second crash')
    await crash(server)
    assert.ok(statSync(pidFile).isFile(), 'the crash left a stale postmaster.pid')
    const next = await startServer({ env })
    await assertTeam(next, 'Before the second crash')
    assert.equal((await next.stop()).code, 0)
    await assertNoProcessLeft(dataDir)
  })

  longTest(
    'a postmaster.pid that now names another program of the same account does not prevent the next start',
    async () => {
      await crash(await startServer({ env }))
      const { uid, gid } = statSync(join(dataDir, 'postgres'))
      const bystander = spawn('sleep', ['60'], { uid, gid, cwd: '/', stdio: 'ignore' })
      try {
        writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(bystander.pid)))
        const next = await startServer({ env })
        assert.equal((await next.stop()).code, 0)
        assert.equal(bystander.exitCode ?? bystander.signalCode, null, 'the bystander was harmed')
        await assertNoProcessLeft(dataDir)
      } finally {
        bystander.kill('SIGKILL')
      }
    },
  )

  test('a postmaster.pid that names another PostgreSQL neither prevents the start nor harms that one', async () => {
    await crash(await startServer({ env }))
    const program = join(folder, 'postgres')
    copyFileSync('/bin/sleep', program)
    const bystander = spawn(program, ['60'], { cwd: '/', stdio: 'ignore' })
    try {
      await eventually(() => readFileSync(`/proc/${bystander.pid}/stat`, 'utf8').includes('(postgres)'))
      writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(bystander.pid)))
      const next = await startServer({ env })
      assert.equal((await next.stop()).code, 0)
      assert.equal(bystander.exitCode ?? bystander.signalCode, null, 'the bystander was harmed')
      await assertNoProcessLeft(dataDir)
    } finally {
      bystander.kill('SIGKILL')
    }
  })
})

describe('when the database is killed under a running server', () => {
  test('requests are answered 503 meanwhile, and it recovers each time', async () => {
    const server = await startServer({ env })
    const token = tokenOf(dataDir)
    for (const round of ['first', 'second']) {
      await addTeam(server, `Before the ${round} fall`)
      process.kill(postmasterOf(dataDir), 'SIGKILL')
      const seen = new Set<number>()
      await eventually(async () => {
        for (const path of ['/health', '/teams']) {
          const { status, type } = await ask(server.url + path, { token })
          if (status !== 200) assert.deepEqual([status, type], [503, 'application/problem+json'])
          seen.add(status)
        }
        return seen.has(503)
      })
      await eventually(async () => (await ask(`${server.url}/health`)).status === 200)
      await addTeam(server, `After the ${round} fall`)
      await assertTeam(server, `Before the ${round} fall`)
    }
    assert.equal((await server.stop()).code, 0)
    await assertNoProcessLeft(dataDir)
  })

  longTest('it recovers from the death of every process of the database, too', async () => {
    const server = await startServer({ env })
    await killAll(processesIn(dataDir))
    await eventually(async () => (await ask(`${server.url}/health`)).status === 200)
    assert.equal((await server.stop()).code, 0)
    await assertNoProcessLeft(dataDir)
  })

  test('a server stopped at that moment leaves no database behind', async () => {
    const server = await startServer({ env })
    process.kill(postmasterOf(dataDir), 'SIGKILL')
    await eventually(async () => (await ask(`${server.url}/health`)).status === 503)
    assert.equal((await server.stop()).code, 0)
    await eventually(() => processesIn(dataDir).length === 0)
  })
})
