import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { Pool } from './pool.ts'

const app = await startTestApp({ own: true })
// Simulates a distributed database whose coordinator loses a node during a commit.
await app.owner.unsafe(`
  create table noted (note text);
  create sequence refusals;
  grant all on noted to muster_app;
  create function refuse() returns trigger language plpgsql security definer as $$
  begin
    if nextval('refusals') <= new.note::integer then raise exception 'not agreed' using errcode = 'XX000'; end if;
    return null;
  end $$;
  create constraint trigger refused after insert on noted deferrable initially deferred for each row execute function refuse();`)
const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 1 })
after(() => pool.end())

test('a write whose distributed commit failed is refused and not retried, because it may have happened', async () => {
  let attempts = 0
  const work = pool.write({}, sql => {
    attempts++
    return sql`insert into noted values ('1')`
  })
  await assert.rejects(work, { code: 'unavailable' })
  assert.equal(attempts, 1)
  await pool.write({}, sql => sql`insert into noted values ('0')`)
})

test('a statement that fails in that way is a server error, and not retried', async () => {
  let attempts = 0
  const work = pool.write({}, sql => {
    attempts++
    return sql.unsafe("do $$ begin raise exception 'broken' using errcode = 'XX000'; end $$")
  })
  await assert.rejects(work, /broken/)
  assert.equal(attempts, 1)
})
