import type { Sql } from '../db/sql.ts'

/** What is counted without counting: each change leaves a row, and their sum is the number. */
export type Tallied = 'transaction_bundles' | 'contacts'

export const tally = (sql: Sql, group_id: number, what: Tallied, change: number) => sql`
  insert into tallies (group_id, what, change) values (${group_id}, ${what}, ${change})`

export async function countOf(sql: Sql, group_id: number, what: Tallied) {
  const [row] = await sql<[{ total: number }]>`
    select coalesce(sum(change), 0)::bigint as total from tallies where group_id = ${group_id} and what = ${what}`
  return row.total
}

/** Makes one row of many. Rows that are being written meanwhile are left for the next time. Spans all spaces. */
export async function foldTallies(sql: Sql) {
  const folded = await sql<{ group_id: number; what: string; change: number }[]>`
    delete from tallies where id in (select id from tallies order by id limit 100000 for update skip locked)
    returning group_id, what, change`
  const sums = Map.groupBy(folded, ({ group_id, what }) => `${group_id} ${what}`)
  const rows = [...sums.values()].map(changes => ({
    group_id: changes[0]!.group_id,
    what: changes[0]!.what,
    change: changes.reduce((sum, { change }) => sum + change, 0),
  }))
  if (rows.length > 0) await sql`insert into tallies ${sql(rows)}`
}
