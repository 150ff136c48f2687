import { recordHousekeeping } from '../../../access/audit.ts'
import { sealingKey, unseal } from '../../../access/sealing.ts'
import { revokeTokensOfProvider } from '../../../access/tokens.ts'
import type { Pool } from '../../../db/pool/pool.ts'
import type { Sql } from '../../../db/sql.ts'
import type { ProveDomain } from './domain_proof.ts'
import { notifySuperadmins } from './mails.ts'

/** A provider of a space that may sign people in: it is enabled, and the space has proved its domain. */
export interface SpaceProvider {
  group_id: number
  id: number
  name: string
  issuer: string
  client_id: string
  client_secret: string
  domain: string
  email_verified_required: boolean
  role_id: number | null
  /** Whether members with an address of the domain must sign in through it. */
  required: boolean
}

interface ProviderRow extends Omit<SpaceProvider, 'client_secret'> {
  sealed_secret: string
  verification: string
  checked_at: string | null
}

const day_ms = 86_400_000
/** A domain is proved anew when a sign-in finds the last proof older than this. */
const proof_ms_max = day_ms
/** How long a domain is trusted while no name server answers. */
const unknown_ms_max = 7 * day_ms

/** What a sealed client secret is bound to. */
export const secretPurpose = (group_id: number, issuer: string, client_id: string) =>
  `identity provider\n${group_id}\n${issuer}\n${client_id}`

const columns = (sql: Sql) => sql`
  group_id, id, name, issuer, client_id, sealed_secret, domain, verification, checked_at, email_verified_required, role_id, required`

export const domainOf = (mail: string) => mail.slice(mail.lastIndexOf('@') + 1).toLowerCase()

/** Which provider signs in the addresses of this domain. */
export function findProviderOfDomain(pool: Pool, domain: string) {
  return pool.read({ presented: domain }, async sql => {
    const [row] = await sql<{ group_id: number; id: number; name: string; required: boolean }[]>`
      select group_id, id, name, required from identity_providers where domain = ${domain} and verified_at is not null and enabled`
    return row
  })
}

/** The provider with its secret; undefined if it may not sign people in. Proves the domain anew if the last proof is old. */
export async function findActiveProvider(
  pool: Pool,
  { group_id, id }: { group_id: number; id: number },
  proveDomain: ProveDomain,
): Promise<SpaceProvider | undefined> {
  const row = await pool.read({ group_id }, async sql => {
    const [row] = await sql<ProviderRow[]>`
      select ${columns(sql)} from identity_providers
      where group_id = ${group_id} and id = ${id} and verified_at is not null and enabled`
    return row
  })
  if (!row || !(await isStillProved(pool, row, proveDomain))) return undefined
  const { sealed_secret, verification: _, checked_at: __, ...provider } = row
  const key = await pool.write({}, sealingKey)
  const client_secret = unseal(key, secretPurpose(group_id, row.issuer, row.client_id), sealed_secret)
  return client_secret === undefined ? undefined : { ...provider, client_secret }
}

async function isStillProved(pool: Pool, row: ProviderRow, proveDomain: ProveDomain) {
  const age_ms = Date.now() - Date.parse(row.checked_at ?? '')
  if (age_ms < proof_ms_max) return true
  const proof = await proveDomain(row.domain, row.verification)
  if (proof === 'unknown') return age_ms < unknown_ms_max
  const { group_id, id } = row
  await pool.write({ group_id }, async sql => {
    if (proof === 'found')
      await sql`update identity_providers set checked_at = now() where group_id = ${group_id} and id = ${id}`
    else await endProof(sql, row, 'unproved')
  })
  return proof === 'found'
}

/** Takes the proof of the domain from a provider, and ends its sessions. It signs nobody in until the domain is proved again. */
export async function endProof(
  sql: Sql,
  { group_id, id, name, domain }: Pick<SpaceProvider, 'group_id' | 'id' | 'name' | 'domain'>,
  news: 'unproved' | 'taken',
  public_url = '',
) {
  // Of concurrent sign-ins that find the record missing, one sends the mail.
  const ended = await sql`
    update identity_providers set verified_at = null, updated_at = now()
    where group_id = ${group_id} and id = ${id} and verified_at is not null
    returning id`
  if (ended.length === 0) return
  await revokeTokensOfProvider(sql, group_id, id)
  const kind = `identity_provider.${news}`
  await recordHousekeeping(sql, { group_id, kind, subject: 'identity_provider', subject_id: id, details: { domain } })
  await notifySuperadmins(sql, group_id, { news, name, domain, by: null, public_url })
}

/**
 * Whether a session that began through this provider may go on: the provider is active, the account is still connected to it, and its address is still in
 * the domain.
 */
export function isIdentityActive(
  pool: Pool,
  { group_id, provider_id, account_id }: { group_id: number; provider_id: number; account_id: number },
): Promise<boolean> {
  return pool.read({ group_id, user_id: account_id }, async sql => {
    const [active] = await sql<{ domain: string }[]>`
      select p.domain from identity_providers p
      join account_identities i on i.group_id = ${group_id} and i.provider_id = p.id and i.issuer = p.issuer
      where p.group_id = ${group_id} and p.id = ${provider_id} and p.verified_at is not null and p.enabled and i.account_id = ${account_id}`
    const [account] = await sql<{ login_mail: string }[]>`select login_mail from accounts where id = ${account_id}`
    return active !== undefined && account !== undefined && domainOf(account.login_mail) === active.domain
  })
}
