import type { Sql } from '../../../db/sql.ts'

/** Which of these contacts are restricted. */
export async function restrictedAmong(sql: Sql, group_id: number, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await sql<{ id: number }[]>`
    select id from contacts
    where group_id = ${group_id} and id = any(${ids}) and restricted_at is not null and deleted_at is null`
  return new Set(rows.map(({ id }) => id))
}
