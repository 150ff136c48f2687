import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { connectionOptions, throughPort } from '../../test/databases.ts'
import { eventually } from '../../test/harness.ts'
import { aProxy } from '../../test/proxy.ts'
import { aScratchApp } from '../../test/scratch_app.ts'
import { FairSemaphore } from './fair_semaphore.ts'
import { Pool } from './pool.ts'
import { type Demand, sharesOf } from './shares.ts'

const app = await aScratchApp()
const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 4, shares: sharesOf(4) })
after(() => pool.end())

/** Work that holds its session until the test ends it. */
function holding(group_id: number, heavy = false) {
  const state = { running: false, end: () => {} }
  const ended = new Promise<void>(resolve => {
    state.end = resolve
  })
  const done = pool.read(
    { group_id },
    async sql => {
      await sql`select 1`
      state.running = true
      await ended
    },
    heavy,
  )
  return { done, isRunning: () => state.running, end: state.end }
}

const running = (works: { isRunning: () => boolean }[]) => works.filter(({ isRunning }) => isRunning()).length
const answers = (group_id: number) => pool.read({ group_id }, sql => sql`select 1 as answer`)

async function endAll(works: ReturnType<typeof holding>[]) {
  for (const { end } of works) end()
  await Promise.all(works.map(({ done }) => done))
}

describe('sessions of a pool with limits per space', () => {
  test('are never all held by one space: another is served while the first has work waiting', async () => {
    const works = Array.from({ length: 8 }, () => holding(1))
    await eventually(() => running(works) === 3)
    for (let n = 0; n < 20; n++) assert.equal((await answers(2))[0]!.answer, 1)
    assert.equal(running(works), 3)
    await endAll(works)
  })

  test('run heavy work of a space one at a time, and its light work beside it', async () => {
    const works = [holding(1, true), holding(1, true)]
    await eventually(() => running(works) === 1)
    for (let n = 0; n < 20; n++) assert.equal((await answers(1))[0]!.answer, 1)
    assert.equal(running(works), 1)
    works[0]!.end()
    await eventually(() => running(works) === 2)
    await endAll(works)
  })

  test('at most half run heavy work of all spaces together', async () => {
    const works = [1, 2, 3].map(space => holding(space, true))
    await eventually(() => running(works) === 2)
    for (let n = 0; n < 20; n++) assert.equal((await answers(4))[0]!.answer, 1)
    assert.equal(running(works), 2)
    await endAll(works)
  })
})

test('a cancelled statement is reported, and so is a transaction that exceeds its total time', async () => {
  const hasty = new Pool({ url: app.database_url, role: 'muster_app', connections: 1, statement_timeout_ms: 300 })
  await assert.rejects(
    hasty.read({}, sql => sql`select pg_sleep(30)`),
    { code: 'too_expensive' },
  )
  const many = hasty.read({}, async sql => {
    for (let n = 0; n < 1000; n++) await sql`select pg_sleep(0.05)`
  })
  await assert.rejects(many, { code: 'too_expensive' })
  assert.equal((await hasty.read({}, sql => sql`select 1 as answer`))[0]!.answer, 1)
  await hasty.end()
})

test('a commit without a reply is not reported as stopped: it may have happened', async t => {
  const proxy = await aProxy(connectionOptions(app.database_url))
  const url = throughPort(app.database_url, proxy.port)
  const hasty = new Pool({ url, role: 'muster_app', connections: 1, statement_timeout_ms: 300 })
  t.after(async () => {
    await hasty.end()
    await proxy.stop()
  })
  const written = hasty.write({}, async sql => {
    await sql`select 1`
    const known = new Set(proxy.connections)
    proxy.fail({ kind: 'blackhole' }, link => known.has(link))
  })
  await assert.rejects(written, { code: 'unavailable' })
})

interface Work extends Demand {
  number: number
}

const acquired = async (semaphore: FairSemaphore, demand: Demand) => semaphore.acquire(demand)
const settled = () => new Promise(resolve => setImmediate(resolve))

const demand: fc.Arbitrary<Demand> = fc.record({ space: fc.integer({ min: 1, max: 4 }), heavy: fc.boolean() })

/** Starts and ends work, and checks the limits at each start. Returns the work in the order of its start. */
async function simulate(connections: number, demands: Demand[], choose: (length: number) => number) {
  const shares = sharesOf(connections)
  const semaphore = new FairSemaphore(connections, shares)
  const held: Work[] = []
  const begun: Work[] = []
  const begin = (work: Work) => {
    held.push(work)
    begun.push(work)
    const heavy = held.filter(other => other.heavy)
    const ofSpace = (list: Work[]) => list.filter(({ space }) => space === work.space).length
    assert.ok(held.length <= connections && heavy.length <= shares.heavy_max)
    assert.ok(ofSpace(held) <= shares.of_space_max && ofSpace(heavy) <= shares.heavy_of_space_max)
  }
  for (const [number, one] of demands.entries()) void acquired(semaphore, one).then(() => begin({ ...one, number }))
  await settled()
  while (held.length > 0) {
    const [ended] = held.splice(choose(held.length), 1)
    if (ended) semaphore.release(ended)
    await settled()
  }
  assert.deepEqual({ ...semaphore.load }, { held: 0, heavy: 0, waiting: 0 }, 'work is left waiting')
  return begun
}

test('under any load no limit is exceeded, no request is forgotten, and each space keeps its order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 9 }),
      fc.array(demand, { minLength: 1, maxLength: 40 }),
      fc.infiniteStream(fc.nat()),
      async (connections, demands, choices) => {
        const begun = await simulate(connections, demands, length => choices.next().value % length)
        assert.equal(begun.length, demands.length)
        const lines = Object.values(Object.groupBy(begun, ({ space, heavy }) => `${space} ${heavy}`))
        for (const line of lines) {
          const numbers = (line ?? []).map(({ number }) => number)
          assert.deepEqual(
            numbers,
            numbers.toSorted((one, other) => one - other),
          )
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('a free session goes to the space that holds the fewest', async () => {
  const semaphore = new FairSemaphore(4, sharesOf(8))
  const of = (space: number) => ({ space, heavy: false })
  for (const space of [1, 1, 1, 2]) await acquired(semaphore, of(space))
  const order: number[] = []
  const waiting = [1, 1, 2, 3].map(async space => {
    await acquired(semaphore, of(space))
    order.push(space)
  })
  for (const space of [1, 3, 2, 1]) {
    semaphore.release(of(space))
    await settled()
  }
  await Promise.all(waiting)
  assert.deepEqual(order, [3, 2, 1, 1])
})

test('work that nothing makes room for is refused, and so is all that waits for an unreachable database', async () => {
  const semaphore = new FairSemaphore(1, undefined, 50)
  const demand = { space: 1, heavy: false }
  await acquired(semaphore, demand)
  await assert.rejects(acquired(semaphore, demand), { code: 'unavailable' })
  const waiting = assert.rejects(acquired(semaphore, demand), /unreachable/)
  semaphore.refuseAll(() => new Error('unreachable'))
  await waiting
  semaphore.release(demand)
  await acquired(semaphore, demand)
})
