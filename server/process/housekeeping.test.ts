import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pino } from 'pino'
import { batch_size } from '../db/batch_delete.ts'
import { Pool } from '../db/pool/pool.ts'
import type { Sql } from '../db/sql.ts'
import { startTestApp } from '../test/harness.ts'
import { aSpace } from '../test/people.ts'
import { runHousekeeping } from './housekeeping.ts'

const app = await startTestApp({ own: true })
const space = await aSpace(app)
const many = 2 * batch_size + 500
const old = (sql: Sql) => sql`now() - interval '100 days' - n * interval '1 second'`

/** Tables with expiring rows: inserts many expired rows and one that is not. */
const piles: Record<string, (sql: Sql) => Promise<unknown>> = {
  idempotency_keys: sql => sql`
    insert into idempotency_keys (actor, group_id, key, fingerprint, created_at)
    select 'user:1', ${space}, n::text, '', case when n = 0 then now() else ${old(sql)} end from generate_series(0, ${many}::int) n`,
  mail_outbox: sql => sql`
    insert into mail_outbox (group_id, recipient, subject, body, sent_at)
    select ${space}, 'a@example.org', '', '', case when n = 0 then now() else ${old(sql)} end from generate_series(0, ${many}::int) n`,
  upsert_receipts: sql => sql`
    insert into upsert_receipts (group_id, user_id, receipt, state, reasons, created_at)
    select ${space}, 1, n::text, 'refused', '{}', case when n = 0 then now() else ${old(sql)} end from generate_series(0, ${many}::int) n`,
  tokens: sql => sql`
    insert into tokens (digest, kind, user_id, group_id, name, expires_at)
    select n::text, 'access', 1, ${space}, '', case when n = 0 then now() else ${old(sql)} end from generate_series(0, ${many}::int) n`,
  oidc_records: sql => sql`
    insert into oidc_records (kind, digest, record, expires_at)
    select 'Session', n::text, '{}', case when n = 0 then now() + interval '1 day' else ${old(sql)} end from generate_series(0, ${many}::int) n`,
  sign_in_attempts: sql => sql`
    insert into sign_in_attempts (key, tries, tried_at)
    select n::text, 1, case when n = 0 then now() else ${old(sql)} end from generate_series(0, ${many}::int) n`,
}

const rowsIn = async (table: string) =>
  (await app.owner<[{ n: number }]>`select count(*) as n from ${app.owner(table)}`)[0].n

/** Runs housekeeping, and returns the number of rows left after each transaction. */
async function tidied(table: string, stop_after = Number.POSITIVE_INFINITY) {
  const worker = new Pool({ url: app.database_url, role: 'muster_worker', connections: 1 })
  const left = [await rowsIn(table)]
  const complaints: string[] = []
  const watched = {
    read: worker.read.bind(worker),
    write: async (context: object, work: (sql: Sql) => Promise<unknown>) => {
      if (left.length > stop_after && left.at(-1) !== left.at(0)) throw new Error('the machine is gone')
      const value = await worker.write(context, work)
      const now = await rowsIn(table)
      if (now !== left.at(-1)) left.push(now)
      return value
    },
  } as unknown as Pool
  await runHousekeeping(watched, pino({ level: 'warn' }, { write: line => complaints.push(line) })).finally(() =>
    worker.end(),
  )
  return { left, complaints }
}

describe('expired rows', () => {
  for (const [table, pile] of Object.entries(piles)) {
    test(`in ${table} are deleted in batches, and no others`, async () => {
      await app.owner`delete from ${app.owner(table)}`
      await pile(app.owner)
      const { left, complaints } = await tidied(table)
      assert.deepEqual(complaints, [])
      assert.deepEqual(left, [many + 1, many + 1 - batch_size, many + 1 - 2 * batch_size, 1])
    })
  }

  test('stay deleted when a later batch fails', async () => {
    await app.owner`delete from idempotency_keys`
    await piles['idempotency_keys']!(app.owner)
    const { left, complaints } = await tidied('idempotency_keys', 1)
    assert.deepEqual(left, [many + 1, many + 1 - batch_size])
    assert.ok(complaints.length > 0)
    assert.equal(await rowsIn('idempotency_keys'), many + 1 - batch_size)
  })
})
