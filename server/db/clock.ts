import type { Sql } from './sql.ts'

/** The instant of a write, in the precision in which we keep it. */
export async function instant(sql: Sql) {
  const [row] = await sql<[{ now: string }]>`select date_trunc('milliseconds', clock_timestamp()) as now`
  return row.now
}
