import type { Sql } from '../../db/sql.ts'

const findings_max = 20

/** Bank lines that differ from what they are matched to. */
export async function wrongMatches(sql: Sql, group_id: number): Promise<string[]> {
  const findings = [unequalLines(sql, group_id), unknownPayments(sql, group_id), overmatchedPayments(sql, group_id)]
  return (await Promise.all(findings)).flat()
}

/** The matches of a matched line sum up to it; other lines have none. */
async function unequalLines(sql: Sql, group_id: number) {
  const rows = await sql<{ id: number; state: string; amount: string; matched: string }[]>`
    select l.id, l.state, l.amount::text as amount, coalesce(sum(m.amount), 0)::text as matched
    from bank_lines l
    left join bank_matches m on m.group_id = ${group_id} and m.line_id = l.id
    where l.group_id = ${group_id}
    group by l.group_id, l.id
    having case when l.state = 'matched' then coalesce(sum(m.amount), 0) <> l.amount else count(m.id) > 0 end
    order by l.id
    limit ${findings_max}`
  return rows.map(({ id, state, amount, matched }) =>
    state === 'matched'
      ? `bank line ${id} of ${amount} is matched to ${matched}`
      : `bank line ${id} is ${state} and is matched to ${matched}`,
  )
}

/** A match refers to a transaction of a bundle that is not deleted, and to a reversal of that transaction. */
async function unknownPayments(sql: Sql, group_id: number) {
  const rows = await sql<{ line_id: number; transaction_id: number }[]>`
    select m.line_id, m.transaction_id from bank_matches m
    left join items t on t.group_id = ${group_id} and t.kind = 'transaction' and t.id = m.transaction_id
    left join transaction_bundles b on b.group_id = ${group_id} and b.id = t.bundle_id
    left join items r on r.group_id = ${group_id} and r.bundle_id = m.bundle_id and r.kind = 'reversal' and r.id = m.reversal_id
    where m.group_id = ${group_id} and m.transaction_id is not null and (
      b.id is null or b.deleted_at is not null or b.id <> m.bundle_id
      or (m.reversal_id is not null and r.transaction_id is distinct from m.transaction_id))
    order by m.line_id, m.id
    limit ${findings_max}`
  return rows.map(
    ({ line_id, transaction_id }) =>
      `bank line ${line_id} is matched to transaction ${transaction_id} or a reversal of it, which does not exist or is deleted`,
  )
}

/** Lines brought no more of a payment than its amount. */
async function overmatchedPayments(sql: Sql, group_id: number) {
  const rows = await sql<{ id: number; amount: string; matched: string }[]>`
    select t.id, t.amount::text as amount, sum(m.amount)::text as matched
    from bank_matches m
    join items t on t.group_id = ${group_id} and t.kind = 'transaction' and t.id = m.transaction_id
    where m.group_id = ${group_id} and m.kind = 'payment'
    group by t.group_id, t.id, t.amount
    having sum(m.amount) > t.amount
    order by t.id
    limit ${findings_max}`
  return rows.map(({ id, amount, matched }) => `bank lines of ${matched} are matched to transaction ${id} of ${amount}`)
}
