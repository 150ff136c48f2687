import type { Sql } from '../../db/sql.ts'

const findings_max = 20

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

/** Lines that are matched and whose matches do not sum up to them, and lines that have matches and are not matched. */
export async function wrongMatches(sql: Sql, group_id: number): Promise<string[]> {
  const rows = await sql<{ id: number }[]>`
    select l.id from bank_lines l
    left join (
      select m.group_id, m.line_id, sum(m.amount) as amount from bank_matches m where m.group_id = ${group_id} group by m.group_id, m.line_id
    ) held on held.group_id = ${group_id} and held.line_id = l.id
    where l.group_id = ${group_id} and case when l.state = 'matched' then held.amount is distinct from l.amount else held.line_id is not null end
    order by l.id
    limit ${findings_max}`
  return rows.map(({ id }) => `the matches of bank line ${id} do not sum up to it`)
}
