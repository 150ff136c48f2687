import type { Pool } from './pool/pool.ts'
import type { Sql } from './sql.ts'

/** How many rows retention deletes in one transaction. */
export const batch_size = 1000

/**
 * Calls `runBatch` until a batch is not full, each in its own transaction. Locks are held briefly however much has piled up, and a batch that
 * fails does not undo those before it. `runBatch` returns how many rows it handled.
 */
export async function inBatches(worker: Pool, runBatch: (sql: Sql) => Promise<number>, size = batch_size) {
  while ((await worker.write({}, runBatch)) >= size);
}

/**
 * Deletes up to a batch of the rows whose timestamp is older than so many hours, the oldest first. The worker role may not read keys and
 * digests, so a batch is bounded by its last timestamp; rows with the same timestamp belong to the same batch.
 */
export async function deleteOldest(sql: Sql, table: string, column: string, hours = 0): Promise<number> {
  const { count } = await sql`
    delete from ${sql(table)}
    where ${sql(column)} <= (
      select max(o.moment) from (
        select ${sql(column)} as moment from ${sql(table)}
        where ${sql(column)} < now() - make_interval(hours => ${hours})
        order by ${sql(column)}
        limit ${batch_size}) o)`
  return count
}

/** The same for a table of spaces, which Citus keeps on several machines: finds the batch over all spaces, and deletes it space by space. */
export async function deleteOldestOfSpaces(sql: Sql, table: string, column: string, hours: number): Promise<number> {
  const spaces = await sql<{ group_id: number; until: string }[]>`
    select o.group_id, max(o.moment) as until from (
      select group_id, ${sql(column)} as moment from ${sql(table)}
      where ${sql(column)} < now() - make_interval(hours => ${hours})
      order by ${sql(column)}
      limit ${batch_size}) o
    group by o.group_id
    order by o.group_id`
  let deleted = 0
  for (const { group_id, until } of spaces) {
    const { count } = await sql`delete from ${sql(table)} where group_id = ${group_id} and ${sql(column)} <= ${until}`
    deleted += count
  }
  return deleted
}
