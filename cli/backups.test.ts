import assert from 'node:assert/strict'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { readConfig } from '../server/config.ts'
import { leaseEmbedded } from '../server/db/embedded/lock.ts'
import { withSession } from '../server/db/sql.ts'
import { startTestApp } from '../server/test/harness.ts'
import { assertNoProcessLeft, aTempFolder, startServer } from '../server/test/process.ts'
import { copyStartedDataDir } from '../server/test/started_data_dir.ts'
import { UsageError } from './command.ts'
import { execute, runCommand } from './commands.ts'
import { piped } from './terminal.ts'

const folder = aTempFolder()
const here = join(folder, 'here')
const there = join(folder, 'there')
const file = join(folder, 'all.backup.gz')
const on =
  (DATA_DIR: string, settings: Record<string, string> = {}) =>
  async (...args: string[]) =>
    (await runCommand(args, () => readConfig({ DATA_DIR, ...settings }))) ?? ''
const muster = on(here)

describe('a backup', () => {
  test('is taken while the server runs, and restores everything on another machine', async () => {
    await copyStartedDataDir(here)
    if (!existsSync(here)) await (await startServer({ env: { DATA_DIR: here } })).stop()
    const contents = (url: string) =>
      withSession(url, async session => {
        const bundles = await session`select t::text as bundle from transaction_bundles t order by group_id, id`
        const [row] = await session`select max(value::text) as id from server_keys where name = 'instance_id'`
        return { bundles: [...bundles], instance: row?.['id'] }
      })
    const server = await leaseEmbedded(here, 'server')
    const before = await contents(server.owner_url)
    assert.match(
      await muster('backup', file),
      /^\/.*all\.backup\.gz\n\d{5} rows of \d+ tables and 0 files, \d\.\d MB\..*\nMaps with streets are not included\./,
    )
    await server.release()
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.match(await on(there)('restore', file), /^\d{5} rows and 0 files restored, as of 20/)
    assert.match(await on(there)('verify'), /all seals intact/)
    await assertNoProcessLeft(there)
    const restored = await leaseEmbedded(there, 'server')
    const after = await contents(restored.owner_url)
    assert.ok(before.bundles.length > 100)
    assert.deepEqual(after.bundles, before.bundles)
    assert.ok(before.instance && !after.instance, 'it is another installation')
    await assert.rejects(on(there)('restore', file), /into an empty database/)
    await restored.release()
  })

  test('never overwrites another one, and goes to the backup folder by default', async () => {
    await assert.rejects(muster('backup', file), /already exists/)
    await assert.rejects(muster('backup', join(folder, 'nowhere', 'x')), /The folder .* does not exist/)
    await assert.rejects(on(join(folder, 'mistyped'))('backup'), /There is no database in/)
    assert.ok(!existsSync(join(folder, 'mistyped')))
    await muster('backup')
    assert.match(readdirSync(join(here, 'backups')).join(), /^muster-\d{4}-\d\d-\d\dT\d{6}Z\.backup\.gz$/)
  })

  test('is not restored from a file that is not a backup, for which no database is created', async () => {
    const letter = join(folder, 'letter.txt')
    writeFileSync(letter, 'Dear all')
    await assert.rejects(on(join(folder, 'fresh'))('restore', letter), /not a backup/)
    await assert.rejects(on(join(folder, 'fresh'))('restore'), UsageError)
    assert.ok(!existsSync(join(folder, 'fresh')))
  })
})

describe('muster doctor', () => {
  test('reports a healthy installation and changes nothing', async () => {
    const said = await muster('doctor')
    assert.match(said, /^warn +server +No answer/m)
    for (const about of ['disk', 'address', 'database', 'clock', 'schema', 'outbox', 'jobs', 'backups'])
      assert.match(said, new RegExp(`^ok +${about} `, 'm'))
    assert.doesNotMatch(said, / login /)
    await assertNoProcessLeft(here)
  })

  test('reports what is wrong and what to do, and fails', async () => {
    const { database_url } = await startTestApp()
    const settings = () => readConfig({ DATA_DIR: here, DATABASE_URL: database_url, SMTP_URL: 'smtp://127.0.0.1:1' })
    const { text, failed } = await execute(['doctor'], { settings, terminal: piped })
    assert.equal(failed, true)
    assert.match(text ?? '', /^fail +mail .*ECONNREFUSED.*Check SMTP_URL\.$/m)
    assert.match(text ?? '', /^warn +login .*DATABASE_URL is a superuser/m)
  })

  test('creates no database', async () => {
    const nowhere = join(folder, 'nowhere')
    assert.match(await on(nowhere)('doctor'), /^warn +database +There is no database yet/m)
    assert.ok(!existsSync(nowhere))
  })
})
