import { batch_size, deleteOldest, inBatches } from '../db/batch_delete.ts'
import type { Pool } from '../db/pool/pool.ts'
import type { Sql } from '../db/sql.ts'

/** A person may still wonder which of their scripts used a token that has ended; an application's lived a quarter of an hour. */
const personal_days = 30
const access_days = 1
/** Longer than any wait, and than it takes for tries to be forgotten. */
const attempt_hours = 24

/** Sweeps away what opens nothing any more, across all spaces. */
export async function deleteExpiredCredentials(worker: Pool) {
  await inBatches(worker, deleteOldTokens)
  await inBatches(worker, sql => deleteOldest(sql, 'oidc_records', 'expires_at'))
  await inBatches(worker, sql => deleteOldest(sql, 'account_links', 'expires_at'))
  await inBatches(worker, sql => deleteOldest(sql, 'sign_in_attempts', 'tried_at', attempt_hours))
}

/** As `deleteOldest` does, with two ages. */
async function deleteOldTokens(sql: Sql) {
  const is_over = sql`(kind <> 'personal' or expires_at < now() - make_interval(days => ${personal_days}))`
  const { count } = await sql`
    delete from tokens
    where ${is_over} and expires_at <= (
      select max(o.expires_at) from (
        select expires_at from tokens
        where expires_at < now() - make_interval(days => ${access_days}) and ${is_over}
        order by expires_at
        limit ${batch_size}) o)`
  return count
}
