import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { verifyWebhook } from '../../sdk/webhooks.ts'
import { FolderStorage } from '../file_storage/folder.ts'
import { S3Storage } from '../file_storage/s3.ts'
import { StorageError } from '../file_storage/storage.ts'
import { aFile, aPdf, contentsPath } from '../test/contact_files.ts'
import { aContact } from '../test/contacts.ts'
import { freshDatabase } from '../test/databases.ts'
import { eventually, startTestApp } from '../test/harness.ts'
import { aSpace, aTeam, aUser } from '../test/people.ts'
import { startS3Server } from '../test/s3_server.ts'
import { aReceiver } from '../test/webhook_receiver.ts'
import { takeBackup } from './contents.ts'
import { restoreBackup } from './restore.ts'

const folder = mkdtempSync(join(tmpdir(), 'muster-backup-files-'))
const data_dir = join(folder, 'data')
const s3 = await startS3Server()
after(() => {
  s3.stop()
  rmSync(folder, { recursive: true, force: true })
})
// Only the restored copy orders events and delivers webhooks.
const env = { JOBS: 'off', WEBHOOKS_PRIVATE: 'on' }
const app = await startTestApp({ env: { ...env, DATA_DIR: data_dir } })
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
  const there = { JOBS: 'off', DATA_DIR: join(folder, 'elsewhere'), ...s3.env }
  const restored = await startTestApp({ database_url, env: there })
  const texts = await Promise.all(ids.map(async id => (await restored.as(admin).get(`/v1/files/${id}/content`)).text))
  assert.deepEqual(texts, [one, other])
  assert.equal((await restored.as(admin).get(`/v1/files/${lost}/content`)).status, 404)
  const uploaded = await aFile(restored, admin, contact_id, 'new.pdf')
  assert.equal(s3.objects.size, 3)
  await restored.as(admin).delete(`/v1/files/${uploaded.id}`)
  await eventually(() => s3.objects.size === 2)
})

test('a backup goes on if the contents of a file cannot be read, and says which', async () => {
  const { id } = await aFile(app, admin, contact_id, 'unreadable.pdf')
  const path = await contentsPath(app, data_dir, id)
  // Reading a folder fails, as a broken disk does.
  rmSync(path)
  mkdirSync(path)
  const { id: next } = await aFile(app, admin, contact_id, 'next.pdf')
  const file = join(folder, 'partial.backup.gz')
  const warnings: string[] = []
  const taken = await takeBackup(app.database_url, file, storage, { onUnreadable: key => warnings.push(key) })
  assert.deepEqual(warnings, [path.slice(storage.location.length + 1)])
  const target = { storage: new FolderStorage(join(folder, 'other')), incoming_folder: join(folder, 'arriving') }
  const restored = await restoreBackup(await freshDatabase('partial', 'empty'), file, target)
  assert.deepEqual([restored.files, restored.missing_files], [taken.files, taken.missing_files])
  const [row] = await app.owner<[{ storage_key: string }]>`select storage_key from files where id = ${next}`
  assert.ok(await target.storage.sizeOf(row.storage_key))
})

test('a backup does not wait for each file while the storage is down', async t => {
  for (let count = 0; count < 5; count++) await aFile(app, admin, contact_id)
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  const read = t.mock.fn(() => {
    t.mock.timers.tick(300_000)
    return Promise.reject(new StorageError('down'))
  })
  const down = Object.assign(new FolderStorage(storage.location), { read })
  const { files, missing_files } = await takeBackup(app.database_url, join(folder, 'none.backup.gz'), down)
  assert.equal(missing_files, files)
  assert.equal(read.mock.callCount(), 2)
})

test('a backup without a storage has the rows only', async () => {
  assert.equal((await takeBackup(app.database_url, join(folder, 'rows.backup.gz'))).files, 0)
})

test('a restored backup has its webhooks and secrets, disabled, and delivers no past events again', async () => {
  const receiver = await aReceiver()
  const admin = await aUser(app, await aSpace(app), { role: 'admin' })
  const hook = { name: 'Kept', url: receiver.url, types: ['team.created'] }
  const { id, secret } = (await app.as(admin).post('/v1/webhooks', hook)).body.data
  const stopped = (await app.as(admin).post('/v1/webhooks', { ...hook, name: 'Stopped' })).body.data
  await app.as(admin).patch(`/v1/webhooks/${stopped.id}`, { enabled: false })
  await aTeam(app, admin)
  await aTeam(app, admin)
  // One event was being delivered, the other not yet ordered.
  await app.owner`insert into feeds (group_id, epoch, position) values (${admin.space}, 'before', 1)`
  await app.owner`
    update events set position = 1 where id = (select min(id) from events where kind = 'team.created')`
  await app.owner`
    insert into webhook_deliveries (group_id, webhook_id, event_id, type, retry_until)
    select group_id, ${id}, id, kind, now() + interval '1 day' from events where position = 1`
  const { next_cursor } = (await app.as(admin).get('/v1/changes')).body

  const file = join(folder, 'one.backup.gz')
  await takeBackup(app.database_url, file)
  const url = await freshDatabase('webhooks', 'empty')
  await restoreBackup(url, file)
  const back = await startTestApp({ same_database_as: { ...app, database_url: url }, env: { ...env, JOBS: 'on' } })

  const { data } = (await back.as(admin).get('/v1/webhooks')).body
  assert.deepEqual(
    data.map((webhook: any) => [webhook.name, webhook.enabled, webhook.disabled_because]),
    [
      ['Kept', false, 'restored'],
      ['Stopped', false, 'by_hand'],
    ],
  )
  await aTeam(back, admin)
  await eventually(async () => (await back.owner`select from events where position is null`).length === 0)
  await back.as(admin).patch(`/v1/webhooks/${id}`, { enabled: true })
  const made = await aTeam(back, admin)
  const { body, headers, event } = await eventually(() => receiver.received[0])
  await verifyWebhook(body, headers, { secret })
  assert.deepEqual([event.data.id, receiver.received.length], [made.id, 1])
  assert.equal((await back.as(admin).get(`/v1/changes?cursor=${next_cursor}`)).status, 410)
  await back.stop()
})
