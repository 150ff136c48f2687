import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUserPerRole } from '../../test/people.ts'

// After a failover the former primary is read-only, with sessions still open to it. One database simulates both.

const app = await startTestApp({ own: true })
const { admin } = await aUserPerRole(app, await aSpace(app))
const database = new URL(app.database_url).pathname.slice(1)
const team = (name: string) => app.as(admin).post('/teams', { team: { name, leaders: [], users: [] } })

/** Makes every session opened from now on read-only, or writable again. */
const openedAs = (mode: 'read only' | 'read write') =>
  app.owner.unsafe(
    `alter database "${database}" set default_transaction_read_only = ${mode === 'read only' ? 'on' : 'off'}`,
  )

test('without a writable server, writes are a 503 with Retry-After, reads continue, and writes resume', async () => {
  assert.equal((await team('Before')).status, 200)
  await openedAs('read only')
  await app.owner`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = ${database} and pid <> pg_backend_pid() and application_name = 'muster'`
  const during = await team('During')
  assert.deepEqual([during.status, during.body.code, during.headers.get('retry-after')], [503, 'unavailable', '1'])
  assert.equal((await app.as(admin).get('/teams')).status, 200)
  // The owner's own session is older than the change, and writes.
  await openedAs('read write')
  const after = await Promise.all(Array.from({ length: 12 }, (_, i) => team(`After ${i}`)))
  assert.deepEqual(new Set(after.map(({ status }) => status)), new Set([200]))
  const { teams } = (await app.as(admin).get('/teams')).body.data
  assert.equal(teams.length, 13)
})
