import type { Sql } from '../../db/sql.ts'

/** The next lines that are matched, or were and have entries, by id. */
export async function nextLines(sql: Sql, group_id: number, after: number, limit: number) {
  const rows = await sql<{ id: number }[]>`
    select l.id from bank_lines l
    where l.group_id = ${group_id} and l.id > ${after} and (
      l.state = 'matched' or exists (select from ledger_entries e where e.group_id = ${group_id} and e.bundle_id = -l.id))
    order by l.id
    limit ${limit}`
  return rows.map(({ id }) => id)
}
