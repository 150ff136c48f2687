import type { Pool } from './pool/pool.ts'
import type { Sql } from './sql.ts'

/** How much is deleted at once of what has grown old. */
export const lot_size = 1000

/**
 * Does something lot by lot until there is no full one left, each in a transaction of its own: however much has piled up, its locks are held
 * for a moment only, and what is gone stays gone when a later lot fails. `lot` tells how many it has dealt with.
 */
export async function inLots(worker: Pool, lot: (sql: Sql) => Promise<number>, size = lot_size) {
  while ((await worker.write({}, lot)) >= size);
}

/**
 * Deletes a lot of a table, the oldest first, of what lies further back than so many hours. The sweeper may not read what opens a door, so that
 * a lot is told by its last moment; what has the same one goes with it.
 */
export async function deleteOldest(sql: Sql, table: string, moment: string, hours = 0): Promise<number> {
  const { count } = await sql`
    delete from ${sql(table)}
    where ${sql(moment)} <= (
      select max(o.moment) from (
        select ${sql(moment)} as moment from ${sql(table)}
        where ${sql(moment)} < now() - make_interval(hours => ${hours})
        order by ${sql(moment)}
        limit ${lot_size}) o)`
  return count
}
