import { onlyRow, type Sql } from '../sql.ts'
import { columnOf, distributionOf } from './distribution.ts'

/** What the plan needs to know of the database. */
export interface ClusterMetadata {
  database: string
  tables: string[]
  keys: { table: string; name: string; target: string; definition: string }[]
  /** Tables that are already distributed. */
  distributed: string[]
}

export interface DistributionStep {
  about: string
  statement: string
}

export async function readClusterMetadata(sql: Sql): Promise<ClusterMetadata> {
  const { database } = onlyRow(await sql<{ database: string }[]>`select current_database() as database`)
  const tables = await sql<{ name: string }[]>`
    select c.relname as name
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname`
  const keys = await sql<ClusterMetadata['keys']>`
    select t.relname as table, k.conname as name, o.relname as target, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    join pg_class t on t.oid = k.conrelid
    join pg_class o on o.oid = k.confrelid
    where k.contype = 'f' and k.conparentid = 0 and t.relnamespace = 'public'::regnamespace
    order by t.relname, k.conname`
  return {
    database,
    tables: tables.map(({ name }) => name),
    keys: [...keys],
    distributed: await distributedTables(sql),
  }
}

async function distributedTables(sql: Sql) {
  const [known] = await sql`select from pg_class where relname = 'pg_dist_partition'`
  if (!known) return []
  const rows = await sql.unsafe<{ name: string }[]>(
    `select logicalrelid::regclass::text as name from pg_dist_partition where partmethod in ('h', 'n')`,
  )
  return rows.map(({ name }) => name)
}

/** The table that all others of a space are colocated with. */
const anchor = 'contacts'

/**
 * The statements that distribute the tables. Foreign keys are dropped first and added again last: Citus allows none between a distributed
 * table and a local one.
 */
export function planOf({ database, tables, keys, distributed }: ClusterMetadata): DistributionStep[] {
  const open = tables.filter(name => !distributed.includes(name) && distributionOf(name).kind !== 'coordinator')
  const loose = keys.filter(({ table, target }) => open.includes(table) || open.includes(target))
  const spread = open
    .filter(name => columnOf(name))
    .sort((a, b) => Number(b === anchor) - Number(a === anchor) || (a < b ? -1 : 1))
  return [
    {
      about: 'Settings of a transaction apply on every machine',
      statement: `alter database ${quoted(database)} set citus.propagate_set_commands = 'local'`,
    },
    ...loose.map(({ table, name }) => ({
      about: 'Dropped for the move',
      statement: `alter table ${quoted(table)} drop constraint ${quoted(name)}`,
    })),
    ...open
      .filter(name => distributionOf(name).kind === 'everywhere')
      .map(name => ({ about: 'A copy on each machine', statement: `select create_reference_table('${name}')` })),
    ...spread.map(name => ({ about: aboutDistribution(name), statement: distributing(name) })),
    ...loose.map(({ table, name, definition }) => ({
      about: 'Added again',
      statement: `alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`,
    })),
  ]
}

const aboutDistribution = (table: string) =>
  distributionOf(table).kind === 'space' ? 'With its space' : `By its ${columnOf(table)}`

function distributing(table: string) {
  const beside = distributionOf(table).kind === 'space' && table !== anchor ? anchor : 'none'
  return `select create_distributed_table('${table}', '${columnOf(table)}', colocate_with => '${beside}')`
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
