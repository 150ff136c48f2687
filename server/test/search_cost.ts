import type { ContactScope } from '../contacts/core/restriction.ts'
import { findContacts, type TotalMode } from '../contacts/search/engine/find.ts'
import { parseQuery } from '../contacts/search/engine/parse.ts'
import type { Pool } from '../db/pool/pool.ts'
import type { Sql } from '../db/sql.ts'
import { queryOf } from './search.ts'

/** How often each table was read as a whole, and how many of its rows were fetched, as counted so far. */
async function counters(sql: Sql) {
  const rows = await sql<{ name: string; whole: number; rows: number }[]>`
    select relname::text as name, seq_scan as whole, coalesce(idx_tup_fetch, 0) as rows from pg_stat_xact_user_tables
    where relname in ('contacts', 'contact_index', 'contact_answers', 'contact_tags', 'items')`
  return new Map(rows.map(row => [row.name, row]))
}

/** Searches in a space; returns which tables were read as a whole, and how many contacts and payments were fetched. */
export const searchWithCost =
  (pool: Pool, space: number) =>
  (condition: object, sort_attr = 'surname', total: TotalMode = 'exact', scope: ContactScope = 'all') =>
    pool.read({ group_id: space }, async sql => {
      const query = parseQuery(queryOf(condition), 'query')
      // As with a table that is too large to be read as a whole.
      await sql`set local enable_seqscan = off`
      const before = await counters(sql)
      const wish = { query, sort_attr, sort_asc: true, limit: 100, offset: 0, total }
      const found = await findContacts(sql, space, wish, scope)
      const read = [...(await counters(sql)).values()].map(({ name, whole, rows }) => ({
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
