import type { Sql } from '../db/sql.ts'

/** Whether the database answers. */
export async function answers(sql: Sql) {
  await sql`select 1`
}
