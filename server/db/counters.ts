import { onlyRow, type Sql } from './sql.ts'

/** A total that is kept without counting rows: each change inserts a row, and the sum of the deltas is the total. */
type Counter = 'transaction_bundles' | 'contacts'

export const addToCounter = (sql: Sql, group_id: number, counter: Counter, delta: number) => sql`
  insert into counters (group_id, name, delta) values (${group_id}, ${counter}, ${delta})`

export async function readCounter(sql: Sql, group_id: number, counter: Counter) {
  const rows = await sql<{ total: number }[]>`
    select coalesce(sum(delta), 0)::bigint as total from counters where group_id = ${group_id} and name = ${counter}`
  return onlyRow(rows).total
}

/** The same in a function of the database, of `space`. */
export const counter_total = (counter: Counter) =>
  `(select coalesce(sum(delta), 0)::bigint from counters where group_id = space and name = '${counter}')`

const compacted_at_once = 10_000

/** Replaces up to 10,000 rows with their sums; returns whether there may be more. Rows that commit meanwhile wait for the next call. */
export async function compactCounters(sql: Sql, group_id: number): Promise<boolean> {
  const locked = await sql<{ id: number }[]>`
    select id from counters where group_id = ${group_id} order by id limit ${compacted_at_once} for update`
  const ids = locked.map(({ id }) => id)
  if (ids.length < 2) return false
  await sql`
    with sums as materialized (
      select name, sum(delta) as delta from counters where group_id = ${group_id} and id = any(${ids}) group by name)
    insert into counters (group_id, name, delta)
    select ${group_id}::bigint, name, delta from sums order by name
    returning group_id`
  await sql`delete from counters where group_id = ${group_id} and id = any(${ids})`
  return ids.length === compacted_at_once
}
