import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { startTestApp } from '../test/harness.ts'
import { bufferCopyStream, openCopyStream } from './copy_stream.ts'
import { Pool } from './pool/pool.ts'

const app = await startTestApp()
const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 1 })
after(() => pool.end())

const numbers = (count: number, wrong = 0) =>
  `copy (select 7 / (x - ${wrong}) from generate_series(1, ${count}) x) to stdout`
const allOf = (statement: string) => pool.read({}, async sql => bufferCopyStream(await openCopyStream(sql, statement)))

describe('a copy', () => {
  test('is read completely', async () => {
    const lines = (await allOf(numbers(50_000))).toString().split('\n')
    assert.deepEqual([lines.length, lines[0], lines[6]], [50_001, '7', '1'])
    assert.equal((await allOf(numbers(0))).length, 0)
  })

  for (const [when, statement] of [
    ['before its first line is sent', numbers(5, 3)],
    ['in the middle', numbers(500_000, 499_999)],
    ['because of a syntax error', 'copy (select nonsense) to stdout'],
  ] as const) {
    test(`that fails ${when} throws an error, and the session stays usable`, async () => {
      await assert.rejects(allOf(statement), (error: { code: string }) => ['22012', '42703'].includes(error.code))
      assert.equal((await pool.read({}, sql => sql`select 1`)).length, 1)
    })
  }
})
