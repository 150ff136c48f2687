import type { Caller } from '../../access/caller.ts'
import { notifyLocal } from '../../db/notifications.ts'
import { rowOf, type Sql } from '../../db/sql.ts'
import { idRows } from '../../db/stable_plans.ts'
import type { EventType } from '../../events/catalogue.ts'
import { recordJson } from '../../json.ts'
import type { HistoryKind, Item } from '../transaction_bundles/schema.ts'
import { chainEntries, type HistoryRow, type ItemChange, type LastEntry, start_of_chain } from './history.ts'
import type { ItemTable } from './item_fields.ts'
import { itemRow } from './rows.ts'
import type { SumChange } from './sums.ts'

/** Who writes, and with which request. */
export interface BundleWriter {
  caller: Caller
  request_id: string
  /** The merge that the change belongs to, or whose undo it belongs to. */
  merge_id?: number
  /** The time of the write, for demo data; now by default. */
  at?: string
}

const tables: Record<HistoryKind, ItemTable> = {
  transaction: 'transactions',
  transaction_status: 'transactions',
  membership: 'memberships',
  donation: 'donations',
}

/** A change of a bundle, with everything that is recorded for it. */
export interface BundleChange {
  event: EventType
  bundle: number
  at: string
  changes: ItemChange[]
  /** The last entry in the history of the bundle so far. */
  last_entry: LastEntry
  sums: SumChange[]
  /** 1 for a new bundle, -1 for a deleted one. */
  count_change: number
}

/** The statements that record a change: one for each changed item, and one call for the rest. */
export function changeStatements(
  sql: Sql,
  writer: BundleWriter,
  { event, bundle, at, changes, last_entry, sums, count_change }: BundleChange,
) {
  const { caller, request_id } = writer
  const { group_id, id: user_id } = caller
  // record_bundle_change writes the event, without a statement of its own.
  notifyLocal(sql, 'events')
  const source = sourceOf(writer)
  const entries = chainEntries(changes, last_entry, {
    group_id,
    transaction_bundle_id: bundle,
    created_at: at,
    user_id,
    source,
  })
  const { added, changed } = newAndChangedItems(changes)
  const updates = changed.map(({ table, item }) => {
    const { id, group_id: _, ...fields } = itemRow(table, item)
    return sql`update ${sql(table)} set ${sql(rowOf(fields))} where group_id = ${group_id} and id = ${id as number}`
  })
  const list = (table: ItemTable) => (added[table].length > 0 ? `[${added[table].map(recordJson).join(',')}]` : null)
  const record = sql`
    select record_bundle_change(${group_id}, ${bundle}, ${at}, ${user_id}, ${request_id}, ${event}, ${source},
      ${list('transactions')}::text::json, ${list('memberships')}::text::json, ${list('donations')}::text::json,
      ${JSON.stringify(entries)}::text::json, ${sums.length > 0 ? JSON.stringify(sums) : null}::text::json, ${count_change})`
  return [...updates, record]
}

/** The items as they become, new and changed ones. Of two entries for one item the last has its state. */
function newAndChangedItems(changes: ItemChange[]) {
  const added: Record<ItemTable, Item[]> = { transactions: [], memberships: [], donations: [] }
  const changed = new Map<string, { table: ItemTable; item: Item }>()
  for (const { kind, target_id, old, new: item } of changes) {
    if (!item) continue
    const table = tables[kind]
    if (old) changed.set(`${table} ${target_id}`, { table, item })
    else added[table].push(item)
  }
  return { added, changed: [...changed.values()] }
}

export const sourceOf = ({ caller, request_id, merge_id }: BundleWriter) =>
  JSON.stringify({ token_id: caller.token.id, request_id, merge_id })

export async function lastEntryOf(sql: Sql, group_id: number, id: number): Promise<LastEntry> {
  return (await lastEntriesOf(sql, group_id, [id])).get(id) ?? start_of_chain
}

/** The last entry in the history of each of these bundles. */
export async function lastEntriesOf(sql: Sql, group_id: number, ids: number[]): Promise<Map<number, LastEntry>> {
  const rows = await sql<(LastEntry & { id: number })[]>`
    select t.transaction_bundle_id as id, t.position, t.hash
    from ${idRows(sql, ids)} as b (id)
    cross join lateral (
      select transaction_bundle_id, position, hash from bundle_history
      where group_id = ${group_id} and transaction_bundle_id = b.id
      order by position desc
      limit 1
    ) t`
  return new Map(rows.map(({ id, ...last_entry }) => [id, last_entry]))
}

export type StoredHistoryRow = HistoryRow & { id: number }

/** The histories of these bundles, in order. */
export async function loadHistory(sql: Sql, group_id: number, ids: number[]): Promise<StoredHistoryRow[]> {
  return [
    ...(await sql<StoredHistoryRow[]>`
      select id, group_id, transaction_bundle_id, position, created_at, kind, target_id, old, new, old_seal, new_seal, user_id, source, hash
      from bundle_history
      where group_id = ${group_id} and transaction_bundle_id = any(${ids})
      order by transaction_bundle_id, position`),
  ]
}
