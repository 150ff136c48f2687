import { notifyAll } from '../db/notifications.ts'
import { asUser } from '../db/rls_context.ts'
import type { Sql } from '../db/sql.ts'
import { own_applications } from './caller.ts'
import { digestOf } from './secrets.ts'
import { acrOf, type SessionLimit } from './session_limit.ts'

// Grants of a user to applications, and their browser sessions. The transaction must have the user in its row-level security context.

/** Revokes a grant and all its tokens at once, in every process. The grant goes first, so that no new token can be issued from it. */
export async function revokeUserGrant(sql: Sql, user_id: number, digest: string) {
  await sql`delete from oidc_records where user_id = ${user_id} and kind = 'Grant' and digest = ${digest}`
  await sql`delete from oidc_records where user_id = ${user_id} and grant_digest = ${digest}`
  await sql`
    update tokens set revoked_at = now()
    where user_id = ${user_id} and grant_digest = ${digest} and revoked_at is null`
  await notifyAll(sql, 'access')
}

export interface SessionRow {
  id: number
  created_at: string
  updated_at: string
  expires_at: string
  agent: string
  /** The digests of the grants that were made in it. */
  grants: string[]
}

interface SessionRecord {
  uid?: string
  authorizations?: Record<string, { grantId?: string }>
}

const sessions_max = 1000

/** The sessions of a user, last used first. */
export async function sessionsOf(sql: Sql, user_id: number): Promise<SessionRow[]> {
  const rows = await sql<(Omit<SessionRow, 'grants'> & { record: SessionRecord })[]>`
    select id, created_at, updated_at, expires_at, agent, record from oidc_records
    where user_id = ${user_id} and kind = 'Session' and expires_at > now()
    order by updated_at desc, id desc
    limit ${sessions_max}`
  const given = await grantsFrom(
    sql,
    user_id,
    rows.flatMap(({ record }) => record.uid ?? []),
  )
  return rows.map(({ record, ...session }) => {
    const last = Object.values(record.authorizations ?? {}).flatMap(({ grantId }) =>
      grantId ? [digestOf(grantId)] : [],
    )
    const all = given.filter(({ uid }) => uid === record.uid).map(({ grant_digest }) => grant_digest)
    return { ...session, grants: [...new Set([...last, ...all])] }
  })
}

/** All grants of these sessions. A session record holds only the last grant of each application, and there is one for each space. */
async function grantsFrom(sql: Sql, user_id: number, uids: string[]) {
  const [kept, tokens] = await Promise.all([
    sql<{ uid: string; grant_digest: string }[]>`
      select distinct record ->> 'sessionUid' as uid, grant_digest from oidc_records
      where user_id = ${user_id} and grant_digest is not null and record ->> 'sessionUid' = any(${uids})`,
    sql<{ uid: string; grant_digest: string }[]>`
      select distinct record ->> 'sessionUid' as uid, grant_digest from tokens
      where user_id = ${user_id} and grant_digest is not null and revoked_at is null and record ->> 'sessionUid' = any(${uids})`,
  ])
  return [...kept, ...tokens]
}

/** Signs a user out of one browser. Grants with offline access stay valid; `revokeUserGrant` ends them. */
export async function endSession(sql: Sql, user_id: number, { id, grants }: Pick<SessionRow, 'id' | 'grants'>) {
  await sql`delete from oidc_records where user_id = ${user_id} and kind = 'Session' and id = ${id}`
  await revokeSessionGrants(sql, user_id, grants, own_applications)
}

/** Revokes the grants of a session whose user signs out, except those with offline access. */
export async function revokeGrantsWithSession(sql: Sql, user_id: number, uid: string, ending: readonly string[]) {
  const given = await grantsFrom(sql, user_id, [uid])
  await revokeSessionGrants(
    sql,
    user_id,
    given.map(({ grant_digest }) => grant_digest),
    ending,
  )
}

/** Revokes those of these grants without offline access, and all grants of the `ending` applications. */
async function revokeSessionGrants(sql: Sql, user_id: number, grants: string[], ending: readonly string[]) {
  const given = await sql<{ digest: string; client_id: string; record: { openid?: { scope?: string } } }[]>`
    select digest, client_id, record from oidc_records
    where user_id = ${user_id} and kind = 'Grant' and digest = any(${grants})`
  for (const { digest, client_id, record } of given) {
    const lasting = record.openid?.scope?.split(' ').includes('offline_access')
    if (!lasting || ending.includes(client_id)) await revokeUserGrant(sql, user_id, digest)
  }
}

/**
 * Revokes all grants of Muster's own applications except these, for a user who signs out everywhere. Needed because a session ends after twelve hours
 * while the console can renew its token for weeks. Returns the number of grants.
 */
export async function revokeOwnApplications(sql: Sql, user_id: number, kept: string[]) {
  const left = await sql<{ digest: string }[]>`
    select digest from oidc_records
    where user_id = ${user_id} and kind = 'Grant' and client_id = any(${[...own_applications]}) and not digest = any(${kept})`
  for (const { digest } of left) await revokeUserGrant(sql, user_id, digest)
  return left.length
}

/**
 * Ends what a user got through an identity provider, at once, in every process: browser sessions, grants and tokens. Without a limit, the provider is
 * that of the operator.
 */
export async function endProviderSessions(sql: Sql, user_id: number, limit: SessionLimit | undefined) {
  const began = limit
    ? sql`record ->> 'acr' = ${acrOf(limit)}`
    : sql`record ->> 'acr' is null and record ->> 'amr' like '%"fed"%'`
  await asUser(sql, user_id, async () => {
    const sessions = await sql<{ uid: string }[]>`
      select record ->> 'uid' as uid from oidc_records
      where user_id = ${user_id} and kind = 'Session' and ${began}
      order by id
      limit ${sessions_max}`
    const given = await grantsFrom(
      sql,
      user_id,
      sessions.map(({ uid }) => uid),
    )
    const ended = await sql<{ grant_digest: string | null }[]>`
      delete from oidc_records where user_id = ${user_id} and ${began} returning grant_digest`
    const digests = new Set([...given, ...ended].flatMap(({ grant_digest }) => grant_digest ?? []))
    for (const digest of digests) await revokeUserGrant(sql, user_id, digest)
    if (limit)
      await sql`
        update tokens set revoked_at = now()
        where group_id = ${limit.group_id} and user_id = ${user_id} and single_space and revoked_at is null`
  })
  await notifyAll(sql, 'access')
}
