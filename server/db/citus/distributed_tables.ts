import type { Sql } from '../sql.ts'

export async function hasCitus(sql: Sql) {
  const [found] = await sql`select from pg_extension where extname = 'citus'`
  return found !== undefined
}

/** The tables that Citus manages; none on a plain PostgreSQL. */
export async function distributedTables(sql: Sql): Promise<string[]> {
  if (!(await hasCitus(sql))) return []
  const rows = await sql.unsafe<{ name: string }[]>(
    `select logicalrelid::regclass::text as name from pg_dist_partition where partmethod in ('h', 'n')`,
  )
  return rows.map(({ name }) => name)
}
