import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { connectionOptions, throughPort } from '../../test/databases.ts'
import { runs } from '../../test/runs.ts'
import { aScratchApp } from '../../test/scratch_app.ts'
import type { Sql } from '../sql.ts'
import { Pool } from './pool.ts'

const app = await aScratchApp()
await app.owner.unsafe('create table kept (word text); grant all on kept to muster_app')

// A proxy forwards the replies of the database in chunks of varying size.
let pieces = [65_536]
const proxy = createServer(client => {
  const behind = connect(connectionOptions(app.database_url))
  client.pipe(behind)
  behind.on('data', data => {
    for (let at = 0, turn = 0; at < data.length; turn++) {
      const size = pieces[turn % pieces.length]!
      client.write(data.subarray(at, at + size))
      at += size
    }
  })
  const leave = (other: Socket) => () => other.destroy()
  client.on('close', leave(behind)).on('error', leave(behind))
  behind.on('close', leave(client)).on('error', leave(client))
})
proxy.listen(0, '127.0.0.1')
await once(proxy, 'listening')
const { port } = proxy.address() as { port: number }
const pool = new Pool({ url: throughPort(app.database_url, port), role: 'muster_app', connections: 1 })
after(async () => {
  await pool.end()
  proxy.close()
})

/** A statement, and its result. */
const questions = {
  number: { ask: (sql: Sql) => sql`select 7 as seen`, answer: 7 },
  nothing: { ask: (sql: Sql) => sql`select 7 as seen where false`, answer: undefined },
  much: { ask: (sql: Sql) => sql`select repeat('x', 9000) as seen`, answer: 'x'.repeat(9000) },
  long: { ask: (sql: Sql) => sql`select length(${'y'.repeat(3000)}::text) as seen`, answer: 3000 },
  simple: { ask: (sql: Sql) => sql.unsafe('select 8 as seen'), answer: 8 },
  notice: {
    ask: (sql: Sql) => sql.unsafe(`do $$ begin raise notice 'a word in between'; end $$`),
    answer: undefined,
  },
  word: { ask: (sql: Sql) => sql`insert into kept values ('kept') returning word as seen`, answer: 'kept' },
  mistake: { ask: (sql: Sql) => sql`select 1 / 0 as seen`, answer: '22012' },
}
type Question = keyof typeof questions
const words = Object.keys(questions) as Question[]

const heard = (asked: PromiseLike<readonly unknown[]>) =>
  asked.then(
    rows => (rows[0] as { seen: unknown } | undefined)?.seen,
    error => error.code as string,
  )

describe('statements sent together', () => {
  test('are each answered as if sent alone, however the replies arrive', async () => {
    const several = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 })
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(several, sizes, async (asked, some) => {
        pieces = some
        await app.owner`delete from kept`
        const wrong = asked.indexOf('mistake')
        const expected = asked.map((word, turn) => (wrong >= 0 && turn > wrong ? '25P02' : questions[word].answer))
        let answers: unknown[] = []
        const work = pool.write({}, async sql => {
          answers = await Promise.all(asked.map(word => heard(questions[word].ask(sql))))
          if (wrong >= 0) throw new Error('given up')
        })
        if (wrong < 0) await work
        else await assert.rejects(work, /given up/)
        assert.deepEqual(answers, expected)
        const [row] = await app.owner<[{ n: number }]>`select count(*)::int as n from kept`
        assert.equal(row.n, wrong < 0 ? asked.filter(word => word === 'word').length : 0)
      }),
      { numRuns: runs(150) },
    )
  })

  test('leave the session usable after an error', async () => {
    pieces = [65_536]
    await assert.rejects(
      pool.write({}, sql => Promise.all([sql`select 1`, sql`select 1 / 0`, sql`select 2`])),
      { code: '22012' },
    )
    assert.deepEqual([...(await pool.read({}, sql => sql`select 3 as seen`))], [{ seen: 3 }])
  })
})

test('a statement that cannot be sent does not confuse the replies of later ones', async () => {
  const seven = (sql: Sql) => sql<[{ seen: number }]>`select 7 as seen`
  await pool.read({}, seven)
  for (let turn = 0; turn < 5; turn++) {
    const unsendable = pool.write({}, async sql => {
      await sql`insert into kept values (${undefined as unknown as string})`.catch(() => {})
      await sql`select 1 as seen`.catch(() => {})
      throw new TypeError('a mistake of ours')
    })
    await assert.rejects(unsendable)
    for (const seen of [1, 2, 3]) {
      const [row] = await pool.read(
        { group_id: seen },
        sql =>
          sql<[{ seen: number; space: string }]>`select ${seen}::int as seen, current_setting('app.group_id') as space`,
      )
      assert.deepEqual({ ...row }, { seen, space: String(seen) })
    }
  }
})

describe('a read', () => {
  const state = async () => {
    const [row] = await app.owner<[{ state: string }]>`select state from pg_stat_activity where pid = ${pid}`
    return row.state
  }
  let pid = 0

  test('ends its transaction soon, although no request follows', async () => {
    ;[{ pid }] = await pool.read({}, sql => sql<[{ pid: number }]>`select pg_backend_pid() as pid`)
    for (let state_now = await state(); state_now !== 'idle'; state_now = await state())
      assert.equal(state_now, 'idle in transaction')
    assert.equal(await state(), 'idle')
  })

  test('does not leak its context to the next one, at once or later', async () => {
    const whom = (sql: Sql) => sql<[{ group: string; user: string }]>`
      select current_setting('app.group_id', true) as group, current_setting('app.user_id', true) as user`
    const [first] = await pool.read({ group_id: 7, user_id: 8 }, whom)
    assert.deepEqual({ ...first }, { group: '7', user: '8' })
    const [second] = await pool.read({}, whom)
    assert.deepEqual({ ...second }, { group: '', user: '' })
  })

  test('shows what was committed before it was requested', async () => {
    const count = async () =>
      (await pool.read({}, sql => sql<[{ n: number }]>`select count(*)::int as n from kept`))[0].n
    const before = await count()
    await app.owner`insert into kept values ('later')`
    assert.equal(await count(), before + 1)
  })

  test('may not write, whatever its session did before', async () => {
    await pool.write({}, sql => sql`insert into kept values ('mine')`)
    await pool.read({}, sql => sql`select 1`)
    await assert.rejects(
      pool.read({}, sql => sql`insert into kept values ('never')`),
      ({ cause }) => /read-only/.test(cause.message),
    )
    await pool.read({}, sql => sql`select 1`)
    await pool.write({}, sql => sql`insert into kept values ('again')`)
  })
})

/** A branch of the work that is not awaited, and that sends another statement when the test says so. */
function straying() {
  const { promise: told, resolve: tell } = Promise.withResolvers<void>()
  const asksAgain = { plainly: (sql: Sql) => sql`select 1`, unsafely: (sql: Sql) => sql.unsafe('select 1') }
  let strays: Promise<unknown>[] = []
  const set = (sql: Sql) => {
    strays = Object.values(asksAgain).map(ask => told.then(() => ask(sql)))
  }
  const ask = async () => {
    tell()
    for (const stray of strays) await assert.rejects(stray, /after the end of its transaction/)
  }
  return { set, ask }
}

describe('a statement after the end of its transaction', () => {
  for (const kind of ['read', 'write', 'auditedRead', 'snapshot'] as const) {
    test(`is refused after a ${kind} that succeeded`, async () => {
      const { set, ask } = straying()
      await pool[kind]({ group_id: 1 }, async sql => set(sql))
      await ask()
    })

    test(`is refused after a ${kind} that failed, also inside the next transaction`, async () => {
      const { set, ask } = straying()
      const failing = async (sql: Sql) => {
        set(sql)
        throw new Error('no')
      }
      await assert.rejects(pool[kind]({ group_id: 1 }, failing), /no/)
      await pool.read({ group_id: 2 }, ask)
    })
  }
})
