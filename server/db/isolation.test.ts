import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { startTestApp } from '../test/harness.ts'
import { aSpace, aUserPerRole } from '../test/people.ts'
import { Pool } from './pool/pool.ts'

const app = await startTestApp()
const [mine, theirs] = [await aSpace(app, 'Mine'), await aSpace(app, 'Theirs')]
const cast = await aUserPerRole(app, mine)
await aUserPerRole(app, theirs)
await app.as(cast.admin).post('/teams', { team: { name: 'Ours', users: [{ id: cast.user.id }] } })

const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 2 })
after(() => pool.end())

const groupTables = (
  await app.owner<{ name: string }[]>`
  select c.relname as name from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'group_id' and not a.attisdropped
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
  order by 1`
).map(({ name }) => name)

describe('row-level security separates spaces', () => {
  test('is enabled and forced for every table of a space', async () => {
    const bare = await app.owner`
      select relname from pg_class
      where relname::text = any(${[...groupTables, 'spaces', 'accounts']}) and not (relrowsecurity and relforcerowsecurity)`
    assert.deepEqual([...bare], [])
    assert.ok(groupTables.length >= 9)
  })

  test('the roles of the application own nothing, are no superusers and bypass nothing', async () => {
    const [row] = await app.owner`
      select count(*)::int as n from pg_roles r
      where r.rolname in ('muster_app', 'muster_worker')
        and (r.rolsuper or r.rolbypassrls or r.rolcreaterole or exists (select from pg_class c where c.relowner = r.oid))`
    assert.equal(row?.n, 0)
  })

  test('every foreign key between tables of a space includes the space', async () => {
    const loose = await app.owner`
      select k.conname from pg_constraint k
      join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and f.relname::text = any(${groupTables}) and t.relname::text = any(${groupTables})
        and not exists (select from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any(k.conkey) and a.attname = 'group_id')`
    assert.deepEqual([...loose], [])
  })

  test('a query without a where clause shows nothing of another space', async () => {
    for (const table of groupTables) {
      const rows = await pool.read(
        { group_id: theirs },
        sql => sql<{ group_id: number }[]>`select group_id from ${sql(table)}`,
      )
      assert.ok(
        rows.every(({ group_id }) => group_id === theirs),
        table,
      )
    }
    const names = await pool.read({ group_id: theirs }, sql => sql<{ name: string }[]>`select name from spaces`)
    assert.deepEqual(
      names.map(({ name }) => name),
      ['Theirs'],
    )
  })

  test('without a context no row is visible', async () => {
    for (const table of [...groupTables, 'spaces', 'accounts']) {
      assert.equal((await pool.read({}, sql => sql`select * from ${sql(table)}`)).length, 0, table)
    }
  })

  test('nothing can be written into another space', async () => {
    await assert.rejects(
      pool.write(
        { group_id: theirs },
        sql => sql`
      insert into teams (group_id, created_by, name, description, private, hide_users) values (${mine}, ${cast.admin.id}, 'x', '', false, false)`,
      ),
      /row-level security/,
    )
    const moved = await pool.write(
      { group_id: theirs },
      sql => sql`update teams set name = 'Taken' where group_id = ${mine} returning id`,
    )
    assert.equal(moved.length, 0)
  })

  test('a context ends with its transaction, however sessions are shared', async () => {
    await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const space = index % 2 ? mine : theirs
        const [row] = await pool.read({ group_id: space }, sql => sql<{ id: number }[]>`select id from spaces`)
        assert.equal(row?.id, space)
      }),
    )
  })

  test('the worker role sees queues and no personal data', async () => {
    const worker = new Pool({ url: app.database_url, role: 'muster_worker', connections: 1 })
    for (const table of ['users', 'accounts', 'teams', 'tokens', 'invitations', 'oidc_records', 'second_factors']) {
      await assert.rejects(
        worker.read({}, sql => sql`select * from ${sql(table)}`),
        /permission denied/,
        table,
      )
    }
    await worker.end()
  })
})

describe('the pool', () => {
  test('a transaction whose session breaks is never continued in another one', async () => {
    await assert.rejects(
      pool.write({ group_id: mine }, async sql => {
        await sql`update spaces set name = 'Half' where id = ${mine}`
        const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
        await app.owner`select pg_terminate_backend(${row!.pid}::integer)`
        await sql`select 1`
      }),
      { code: 'unavailable' },
    )
    const [row] = await app.owner<{ name: string }[]>`select name from spaces where id = ${mine}`
    assert.equal(row?.name, 'Mine')
    assert.equal((await pool.read({ group_id: mine }, sql => sql`select from spaces`)).length, 1)
  })
})
