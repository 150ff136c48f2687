import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { runCommand } from '../../cli/commands.ts'
import { readConfig } from '../config.ts'
import { connectWhenReady } from '../db/connect_when_ready.ts'
import { startEmbedded } from '../db/embedded/server.ts'
import { withSession } from '../db/sql.ts'
import { ExpectedError } from '../expected_error.ts'
import { openListener } from '../http/listener.ts'
import { clusterUrl, connectionOptions, databaseAt, freshDatabase, freshName, throughPort } from '../test/databases.ts'
import { eventually } from '../test/eventually.ts'
import {
  aFreePort,
  ask,
  assertNoProcessLeft,
  aTempFolder,
  failedStart,
  isRoot,
  launchServer,
  startServer,
  tokenOf,
  whenReady,
} from '../test/process.ts'
import { aProxy } from '../test/proxy.ts'
import { longTest } from '../test/runs.ts'
import { aStandby } from '../test/standby.ts'
import { copyStartedDataDir } from '../test/started_data_dir.ts'
import { listen } from './listen.ts'

const folder = aTempFolder()
const unused = join(folder, 'unused')
const standby = await aStandby()
after(() => standby.stop())
const url = await freshDatabase('late', 'migrated')

/** Connects to the database as a start that does not wait for it, without the rest of the server. */
const connected = (env: Record<string, string>) =>
  connectWhenReady(readConfig({ DATA_DIR: unused, DATABASE_WAIT_SECONDS: '0', ...env }), {
    onWaiting: () => {},
    aborted: new AbortController().signal,
  })

/** The sentence of a start that cannot succeed. */
const sentenceOf = (starting: Promise<unknown>) =>
  starting.then(
    () => assert.fail('it started'),
    error => {
      assert.ok(error instanceof ExpectedError, error.stack)
      assert.match(error.message, /^[^\n]+[.]$/, 'one line, ending in a full stop')
      assert.doesNotMatch(error.message, /hunter2/)
      return error.message
    },
  )
const refused = (env: Record<string, string>) => sentenceOf(connected(env))

test('a start that cannot succeed prints one sentence and exits with 1', async () => {
  assert.match(
    await failedStart({ env: { DATA_DIR: unused }, args: ['--port=9000'] }),
    /^Unknown argument --port=9000\./,
  )
})

describe('a start is refused with a sentence that says what to do', () => {
  test('when HOST is not an address of this machine', async () => {
    const config = { HOST: '192.0.2.1', PORT: 0 }
    assert.match(await sentenceOf(listen(openListener(), config, () => false)), /^HOST=192\.0\.2\.1 is not an address/)
  })

  test('when the data directory is a file, is below one, or is at a read-only place', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, 'mine')
    assert.match(await refused({ DATA_DIR: file }), /file is not a folder.*DATA_DIR/)
    assert.match(await refused({ DATA_DIR: join(file, 'below') }), /below is not a folder.*DATA_DIR/)
    assert.match(await refused({ DATA_DIR: '/sys/muster' }), /\/sys\/muster.*DATA_DIR/)
  })

  test('when this account may not write in the data directory', {
    skip: isRoot && 'root may write everywhere',
  }, async () => {
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o555 })
    assert.match(
      await refused({ DATA_DIR: closed }),
      /^Muster cannot write to .*closed\. Run: chmod u\+rwx '.*closed', or set DATA_DIR/,
    )
    assert.match(
      await refused({ DATA_DIR: join(closed, 'below') }),
      /^Muster cannot write to .*below\. Create it: sudo install -d -o \S+ '.*below', or set DATA_DIR/,
    )
    chmodSync(closed, 0o755)
    assert.deepEqual(readdirSync(closed), [])
  })

  const me = 'postgres://me:hunter2'
  const addresses: [string, string, RegExp, typeof longTest?][] = [
    [
      'nothing listens there',
      `${me}@127.0.0.1:1/muster`,
      /\(127\.0\.0\.1:1\/muster\) cannot be reached \(ECONNREFUSED/,
    ],
    ['its host does not exist', `${me}@nowhere.invalid/muster`, /cannot be reached/, longTest],
    ['its user does not exist', clusterUrl().replace('postgres@', 'nobody_knows@'), /rejects this user or password/],
    ['its database does not exist', databaseAt('no_such_database'), /no_such_database\) does not exist/],
  ]
  for (const [what, DATABASE_URL, expected, one = test] of addresses)
    one(`when DATABASE_URL has an address, and ${what}`, async () => {
      const sentence = await refused({ DATABASE_URL })
      assert.match(sentence, /^The database of DATABASE_URL /)
      assert.match(sentence, expected)
    })

  const wrongPassword = (socket: Socket) =>
    socket.once('data', () => socket.end(errorResponse('28P01', 'wrong password')))
  const impostors: [string, (socket: Socket) => void, RegExp, typeof longTest?][] = [
    ['never answers', () => {}, /DATABASE_URL .* cannot be reached/, longTest],
    ['closes the connection', socket => socket.end(), /DATABASE_URL .* cannot be reached/],
    ['rejects the password', wrongPassword, /DATABASE_URL .* rejects this user or password/],
  ]
  for (const [what, behave, expected, one = test] of impostors)
    one(`when the server at DATABASE_URL ${what}`, () =>
      pretending(behave, async DATABASE_URL => assert.match(await refused({ DATABASE_URL }), expected)),
    )

  for (const [encoding, expected] of [
    ['UTF8', /cannot lower-case É\..*lc_ctype 'C\.UTF-8'/],
    ['SQL_ASCII', /encoding is SQL_ASCII/],
  ] as const)
    test(`when an empty database has the locale C and the encoding ${encoding}`, async () => {
      const name = freshName('letters')
      await withSession(clusterUrl(), owner =>
        owner.unsafe(
          `create database ${name} template template0 encoding '${encoding}' locale_provider libc locale 'C'`,
        ),
      )
      assert.match(await refused({ DATABASE_URL: databaseAt(name) }), expected)
    })

  test('when the data directory is of a version before 0.2.0, which it leaves unchanged', async () => {
    const place = join(folder, 'development')
    await copyStartedDataDir(place)
    const { owner_url, stop } = await startEmbedded(place)
    await withSession(owner_url, async owner => {
      await owner.unsafe('create table if not exists migrations (name text primary key, checksum text not null)')
      await owner`delete from migrations`
      await owner`insert into migrations (name, checksum) values ('0001_foundation.sql', 'x')`
    })
    await stop()
    const explained = /created by a development version of Muster before 0\.2\.0 and cannot be upgraded\. .*export/
    assert.match(await refused({ DATA_DIR: place }), explained)
    // Before the logins of the embedded database existed, every local user could log in as the superuser.
    const hba = join(place, 'postgres', 'pg_hba.conf')
    writeFileSync(hba, 'local all all trust\n')
    assert.match(await refused({ DATA_DIR: place }), explained)
    assert.equal(readFileSync(hba, 'utf8'), 'local all all trust\n')
    await assertNoProcessLeft(place)
  })
})

test('of two starts at once on an empty data directory one serves, and the other is refused', async () => {
  const place = join(folder, 'twice')
  const both = await Promise.allSettled([connected({ DATA_DIR: place }), connected({ DATA_DIR: place })])
  const [winner, ...others] = both.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
  const [loser] = both.flatMap(one => (one.status === 'rejected' ? [one.reason] : []))
  assert.match(await sentenceOf(Promise.reject(loser)), /^Another Muster is already running on .*twice\. .*DATA_DIR/)
  assert.equal(others.length, 0)
  assert.deepEqual(readdirSync(place), ['postgres'])
  await withSession(winner!.owner_url, session => session`select from spaces`)
  await winner?.disconnect()
  await assertNoProcessLeft(place)
})

describe('two servers on one DATABASE_URL', () => {
  longTest('start at once on an empty database, create the demo once and both serve it', async () => {
    const url = await freshDatabase('shared', 'empty')
    const places = ['one', 'two'].map(name => join(folder, name))
    const servers = await Promise.all(
      places.map(DATA_DIR => startServer({ env: { DATA_DIR, DATABASE_URL: url, DEMO: 'on' } })),
    )
    const made = places.filter(place => readdirSync(folder).includes(place.split('/').at(-1)!))
    assert.equal(made.length, 1, 'the demo was made once')
    for (const { url } of servers) assert.equal((await ask(`${url}/me`, { token: tokenOf(made[0]!) })).status, 200)
    for (const server of servers) assert.equal((await server.stop()).code, 0)
  })
})

/** A server that listens like a database and behaves differently. */
async function pretending(behave: (socket: Socket) => void, work: (url: string) => Promise<void>) {
  const sockets = new Set<Socket>()
  const impostor = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    behave(socket)
  })
  await new Promise<void>(resolve => impostor.listen(0, '127.0.0.1', () => resolve()))
  try {
    await work(`postgres://me:hunter2@127.0.0.1:${(impostor.address() as { port: number }).port}/muster`)
  } finally {
    for (const socket of sockets) socket.destroy()
    impostor.close()
  }
}

/** PostgreSQL's own message for a refusal. */
function errorResponse(state: string, message: string) {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${state}\0M${message}\0\0`)
  const head = Buffer.alloc(5, 'E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** Connects to the database as a start does, without the rest of the server. */
function start(DATABASE_URL: string, settings: Record<string, string> = {}) {
  const told: string[] = []
  const stopping = new AbortController()
  const connecting = connectWhenReady(readConfig({ DATA_DIR: unused, DATABASE_URL, ...settings }), {
    onWaiting: sentence => told.push(sentence),
    aborted: stopping.signal,
  })
  connecting.catch(() => {})
  return { told, connecting, waiting: () => eventually(() => told[0]), stop: () => stopping.abort() }
}

describe('a start', () => {
  test('on a database that is unreachable waits, says why, and ends at once when it is stopped', async () => {
    const DATABASE_URL = `postgres://me:hunter2@127.0.0.1:${await aFreePort()}/muster`
    const program = launchServer({ env: { DATA_DIR: unused, DATABASE_URL } })
    await eventually(() => /Waiting for the database.*cannot be reached \(ECONNREFUSED\)/.test(program.stdout()))
    program.child.kill('SIGTERM')
    const { code, stdout, stderr } = await program.exited
    assert.deepEqual([code, stderr], [0, ''])
    assert.doesNotMatch(stdout, /hunter2/)
  })

  test('serves as soon as the database can be reached', async () => {
    const proxy = await aProxy(connectionOptions(url))
    proxy.fail({ kind: 'reset' })
    const program = launchServer({ env: { DATA_DIR: unused, DATABASE_URL: throughPort(url, proxy.port) } })
    await eventually(() => program.stdout().includes('Waiting for the database'))
    proxy.heal()
    const server = await whenReady(program)
    assert.equal((await ask(`${server.url}/health`)).status, 200)
    await server.stop()
    await proxy.stop()
  })

  test('gives up after DATABASE_WAIT_SECONDS, with the reason', async () => {
    const { connecting } = start(`postgres://me@127.0.0.1:${await aFreePort()}/muster`, { DATABASE_WAIT_SECONDS: '2' })
    await assert.rejects(connecting, {
      message: /^The database of DATABASE_URL .* cannot be reached .*waited for 2 seconds \(DATABASE_WAIT_SECONDS\)\.$/,
    })
  })

  test('on a server without a free connection waits', async () => {
    const login = `crowded_${process.pid}`
    await withSession(url, async owner => {
      await owner.unsafe(`create role ${login} login connection limit 0`)
      const { waiting, connecting, stop } = start(url.replace(/\/\/[^@/]*@/, `//${login}@`))
      assert.match(await waiting(), /^Waiting for the database.*has no free connection/)
      stop()
      await assert.rejects(connecting, { name: 'AbortError' })
      await owner.unsafe(`drop role ${login}`)
    })
  })

  test('without a wait refuses a standby in one sentence', async () => {
    await assert.rejects(start(standby.url, { DATABASE_WAIT_SECONDS: '0' }).connecting, {
      message: /cannot be written to: it is a standby server\. Use the address of the primary/,
    })
  })
})

describe('muster doctor', () => {
  const finding = async (DATABASE_URL: string, wanted: string) => {
    const findings = JSON.parse(
      (await runCommand(['doctor', '--json'], () => readConfig({ DATA_DIR: unused, DATABASE_URL }))) ?? '',
    )
    const { state, text } = findings.find(({ check }: { check: string }) => check === wanted)
    return `${state} ${text}`
  }

  test('tells a standby from a primary', async () => {
    const said = await finding(standby.url, 'database')
    assert.match(said, /^fail PostgreSQL .* answers, as a standby\..*Set DATABASE_URL to the primary/)
    assert.match(await finding(url, 'database'), /^ok PostgreSQL .* answers, as the primary\./)
  })

  test('says what each server of a list is', async () => {
    assert.match(
      await finding(`postgres://muster_owner@127.0.0.1:1,127.0.0.1:${standby.port}/postgres`, 'servers'),
      /^fail 127\.0\.0\.1:1 cannot be used \(ECONNREFUSED\), 127\.0\.0\.1:\d+ is a standby\. Without a primary/,
    )
  })
})

test('a start on a standby waits, and goes on after the standby has become the primary', async () => {
  const several = `postgres://muster_owner@127.0.0.1:1,127.0.0.1:${standby.port}/postgres`
  const starts = [standby.url, several].map(address => start(address))
  for (const { waiting } of starts)
    assert.match(await waiting(), /^Waiting for the database.*cannot be written to.*is a standby server/)
  await standby.promote()
  for (const { connecting } of [...starts, start(several)]) {
    const { owner_url, disconnect } = await connecting
    const [row] = await withSession(owner_url, session => session`select pg_is_in_recovery() as standby`)
    assert.equal(row?.['standby'], false)
    await disconnect()
  }
})
