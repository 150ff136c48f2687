import { columnOf, distributionOf } from '../db/citus/distribution.ts'
import type { Sql } from '../db/sql.ts'

/** The parts of the schema that decide whether Citus can distribute it. */
export interface CitusSchema {
  tables: { name: string; columns: string[]; identity: boolean; triggers: string[] }[]
  keys: {
    table: string
    name: string
    columns: string[]
    target: string
    target_columns: string[]
    on_delete: string
  }[]
  uniques: { table: string; name: string; columns: string[] }[]
  policies: { table: string; name: string; condition: string }[]
}

export async function readCitusSchema(sql: Sql): Promise<CitusSchema> {
  const tables = await sql<CitusSchema['tables']>`
    select c.relname as name,
           array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum) as columns,
           exists (select from pg_attribute where attrelid = c.oid and attidentity <> '') as identity,
           array(select tgname::text from pg_trigger where tgrelid = c.oid and not tgisinternal order by 1) as triggers
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname`
  const keys = await sql<CitusSchema['keys']>`
    select t.relname as table, k.conname as name, o.relname as target, k.confdeltype as on_delete,
           array(select attname::text from unnest(k.conkey) with ordinality as x (number, place)
                 join pg_attribute on attrelid = k.conrelid and attnum = number order by place) as columns,
           array(select attname::text from unnest(k.confkey) with ordinality as x (number, place)
                 join pg_attribute on attrelid = k.confrelid and attnum = number order by place) as target_columns
    from pg_constraint k
    join pg_class t on t.oid = k.conrelid
    join pg_class o on o.oid = k.confrelid
    where k.contype = 'f' and k.conparentid = 0 and t.relnamespace = 'public'::regnamespace
    order by t.relname, k.conname`
  const uniques = await sql<CitusSchema['uniques']>`
    select t.relname as table, x.relname as name,
           array(select attname::text from pg_attribute where attrelid = i.indrelid and attnum = any(i.indkey)) as columns
    from pg_index i
    join pg_class t on t.oid = i.indrelid
    join pg_class x on x.oid = i.indexrelid
    where i.indisunique and t.relnamespace = 'public'::regnamespace
    order by t.relname, x.relname`
  const policies = await sql<CitusSchema['policies']>`
    select tablename as table, policyname as name, concat_ws(' ', qual, with_check) as condition
    from pg_policies where schemaname = 'public' order by tablename, policyname`
  return { tables: [...tables], keys: [...keys], uniques: [...uniques], policies: [...policies] }
}

/** What Citus would refuse, as sentences; empty if all tables can be distributed. */
export function obstaclesIn({ tables, keys, uniques, policies }: CitusSchema): string[] {
  return [
    ...tables.flatMap(({ name, columns, identity, triggers }) => {
      const column = columnOf(name)
      return [
        ...(column && !columns.includes(column) ? [`${name} has no column ${column} to distribute it by`] : []),
        ...(identity ? [`${name} has an identity column; use bigserial`] : []),
        ...(distributionOf(name) === 'coordinator'
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
    ...policies
      .filter(({ condition }) => /\bselect\b/i.test(condition))
      .map(({ table, name }) => `the policy ${name} of ${table} has a sub-select`),
  ]
}

function obstacle({ table, target, columns, target_columns, on_delete }: CitusSchema['keys'][number]) {
  const [from, to] = [distributionOf(table), distributionOf(target)]
  if (on_delete === 'n' || on_delete === 'd') return 'sets a column on delete'
  if (to === 'everywhere') return undefined
  if (from !== 'space' || to !== 'space') return `goes from a table that is ${from} to one that is ${to}`
  const shared = columns.some((column, i) => column === 'group_id' && target_columns[i] === 'group_id')
  return shared ? undefined : 'does not go by group_id'
}
