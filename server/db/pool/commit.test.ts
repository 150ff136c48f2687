import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { Pool } from './pool.ts'

const app = await startTestApp({ own: true })
// Simulates a distributed database whose nodes fail to agree on a commit.
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

const noteAfter = async (refusals: number) => {
  await app.owner`select setval('refusals', 1, false)`
  await app.owner`delete from noted`
  const noted = pool.write({}, sql => sql`insert into noted values (${String(refusals)})`)
  return noted.then(
    () => 'noted',
    error => error.code,
  )
}
const count = async () => (await app.owner<[{ n: number }]>`select count(*)::integer as n from noted`)[0].n

test('a write whose distributed commit failed is retried, and happens once', async () => {
  assert.equal(await noteAfter(1), 'noted')
  assert.equal(await count(), 1)
})

test('one whose commit always fails is refused as retryable, and has not happened', async () => {
  assert.equal(await noteAfter(99), 'unavailable')
  assert.equal(await count(), 0)
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
