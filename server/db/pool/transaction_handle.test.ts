import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import type { Sql } from '../sql.ts'
import { Pool } from './pool.ts'

const app = await startTestApp()
const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 1 })
after(() => pool.end())

/** A branch of the work that is not awaited, and that sends another statement when the test says so. */
function straying() {
  const { promise: told, resolve: tell } = Promise.withResolvers<void>()
  const asksAgain = { plainly: (sql: Sql) => sql`select 1`, unsafely: (sql: Sql) => sql.unsafe('select 1') }
  let strays: Promise<unknown>[] = []
  const set = (sql: Sql) => {
    strays = Object.values(asksAgain).map(ask => told.then(() => ask(sql)))
  }
  const ask = async () => {
    tell()
    for (const stray of strays) await assert.rejects(stray, /after the end of its transaction/)
  }
  return { set, ask }
}

describe('a statement after the end of its transaction', () => {
  for (const kind of ['read', 'write', 'auditedRead', 'snapshot'] as const) {
    test(`is refused after a ${kind} that succeeded`, async () => {
      const { set, ask } = straying()
      await pool[kind]({ group_id: 1 }, async sql => set(sql))
      await ask()
    })

    test(`is refused after a ${kind} that failed, also inside the next transaction`, async () => {
      const { set, ask } = straying()
      const failing = async (sql: Sql) => {
        set(sql)
        throw new Error('no')
      }
      await assert.rejects(pool[kind]({ group_id: 1 }, failing), /no/)
      await pool.read({ group_id: 2 }, ask)
    })
  }
})
