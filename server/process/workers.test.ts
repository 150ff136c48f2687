import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { eventually } from '../test/eventually.ts'
import {
  assertNoProcessLeft,
  aTempFolder,
  openDatabase,
  type Server,
  signal,
  startServer,
  tokenOf,
} from '../test/process.ts'
import { longTest } from '../test/runs.ts'
import { copyStartedDataDir } from '../test/started_data_dir.ts'

const dataDir = join(aTempFolder(), 'data')
const metrics_token = 'token-of-the-monitor'
const env = {
  DATA_DIR: dataDir,
  WORKERS: '3',
  METRICS_TOKEN: metrics_token,
  RATE_BURST: '300',
  RATE_PER_SECOND: '0.01',
}

let server: Server
before(async () => {
  await copyStartedDataDir(dataDir)
  server = await startServer({ env })
  await allServe()
})
after(() => server?.stop())

interface Heard {
  status: number
  body: any
}

/** Opens a new connection, which goes to the next process. */
function aLine() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (path: string, { token = tokenOf(dataDir), method = 'GET', data, key = randomUUID() }: Asked = {}) =>
    new Promise<Heard>(resolve => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(method !== 'GET' && { 'idempotency-key': key, 'content-type': 'application/json' }),
      }
      const sent = request(server.url + path, { agent, method, headers, timeout: 20_000 }, answer => {
        let text = ''
        answer.setEncoding('utf8').on('data', piece => {
          text += piece
        })
        answer.on('error', () => resolve({ status: 0, body: undefined }))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            body: /json/.test(answer.headers['content-type'] ?? '') ? JSON.parse(text) : text,
          }),
        )
      })
      sent.on('error', () => resolve({ status: 0, body: undefined }))
      sent.end(data && JSON.stringify({ data }))
    })
  return { ask, close: () => agent.destroy() }
}

interface Asked {
  token?: string
  method?: string
  data?: object
  key?: string
}

/** Three connections in a row reach three processes. */
async function threeLines() {
  const lines = []
  for (let count = 0; count < 3; count++) {
    const line = aLine()
    assert.equal((await line.ask('/health')).status, 200)
    lines.push(line)
  }
  return lines as [ReturnType<typeof aLine>, ReturnType<typeof aLine>, ReturnType<typeof aLine>]
}

async function allServe() {
  await eventually(async () => {
    const line = aLine()
    const { body } = await line.ask('/metrics', { token: metrics_token })
    line.close()
    return /^muster_processes 3$/m.test(body)
  })
}

const matesOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number)
    .filter(child => /worker\.ts/.test(readFileSync(`/proc/${child}/cmdline`, 'utf8')))

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('a server of several processes', () => {
  test('returns the metrics of all of them from any process', async () => {
    const lines = await threeLines()
    const answers = await Promise.all(lines.map(({ ask }) => ask('/metrics', { token: metrics_token })))
    for (const { body } of answers) assert.match(body, /^muster_processes 3$/m)
    for (const { close } of lines) close()
  })

  test('refuses a user everywhere as soon as one of them has suspended the user', async () => {
    const lines = await threeLines()
    const token = tokenOf(dataDir, 'manager')
    const answers = await Promise.all(lines.map(({ ask }) => ask('/me', { token })))
    const [user_id] = answers.map(({ body }) => body.data.user.id)
    const suspended = await lines[1].ask('/v1/suspensions', { method: 'POST', data: { user_id } })
    assert.equal(suspended.status, 200)
    for (const { ask } of lines) await eventually(async () => (await ask('/me', { token })).status === 401)
    for (const { close } of lines) close()
  })

  test('counts a caller’s requests once, whichever process answers', async () => {
    const token = tokenOf(dataDir, 'user')
    const [first, ...rest] = await threeLines()
    let allowed = 0
    while ((await first.ask('/me', { token })).status === 200) allowed++
    assert.equal(allowed, 300)
    for (const { ask } of rest) await eventually(async () => (await ask('/me', { token })).status === 429)
    for (const { close } of [first, ...rest]) close()
  })

  test('loses and duplicates nothing when one of them is killed, and soon starts another', async () => {
    const token = tokenOf(dataDir, 'superadmin', 2)
    const [victim] = matesOf(server.pid)
    const kept: string[] = []
    let line_count = 0
    const writer = async () => {
      const connection = { line: aLine() }
      for (let turn = 0; turn < 12; turn++) {
        kept.push(await createTeam(connection))
        if (++line_count === 20) signal(victim!, 'SIGKILL')
      }
      connection.line.close()
    }
    /** Repeats the request on a new connection until it succeeds. */
    const createTeam = async (connection: { line: ReturnType<typeof aLine> }) => {
      const name = `Team ${randomUUID()}`
      const key = randomUUID()
      for (;;) {
        const { status } = await connection.line.ask('/teams', { token, method: 'POST', key, data: { team: { name } } })
        if (status === 200) return name
        assert.ok(status === 0 || status === 409 || status === 503, `answered ${status}`)
        connection.line.close()
        connection.line = aLine()
      }
    }
    await Promise.all(Array.from({ length: 6 }, writer))
    await allServe()
    assert.equal(isAlive(victim!), false)
    assert.equal(matesOf(server.pid).length, 2)
    const owner = await openDatabase(dataDir)
    const rows = await owner<{ name: string }[]>`select name from teams where name like 'Team ________-%'`
    await owner.end()
    assert.deepEqual(rows.map(({ name }) => name).sort(), kept.sort())
  })

  test('stops completely on request, after the running requests', async () => {
    const workers = matesOf(server.pid)
    const lines = await threeLines()
    const answers = Promise.all(lines.map(({ ask }) => ask('/teams')))
    const { code } = await server.stop()
    assert.equal(code, 0)
    for (const { status } of await answers) assert.ok(status === 200 || status === 0)
    assert.deepEqual(workers.filter(isAlive), [])
    await assertNoProcessLeft(dataDir)
  })

  longTest('stops completely when its first process is killed', async () => {
    server = await startServer({ env })
    await allServe()
    const workers = matesOf(server.pid)
    assert.equal(workers.length, 2)
    server.child.kill('SIGKILL')
    await server.exited
    await eventually(() => !workers.some(isAlive))
  })
})
