import type { ContactScope } from '../contacts/core/restriction.ts'
import { findContacts, type TotalMode } from '../contacts/search/engine/find.ts'
import { parseQuery } from '../contacts/search/engine/parse.ts'
import type { Pool } from '../db/pool/pool.ts'
import { onlyRow, type Sql } from '../db/sql.ts'
import type { TestApp } from './harness.ts'
import { queryOf } from './search.ts'

/**
 * Creates a function that counts how often a session read a table as a whole, and how many of its rows it fetched. Citus copies it to the workers, which
 * count what they read of their shards.
 */
export const countReads = ({ owner }: TestApp) =>
  owner.unsafe(`
    create function table_reads() returns json language plpgsql as $$
    begin
      return (
        select json_agg(t) from (
          select regexp_replace(c.relname, '_\\d+$', '') as name, sum(pg_stat_get_xact_numscans(c.oid)) as whole,
                 sum((select coalesce(sum(pg_stat_get_xact_tuples_fetched(i.indexrelid)), 0) from pg_index i where i.indrelid = c.oid)
                   + pg_stat_get_xact_tuples_fetched(c.oid)) as rows
          from pg_class c
          where c.relkind = 'r' and c.relname ~ '^(contacts|contact_index|contact_answers|contact_tags|items)(_\\d+)?$'
          group by 1) t);
    end $$`)

/** What this transaction read so far on the node with the space. */
async function reads(sql: Sql, space: number) {
  const rows = await sql<{ reads: { name: string; whole: number; rows: number }[] }[]>`
    select table_reads() as reads from contacts where group_id = ${space} order by id limit 1`
  return new Map(onlyRow(rows).reads.map(table => [table.name, table]))
}

/**
 * Searches in a space by a condition or a group, after `countReads`. Returns which tables were read as a whole, and how many contacts and payments were
 * fetched.
 */
export const searchWithCost =
  (pool: Pool, space: number) =>
  (condition: object, sort_attr = 'surname', total: TotalMode = 'exact', scope: ContactScope = 'all') =>
    pool.read({ group_id: space }, async sql => {
      const query = parseQuery('attr' in condition ? queryOf(condition) : { $all: [{ $all: [condition] }] }, 'query')
      // As with a table that is too large to be read as a whole.
      await sql`set local enable_seqscan = off`
      const before = await reads(sql, space)
      const wish = { query, sort_attr, sort_asc: true, limit: 100, offset: 0, total }
      const found = await findContacts(sql, space, wish, scope)
      const read = [...(await reads(sql, space)).values()].map(({ name, whole, rows }) => ({
        name,
        whole: whole - (before.get(name)?.whole ?? 0),
        rows: rows - (before.get(name)?.rows ?? 0),
      }))
      return {
        ...found,
        whole: read.filter(({ whole }) => whole > 0).map(({ name }) => name),
        contacts: read.find(({ name }) => name === 'contact_index')?.rows ?? 0,
        payments: read.find(({ name }) => name === 'items')?.rows ?? 0,
      }
    })
