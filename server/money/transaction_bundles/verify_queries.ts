import type { Sql } from '../../db/sql.ts'

export async function nextBundleIds(sql: Sql, group_id: number, after: number, limit: number) {
  const rows = await sql<{ id: number }[]>`
    select id from transaction_bundles where group_id = ${group_id} and id > ${after} order by id limit ${limit}`
  return rows.map(({ id }) => id)
}
