import assert from 'node:assert/strict'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { checksumOf, migrate, readMigrations } from '../db/migrate.ts'
import { Pool } from '../db/pool/pool.ts'
import { openSession, withSession } from '../db/sql.ts'
import { verifyPayments } from '../money/transaction_bundles/verify.ts'
import { distribute, joinNodes, onCitus } from '../test/citus_cluster.ts'
import { databaseContents } from '../test/database_contents.ts'
import { clusterUrl, freshDatabase } from '../test/databases.ts'
import { aDemoDatabase } from '../test/demo.ts'
import { startTestApp } from '../test/harness.ts'
import { runs } from '../test/runs.ts'
import { readBackup, takeBackup } from './contents.ts'
import { BackupError, writeBackup } from './file.ts'
import { isEmpty } from './queries.ts'
import { restoreBackup } from './restore.ts'

const folder = mkdtempSync(join(tmpdir(), 'muster-backup-'))
const server = await openSession(clusterUrl())
const { database_url, demo } = await aDemoDatabase()
// Events are not ordered here: that would change rows during a test.
const app = await startTestApp({ database_url, env: { JOBS: 'off' } })
const superadmin = demo.accounts.find(({ role, space_id }) => role === 'superadmin' && space_id === 1)!

after(async () => {
  await server.end()
  rmSync(folder, { recursive: true, force: true })
})

const anEmptyDatabase = () => freshDatabase('restored', 'empty')
/** A database of this version, without rows but for what the statements do. */
async function aDatabase(...statements: string[]) {
  const url = await freshDatabase('small', 'migrated')
  await withSession(url, async session => {
    for (const statement of statements) await session.unsafe(statement)
  })
  return url
}
async function aBackupOf(url: string) {
  const file = aFile()
  await takeBackup(url, file)
  return file
}

/** Where a backup is restored: on one server, and if the tests run on a cluster, also there. */
const places = onCitus() ? ['one server', 'a cluster'] : ['one server']

let taken = 0
const aFile = () => join(folder, `${++taken}.backup.gz`)

async function findingsIn(url: string, group_id: number) {
  const pool = new Pool({ url, role: 'muster_app', connections: 1 })
  try {
    const findings: unknown[] = []
    for await (const page of verifyPayments(work => pool.snapshot({ group_id }, work), group_id))
      findings.push(...page.findings)
    return findings
  } finally {
    await pool.end()
  }
}

const refused = (pattern: RegExp) => (error: unknown) => error instanceof BackupError && pattern.test(error.message)

describe('a restored backup', () => {
  for (const place of places)
    test(`has every row of every table and every sequence on ${place}, and the server works on it`, async () => {
      const file = aFile()
      const { rows, tables } = await takeBackup(app.database_url, file)
      assert.ok(rows > 5000 && tables > 60)
      assert.equal(statSync(file).mode & 0o777, 0o600)
      const url = await anEmptyDatabase()
      if (place === 'a cluster') await joinNodes(url)
      const restored = await restoreBackup(url, file)
      if (place === 'a cluster') await distribute(url)
      assert.equal(restored.rows, rows)
      assert.deepEqual(await databaseContents(url), await databaseContents(app.database_url))
      assert.deepEqual(await findingsIn(url, 1), [])
      const back = await startTestApp({ same_database_as: { ...app, database_url: url } })
      const before = await app.as(superadmin).get('/v1/transaction_bundles?limit=5')
      const after = await back.as(superadmin).get('/v1/transaction_bundles?limit=5')
      assert.deepEqual(after.body, before.body)
      const made = await back.as(superadmin).post('/contacts', { contact: { firstname: 'Ada', surname: 'Byron' } })
      assert.equal(made.status, 200, made.text)
      await back.stop()
    })

  test('has consistent books, whatever was written during the backup', async () => {
    const ask = app.as(superadmin)
    const contact_id = (await ask.post('/contacts', { contact: { firstname: 'Emmy', surname: 'Noether' } })).body.data
      .contact.id
    let over = false
    const write = async () => {
      while (!over) {
        const data = { transactions: [{ contact_id, amount: 500 }], donations: [{ contact_id, amount: 500 }] }
        assert.equal((await ask.post('/v1/transaction_bundles', data)).status, 200)
      }
    }
    const writers = [write(), write()]
    const file = aFile()
    await takeBackup(app.database_url, file).finally(() => {
      over = true
    })
    await Promise.all(writers)
    const url = await anEmptyDatabase()
    await restoreBackup(url, file)
    assert.deepEqual(await findingsIn(url, 1), [])
  })

  test('has all rows of a table that is rewritten during the backup, as migrations do', async () => {
    const url = await aDatabase(
      "insert into spaces (name, locale) select 'Space ' || n, 'en' from generate_series(1, 50) as n",
      "insert into mail_outbox (recipient, subject, body) select 'a@b.c', 's', repeat('x', 900) from generate_series(1, 20000)",
    )
    const file = aFile()
    const rewrite =
      'alter table spaces add column k text generated always as (lower(name)) stored; alter table spaces drop column k'
    const rewriting = withSession(url, session => session.unsafe(rewrite))
    const [{ rows }] = await Promise.all([takeBackup(url, file), rewriting])
    const back = await anEmptyDatabase()
    assert.equal((await restoreBackup(back, file)).rows, rows)
    assert.equal((await withSession(back, session => session`select from spaces`)).length, 50)
  })

  test('leaves out foreign tables, and can go into a database that has our tables and no rows, as after a failed restore', async () => {
    const source = await aDatabase(
      "insert into spaces (name, locale) values ('Lyon', 'fr')",
      "create table notes_of_an_analyst (id bigserial, n text); insert into notes_of_an_analyst (n) values ('x')",
    )
    const file = await aBackupOf(source)
    await withSession(source, session => session`drop table notes_of_an_analyst`)
    const url = await aDatabase(
      'create function refuse_spaces() returns trigger language plpgsql as $$ begin raise exception $a$No spaces.$a$; end $$',
      // Deferred, so that the copy of the table fails after its last row.
      'create constraint trigger refuse_spaces after insert on spaces deferrable initially deferred for each row execute function refuse_spaces()',
    )
    await assert.rejects(restoreBackup(url, file), /No spaces/)
    assert.ok(await isStillEmpty(url))
    await withSession(url, session => session`drop function refuse_spaces cascade`)
    await restoreBackup(url, file)
    assert.deepEqual(await databaseContents(url), await databaseContents(source))
  })

  test('of an earlier version is migrated', async () => {
    const old = await anEmptyDatabase()
    await migrate(old, readMigrations().slice(0, -1))
    await withSession(old, async session => {
      await session`insert into spaces (name, locale) values ('Été', 'fr')`
      await session`insert into counters (group_id, name, delta) select 1, 'contacts', n from generate_series(1, 3) as n`
    })
    const file = await aBackupOf(old)
    await assert.rejects(restoreBackup(await aDatabase(), file), refused(/newer version than the backup/))
    const url = await anEmptyDatabase()
    await restoreBackup(url, file)
    await withSession(url, async now => {
      await now`insert into counters (group_id, name, delta) values (1, 'contacts', 4)`
      assert.deepEqual(
        (await now`select id, delta from counters order by id`).map(row => Object.values(row)),
        [1, 2, 3, 4].map(n => [n, n]),
      )
      assert.deepEqual([...(await now`select id, name from spaces`)], [{ id: 1, name: 'Été' }])
      assert.equal((await now`select from migrations`).length, readMigrations().length)
    })
  })
})

const isStillEmpty = (url: string) => withSession(url, isEmpty)

describe('refused is', () => {
  test('a file with any change or gap, and the database stays empty', async () => {
    const file = await aBackupOf(await aDatabase())
    const bytes = readFileSync(file)
    const plain = gunzipSync(bytes)
    const harmed = join(folder, 'harmed')
    await fc.assert(
      fc.asyncProperty(
        fc.nat(bytes.length - 1),
        fc.integer({ min: 1, max: 255 }),
        fc.boolean(),
        async (at, by, cut) => {
          const copy = Buffer.from(bytes)
          copy[at]! ^= by
          writeFileSync(harmed, copy)
          if (cut) truncateSync(harmed, at)
          await readBackup(harmed, {}).then(
            // A few bits of a gzip file have no meaning: the time, the operating system, the padding of the last byte.
            () => assert.ok(!cut && plain.equals(gunzipSync(copy)), `a change at ${at} went unseen`),
            error => assert.ok(error instanceof BackupError, error.stack),
          )
        },
      ),
      { seed: 7, numRuns: runs(150) },
    )
    truncateSync(file, bytes.length - 20)
    const url = await anEmptyDatabase()
    await assert.rejects(restoreBackup(url, file), refused(/is damaged/))
    assert.ok(await isStillEmpty(url))
  })

  test('a file that is no backup, and a missing file', async () => {
    const url = await anEmptyDatabase()
    const file = join(folder, 'letter.txt')
    writeFileSync(file, 'Dear all')
    await assert.rejects(restoreBackup(url, file), refused(/not a backup/))
    await assert.rejects(restoreBackup(url, join(folder, 'nowhere')), refused(/nowhere does not exist/))
  })

  test('a backup by a database user who is subject to row-level security', async () => {
    const role = `bound_${process.pid}`
    await server.unsafe(`create role ${role} login`)
    try {
      const url = app.database_url.replace(/\/\/[^@/]*@/, `//${role}@`)
      const file = aFile()
      await assert.rejects(takeBackup(url, file), refused(/sees only a part/))
      assert.ok(!existsSync(file))
    } finally {
      await server.unsafe(`drop role ${role}`)
    }
  })

  test('overwriting another backup, also when both run at once', async () => {
    const file = aFile()
    const both = await Promise.allSettled([takeBackup(app.database_url, file), takeBackup(app.database_url, file)])
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    await readBackup(file, {})
    await assert.rejects(takeBackup(app.database_url, file), refused(/already exists/))
  })

  test('a folder, or a file with a part missing, although its checksum is right', async () => {
    const url = await anEmptyDatabase()
    await assert.rejects(restoreBackup(url, folder), refused(/cannot be read \(EISDIR\)/))
    const migrations = readMigrations().map(({ name, text }) => ({ name, checksum: checksumOf(text) }))
    const head = `${JSON.stringify({ taken_at: '2026-05-01', postgres: '18', migrations })}\n`
    for (const [pieces, reason] of [
      [['{}\n'], /damaged/],
      [[head], /damaged/],
      [[head, 'sequences []\n'], /lacks /],
      [[head, 'table {"name":"pg_authid","columns":["x"]}\n', 'rows 0\n', 'sequences []\n'], /do not create/],
    ] as const) {
      const file = aFile()
      await writeBackup(file, Readable.from(pieces))
      await assert.rejects(restoreBackup(url, file), refused(reason))
      assert.ok(await isStillEmpty(url))
    }
  })

  test('a partial file: a failed backup leaves none behind', async () => {
    await assert.rejects(takeBackup(app.database_url, join(folder, 'nowhere', 'x.backup.gz')))
    assert.deepEqual(
      readdirSync(folder).filter(name => name.endsWith('.part')),
      [],
    )
    await assert.rejects(takeBackup(await anEmptyDatabase(), aFile()), refused(/nothing to back up/))
  })

  test('a backup of another version, and the database stays empty', async () => {
    const update = 'update migrations set'
    const versions: [string, RegExp][] = [
      [
        "insert into migrations (name, checksum) values ('9999_later.sql', 'x')",
        /newer version of Muster \(migration 9999_later/,
      ],
      [`${update} checksum = 'other' where name like '0003%'`, /modified Muster.*0003/],
      [
        `${update} name = '0001_foundation.sql' where name like '0001%'`,
        /^The backup was taken by a development version of Muster before 0\.2\.0 and cannot be restored\./,
      ],
    ]
    const url = await anEmptyDatabase()
    for (const [statement, expected] of versions) {
      await assert.rejects(restoreBackup(url, await aBackupOf(await aDatabase(statement))), refused(expected))
      assert.ok(await isStillEmpty(url))
    }
  })

  test('a restore into a database with data in it, which stays as it was', async () => {
    const file = await aBackupOf(await aDatabase())
    const url = await aDatabase("insert into spaces (name, locale) values ('Lyon', 'fr')")
    const before = await databaseContents(url)
    await assert.rejects(restoreBackup(url, file), refused(/into an empty database, and this one has data/))
    assert.deepEqual(await databaseContents(url), before)
  })
})
