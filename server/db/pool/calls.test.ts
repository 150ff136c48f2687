import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { onCitus } from '../../test/citus_cluster.ts'
import { eventually } from '../../test/harness.ts'
import { aSpace } from '../../test/people.ts'
import { aScratchApp } from '../../test/scratch_app.ts'
import type { Sql } from '../sql.ts'
import { Pool } from './pool.ts'
import { sharesOf } from './shares.ts'

// Calls of functions in the database: each is a transaction of its own, on sessions that concurrent calls share.

const app = await aScratchApp()
const [mine, theirs] = [await aSpace(app, 'Mine'), await aSpace(app, 'Theirs')]
const spaces = [mine, theirs]
// Names the space and the rows that a call sees, or fails as asked.
await app.owner.unsafe(`
  create function seen_spaces(space bigint, acting_user bigint, failing boolean) returns bigint[] language plpgsql as $$
  begin
    perform enter(space, acting_user);
    if failing then perform 1 / 0; end if;
    return array(select distinct group_id from roles union select -acting_user where acting_user = current_setting('app.user_id')::bigint);
  end $$;
  create table call_conflicts (n int);
  insert into call_conflicts values (0);
  grant select, update on call_conflicts to muster_app`)
const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 4, shares: sharesOf(4) })
after(() => pool.end())

const seen = (sql: Sql, space: number, failing = false) =>
  sql<{ seen: number[] }[]>`select seen_spaces(${space}, ${space + 7}, ${failing}) as seen`
const sleep = (space: number, ms: number) => pool.call(space, sql => sql`select pg_sleep(${ms / 1000}::float8)`)

describe('calls', () => {
  test('see one space each, also concurrent ones and those after an error', async () => {
    const calls = Array.from({ length: onCitus() ? 300 : 1000 }, async (_, n) => {
      const space = spaces[n % 2]!
      const failing = n % 7 === 0
      const rows = await pool.call(space, sql => seen(sql, space, failing)).catch(() => undefined)
      assert.equal(rows === undefined, failing)
      if (rows) assert.deepEqual(rows[0]!.seen.toSorted(), [-space - 7, space].toSorted())
    })
    await Promise.all(calls)
  })

  test('leave no space behind on their session', async () => {
    await Promise.all(spaces.map(space => pool.call(space, sql => seen(sql, space))))
    const bare = Array.from({ length: 20 }, () => pool.call(mine, sql => sql`select group_id from roles`))
    for (const rows of await Promise.all(bare)) assert.deepEqual([...rows], [])
  })

  test('never get the answer of another, also when a value of one cannot be sent', async () => {
    const throwing = {
      toString: () => {
        throw new Error('no text')
      },
    }
    const unsendable: unknown[] = [undefined, throwing, [throwing]]
    let answered = 0
    for (let round = 0; round < 20; round++) {
      const calls = Array.from({ length: 40 }, async (_, n) => {
        const value = (n % 10 === 3 ? unsendable[round % 3] : [n]) as number[]
        const [row] = await pool.call(spaces[n % 2], sql => sql`select ${n}::int as n, ${value}::int8[] as list`)
        assert.deepEqual({ ...row }, { n, list: [n] })
        answered++
      })
      const outcomes = await Promise.allSettled(calls)
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') assert.notEqual(outcome.reason.code, 'ERR_ASSERTION', outcome.reason.message)
    }
    assert.ok(answered > 100, `${answered} answers`)
  })

  test('are refused in another role than that of the application', async () => {
    await assert.rejects(app.owner`select seen_spaces(${mine}, 1, false)`, /instead of muster_app/)
    const worker = new Pool({ url: app.database_url, role: 'muster_worker', connections: 1 })
    await assert.rejects(
      worker.call(mine, sql => seen(sql, mine)),
      /permission denied|not configured/,
    )
    await worker.end()
  })

  test('of a space that sends many do not delay those of another', async () => {
    let done = 0
    const flood = Array.from({ length: 300 }, () => sleep(mine, 5).finally(() => done++))
    await sleep(theirs, 1)
    assert.ok(done < 60, `${done} calls of the other space came first`)
    await Promise.all(flood)
  })

  test('fail together when their session ends, and later ones succeed', async () => {
    // On Citus each call has its session for itself, and three of a space run at once.
    const calls = Array.from({ length: onCitus() ? 3 : 10 }, () => sleep(mine, 10_000))
    const outcomes = Promise.allSettled(calls)
    await app.owner`select pg_sleep(0.2)`
    await app.owner`
      select pg_terminate_backend(pid) from pg_stat_activity
      where query like 'select pg_sleep(%float8)' and pid <> pg_backend_pid()`
    for (const outcome of await outcomes) {
      assert.ok(outcome.status === 'rejected')
      assert.equal(outcome.reason.code, 'unavailable')
    }
    assert.equal((await pool.call(mine, sql => seen(sql, mine))).length, 1)
  })
})

describe('a list', () => {
  const locked = 4711

  test('of a space runs alone: neither its short calls nor the lists of another space wait for it', async () => {
    const held = await app.owner.reserve()
    await held`select pg_advisory_lock(${locked})`
    const list = () => pool.listCall(mine, sql => sql`select pg_advisory_xact_lock_shared(${locked})`)
    const lists = [list(), list()]
    const waiting = () => held`select from pg_locks where locktype = 'advisory' and objid = ${locked} and not granted`
    await eventually(async () => (await waiting()).length > 0)
    assert.equal((await pool.call(mine, sql => seen(sql, mine))).length, 1)
    assert.equal((await pool.listCall(theirs, sql => seen(sql, theirs))).length, 1)
    assert.equal((await waiting()).length, 1)
    await held`select pg_advisory_unlock(${locked})`
    held.release()
    await Promise.all(lists)
  })
})

describe('a call that writes', () => {
  test('has its session for itself: it waits for a lock, and others do not wait for it', async () => {
    const locked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const locking = pool.write({}, async sql => {
      await sql`update call_conflicts set n = n + 1`
      locked.resolve()
      await release.promise
    })
    await locked.promise
    const waiting = pool.writeCall(mine, sql => sql`update call_conflicts set n = n + 1 returning n`)
    await Promise.all(Array.from({ length: 50 }, () => pool.call(mine, sql => seen(sql, mine))))
    release.resolve()
    await locking
    assert.deepEqual([...(await waiting)], [{ n: 2 }])
  })

  test('is retried after a conflict, and its errors are those of a transaction', async () => {
    let attempts = 0
    const raise = `do $$ begin raise serialization_failure; end $$`
    const rows = await pool.writeCall(mine, async sql => (++attempts < 3 ? sql.unsafe(raise) : seen(sql, mine)))
    assert.deepEqual([attempts, rows.length], [3, 1])
    const busy = pool.writeCall(mine, sql => sql.unsafe('do $$ begin raise lock_not_available; end $$'))
    await assert.rejects(busy, { code: 'unavailable' })
  })
})
