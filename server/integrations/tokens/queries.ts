import { recordAudit } from '../../access/audit.ts'
import { type Caller, may, own_applications } from '../../access/caller.ts'
import type { Permission } from '../../access/permissions.ts'
import { makeToken, revokeToken } from '../../access/tokens.ts'
import type { WriteContext } from '../../access/writer.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, forbidden, notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { checkMayChange, checkMayGive } from '../../organisation/core/role_hierarchy.ts'
import type { NewToken, Token } from './schema.ts'

const tokens_max = 50

const columns = (sql: Sql) => sql`
  t.id, t.created_at, t.expires_at, t.name, t.scopes,
  json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname) as user`

/** Every read starts here: the living tokens that people have made for this space. */
const living = (sql: Sql, { group_id }: Caller) => sql`
  from tokens t
  join users u on u.group_id = ${group_id} and u.id = t.user_id
  join roles r on r.group_id = ${group_id} and r.id = u.role_id
  where t.group_id = ${group_id} and t.kind = 'personal' and t.revoked_at is null and t.expires_at > now()`

/** Whoever runs the space sees to everybody's tokens, all others to their own. */
const seesAll = (caller: Caller) => may(caller, 'space:manage')

export async function listTokens(sql: Sql, caller: Caller, { all, limit, offset }: Paging & { all: boolean }) {
  if (all && !seesAll(caller))
    throw forbidden('Only those who change the settings of the space see the tokens of others.')
  const whose = all ? sql`` : sql`and t.user_id = ${caller.id}`
  const [rows, [count]] = await Promise.all([
    sql<Token[]>`
      select ${columns(sql)} ${living(sql, caller)} ${whose}
      order by t.id desc
      limit ${Math.min(limit, page_size_max)} offset ${offset}`,
    sql<[{ total: number }]>`select count(*) as total ${living(sql, caller)} ${whose}`,
  ])
  return { rows: [...rows], total: count.total }
}

export async function createToken(sql: Sql, { caller, request_id }: WriteContext, { name, days, scopes }: NewToken) {
  checkMayMake(caller)
  const limited = scopes ?? (caller.scopes && ([...caller.scopes] as Permission[]))
  if (scopes) checkMayGive(caller, scopes)
  const { id: user_id, group_id } = caller
  // One after the other, so that two that are made at once do not both get the last place.
  await sql`select from users where group_id = ${group_id} and id = ${user_id} for no key update`
  const [held] = await sql<[{ n: number }]>`
    select count(*) as n ${living(sql, caller)} and t.user_id = ${user_id}`
  if (held.n >= tokens_max)
    throw new ApiError('conflict', `You have ${tokens_max} tokens here, and that is the limit; end one first.`)
  const { id, secret } = await makeToken(sql, { user_id, group_id, name, days, scopes: limited ?? null })
  const details = { name, scopes: limited ?? null, days }
  await recordAudit(sql, { caller, request_id, kind: 'token.made', subject: 'token', subject_id: id, details })
  const [row] = await sql<[Token]>`select ${columns(sql)} ${living(sql, caller)} and t.id = ${id}`
  return { ...row, secret }
}

// A token that makes tokens would live for ever, and an application that makes them would outlive its welcome.
function checkMayMake({ token: { kind, client_id } }: Caller) {
  if (kind !== 'access' || !own_applications.includes(client_id ?? ''))
    throw forbidden('Personal tokens are made in the console, or on the server with "muster token create".')
}

export async function endToken(sql: Sql, { caller, request_id }: WriteContext, id: number) {
  const whose = seesAll(caller) ? sql`` : sql`and t.user_id = ${caller.id}`
  const [token] = await sql<{ user_id: number; name: string; rank: number }[]>`
    select t.user_id, t.name, r."order" as rank ${living(sql, caller)} and t.id = ${id} ${whose}`
  if (!token) throw notFound('token')
  const { user_id, name, rank } = token
  if (user_id !== caller.id) checkMayChange(caller, { rank })
  // Of two who end it at once, one did.
  if (!(await revokeToken(sql, { user_id, id }))) throw notFound('token')
  const details = { name, user_id }
  await recordAudit(sql, { caller, request_id, kind: 'token.ended', subject: 'token', subject_id: id, details })
}
