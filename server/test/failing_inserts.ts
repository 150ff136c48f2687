import type { Sql } from '../db/sql.ts'

/**
 * Makes inserts into this table fail if the row meets the condition, until `stop` is called. With a check constraint, because Citus has no
 * triggers on distributed tables.
 */
export async function failInserts(owner: Sql, table: string, condition: string) {
  await owner.unsafe(`alter table ${table} add constraint failing check (not (${condition})) not valid`)
  return { stop: () => owner.unsafe(`alter table ${table} drop constraint failing`) }
}
