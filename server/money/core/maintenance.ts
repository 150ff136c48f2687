import { compactCounters } from '../../db/counters.ts'
import type { Pool } from '../../db/pool/pool.ts'
import type { Sql } from '../../db/sql.ts'
import { sealHistory } from './seals.ts'
import { compactSums } from './sums.ts'

// One space after the other, and a little at a time: nobody who writes a payment waits for it.
const rounds_max = 200

/** What the books of every space need from time to time: counters and sums added up, and a seal over what is new. */
export async function maintainSpaces(worker: Pool) {
  const failures: unknown[] = []
  for (const group_id of await worker.read({}, spacesOf))
    await maintainSpace(worker, group_id).catch(error => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

export async function maintainSpace(worker: Pool, group_id: number) {
  for (const work of [compactCounters, compactSums, sealHistory]) {
    for (let round = 1; round <= rounds_max; round++)
      if (!(await worker.write({ group_id }, sql => work(sql, group_id)))) break
  }
}

async function spacesOf(sql: Sql) {
  const rows = await sql<{ id: number }[]>`select id from spaces order by id`
  return rows.map(({ id }) => id)
}
