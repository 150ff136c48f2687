import { lockName } from '../../../db/advisory_lock.ts'
import type { Sql } from '../../../db/sql.ts'

export const externalIdLock = 'external id'
export const membershipsLock = 'memberships of'
export const campaignCodesLock = 'campaign codes of'

/**
 * Takes the locks of record_payment about external ids and memberships, in the same order, for a transaction that locks rows before it calls
 * record_payment.
 */
export async function lockCompared(sql: Sql, group_id: number, external_ids: number[], member_ids: number[]) {
  const lock = async (name: string, ids: number[]) => {
    for (const id of [...new Set(ids)].sort((a, b) => a - b)) await lockName(sql, `${name} ${group_id} ${id}`)
  }
  await lock(externalIdLock, external_ids)
  await lock(membershipsLock, member_ids)
}

/** Waits for payments that name unknown codes to be recorded. */
export const lockCampaignCodes = (sql: Sql, group_id: number) => lockName(sql, `${campaignCodesLock} ${group_id}`)
