import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { leaseEmbedded } from '../db/embedded/lock.ts'
import { startEmbedded } from '../db/embedded/server.ts'
import { openSession } from '../db/sql.ts'
import { eventually } from '../test/harness.ts'
import {
  type Answer,
  aFreePort,
  ask,
  assertNoProcessLeft,
  aTempFolder,
  demoOf,
  failedStart,
  launchServer,
  postmasterOf,
  type Server,
  start_ms_max,
  startServer,
  tokenOf,
  whenReady,
} from '../test/process.ts'
import { copyStartedDataDir } from '../test/started_data_dir.ts'

const folder = aTempFolder()
const dataDir = join(folder, 'a folder with spaces', 'and a very long name '.repeat(7).trim())
const elsewhere = join(folder, 'elsewhere')
const env = { DATA_DIR: dataDir, TMPDIR: folder }
const early_paths = ['/health', '/users', '/nowhere']
const early: (Answer & { path: string })[] = []

let server: Server
let other: Server

before(async () => {
  await copyStartedDataDir(elsewhere)
  ;[server, other] = await Promise.all([startUnderRequests(), startServer({ env: { DATA_DIR: elsewhere } })])
})

after(async () => {
  await Promise.all([server?.stop(), other?.stop()])
})

/** Sends requests without a pause from the start on, as a load balancer does. */
async function startUnderRequests() {
  const url = `http://127.0.0.1:${await aFreePort()}`
  const starting = launchServer({ env: { ...env, PORT: new URL(url).port } })
  const hasEnded = () => starting.child.exitCode !== null
  const asking = early_paths.map(path =>
    eventually(async () => {
      early.push({ path, ...(await ask(url + path)) })
      return /ready/.test(starting.stdout()) || hasEnded()
    }, start_ms_max),
  )
  await Promise.all(asking)
  return hasEnded() ? assert.fail(`requests during the start ended it: ${starting.stderr()}`) : whenReady(starting)
}

const data = async (path: string, space = 1, url = server.url, place = dataDir) => {
  const { status, body } = await ask(url + path, { token: tokenOf(place, 'superadmin', space) })
  assert.equal(status, 200)
  return body.data
}

describe('the first start', () => {
  test('answers 503 with a problem document to every request until it can serve', () => {
    const unready = early.filter(({ status }) => status === 503)
    for (const path of early_paths)
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

  test('works in a path with spaces that is longer than a socket address may be, closed to other accounts', () => {
    assert.ok(Buffer.byteLength(dataDir) > 120)
    assert.equal(statSync(join(dataDir, 'postgres', 'PG_VERSION')).isFile(), true)
    assert.equal(statSync(join(dataDir, 'postgres')).mode & 0o077, 0)
  })

  test('serves health, the interface and its reference', async () => {
    assert.deepEqual((await ask(`${server.url}/health`)).status, 200)
    assert.match((await ask(`${server.url}/openapi.json`)).body.openapi, /^3\.1/)
    assert.equal((await ask(`${server.url}/docs`)).status, 200)
  })

  test('writes demo.json for its owner only, with exactly the documented content', () => {
    assert.equal(statSync(join(dataDir, 'demo.json')).mode & 0o777, 0o600)
    const { url, spaces, accounts, ...more } = demoOf(dataDir)
    assert.deepEqual([url, Object.keys(more)], [server.url, []])
    assert.deepEqual(
      spaces.map(({ id }) => id),
      [1, 2],
    )
    for (const space of spaces) assert.deepEqual(Object.keys(space), ['id', 'name'])
    for (const account of accounts)
      assert.deepEqual(Object.keys(account), ['mail', 'password', 'role', 'space_id', 'token'])
    const rolesOf = (id: number) => accounts.filter(({ space_id }) => space_id === id).map(({ role }) => role)
    assert.deepEqual(rolesOf(1), ['superadmin', 'admin', 'manager', 'user'])
    assert.ok(rolesOf(2).includes('superadmin'))
  })

  test('prints the address, the docs, the data directory and every account in a few lines', () => {
    const text = server.stdout()
    const accounts = demoOf(dataDir).accounts.flatMap(({ mail, password, role, token }) => [
      mail,
      password,
      role,
      token,
    ])
    for (const part of [server.url, `${server.url}/docs`, dataDir, ...accounts])
      assert.ok(text.includes(part), `it does not say ${part}`)
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

  test('creates at least 30 users in space 1, and none of them is seen in space 2', async () => {
    const { users } = await data('/users?limit=100')
    assert.ok(users.length >= 30, `there are ${users.length}`)
    const names = new Set(users.map(({ firstname, surname }: Record<string, string>) => `${firstname} ${surname}`))
    assert.equal(names.size, users.length)
    const seen: string[] = (await data('/users', 2)).users.map(({ mail }: { mail: string }) => mail)
    const accounts = demoOf(dataDir).accounts.filter(({ space_id }) => space_id === 2)
    for (const { mail } of accounts) assert.ok(seen.includes(mail), mail)
    assert.deepEqual(
      seen.filter(mail => !mail.endsWith('@example.net')),
      [],
    )
  })

  test('creates at least 6 teams in space 1: some private, some with hidden users, some with an address', async () => {
    const { teams } = await data('/teams')
    assert.ok(teams.length >= 6, `there are ${teams.length}`)
    for (const field of ['private', 'hide_users', 'address']) {
      const having = teams.filter((team: Record<string, unknown>) => team[field])
      assert.ok(having.length > 0 && having.length < teams.length, `some teams have ${field}, some do not`)
    }
    for (const { users, leaders } of teams) assert.ok(users.length > 0 && leaders.length > 0)
  })
})

test('a server uses only sessions whose login is no superuser and bypasses no policy', async () => {
  // The path of its socket is too long for an address.
  const owner = await openSession((await startEmbedded(dataDir)).owner_url)
  const logins = async () =>
    (
      await owner<{ name: string; rolsuper: boolean; rolbypassrls: boolean }[]>`
        select distinct usename::text as name, rolsuper, rolbypassrls from pg_stat_activity join pg_roles on oid = usesysid
        where pid <> pg_backend_pid() and datname is not null order by 1`
    ).map(row => ({ ...row }))
  await data('/contacts?limit=1')
  // The first backup may be running, in the name of the owner.
  await eventually(async () => (await logins()).length === 1)
  assert.deepEqual(await logins(), [{ name: 'muster_server', rolsuper: false, rolbypassrls: false }])
  await owner.end()
})

describe('a second start is refused, and the first server keeps running', () => {
  test('on its data directory', async () => {
    const postmaster = postmasterOf(dataDir)
    await assert.rejects(leaseEmbedded(dataDir, 'server'), /^Error: Another Muster is already running on .*DATA_DIR/)
    assert.equal(postmasterOf(dataDir), postmaster)
    await data('/me')
  })

  test('on its port', async () => {
    const { port } = new URL(server.url)
    const place = join(folder, 'port')
    const sentence = await failedStart({ env: { DATA_DIR: place, PORT: port } })
    assert.match(sentence, new RegExp(`^Port ${port} is already in use`))
    assert.equal((await ask(`${server.url}/health`)).status, 200)
    await assertNoProcessLeft(place)
  })
})

describe('two instances', () => {
  test('run side by side, each with its own demo, tokens and data', async () => {
    assert.notEqual(server.url, other.url)
    assert.equal((await ask(`${other.url}/me`, { token: tokenOf(elsewhere) })).status, 200)
    assert.equal((await ask(`${other.url}/me`, { token: tokenOf(dataDir) })).status, 401)
  })

  test('create the same demo, except for its secrets', async () => {
    const plain = (place: string) =>
      demoOf(place).accounts.map(({ mail, role, space_id }) => ({ mail, role, space_id }))
    assert.deepEqual(plain(dataDir), plain(elsewhere))
    const teamsOf = async (url: string, place: string) =>
      JSON.stringify((await data('/teams', 1, url, place)).teams).replace(
        /"(created_at|updated_at|registered_at)":"[^"]*"/g,
        '',
      )
    assert.equal(await teamsOf(server.url, dataDir), await teamsOf(other.url, elsewhere))
  })

  test('stop one by one: the other keeps running', async () => {
    assert.equal((await other.stop()).code, 0)
    await assertNoProcessLeft(elsewhere)
    assert.equal((await ask(`${server.url}/health`)).status, 200)
  })
})

describe('the next start', () => {
  test('keeps the data, the accounts and the tokens', async () => {
    const token = tokenOf(dataDir)
    const team = { name: 'Made before the second start' }
    const made = await ask(`${server.url}/teams`, { token, method: 'POST', data: { team } })
    assert.equal(made.status, 200)
    const { spaces, accounts } = demoOf(dataDir)
    assert.equal((await server.stop()).code, 0)
    await assertNoProcessLeft(dataDir)

    server = await startServer({ env })
    assert.deepEqual(demoOf(dataDir), { url: server.url, spaces, accounts })
    assert.equal(statSync(join(dataDir, 'demo.json')).mode & 0o777, 0o600)
    assert.equal((await data(`/teams/${made.body.data.team.id}`)).team.name, team.name)
  })

  test('prints where the accounts are and shows no secret again', () => {
    assert.ok(server.stdout().includes(join(dataDir, 'demo.json')))
    for (const { password, token } of demoOf(dataDir).accounts)
      assert.ok(!server.stdout().includes(password) && !server.stdout().includes(token))
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
