import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aScratchApp } from '../test/scratch_app.ts'
import { Pool } from './pool/pool.ts'
import type { Sql } from './sql.ts'
import { inList, limitClause } from './stable_plans.ts'

const app = await aScratchApp()
const group_id = 1
await app.owner.unsafe(`
  create table leaves (group_id bigint, id bigint, primary key (group_id, id));
  grant select on leaves to muster_app;
  insert into leaves select ${group_id}, n from generate_series(1, 3000) n`)
await app.owner`vacuum analyze leaves`
// One session: its prepared statements are inspected in the same one.
const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 1 })
after(() => pool.end())

/** How often a statement has been planned after twenty executions. */
async function plansOf(ask: (sql: Sql) => PromiseLike<unknown>, words: string) {
  for (let n = 0; n < 20; n++) await pool.read({ group_id }, async sql => ask(sql))
  const [row] = await pool.read(
    { group_id },
    sql => sql<[{ anew: number }]>`
      select custom_plans::integer as anew from pg_prepared_statements where statement like ${`%${words}%`}
      and statement not like '%pg_prepared%'`,
  )
  return row.anew
}

// PostgreSQL makes five custom plans before it considers a generic one.
const tried = 5

test('a statement about one ID is planned once, not per request', async () => {
  const ask = (sql: Sql) => sql`select 'one' as one from leaves where group_id = ${group_id} and id ${inList(sql, [7])}`
  assert.equal(await plansOf(ask, 'one'), tried)
})

test('a first page of the default size is planned once, not per request', async () => {
  const ask = (sql: Sql) => sql`
    select 'page' as page from leaves where group_id = ${group_id} order by id desc ${limitClause(sql, 100)}`
  assert.equal(await plansOf(ask, 'page'), tried)
})

test('several IDs, and pages of other sizes, return the right rows', async () => {
  const [ids, sizes] = await pool.read({ group_id }, async sql => {
    const all = await sql<{ id: number }[]>`select id from leaves where group_id = ${group_id} order by id desc`
    const some = [all[3]!.id, all[1]!.id]
    const found = await sql<
      { id: number }[]
    >`select id from leaves where group_id = ${group_id} and id ${inList(sql, some)}`
    const none = await sql`select id from leaves where group_id = ${group_id} and id ${inList(sql, [])}`
    const page = async (size: number) => {
      const rows =
        await sql`select id from leaves where group_id = ${group_id} order by id desc ${limitClause(sql, size)}`
      return rows.length
    }
    const lengths = [await page(100), await page(3), await page(5000)]
    return [[found.map(({ id }) => id).toSorted((a, b) => a - b), none.length, some.toSorted((a, b) => a - b)], lengths]
  })
  assert.deepEqual(ids[0], ids[2])
  assert.equal(ids[1], 0)
  assert.deepEqual(sizes, [100, 3, 3000])
})
