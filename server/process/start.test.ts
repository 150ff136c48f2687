import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { eventually } from '../test/harness.ts'
import {
  type Answer,
  aFreePort,
  ask,
  assertNoProcessLeft,
  aTempFolder,
  demoOf,
  launchServer,
  type Server,
  start_ms_max,
  startServer,
  tokenOf,
  whenReady,
} from '../test/process.ts'

const folder = aTempFolder()
const dataDir = join(folder, 'a folder with spaces', 'and a very long name '.repeat(7).trim())
const elsewhere = join(folder, 'elsewhere')
const env = { DATA_DIR: dataDir, TMPDIR: folder }

let server: Server
let other: Server

before(async () => {
  ;[server, other] = await Promise.all([startServer({ env }), startServer({ env: { DATA_DIR: elsewhere } })])
})

after(async () => {
  await Promise.all([server?.stop(), other?.stop()])
})

describe('the first start', () => {
  test('works in a path with spaces that is longer than a socket address may be', () => {
    assert.ok(Buffer.byteLength(dataDir) > 120)
    assert.equal(statSync(join(dataDir, 'postgres', 'PG_VERSION')).isFile(), true)
  })

  test('serves health, the interface and its reference', async () => {
    assert.deepEqual((await ask(`${server.url}/health`)).status, 200)
    assert.match((await ask(`${server.url}/openapi.json`)).body.openapi, /^3\.1/)
    const { status, body } = await ask(`${server.url}/docs`)
    assert.equal(status, 200)
    assert.doesNotMatch(body, /(src|href)="(https?:)?\/\//, 'the reference needs no outside request')
  })

  test('writes demo.json for its owner only, with exactly the documented content', () => {
    assert.equal(statSync(join(dataDir, 'demo.json')).mode & 0o777, 0o600)
    const demo = demoOf(dataDir)
    assert.deepEqual(Object.keys(demo), ['url', 'spaces', 'accounts'])
    assert.equal(demo.url, server.url)
    assert.deepEqual(
      demo.spaces.map(({ id }) => id),
      [1, 2],
    )
    for (const space of demo.spaces) assert.deepEqual(Object.keys(space), ['id', 'name'])
    for (const account of demo.accounts)
      assert.deepEqual(Object.keys(account), ['mail', 'password', 'role', 'space_id', 'token'])
    const rolesOf = (id: number) => demo.accounts.filter(({ space_id }) => space_id === id).map(({ role }) => role)
    assert.deepEqual(rolesOf(1), ['superadmin', 'admin', 'manager', 'user'])
    assert.ok(rolesOf(2).includes('superadmin'))
  })

  test('prints the address, the docs, the data directory and every account in a few lines', () => {
    const text = server.stdout()
    for (const part of [server.url, `${server.url}/docs`, dataDir])
      assert.ok(text.includes(part), `it does not say ${part}`)
    for (const { mail, password, role, token } of demoOf(dataDir).accounts) {
      for (const part of [mail, password, role, token]) assert.ok(text.includes(part), `it does not say ${part}`)
    }
    assert.ok(text.split('\n').length < 40)
    assert.equal(server.stderr(), '')
  })

  test('creates a working token for every account, each in its own space and role', async () => {
    for (const { token, mail, space_id, role } of demoOf(dataDir).accounts) {
      const { status, body } = await ask(`${server.url}/me`, { token })
      assert.equal(status, 200)
      const said = JSON.stringify(body)
      for (const part of [mail, role, `"group_id":${space_id}`])
        assert.ok(said.includes(part), `${said} does not say ${part}`)
    }
  })

  test('creates at least 30 users in space 1', async () => {
    const { body } = await ask(`${server.url}/users?limit=100`, { token: tokenOf(dataDir) })
    assert.ok(body.data.users.length >= 30, `there are ${body.data.users.length}`)
    const names = new Set(
      body.data.users.map(({ firstname, surname }: Record<string, string>) => `${firstname} ${surname}`),
    )
    assert.equal(names.size, body.data.users.length)
  })

  test('creates at least 6 teams in space 1: some private, some with hidden users, some with an address', async () => {
    const { body } = await ask(`${server.url}/teams`, { token: tokenOf(dataDir) })
    const { teams } = body.data
    assert.ok(teams.length >= 6, `there are ${teams.length}`)
    for (const field of ['private', 'hide_users', 'address']) {
      const having = teams.filter((team: Record<string, unknown>) => team[field])
      assert.ok(having.length > 0 && having.length < teams.length, `some teams have ${field}, some do not`)
    }
    for (const { users, leaders } of teams) assert.ok(users.length > 0 && leaders.length > 0)
  })

  test('keeps the data of the two spaces apart', async () => {
    const { status, body } = await ask(`${server.url}/users`, { token: tokenOf(dataDir, 'superadmin', 2) })
    assert.equal(status, 200)
    const mails = demoOf(dataDir)
      .accounts.filter(({ space_id }) => space_id === 2)
      .map(({ mail }) => mail)
    const seen: string[] = body.data.users.map(({ mail }: { mail: string }) => mail)
    for (const mail of mails) assert.ok(seen.includes(mail), mail)
    assert.deepEqual(
      seen.filter(mail => !mail.endsWith('@example.net')),
      [],
    )
  })

  test('protects database files from other accounts', () => {
    assert.equal(statSync(join(dataDir, 'postgres')).mode & 0o077, 0)
  })
})

describe('two instances', () => {
  test('run side by side, each with its own demo, tokens and data', async () => {
    assert.notEqual(server.url, other.url)
    assert.equal((await ask(`${other.url}/health`)).status, 200)
    assert.equal((await ask(`${other.url}/me`, { token: tokenOf(elsewhere) })).status, 200)
    assert.equal((await ask(`${other.url}/me`, { token: tokenOf(dataDir) })).status, 401)
  })

  test('create the same demo, except for its secrets', async () => {
    const plain = (place: string) =>
      demoOf(place).accounts.map(({ mail, role, space_id }) => ({ mail, role, space_id }))
    assert.deepEqual(plain(dataDir), plain(elsewhere))
    const people = async (url: string, token: string) => {
      const { body } = await ask(`${url}/teams`, { token })
      return JSON.stringify(body.data.teams).replace(/"(created_at|updated_at|registered_at)":"[^"]*"/g, '')
    }
    assert.equal(await people(server.url, tokenOf(dataDir)), await people(other.url, tokenOf(elsewhere)))
  })

  test('stop one by one: the other keeps running', async () => {
    assert.equal((await other.stop()).code, 0)
    await assertNoProcessLeft(elsewhere)
    assert.equal((await ask(`${server.url}/health`)).status, 200)
  })
})

describe('the second start', () => {
  test('keeps the data, the accounts and the tokens', async () => {
    const token = tokenOf(dataDir)
    const made = await ask(`${server.url}/teams`, {
      token,
      method: 'POST',
      data: { team: { name: 'Made before the second start' } },
    })
    assert.equal(made.status, 200)
    const { spaces, accounts } = demoOf(dataDir)
    assert.equal((await server.stop()).code, 0)
    await assertNoProcessLeft(dataDir)

    server = await startServer({ env })
    const demo = demoOf(dataDir)
    assert.deepEqual({ spaces: demo.spaces, accounts: demo.accounts }, { spaces, accounts })
    assert.equal(demo.url, server.url)
    assert.equal(statSync(join(dataDir, 'demo.json')).mode & 0o777, 0o600)
    assert.equal(
      (await ask(`${server.url}/teams/${made.body.data.team.id}`, { token })).body.data.team.name,
      'Made before the second start',
    )
  })

  test('prints where the accounts are and shows no secret again', () => {
    assert.ok(server.stdout().includes(join(dataDir, 'demo.json')))
    for (const { password, token } of demoOf(dataDir).accounts) {
      assert.ok(!server.stdout().includes(password) && !server.stdout().includes(token))
    }
  })

  test('leaves nothing incomplete in the data directory', () => {
    // On a slow machine the first backup may have been taken by now.
    const left = readdirSync(dataDir).filter(name => name !== 'backups')
    assert.deepEqual(left.sort(), ['demo.json', 'maps', 'postgres'])
  })

  test('needs less than 200 MB of memory when idle', () => {
    const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? []
    assert.ok(Number(kilobytes) < 200_000, `it has ${kilobytes} kB`)
  })
})

describe('a start without the demo', () => {
  const bare = join(folder, 'bare')
  const early: (Answer & { path: string })[] = []
  let server: Server | undefined

  // Requests without a pause from the start on, as a load balancer sends them.
  before(async () => {
    const url = `http://127.0.0.1:${await aFreePort()}`
    const starting = launchServer({ env: { DATA_DIR: bare, DEMO: 'off', PORT: new URL(url).port } })
    const impatient = ['/health', '/users', '/nowhere'].map(path =>
      eventually(async () => {
        early.push({ path, ...(await ask(url + path)) })
        return /ready/.test(starting.stdout()) || starting.child.exitCode !== null
      }, start_ms_max),
    )
    await Promise.all(impatient)
    server = starting.child.exitCode === null ? await whenReady(starting) : undefined
    if (!server) assert.fail(`requests during the start ended it: ${starting.stderr()}`)
  })

  test('answers 503 with a problem document to every request until it can serve', () => {
    const unready = early.filter(({ status }) => status === 503)
    for (const path of ['/health', '/users', '/nowhere'])
      assert.ok(
        unready.some(answer => answer.path === path),
        `${path} was never 503`,
      )
    for (const { type, body } of unready) {
      assert.equal(type, 'application/problem+json')
      assert.deepEqual([body.status, body.code], [503, 'unavailable'])
      assert.match(body.detail, /starting/)
    }
    const health = early.filter(({ path, status }) => path === '/health' && status !== 0).map(({ status }) => status)
    assert.deepEqual(
      health,
      health.toSorted((one, other) => other - one),
      'once it serves, it serves',
    )
    assert.ok(early.every(({ status }) => [0, 200, 401, 404, 503].includes(status)))
  })

  test('leaves the database empty and writes no demo.json', async () => {
    assert.equal((await ask(`${server!.url}/health`)).status, 200)
    assert.equal((await ask(`${server!.url}/me`)).status, 401)
    assert.equal((await server!.stop('SIGINT')).code, 0)
    assert.deepEqual(readdirSync(bare), ['postgres'])
    await assertNoProcessLeft(bare)
  })
})
