import { digestOf, isSecret, newSecret } from '../../access/secrets.ts'
import type { Pool } from '../../db/pool/pool.ts'
import { setRlsContext } from '../../db/rls_context.ts'
import type { Sql } from '../../db/sql.ts'
import { findOwner, type Owner } from './owner.ts'

/** What the link in a mail opens: choosing a new password, or signing in with a new address. */
export type LinkKind = 'password' | 'mail'

const minutes = { password: 30, mail: 24 * 60 }

export interface AccountLink {
  digest: string
  owner: Owner
  /** The new address, where the link confirms one. */
  mail: string
}

/** The transaction must act for the person. The secret goes into the mail and nowhere else. */
export async function createLink(sql: Sql, account_id: number, kind: LinkKind, mail = '') {
  const secret = newSecret('mus_l_')
  const expires_at = new Date(Date.now() + minutes[kind] * 60_000).toISOString()
  await sql`insert into account_links ${sql({ digest: digestOf(secret), account_id, kind, mail, expires_at })}`
  return secret
}

/** What a link leads to. Looking changes nothing: mail programs open links before people do. */
export async function findLink(pool: Pool, secret: string, kind: LinkKind): Promise<AccountLink | undefined> {
  if (!isSecret(secret, 'mus_l_')) return undefined
  const digest = digestOf(secret)
  return pool.read({ presented: digest }, async sql => {
    const [link] = await sql<{ account_id: number; mail: string }[]>`
      select account_id, mail from account_links where digest = ${digest} and kind = ${kind} and expires_at > now()`
    if (!link) return undefined
    await setRlsContext(sql, { user_id: link.account_id })
    const owner = await findOwner(sql, link.account_id)
    return owner && { digest, owner, mail: link.mail }
  })
}

/** Uses the link up, with every other one of the account. False when somebody was faster: they wait here, and then find it gone. */
export async function consumeLink(sql: Sql, { digest, owner }: AccountLink) {
  const used = await sql`delete from account_links where digest = ${digest} and expires_at > now() returning digest`
  if (used.length === 1) await deleteLinks(sql, owner.id)
  return used.length === 1
}

/** Whoever changes how they sign in wants no earlier wish to come true later. */
export async function deleteLinks(sql: Sql, account_id: number) {
  await sql`delete from account_links where account_id = ${account_id}`
}
