import { lockName } from '../../../db/advisory_lock.ts'
import type { Sql } from '../../../db/sql.ts'

export const externalIdLock = 'external id'
export const membershipsLock = 'memberships of'

/** Locks what checks compare, in order and before rows, as record_payment does. */
export async function lockCompared(sql: Sql, group_id: number, external_ids: number[], member_ids: number[]) {
  const lock = async (name: string, ids: number[]) => {
    for (const id of [...new Set(ids)].sort((a, b) => a - b)) await lockName(sql, `${name} ${group_id} ${id}`)
  }
  await lock(externalIdLock, external_ids)
  await lock(membershipsLock, member_ids)
}
