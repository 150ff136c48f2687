import { compactCounters } from '../../db/counters.ts'
import type { Pool } from '../../db/pool/pool.ts'
import type { Sql } from '../../db/sql.ts'
import { postOldBundles } from './ledger/housekeeping.ts'
import { sealHistory } from './seals.ts'

// Steps are small, so that writing a payment hardly waits for them.
const rounds_max = 200

/** Compacts counters, seals new history entries and posts bundles that are not in the ledger yet, space by space. */
export async function maintainSpaces(worker: Pool) {
  const failures: unknown[] = []
  for (const group_id of await worker.read({}, spacesOf))
    await maintainSpace(worker, group_id).catch(error => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

export async function maintainSpace(worker: Pool, group_id: number) {
  for (const work of [compactCounters, sealHistory, postOldBundles]) {
    for (let round = 1; round <= rounds_max; round++)
      if (!(await worker.write({ group_id }, sql => work(sql, group_id)))) break
  }
}

async function spacesOf(sql: Sql) {
  const rows = await sql<{ id: number }[]>`select id from spaces order by id`
  return rows.map(({ id }) => id)
}
