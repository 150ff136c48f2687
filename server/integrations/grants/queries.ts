import { recordAudit } from '../../access/audit.ts'
import type { Caller } from '../../access/caller.ts'
import { revokeUserGrant } from '../../access/grants.ts'
import type { WriteContext } from '../../access/write_context.ts'
import type { Sql } from '../../db/sql.ts'
import { notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import type { Grant } from './schema.ts'

/** The grants of the caller in this space, without those of applications that have ended. */
const activeGrants = (sql: Sql, { group_id, id }: Caller) => sql`
  from oidc_records g
  left join integrations i on i.group_id = ${group_id} and i.client_id = g.client_id
  where g.user_id = ${id} and g.kind = 'Grant' and g.group_id = ${group_id} and g.expires_at > now() and i.ended_at is null`

export async function listGrants(sql: Sql, caller: Caller, { limit, offset }: Paging) {
  const [own] = await sql<{ grant_digest: string | null }[]>`
    select grant_digest from tokens where digest = ${caller.token.digest}`
  const [rows, [count]] = await Promise.all([
    sql<(Omit<Grant, 'scopes'> & { scope: string | null })[]>`
      select g.id, g.created_at, g.updated_at, g.expires_at, g.client_id, coalesce(i.name, 'Muster') as name,
             g.record -> 'openid' ->> 'scope' as scope,
             coalesce(g.digest = ${own?.grant_digest ?? null}, false) as current
      ${activeGrants(sql, caller)}
      order by g.id desc
      limit ${Math.min(limit, page_size_max)} offset ${offset}`,
    sql<[{ total: number }]>`select count(*) as total ${activeGrants(sql, caller)}`,
  ])
  return {
    rows: rows.map(({ scope, ...grant }) => ({ ...grant, scopes: scope?.split(' ').filter(Boolean) ?? [] })),
    total: count.total,
  }
}

export async function revokeOwnGrant(sql: Sql, { caller, request_id }: WriteContext, id: number) {
  const [grant] = await sql<{ digest: string; client_id: string; name: string | null }[]>`
    select g.digest, g.client_id, i.name ${activeGrants(sql, caller)} and g.id = ${id}`
  if (!grant) throw notFound('grant')
  const { digest, ...details } = grant
  // Of two concurrent requests, the second finds the grant deleted.
  const [held] = await sql`select from oidc_records where kind = 'Grant' and digest = ${digest} for update`
  if (!held) throw notFound('grant')
  await revokeUserGrant(sql, caller.id, digest)
  await recordAudit(sql, { caller, request_id, kind: 'grant.ended', subject: 'grant', subject_id: id, details })
}
