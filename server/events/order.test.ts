import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { Pool } from '../db/pool/pool.ts'
import { aSpace } from '../test/people.ts'
import { startAppWithoutJobs } from '../test/shared_apps.ts'
import { orderPendingEvents } from './order.ts'

// Only the test itself orders events.
const app = await startAppWithoutJobs()
const [busy, calm] = [await aSpace(app, 'Busy'), await aSpace(app, 'Calm')]
const worker = new Pool({ url: app.database_url, role: 'muster_worker', connections: 2 })
after(() => worker.end())
const complaints: number[] = []
const log = pino({ level: 'warn' }, { write: line => complaints.push(JSON.parse(line).space) })

const happen = (space: number, count: number) => app.owner`
  insert into events (group_id, kind, subject_id, user_id, request)
  select ${space}::bigint, 'team.updated', 1, 1, '' from generate_series(1, ${count}::int)
  returning group_id`
const waiting = async (space: number) =>
  (
    await app.owner<[{ n: number }]>`
    select count(*) as n from events where group_id = ${space} and position is null`
  )[0].n
const order = () => orderPendingEvents(worker, async () => {}, log)

test('a busy space delays the others by one batch', async () => {
  // Other test files have left events.
  while (await order());
  await happen(busy, 2500)
  await happen(calm, 1)
  assert.equal(await order(), true)
  assert.deepEqual([await waiting(busy), await waiting(calm)], [1500, 0])
  assert.deepEqual([await order(), await order(), await order()], [true, false, false])
  assert.equal(await waiting(busy), 0)
})

test('a space whose events cannot be ordered does not stop the others', async () => {
  await app.owner`update feeds set position = 0 where group_id = ${busy}`
  await happen(busy, 1)
  await happen(calm, 1)
  await order()
  assert.deepEqual([await waiting(busy), await waiting(calm)], [1, 0])
  assert.deepEqual(complaints, [busy])
  await app.owner`update feeds set position = 2500 where group_id = ${busy}`
  await order()
})

test('a space that another process orders is skipped, and checked again', async () => {
  await happen(busy, 1)
  await happen(calm, 1)
  await app.owner.begin(async held => {
    await held`select from feeds where group_id = ${busy} for update`
    assert.equal(await order(), true)
    const left = await held<{ group_id: number }[]>`select group_id from events where position is null`
    assert.deepEqual([...left], [{ group_id: busy }])
  })
  assert.equal(await order(), false)
  assert.equal(await waiting(busy), 0)
})
