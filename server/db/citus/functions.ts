import { enterFunction } from '../functions.ts'
import type { Sql } from '../sql.ts'
import { distributedTables } from './distributed_tables.ts'

/** The function whose existence tells sessions that the tables are distributed. It travels with a copy of the database. */
const marker = `create or replace function is_distributed() returns boolean language sql immutable return true`

/**
 * The statements that adapt functions to distributed tables. Some functions are planned once (`plan_cache_mode = force_generic_plan`), which Citus
 * refuses: the space decides which shard a statement reads.
 */
export async function functionAdaptations(sql: Sql): Promise<string[]> {
  const planned_once = await sql<{ name: string }[]>`
    select p.oid::regprocedure::text as name
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and 'plan_cache_mode=force_generic_plan' = any(p.proconfig)
    order by 1`
  return [
    marker,
    enterFunction(true),
    ...planned_once.map(({ name }) => `alter function ${name} reset plan_cache_mode`),
  ]
}

/** Adapts functions that were just installed, if the tables are distributed. */
export async function adaptFunctions(sql: Sql) {
  if ((await distributedTables(sql)).length === 0) return
  for (const statement of await functionAdaptations(sql)) await sql.unsafe(statement)
}
