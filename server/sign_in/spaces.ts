import type { Grant, KoaContextWithOIDC } from 'oidc-provider'
import { hasSecondFactor } from '../access/second_factor.ts'
import { limitIn, type SessionLimit } from '../access/session_limit.ts'
import type { Pool } from '../db/pool/pool.ts'
import type { Sql } from '../db/sql.ts'
import { account_client, console_client, findIntegration, isClientId } from './clients.ts'
import { findAccountById } from './credentials.ts'
import { requirementOf } from './identity_provider/requirement.ts'

/** A space of the account, and whether it can be entered. */
export interface AccountSpace {
  id: number
  name: string
  state: 'open' | 'needs_factor' | 'needs_provider' | 'suspended'
  /** The user was added and has neither accepted nor opened the space. */
  pending: boolean
}

const spaces_max = 1000

/** The spaces in which a client can act for the account. An integration acts only in its own space, as does a session with a limit. */
export async function spacesForClient(
  pool: Pool,
  account_id: number,
  client_id: string,
  limit: SessionLimit | undefined,
): Promise<AccountSpace[]> {
  const spaces = await pool.read(
    { user_id: account_id, presented: isClientId(client_id) ? client_id : '' },
    async sql => {
      const integration = await findIntegration(sql, client_id)
      const spaces = await spacesOfAccount(sql, account_id)
      return spaces.filter(({ id }) => id === (integration?.group_id ?? id) && id === (limit?.group_id ?? id))
    },
  )
  // A session with a limit began through the provider of its only space.
  return limit ? spaces : markRequirement(pool, account_id, spaces)
}

async function markRequirement(pool: Pool, account_id: number, spaces: AccountSpace[]): Promise<AccountSpace[]> {
  const account = await findAccountById(pool, account_id)
  const requirement = account && (await requirementOf(pool, account))
  return spaces.map(space =>
    space.id === requirement?.group_id && space.state !== 'suspended' ? { ...space, state: 'needs_provider' } : space,
  )
}

async function spacesOfAccount(sql: Sql, account_id: number): Promise<AccountSpace[]> {
  const rows = await sql<
    { id: number; name: string; suspended: boolean; pending: boolean; second_factor_required: boolean }[]
  >`
    select s.id, s.name, s.second_factor_required, u.suspended_at is not null as suspended, u.pending_since is not null as pending
    from users u
    join spaces s on s.id = u.group_id
    where u.id = ${account_id} and u.deleted_at is null
    order by u.selected_position, u.pending_since is not null, s.name, s.id
    limit ${spaces_max}`
  const proven = rows.some(row => row.second_factor_required) && (await hasSecondFactor(sql, account_id))
  return rows.map(({ id, name, suspended, pending, second_factor_required }) => ({
    id,
    name,
    pending,
    state: suspended ? 'suspended' : second_factor_required && !proven ? 'needs_factor' : 'open',
  }))
}

/** The accepted spaces, or all if none is accepted: a pending membership adds no question to the sign-in. */
export const selectableSpaces = (spaces: AccountSpace[]) =>
  spaces.some(({ pending }) => !pending) ? spaces.filter(({ pending }) => !pending) : spaces

export type SpaceGrant = Grant & { group_id?: number }

/**
 * The existing grant, if its space is still open to the account. The console gets one without consent if there is only one space to
 * choose.
 */
export async function loadGrant(pool: Pool, { oidc }: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { session, client, provider, account } = oidc
  if (!session || !client || !account) return undefined
  const fresh = () => new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
  const limit = limitIn(session.acr)
  if (client.clientId === account_client) return limit ? undefined : saveGrant(fresh(), undefined, client.scope)
  const spaces = await spacesForClient(pool, Number(account.accountId), client.clientId, limit)
  const chosen = oidc.result?.consent?.grantId ?? session.grantIdFor(client.clientId)
  const known: SpaceGrant | undefined = chosen ? await provider.Grant.find(chosen) : undefined
  if (known && spaces.some(({ id, state }) => id === known.group_id && state === 'open')) return known
  const [only, ...others] = selectableSpaces(spaces)
  const asks = oidc.promptPending('login') || oidc.promptPending('consent')
  if (client.clientId !== console_client || asks || only?.state !== 'open' || others.length > 0) return undefined
  return saveGrant(fresh(), only.id, client.scope)
}

/** Whether the account is a member of the space of the grant and not suspended. */
export function isActiveMember(pool: Pool, account_id: number, grant: SpaceGrant | undefined): Promise<boolean> {
  return pool.read({ user_id: account_id }, async sql => {
    const [user] = await sql`
      select from users
      where group_id = ${grant?.group_id ?? 0} and id = ${account_id} and deleted_at is null and suspended_at is null`
    return user !== undefined
  })
}

/** Saves a grant for a space with this scope. */
export async function saveGrant(grant: Grant, group_id: number | undefined, scope = '') {
  Object.assign(grant, { group_id })
  grant.addOIDCScope(scope)
  await grant.save()
  return grant
}
