import type { Caller } from '../../access/caller.ts'
import { seesRestricted } from '../../contacts/core/restriction.ts'
import type { Database } from '../../db/pool/options.ts'
import type { Sql } from '../../db/sql.ts'
import { notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { RawJson, recordJson } from '../../json.ts'
import { withHiddenNames } from '../core/restricted_names.ts'
import { itemsIn } from '../core/rows.ts'
import { findBundleOf } from './look_up_queries.ts'
import { type HistoryEntry, items_max } from './schema.ts'

/** The document of a bundle, without the names that the caller may not see. */
export async function fetchDocument({ call }: Database, caller: Caller, id: number) {
  const { group_id, id: user } = caller
  const [row] = await call(
    sql => sql<[{ document: string | null; hidden: number[] | null }]>`
      select document, hidden from read_bundle(${group_id}, ${user}, ${id}, ${seesRestricted(caller)})`,
  )
  if (!row?.document) throw notFound('transaction bundle')
  return withHiddenNames(row.document, row.hidden)
}

/** The refunds and returns of a transaction, in the order in which they were recorded. */
export async function readReversals(sql: Sql, caller: Caller, transaction_id: number) {
  const { group_id } = caller
  const id = await findBundleOf(sql, caller, transaction_id)
  const [row] = await sql<{ document: string }[]>`
    select document from transaction_bundles where group_id = ${group_id} and id = ${id} and deleted_at is null`
  if (!row) throw notFound('transaction')
  const rows = itemsIn(row.document).reversals.filter(reversal => reversal.transaction_id === transaction_id)
  return { rows, total: rows.length }
}

/** An item that changes has an entry, and another one if its status changes. */
const entries_of_change_max = 2 * items_max
const history_bytes_max = 8 * 1024 * 1024

/**
 * The history of a bundle, also of a deleted one, in order; states are returned as they were written. A page ends early when it becomes
 * too large, and has at least one entry.
 */
export async function readHistory(sql: Sql, { group_id }: Caller, id: number, { limit, offset }: Paging) {
  const page = Math.min(limit, page_size_max)
  const [entries, [count]] = await Promise.all([
    sql<(HistoryEntry & { old: string | null; new: string | null })[]>`
      select h.id, h.created_at as "CreatedAt", h.created_at, h.transaction_bundle_id, h.kind, h.target_id, h.old, h.new,
             json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname) as user, h.source::json,
              coalesce(left(h.old_seal, 1) = 'd', false) or coalesce(left(h.new_seal, 1) = 'd', false) as erased, h.hash
      from (
        select p.*, sum(coalesce(octet_length(p.old), 0) + coalesce(octet_length(p.new), 0)) over (order by p.position) as bytes,
               row_number() over (order by p.position) as place
        from (
          select * from bundle_history
          where group_id = ${group_id} and transaction_bundle_id = ${id} and position > ${offset}
            and last_position > ${offset} and last_position <= ${offset + page + entries_of_change_max}
          order by position
          limit ${page}
        ) p
      ) h
      join users u on u.group_id = ${group_id} and u.id = h.user_id
      where h.bytes <= ${history_bytes_max} or h.place = 1
      order by h.position`,
    sql<[{ total: number }]>`
      select coalesce(max(position), 0) as total from bundle_changes where group_id = ${group_id} and bundle_id = ${id}`,
  ])
  if (count.total === 0) throw notFound('transaction bundle')
  const verbatim = (state: string | null) => state && new RawJson(state)
  const rows = entries.map(entry => recordJson({ ...entry, old: verbatim(entry.old), new: verbatim(entry.new) }))
  return { documents: rows.join(','), total: count.total }
}
