import type { Sql } from '../../db/sql.ts'
import { inList } from '../../db/stable_plans.ts'
import { keepRawJson } from '../../http/validation/raw_json.ts'
import { parseExact } from '../../json.ts'
import type { Contact, Donation, Item, Membership, Reversal, Transaction } from '../transaction_bundles/schema.ts'
import type { Bundle } from './document.ts'
import { type ItemTable, itemFreeObjects, itemTables } from './item_fields.ts'
import { type BundleItems, type KindOf, type Receipt, receiptName, receiptsOf } from './received.ts'

/** A bundle from its row, with its stored document. */
export type StoredBundle = Bundle & { document: string; deleted: boolean }

export async function loadBundles(sql: Sql, group_id: number, ids: number[]): Promise<StoredBundle[]> {
  const rows = await bundleRows(sql, group_id, ids)
  return rows.map(row => ({ ...row, ...itemsIn(row.document) }))
}

export const bundleRows = (sql: Sql, group_id: number, ids: number[]) => sql<Omit<StoredBundle, ItemTable>[]>`
  select id, created_at as "CreatedAt", updated_at as "UpdatedAt", group_id, document, deleted_at is not null as deleted
  from transaction_bundles where group_id = ${group_id} and id ${inList(sql, ids)} order by id`

const freeObjects = {
  properties: Object.fromEntries(itemTables.map(table => [table, { items: itemFreeObjects }])),
}

/** The items in the document of a bundle, without the contacts that it shows. Free objects are kept as their texts. */
export function itemsIn(document: string): BundleItems {
  const parsed = keepRawJson(parseExact(document), document, freeObjects)
  const { transactions, memberships, donations, reversals } = parsed as Record<ItemTable, unknown>
  return {
    transactions: listOf(transactions) as Transaction[],
    memberships: listOf(memberships).map(withoutContact) as Membership[],
    donations: listOf(donations).map(withoutContact) as Donation[],
    reversals: listOf(reversals) as Reversal[],
  }
}

const listOf = (value: unknown): object[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'object' && item !== null) : []

const withoutContact = (item: object & { contact?: unknown }) => {
  const { contact: _, ...fields } = item
  return fields
}

/** What the history and the table of items call an item of each list. */
export const itemKinds = {
  transactions: 'transaction',
  memberships: 'membership',
  donations: 'donation',
  reversals: 'reversal',
} as const

/** A row of the table of items. */
export interface ItemRow {
  kind: (typeof itemKinds)[ItemTable]
  id: number
  contact_id: number
  date: string
  end_date: string | null
  amount: number
  currency: string
  membership_price_id: number | null
  donation_price_id: number | null
  status_id: number | null
  payment_method_kind: string | null
  code_campaign: string | null
  reimbursed_amount: number | null
  unpaid_amount: number | null
  transaction_id: number | null
  reversal_kind: string | null
  external_transaction_id: number | null
  /** Of memberships and donations. Null in bundles that do not count: deleted or cancelled ones. */
  received_amount: number | null
  received_at: string | null
}

const ofOtherKinds = {
  end_date: null,
  membership_price_id: null,
  donation_price_id: null,
  status_id: null,
  payment_method_kind: null,
  code_campaign: null,
  reimbursed_amount: null,
  unpaid_amount: null,
  transaction_id: null,
  reversal_kind: null,
  external_transaction_id: null,
  received_amount: null,
  received_at: null,
}

/** The rows of the items of a bundle: what bundles are found, joined and summed by. */
export function itemRows(bundle: BundleItems, kindOf: KindOf, { deleted }: { deleted: boolean }): ItemRow[] {
  const receipts = deleted ? new Map<string, Receipt>() : receiptsOf(bundle, kindOf)
  return itemTables.flatMap(table =>
    (bundle[table] as Item[]).map(item => {
      const kind = itemKinds[table]
      return { ...itemRow(kind, item), ...receipts.get(receiptName(kind, item.id)) }
    }),
  )
}

function itemRow(kind: ItemRow['kind'], item: Item): ItemRow {
  const { id, contact_id, amount, currency } = item
  const own = { kind, id, contact_id, amount, currency, ...ofOtherKinds }
  if ('start_date' in item)
    return { ...own, date: item.start_date, end_date: item.end_date, membership_price_id: item.membership_price_id }
  if ('donation_price_id' in item) return { ...own, date: item.date, donation_price_id: item.donation_price_id }
  if ('transaction_id' in item) return { ...own, date: item.date, ...rowOfReversal(item) }
  const { date, status_id, payment_method_kind, code_campaign, reimbursed_amount, unpaid_amount } = item
  const { external_transaction_id } = item
  const amounts = { reimbursed_amount, unpaid_amount }
  return { ...own, date, status_id, payment_method_kind, code_campaign, ...amounts, external_transaction_id }
}

const rowOfReversal = ({ payment_method_kind, transaction_id, kind: reversal_kind }: Reversal) => ({
  payment_method_kind,
  transaction_id,
  reversal_kind,
})

/** The contacts of the memberships and donations in these bundles, as documents show them. */
export async function contactsIn(sql: Sql, group_id: number, ids: number[]) {
  const rows = await sql<Contact[]>`
    select id, firstname, surname, group_id, membership_code, coalesce(membership_number, 0)::bigint as membership_number
    from contacts
    where group_id = ${group_id} and id in (
      select contact_id from items
      where group_id = ${group_id} and bundle_id = any(${ids}) and kind in ('membership', 'donation'))`
  return new Map(rows.map(row => [row.id, row]))
}
