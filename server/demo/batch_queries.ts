import type { Caller } from '../access/caller.ts'
import type { Sql } from '../db/sql.ts'

/** Opens a batch of the demo on a past day: its payments are of past days too. */
export const openBatchOn = (sql: Sql, { group_id }: Caller, id: number, day: string) => sql`
  update transaction_batches
  set created_at = least(${day}::timestamptz + interval '10 hours', now())
  where group_id = ${group_id} and id = ${id}`
