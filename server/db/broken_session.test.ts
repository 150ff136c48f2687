import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectionOptions, throughPort } from '../test/databases.ts'
import { startTestApp } from '../test/harness.ts'
import { aProxy } from '../test/proxy.ts'
import { openSession } from './sql.ts'

test('a session whose connection broke refuses every further statement, and can be ended', async () => {
  const app = await startTestApp()
  const proxy = await aProxy(connectionOptions(app.database_url))
  const session = await openSession(throughPort(app.database_url, proxy.port))
  await session`select 1`
  await proxy.stop()
  for (let time = 0; time < 3; time++) await assert.rejects(session`select 1`, { code: 'CONNECTION_CLOSED' })
  await assert.rejects(
    session.begin(sql => sql`select 1`),
    { code: 'CONNECTION_CLOSED' },
  )
  await session.end()
})
