import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { readConfig } from '../config.ts'
import { startTestApp } from '../test/harness.ts'
import { backupsIn } from './folder.ts'
import { takeDueBackup } from './schedule.ts'

const folder = mkdtempSync(join(tmpdir(), 'muster-backups-'))
const { database_url: small } = await startTestApp()
after(() => rmSync(folder, { recursive: true, force: true }))

describe('scheduled backups', () => {
  const place = join(folder, 'kept')
  const config = readConfig({ DATA_DIR: folder, BACKUP_DIR: place, BACKUP_HOURS: '24', BACKUPS_KEPT: '3' })
  const day = (n: number, hour = 0) => new Date(Date.UTC(2026, 4, n, hour, 0, 1))

  test('are taken when the last one is too old, and the oldest are deleted', async () => {
    const first = await takeDueBackup(config, small, day(1))
    assert.ok(first && gunzipSync(readFileSync(first)).toString().startsWith('Muster backup 1\n'))
    assert.equal(await takeDueBackup(config, small, day(1, 23)), undefined)
    writeFileSync(join(place, 'minutes.txt'), 'of the meeting')
    const half = `${first}.999999999-0123abcd.part`
    const beingWritten = `${first}.${process.pid}-0123abcd.part`
    for (const part of [half, beingWritten]) writeFileSync(part, 'half')
    utimesSync(half, day(1), day(1))
    utimesSync(beingWritten, day(1), day(1))
    for (const n of [2, 3, 4, 5]) assert.ok(await takeDueBackup(config, small, day(n, 1)))
    assert.deepEqual(
      backupsIn(place).map(({ taken_at }) => taken_at),
      [day(5, 1), day(4, 1), day(3, 1)],
    )
    assert.deepEqual(
      readdirSync(place).filter(name => !name.startsWith('muster-')),
      ['minutes.txt'],
    )
    assert.deepEqual([existsSync(half), existsSync(beingWritten)], [false, true])
    rmSync(beingWritten)
  })

  test('ignore a backup with a date in the future', async () => {
    const wrong = join(place, 'muster-2031-01-01T000000Z.backup.gz')
    writeFileSync(wrong, '')
    assert.ok(await takeDueBackup(config, small, day(6, 2)))
    assert.equal(await takeDueBackup(config, small, day(6, 3)), undefined)
    assert.deepEqual(
      backupsIn(place).map(({ taken_at }) => taken_at.getUTCDate()),
      [1, 6, 5, 4],
    )
    rmSync(wrong)
  })

  test('are not taken when they are disabled, or with an external database', async () => {
    assert.equal(await takeDueBackup({ ...config, BACKUP_HOURS: 0 }, small, day(20)), undefined)
    const elsewhere = readConfig({ DATA_DIR: folder, DATABASE_URL: 'postgres://db.example/muster' })
    assert.equal(await takeDueBackup(elsewhere, small), undefined)
    assert.ok(!existsSync(join(folder, 'backups')))
  })
})
