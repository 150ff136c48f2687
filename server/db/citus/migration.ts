import { disappearance_settings, statement_limits, text_settings } from '../pool/session_setup.ts'
import type { Sql } from '../sql.ts'
import { distributedTables } from './distributed_tables.ts'
import { columnOf, distributionOf } from './distribution.ts'
import { functionAdaptations, functionsToCopy } from './functions.ts'

/** What the plan needs to know of the database. */
export interface ClusterMetadata {
  tables: string[]
  keys: { table: string; name: string; target: string; definition: string }[]
  /** Tables that are already distributed. */
  distributed: string[]
  /** Statements that adapt functions to distributed tables. */
  adaptations: string[]
  /** Functions that the workers do not have. */
  missing_functions: string[]
}

export interface DistributionStep {
  about: string
  statement: string
}

export async function readClusterMetadata(sql: Sql): Promise<ClusterMetadata> {
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
    tables: tables.map(({ name }) => name),
    keys: [...keys],
    distributed: await distributedTables(sql),
    adaptations: await functionAdaptations(sql),
    missing_functions: await functionsToCopy(sql),
  }
}

/** The table that all others of a space are colocated with. */
const anchor = 'contacts'

/**
 * The statements that distribute the tables. Foreign keys are dropped first and added again last: Citus allows none between a distributed
 * table and a local one.
 */
export function planOf(metadata: ClusterMetadata): DistributionStep[] {
  const { tables, keys, distributed, adaptations, missing_functions } = metadata
  const open = tables.filter(name => !distributed.includes(name) && name !== 'migrations')
  const loose = keys.filter(({ table, target }) => open.includes(table) || open.includes(target))
  const [everywhere, spaces, coordinator] = (['everywhere', 'space', 'coordinator'] as const).map(kind =>
    open.filter(name => distributionOf(name) === kind),
  )
  const anchored = (spaces ?? []).sort((a, b) => Number(b === anchor) - Number(a === anchor) || (a < b ? -1 : 1))
  return [
    ...(open.length > 0 ? [lockStep(open)] : []),
    ...roles.flatMap(roleSteps),
    ...adaptations.map(statement => ({
      about: 'Functions work with distributed tables',
      statement,
    })),
    ...(missing_functions.length > 0 ? extensionSteps : []),
    ...loose.map(({ table, name }) => ({
      about: 'Dropped for the move',
      statement: `alter table ${quoted(table)} drop constraint ${quoted(name)}`,
    })),
    ...(everywhere ?? []).map(name => ({
      about: 'A copy on each machine',
      statement: `select create_reference_table('${name}')`,
    })),
    ...anchored.map(name => ({ about: 'With its space', statement: distributing(name) })),
    ...(coordinator ?? []).map(name => ({
      about: 'On the coordinator',
      statement: `select citus_add_local_table_to_metadata('${name}')`,
    })),
    ...[...(everywhere ?? []), ...anchored].map(name => ({
      about: 'No old rows stay on the disk of the coordinator',
      statement: `select truncate_local_data_after_distributing_table('${name}')`,
    })),
    ...loose.map(({ table, name, definition }) => ({
      about: 'Added again',
      statement: `alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`,
    })),
    ...missing_functions.map(name => ({
      about: 'A copy on each machine',
      statement: `select create_distributed_function('${name}')`,
    })),
  ]
}

/** Locks all tables before the first is moved: one by one, they would deadlock with requests that hold another. */
const lockStep = (tables: string[]): DistributionStep => ({
  about: 'Requests wait until the tables are distributed',
  statement: `lock table ${tables.map(quoted).join(', ')} in access exclusive mode`,
})

/**
 * Citus copies an extension that is older than itself to the workers when an object depends on it. The function `normalize_text` names its dictionary
 * only in its text, so a function that is not kept shows the dependency.
 */
const extensionSteps: DistributionStep[] = [
  `create function uses_unaccent() returns text language sql return unaccent('public.unaccent', '')`,
  'drop function uses_unaccent()',
].map(statement => ({ about: 'The extension unaccent on each machine', statement }))

/** The roles of the sessions. The coordinator connects to the workers with the role of the statement. */
const roles = ['muster_app', 'muster_worker', 'muster_eraser']

/** The coordinator does not pass the settings of our sessions on to those on the workers. */
const settings = { ...text_settings, ...disappearance_settings, lock_timeout: `${statement_limits.lock_ms_max}ms` }

const roleSteps = (role: string): DistributionStep[] => [
  { about: 'May log in on the workers', statement: `alter role ${role} login` },
  ...Object.entries(settings).map(([name, value]) => ({
    about: 'Has the settings of our sessions on the workers',
    statement: `alter role ${role} set ${name} = '${value}'`,
  })),
]

function distributing(table: string) {
  const beside = table === anchor ? 'none' : anchor
  return `select create_distributed_table('${table}', '${columnOf(table)}', colocate_with => '${beside}')`
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
