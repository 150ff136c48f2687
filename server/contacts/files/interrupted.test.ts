import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { aPdf, uploadFile } from '../../test/contact_files.ts'
import { aContact } from '../../test/contacts.ts'
import { connectionOptions, throughPort } from '../../test/databases.ts'
import { eventually, startTestApp } from '../../test/harness.ts'
import { aSpace, aUser } from '../../test/people.ts'
import { aProxy } from '../../test/proxy.ts'
import { startS3Server } from '../../test/s3_server.ts'

const folder = mkdtempSync(join(tmpdir(), 'muster-files-'))
const s3 = await startS3Server()
const env = { DATA_DIR: folder, ...s3.env }
// One server reaches the database directly, another through a proxy.
const near = await startTestApp({ own: true, env })
const proxy = await aProxy(connectionOptions(near.database_url))
const database_url = throughPort(near.database_url, proxy.port)
const far = await startTestApp({ same_database_as: { ...near, database_url }, env })
after(async () => {
  await proxy.stop()
  s3.stop()
  rmSync(folder, { recursive: true, force: true })
})
const admin = await aUser(near, await aSpace(near), { role: 'admin' })
const contact_id = (await aContact(near, admin, { surname: 'Filed' })).id as number
const filesOf = async () => (await near.as(admin).get(`/v1/contacts/${contact_id}/files`)).body.data
const removals = () => near.owner`select storage_key from file_removals where group_id = ${admin.space}`

test('a file keeps its contents if its commit succeeds and the reply is lost', async () => {
  const body = aPdf()
  const headers = { 'idempotency-key': 'lost' }
  proxy.fail({ kind: 'unanswered commit', of: 'insert into files' })
  assert.equal((await uploadFile(far, admin, contact_id, { body, headers })).status, 503)
  proxy.heal()
  const [file] = await filesOf()
  await eventually(async () => (await uploadFile(far, admin, contact_id, { body, headers })).status === 200)
  await eventually(async () => (await removals()).length === 0)
  assert.deepEqual(await filesOf(), [file])
  assert.equal((await far.as(admin).get(`/v1/files/${file.id}/content`)).text, body)
  assert.equal(s3.objects.size, 1)
})

test('a file that is in S3-compatible storage, or that it refuses, is not left on the machine', async () => {
  const incoming = () => readdirSync(join(folder, 'files', 'incoming'))
  assert.equal((await uploadFile(far, admin, contact_id)).status, 200)
  assert.deepEqual(incoming(), [])
  s3.faults.push(403)
  assert.equal((await uploadFile(far, admin, contact_id)).status, 503)
  assert.deepEqual(incoming(), [])
})
