import { randomBytes } from 'node:crypto'
import { recordAudit } from '../../access/audit.ts'
import type { Caller } from '../../access/caller.ts'
import { seal, sealingKey, unseal } from '../../access/sealing.ts'
import { hasSecondFactor } from '../../access/second_factor.ts'
import { revokeTokensOfProvider } from '../../access/tokens.ts'
import type { WriteContext } from '../../access/write_context.ts'
import { lockName } from '../../db/advisory_lock.ts'
import { notifyAll } from '../../db/notifications.ts'
import { setRlsContext } from '../../db/rls_context.ts'
import { hasSqlstate, onlyRow, type Sql } from '../../db/sql.ts'
import { ApiError, invalid, notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { msg } from '../../messages/message.ts'
import { type ProveDomain, verificationRecord } from '../core/identity_providers/domain_proof.ts'
import { notifySuperadmins, type ProviderNews } from '../core/identity_providers/mails.ts'
import { discover, ProviderFailure } from '../core/identity_providers/openid_client.ts'
import { endProof, secretPurpose } from '../core/identity_providers/providers.ts'
import { checkMayGrantRole } from '../core/role_hierarchy.ts'
import { findRole } from '../core/roles.ts'
import { checkedDomain, checkedIssuer } from './addresses.ts'
import type { IdentityProvider, IdentityProviderChange, NewIdentityProvider } from './schema.ts'

const providers_max = 10

/** What the operator allows, and how domains are proved. */
export interface ProviderOptions {
  private_addresses: boolean
  proveDomain: ProveDomain
}

type Writer = WriteContext & { public_url: string }

type Row = Omit<IdentityProvider, 'dns_record' | 'redirect_uri'> & { group_id: number; verification: string }

const columns = (sql: Sql, { group_id }: Caller) => sql`
  p.group_id, p.id, p.created_at, p.updated_at, p.name, p.issuer, p.client_id, p.domain, p.verification, p.verified_at, p.enabled,
  p.email_verified_required, p.role_id, p.required,
  (select count(*) from account_identities i where i.group_id = ${group_id} and i.provider_id = p.id) as connected`

export async function listProviders(sql: Sql, caller: Caller, public_url: string, { limit, offset }: Paging) {
  const { group_id } = caller
  const [rows, [count]] = await Promise.all([
    sql<Row[]>`
      select ${columns(sql, caller)} from identity_providers p where p.group_id = ${group_id}
      order by p.name collate "und-x-icu", p.id
      limit ${Math.min(limit, page_size_max)} offset ${offset}`,
    sql<[{ total: number }]>`select count(*) as total from identity_providers where group_id = ${group_id}`,
  ])
  return { rows: rows.map(row => providerOf(row, public_url)), total: count.total }
}

export async function readProvider(sql: Sql, caller: Caller, public_url: string, id: number) {
  const [row] = await sql<Row[]>`
    select ${columns(sql, caller)} from identity_providers p where p.group_id = ${caller.group_id} and p.id = ${id}`
  if (!row) throw notFound('identity provider')
  return providerOf(row, public_url)
}

const providerOf = ({ group_id, verification, ...row }: Row, public_url: string): IdentityProvider => ({
  ...row,
  dns_record: verificationRecord(verification),
  redirect_uri: `${public_url}/sign-in/callback/${group_id}-${row.id}`,
})

/** Locks the providers of the space until the end of the transaction. */
const lockProviders = (sql: Sql, { group_id }: Caller) => lockName(sql, `identity providers ${group_id}`)

export async function lockProvider(sql: Sql, caller: Caller, public_url: string, id: number) {
  await lockProviders(sql, caller)
  return readProvider(sql, caller, public_url, id)
}

/** Creates a provider, which signs nobody in before its domain is proved. */
export async function createProvider(sql: Sql, writer: Writer, sent: NewIdentityProvider, options: ProviderOptions) {
  const { caller, public_url } = writer
  const { group_id } = caller
  const { name, client_id, client_secret, email_verified_required, role_id = null } = sent
  const issuer = checkedIssuer(sent.issuer, options.private_addresses)
  const domain = checkedDomain(sent.domain)
  await checkRole(sql, caller, role_id)
  await lockProviders(sql, caller)
  const [held] = await sql<[{ n: number }]>`select count(*) as n from identity_providers where group_id = ${group_id}`
  if (held.n >= providers_max)
    throw new ApiError(
      'conflict',
      msg`The space has reached the limit of ${providers_max} providers. Delete one first.`,
    )
  const sealed_secret = seal(await sealingKey(sql), secretPurpose(group_id, issuer, client_id), client_secret)
  const verification = randomBytes(24).toString('base64url')
  const row = {
    group_id,
    name,
    issuer,
    client_id,
    sealed_secret,
    domain,
    verification,
    email_verified_required,
    role_id,
  }
  const [known] = await sql`select from identity_providers where group_id = ${group_id} and domain = ${domain}`
  if (known)
    throw new ApiError('conflict', msg`The space already has a provider for ${domain}. Change or delete that one.`)
  const { id } = onlyRow(
    await sql<{ id: number }[]>`insert into identity_providers ${sql({ ...row, created_by: caller.id })} returning id`,
  )
  await auditProvider(sql, writer, 'made', id, { name, issuer, domain, role_id })
  return readProvider(sql, caller, public_url, id)
}

/**
 * Changes a provider. The domain stays, and once it is proved so do issuer and client: people are connected to an account of this issuer.
 */
export async function changeProvider(
  sql: Sql,
  writer: Writer,
  id: number,
  changes: IdentityProviderChange,
  { private_addresses }: Pick<ProviderOptions, 'private_addresses'>,
) {
  const { caller, public_url } = writer
  const { group_id } = caller
  const before = await lockProvider(sql, caller, public_url, id)
  const { client_secret, ...sent } = changes
  const { issuer, client_id } = await changedClient(before, changes, private_addresses)
  if (sent.role_id !== undefined && sent.role_id !== before.role_id) await checkRole(sql, caller, sent.role_id)
  if (sent.required && !before.required) await checkMayRequire(sql, caller, { ...before, ...sent })
  const { name, enabled, email_verified_required, role_id, required } = { ...before, ...sent }
  const row = { name, issuer, client_id, enabled, email_verified_required, role_id, required }
  await sql`update identity_providers set ${sql(row)}, updated_at = now() where group_id = ${group_id} and id = ${id}`
  if (before.enabled && !enabled) await revokeTokensOfProvider(sql, group_id, id)
  // Cached callers must meet the requirement.
  await notifyAll(sql, 'access')
  if (client_secret !== undefined) {
    const purpose = secretPurpose(group_id, issuer, client_id)
    const sealed_secret = seal(await sealingKey(sql), purpose, client_secret)
    await sql`update identity_providers set sealed_secret = ${sealed_secret} where group_id = ${group_id} and id = ${id}`
  }
  await auditProvider(sql, writer, 'changed', id, { ...row, new_secret: client_secret !== undefined })
  await notify(sql, writer, 'changed', before)
  return readProvider(sql, caller, public_url, id)
}

/** The issuer and the client after a change. A new issuer must answer, and gets no secret that was meant for the former one. */
async function changedClient(
  before: IdentityProvider,
  { issuer = before.issuer, client_id = before.client_id, client_secret }: IdentityProviderChange,
  private_addresses: boolean,
) {
  if (issuer === before.issuer && client_id === before.client_id) return { issuer, client_id }
  checkedIssuer(issuer, private_addresses)
  if (before.verified_at !== null || before.connected > 0)
    throw new ApiError(
      'conflict',
      'Issuer and client ID cannot change once the domain was proved. Create another provider.',
    )
  if (client_secret === undefined)
    throw invalid('body.data.client_secret', 'must be entered again with a new issuer or client ID', '')
  await checkAnswers({ issuer, client_id, client_secret, private_addresses }, reason =>
    invalid('body.data.issuer', msg`is not the address of an OpenID Connect provider: ${reason}`, issuer),
  )
  return { issuer, client_id }
}

/** Deletes a provider and its connections. The tokens of sessions that began through it end at once. */
export async function deleteProvider(sql: Sql, writer: Writer, id: number) {
  const { caller, public_url } = writer
  const provider = await lockProvider(sql, caller, public_url, id)
  const { name, domain } = provider
  await revokeTokensOfProvider(sql, caller.group_id, id)
  await sql`delete from account_identities where group_id = ${caller.group_id} and provider_id = ${id}`
  await sql`delete from identity_providers where group_id = ${caller.group_id} and id = ${id}`
  await auditProvider(sql, writer, 'ended', id, { name, domain })
  await notify(sql, writer, 'removed', provider)
}

/** Looks for the configuration of the issuer and the DNS record. The provider signs people in from then on. */
export async function verifyProvider(sql: Sql, writer: Writer, id: number, options: ProviderOptions) {
  const { caller, public_url } = writer
  const { group_id } = caller
  const provider = await lockProvider(sql, caller, public_url, id)
  const { domain, dns_record, issuer, client_id } = provider
  const [{ sealed_secret }] = await sql<[{ sealed_secret: string }]>`
    select sealed_secret from identity_providers where group_id = ${group_id} and id = ${id}`
  const client_secret = unseal(await sealingKey(sql), secretPurpose(group_id, issuer, client_id), sealed_secret)
  if (client_secret === undefined)
    throw new ApiError(
      'conflict',
      'The client secret cannot be read, because the key of the server has changed. Enter it again.',
    )
  await checkAnswers(
    { issuer, client_id, client_secret, private_addresses: options.private_addresses },
    reason => new ApiError('conflict', msg`No OpenID Connect provider was found at ${issuer}: ${reason}`),
  )
  const proof = await options.proveDomain(domain, dns_record.slice(dns_record.indexOf('=') + 1))
  if (proof === 'unknown')
    throw new ApiError('conflict', msg`The name servers of ${domain} did not answer. Try again in a moment.`)
  if (proof === 'missing')
    throw new ApiError(
      'conflict',
      msg`The TXT record of ${domain} was not found. Add "${dns_record}"; a new record can take an hour to appear.`,
    )
  await endFormerProof(sql, writer, provider, options)
  const verified_at = provider.verified_at ?? new Date().toISOString()
  try {
    await sql`
      update identity_providers set verified_at = ${verified_at}, checked_at = now(), updated_at = now()
      where group_id = ${group_id} and id = ${id}`
  } catch (error) {
    if (!hasSqlstate(error, 'unique_violation')) throw error
    throw new ApiError('conflict', msg`Another space on this server has just proved ${domain}. Check again.`)
  }
  await auditProvider(sql, writer, 'verified', id, { domain, issuer })
  if (!provider.verified_at) await notify(sql, writer, 'connected', provider)
  return readProvider(sql, caller, public_url, id)
}

/**
 * Takes the domain from the space that proved it before, once its DNS record has gone: the domain has passed to another owner. While both records are
 * there, the first space keeps it.
 */
async function endFormerProof(
  sql: Sql,
  writer: Writer,
  { domain }: IdentityProvider,
  { proveDomain }: ProviderOptions,
) {
  const { group_id } = writer.caller
  await setRlsContext(sql, { presented: domain })
  const [former] = await sql<{ group_id: number; id: number; name: string; verification: string }[]>`
    select group_id, id, name, verification from identity_providers
    where domain = ${domain} and verified_at is not null and group_id <> ${group_id}`
  if (!former) return
  const proof = await proveDomain(domain, former.verification)
  if (proof === 'unknown')
    throw new ApiError('conflict', msg`The name servers of ${domain} did not answer. Try again in a moment.`)
  if (proof === 'found')
    throw new ApiError(
      'conflict',
      msg`Another space on this server signs in ${domain}, and its TXT record is still there. Remove that "muster-verification" record first.`,
    )
  await setRlsContext(sql, { group_id: former.group_id })
  await endProof(sql, { ...former, domain }, 'taken', writer.public_url)
  await setRlsContext(sql, { group_id })
}

/** A requirement must have a way back: the caller keeps their access with password and second factor if the provider fails. */
async function checkMayRequire(
  sql: Sql,
  { id }: Caller,
  { enabled, verified_at }: Pick<IdentityProvider, 'enabled' | 'verified_at'>,
) {
  if (!verified_at || !enabled)
    throw new ApiError('conflict', 'Prove the domain and turn the provider on before you require it.')
  if (!(await hasSecondFactor(sql, id)))
    throw new ApiError(
      'conflict',
      'Set up a second factor on your account page first. With it you can still sign in with your password if the provider fails.',
    )
}

async function checkAnswers(client: Parameters<typeof discover>[0], refuse: (reason: string) => ApiError) {
  try {
    await discover(client)
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    throw refuse(error.message)
  }
}

/** The role must be one that the caller may grant, and not that of superadmins: the provider would decide who gets it. */
async function checkRole(sql: Sql, caller: Caller, role_id: number | null) {
  if (role_id === null) return
  const role = await findRole(sql, caller.group_id, { id: role_id })
  if (!role) throw invalid('body.data.role_id', 'is not a role of your space', role_id)
  checkMayGrantRole(caller, role)
  if (role.type === 'superadmin')
    throw invalid('body.data.role_id', 'must not be the role of superadmins, whom you invite yourself', role_id)
}

const notify = (
  sql: Sql,
  { caller, public_url }: Writer,
  news: ProviderNews,
  { name, domain }: Pick<IdentityProvider, 'name' | 'domain'>,
) => notifySuperadmins(sql, caller.group_id, { news, name, domain, by: caller.id, public_url })

const auditProvider = (sql: Sql, writer: WriteContext, what: string, subject_id: number, details: object) =>
  recordAudit(sql, {
    caller: writer.caller,
    request_id: writer.request_id,
    kind: `identity_provider.${what}`,
    subject: 'identity_provider',
    subject_id,
    details,
  })
