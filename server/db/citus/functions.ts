import { enterFunction } from '../functions.ts'
import type { Sql } from '../sql.ts'
import { distributedTables, hasCitus } from './distributed_tables.ts'

/** The function whose existence tells sessions that the tables are distributed. It travels with a copy of the database. */
const marker = `create function is_distributed() returns boolean language sql immutable return true`

/**
 * The operators of the indexes of search for terms and words. Under row-level security PostgreSQL uses an index only if its operator is leakproof: an
 * error must not reveal a hidden row to the author of the statement. On one PostgreSQL search reads a view of another role instead, but a worker runs the
 * statement with the role of the transaction. The author of the statements is Muster, which can choose the space anyway.
 */
const search_operators = ['arrayoverlap(anyarray, anyarray)', 'textlike(text, text)']

/**
 * The statements that adapt functions to distributed tables. Some functions are planned once (`plan_cache_mode = force_generic_plan`), which Citus
 * refuses: the space decides which shard a statement reads. A function keeps its owner: `muster distribute` may be run by a superuser, and an upgrade
 * later by the owner of the database.
 */
export async function functionAdaptations(sql: Sql): Promise<string[]> {
  const planned_once = await sql<{ name: string }[]>`
    select p.oid::regprocedure::text as name
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and 'plan_cache_mode=force_generic_plan' = any(p.proconfig)
    order by 1`
  const exists = async (name: string) => (await sql`select from pg_proc where oid = to_regproc(${name})`).length > 0
  const [superuser] = await sql`select from pg_roles where rolname = current_user and rolsuper`
  const leakproof = superuser && (await hasCitus(sql)) ? search_operators : []
  return [
    ...((await exists('is_distributed')) ? [] : [marker]),
    ...((await exists('enter')) ? [enterFunction(true)] : []),
    ...planned_once.map(({ name }) => `alter function ${name} reset plan_cache_mode`),
    ...leakproof.map(name => onAllNodes(`alter function pg_catalog.${name} leakproof`)),
  ]
}

/** A statement that runs another on all nodes, and fails where one fails: Citus only returns it. */
const onAllNodes = (statement: string) => `do $$
declare
  refused record;
begin
  select nodeid, result into refused from run_command_on_all_nodes('${statement}') where not success limit 1;
  if found then
    raise exception 'Node % refused "${statement}": %', refused.nodeid, refused.result;
  end if;
end $$`

/** The functions that exist only on the coordinator: those that are older than the citus extension. Citus passes newer ones on by itself. */
export async function functionsToCopy(sql: Sql): Promise<string[]> {
  if (!(await hasCitus(sql))) return []
  const rows = await sql.unsafe<{ name: string }[]>(`
    select p.oid::regprocedure::text as name
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      and not exists (select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)
    order by p.oid`)
  return rows.map(({ name }) => name)
}

/** Adapts functions that were just installed, if the tables are distributed. */
export async function adaptFunctions(sql: Sql) {
  if ((await distributedTables(sql)).length === 0) return
  for (const statement of await functionAdaptations(sql)) await sql.unsafe(statement)
}
