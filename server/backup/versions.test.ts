import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { migrate, readMigrations } from '../db/migrate.ts'
import { openSession } from '../db/sql.ts'
import { freshDatabase } from '../test/databases.ts'
import { takeBackup } from './contents.ts'
import { BackupError } from './file.ts'
import { isEmpty } from './queries.ts'
import { restoreBackup } from './restore.ts'

const folder = mkdtempSync(join(tmpdir(), 'muster-versions-'))
after(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
const aFile = () => join(folder, `${++files}.backup.gz`)
const anEmptyDatabase = () => freshDatabase('restore', 'empty')
const refused = (expected: RegExp) => (error: Error) => error instanceof BackupError && expected.test(error.message)

describe('a backup is refused', () => {
  test('of a newer version, and with other migrations', async () => {
    const later = await anEmptyDatabase()
    await migrate(later, [...readMigrations(), { name: '9999_later.sql', text: 'create table later (id bigint)' }])
    const file = aFile()
    await takeBackup(later, file)
    await assert.rejects(
      restoreBackup(await anEmptyDatabase(), file),
      refused(/newer version of Muster \(migration 9999_later/),
    )
    const session = await openSession(later)
    await session`delete from migrations where name = '9999_later.sql'`
    await session`update migrations set checksum = 'other' where name like '0003%'`
    await session.end()
    const other = aFile()
    await takeBackup(later, other)
    await assert.rejects(restoreBackup(await anEmptyDatabase(), other), refused(/modified Muster.*0003/))
  })

  test('of a version before 0.2.0, and the database stays empty', async () => {
    const old = await anEmptyDatabase()
    await migrate(old)
    const session = await openSession(old)
    await session`update migrations set name = '0001_foundation.sql' where name like '0001%'`
    await session.end()
    const file = aFile()
    await takeBackup(old, file)
    const url = await anEmptyDatabase()
    await assert.rejects(
      restoreBackup(url, file),
      refused(/^The backup was taken by a development version of Muster before 0\.2\.0 and cannot be restored\./),
    )
    const empty = await openSession(url)
    assert.ok(await isEmpty(empty))
    await empty.end()
  })
})
