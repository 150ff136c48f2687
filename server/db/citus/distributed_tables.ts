import type { Sql } from '../sql.ts'

/** The tables that Citus manages; none on a plain PostgreSQL. */
export async function distributedTables(sql: Sql): Promise<string[]> {
  const [citus] = await sql`select from pg_class where relname = 'pg_dist_partition'`
  if (!citus) return []
  const rows = await sql.unsafe<{ name: string }[]>(
    `select logicalrelid::regclass::text as name from pg_dist_partition where partmethod in ('h', 'n')`,
  )
  return rows.map(({ name }) => name)
}
