import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { Pool } from '../db/pool/pool.ts'
import type { Sql } from '../db/sql.ts'
import { runHousekeeping } from '../process/housekeeping.ts'
import { eventually, startTestApp } from '../test/harness.ts'
import { aSpace, aTeam, aUser } from '../test/people.ts'
import { aScratchApp } from '../test/scratch_app.ts'
import { deleteOldEvents } from './retention.ts'

const app = await aScratchApp()
const space = await aSpace(app)
const admin = await aUser(app, space, { role: 'admin' })
const ordered = () =>
  eventually(
    async () => (await app.owner`select from events where group_id = ${space} and position is null`).length === 0,
  )

async function forget(work: (worker: Pool) => Promise<void> = deleteOldEvents) {
  const pool = new Pool({ url: app.database_url, role: 'muster_worker', connections: 1 })
  await work(pool).finally(() => pool.end())
}

test('events are deleted after 30 days, except those in the timeline of contacts', async () => {
  await app.as(admin).post('/contacts', { contact: { surname: 'Old' } })
  await aTeam(app, admin)
  await ordered()
  const { next_cursor: cursor } = (await app.as(admin).get('/v1/changes?limit=1')).body
  await app.owner`update events set created_at = now() - interval '31 days' where group_id = ${space}`
  const { id } = await aTeam(app, admin)
  await ordered()
  await forget()
  const kept = await app.owner<{ kind: string; subject_id: number }[]>`
    select kind, subject_id from events where group_id = ${space} order by id`
  const kinds = kept.map(({ kind }) => kind)
  assert.deepEqual(kinds, ['contact.created', 'team.created'])
  assert.equal((await app.as(admin).get(`/v1/changes?cursor=${cursor}`)).status, 410)
  const { data } = (await app.as(admin).get('/v1/changes')).body
  assert.deepEqual([data.length, data[0].data.id], [1, id])
})

test('the delivery log keeps seven days and 5 000 ended deliveries, and all waiting ones', async () => {
  const hook = { name: 'Website', url: 'https://example.org/hook', types: ['team.deleted'] }
  const { id } = (await app.as(admin).post('/v1/webhooks', hook)).body.data
  await app.owner`update webhooks set backoff_until = now() + interval '1 day' where id = ${id}`
  const some = (count: number, state: string, age: string) => app.owner`
    insert into webhook_deliveries (group_id, webhook_id, event_id, type, state, ended_at, retry_until, created_at)
    select ${space}::bigint, ${id}, 1, 'team.deleted', ${state}, case when ${state} <> 'waiting' then now() end, now(), now() - ${age}::text::interval
    from generate_series(1, ${count}::int)
  returning group_id`
  await some(3, 'waiting', '1 hour')
  await some(5010, 'delivered', '1 hour')
  await some(2, 'failed', '8 days')
  await forget()
  const states = await app.owner<{ state: string; n: number }[]>`
    select state, count(*) as n from webhook_deliveries where webhook_id = ${id} group by 1 order by 1`
  const counts = states.map(({ state, n }) => `${state} ${n}`)
  assert.deepEqual(counts, ['delivered 5000', 'waiting 3'])
})

async function oldDeliveries(count: number) {
  const hook = { name: 'Archive', url: 'https://example.org/hook', types: ['team.deleted'] }
  const { id } = (await app.as(admin).post('/v1/webhooks', hook)).body.data
  await app.owner`
    insert into webhook_deliveries (group_id, webhook_id, event_id, type, state, ended_at, retry_until, created_at)
    select ${space}::bigint, ${id}, 1, 'team.deleted', 'failed', now(), now(), now() - interval '8 days' from generate_series(1, ${count}::int)
  returning group_id`
  return async () =>
    (await app.owner<[{ n: number }]>`select count(*) as n from webhook_deliveries where webhook_id = ${id}`)[0].n
}

test('old events are deleted in batches, and a batch stays deleted when the next one fails', async () => {
  const left = await oldDeliveries(10_010)
  let parts = 0
  const interrupted = (worker: Pool) =>
    deleteOldEvents({
      read: worker.read.bind(worker),
      write: (context: object, work: (sql: Sql) => Promise<unknown>) => {
        if (++parts > 1) throw new Error('no more today')
        return worker.write(context, work)
      },
    } as unknown as Pool)
  await assert.rejects(forget(interrupted), /no more today/)
  assert.equal(await left(), 10)
  await forget()
  assert.equal(await left(), 0)
})

test('a housekeeping task that fails does not stop the others', async () => {
  const left = await oldDeliveries(1)
  await app.owner`revoke delete on mail_outbox, tokens from muster_worker`
  const complaints: unknown[] = []
  const log = pino({ level: 'warn' }, { write: line => complaints.push(JSON.parse(line).task) })
  await forget(worker => runHousekeeping(worker, log))
  await app.owner`grant delete on mail_outbox, tokens to muster_worker`
  assert.deepEqual(complaints, ['mail', 'credentials'])
  assert.equal(await left(), 0)
})

test('a long poll is answered when the server stops', async () => {
  const other = await startTestApp({ same_database_as: app })
  const { next_cursor } = (await other.as(admin).get('/v1/changes?from=now')).body
  const waiting = other.as(admin).get(`/v1/changes?cursor=${next_cursor}&wait=25&types=team.deleted`)
  await other.as(admin).get('/me')
  await other.stop()
  const answer = await waiting
  assert.deepEqual([answer.status, answer.body.data], [200, []])
})
