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
  /** The session in which it was changed, which goes on; a link in a mail has none. */
  session_id?: string
  /** Whether the tokens that the person made for scripts end too. */
  tokens: boolean
}

/**
 * Sets the password, and ends what may have been got with the old one: sessions, what applications were allowed, their tokens, and links
 * in mails. Tokens for scripts were made on purpose and end only if the person says so. The transaction must act for them.
 */
export async function setPassword(sql: Sql, change: PasswordChange) {
  const { owner, password_hash, request_id, public_url, session_id, tokens } = change
  await sql`
    update accounts set password_hash = ${password_hash}, password_changed_at = now(), updated_at = now()
    where id = ${owner.id}`
  await deleteLinks(sql, owner.id)
  await revokeAccess(sql, owner.id, { tokens, ...(session_id && { session_id }) })
  // The next sign-in is told about, from whichever browser it comes.
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

/** How many tokens for scripts the person has, in all of their spaces. */
export async function countPersonalTokens(sql: Sql, user_id: number) {
  const [row] = await sql<[{ count: number }]>`
    select count(*) as count from tokens
    where user_id = ${user_id} and kind = 'personal' and revoked_at is null and expires_at > now()`
  return row.count
}
