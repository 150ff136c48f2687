import assert from 'node:assert/strict'
import { after, mock, test } from 'node:test'
import postgres from 'postgres'
import { aScratchApp } from '../../test/scratch_app.ts'
import { Pool } from './pool.ts'
import { WriteFailures } from './write_failures.ts'

const app = await aScratchApp()
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
const MB = 2 ** 20
await app.owner.unsafe('create table filled (word text); grant all on filled to muster_app')
const write_failures = new WriteFailures(undefined)
const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 2, write_failures })
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

const failOnce = () =>
  assert.rejects(
    pool.write({}, sql => sql.unsafe("do $$ begin raise exception 'no space' using errcode = '53100'; end $$")),
  )

test('a full disk is remembered until something was written', async () => {
  await failOnce()
  assert.equal(write_failures.reason, 'disk_full')
  await pool.write({}, sql => sql`select 1`)
  await pool.write({}, sql => sql`delete from filled where word = 'absent'`)
  await pool.writeCall(undefined, sql => sql`select 1`)
  assert.equal(write_failures.reason, 'disk_full', 'transactions without a change say nothing')
  await pool.write({}, sql => sql`insert into filled values ('word')`)
  assert.equal(write_failures.reason, undefined)
})

test('a write that was rolled back does not count', async () => {
  await failOnce()
  const rolledBack = pool.write({}, async sql => {
    await sql`insert into filled values ('word')`
    throw new Error('refused')
  })
  await assert.rejects(rolledBack, /refused/)
  assert.equal(write_failures.reason, 'disk_full')
})

// The types declare the message as the argument, but the class takes the fields of the error.
const fail = (code: string) =>
  Promise.reject(new postgres.PostgresError({ message: 'refused', code, severity: 'ERROR' } as unknown as string))

test('a full disk is reported although nothing is written', () => {
  let free = 0
  const failures = new WriteFailures('/data', () => free)
  assert.equal(failures.reason, 'disk_full')
  free = 100 * MB
  assert.equal(failures.reason, undefined)
})

test('after a failure the disk counts as full until there is space to go on', async t => {
  t.after(() => mock.timers.reset())
  mock.timers.enable({ apis: ['Date'] })
  let free = 4 * MB
  const failures = new WriteFailures('/data', () => free)
  assert.equal(failures.reason, undefined)
  await assert.rejects(failures.watch(() => fail('53100')))
  mock.timers.tick(3_600_000)
  assert.equal(failures.reason, 'disk_full')
  free = 100 * MB
  assert.equal(failures.reason, undefined)
})

test('on another machine, whose disk is unknown, a failure counts for half a minute or until a write succeeds', async t => {
  t.after(() => mock.timers.reset())
  mock.timers.enable({ apis: ['Date'] })
  const failures = new WriteFailures(undefined)
  await assert.rejects(failures.watch(() => fail('53100')))
  assert.equal(failures.reason, 'disk_full')
  mock.timers.tick(31_000)
  assert.equal(failures.reason, undefined)
  await assert.rejects(failures.watch(() => fail('25006')))
  assert.equal(failures.reason, 'read_only')
  await failures.watch(async onWritten => onWritten?.())
  assert.equal(failures.reason, undefined)
})
