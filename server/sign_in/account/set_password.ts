import { recordAccountAudit } from '../../access/audit.ts'
import { notifyAll } from '../../db/notifications.ts'
import type { Sql } from '../../db/sql.ts'
import { queueMail } from '../../mail/outbox.ts'
import { deleteLinks } from './links.ts'
import { passwordChangedMail } from './mails.ts'
import type { Owner } from './owner.ts'

export interface PasswordChange {
  owner: Owner
  password_hash: string
  request_id: string
  public_url: string
  /** The session to keep. A reset link has none. */
  session_id?: string
  /** Whether to revoke personal access tokens too. */
  tokens: boolean
}

/**
 * Sets the password and revokes what the old one gave access to: sessions, grants, their tokens, and links in mails. Personal access tokens
 * are revoked only on request. The transaction must run as the account.
 */
export async function setPassword(sql: Sql, change: PasswordChange) {
  const { owner, password_hash, request_id, public_url, session_id, tokens } = change
  await sql`
    update accounts set password_hash = ${password_hash}, password_changed_at = now(), updated_at = now()
    where id = ${owner.id}`
  await deleteLinks(sql, owner.id)
  await revokeAccess(sql, owner.id, { tokens, ...(session_id && { session_id }) })
  // The next sign-in from any browser sends a notification.
  await sql`delete from known_browsers where account_id = ${owner.id}`
  const details = { by: session_id ? 'account page' : 'link', tokens_ended: tokens }
  await recordAccountAudit(sql, { account_id: owner.id, request_id, kind: 'account.password_changed', details })
  await queueMail(sql, null, passwordChangedMail(owner, public_url))
}

async function revokeAccess(
  sql: Sql,
  user_id: number,
  { tokens, session_id = '' }: { tokens: boolean; session_id?: string },
) {
  await sql`
    delete from oidc_records where user_id = ${user_id} and not (kind = 'Session' and digest = ${session_id})`
  await sql`
    update tokens set revoked_at = now()
    where user_id = ${user_id} and revoked_at is null and kind = any(${tokens ? ['access', 'personal'] : ['access']})`
  await notifyAll(sql, 'access')
}

/** Counts the active personal access tokens in all spaces. */
export async function countPersonalTokens(sql: Sql, user_id: number) {
  const [row] = await sql<[{ count: number }]>`
    select count(*) as count from tokens
    where user_id = ${user_id} and kind = 'personal' and revoked_at is null and expires_at > now()`
  return row.count
}
