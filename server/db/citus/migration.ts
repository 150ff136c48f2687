import { onlyRow, type Sql } from '../sql.ts'
import { columnOf, distributionOf } from './distribution.ts'

/** The parts of the schema that decide whether and how tables can be distributed. */
export interface ClusterMetadata {
  database: string
  tables: { name: string; columns: string[]; identity: boolean; triggers: string[] }[]
  keys: {
    table: string
    name: string
    columns: string[]
    target: string
    target_columns: string[]
    definition: string
    on_delete: string
  }[]
  uniques: { table: string; name: string; columns: string[] }[]
  /** Tables that are already distributed. */
  distributed: string[]
}

export interface DistributionStep {
  about: string
  statement: string
}

export async function readClusterMetadata(sql: Sql): Promise<ClusterMetadata> {
  const { database } = onlyRow(await sql<{ database: string }[]>`select current_database() as database`)
  const tables = await sql<ClusterMetadata['tables']>`
    select c.relname as name,
           array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum) as columns,
           exists (select from pg_attribute where attrelid = c.oid and attidentity <> '') as identity,
           array(select tgname::text from pg_trigger where tgrelid = c.oid and not tgisinternal order by 1) as triggers
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname`
  const keys = await sql<ClusterMetadata['keys']>`
    select t.relname as table, k.conname as name, o.relname as target, pg_get_constraintdef(k.oid) as definition, k.confdeltype as on_delete,
           array(select attname::text from unnest(k.conkey) with ordinality as x (number, place)
                 join pg_attribute on attrelid = k.conrelid and attnum = number order by place) as columns,
           array(select attname::text from unnest(k.confkey) with ordinality as x (number, place)
                 join pg_attribute on attrelid = k.confrelid and attnum = number order by place) as target_columns
    from pg_constraint k
    join pg_class t on t.oid = k.conrelid
    join pg_class o on o.oid = k.confrelid
    where k.contype = 'f' and k.conparentid = 0 and t.relnamespace = 'public'::regnamespace
    order by t.relname, k.conname`
  const uniques = await sql<ClusterMetadata['uniques']>`
    select t.relname as table, x.relname as name,
           array(select attname::text from pg_attribute where attrelid = i.indrelid and attnum = any(i.indkey)) as columns
    from pg_index i
    join pg_class t on t.oid = i.indrelid
    join pg_class x on x.oid = i.indexrelid
    where i.indisunique and t.relnamespace = 'public'::regnamespace
    order by t.relname, x.relname`
  return {
    database,
    tables: [...tables],
    keys: [...keys],
    uniques: [...uniques],
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
  const open = tables
    .map(({ name }) => name)
    .filter(name => !distributed.includes(name) && distributionOf(name).kind !== 'coordinator')
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

/** What Citus would refuse, as sentences; empty if all tables can be distributed. */
export function obstaclesIn({ tables, keys, uniques }: ClusterMetadata): string[] {
  return [
    ...tables.flatMap(({ name, columns, identity, triggers }) => {
      const column = columnOf(name)
      return [
        ...(column && !columns.includes(column) ? [`${name} has no column ${column} to distribute it by`] : []),
        ...(identity ? [`${name} has an identity column; use bigserial`] : []),
        ...(distributionOf(name).kind === 'coordinator'
          ? []
          : triggers.map(trigger => `${name} has the trigger ${trigger}`)),
      ]
    }),
    ...uniques.flatMap(({ table, name, columns }) => {
      const column = columnOf(table)
      return column && !columns.includes(column)
        ? [`${name} is unique without ${column}, which Citus cannot enforce`]
        : []
    }),
    ...keys.flatMap(key => {
      const wrong = obstacle(key)
      return wrong ? [`${key.table}.${key.name} ${wrong}`] : []
    }),
  ]
}

function obstacle({ table, target, columns, target_columns, on_delete }: ClusterMetadata['keys'][number]) {
  const [from, to] = [distributionOf(table).kind, distributionOf(target).kind]
  if (on_delete === 'n' || on_delete === 'd') return 'sets a column on delete'
  if (to === 'everywhere') return undefined
  if (from !== 'space' || to !== 'space') return `goes from a table that is ${from} to one that is ${to}`
  const shared = columns.some((column, i) => column === 'group_id' && target_columns[i] === 'group_id')
  return shared ? undefined : 'does not go by group_id'
}
