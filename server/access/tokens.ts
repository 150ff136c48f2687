import { notifyAll } from '../db/notifications.ts'
import type { Sql } from '../db/sql.ts'
import type { Permission } from './permissions.ts'
import { digestOf, newSecret } from './secrets.ts'
import { tokenKey } from './server_keys.ts'

export const token_days = 90
export const token_days_max = 365

export interface NewToken {
  user_id: number
  group_id: number
  name: string
  days?: number
  scopes?: Permission[] | null
  single_space?: boolean
}

/** The secret is stored only as a digest and cannot be read again. */
export async function createPersonalToken(
  sql: Sql,
  { user_id, group_id, name, days = token_days, scopes = null, single_space = false }: NewToken,
) {
  const secret = newSecret('mus_p_', await tokenKey(sql))
  const expires_at = new Date(Date.now() + days * 86_400_000).toISOString()
  const row = { digest: digestOf(secret), kind: 'personal', user_id, group_id, name, expires_at, scopes, single_space }
  const [{ id }] = await sql<[{ id: number }]>`insert into tokens ${sql(row)} returning id`
  return { id, secret }
}

export interface TokenSummary {
  id: number
  name: string
  group_id: number
  created_at: string
  expires_at: string
  revoked_at: string | null
}

/** The personal tokens of a user in all spaces. The transaction must have the user in its row-level security context. */
export function tokensOf(sql: Sql, user_id: number) {
  return sql<TokenSummary[]>`
    select id, name, group_id, created_at, expires_at, revoked_at from tokens
    where user_id = ${user_id} and kind = 'personal'
    order by id
    limit 1000`
}

/** Revokes all tokens that users got through this identity provider of a space, at once, in every process. */
export async function revokeTokensOfProvider(sql: Sql, group_id: number, provider_id: number) {
  await sql`
    update tokens set revoked_at = now()
    where group_id = ${group_id} and single_space and revoked_at is null and user_id in (
      select account_id from account_identities where group_id = ${group_id} and provider_id = ${provider_id})`
  await notifyAll(sql, 'access')
}

/** Revokes a token at once, in every process, and returns it; undefined if there is no such active token. */
export async function revokeToken(sql: Sql, by: { digest: string } | { user_id: number; id: number }) {
  const which = 'digest' in by ? sql`digest = ${by.digest}` : sql`user_id = ${by.user_id} and id = ${by.id}`
  const [revoked] = await sql<{ id: number; user_id: number; group_id: number; name: string }[]>`
    update tokens set revoked_at = now() where ${which} and revoked_at is null returning id, user_id, group_id, name`
  await notifyAll(sql, 'access')
  return revoked
}
