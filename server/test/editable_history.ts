import type { Sql } from '../db/sql.ts'
import type { HistoryRow } from '../money/core/history.ts'

/**
 * Edits the entries of a space's history one by one, as an attacker with all rights would. `edit` returns the fields to change, or null to remove
 * the entry. A change with several entries, of which one is edited, becomes several changes.
 */
export async function editHistory(sql: Sql, space: number, edit: (entry: HistoryRow) => Partial<HistoryRow> | null) {
  const entries = await sql<(HistoryRow & { change_id: number })[]>`
    select * from bundle_history where group_id = ${space} order by transaction_bundle_id, position`
  const edited = entries.map(entry => ({ entry, fields: edit(entry) }))
  const changes = new Set(
    edited.flatMap(({ entry, fields }) => (fields && Object.keys(fields).length === 0 ? [] : [entry.change_id])),
  )
  await sql`delete from bundle_changes where group_id = ${space} and id = any(${[...changes]})`
  for (const { entry, fields } of edited)
    if (fields && changes.has(entry.change_id)) await insertHistory(sql, { ...entry, ...fields })
}

/** Inserts an entry as a change of its own. */
export async function insertHistory(sql: Sql, entry: HistoryRow) {
  const { group_id, id, transaction_bundle_id, position, created_at, user_id, source, hash, ...fields } = entry
  const { kind, target_id, old, new: now, old_seal, new_seal } = fields
  const entries = JSON.stringify([{ kind, target_id, old, new: now, old_seal, new_seal }])
  await sql`
    insert into bundle_changes (group_id, id, earlier_entry_ids, bundle_id, position, created_at, user_id, source, entries, hash)
    values (${group_id}, ${id}, '{}', ${transaction_bundle_id}, ${position}, ${created_at}, ${user_id}, ${source}, ${entries}::text::json, ${hash})`
}
