import type { Sql } from '../../../db/sql.ts'
import { lockCompared } from '../checks/lock.ts'

/**
 * Locks payments in the order in which writes of payments lock, so that many of them can be changed in one transaction: what checks compare and
 * the contacts of those that will change, the settings, then all bundles.
 */
export async function lockPayments(sql: Sql, group_id: number, bundle_ids: number[], changed_ids: number[]) {
  if (changed_ids.length > 0) {
    const items = await sql<{ kind: string; contact_id: number; external_transaction_id: number | null }[]>`
      select distinct kind, contact_id, external_transaction_id from items
      where group_id = ${group_id} and bundle_id = any(${changed_ids})`
    const contacts = [...new Set(items.map(({ contact_id }) => contact_id))]
    await lockCompared(
      sql,
      group_id,
      items.flatMap(item => item.external_transaction_id || []),
      items.flatMap(item => (item.kind === 'membership' ? item.contact_id : [])),
    )
    await sql`
      select from contacts
      where group_id = ${group_id} and id = any(${contacts})
        and exists (select from transaction_settings where group_id = ${group_id} and contribution_rules is not null)
      order by id
      for no key update`
    await sql`select from contacts where group_id = ${group_id} and id = any(${contacts}) order by id for share`
  }
  await sql`select from transaction_settings where group_id = ${group_id} for key share`
  await sql`
    select from transaction_bundles where group_id = ${group_id} and id = any(${bundle_ids}) order by id for no key update`
}
