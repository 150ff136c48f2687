import assert from 'node:assert/strict'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '../server/config.ts'
import { startTestApp } from '../server/test/harness.ts'
import { uploadMap } from '../server/test/map_file.ts'
import { aSpace, aUser } from '../server/test/people.ts'
import { aTempFolder } from '../server/test/process.ts'
import { runCommand } from './commands.ts'

const DATA_DIR = aTempFolder()
const app = await startTestApp({ own: true, env: { JOBS: 'off', DATA_DIR } })
const admin = await aUser(app, await aSpace(app), { role: 'superadmin' })
const verify = (...flags: string[]) =>
  runCommand(['verify', ...flags], () => readConfig({ DATABASE_URL: app.database_url, DATA_DIR }))

test('muster verify names a space whose map with streets is missing, as after a restore', async () => {
  assert.equal((await uploadMap(app, admin, { name: 'lyon.pmtiles' })).status, 200)
  assert.doesNotMatch((await verify()) ?? '', /map with streets/)
  const folder = join(DATA_DIR, 'files', String(admin.space))
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
  assert.match((await verify()) ?? '', /its map with streets \(lyon\.pmtiles\) is not in .*Upload it again/)
  const { maps, missing_maps, findings } = JSON.parse((await verify('--json')) ?? '')
  assert.deepEqual([maps, missing_maps.length, findings], [1, 1, []])
})
