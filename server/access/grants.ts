import { notifyAll } from '../db/notifications.ts'
import type { Sql } from '../db/sql.ts'
import { own_applications } from './caller.ts'
import { digestOf } from './secrets.ts'

// What a person has let applications do, and the browsers they are signed in with: they look after both themselves. The transaction must
// act for that person.

/** Ends a grant with all that came of it, at once and everywhere. First the grant, so that nothing new can come of it meanwhile. */
export async function endGrant(sql: Sql, user_id: number, digest: string) {
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
  /** The digests of the grants that were given in it. */
  grants: string[]
}

interface SessionRecord {
  uid?: string
  authorizations?: Record<string, { grantId?: string }>
}

const sessions_max = 1000

/** The sessions of a person, last used first. */
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

/** All that came of these sessions. A session itself knows of an application only the last grant, and there is one for each space. */
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

/** Signs a person out of one browser. What they allowed there to last longer than that goes on; it is ended by its grant. */
export async function endSession(sql: Sql, user_id: number, { id, grants }: Pick<SessionRow, 'id' | 'grants'>) {
  await sql`delete from oidc_records where user_id = ${user_id} and kind = 'Session' and id = ${id}`
  await endSessionGrants(sql, user_id, grants, own_applications)
}

/** What a session leaves behind whose owner signs out: only what applications may do while they are away. */
export async function endWithSession(sql: Sql, user_id: number, uid: string, ending: readonly string[]) {
  const given = await grantsFrom(sql, user_id, [uid])
  await endSessionGrants(
    sql,
    user_id,
    given.map(({ grant_digest }) => grant_digest),
    ending,
  )
}

/** Ends those of these grants that were not to last, and all of the applications that end with the session in any case. */
async function endSessionGrants(sql: Sql, user_id: number, grants: string[], ending: readonly string[]) {
  const given = await sql<{ digest: string; client_id: string; record: { openid?: { scope?: string } } }[]>`
    select digest, client_id, record from oidc_records
    where user_id = ${user_id} and kind = 'Grant' and digest = any(${grants})`
  for (const { digest, client_id, record } of given) {
    const lasting = record.openid?.scope?.split(' ').includes('offline_access')
    if (!lasting || ending.includes(client_id)) await endGrant(sql, user_id, digest)
  }
}

/**
 * For whoever signs out everywhere: what our own applications hold, but for these grants. A session is over after twelve hours, and what
 * the console was given in it can be renewed for weeks. Tells how many there were.
 */
export async function endOwnApplications(sql: Sql, user_id: number, kept: string[]) {
  const left = await sql<{ digest: string }[]>`
    select digest from oidc_records
    where user_id = ${user_id} and kind = 'Grant' and client_id = any(${[...own_applications]}) and not digest = any(${kept})`
  for (const { digest } of left) await endGrant(sql, user_id, digest)
  return left.length
}
