import type { Sql } from '../../db/sql.ts'
import type { ItemRow } from '../core/rows.ts'
import type { Seal, SealedEntry } from '../core/seals.ts'

/** The columns of a bundle that are neither in its items nor in its document. */
export interface BundleOrigin {
  created_by: number
  deleted_at: string | null
}

/** The rows of the items in the bundles between two ids, each as the JSON that `itemRows` would have. Also of bundles that are missing. */
export async function itemRowsBetween(sql: Sql, group_id: number, after: number, to: number) {
  const rows = await sql<(ItemRow & { bundle_id: number })[]>`
    select bundle_id, kind, id, contact_id, amount::bigint as amount, currency::text as currency, end_date, membership_price_id, donation_price_id,
           status_id, payment_method_kind, code_campaign, reimbursed_amount::bigint as reimbursed_amount, unpaid_amount::bigint as unpaid_amount,
           transaction_id, reversal_kind, external_transaction_id, received_amount::bigint as received_amount, received_at, date
    from items
    where group_id = ${group_id} and bundle_id > ${after} and bundle_id <= ${to}
    order by bundle_id, kind, id`
  const lists = Map.groupBy(rows, ({ bundle_id }) => bundle_id)
  return new Map([...lists].map(([id, list]) => [id, list.map(({ bundle_id: _, ...row }) => JSON.stringify(row))]))
}

/** The items in these bundles that refer to a contact, status or price that does not exist. */
export async function itemsWithoutReference(sql: Sql, group_id: number, ids: number[]) {
  const isMissing = (column: string, table: string) => sql`
    i.${sql(column)} is not null and not exists (select from ${sql(table)} r where r.group_id = ${group_id} and r.id = i.${sql(column)})`
  const rows = await sql<{ bundle_id: number; kind: string; id: number }[]>`
    select i.bundle_id, i.kind, i.id from items i
    where i.group_id = ${group_id} and i.bundle_id = any(${ids}) and (
      ${isMissing('contact_id', 'contacts')} or ${isMissing('status_id', 'transaction_statuses')}
      or ${isMissing('membership_price_id', 'membership_prices')} or ${isMissing('donation_price_id', 'donation_prices')})
    order by i.bundle_id, i.kind, i.id`
  return rows.map(({ bundle_id, kind, id }) => ({
    transaction_bundle_id: bundle_id,
    what: `${kind} ${id} refers to a contact, status or price that does not exist`,
  }))
}

/** The entries of each change in these bundles, as they are stored. */
export async function rawEntriesOf(sql: Sql, group_id: number, ids: number[]): Promise<Map<number, string>> {
  const rows = await sql<{ id: number; entries: string }[]>`
    select id, entries::text as entries from bundle_changes where group_id = ${group_id} and bundle_id = any(${ids})
    order by bundle_id, position`
  return new Map(rows.map(({ id, entries }) => [id, entries]))
}

export async function nextBundleIds(sql: Sql, group_id: number, after: number, limit: number) {
  const rows = await sql<{ id: number }[]>`
    select id from transaction_bundles where group_id = ${group_id} and id > ${after} order by id limit ${limit}`
  return rows.map(({ id }) => id)
}

export async function bundleOrigins(sql: Sql, group_id: number, ids: number[]): Promise<Map<number, BundleOrigin>> {
  const rows = await sql<(BundleOrigin & { id: number })[]>`
    select id, created_by, deleted_at from transaction_bundles
    where group_id = ${group_id} and id = any(${ids})
    order by id`
  return new Map(rows.map(({ id, ...origin }) => [id, origin]))
}

/** The sealed entries of the bundles between two ids, also of bundles that are missing. */
export async function sealedEntriesBetween(
  sql: Sql,
  group_id: number,
  after: number,
  to: number,
): Promise<SealedEntry[]> {
  return [
    ...(await sql<SealedEntry[]>`
      select transaction_bundle_id, position, hash, entry_ids
      from sealed_entries
      where group_id = ${group_id} and transaction_bundle_id > ${after} and transaction_bundle_id <= ${to}
      order by transaction_bundle_id, position`),
  ]
}

/** The next seals after this one, with the entries that each covers. */
export async function nextSeals(sql: Sql, group_id: number, after: number, limit: number) {
  const seals = await sql<Seal[]>`
    select group_id, number, created_at, reached, hash from seals
    where group_id = ${group_id} and number > ${after}
    order by number
    limit ${limit}`
  const sealed = await sql<(SealedEntry & { seal: number })[]>`
    select seal, transaction_bundle_id, position, hash, entry_ids from sealed_entries
    where group_id = ${group_id} and seal = any(${seals.map(({ number }) => number)})
    order by seal, transaction_bundle_id, position`
  return { seals: [...seals], sealed: Map.groupBy(sealed, ({ seal }) => seal) }
}
