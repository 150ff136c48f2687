import { notifyAll } from '../db/notifications.ts'
import type { Pool } from '../db/pool/pool.ts'

/** Ends a grant and all that came of it, at once and everywhere. First the grant, so that nothing new can come of it meanwhile. */
export async function revokeGrant(pool: Pool, digest: string) {
  await pool.write({ presented: digest }, async sql => {
    await sql`delete from oidc_records where kind = 'Grant' and digest = ${digest}`
    await sql`delete from oidc_records where grant_digest = ${digest}`
    await sql`update tokens set revoked_at = now() where grant_digest = ${digest} and revoked_at is null`
    await notifyAll(sql, 'access')
  })
}
