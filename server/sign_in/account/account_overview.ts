import { own_applications } from '../../access/caller.ts'
import { endSession, revokeOwnApplications, revokeUserGrant, type SessionRow, sessionsOf } from '../../access/grants.ts'
import { requiredProvider } from '../../access/required_provider.ts'
import { hasSecondFactor, recoveryCodesLeft } from '../../access/second_factor.ts'
import { revokeToken } from '../../access/tokens.ts'
import { clearSpace, setRlsContext } from '../../db/rls_context.ts'
import type { Sql } from '../../db/sql.ts'
import {
  type ConnectionKey,
  connectionsOf,
  removeConnection,
} from '../../organisation/core/identity_providers/connections.ts'
import { account_client } from '../clients.ts'

// What an account has in all its spaces. The transaction must run as the account, without a space.

export interface SessionEntry {
  id: number
  created_at: string
  updated_at: string
  agent: string
  current: boolean
}

export interface ApplicationEntry {
  id: number
  created_at: string
  client_id: string
  /** Null for built-in applications, which the page names. */
  name: string | null
  /** The browser that it was opened in, if its session goes on. */
  agent: string | undefined
  space: string
}

export interface TokenEntry {
  id: number
  created_at: string
  expires_at: string
  name: string
  space: string
}

export interface SpaceEntry {
  id: number
  name: string
  time_zone: string
  /** The user was added and has neither accepted nor opened the space. */
  pending: boolean
}

/** An identity provider that the account is connected to. */
export interface ConnectionEntry extends ConnectionKey {
  created_at: string
  /** Null for the provider of the operator. */
  space: string | null
  name: string
  required: boolean
}

export interface AccountOverview {
  connections: ConnectionEntry[]
  spaces: SpaceEntry[]
  sessions: SessionEntry[]
  applications: ApplicationEntry[]
  tokens: TokenEntry[]
  factor: { on: boolean; codes_left: number }
}

const shown_max = 200

export async function accountOverview(
  sql: Sql,
  account_id: number,
  session_digest: string,
  operator_provider: string | undefined,
): Promise<AccountOverview> {
  const sessions = await sessionsOf(sql, account_id)
  return {
    spaces: await listSpaces(sql, account_id),
    connections: await listConnections(sql, account_id, operator_provider),
    sessions: await listSessions(sql, account_id, { sessions, digest: session_digest }),
    applications: await listApplications(sql, account_id, sessions),
    tokens: await listTokens(sql, account_id),
    factor: {
      on: await hasSecondFactor(sql, account_id),
      codes_left: await recoveryCodesLeft(sql, account_id),
    },
  }
}

function listSpaces(sql: Sql, account_id: number) {
  return sql<SpaceEntry[]>`
    select s.id, s.name, s.time_zone, u.pending_since is not null as pending
    from users u
    join spaces s on s.id = u.group_id
    where u.id = ${account_id} and u.deleted_at is null
    order by u.pending_since is null, s.name, s.id
    limit ${shown_max}`
}

/** `operator_provider`: the name of the provider of the operator. */
async function listConnections(sql: Sql, account_id: number, operator_provider: string | undefined) {
  const entries: ConnectionEntry[] = []
  for (const { group_id, provider_id, created_at } of await connectionsOf(sql, account_id)) {
    const entry = { group_id, provider_id, created_at }
    if (group_id === 0) {
      if (operator_provider) entries.push({ ...entry, space: null, name: operator_provider, required: false })
      continue
    }
    await setRlsContext(sql, { group_id })
    const [provider] = await sql<{ name: string; space: string }[]>`
      select p.name, s.name as space from identity_providers p
      join spaces s on s.id = p.group_id
      where p.group_id = ${group_id} and p.id = ${provider_id}`
    const required = await requiredProvider(sql, group_id, account_id)
    if (provider) entries.push({ ...entry, ...provider, required: required?.id === provider_id })
  }
  await clearSpace(sql)
  return entries
}

/** Disconnects the account from a provider. `required` if a space requires it, `gone` if there is no such connection. */
export async function disconnect(
  sql: Sql,
  account_id: number,
  key: ConnectionKey,
): Promise<'done' | 'required' | 'gone'> {
  const { group_id, provider_id } = key
  if (group_id !== 0) {
    await setRlsContext(sql, { group_id })
    const required = await requiredProvider(sql, group_id, account_id)
    if (required?.id === provider_id) return 'required'
  }
  const removed = await removeConnection(sql, account_id, key)
  await clearSpace(sql)
  return removed ? 'done' : 'gone'
}

async function listSessions(
  sql: Sql,
  account_id: number,
  { sessions, digest }: { sessions: SessionRow[]; digest: string },
): Promise<SessionEntry[]> {
  const [current] = await sql<{ id: number }[]>`
    select id from oidc_records where user_id = ${account_id} and kind = 'Session' and digest = ${digest}`
  return sessions.slice(0, shown_max).map(({ id, created_at, updated_at, agent }) => ({
    id,
    created_at,
    updated_at,
    agent,
    current: id === current?.id,
  }))
}

async function listApplications(sql: Sql, account_id: number, sessions: SessionRow[]): Promise<ApplicationEntry[]> {
  const grants = await sql<(Omit<ApplicationEntry, 'name' | 'agent'> & { group_id: number; digest: string })[]>`
    select g.id, g.digest, g.created_at, g.client_id, g.group_id, s.name as space
    from oidc_records g
    join spaces s on s.id = g.group_id
    where g.user_id = ${account_id} and g.kind = 'Grant' and g.expires_at > now() and g.client_id <> ${account_client}
    order by g.id desc
    limit ${shown_max}`
  const names = new Map<string, string>()
  for (const group_id of new Set(grants.map(grant => grant.group_id))) {
    await setRlsContext(sql, { group_id })
    const integrations = await sql<{ client_id: string; name: string }[]>`
      select client_id, name from integrations where group_id = ${group_id} and ended_at is null`
    for (const { client_id, name } of integrations) names.set(client_id, name)
  }
  await clearSpace(sql)
  return grants.flatMap(({ id, digest, created_at, client_id, space }) => {
    const name = own_applications.includes(client_id) ? null : names.get(client_id)
    const agent = sessions.find(session => session.grants.includes(digest))?.agent
    return name === undefined ? [] : [{ id, created_at, client_id, name, agent, space }]
  })
}

function listTokens(sql: Sql, account_id: number) {
  return sql<TokenEntry[]>`
    select t.id, t.created_at, t.expires_at, t.name, s.name as space
    from tokens t
    join spaces s on s.id = t.group_id
    where t.user_id = ${account_id} and t.kind = 'personal' and t.revoked_at is null and t.expires_at > now()
    order by t.id desc
    limit ${shown_max}`
}

/** Ends one session, or all but the current one. Returns the ended ones. */
export async function endSessions(sql: Sql, account_id: number, session_digest: string, which: number | 'others') {
  const sessions = await sessionsOf(sql, account_id)
  const own = await listSessions(sql, account_id, { sessions, digest: session_digest })
  const isHere = ({ id }: { id: number }) => own.some(session => session.id === id && session.current)
  const here = sessions.filter(isHere).flatMap(({ grants }) => grants)
  const ending = sessions.filter(session => (which === 'others' ? !isHere(session) : session.id === which))
  for (const session of ending) await endSession(sql, account_id, session)
  if (which === 'others') await revokeOwnApplications(sql, account_id, here)
  return ending.map(({ id }) => id)
}

/** Revokes a grant. Undefined if the account has no such grant. */
export async function revokeApplication(sql: Sql, account_id: number, id: number) {
  const [grant] = await sql<{ digest: string; client_id: string; group_id: number }[]>`
    select digest, client_id, group_id from oidc_records
    where user_id = ${account_id} and kind = 'Grant' and id = ${id} and client_id <> ${account_client}`
  if (!grant) return undefined
  // Only one of two concurrent requests revokes it.
  const [held] = await sql`select from oidc_records where kind = 'Grant' and digest = ${grant.digest} for update`
  if (!held) return undefined
  await revokeUserGrant(sql, account_id, grant.digest)
  return grant
}

/** Revokes a personal access token. Undefined if the account has no such token. */
export async function revokePersonalToken(sql: Sql, account_id: number, id: number) {
  const [token] = await sql<{ group_id: number; name: string }[]>`
    select group_id, name from tokens where user_id = ${account_id} and id = ${id} and kind = 'personal'`
  return token && (await revokeToken(sql, { user_id: account_id, id })) ? token : undefined
}

/** Deletes the unused grant and code of `signInUrl`. */
export async function deleteSignInRecords(sql: Sql, account_id: number) {
  await sql`
    delete from oidc_records
    where user_id = ${account_id} and client_id = ${account_client} and kind in ('Grant', 'AuthorizationCode')`
}

export function spacesRequiringSecondFactor(sql: Sql, account_id: number) {
  return sql<{ name: string }[]>`
    select s.name from spaces s
    join users u on u.group_id = s.id
    where u.id = ${account_id} and u.deleted_at is null and u.pending_since is null and s.second_factor_required
    order by s.name
    limit ${shown_max}`
}
