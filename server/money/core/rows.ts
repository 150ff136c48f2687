import type { Sql } from '../../db/sql.ts'
import { inList } from '../../db/stable_plans.ts'
import { RawJson } from '../../json.ts'
import type { Contact, Donation, Item, Membership, Transaction } from '../transaction_bundles/schema.ts'
import type { Bundle } from './document.ts'
import { columnsOf, freeObjectFields, type ItemFields, type ItemTable, itemFields } from './item_fields.ts'

/** A bundle from its rows, with its stored document. */
export type StoredBundle = Bundle & { document: string; deleted: boolean }

type BundleRow = Omit<StoredBundle, ItemTable>

const byBundle = <Item extends { transaction_bundle_id: number }>(items: Iterable<Item>) =>
  Map.groupBy(items, item => item.transaction_bundle_id)

export async function loadBundles(sql: Sql, group_id: number, ids: number[]): Promise<StoredBundle[]> {
  const [bundles, transactions, memberships, donations] = await Promise.all([
    sql<BundleRow[]>`
      select id, created_at as "CreatedAt", updated_at as "UpdatedAt", group_id, document, deleted_at is not null as deleted
      from transaction_bundles where group_id = ${group_id} and id ${inList(sql, ids)} order by id`,
    sql<Transaction[]>`
      select ${columns(sql, 'transactions')}
      from transactions where group_id = ${group_id} and transaction_bundle_id ${inList(sql, ids)} order by id`,
    sql<Membership[]>`
      select ${columns(sql, 'memberships')}
      from memberships where group_id = ${group_id} and transaction_bundle_id ${inList(sql, ids)} order by id`,
    sql<Donation[]>`
      select ${columns(sql, 'donations')}
      from donations where group_id = ${group_id} and transaction_bundle_id ${inList(sql, ids)} order by id`,
  ])
  const transactionsOf = byBundle(transactions.map(withRawJson('transactions')))
  const membershipsOf = byBundle(memberships.map(withRawJson('memberships')))
  const donationsOf = byBundle(donations.map(withRawJson('donations')))
  return bundles.map(bundle => ({
    ...bundle,
    transactions: transactionsOf.get(bundle.id) ?? [],
    memberships: membershipsOf.get(bundle.id) ?? [],
    donations: donationsOf.get(bundle.id) ?? [],
  }))
}

const columns = (sql: Sql, table: ItemTable) => sql.unsafe(columnsOf(itemFields[table]))

/** Free objects are read as text, and sent as that text. */
const withRawJson = (table: ItemTable) => {
  const names = freeObjectFields(itemFields[table])
  return <Row extends Item>(row: Row): Row => {
    const texts = row as Record<string, unknown>
    return { ...row, ...Object.fromEntries(names.map(name => [name, new RawJson(String(texts[name]))])) }
  }
}

/** An item as a row of its table. Of two fields for one column, the one with its name is written. */
export function itemRow(table: ItemTable, { CreatedAt, UpdatedAt, ...item }: Item): Record<string, unknown> {
  const fields: ItemFields = itemFields[table]
  const row = Object.fromEntries(Object.entries(item).filter(([name]) => !fields[name]?.column))
  return { ...row, created_at: CreatedAt, updated_at: UpdatedAt }
}

/** The contacts of the memberships and donations in these bundles, as documents show them. */
export async function contactsIn(sql: Sql, group_id: number, ids: number[]) {
  const rows = await sql<Contact[]>`
    select id, firstname, surname, group_id, membership_code, coalesce(membership_number, 0)::bigint as membership_number
    from contacts
    where group_id = ${group_id} and id in (
      select contact_id from memberships where group_id = ${group_id} and transaction_bundle_id = any(${ids})
      union select contact_id from donations where group_id = ${group_id} and transaction_bundle_id = any(${ids}))`
  return new Map(rows.map(row => [row.id, row]))
}
