import type { Sql } from './sql.ts'

/**
 * Locks a name until the end of the transaction, to serialize what no row stands for. Not by the row of a space or a user: these are reference
 * tables, and on Citus a row lock of theirs makes all spaces wait. Take it before row locks, which avoids deadlocks.
 */
export async function lockName(sql: Sql, name: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`
}
