import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { FolderStorage } from '../file_storage/folder.ts'
import { S3Storage } from '../file_storage/s3.ts'
import { aFile, aPdf, contentsPath } from '../test/contact_files.ts'
import { aContact } from '../test/contacts.ts'
import { freshDatabase } from '../test/databases.ts'
import { eventually, startTestApp } from '../test/harness.ts'
import { aSpace, aUser } from '../test/people.ts'
import { startS3Server } from '../test/s3_server.ts'
import { takeBackup } from './contents.ts'
import { restoreBackup } from './restore.ts'

const folder = mkdtempSync(join(tmpdir(), 'muster-backup-files-'))
const data_dir = join(folder, 'data')
const s3 = await startS3Server()
after(() => {
  s3.stop()
  rmSync(folder, { recursive: true, force: true })
})
const app = await startTestApp({ env: { JOBS: 'off', DATA_DIR: data_dir } })
const admin = await aUser(app, await aSpace(app), { role: 'admin' })
const contact_id = (await aContact(app, admin, { surname: 'Filed' })).id as number
const storage = new FolderStorage(join(data_dir, 'files'))

test('a backup has the files, and a restore puts them into another storage; missing ones are counted', async () => {
  const [one, other] = [aPdf(), `${aPdf()}${'é'.repeat(400_000)}`]
  const ids = [
    (await aFile(app, admin, contact_id, 'a.pdf', one)).id,
    (await aFile(app, admin, contact_id, 'b.pdf', other)).id,
  ]
  const { id: lost } = await aFile(app, admin, contact_id, 'lost.pdf')
  rmSync(await contentsPath(app, data_dir, lost))
  const file = join(folder, 'whole.backup.gz')
  const taken = await takeBackup(app.database_url, file, storage)
  assert.deepEqual([taken.files, taken.missing_files], [3, 1])
  const database_url = await freshDatabase('restored', 'empty')
  const target = { storage: new S3Storage(s3.settings), incoming_folder: join(folder, 'arriving') }
  const summary = await restoreBackup(database_url, file, target)
  assert.deepEqual([summary.files, summary.missing_files, s3.objects.size], [3, 1, 2])
  const env = { JOBS: 'off', DATA_DIR: join(folder, 'elsewhere'), ...s3.env }
  const restored = await startTestApp({ database_url, env })
  const texts = await Promise.all(ids.map(async id => (await restored.as(admin).get(`/v1/files/${id}/content`)).text))
  assert.deepEqual(texts, [one, other])
  assert.equal((await restored.as(admin).get(`/v1/files/${lost}/content`)).status, 404)
  const uploaded = await aFile(restored, admin, contact_id, 'new.pdf')
  assert.equal(s3.objects.size, 3)
  await restored.as(admin).delete(`/v1/files/${uploaded.id}`)
  await eventually(() => s3.objects.size === 2)
})

test('a backup without a storage has the rows only', async () => {
  assert.equal((await takeBackup(app.database_url, join(folder, 'rows.backup.gz'))).files, 0)
})
