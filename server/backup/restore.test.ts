import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { migrate, readMigrations } from '../db/migrate.ts'
import { openSession } from '../db/sql.ts'
import { databaseContents } from '../test/database_contents.ts'
import { freshDatabase } from '../test/databases.ts'
import { startTestApp } from '../test/harness.ts'
import { aSpace, aTeam, aUser } from '../test/people.ts'
import { takeBackup } from './contents.ts'
import { BackupError } from './file.ts'
import { isEmpty } from './queries.ts'
import { restoreBackup } from './restore.ts'

const folder = mkdtempSync(join(tmpdir(), 'muster-restore-'))
after(() => rmSync(folder, { recursive: true, force: true }))
// Events are not ordered here: that would change rows during a test.
const app = await startTestApp({ env: { JOBS: 'off' } })
await aTeam(app, await aUser(app, await aSpace(app), { role: 'admin' }))

const anEmptyDatabase = () => freshDatabase('restored', 'empty')

let taken = 0
const aFile = () => join(folder, `${++taken}.backup.gz`)

const refused = (pattern: RegExp) => (error: unknown) => error instanceof BackupError && pattern.test(error.message)

describe('a backup', () => {
  test('can go into a database that has our tables and no rows, such as one where a restore failed', async () => {
    const file = aFile()
    await takeBackup(app.database_url, file)
    const url = await anEmptyDatabase()
    await migrate(url)
    const session = await openSession(url)
    await session`create function refuse_teams() returns trigger language plpgsql as 'begin raise exception $$No teams.$$; end'`
    // Deferred, so that the copy of the table fails after its last row.
    await session`create constraint trigger refuse_teams after insert on teams for each row execute function refuse_teams()`
    await assert.rejects(restoreBackup(url, file), /No teams/)
    assert.ok(await isEmpty(session))
    await session`drop function refuse_teams cascade`
    await session.end()
    await restoreBackup(url, file)
    assert.deepEqual(await databaseContents(url), await databaseContents(app.database_url))
  })

  test('of an earlier version is migrated', async () => {
    const old = await anEmptyDatabase()
    await migrate(old, readMigrations().slice(0, -1))
    const session = await openSession(old)
    await session`insert into spaces (name, locale) values ('Été', 'fr')`
    await session`insert into counters (group_id, name, delta) select 1, 'contacts', n from generate_series(1, 3) as n`
    await session.end()
    const file = aFile()
    await takeBackup(old, file)
    const url = await anEmptyDatabase()
    await restoreBackup(url, file)
    const now = await openSession(url)
    await now`insert into counters (group_id, name, delta) values (1, 'contacts', 4)`
    assert.deepEqual(
      (await now`select id, delta from counters order by id`).map(row => Object.values(row)),
      [1, 2, 3, 4].map(n => [n, n]),
    )
    assert.deepEqual([...(await now`select id, name from spaces`)], [{ id: 1, name: 'Été' }])
    assert.equal((await now`select from migrations`).length, readMigrations().length)
    await now.end()
  })
})

describe('refused is', () => {
  test('a database with data in it, which stays as it was', async () => {
    const file = aFile()
    await takeBackup(app.database_url, file)
    const url = await anEmptyDatabase()
    await migrate(url)
    const session = await openSession(url)
    await session`insert into spaces (name, locale) values ('Lyon', 'fr')`
    await session.end()
    const before = await databaseContents(url)
    await assert.rejects(restoreBackup(url, file), refused(/into an empty database, and this one has data/))
    assert.deepEqual(await databaseContents(url), before)
  })

  test('a database whose tables are of a newer version than the backup', async () => {
    const old = await anEmptyDatabase()
    await migrate(old, readMigrations().slice(0, -1))
    const file = aFile()
    await takeBackup(old, file)
    const url = await anEmptyDatabase()
    await migrate(url)
    await assert.rejects(restoreBackup(url, file), refused(/newer version than the backup/))
  })
})
