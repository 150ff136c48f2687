import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { Pool } from '../db/pool/pool.ts'
import { aSpace } from '../test/people.ts'
import { startAppWithoutJobs } from '../test/shared_apps.ts'
import { cachedTotal } from './cached_totals.ts'
import { orderPendingEvents } from './order.ts'

// Only the test itself orders events.
const app = await startAppWithoutJobs()
const [busy, calm] = [await aSpace(app, 'Busy'), await aSpace(app, 'Calm')]
const worker = new Pool({ url: app.database_url, role: 'muster_worker', connections: 2 })
after(() => worker.end())
const complaints: number[] = []
const log = pino({ level: 'warn' }, { write: line => complaints.push(JSON.parse(line).space) })

const happen = (space: number, count = 1, sql = app.owner) => sql`
  insert into events (group_id, kind, subject_id, user_id, request)
  select ${space}::bigint, 'team.updated', 1, 1, '' from generate_series(1, ${count}::int)
  returning group_id`
const waiting = async (space: number) =>
  (
    await app.owner<[{ n: number }]>`
    select count(*) as n from events where group_id = ${space} and position is null`
  )[0].n
const order = () => orderPendingEvents(worker, async () => {}, log)
const [here, there] = [await aSpace(app, 'Here'), await aSpace(app, 'There')]

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

const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 2 })
after(() => pool.end())
const orderAll = async () => {
  while (await order());
}

/** The total, and whether it was counted for this read. */
let number = 0
async function asked(space: number, question = 'how many') {
  let counted = false
  const total = await pool.read({ group_id: space }, sql =>
    cachedTotal(sql, space, question, async () => {
      counted = true
      return ++number
    }),
  )
  return { total, counted }
}

test('a total is counted once and cached until the next event of the space', async () => {
  await happen(here)
  await happen(there)
  await orderAll()
  const { total } = await asked(here)
  assert.deepEqual(await asked(here), { total, counted: false })
  await happen(there)
  assert.deepEqual(await asked(here), { total, counted: false }, 'what happens in another space is nothing to this one')
  await happen(here)
  assert.deepEqual(await asked(here), { total: number, counted: true })
})

test('ordering events does not invalidate a total', async () => {
  await happen(here, 3)
  const { total } = await asked(here)
  await orderAll()
  assert.deepEqual(await asked(here), { total, counted: false })
})

test('each query has a total of its own, and each space', async () => {
  const one = await asked(here, 'one')
  assert.notEqual((await asked(here, 'other')).total, one.total)
  assert.notEqual((await asked(there, 'one')).total, one.total)
  assert.deepEqual(await asked(here, 'one'), { total: one.total, counted: false })
})

test('a transaction that began earlier and commits later invalidates a total, despite later events', async () => {
  await app.owner.begin(async slow => {
    await happen(here, 1, slow as unknown as typeof app.owner)
    const other = new Pool({ url: app.database_url, role: 'muster_app', connections: 1 })
    await other.write({ group_id: here }, sql => happen(here, 1, sql as unknown as typeof app.owner))
    await other.end()
    await orderAll()
    await asked(here)
    assert.equal((await asked(here)).counted, false)
  })
  assert.equal((await asked(here)).counted, true)
})

test('a rolled-back transaction invalidates nothing', async () => {
  const { total } = await asked(here)
  await assert.rejects(
    app.owner.begin(async sql => {
      await happen(here, 1, sql as unknown as typeof app.owner)
      throw new Error('rolled back')
    }),
  )
  assert.deepEqual(await asked(here), { total, counted: false })
})

test('with many unordered events, or none at all, a total is counted each time', async () => {
  await happen(here, 1000)
  for (const _ of [1, 2]) assert.equal((await asked(here)).counted, true)
  await orderAll()
  await asked(here)
  assert.equal((await asked(here)).counted, false)
  const fresh = await aSpace(app, 'Fresh')
  for (const _ of [1, 2]) assert.equal((await asked(fresh)).counted, true)
})

test('after a restore no earlier total is returned', async () => {
  await asked(here)
  await app.owner`update feeds set epoch = 'another' where group_id = ${here}`
  assert.equal((await asked(here)).counted, true)
})

test('a very long query is counted each time, and of many queries the latest are cached', async () => {
  const long = 'x'.repeat(20_000)
  for (const _ of [1, 2]) assert.equal((await asked(here, long)).counted, true)
  await asked(here, 'first')
  for (let n = 0; n < 1000; n++) {
    await asked(here, `question ${n}`)
    if (n === 500) assert.equal((await asked(here, 'first')).counted, false)
  }
  assert.equal((await asked(here, 'first')).counted, false, 'what is asked for again stays')
  assert.equal((await asked(here, 'question 0')).counted, true, 'the least recently used total was dropped')
})
