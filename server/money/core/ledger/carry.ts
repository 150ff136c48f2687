import type { Sql } from '../../../db/sql.ts'
import { accountingYear, dayAfter, firstDayOf, type LedgerRules } from './accounts.ts'
import { carriedForward, type OpeningDay, openYears, sumsBefore, type YearSum } from './carried.ts'
import type { LedgerEntry } from './changes.ts'
import { insertEntries } from './entries.ts'
import { opening_bundle_id } from './labels.ts'

// Carried-forward entries are drawn up whenever they are read, and stored when the year before is validated to its end.

/** The days with opening entries, oldest first. */
export async function openingDays(sql: Sql, group_id: number): Promise<OpeningDay[]> {
  return sql<OpeningDay[]>`
    select currency, date::text as day, bool_or(kind = 'opening') as by_hand
    from ledger_entries
    where group_id = ${group_id} and bundle_id = ${opening_bundle_id}
    group by currency, date
    order by ledger_entries.date, currency`
}

/** The day of the first entry of the ledger. */
export async function firstDayOfLedger(sql: Sql, group_id: number): Promise<string | undefined> {
  const [row] = await sql<{ day: string }[]>`
    select date::text as day from ledger_entries where group_id = ${group_id} order by ledger_entries.date limit 1`
  return row?.day
}

/** The carried-forward entries of these years, in order, as far as none are stored. */
export async function carriedEntries(
  sql: Sql,
  group_id: number,
  rules: LedgerRules,
  years: number[],
): Promise<LedgerEntry[]> {
  const [first, last] = [years[0], years.at(-1)]
  if (first === undefined || last === undefined) return []
  const openings = await openingDays(sql, group_id)
  const [first_day, before] = [firstDayOf(rules.year_end, first), firstDayOf(rules.year_end, last)]
  const since = openings.findLast(({ day, by_hand }) => !by_hand && day < first_day)?.day
  const sums = await yearSums(sql, group_id, rules, { since, before })
  const stored = await lastPosition(sql, group_id)
  return years
    .flatMap(year => carriedForward(sumsBefore(sums, year, rules, openings), year, rules))
    .map(entry => ({ ...entry, position: stored + entry.position }))
}

/** What each accounting year brought to each account, person and currency. */
export async function yearSums(
  sql: Sql,
  group_id: number,
  { year_end }: LedgerRules,
  { since, before }: { since: string | undefined; before: string },
): Promise<YearSum[]> {
  const start = since ?? (await firstDayOfLedger(sql, group_id))
  if (start === undefined || start >= before) return []
  const [first, last] = [accountingYear(year_end, start), accountingYear(year_end, before)]
  const first_days = Array.from({ length: last - first }, (_, index) => firstDayOf(year_end, first + 1 + index))
  const bucket = sql`width_bucket(e.date, ${first_days}::text[]::date[])`
  const days = sql`e.date >= ${start}::date and e.date < ${before}::date`
  const rows = await sql<(Omit<YearSum, 'amount'> & { amount: string })[]>`
    select ${first}::integer + l.bucket as year, l.account, l.contact_id, l.currency, sum(l.amount)::text as amount
    from (
      select ${bucket} as bucket, e.debit_account as account, e.debit_contact_id as contact_id, e.currency, sum(e.amount::bigint) as amount
      from ledger_entries e where e.group_id = ${group_id} and ${days} group by 1, 2, 3, 4
      union all
      select ${bucket}, e.credit_account, e.credit_contact_id, e.currency, -sum(e.amount::bigint)
      from ledger_entries e where e.group_id = ${group_id} and ${days} group by 1, 2, 3, 4
    ) l
    group by 1, 2, 3, 4
    having sum(l.amount) <> 0
    order by 1, 2, 3, 4`
  return rows.map(({ amount, ...sum }) => ({ ...sum, amount: BigInt(amount) }))
}

/** The last position of an opening balance or a carried-forward entry. */
export async function lastPosition(sql: Sql, group_id: number): Promise<number> {
  const [last] = await sql<[{ position: number }]>`
    select coalesce(max(position), 0)::integer as position from ledger_entries
    where group_id = ${group_id} and bundle_id = ${opening_bundle_id}`
  return last.position
}

/** Stores the carried-forward entries of the years before which all is validated with this day. The ledger must be locked. */
export async function storeCarriedEntries(
  sql: Sql,
  group_id: number,
  rules: LedgerRules,
  { validated_until, until }: { validated_until: string | null; until: string },
) {
  const first_day = await firstDayOfLedger(sql, group_id)
  if (first_day === undefined) return
  const years = openYears(rules, { first_day, validated_until, until: dayAfter(until) })
  const entries = await carriedEntries(sql, group_id, rules, years)
  const { position = 1 } = entries[0] ?? {}
  await insertEntries(
    sql,
    group_id,
    entries.map((entry, index) => ({ ...entry, bundle_id: opening_bundle_id, position: position + index })),
  )
}
