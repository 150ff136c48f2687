import type { Sql } from '../../db/sql.ts'
import type { Seal, SealedEntry } from '../core/seals.ts'

/** What only the row of a bundle tells. */
export interface BundleOrigin {
  created_by: number
  deleted_at: string | null
}

export async function nextBundleIds(sql: Sql, group_id: number, after: number, limit: number) {
  const rows = await sql<{ id: number }[]>`
    select id from transaction_bundles where group_id = ${group_id} and id > ${after} order by id limit ${limit}`
  return rows.map(({ id }) => id)
}

export async function bundleOrigins(sql: Sql, group_id: number, ids: number[]): Promise<BundleOrigin[]> {
  return [
    ...(await sql<BundleOrigin[]>`
      select created_by, deleted_at from transaction_bundles
      where group_id = ${group_id} and id = any(${ids})
      order by id`),
  ]
}

/** How far the seals of the space have seen the bundles after this one, up to that one: also those that are gone. */
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

/** The seals after this one, each with what it has seen. */
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
