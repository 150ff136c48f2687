import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { notFound } from '../../errors.ts'
import { eventually, startTestApp } from '../../test/harness.ts'
import { runs } from '../../test/runs.ts'
import type { RlsContext } from '../rls_context.ts'
import type { Sql } from '../sql.ts'
import { Pool } from './pool.ts'

const app = await startTestApp({ own: true })
await app.owner.unsafe('create table witnessed (word text); grant all on witnessed to muster_app')
const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 4 })
after(() => pool.end())

const join = <T>(context: RlsContext, work: (sql: Sql) => Promise<T>) => pool.readBatched('read', context, work)

/** The context that the transaction has, and which transaction it is. */
const look = async (sql: Sql) => {
  const [seen] = await sql<[{ space: string; transaction: string }]>`
    select current_setting('app.group_id') as space, pg_backend_pid() || ' ' || now()::text as transaction`
  return seen
}

const transactionsOf = (seen: { transaction: string }[]) => new Set(seen.map(({ transaction }) => transaction))

describe('reads requested at the same time', () => {
  test('share one transaction, up to 32 of them', async () => {
    const seen = await Promise.all(Array.from({ length: 32 }, () => join({ group_id: 1 }, look)))
    assert.equal(transactionsOf(seen).size, 1)
    const more = await Promise.all(Array.from({ length: 33 }, () => join({ group_id: 1 }, look)))
    assert.equal(transactionsOf(more).size, 2)
  })

  test('never share it with a caller of another visibility', async () => {
    const spaces = Array.from({ length: 60 }, (_, turn) => (turn % 3) + 1)
    const seen = await Promise.all(spaces.map(group_id => join({ group_id, user_id: 7 }, look)))
    assert.deepEqual(
      seen.map(({ space }) => Number(space)),
      spaces,
    )
    const others = await Promise.all([1, 2].map(user_id => join({ group_id: 1, user_id }, look)))
    assert.equal(transactionsOf(others).size, 2)
  })

  test('delay later reads of the same caller, and no others', async () => {
    const order: string[] = []
    const note = (word: string) => () => void order.push(word)
    await app.owner
      .begin(async holder => {
        await holder`select pg_advisory_xact_lock(4711)`
        const first = join({ group_id: 1 }, sql => sql`select pg_advisory_xact_lock_shared(4711)`).then(note('first'))
        await new Promise(setImmediate)
        const second = join({ group_id: 1 }, look).then(note('second'))
        await join({ group_id: 2 }, look).then(note('elsewhere'))
        return [first, second]
      })
      .then(both => Promise.all(both))
    assert.deepEqual(order, ['elsewhere', 'first', 'second'])
  })

  test('are each answered as if requested alone, whatever happens to the others', async () => {
    const absent = () => Promise.reject(notFound('thing'))
    const mistake = (sql: Sql) => sql`select 1 / 0`
    const stories = {
      short: { tell: look, end: '5' },
      long: {
        tell: (sql: Sql) =>
          look(sql)
            .then(() => look(sql))
            .then(() => look(sql)),
        end: '5',
      },
      absent: { tell: (sql: Sql) => look(sql).then(absent), end: 'not_found' },
      wrong: { tell: mistake, end: '22012' },
      careless: { tell: (sql: Sql) => look(sql).then(() => Promise.reject(new TypeError('a mistake of ours'))) },
      late: { tell: (sql: Sql) => look(sql).then(() => mistake(sql)), end: '22012' },
    }
    const words = Object.keys(stories) as (keyof typeof stories)[]
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 40 }), async told => {
        const ends = await Promise.all(
          told.map(word =>
            join<any>({ group_id: 5 }, stories[word].tell).then(
              ({ space }) => space,
              ({ code }) => code,
            ),
          ),
        )
        assert.deepEqual(
          ends,
          told.map(word => (stories[word] as { end?: string }).end),
        )
      }),
      { numRuns: runs(60) },
    )
  })

  test('never run in the transaction of another caller, also when one of them failed early', async () => {
    const narrow = new Pool({ url: app.database_url, role: 'muster_app', connections: 1 })
    const seen = new Set<string>()
    const persistent = async (sql: Sql) => {
      for (let time = 0; time < 20; time++)
        await look(sql).then(
          ({ space }) => seen.add(space),
          () => {},
        )
    }
    const wrong = narrow.readBatched('read', { group_id: 1 }, sql => sql`select 1 / 0`)
    await Promise.all([
      assert.rejects(wrong, { code: '22012' }),
      narrow.readBatched('read', { group_id: 1 }, persistent),
      ...Array.from({ length: 20 }, () => narrow.read({ group_id: 2 }, look)),
    ])
    await narrow.end()
    assert.deepEqual([...seen], ['1'])
  })

  test('all fail at once when the session ends, also those not yet sent', { timeout: 10_000 }, async () => {
    const fresh = new Pool({ url: app.database_url, role: 'muster_app', connections: 1 })
    await app.owner.begin(async holder => {
      await holder`select pg_advisory_xact_lock(4712)`
      const stuck = (sql: Sql) => sql`select pg_advisory_xact_lock_shared(4712)`
      const members = Promise.allSettled(Array.from({ length: 8 }, () => fresh.readBatched('read', {}, stuck)))
      await eventually(async () => {
        const ended = await holder`
          select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 4712 and not granted`
        return ended.length === 1
      })
      for (const outcome of await members) assert.equal((outcome as PromiseRejectedResult).reason?.code, 'unavailable')
    })
    await fresh.end()
  })

  test('all fail when the database becomes unreachable, and later ones succeed', async () => {
    const doom = async (sql: Sql) => {
      const [{ pid }] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`
      await app.owner`select pg_terminate_backend(${pid}, 5000)`
      return look(sql)
    }
    for (const outcome of await Promise.allSettled([join({ group_id: 1 }, doom), join({ group_id: 1 }, look)])) {
      assert.equal(outcome.status, 'rejected')
      assert.equal(outcome.reason.code, 'unavailable')
    }
    assert.equal((await join({ group_id: 1 }, look)).space, '1')
  })
})

describe('reads that write an audit entry', () => {
  const note = (word: string) => (sql: Sql) => sql`insert into witnessed values (${word})`
  const noted = async () =>
    (await app.owner<{ word: string }[]>`select word from witnessed order by word`).map(row => row.word)

  test('have it committed before the reply, each its own', async () => {
    const words = Array.from({ length: 40 }, (_, turn) => String(turn).padStart(2, '0'))
    await Promise.all(words.map(word => pool.readBatched('auditedRead', { group_id: 1 }, note(word))))
    assert.deepEqual(await noted(), words)
  })

  test('write it once, also when another read failed', async () => {
    await app.owner`delete from witnessed`
    const wrong = pool.readBatched('auditedRead', { group_id: 1 }, sql => sql`select 1 / 0`)
    await Promise.all([
      assert.rejects(wrong, { code: '22012' }),
      ...['a', 'b'].map(word => pool.readBatched('auditedRead', { group_id: 1 }, note(word))),
    ])
    assert.deepEqual(await noted(), ['a', 'b'])
  })
})
