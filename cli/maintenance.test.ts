import assert from 'node:assert/strict'
import { readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { readConfig } from '../server/config.ts'
import { startTestApp } from '../server/test/harness.ts'
import { insertContacts } from '../server/test/insert_contacts.ts'
import { uploadMap } from '../server/test/map_file.ts'
import { aSpace, aUser } from '../server/test/people.ts'
import { aTempFolder } from '../server/test/process.ts'
import { aScratchApp } from '../server/test/scratch_app.ts'
import { runCommand } from './commands.ts'

const app = await startTestApp()
const folder = aTempFolder()
const scratch = await aScratchApp()
const DATA_DIR = aTempFolder()
const storing = await startTestApp({ same_database_as: scratch, env: { JOBS: 'off', DATA_DIR } })
const admin = await aUser(storing, await aSpace(storing), { role: 'superadmin' })

/** What doctor says about the server on this port. */
async function findingAt(port: number | string) {
  const settings = () => readConfig({ DATABASE_URL: app.database_url, DATA_DIR: folder, PORT: String(port) })
  const findings = JSON.parse((await runCommand(['doctor', '--json'], settings)) ?? '')
  const { state, text } = findings.find(({ check }: { check: string }) => check === 'server')
  return `${state} ${text}`
}

async function aProgram(status: number, body: string) {
  const server = createServer((_, response) => response.writeHead(status).end(body)).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  after(() => server.close())
  return (server.address() as AddressInfo).port
}

describe('muster doctor', () => {
  test('recognises the server of its installation', async () => {
    assert.match(await findingAt(new URL(app.url).port), /^ok Answers at .* and is healthy\.$/)
  })

  test('says when another program answers on the port', async () => {
    for (const [status, body] of [
      [200, '<h1>Welcome</h1>'],
      [200, '{"status":"ok"}'],
      [404, ''],
    ] as const)
      assert.match(await findingAt(await aProgram(status, body)), /^fail Another program answers at http:/)
  })

  test('says when another installation of Muster answers on the port', async () => {
    const port = await aProgram(200, '{"status":"ok","version":"1.0.0","instance_id":"another"}')
    assert.match(await findingAt(port), /^fail Another installation of Muster answers at .* Check PORT/)
  })

  test('says when its server is unhealthy', async () => {
    const port = await aProgram(503, '{"code":"unavailable","detail":"Muster is stopping."}')
    assert.match(await findingAt(port), /^fail .* is unhealthy \(503\): Muster is stopping\./)
    const full = await aProgram(503, '{"code":"degraded","detail":"The disk of the database is full."}')
    assert.match(await findingAt(full), /^fail .* is unhealthy \(503\): The disk of the database is full\./)
  })
})

const reindex = (...flags: string[]) =>
  runCommand(['reindex', ...flags], () => readConfig({ DATABASE_URL: scratch.database_url }))

test('muster reindex finds and corrects contacts that the search index lacks, has in excess or has otherwise', async () => {
  await reindex()
  const [row] = await scratch.owner<[{ others: number }]>`
    select count(*)::integer as others from contacts where deleted_at is null`
  const [one, other] = [await aSpace(scratch), await aSpace(scratch)]
  const { first } = await insertContacts(scratch.owner, one, 5)
  await insertContacts(scratch.owner, other, 3)
  const all = row.others + 8
  await assert.rejects(
    reindex('--check'),
    new RegExp(`^Error: 8 of ${all} contacts differ from the search index\\. .* "\\./muster reindex"`),
  )
  assert.equal(await reindex(), `${all} contacts compared with the search index, 8 corrected.`)
  await scratch.owner`update contacts set deleted_at = now() where group_id = ${one} and id = ${first}`
  await scratch.owner`update contacts set city = 'Lyon' where group_id = ${one} and id = ${first + 1}`
  assert.equal(await reindex(), `${all} contacts compared with the search index, 2 corrected.`)
  assert.equal(await reindex('--check'), `${all - 1} contacts compared with the search index, 0 corrected.`)
})

const verify = (...flags: string[]) =>
  runCommand(['verify', ...flags], () => readConfig({ DATABASE_URL: storing.database_url, DATA_DIR }))

test('muster verify names a space whose map with streets is missing, as after a restore', async () => {
  assert.equal((await uploadMap(storing, admin, { name: 'lyon.pmtiles' })).status, 200)
  assert.doesNotMatch((await verify()) ?? '', /map with streets/)
  const folder = join(DATA_DIR, 'files', String(admin.space))
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
  assert.match((await verify()) ?? '', /its map with streets \(lyon\.pmtiles\) is not in .*Upload it again/)
  const { maps, missing_maps, findings } = JSON.parse((await verify('--json')) ?? '')
  assert.deepEqual([maps, missing_maps.length, findings], [1, 1, []])
})
