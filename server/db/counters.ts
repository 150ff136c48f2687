import type { Sql } from './sql.ts'

/** What is counted without counting: each change leaves a row, and their sum is the number. */
type Counter = 'transaction_bundles' | 'contacts'

export const addToCounter = (sql: Sql, group_id: number, what: Counter, change: number) => sql`
  insert into counters (group_id, what, change) values (${group_id}, ${what}, ${change})`

export async function readCounter(sql: Sql, group_id: number, what: Counter) {
  const [row] = await sql<[{ total: number }]>`
    select coalesce(sum(change), 0)::bigint as total from counters where group_id = ${group_id} and what = ${what}`
  return row.total
}

const folded_at_once = 10_000

/** Makes one row of many, thousands at a time; answers whether there may be more. Those being written meanwhile wait for the next time. */
export async function compactCounters(sql: Sql, group_id: number): Promise<boolean> {
  const locked = await sql<{ id: number }[]>`
    select id from counters where group_id = ${group_id} order by id limit ${folded_at_once} for update`
  const ids = locked.map(({ id }) => id)
  if (ids.length < 2) return false
  await sql`
    insert into counters (group_id, what, change)
    select ${group_id}::bigint, what, sum(change) from counters where group_id = ${group_id} and id = any(${ids}) group by what order by what`
  await sql`delete from counters where group_id = ${group_id} and id = any(${ids})`
  return ids.length === folded_at_once
}
