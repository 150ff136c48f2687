import { announce } from '../db/news.ts'
import type { Sql } from '../db/sql.ts'
import { own_applications } from './caller.ts'
import { digestOf } from './secrets.ts'

// What a person has let applications do, and the browsers they are signed in with: they look after both themselves. The transaction must
// act for that person.

/** Ends a grant with all that came of it, at once and everywhere. First the grant, so that nothing new can come of it meanwhile. */
export async function endGrant(sql: Sql, user_id: number, digest: string) {
  await sql`delete from sign_in_records where user_id = ${user_id} and kind = 'Grant' and digest = ${digest}`
  await sql`delete from sign_in_records where user_id = ${user_id} and grant_digest = ${digest}`
  await sql`
    update tokens set revoked_at = now()
    where user_id = ${user_id} and grant_digest = ${digest} and revoked_at is null`
  await announce(sql, 'access')
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
  authorizations?: Record<string, { grantId?: string }>
}

const sessions_max = 1000

/** The sessions of a person, last used first. */
export async function sessionsOf(sql: Sql, user_id: number): Promise<SessionRow[]> {
  const rows = await sql<(Omit<SessionRow, 'grants'> & { record: SessionRecord })[]>`
    select id, created_at, updated_at, expires_at, agent, record from sign_in_records
    where user_id = ${user_id} and kind = 'Session' and expires_at > now()
    order by updated_at desc, id desc
    limit ${sessions_max}`
  return rows.map(({ record, ...session }) => ({
    ...session,
    grants: Object.values(record.authorizations ?? {}).flatMap(({ grantId }) => (grantId ? [digestOf(grantId)] : [])),
  }))
}

/** Signs a person out of one browser. What they allowed there to last longer than that goes on; it is ended by its grant. */
export async function endSession(sql: Sql, user_id: number, { id, grants }: Pick<SessionRow, 'id' | 'grants'>) {
  await sql`delete from sign_in_records where user_id = ${user_id} and kind = 'Session' and id = ${id}`
  const given = await sql<{ digest: string; client_id: string; record: { openid?: { scope?: string } } }[]>`
    select digest, client_id, record from sign_in_records
    where user_id = ${user_id} and kind = 'Grant' and digest = any(${grants})`
  for (const { digest, client_id, record } of given) {
    const lasting = record.openid?.scope?.split(' ').includes('offline_access')
    if (!lasting || own_applications.includes(client_id)) await endGrant(sql, user_id, digest)
  }
}
