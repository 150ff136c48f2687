import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pino } from 'pino'
import { batch_size } from '../db/batch_delete.ts'
import { Pool } from '../db/pool/pool.ts'
import type { Sql } from '../db/sql.ts'
import { aSpace } from '../test/people.ts'
import { aScratchApp } from '../test/scratch_app.ts'
import { runHousekeeping } from './housekeeping.ts'

const app = await aScratchApp()
const space = await aSpace(app)
const many = 2 * batch_size + 500
/** Expired rows, and one that is not: their names, and since when they may be deleted. */
const rows = `(select 'pile ' || n as name, case when n = 0 then now() else now() - interval '100 days' - n * interval '1 second' end as at
  from generate_series(0, ${many}) n) pile`

/** Tables with expiring rows: what is inserted into them, and which of their rows are those. */
const piles: Record<string, [columns: string, values: string, own?: string]> = {
  idempotency_keys: ['actor, group_id, key, fingerprint, created_at', `'user:1', ${space}, name, '', at`],
  mail_outbox: ['group_id, recipient, subject, body, sent_at', `${space}, 'a@example.org', '', '', at`],
  upsert_receipts: ['group_id, user_id, receipt, state, reasons, created_at', `${space}, 1, name, 'refused', '{}', at`],
  tokens: ['digest, kind, user_id, group_id, name, expires_at', `name, 'access', 1, ${space}, '', at`],
  oidc_records: [
    'kind, digest, record, expires_at',
    "'Session', name, '{}', at + interval '1 day'",
    "digest like 'pile %'",
  ],
  sign_in_attempts: ['key, tries, tried_at', 'name, 1, at', "key like 'pile %'"],
}
const ownRows = (table: string) => `from ${table} where ${piles[table]?.[2] ?? `group_id = ${space}`}`

async function fill(table: string) {
  const [columns, values] = piles[table]!
  await app.owner.unsafe(`delete ${ownRows(table)}`)
  await app.owner.unsafe(`insert into ${table} (${columns}) select ${values} from ${rows}`)
}

const rowsIn = async (table: string) =>
  (await app.owner.unsafe<[{ n: number }]>(`select count(*) as n ${ownRows(table)}`))[0].n

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
  for (const table of Object.keys(piles)) {
    test(`in ${table} are deleted in batches, and no others`, async () => {
      await fill(table)
      const { left, complaints } = await tidied(table)
      assert.deepEqual(complaints, [])
      assert.deepEqual(left, [many + 1, many + 1 - batch_size, many + 1 - 2 * batch_size, 1])
    })
  }

  test('stay deleted when a later batch fails', async () => {
    await fill('idempotency_keys')
    const { left, complaints } = await tidied('idempotency_keys', 1)
    assert.deepEqual(left, [many + 1, many + 1 - batch_size])
    assert.ok(complaints.length > 0)
    assert.equal(await rowsIn('idempotency_keys'), many + 1 - batch_size)
  })
})
