import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { idRows } from '../../db/stable_plans.ts'
import type { HistoryRow, LastEntry } from './history.ts'
import type { BundleItems, KindOf } from './received.ts'
import { type ItemRow, itemRows } from './rows.ts'

/** Who writes, and with which request. */
export interface BundleWriter {
  caller: Caller
  request_id: string
  /** The merge that the change belongs to, or whose undo it belongs to. */
  merge_id?: number
  /** Why it is changed. The hash of an entry covers it, so it cannot be erased. */
  reason?: string | undefined
  /** The time of the write, for demo data; now by default. */
  at?: string
}

/** One row for the entries of one write, with the id, position and hash of the last one. */
export function insertChange(sql: Sql, entries: HistoryRow[]) {
  const last = entries.at(-1)
  if (!last) throw new Error('a change without entries')
  const { group_id, transaction_bundle_id, created_at, user_id, source, id, position, hash } = last
  const earlier_entry_ids = entries.slice(0, -1).map(entry => entry.id)
  return sql`
    insert into bundle_changes (group_id, id, earlier_entry_ids, bundle_id, position, created_at, user_id, source, entries, hash)
    values (${group_id}, ${id}, ${earlier_entry_ids}, ${transaction_bundle_id}, ${position}, ${created_at}, ${user_id}, ${source},
      ${JSON.stringify(storedEntries(entries))}::text::json, ${hash})`
}

/** The entries of a change, without what they share and what its row has. */
export const storedEntries = (entries: HistoryRow[]) =>
  entries.map(({ kind, target_id, old, new: now, old_seal, new_seal, hash }, index) => ({
    kind,
    target_id,
    old,
    new: now,
    old_seal,
    new_seal,
    ...(index < entries.length - 1 && { hash }),
  }))

/** Ids for new entries in the history. */
export async function newEntryIds(sql: Sql, count: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select nextval('bundle_history_id_seq') as id from generate_series(1, ${count}::int)`
  return rows.map(({ id }) => id)
}

/** The rows of items that are new, and those that differ. The items of a deleted bundle stay. */
export function changedRows(before: BundleItems | null, after: BundleItems | null, kindOf: KindOf) {
  const old = before ? itemRows(before, kindOf, { deleted: false }) : []
  const now = after
    ? itemRows(after, kindOf, { deleted: false })
    : before
      ? itemRows(before, kindOf, { deleted: true })
      : []
  const known = new Map(old.map(row => [`${row.kind} ${row.id}`, JSON.stringify(row)]))
  const stored = (row: ItemRow) => known.get(`${row.kind} ${row.id}`)
  return {
    added: now.filter(row => stored(row) === undefined),
    changed: now.filter(row => stored(row) !== undefined && stored(row) !== JSON.stringify(row)),
  }
}

export const sourceOf = ({ caller, request_id, merge_id, reason }: BundleWriter) =>
  JSON.stringify({ token_id: caller.token.id, request_id, merge_id, reason })

/** The last entry in the history of each of these bundles. */
export async function lastEntriesOf(sql: Sql, group_id: number, ids: number[]): Promise<Map<number, LastEntry>> {
  const rows = await sql<(LastEntry & { id: number })[]>`
    select t.bundle_id as id, t.position, t.hash
    from ${idRows(sql, ids)} as b (id)
    cross join lateral (
      select bundle_id, position, hash from bundle_changes
      where group_id = ${group_id} and bundle_id = b.id
      order by position desc
      limit 1
    ) t`
  return new Map(rows.map(({ id, ...last_entry }) => [id, last_entry]))
}

/** A stored entry, with the id of the change that it belongs to. */
export type StoredHistoryRow = HistoryRow & { change_id: number }

/** The histories of these bundles, in order. */
export async function loadHistory(sql: Sql, group_id: number, ids: number[]): Promise<StoredHistoryRow[]> {
  return [
    ...(await sql<StoredHistoryRow[]>`
      select id, change_id, group_id, transaction_bundle_id, position, created_at, kind, target_id, old, new, old_seal, new_seal, user_id, source, hash
      from bundle_history
      where group_id = ${group_id} and transaction_bundle_id = any(${ids})
      order by transaction_bundle_id, position`),
  ]
}
