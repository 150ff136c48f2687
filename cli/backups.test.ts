import assert from 'node:assert/strict'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { commandLine } from '../server/test/commands.ts'
import { freshDatabase } from '../server/test/databases.ts'
import { ask, assertNoProcessLeft, aTempFolder, startServer, tokenOf } from '../server/test/process.ts'
import { copyStartedDataDir } from '../server/test/started_data_dir.ts'

const folder = aTempFolder()
const here = join(folder, 'here')
const there = join(folder, 'there')
const file = join(folder, 'all.backup.gz')
const { muster, refused } = commandLine(here)
const elsewhere = commandLine(there)

describe('a backup', () => {
  test('is taken while the server runs, and restores everything on another machine', async () => {
    await copyStartedDataDir(here)
    const server = await startServer({ env: { DATA_DIR: here } })
    const token = tokenOf(here, 'superadmin', 1)
    const instance = async (url: string) => (await ask(`${url}/health`)).body.instance_id
    const first = await instance(server.url)
    const before = await ask(`${server.url}/v1/transaction_bundles?limit=20`, { token })
    assert.match(
      await muster('backup', file),
      /^\/.*all\.backup\.gz\n\d{5} rows of \d+ tables and 0 files, \d\.\d MB\..*\nMaps with streets are not included\./,
    )
    await server.stop()
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.match(await elsewhere.muster('restore', file), /^\d{5} rows and 0 files restored, as of 20/)
    assert.match(await elsewhere.muster('verify'), /all seals intact/)
    await assertNoProcessLeft(there)
    const restored = await startServer({ env: { DATA_DIR: there } })
    const after = await ask(`${restored.url}/v1/transaction_bundles?limit=20`, { token })
    assert.deepEqual(after.body, before.body)
    assert.match(first, /^[0-9a-f-]{36}$/)
    assert.notEqual(await instance(restored.url), first, 'it is another installation')
    await restored.stop()
  })

  test('never overwrites another one, and goes to the backup folder by default', async () => {
    assert.match(await refused('backup', file), /already exists/)
    assert.match(await refused('backup', join(folder, 'nowhere', 'x')), /The folder .* does not exist/)
    assert.match(await commandLine(join(folder, 'mistyped')).refused('backup'), /There is no database in/)
    assert.ok(!existsSync(join(folder, 'mistyped')))
    await muster('backup')
    assert.match(readdirSync(join(here, 'backups')).join(), /^muster-\d{4}-\d\d-\d\dT\d{6}Z\.backup\.gz$/)
  })

  test('is not restored into a database with data, nor from a file that is not a backup', async () => {
    assert.match(await elsewhere.refused('restore', file), /into an empty database/)
    const letter = join(folder, 'letter.txt')
    writeFileSync(letter, 'Dear all')
    const fresh = commandLine(join(folder, 'fresh'))
    assert.match(await fresh.refused('restore', letter), /not a backup/)
    assert.match(await fresh.misused('restore'), /needs a backup file/)
    assert.ok(!existsSync(join(folder, 'fresh')))
  })
})

describe('muster doctor', () => {
  test('reports a healthy installation and changes nothing', async () => {
    const said = await muster('doctor')
    assert.match(said, /^warn +server +No answer/m)
    for (const about of ['disk', 'address', 'database', 'clock', 'schema', 'outbox', 'jobs', 'backups'])
      assert.match(said, new RegExp(`^ok +${about} `, 'm'))
    await assertNoProcessLeft(here)
  })

  test('reports what is wrong and what to do, and exits with 1', async () => {
    const broken = commandLine(here, { SMTP_URL: 'smtp://127.0.0.1:1' })
    const { code, stdout, stderr } = await broken.command(['doctor'])
    assert.deepEqual({ code, stderr }, { code: 1, stderr: '' })
    assert.match(stdout, /^fail +mail .*ECONNREFUSED.*Check SMTP_URL\.$/m)
  })

  test('warns if the user of DATABASE_URL is a superuser', async () => {
    const DATABASE_URL = await freshDatabase('doctor', 'migrated')
    assert.match(
      await commandLine(here, { DATABASE_URL }).muster('doctor'),
      /^warn +login .*DATABASE_URL is a superuser/m,
    )
    assert.doesNotMatch(await muster('doctor'), / login /)
  })

  test('creates no database', async () => {
    const nowhere = join(folder, 'nowhere')
    assert.match(await commandLine(nowhere).muster('doctor'), /^warn +database +There is no database yet/m)
    assert.ok(!existsSync(nowhere))
  })
})
