import type { Sql } from '../../db/sql.ts'
import type { BookedEntry } from '../core/ledger/changes.ts'

const findings_max = 20

/** The entries of the bundles between two ids, also of bundles that are missing. */
export async function ledgerEntriesBetween(sql: Sql, group_id: number, after: number, to: number) {
  const rows = await sql<(BookedEntry & { bundle_id: number })[]>`
    select bundle_id, position, journal, kind, item_id, reversed, date::text as date, event_date::text as event_date, debit_account, debit_contact_id,
           credit_account, credit_contact_id, amount::bigint as amount, currency, number is not null as validated
    from ledger_entries
    where group_id = ${group_id} and bundle_id > ${after} and bundle_id <= ${to}
    order by bundle_id, position`
  return Map.groupBy(rows, ({ bundle_id }) => bundle_id)
}

/** What is wrong with the ledger as a whole: gaps in the numbers, entries on the wrong side of the last validation, opening balances of another year. */
export async function wrongLedger(sql: Sql, group_id: number): Promise<string[]> {
  const findings = [numberGaps(sql, group_id), misplacedEntries(sql, group_id), misplacedOpenings(sql, group_id)]
  return (await Promise.all(findings)).flat()
}

async function numberGaps(sql: Sql, group_id: number) {
  const rows = await sql<{ year: number; journal: string }[]>`
    select year, journal from ledger_entries
    where group_id = ${group_id} and number is not null
    group by year, journal
    having count(*) <> max(number) or min(number) <> 1
    order by year, journal
    limit ${findings_max}`
  return rows.map(({ year, journal }) => `the numbers of the journal ${journal} have a gap in ${year}`)
}

async function misplacedEntries(sql: Sql, group_id: number) {
  const rows = await sql<{ bundle_id: number; position: number; validated: boolean }[]>`
    select e.bundle_id, e.position, e.number is not null as validated
    from ledger_entries e
    join transaction_settings s on s.group_id = ${group_id}
    where e.group_id = ${group_id}
      and case when e.number is null then e.date <= s.ledger_validated_until
          -- What is carried forward is validated with the day before.
          else coalesce(e.date > s.ledger_validated_until + (e.kind in ('carried_forward', 'result'))::integer, true) end
    order by e.bundle_id, e.position
    limit ${findings_max}`
  return rows.map(({ bundle_id, position, validated }) =>
    validated
      ? `entry ${bundle_id}-${position} of the ledger is validated, and its day is not`
      : `entry ${bundle_id}-${position} of the ledger is provisional on a day that is validated`,
  )
}

async function misplacedOpenings(sql: Sql, group_id: number) {
  const rows = await sql<{ opening: number; year: number }[]>`
    select item_id as opening, year from ledger_entries
    where group_id = ${group_id} and journal = 'opening' and number is not null
      and year <> item_id + (kind = 'result')::integer
    group by item_id, year
    order by item_id, year
    limit ${findings_max}`
  return rows.map(({ opening, year }) => `the opening balances of ${opening} are in the year ${year} of the ledger`)
}
