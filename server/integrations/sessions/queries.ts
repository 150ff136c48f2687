import { recordAudit } from '../../access/audit.ts'
import type { Caller } from '../../access/caller.ts'
import { endSession, revokeOwnApplications, sessionsOf } from '../../access/grants.ts'
import type { WriteContext } from '../../access/write_context.ts'
import type { Sql } from '../../db/sql.ts'
import { notFound } from '../../errors.ts'
import type { Session } from './schema.ts'

export async function listSessions(sql: Sql, caller: Caller): Promise<Session[]> {
  return (await ownSessions(sql, caller)).sessions.map(({ grants: _, ...session }) => session)
}

export async function endOwnSession(sql: Sql, writer: WriteContext, id: number) {
  const { sessions } = await ownSessions(sql, writer.caller)
  const session = sessions.find(session => session.id === id)
  if (!session) throw notFound('session')
  await endSession(sql, writer.caller.id, session)
  await auditSessions(sql, writer, [id])
}

/** Ends every session of the caller except the current one. Returns how many. */
export async function endOtherSessions(sql: Sql, writer: WriteContext) {
  const { sessions, grant } = await ownSessions(sql, writer.caller)
  const others = sessions.filter(({ current }) => !current)
  for (const session of others) await endSession(sql, writer.caller.id, session)
  if (writer.caller.token.single_space) return 0
  const kept_grants = sessions.filter(({ current }) => current).flatMap(({ grants }) => grants)
  await revokeOwnApplications(sql, writer.caller.id, [...kept_grants, ...(grant ? [grant] : [])])
  if (others.length > 0)
    await auditSessions(
      sql,
      writer,
      others.map(({ id }) => id),
    )
  return others.length
}

async function ownSessions(sql: Sql, { id, token }: Caller) {
  const [[own], sessions] = await Promise.all([
    sql<{ grant_digest: string | null }[]>`select grant_digest from tokens where digest = ${token.digest}`,
    sessionsOf(sql, id),
  ])
  const grant = own?.grant_digest ?? undefined
  const marked = sessions.map(session => ({
    ...session,
    current: grant !== undefined && session.grants.includes(grant),
  }))
  // The provider of one space must not end sessions in which the user acts in others.
  return { grant, sessions: token.single_space ? marked.filter(({ current }) => current) : marked }
}

const auditSessions = (sql: Sql, writer: WriteContext, session_ids: number[]) =>
  recordAudit(sql, {
    ...writer,
    kind: 'session.ended',
    subject: 'user',
    subject_id: writer.caller.id,
    details: { session_ids },
  })
