import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { Pool } from './pool.ts'
import { WriteFailures } from './write_failures.ts'

const app = await startTestApp({ own: true })
await app.owner.unsafe('create table kept (word text); grant all on kept to muster_app')
const write_failures = new WriteFailures()
const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 2, write_failures })
after(() => pool.end())

const fail = () =>
  assert.rejects(
    pool.write({}, sql => sql.unsafe("do $$ begin raise exception 'no space' using errcode = '53100'; end $$")),
  )

test('a full disk is remembered until something was written', async () => {
  await fail()
  assert.equal(write_failures.reason, 'disk_full')
  await pool.write({}, sql => sql`select 1`)
  await pool.write({}, sql => sql`delete from kept where word = 'absent'`)
  await pool.writeCall(undefined, sql => sql`select 1`)
  assert.equal(write_failures.reason, 'disk_full', 'transactions without a change say nothing')
  await pool.write({}, sql => sql`insert into kept values ('word')`)
  assert.equal(write_failures.reason, undefined)
})

test('a write that was rolled back does not count', async () => {
  await fail()
  const rolledBack = pool.write({}, async sql => {
    await sql`insert into kept values ('word')`
    throw new Error('refused')
  })
  await assert.rejects(rolledBack, /refused/)
  assert.equal(write_failures.reason, 'disk_full')
})
