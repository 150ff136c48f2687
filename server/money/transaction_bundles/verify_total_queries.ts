import type { Sql } from '../../db/sql.ts'
import { countAllBundles, sumDifferences } from '../core/sums.ts'

const findings_max = 20

/** Totals that differ from the payments: the number of bundles, the sums for statistics, and deposit batches. */
export async function wrongTotals(sql: Sql, group_id: number): Promise<string[]> {
  const [total, days, batches] = await Promise.all([
    wrongTotal(sql, group_id),
    wrongDays(sql, group_id),
    wrongBatches(sql, group_id),
  ])
  return [...total, ...days, ...batches]
}

async function wrongTotal(sql: Sql, group_id: number) {
  const [counter, [row]] = await Promise.all([
    countAllBundles(sql, group_id),
    sql<[{ total: number }]>`
      select count(*) as total from transaction_bundles where group_id = ${group_id} and deleted_at is null`,
  ])
  return counter === row.total ? [] : [`the counter of bundles is ${counter} in total, and there are ${row.total}`]
}

async function wrongDays(sql: Sql, group_id: number) {
  const rows = await sql<{ day: string; currency: string }[]>`
    select day::text as day, currency
    from (${sumDifferences(sql, group_id)}) d
    group by day, currency
    order by day, currency
    limit ${findings_max}`
  return rows.map(({ day, currency }) => `the sums of ${day} in ${currency} differ from its payments`)
}

interface WrongBatch {
  number: string
  state: string
  count: number
  expected_count: number
  amount: string
  expected_amount: string
  deleted: number
  foreign: number
}

/** A closed batch has the count and amount it was closed with; no batch has a deleted payment or one in another currency. */
async function wrongBatches(sql: Sql, group_id: number) {
  const rows = await sql<WrongBatch[]>`
    select * from (
      select a.number, a.state, a.expected_count, a.expected_amount::text as expected_amount, count(t.id)::integer as count,
             coalesce(sum(t.amount), 0)::text as amount,
             (count(*) filter (where u.deleted_at is not null))::integer as deleted,
             (count(*) filter (where upper(t.currency) <> upper(a.currency)))::integer as foreign
      from transaction_batches a
      left join batched_transactions b on b.group_id = ${group_id} and b.batch_id = a.id
      left join transactions t on t.group_id = ${group_id} and t.id = b.transaction_id
      left join transaction_bundles u on u.group_id = ${group_id} and u.id = t.transaction_bundle_id
      where a.group_id = ${group_id}
      group by a.group_id, a.id
    ) a
    where deleted > 0 or "foreign" > 0 or (state <> 'open' and (count <> expected_count or amount <> expected_amount))
    order by number
    limit ${findings_max}`
  return rows.map(batch => `deposit batch ${batch.number} ${batchFinding(batch)}`)
}

function batchFinding({ deleted, foreign, count, amount, expected_count, expected_amount }: WrongBatch) {
  if (deleted > 0) return 'contains a deleted payment'
  if (foreign > 0) return 'contains a payment in another currency'
  return `was closed with ${expected_count} payments of ${expected_amount} and contains ${count} of ${amount}`
}
