import { rowOf, type Sql } from '../../../db/sql.ts'
import { inList } from '../../../db/stable_plans.ts'
import type { FoundWarning } from './checks.ts'
import { overlapsAmong, termOf } from './overlaps.ts'
import { checkSettingsIn } from './settings.ts'

const memberships_max = 5000

/**
 * Compares the memberships of contacts anew, after memberships moved from one to the other. It warns and never refuses: the contacts are one
 * person. The contacts must be locked.
 */
export async function compareMemberships(sql: Sql, group_id: number, contact_ids: number[], at: string) {
  const { overlapping_membership: action } = await checkSettingsIn(sql, group_id)
  if (action === 'off') return
  const rows = await sql<
    { id: number; bundle_id: number; contact_id: number; start_date: string; end_date: string | null }[]
  >`
    select i.id, i.bundle_id, i.contact_id, i.date as start_date, i.end_date
    from items i
    join transaction_bundles b on b.group_id = ${group_id} and b.id = i.bundle_id and b.deleted_at is null
    where i.group_id = ${group_id} and i.kind = 'membership' and i.contact_id ${inList(sql, contact_ids)}
    order by i.id
    limit ${memberships_max}`
  if (rows.length === 0) return
  const found = overlapsAmong(rows.map(termOf))
  const causes = new Map(found.map(({ target_id, cause }) => [target_id, cause]))
  const targets = rows.map(({ id, bundle_id }) => ({ bundle_id, target_id: id, cause: causes.get(id) ?? null }))
  await sql`
    delete from payment_warnings w
    using json_to_recordset(${JSON.stringify(targets)}::text::json) as t (bundle_id bigint, target_id bigint, cause text)
    where w.group_id = ${group_id} and w.bundle_id = t.bundle_id and w.check_name = 'overlapping_membership' and w.kind = 'membership'
      and w.target_id = t.target_id and w.settled_at is null and w.cause is distinct from t.cause`
  if (found.length > 0) await insertWarnings(sql, group_id, found, at)
}

async function insertWarnings(sql: Sql, group_id: number, found: FoundWarning[], created_at: string) {
  const rows = found.map(({ check, ...warning }) => rowOf({ ...warning, group_id, created_at, check_name: check }))
  await sql`
    insert into payment_warnings ${sql(rows)}
    on conflict (group_id, bundle_id, check_name, kind, target_id, cause) do nothing`
}
