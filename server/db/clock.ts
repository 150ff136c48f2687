import { onlyRow, type Sql } from './sql.ts'

/** The database's current time, in the precision that columns store. */
export async function databaseTime(sql: Sql) {
  return onlyRow(await sql<{ now: string }[]>`select date_trunc('milliseconds', clock_timestamp()) as now`).now
}

/** So many seconds after a time, or before it. */
export const secondsAfter = (time: string, seconds: number) => new Date(Date.parse(time) + seconds * 1000).toISOString()
