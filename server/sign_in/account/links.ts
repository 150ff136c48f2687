import { digestOf, isSecret, newSecret } from '../../access/secrets.ts'
import type { Pool } from '../../db/pool/pool.ts'
import { setRlsContext } from '../../db/rls_context.ts'
import type { Sql } from '../../db/sql.ts'
import { findOwner, type Owner } from './owner.ts'

/** `password` resets the password, `mail` confirms a new address. */
export type LinkKind = 'password' | 'mail'

export const minutes = { password: 30, mail: 24 * 60 }

export interface AccountLink {
  digest: string
  owner: Owner
  /** The new address, where the link confirms one. */
  mail: string
  /** Whether it was sent to the address of the account, and not printed on the command line. */
  by_mail: boolean
}

/** Creates a link and returns its secret. The transaction must run as the account. */
export async function createLink(
  sql: Sql,
  account_id: number,
  kind: LinkKind,
  { mail = '', by_mail = true }: { mail?: string; by_mail?: boolean } = {},
) {
  const secret = newSecret('mus_l_')
  const expires_at = new Date(Date.now() + minutes[kind] * 60_000).toISOString()
  await sql`insert into account_links ${sql({ digest: digestOf(secret), account_id, kind, mail, by_mail, expires_at })}`
  return secret
}

/** Finds a link without consuming it: mail programs open links in advance. */
export async function findLink(pool: Pool, secret: string, kind: LinkKind): Promise<AccountLink | undefined> {
  if (!isSecret(secret, 'mus_l_')) return undefined
  const digest = digestOf(secret)
  return pool.read({ presented: digest }, async sql => {
    const [link] = await sql<{ account_id: number; mail: string; by_mail: boolean }[]>`
      select account_id, mail, by_mail from account_links where digest = ${digest} and kind = ${kind} and expires_at > now()`
    if (!link) return undefined
    await setRlsContext(sql, { user_id: link.account_id })
    const owner = await findOwner(sql, link.account_id)
    return owner && { digest, owner, mail: link.mail, by_mail: link.by_mail }
  })
}

/** Consumes the link and deletes all others of the account. False if a concurrent request has consumed it. */
export async function consumeLink(sql: Sql, { digest, owner }: AccountLink) {
  const used = await sql`delete from account_links where digest = ${digest} and expires_at > now() returning digest`
  if (used.length === 1) await deleteLinks(sql, owner.id)
  return used.length === 1
}

export async function deleteLinks(sql: Sql, account_id: number) {
  await sql`delete from account_links where account_id = ${account_id}`
}
