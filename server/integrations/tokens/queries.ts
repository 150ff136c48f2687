import { recordAudit } from '../../access/audit.ts'
import { type Caller, may, own_applications } from '../../access/caller.ts'
import type { Permission } from '../../access/permissions.ts'
import { createPersonalToken, revokeToken } from '../../access/tokens.ts'
import type { WriteContext } from '../../access/write_context.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, forbidden, notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { msg } from '../../messages/message.ts'
import { checkMayGrantScopes, checkNotOutranked } from '../../organisation/core/role_hierarchy.ts'
import { lockMembers } from '../../organisation/core/roles.ts'
import type { NewToken, Token } from './schema.ts'

const tokens_max = 50

const columns = (sql: Sql) => sql`
  t.id, t.created_at, t.expires_at, t.name, t.scopes,
  json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname) as user`

/** The personal tokens of this space that are neither revoked nor expired. */
const activeTokens = (sql: Sql, { group_id }: Caller) => sql`
  from tokens t
  join users u on u.group_id = ${group_id} and u.id = t.user_id
  join roles r on r.group_id = ${group_id} and r.id = u.role_id
  where t.group_id = ${group_id} and t.kind = 'personal' and t.revoked_at is null and t.expires_at > now()`

/** Whether the caller sees the tokens of all users. Every other caller sees their own. */
const seesAllTokens = (caller: Caller) => may(caller, 'space:manage')

export async function listTokens(sql: Sql, caller: Caller, { all, limit, offset }: Paging & { all: boolean }) {
  if (all && !seesAllTokens(caller))
    throw forbidden('Only users with the permission space:manage can see the tokens of other users.')
  const owned = all ? sql`` : sql`and t.user_id = ${caller.id}`
  const [rows, [count]] = await Promise.all([
    sql<Token[]>`
      select ${columns(sql)} ${activeTokens(sql, caller)} ${owned}
      order by t.id desc
      limit ${Math.min(limit, page_size_max)} offset ${offset}`,
    sql<[{ total: number }]>`select count(*) as total ${activeTokens(sql, caller)} ${owned}`,
  ])
  return { rows: [...rows], total: count.total }
}

export async function createToken(sql: Sql, { caller, request_id }: WriteContext, { name, days, scopes }: NewToken) {
  checkMayCreateToken(caller)
  const token_scopes = scopes ?? (caller.scopes && ([...caller.scopes] as Permission[]))
  if (scopes) checkMayGrantScopes(caller, scopes)
  const { id: user_id, group_id } = caller
  // Serializes concurrent creations, so that they cannot exceed the limit together, and the removal of the user, which ends their tokens.
  await lockMembers(sql, group_id)
  const [member] = await sql`select from users where group_id = ${group_id} and id = ${user_id} and deleted_at is null`
  if (!member) throw new ApiError('forbidden', 'You are no longer a member of this space.')
  const [held] = await sql<[{ n: number }]>`
    select count(*) as n ${activeTokens(sql, caller)} and t.user_id = ${user_id}`
  if (held.n >= tokens_max)
    throw new ApiError(
      'conflict',
      msg`You have reached the limit of ${tokens_max} tokens in this space. End one first.`,
    )
  const { single_space } = caller.token
  const made = { user_id, group_id, name, days, scopes: token_scopes ?? null, single_space }
  const { id, secret } = await createPersonalToken(sql, made)
  const details = { name, scopes: token_scopes ?? null, days }
  await recordAudit(sql, { caller, request_id, kind: 'token.made', subject: 'token', subject_id: id, details })
  const [row] = await sql<[Token]>`select ${columns(sql)} ${activeTokens(sql, caller)} and t.id = ${id}`
  return { ...row, secret }
}

// A token that creates tokens could renew itself for ever, and an application could keep access after its grant has ended.
function checkMayCreateToken({ token: { kind, client_id } }: Caller) {
  if (kind !== 'access' || !own_applications.includes(client_id ?? ''))
    throw forbidden('Create personal tokens in the console, or on the server with "./muster token create".')
}

export async function revokeVisibleToken(sql: Sql, { caller, request_id }: WriteContext, id: number) {
  const owned = seesAllTokens(caller) ? sql`` : sql`and t.user_id = ${caller.id}`
  const [token] = await sql<{ user_id: number; name: string; rank: number }[]>`
    select t.user_id, t.name, r."order" as rank ${activeTokens(sql, caller)} and t.id = ${id} ${owned}`
  if (!token) throw notFound('token')
  const { user_id, name, rank } = token
  if (user_id !== caller.id) checkNotOutranked(caller, { rank })
  // Of two concurrent requests, the second finds the token revoked.
  if (!(await revokeToken(sql, { user_id, id }))) throw notFound('token')
  const details = { name, user_id }
  await recordAudit(sql, { caller, request_id, kind: 'token.ended', subject: 'token', subject_id: id, details })
}
