import type { Sql } from '../../../db/sql.ts'
import { inList } from '../../../db/stable_plans.ts'
import type { BookedEntry, LedgerEntry } from './changes.ts'

// The rows of the ledger.

/** The columns of an entry that is written, for json_to_recordset. */
export const entry_columns = `position integer, journal text, kind text, item_id bigint, reversed boolean, date date, event_date date, debit_account text,
      debit_contact_id bigint, credit_account text, credit_contact_id bigint, amount bigint, currency text`

/** Their names. */
export const entry_names = entry_columns.replaceAll(/\s+/g, ' ').replaceAll(/(\w+) \w+(?=,|$)/g, '$1')

/** The entries of a bundle as JSON, in a function of the database. */
export const booked_entries = `(
      select json_agg(json_build_object('position', e.position, 'journal', e.journal, 'kind', e.kind, 'item_id', e.item_id, 'reversed', e.reversed,
        'date', e.date, 'event_date', e.event_date, 'debit_account', e.debit_account, 'debit_contact_id', e.debit_contact_id,
        'credit_account', e.credit_account, 'credit_contact_id', e.credit_contact_id, 'amount', e.amount, 'currency', e.currency,
        'validated', e.number is not null) order by e.position)
      from ledger_entries e where e.group_id = space and e.bundle_id = bundle)`

/** The entries of these bundles. */
export async function bookedEntries(sql: Sql, group_id: number, ids: number[]): Promise<Map<number, BookedEntry[]>> {
  const rows = await sql<(BookedEntry & { bundle_id: number })[]>`
    select bundle_id, position, journal, kind, item_id, reversed, date::text as date, event_date::text as event_date, debit_account, debit_contact_id,
           credit_account, credit_contact_id, amount::bigint as amount, currency, number is not null as validated
    from ledger_entries
    where group_id = ${group_id} and bundle_id ${inList(sql, ids)}
    order by bundle_id, position`
  const entries = rows.map(({ bundle_id, ...entry }) => [bundle_id, entry] as const)
  const groups = Map.groupBy(entries, ([id]) => id)
  return new Map([...groups].map(([id, list]) => [id, list.map(([, entry]) => entry)]))
}

/** Replaces the provisional entries of these bundles. */
export async function replaceEntries(sql: Sql, group_id: number, entries: Map<number, LedgerEntry[]>) {
  const ids = [...entries.keys()]
  if (ids.length === 0) return
  await sql`
    delete from ledger_entries where group_id = ${group_id} and bundle_id ${inList(sql, ids)} and number is null`
  const rows = [...entries].flatMap(([bundle_id, list]) => list.map(entry => ({ bundle_id, ...entry })))
  await insertEntries(sql, group_id, rows)
}

export async function insertEntries(sql: Sql, group_id: number, rows: (LedgerEntry & { bundle_id: number })[]) {
  if (rows.length === 0) return
  await sql`
    insert into ledger_entries (group_id, bundle_id, ${sql.unsafe(entry_names)})
    select ${group_id}::bigint, e.*
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as e (bundle_id bigint, ${sql.unsafe(entry_columns)})
    returning group_id`
}
