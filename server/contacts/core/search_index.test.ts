import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { Pool } from '../../db/pool/pool.ts'
import { openSession } from '../../db/sql.ts'
import { startTestApp } from '../../test/harness.ts'
import { insertContacts } from '../../test/insert_contacts.ts'
import { aSpace } from '../../test/people.ts'
import { reindexContacts } from '../../test/search_index.ts'
import { valuesOf } from '../../test/values.ts'

const app = await startTestApp()

const size = 50
const spaces = [await aSpace(app), await aSpace(app)]
for (const space of spaces) {
  await insertContacts(app.owner, space, size)
  await reindexContacts(app.owner, space)
}

test('a session plans the indexing of a contact only a few times: planning costs more than the rest', async () => {
  const space = await aSpace(app)
  const { first } = await insertContacts(app.owner, space, 20)
  await reindexContacts(app.owner, space)
  const session = await openSession(app.database_url, { role: 'muster_app' })
  try {
    await session.unsafe('begin')
    // Citus passes only settings of a transaction on to the workers.
    await session.unsafe(`set local app.group_id = '${space}'`)
    await session.unsafe(
      'prepare index_rows (bigint, bigint[]) as select count(*) from contact_index_rows($1, $2) where words <> $$$$',
    )
    for (let n = 0; n < 20; n++) {
      const [row] = await session.unsafe<[{ count: number }]>(`execute index_rows (${space}, '{${first + n}}')`)
      assert.equal(row.count, 1)
    }
    const [plans] = await session<[{ custom: number; generic: number }]>`
      select custom_plans as custom, generic_plans as generic from pg_prepared_statements where name = 'index_rows'`
    assert.deepEqual(plans, { custom: 5, generic: 15 })
  } finally {
    await session.end()
  }
})

describe('the database view of searches', () => {
  test('shows the space of the transaction, and nothing without one', async () => {
    const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 1 })
    after(() => pool.end())
    const seen = (context: object) =>
      pool.read(context, sql => sql<{ group_id: number }[]>`select group_id from searched_contacts`)
    assert.equal((await seen({})).length, 0)
    for (const space of spaces) {
      const rows = await seen({ group_id: space })
      assert.equal(rows.length, size)
      assert.ok(rows.every(({ group_id }) => group_id === space))
    }
    const foreign = await pool.read(
      { group_id: spaces[0]! },
      sql => sql`select id from searched_contacts where group_id = ${spaces[1]!}`,
    )
    assert.equal(foreign.length, 0)
    await assert.rejects(
      pool.write({ group_id: spaces[0]! }, sql => sql`update searched_contacts set words = 'x'`),
      /permission denied/,
    )
  })

  test('its role owns only this view, cannot sign in, and may only read the index of search', async () => {
    const [role] = await app.owner`
      select rolcanlogin or rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as mighty from pg_roles where rolname = 'muster_search'`
    assert.equal(role?.mighty, false)
    const owned =
      await app.owner`select relname from pg_class join pg_roles r on r.oid = relowner where rolname = 'muster_search' and relkind <> 'i'`
    assert.deepEqual(valuesOf(owned, 'relname'), ['searched_contacts'])
    const granted = await app.owner`
      select table_name || ' ' || privilege_type as what from information_schema.role_table_grants
      where grantee = 'muster_search' and table_name <> 'searched_contacts'`
    assert.deepEqual(valuesOf(granted, 'what'), ['contact_index SELECT'])
    const [makes] = await app.owner`select has_schema_privilege('muster_search', 'public', 'create') as create`
    assert.equal(makes?.create, false)
  })
})
