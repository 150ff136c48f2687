import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { NotificationListener } from '../../db/notification_listener.ts'
import { Pool } from '../../db/pool/pool.ts'
import { claimJob, runStep } from '../../jobs/queue.ts'
import { JobRunner } from '../../jobs/runner.ts'
import { readBulkChange } from '../../test/bulk_changes.ts'
import { startTestApp } from '../../test/harness.ts'
import { waitForJob } from '../../test/imports.ts'
import { insertContacts } from '../../test/insert_contacts.ts'
import { aSpace, aUser } from '../../test/people.ts'
import { reindexContacts } from '../../test/search_index.ts'
import { bulkChangeJobSteps } from './job.ts'

// The application runs no jobs here: these tests decide which runner claims a job, and when it dies.
const app = await startTestApp({ env: { JOBS: 'off' } })
const worker = new Pool({ url: app.database_url, role: 'muster_worker', connections: 2 })
const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 4 })
const listener = new NotificationListener(app.database_url)
await listener.start()

const people = 1001

async function started() {
  const admin = await aUser(app, await aSpace(app), { role: 'admin' })
  await insertContacts(app.owner, admin.space, people)
  await reindexContacts(app.owner, admin.space)
  const { body } = await app
    .as(admin)
    .post('/v1/bulk_changes', { contacts: { query: null }, change: { tags: { add: ['interrupted'] } } })
  const { id, job_id } = body.data
  const tagged = async () =>
    (
      await app.owner`select from contact_tags ct join tags t on t.group_id = ct.group_id and t.id = ct.tag_id
        where t.group_id = ${admin.space} and t.name = 'interrupted'`
    ).length
  const step = (holder: string) =>
    pool.write({ group_id: admin.space }, sql =>
      runStep(sql, { group_id: admin.space, id: job_id }, holder, bulkChangeJobSteps),
    )
  return { admin, id, job_id, tagged, step }
}

async function finish(wait: () => Promise<unknown>) {
  const log = pino({ level: 'silent' })
  const runner = new JobRunner({ worker, pool, listener, steps: bulkChangeJobSteps, log })
  runner.start()
  await wait().finally(() => runner.stop())
}

test('a bulk change whose process is killed continues at its last step, and changes each contact once', async () => {
  const { admin, id, job_id, tagged, step } = await started()
  await claimJob(worker, 'the dead')
  assert.ok(await step('the dead'))
  assert.deepEqual([await tagged(), (await readBulkChange(app, admin, id)).done], [500, 500])
  await app.owner`update jobs set heartbeat_at = now() - interval '1 minute' where id = ${job_id}`
  const listed = async (query: string) =>
    (await app.as(admin).get(`/v1/bulk_changes?${query}`)).body.data.map((one: { id: number }) => one.id)
  assert.deepEqual([await listed('in_progress=true'), await listed('mine=true&in_progress=false')], [[id], []])
  await finish(() => waitForJob(app, admin, job_id))
  assert.deepEqual([await listed('in_progress=true'), await listed('mine=true&in_progress=false')], [[], [id]])
  const { state, changed, total } = await readBulkChange(app, admin, id)
  assert.deepEqual([state, changed, total, await tagged()], ['done', people, people, people])
  const events = await app.owner`select from events where group_id = ${admin.space} and kind = 'contact.updated'`
  assert.equal(events.length, people)
})

test('a bulk change that is cancelled keeps what it did, which can be undone', async () => {
  const { admin, id, job_id, tagged, step } = await started()
  await claimJob(worker, 'a runner')
  await step('a runner')
  const { status } = await app.as(admin).post(`/v1/bulk_changes/${id}/cancel`)
  assert.equal(status, 200)
  assert.equal(await step('a runner'), false)
  const cancelled = await readBulkChange(app, admin, id)
  assert.deepEqual([cancelled.state, cancelled.changed, cancelled.total], ['cancelled', 500, people])
  const waiting = await app.as(admin).get(`/v1/bulk_changes/${id}/contacts?outcome=waiting&limit=1000`)
  assert.equal(waiting.body.data.length, people - 500)
  const { body } = await app.as(admin).post(`/v1/bulk_changes/${id}/undo`)
  await finish(() => waitForJob(app, admin, body.data.undo.job_id))
  assert.deepEqual([(await readBulkChange(app, admin, id)).state, await tagged()], ['undone', 0])
  assert.equal((await app.as(admin).post(`/v1/bulk_changes/${id}/cancel`)).status, 409)
  assert.ok(job_id)
})

test.after(async () => {
  await listener.stop()
  await Promise.all([worker.end(), pool.end()])
})
