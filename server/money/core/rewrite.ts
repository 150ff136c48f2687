import { databaseTime } from '../../db/clock.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { emitEvents } from '../../events/outbox.ts'
import { msg } from '../../messages/message.ts'
import type { Item } from '../transaction_bundles/schema.ts'
import { compareMemberships } from './checks/moved_memberships.ts'
import { type Bundle, documentOf } from './document.ts'
import { chainEntries, type ItemChange, itemChanges, start_of_chain } from './history.ts'
import { type ItemTable, itemTables } from './item_fields.ts'
import { holdLedger, postAgain } from './ledger/post.ts'
import { contactsIn, itemKinds, loadBundles, type StoredBundle } from './rows.ts'
import { type BundleWriter, insertChange, lastEntriesOf, newEntryIds, sourceOf } from './write.ts'

/** The items that move with a contact. Reversals move with their transaction. */
export type MovedTable = Exclude<ItemTable, 'reversals'>
export const movedItemTables = itemTables.filter((table): table is MovedTable => table !== 'reversals')

/** The ids of items, by table. */
export type ItemIds = Record<MovedTable, number[]>

const moved_max = 2000
const bundles_at_once = 100

/**
 * Moves the items of one contact to another: all of them, or only these. Amounts, dates and batches do not change, so closed periods and
 * closed batches allow it; each item gets an entry in the history. Both contacts must be locked and have their final names. Returns the ids
 * of the moved items.
 */
export async function moveItems(
  sql: Sql,
  writer: BundleWriter,
  from: number,
  to: number,
  only?: ItemIds,
): Promise<ItemIds> {
  const { group_id } = writer.caller
  const ids = await bundlesWithItemsOf(sql, group_id, from, only)
  if (ids.length > moved_max) {
    throw new ApiError(
      'conflict',
      msg`Contact ${from} has more than ${moved_max} payments, too many to move at once. Merge the other way round.`,
    )
  }
  await holdLedger(sql, group_id)
  await lockBundles(sql, group_id, ids)
  const now = await databaseTime(sql)
  const moved: ItemIds = { transactions: [], memberships: [], donations: [] }
  for (const some of chunks(ids, bundles_at_once)) {
    const bundles = await loadBundles(sql, group_id, some)
    const isSelected = (table: ItemTable, item: Item): boolean => {
      if ('transaction_id' in item)
        return item.contact_id === from && (!only || only.transactions.includes(item.transaction_id))
      return item.contact_id === from && (!only || only[table as MovedTable].includes(item.id))
    }
    const rewrites = bundles.map(bundle =>
      rewriteBundle(bundle, now, (table, item) => (isSelected(table, item) ? { ...item, contact_id: to } : item)),
    )
    for (const table of itemTables) {
      const changed = bundles.flatMap(bundle => (bundle[table] as Item[]).filter(item => isSelected(table, item)))
      const changed_ids = changed.map(({ id }) => id)
      if (table !== 'reversals') moved[table].push(...changed_ids)
      if (changed_ids.length > 0)
        await sql`
          update items set contact_id = ${to}
          where group_id = ${group_id} and contact_id = ${from} and kind = ${itemKinds[table]} and id = any(${changed_ids})`
    }
    await storeRewrites(sql, writer, rewrites, now)
    await postAgain(
      sql,
      group_id,
      rewrites.map(({ bundle }) => ({ ...bundle, deleted: false })),
    )
  }
  if (moved.memberships.length > 0) await compareMemberships(sql, group_id, [from, to], now)
  return moved
}

/** Locks bundles in the order of their ids, which avoids deadlocks. */
export async function lockBundles(sql: Sql, group_id: number, ids: number[]) {
  await sql`select from transaction_bundles where group_id = ${group_id} and id = any(${ids}) order by id for update`
}

/** Rebuilds and stores documents, with the current names of contacts. The bundles must be locked, and their items written. */
export async function storeDocuments(sql: Sql, group_id: number, bundles: Bundle[], now: string) {
  const ids = bundles.map(({ id }) => id)
  const contacts = await contactsIn(sql, group_id, ids)
  const documents = bundles.map(bundle => documentOf({ ...bundle, UpdatedAt: now }, contacts))
  await sql`
    update transaction_bundles b
    set document = d.document, updated_at = ${now}
    from unnest(${ids}::bigint[], ${documents}::text[]) as d (id, document)
    where b.group_id = ${group_id} and b.id = d.id`
}

export function chunks<Piece>(list: Piece[], size: number): Piece[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}

/** The bundles with items of this contact, deleted ones excepted. */
async function bundlesWithItemsOf(sql: Sql, group_id: number, contact_id: number, only?: ItemIds) {
  const of = (table: MovedTable) => sql`
    select bundle_id from items
    where group_id = ${group_id} and contact_id = ${contact_id} and kind = ${itemKinds[table]}
      ${only ? sql`and id = any(${only[table]})` : sql``}`
  const rows = await sql<{ id: number }[]>`
    select id from transaction_bundles
    where group_id = ${group_id} and deleted_at is null
      and id in (${of('transactions')} union ${of('memberships')} union ${of('donations')})
    order by id
    limit ${moved_max + 1}`
  return rows.map(({ id }) => id)
}

interface BundleRewrite {
  bundle: Bundle
  changes: ItemChange[]
}

/** The bundle with rewritten items, and the changes for its history. */
function rewriteBundle(
  { document: _, deleted: __, ...before }: StoredBundle,
  now: string,
  rewrite: (table: ItemTable, item: Item) => Item,
): BundleRewrite {
  const after: Bundle = { ...before }
  const changes: ItemChange[] = []
  for (const table of itemTables) {
    const items = (before[table] as Item[]).map(item => {
      const changed = rewrite(table, item)
      if (changed === item) return item
      const stamped = { ...changed, UpdatedAt: now }
      changes.push(...itemChanges(itemKinds[table], item, stamped))
      return stamped
    })
    Object.assign(after, { [table]: items })
  }
  return { bundle: after, changes }
}

async function storeRewrites(sql: Sql, writer: BundleWriter, rewrites: BundleRewrite[], now: string) {
  const { group_id, id: user_id } = writer.caller
  const ids = rewrites.map(({ bundle }) => bundle.id)
  const last_entries = await lastEntriesOf(sql, group_id, ids)
  const entry_ids = await newEntryIds(sql, rewrites.flatMap(({ changes }) => changes).length)
  const insertions = rewrites.map(({ bundle: { id }, changes }) => {
    const facts = { group_id, transaction_bundle_id: id, created_at: now, user_id, source: sourceOf(writer) }
    const own_ids = entry_ids.splice(0, changes.length)
    return insertChange(sql, chainEntries(changes, last_entries.get(id) ?? start_of_chain, own_ids, facts))
  })
  await storeDocuments(
    sql,
    group_id,
    rewrites.map(({ bundle }) => bundle),
    now,
  )
  await Promise.all(insertions)
  await emitEvents(sql, writer, 'transaction_bundle.updated', ids)
}
