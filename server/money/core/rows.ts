import type { Sql } from '../../db/sql.ts'
import { inList } from '../../db/stable_plans.ts'
import { RawJson } from '../../json.ts'
import type { Contact, Donation, Item, Membership, Transaction } from '../transaction_bundles/schema.ts'
import type { Bundle } from './document.ts'

/** A bundle as its rows have it, with its stored document and whether it was deleted. */
export type StoredBundle = Bundle & { document: string; deleted: boolean }

/** A transaction with its free objects as the text that they are. */
type TransactionRow = Transaction & { payment_method: string; extra_json: string }

type BundleRow = Omit<StoredBundle, 'transactions' | 'memberships' | 'donations'>

const byBundle = <Item extends { transaction_bundle_id: number }>(items: Iterable<Item>) =>
  Map.groupBy(items, item => item.transaction_bundle_id)

const withRawJson = (row: TransactionRow): Transaction => ({
  ...row,
  payment_method: new RawJson(row.payment_method),
  extra_json: new RawJson(row.extra_json),
})

export async function loadBundles(sql: Sql, group_id: number, ids: number[]): Promise<StoredBundle[]> {
  const [heads, transactions, memberships, donations] = await Promise.all([
    sql<BundleRow[]>`
      select id, created_at as "CreatedAt", updated_at as "UpdatedAt", group_id, document, deleted_at is not null as deleted
      from transaction_bundles where group_id = ${group_id} and id ${inList(sql, ids)} order by id`,
    sql<TransactionRow[]>`
      select id, created_at as "CreatedAt", updated_at as "UpdatedAt", group_id, transaction_bundle_id, amount, currency, payment_method_kind,
             payment_method::text, contact_id, date, code_campaign, delivered_at, delivery_token, comment, comment_date, reimbursed_amount,
             unpaid_amount, external_transaction_id, status_id, extra_json::text
      from transactions where group_id = ${group_id} and transaction_bundle_id ${inList(sql, ids)} order by id`,
    sql<Membership[]>`
      select id, created_at as "CreatedAt", updated_at as "UpdatedAt", group_id, transaction_bundle_id, contact_id, start_date, end_date,
             membership_price_id, amount, amount_initial, currency, comment, rolling_year
      from memberships where group_id = ${group_id} and transaction_bundle_id ${inList(sql, ids)} order by id`,
    sql<Donation[]>`
      select id, created_at as "CreatedAt", updated_at as "UpdatedAt", group_id, transaction_bundle_id, contact_id, date, amount,
             initial_amount, initial_amount as amount_initial, currency, donation_price_id, affectation, comment
      from donations where group_id = ${group_id} and transaction_bundle_id ${inList(sql, ids)} order by id`,
  ])
  const [paid, joined, given] = [byBundle(transactions.map(withRawJson)), byBundle(memberships), byBundle(donations)]
  return heads.map(head => ({
    ...head,
    transactions: paid.get(head.id) ?? [],
    memberships: joined.get(head.id) ?? [],
    donations: given.get(head.id) ?? [],
  }))
}

/** An item as a row of its table: the same fields, with the stamps under the names that columns have. */
export function itemRow({ CreatedAt, UpdatedAt, ...item }: Item): Record<string, unknown> {
  const row: Record<string, unknown> = { ...item, created_at: CreatedAt, updated_at: UpdatedAt }
  // A donation answers with two names for one column.
  if ('initial_amount' in item) delete row['amount_initial']
  return row
}

/** The contacts that these bundles name, as their documents show them. */
export async function contactsIn(sql: Sql, group_id: number, ids: number[]) {
  const rows = await sql<Contact[]>`
    select id, firstname, surname, group_id, membership_code, coalesce(membership_number, 0)::bigint as membership_number
    from contacts
    where group_id = ${group_id} and id in (
      select contact_id from memberships where group_id = ${group_id} and transaction_bundle_id = any(${ids})
      union select contact_id from donations where group_id = ${group_id} and transaction_bundle_id = any(${ids}))`
  return new Map(rows.map(row => [row.id, row]))
}
