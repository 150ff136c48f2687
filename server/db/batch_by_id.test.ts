import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { startTestApp } from '../test/harness.ts'
import { withAccessToken } from '../test/integrations.ts'
import { aSpace, aUser, aUserPerRole } from '../test/people.ts'
import { runs } from '../test/runs.ts'
import { batchById } from './batch_by_id.ts'
import { deferRow, deferredStatementsOf, sendDeferredRows } from './deferred_statements.ts'
import { Pool } from './pool/pool.ts'
import type { Sql } from './sql.ts'
import { inShortList } from './stable_plans.ts'

const app = await startTestApp({ own: true })
await app.owner.unsafe(`
  create table things (id bigint, word text);
  insert into things select n, 'thing ' || n from generate_series(1, 100) n where n % 10 > 0;
  grant all on things to muster_app`)
const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 2 })
after(() => pool.end())

/** The ids that were queried, statement by statement. */
let asked: { who: object; ids: number[] }[] = []
const thingOf = batchById((sql, who: { name: string }, ids) => {
  asked.push({ who, ids })
  return sql<{ id: number; word: string }[]>`select id, word from things where id ${inShortList(sql, ids)}`
})
const [ada, bob] = [{ name: 'Ada' }, { name: 'Bob' }]

describe('rows requested at the same moment', () => {
  test('come from one statement, each to its caller', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 110 }), { minLength: 1, maxLength: 40 }), async ids => {
        asked = []
        const rows = await pool.read({}, sql => Promise.all(ids.map(id => thingOf(sql, ada, id))))
        assert.deepEqual(
          rows.map(row => row?.word),
          ids.map(id => (id % 10 > 0 && id < 100 ? `thing ${id}` : undefined)),
        )
        assert.deepEqual(asked, [{ who: ada, ids: [...new Set(ids)] }])
      }),
      { numRuns: runs(50) },
    )
  })

  test('are queried per user and per transaction', async () => {
    asked = []
    const both = (sql: Sql) => Promise.all([ada, bob, ada].map((who, turn) => thingOf(sql, who, turn + 1)))
    await Promise.all([pool.read({}, both), pool.read({}, both)])
    const once = [
      { who: ada, ids: [1, 3] },
      { who: bob, ids: [2] },
    ]
    assert.deepEqual(asked, [...once, ...once])
  })

  test('are queried again by a later request', async () => {
    const [before, after] = await pool.write({}, async sql => {
      const before = await thingOf(sql, ada, 11)
      await sql`update things set word = 'changed' where id = 11`
      return [before, await thingOf(sql, ada, 11)]
    })
    assert.deepEqual([before?.word, after?.word], ['thing 11', 'changed'])
  })

  test('fail for all callers alike', async () => {
    const broken = batchById(
      (sql, _: object, ids) => sql<{ id: number }[]>`select 1 / 0 as id from things where id = ${ids[0]!}`,
    )
    const outcomes = await pool
      .read({}, async sql => Promise.allSettled([1, 2, 3].map(id => broken(sql, ada, id))))
      .then(settled => settled.map(one => (one as PromiseRejectedResult).reason.code))
    assert.deepEqual(outcomes, ['22012', '22012', '22012'])
  })

  test('need few statements, however many they are', async () => {
    const fresh = new Pool({ url: app.database_url, role: 'muster_app', connections: 1 })
    const [row] = await fresh.read({}, async sql => {
      for (let many = 1; many <= 32; many++)
        await Promise.all(Array.from({ length: many }, (_, n) => thingOf(sql, ada, n)))
      return sql<[{ count: number }]>`
        select count(*)::int as count from pg_prepared_statements where statement like 'select id, word%'`
    })
    await fresh.end()
    assert.equal(row.count, 6, 'for 1, 2, 4, 8, 16 and 32')
  })
})

test('rows deferred several times in a transaction are written by one statement, before the commit', async () => {
  const written: string[][] = []
  const write = (sql: Sql, words: string[]) => {
    written.push(words)
    return sql`insert into things select 200 + n, word from unnest(${words}::text[]) with ordinality as t (word, n)`
  }
  await pool.write({}, async sql => {
    for (const word of ['a', 'b', 'c']) deferRow(sql, write, word)
  })
  assert.deepEqual(written, [['a', 'b', 'c']])
  const rows = await app.owner<{ word: string }[]>`select word from things where id > 200 order by id`
  assert.deepEqual(
    rows.map(({ word }) => word),
    ['a', 'b', 'c'],
  )
  const wrong = pool.write({}, async sql => deferRow(sql, () => sql`select 1 / 0`, 1))
  await assert.rejects(wrong, { code: '22012' })
  const never = {} as Sql
  sendDeferredRows(never)
  assert.deepEqual(deferredStatementsOf(never), [])
})

describe('contacts that one user requests at the same time', () => {
  test('are shown as each token allows, with an audit entry for each', async () => {
    const space = await aSpace(app)
    const cast = await aUserPerRole(app, space)
    const ids: number[] = []
    for (let n = 0; n < 12; n++) {
      const contact = { surname: `Nr ${n}`, tags: [{ name: 'vip' }] }
      ids.push((await app.as(cast.admin).post('/contacts', { contact })).body.data.contact.id)
    }
    const narrow = await withAccessToken(app, cast.admin, { scopes: ['contacts:read'] })
    const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })
    const askers = [cast.admin, narrow, other_space_user]
    const asked = ids.flatMap(id => askers.map(who => ({ id, who })))
    const answers = await Promise.all(asked.map(({ id, who }) => app.as(who).get(`/v1/contacts/${id}`)))
    for (const [turn, { id, who }] of asked.entries()) {
      const { status, body } = answers[turn]!
      if (who === other_space_user) assert.equal(status, 404)
      else {
        assert.deepEqual([status, body.id], [200, id])
        assert.deepEqual(
          body.tags.map(({ name }: { name: string }) => name),
          who === narrow ? [] : ['vip'],
        )
      }
    }
    const entries = await app.owner<{ subject_id: number; token_id: number }[]>`
      select subject_id::int, token_id::int from audit_log where group_id = ${space} and kind = 'contact.read' order by subject_id`
    assert.deepEqual(
      entries.map(({ subject_id }) => subject_id),
      ids.toSorted((a, b) => a - b),
    )
    assert.equal(new Set(entries.map(({ token_id }) => token_id)).size, 1)
  })
})
