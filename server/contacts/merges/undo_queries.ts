import type { Caller } from '../../access/caller.ts'
import { may } from '../../access/caller.ts'
import type { WriteContext } from '../../access/write_context.ts'
import { databaseTime } from '../../db/clock.ts'
import { addToCounter } from '../../db/counters.ts'
import { rowOf, type Sql } from '../../db/sql.ts'
import { ApiError, forbidden, notFound } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import { giveMembershipNumbers } from '../../money/core/numbering.ts'
import { type ItemIds, movedItemTables, moveItems } from '../../money/core/rewrite.ts'
import { linkTables } from '../core/references.ts'
import { publishContacts } from '../core/search_index.ts'
import { undoAnswers } from './answer_queries.ts'
import { restorableColumns } from './columns.ts'
import { moveRowsBack } from './move_queries.ts'
import { type LockedContact, lockPair, readMerge, recordMergeAudit, renameContact, writeContact } from './queries.ts'
import type { MembershipIdentity, MergeRecord, StayedWithSurvivor } from './record.ts'
import type { Merge } from './schema.ts'

/** Undoes a merge. What changed since stays with the survivor and is listed in `stayed`. */
export async function undoMerge(sql: Sql, writer: WriteContext, id: number): Promise<Merge> {
  const { group_id } = writer.caller
  const { survivor_id, gone_id } = await readMerge(sql, writer.caller, id)
  const [survivor, gone] = await lockPair(sql, group_id, survivor_id, gone_id, true)
  // Read again under the locks: another request may have undone it.
  const { record, undone_at } = await mergeAt(sql, group_id, id)
  if (undone_at) throw new ApiError('conflict', 'This merge was undone already.')
  if (!record) throw new ApiError('conflict', 'One of these people was erased, so the merge cannot be undone.')
  if (!survivor || !gone) throw notFound('contact')
  await checkLive(sql, group_id, survivor)
  checkMayMovePayments(writer.caller, record.items)
  const writing = { ...writer, source: `undoing merge ${id}` }
  const { columns, stayed } = restorableColumns(survivor, record.fields)
  await writeContact(sql, writer.caller, survivor, columns, record.membership.survivor, async () => {
    await restoreContact(sql, writer.caller, gone, record.membership.gone)
  })
  const answers = await undoAnswers(sql, writing, survivor_id, record.answers)
  await undoLinks(sql, group_id, survivor_id, record.links)
  await moveRowsBack(sql, group_id, survivor_id, gone_id, record.moved)
  const back = await moveItems(sql, { ...writer, merge_id: id }, survivor_id, gone_id, record.items)
  await renumberSurvivor(sql, group_id, survivor, record.membership.survivor)
  const left = { fields: stayed, answers, ...without(record.items, back) }
  await recordUndo(sql, writer, id, left)
  await recordMergeAudit(sql, writer, 'contact.unmerged', survivor_id, { merge_id: id, gone_id })
  await publishContacts(sql, writer, 'contact.unmerged', [survivor_id])
  await publishContacts(sql, writer, 'contact.restored', [gone_id])
  await addToCounter(sql, group_id, 'contacts', 1)
  return readMerge(sql, writer.caller, id)
}

async function mergeAt(sql: Sql, group_id: number, id: number) {
  const [row] = await sql<
    { survivor_id: number; gone_id: number; record: MergeRecord | null; undone_at: string | null }[]
  >`select survivor_id, gone_id, record, undone_at from merges where group_id = ${group_id} and id = ${id}`
  if (!row) throw notFound('merge')
  return row
}

/** The survivor must still exist: merges are undone in reverse order. */
async function checkLive(sql: Sql, group_id: number, { id, merged_into }: LockedContact) {
  const [row] = await sql<[{ deleted: boolean; later: number | null }]>`
    select c.deleted_at is not null as deleted,
           (select m.id from merges m
            where m.group_id = ${group_id} and m.gone_id = c.id and m.undone_at is null
            order by m.id desc limit 1) as later
    from contacts c where c.group_id = ${group_id} and c.id = ${id}`
  if (merged_into)
    throw new ApiError('conflict', msg`Contact ${id} was itself merged since; undo merge ${row.later} first.`)
  if (row.deleted) throw new ApiError('conflict', msg`Contact ${id} was deleted since; restore it first.`)
}

function checkMayMovePayments(caller: Caller, items: ItemIds) {
  if (may(caller, 'finance:write') || movedItemTables.every(table => items[table].length === 0)) return
  throw forbidden('This merge moved payments, and moving them back needs the permission finance:write.')
}

async function restoreContact(
  sql: Sql,
  { group_id, id: changed_by }: Caller,
  gone: LockedContact,
  membership: MembershipIdentity,
) {
  await sql`
    update contacts set ${sql(rowOf({ ...membership, changed_by }))}, merged_into = null, deleted_at = null, updated_at = now(), version = version + 1
    where group_id = ${group_id} and id = ${gone.id}`
  await renameContact(sql, gone, membership)
}

/** Removes the copied links that still exist. */
async function undoLinks(sql: Sql, group_id: number, contact_id: number, copied: MergeRecord['links']) {
  for (const [table, [key]] of Object.entries(linkTables))
    await sql`
      delete from ${sql(table)}
      where group_id = ${group_id} and contact_id = ${contact_id} and ${sql(key)} = any(${copied[table] ?? []})`
}

/** Gives the survivor a membership number of its own, if it became a member since the merge and the undo took its number. */
async function renumberSurvivor(
  sql: Sql,
  group_id: number,
  survivor: LockedContact,
  { membership_number }: MembershipIdentity,
) {
  if (membership_number !== null) return
  const joined = await sql`
    select from memberships m
    join transaction_bundles b on b.group_id = ${group_id} and b.id = m.transaction_bundle_id and b.deleted_at is null
    where m.group_id = ${group_id} and m.contact_id = ${survivor.id}
    limit 1`
  if (joined.length === 0) return
  const [contact] = await sql<[LockedContact & { membership_number: number }]>`
    select id, group_id, firstname, surname, membership_code, 0::bigint as membership_number
    from contacts where group_id = ${group_id} and id = ${survivor.id}`
  const alone = new Map([[survivor.id, contact]])
  const { writes } = await giveMembershipNumbers(sql, group_id, [survivor.id], alone, await databaseTime(sql))
  await Promise.all(writes)
}

const without = (all: ItemIds, back: ItemIds): ItemIds => {
  const others = (table: keyof ItemIds) => all[table].filter(id => !back[table].includes(id))
  return { transactions: others('transactions'), memberships: others('memberships'), donations: others('donations') }
}

/** Records the undo, and that these are two people, so that they are not proposed as duplicates again. */
async function recordUndo(
  sql: Sql,
  { caller: { group_id, id: user_id } }: WriteContext,
  id: number,
  stayed: StayedWithSurvivor,
) {
  await sql`
    update merges set ${sql(rowOf({ undone_by: user_id, stayed }))}, undone_at = now() where group_id = ${group_id} and id = ${id}`
  await sql`
    with undone as materialized (select survivor_id, gone_id from merges where group_id = ${group_id} and id = ${id})
    insert into not_duplicates (group_id, low_id, high_id, user_id)
    select ${group_id}::bigint, least(survivor_id, gone_id), greatest(survivor_id, gone_id), ${user_id}::bigint from undone
    on conflict do nothing`
}
