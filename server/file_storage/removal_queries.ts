import { databaseTime, secondsAfter } from '../db/clock.ts'
import type { WorkOverSpaces } from '../db/pool/options.ts'
import type { Sql } from '../db/sql.ts'

export interface Removal {
  group_id: number
  storage_key: string
}

const batch_size = 100
const first_delay_s = 30
const delay_s_max = 6 * 3600

/** The contents that are due to be deleted, of all spaces, the earliest first. */
export const dueRemovals: WorkOverSpaces<Removal[]> = async (sql, isReachable) =>
  sql`
    select r.group_id, r.storage_key from file_removals r
    where ${isReachable('r.group_id')} and r.next_attempt <= now()::timestamptz(3)
    order by r.next_attempt, r.storage_key
    limit ${batch_size}`

/** Claims a removal, unless another process has. It is due again later, in case the storage cannot be reached. */
export async function claimRemoval(sql: Sql, { group_id, storage_key }: Removal): Promise<boolean> {
  const now = await databaseTime(sql)
  const [due] = await sql<{ attempts: number }[]>`
    select attempts from file_removals
    where group_id = ${group_id} and storage_key = ${storage_key} and next_attempt <= ${now}
    for update skip locked`
  if (!due) return false
  const next = secondsAfter(now, Math.min(first_delay_s * 2 ** due.attempts, delay_s_max))
  await sql`
    update file_removals set attempts = attempts + 1, next_attempt = ${next}
    where group_id = ${group_id} and storage_key = ${storage_key}`
  return true
}

export const endRemoval = (sql: Sql, { group_id, storage_key }: Removal) => sql`
  delete from file_removals where group_id = ${group_id} and storage_key = ${storage_key}`
