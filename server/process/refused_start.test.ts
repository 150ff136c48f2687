import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startEmbedded } from '../db/embedded/server.ts'
import { migrate } from '../db/migrate.ts'
import { openSession } from '../db/sql.ts'
import { clusterUrl, databaseAt, freshDatabase, freshName } from '../test/databases.ts'
import {
  ask,
  assertNoProcessLeft,
  aTempFolder,
  errorLine,
  failedStart,
  isRoot,
  launchServer,
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
const unused = join(folder, 'unused')
/** Settings of a start that does not wait for its database. */
const impatient = { DATA_DIR: unused, DATABASE_WAIT_SECONDS: '0' }

let server: Server
before(async () => {
  await copyStartedDataDir(dataDir)
  server = await startServer({ env: { DATA_DIR: dataDir } })
})
after(async () => {
  await server?.stop()
})

describe('a start that cannot succeed explains why in one sentence and exits with 1', { concurrency: 3 }, () => {
  test('when another server uses the data directory, which keeps running', async () => {
    const postmaster = postmasterOf(dataDir)
    assert.match(
      await failedStart({ env: { DATA_DIR: dataDir } }),
      /^Another Muster is already running on .*data\. .*DATA_DIR/,
    )
    assert.equal((await ask(`${server.url}/me`, { token: tokenOf(dataDir) })).status, 200)
    assert.equal(postmasterOf(dataDir), postmaster)
    assert.ok(processesIn(dataDir).includes(postmaster))
  })

  test('when the port is taken, by a program that keeps running', async () => {
    const { port } = new URL(server.url)
    const place = join(folder, 'port')
    assert.match(
      await failedStart({ env: { DATA_DIR: place, PORT: port } }),
      new RegExp(`^Port ${port} is already in use`),
    )
    assert.equal((await ask(`${server.url}/health`)).status, 200)
    await assertNoProcessLeft(place)
  })

  test('when HOST is not an address of this machine', async () => {
    assert.match(await failedStart({ env: { DATA_DIR: unused, HOST: '192.0.2.1' } }), /HOST=192\.0\.2\.1/)
  })

  test('when the data directory is a file, or is below one', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, 'mine')
    assert.match(await failedStart({ env: { DATA_DIR: file } }), /file is not a folder.*DATA_DIR/)
    assert.match(await failedStart({ env: { DATA_DIR: join(file, 'below') } }), /below is not a folder.*DATA_DIR/)
  })

  test('when the data directory is at a read-only place', async () => {
    assert.match(await failedStart({ env: { DATA_DIR: '/sys/muster' } }), /\/sys\/muster.*DATA_DIR/)
  })

  test('when this account may not write in the data directory', {
    skip: isRoot && 'root may write everywhere',
  }, async () => {
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o555 })
    assert.match(
      await failedStart({ env: { DATA_DIR: closed } }),
      /^Muster cannot write to .*closed\. Run: chmod u\+rwx '.*closed', or set DATA_DIR/,
    )
    assert.match(
      await failedStart({ env: { DATA_DIR: join(closed, 'below') } }),
      /^Muster cannot write to .*below\. Create it: sudo install -d -o \S+ '.*below', or set DATA_DIR/,
    )
    chmodSync(closed, 0o755)
    assert.deepEqual(readdirSync(closed), [])
  })

  for (const [name, value] of Object.entries({
    PORT: 'abc',
    LOG_LEVEL: 'loud',
    DEMO: 'maybe',
    DATABASE_URL: 'mysql://h/d',
  })) {
    test(`when ${name} is ${value}`, async () => {
      const sentence = await failedStart({ env: { DATA_DIR: unused, [name]: value } })
      assert.ok(sentence.startsWith(name.endsWith('_URL') ? `${name} ` : `${name}=${value} `))
    })
  }

  test('when it is given an unknown argument', async () => {
    assert.match(
      await failedStart({ env: { DATA_DIR: unused }, args: ['--port=9000'] }),
      /^Unknown argument --port=9000\./,
    )
  })

  test('when DATABASE_URL has an invalid address', async () => {
    const sentence = await failedStart({ env: { DATA_DIR: unused, DATABASE_URL: 'postgres://me:hunter2@a b/c' } })
    assert.match(sentence, /DATABASE_URL/)
    assert.doesNotMatch(sentence, /hunter2/)
  })

  test('when nothing listens at DATABASE_URL', async () => {
    const sentence = await failedStart({
      env: { ...impatient, DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/muster' },
    })
    assert.match(sentence, /DATABASE_URL \(127\.0\.0\.1:1\/muster\) cannot be reached/)
    assert.doesNotMatch(sentence, /hunter2/)
  })

  longTest('when the host of DATABASE_URL does not exist', async () => {
    assert.match(
      await failedStart({ env: { ...impatient, DATABASE_URL: 'postgres://me@nowhere.invalid/muster' } }),
      /cannot be reached/,
    )
  })

  longTest('when the server at DATABASE_URL never answers', async () => {
    await pretending(
      () => {},
      async url => {
        assert.match(
          await failedStart({ env: { ...impatient, DATABASE_URL: url } }),
          /DATABASE_URL .* cannot be reached/,
        )
      },
    )
  })

  test('when the server at DATABASE_URL closes the connection', async () => {
    await pretending(
      socket => socket.end(),
      async url => {
        assert.match(
          await failedStart({ env: { ...impatient, DATABASE_URL: url } }),
          /DATABASE_URL .* cannot be reached/,
        )
      },
    )
  })

  test('when the password of DATABASE_URL is wrong', async () => {
    await pretending(
      socket => socket.once('data', () => socket.end(errorResponse('28P01', 'wrong password'))),
      async url => {
        const sentence = await failedStart({ env: { DATA_DIR: unused, DATABASE_URL: url } })
        assert.match(sentence, /DATABASE_URL .* rejects this user or password/)
        assert.doesNotMatch(sentence, /hunter2/)
      },
    )
  })

  longTest('when the user of DATABASE_URL does not exist', async () => {
    const url = clusterUrl().replace('postgres@', 'nobody_knows@')
    assert.match(await failedStart({ env: { DATA_DIR: unused, DATABASE_URL: url } }), /rejects this user or password/)
  })

  test('when the database of DATABASE_URL does not exist', async () => {
    const url = databaseAt('no_such_database')
    assert.match(
      await failedStart({ env: { DATA_DIR: unused, DATABASE_URL: url } }),
      /no_such_database\) does not exist/,
    )
  })

  test('when the locale or encoding of an empty database is unsuitable', async () => {
    for (const [encoding, expected] of [
      ['UTF8', /cannot lower-case É\..*lc_ctype 'C\.UTF-8'/],
      ['SQL_ASCII', /encoding is SQL_ASCII/],
    ] as const) {
      const name = freshName('letters')
      const owner = await openSession(clusterUrl())
      await owner.unsafe(
        `create database ${name} template template0 encoding '${encoding}' locale_provider libc locale 'C'`,
      )
      await owner.end()
      assert.match(await failedStart({ env: { DATA_DIR: unused, DATABASE_URL: databaseAt(name) } }), expected)
    }
  })

  test('when the database is of a newer version, which it leaves unchanged', async () => {
    const url = await freshDatabase('newer', 'empty')
    await migrate(url)
    const owner = await openSession(url)
    await owner`insert into migrations (name, checksum) values ('9999_future.sql', 'x')`
    assert.match(
      await failedStart({ env: { DATA_DIR: unused, DATABASE_URL: url } }),
      /newer version of Muster.*9999_future/,
    )
    assert.equal((await owner`select from migrations where name = '9999_future.sql'`).length, 1)
    await owner.end()
  })

  const before_release = /created by a development version of Muster before 0\.2\.0 and cannot be upgraded\. .*export/

  test('when the database is of a version before 0.2.0, which it leaves unchanged', async () => {
    const url = await freshDatabase('development', 'empty')
    const owner = await openSession(url)
    await owner.unsafe(`create table migrations (name text primary key, checksum text not null, applied_at timestamptz);
      insert into migrations values ('0001_foundation.sql', 'x')`)
    assert.match(await failedStart({ env: { DATA_DIR: unused, DATABASE_URL: url } }), before_release)
    const tables =
      await owner`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`
    assert.deepEqual([...tables], [{ relname: 'migrations' }])
    await owner.end()
  })

  test('when the data directory is of a version before 0.2.0, which it leaves unchanged', async () => {
    const place = join(folder, 'development')
    const { owner_url, stop } = await startEmbedded(place)
    const owner = await openSession(owner_url)
    await owner.unsafe(`create table migrations (name text primary key, checksum text not null, applied_at timestamptz);
      insert into migrations values ('0001_foundation.sql', 'x')`)
    await owner.end()
    await stop()
    assert.match(await failedStart({ env: { DATA_DIR: place } }), before_release)
    // Before the logins of the embedded database existed, every local user could log in as the superuser.
    const hba = join(place, 'postgres', 'pg_hba.conf')
    writeFileSync(hba, 'local all all trust\n')
    assert.match(await failedStart({ env: { DATA_DIR: place } }), before_release)
    assert.equal(readFileSync(hba, 'utf8'), 'local all all trust\n')
    await assertNoProcessLeft(place)
  })
})

describe('two starts at once on an empty data directory', () => {
  test('end with one that serves and one that is refused', async () => {
    const env = { DATA_DIR: join(folder, 'twice'), DEMO: 'off' }
    const both = [launchServer({ env }), launchServer({ env })]
    const [first] = await Promise.race(
      both.map(async (program, index) => [index, errorLine(await program.exited)] as const),
    )
    const winner = await whenReady(both[1 - first]!)
    assert.equal((await ask(`${winner.url}/health`)).status, 200)
    assert.deepEqual(readdirSync(env.DATA_DIR), ['postgres'])
    assert.equal((await winner.stop()).code, 0)
    await assertNoProcessLeft(env.DATA_DIR)
  })
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
