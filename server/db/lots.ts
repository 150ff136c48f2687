import type { Pool } from './pool.ts'
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
