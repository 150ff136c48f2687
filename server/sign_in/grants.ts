import { notifyAll } from '../db/notifications.ts'
import type { Pool } from '../db/pool/pool.ts'

/** Revokes a grant with its codes and tokens. The grant goes first, so that no new token can be issued from it. */
export async function revokeGrant(pool: Pool, digest: string) {
  await pool.write({ presented: digest }, async sql => {
    await sql`delete from oidc_records where kind = 'Grant' and digest = ${digest}`
    await sql`delete from oidc_records where grant_digest = ${digest}`
    await sql`update tokens set revoked_at = now() where grant_digest = ${digest} and revoked_at is null`
    await notifyAll(sql, 'access')
  })
}
