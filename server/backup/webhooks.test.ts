import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { verifyWebhook } from '../../sdk/webhooks.ts'
import { openSession } from '../db/sql.ts'
import { clusterUrl, databaseAt } from '../test/databases.ts'
import { eventually, startTestApp } from '../test/harness.ts'
import { aSpace, aTeam, aUser } from '../test/people.ts'
import { aReceiver } from '../test/webhook_receiver.ts'
import { takeBackup } from './contents.ts'
import { restoreBackup } from './restore.ts'

// Only the restored copy delivers webhooks.
const env = { JOBS: 'off', WEBHOOKS_PRIVATE: 'on' }
const app = await startTestApp({ env })
const admin = await aUser(app, await aSpace(app), { role: 'admin' })
const folder = mkdtempSync(join(tmpdir(), 'muster-backup-'))
const server = await openSession(clusterUrl())
const name = `restored_webhooks_${process.pid}`

after(async () => {
  await server.unsafe(`drop database if exists ${name} with (force)`)
  await server.end()
  rmSync(folder, { recursive: true, force: true })
})

test('a restored backup has its webhooks and secrets, disabled, and delivers no past events again', async () => {
  const receiver = await aReceiver()
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
  await server.unsafe(`create database ${name}`)
  const url = databaseAt(name)
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
