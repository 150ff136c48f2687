import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSession } from '../../db/sql.ts'
import { startTestApp } from '../../test/harness.ts'
import { insertContacts } from '../../test/insert_contacts.ts'
import { aSpace } from '../../test/people.ts'
import { reindexContacts } from '../../test/search_index.ts'

const app = await startTestApp()

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
